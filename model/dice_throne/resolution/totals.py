"""What each player receives when a phase concludes: final damage, the companion's part, the new health."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce
from operator import add

from dicelaw.model.dice_throne.rules import Rules, Writes
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    half_up,
    negate,
    number,
    where,
)
from dicelaw.model.kernel.fragments.pipeline import Damage
from dicelaw.model.kernel.fragments.simultaneous import applied


@dataclass(frozen=True)
class Totals:
    """What a player is about to receive: ``final`` damage in all, of which the companion takes a part."""

    final: Expr
    companion: Expr
    player: Expr


def attack_total(rules: Rules) -> Expr:
    """The final total of the attack, whoever takes it; other damage to the defender is none of it."""
    d, defender = rules.duel, rules.duel.defender
    found = _attack_alone(rules, defender) + _unstoppable(rules, defender)
    if d.seats.duel:
        return found
    return found + where(_two_struck(d), _attack_alone(rules, second(d)), 0)


def second(d: Duel) -> Expr:
    """The seat that the attack strikes beside its target; where it strikes nobody, the first."""
    return at_least(d.beside - 1, 0)


def _two_struck(d: Duel) -> Expr:
    """Whether the attack strikes another player than its target as well."""
    return all_of(d.beside >= 1, d.beside != d.target)


def final_total(rules: Rules, seat: Expr | int, sent_back: Expr | int = 0) -> Expr:
    """The final damage to ``seat``, ``sent_back`` being what is returned to it."""
    d, seat = rules.duel, number(seat)
    coming = _received(rules, seat)
    if rules.reads("sent-back", "incoming", isinstance(sent_back, Expr)):
        avoidable = _total(rules, replace(coming, base=number(coming.base) + sent_back))
    else:
        avoidable = _total(rules, coming) + sent_back
    final = where(d.avoided[seat] == 1, 0, avoidable) + _unstoppable(rules, seat)
    return d.definitions.said("the final damage", final)


def _unstoppable(rules: Rules, seat: Expr) -> Expr:
    """What an Ultimate deals to ``seat``."""
    d = rules.duel
    struck = all_of(d.defends(seat), d.activated == 1, d.ultimate == 1)
    return where(struck, Damage(d.printed, d.added, doublings=d.doubled[seat]).total(), 0)


def _coming(rules: Rules, seat: Expr) -> Damage:
    """The avoidable damage to ``seat``, of which an ability whose user may deal none has no part."""
    d = rules.duel
    truce = all_of(d.reaches(seat), d.truce)
    return _without_ability(rules, seat, d.damage_to(seat), truce, d.dealt[seat])


def _received(rules: Rules, seat: Expr) -> Damage:
    """The avoidable damage to ``seat``, without what Shadows keeps off."""
    d = rules.duel
    shadows = d.has_trait(seat, lambda status: status.no_offense_damage)
    hidden = all_of(d.reaches(seat), d.activated == 1, d.ultimate == 0, shadows, negate(d.truce))
    other: Expr = d.dealt[seat]
    hiding = d.kinds_with(lambda status: status.no_offense_damage)
    if rules.reads("shadows-collateral", "received", hiding):
        other = d.other_damage(seat)
    return _without_ability(rules, seat, _coming(rules, seat), hidden, other)


def _without_ability(rules: Rules, seat: Expr, coming: Damage, given: Expr, other: Expr) -> Damage:
    """``coming``, where ``given`` without what the ability under way deals: then ``other`` damage is left."""
    lowered = where(given, rules.duel.taken_off(seat), 0)
    return replace(
        coming,
        base=where(given, other, coming.base),
        added=where(given, 0, coming.added),
        prevented=number(coming.prevented) - lowered,
    )


def _subtotal(rules: Rules, damage: Damage) -> Expr:
    subtotal = damage.subtotal()
    if rules.reads("subtotal-floor", "after"):
        subtotal = number(damage.base) + damage.added - damage.prevented
    return rules.duel.definitions.said("the subtotal", subtotal)


def _total(rules: Rules, damage: Damage) -> Expr:
    if rules.reads("subtotal-floor", "before"):
        total = damage.total()
    else:
        subtotal = _subtotal(rules, damage)
        change = number(damage.doublings) * subtotal - number(damage.halvings) * half_up(subtotal)
        total = at_least(subtotal + change, 0)
    return rules.duel.definitions.said("the total", total)


def sent_back(rules: Rules) -> Expr:
    """What reflecting and recoil deal to the attacker, from the same subtotal as everything else."""
    d = rules.duel
    half = half_up(_subtotal(rules, _coming(rules, d.defender)))
    reflected = where(d.is_attack, d.reflects * half, 0)
    if not d.seats.duel:
        halved = half_up(_subtotal(rules, _coming(rules, second(d))))
        reflected = reflected + where(all_of(d.is_attack, d.beside >= 1), d.beside_reflects * halved, 0)
    recoil = where(all_of(d.is_attack, attack_total(rules) >= 1), d.recoil, 0)
    return d.definitions.said("what is sent back", at_least(reflected, 0) + recoil)


def totals(rules: Rules, seat: Expr | int, sent_back: Expr | int = 0) -> Totals:
    """What ``seat`` and its companion are about to receive, ``sent_back`` being what is returned to it."""
    d, seat = rules.duel, number(seat)
    attacked = all_of(d.defends(seat), d.activated == 1)
    final = final_total(rules, seat, sent_back)
    struck = at_most(final, _attack_alone(rules, seat))
    wanted = where(attacked, where(d.passed_on == 1, struck, at_most(d.split, struck)), 0)
    if not d.seats.duel:
        share = where(d.beside_passed == 1, struck, at_most(d.beside_split, struck))
        wanted = where(all_of(_two_struck(d), d.beside_target(seat)), share, wanted)
    taken = at_most(wanted, d.companion[seat])
    returned = rules.reads("companion-excess", "returned")
    rest = at_least(final - (taken if returned else wanted), 0)
    said = d.definitions.said
    return Totals(final, said("the companion's damage", taken), said("the player's damage", rest))


def _attack_alone(rules: Rules, seat: Expr) -> Expr:
    """What an attack that is no Ultimate would deal without other damage: all that a companion can take."""
    d = rules.duel
    received = _received(rules, seat)
    alone = replace(received, base=at_least(number(received.base) - d.other_damage(seat), 0))
    return d.definitions.said("the attack alone", where(d.avoided[seat] == 1, 0, _total(rules, alone)))


def final_health(rules: Rules, side: int) -> tuple[Expr, Expr]:
    """The health of ``side`` when all is applied, and whether a saving status effect is used up.

    What its members receive and heal is summed up: they have one health.
    """
    d = rules.duel
    members = d.seats.members(side)
    before: Expr = d.health[side]
    gained = sum_of(_gained(rules, seat) for seat in members)
    if rules.reads("heal-cap", "healing"):
        gained = at_most(gained, at_least(d.health_most - before, 0))
    damage = sum_of(_lost(rules, seat) for seat in members)
    health = applied(before, damage, gained, d.health_most)
    if not d.seats.duel:
        health = where(before == 0, 0, health)
    saving = (d.has_trait(seat, lambda status: status.saves) for seat in members)
    saved = all_of(health == 0, before >= 1, any_of(*saving))
    said = d.definitions.said
    return said("the new health", where(saved, 1, health)), said("a player is saved", saved)


def _gained(rules: Rules, seat: int) -> Expr:
    d = rules.duel
    drained = all_of(d.drains == 1, d.attacker == seat)
    return d.healing[seat] + where(drained, attack_total(rules), 0)


def _lost(rules: Rules, seat: int) -> Expr:
    d = rules.duel
    back = where(d.attacker == seat, sent_back(rules), 0)
    return totals(rules, seat, back).player + d.certain[seat]


def sum_of(parts: Iterable[Expr]) -> Expr:
    """The sum of ``parts``, of which there is one at least."""
    return reduce(add, parts)


def application(rules: Rules) -> Writes:
    """The effect of applying everything that accumulated, to all players at once."""
    d = rules.duel
    writes: Writes = {}
    for side in d.seats.side_numbers:
        health, saved = final_health(rules, side)
        writes[d.health[side]] = health
        for kind in d.kinds_with(lambda status: status.saves):
            for place, seat in enumerate(members := d.seats.members(side)):
                before = [d.token(other, kind) == 0 for other in members[:place]]
                used = all_of(saved, *before) if before else saved
                writes[d.tokens[seat * d.kinds + kind - 1]] = where(used, 0, d.token(seat, kind))
    return writes


def defeated(rules: Rules) -> Expr:
    """Whether the game is over: no more than one side has any health."""
    health = rules.duel.health
    if len(health) == 2:
        return negate(all_of(*(cell >= 1 for cell in health)))
    return count(cell >= 1 for cell in health) <= 1
