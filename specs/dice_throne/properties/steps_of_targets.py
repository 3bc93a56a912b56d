"""The table of steps: what there is with more than two players alone, from the target to a lost turn."""

from __future__ import annotations

from dicelaw.model.dice_throne.language import DamageType, Op, Who
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ACTIVATION,
    DICE,
    NO_ROLL,
    NOTHING,
    TARGET_POOL,
    TARGET_ROLL,
)
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, total, where
from dicelaw.specs.dice_throne.properties.players import Makes, of, opposed, plays, target
from dicelaw.specs.dice_throne.properties.steps import (
    FACE,
    PLAYER,
    SHARE,
    at_depth,
    attacks,
    first_to_act,
    into,
    lacks_opponent,
    line,
    may_act,
    meant,
    onward,
    owner,
    pool,
    stunned,
    under_way,
)
from dicelaw.specs.dice_throne.properties.steps_of_effects import possible
from dicelaw.specs.dice_throne.properties.steps_of_words import DONE_TO, brings_card
from dicelaw.specs.steps import Step, put, step

TABLES = {"2v2": "team/2v2/target-table", "3v3": "team/3v3/target-table", "2v2v2": "team/2v2v2/target-table"}
"""The rule about the targeting die, by mode."""
DEFEATED = ("health/zero-is-defeat",)


def steps_of_targets(rules: Rules) -> list[Step]:
    """The rows about targets, opponents who are chosen, players struck beside the target, and lost turns."""
    if rules.duel.seats.duel:
        return []
    rolled = _rolled(rules) if rules.mode.die else []
    return [*_aiming(rules), *rolled, *_opponents(rules), *_beside(rules), *_lost(rules)]


def _aiming(rules: Rules) -> list[Step]:
    d = rules.duel
    kept = all_of(d.target >= 1, plays(d, target(d)))
    begun = {**into(d, "targeting"), **first_to_act(d)}
    thrown: Makes = {}
    if rules.mode.die:
        thrown = {d.pending: 1, d.live: TARGET_ROLL, pool(d, TARGET_POOL)[0]: 0}
    late = all_of(rules.duel.activated == 1, d.program == NOTHING, d.pc[0] >= 1)
    free = rules.mode.die == () and rules.reads("koth-target", "anybody")
    able = ~stunned(d, d.attacker)
    fair = all_of(able, *([] if free else [opposed(d, PLAYER, d.attacker)]), plays(d, PLAYER))
    bonus = any_of() if rules.mode.die else all_of(attacks(d), brings_card(rules, PLAYER))
    aimed: Makes = {d.target: PLAYER + 1}
    rule = (TABLES[rules.mode.id],) if rules.mode.die else ("targeting/koth-free-choice",)
    found = [
        step("targeting/same", "Who is aimed at already, and has health, stays the target.",
             all_of(d.activated == 1, kept), begun, ("targeting/several-opponents-required",)),
        step("targeting/begin", "Else a target has to be determined, and there is none until then.",
             all_of(d.activated == 1, ~kept), {**begun, d.target: 0, **thrown},
             ("targeting/several-opponents-required",)),
        step("targeting/choose/aim", "The attacker chooses an opponent who has health.",
             all_of(fair, ~bonus), {**aimed, **first_to_act(d)}, rule),
        step("targeting/choose/silent", "For an attacker who may not act it is the next opponent.",
             all_of(~able, opposed(d, _next_opponent(d, d.attacker), d.attacker)),
             {d.target: _next_opponent(d, d.attacker) + 1, **first_to_act(d)}, ("status/stun/no-actions",)),
        step("targeting/go-on", "What waited for the target is carried out.", late, {d.program: ACTIVATION},
             ("def/defender",)),
    ]  # fmt: skip
    if not rules.mode.die:
        found.append(
            step("targeting/choose/aim-leader", "Who attacks a Leader draws a card as the target is chosen.",
                 all_of(fair, bonus), {**aimed, d.drawing: d.attacker, d.draws: 1},
                 ("koth/leader-bonus-card", "koth/bonus-timing"))
        )  # fmt: skip
    return found


def _rolled(rules: Rules) -> list[Step]:
    """The targeting die; whom its numbers mean is told of two teams."""
    d, rule = rules.duel, (TABLES[rules.mode.id],)
    die = pool(d, TARGET_POOL)[0]
    shut: Makes = {d.live: NO_ROLL, **first_to_act(d)}
    each = 4 if rules.mode.id == "2v2" else 6
    found = [
        step("targeting/roll/die", "The targeting die shows the number that comes up.", d.pending >= 1,
             {**_first_of(d), d.pending: d.pending - _lowest(d)}, ("dice/six-faces",)),
        step("targeting/roll/rolled", "The targeting die lies on the table when it is rolled.",
             d.pending == 0, first_to_act(d), ("targeting/roll-cards-allowed",)),
    ]  # fmt: skip
    if len(d.seats.side_numbers) > 2:
        return found
    found.append(
        step("targeting/read/named", "Two numbers each mean the opponents from left to right.",
             all_of(die >= 1, die <= each),
             {**shut, d.target: _from_the_left(rules, (die + 1) // 2) + 1}, (*rule, "team/seating"))
    )  # fmt: skip
    if each == 4:
        fair = all_of(opposed(d, PLAYER, d.attacker), plays(d, PLAYER))
        found += [
            step("targeting/read/opponents", "At a 5 the opponents choose.", die == 5, shut, rule),
            step("targeting/read/attacker", "At a 6 the attacker chooses.", die == 6, shut, rule),
            step("targeting/opponents/aim", "One of the opponents chooses one who has health.", fair,
                 {d.target: PLAYER + 1, **first_to_act(d)}, rule),
        ]  # fmt: skip
    return found


def _waiting(d: Duel) -> list[Expr]:
    """Of each die whether it is the first that is to be rolled."""
    waits = [d.pending // 2**place % 2 == 1 for place in range(DICE)]
    return [all_of(one, *(~before for before in waits[:place])) for place, one in enumerate(waits)]


def _first_of(d: Duel) -> Makes:
    dice = zip(pool(d, TARGET_POOL), _waiting(d), strict=True)
    return {die: where(now, FACE, die) for die, now in dice}


def _lowest(d: Duel) -> Expr:
    return total(where(now, 2**place, 0) for place, now in enumerate(_waiting(d)))


def _from_the_left(rules: Rules, place: Expr) -> Expr:
    """The opponent who sits at ``place`` from the left: for the second team that is the last in order."""
    d = rules.duel
    found: list[Expr] = []
    for seat in d.seats.numbers:
        there = [other for other in d.seats.numbers if d.seats.sides[other] != d.seats.sides[seat]]
        if (d.seats.sides[seat] == 0) != rules.reads("team-seating", "first-left"):
            there.reverse()
        found.append(of(there, place - 1))
    return of(found, d.attacker)


def _next_opponent(d: Duel, seat: Expr) -> Expr:
    """The first opponent of ``seat`` in the order of turns who has health; itself where there is none."""
    found = seat
    for places in reversed(range(1, len(d.seats))):
        other = of([(one + places) % len(d.seats) for one in d.seats.numbers], seat)
        found = where(all_of(opposed(d, other, seat), plays(d, other)), other, found)
    return found


def _opponents(rules: Rules) -> list[Step]:
    d, word, mine = rules.duel, line(rules), owner(rules.duel)
    lacks, able = lacks_opponent(rules, DONE_TO), may_act(rules, mine)
    ability = all_of(d.depth == 0, d.program == ACTIVATION)
    usual = where(d.ultimate == 1, DamageType.ULTIMATE, rules.content.damage_type(d.announced, word.arg))
    unnamed = all_of(d.kind == DamageType.NONE, rules.content.attacks(d.announced) == 1)
    rule = ("def/chosen-opponent",)
    return [
        step("resolve/ask-opponent", "Which opponent an effect means is asked when it first speaks of one.",
             all_of(lacks, ~ability), cites=rule, given=under_way(rules)),
        step("resolve/await-target", "An ability waits with what it says of its target, whose damage has the "
             "type that is printed, until there is one.",
             all_of(lacks, ability),
             {d.program: NOTHING, d.live: NO_ROLL, d.kind: where(unnamed, usual, d.kind), **first_to_act(d)},
             ("targeting/several-opponents-required", "def/defender"), given=under_way(rules)),
        step("resolve/choose-opponent/pick", "Who uses the effect chooses an opponent who has health.",
             all_of(able, opposed(d, PLAYER, mine), plays(d, PLAYER)),
             put([*d.rival], d.depth, lambda _: PLAYER + 1), rule),
        step("resolve/choose-opponent/silent", "For who may not act it is the next opponent.", ~able,
             put([*d.rival], d.depth, lambda _: _next_opponent(d, mine) + 1), ("status/stun/no-actions",)),
    ]  # fmt: skip


def _beside(rules: Rules) -> list[Step]:
    """Pure damage to an opponent beside the target, and the companion who may take of it."""
    d, word, whom = rules.duel, line(rules), meant(rules)
    seat = at_least(d.beside - 1, 0)
    lacks = lacks_opponent(rules, DONE_TO)
    can = possible(rules)[Op.DAMAGE]
    makes: Makes = {d.beside: whom + 1, d.beside_printed: d.beside_printed + word.amount, **onward(rules)}
    if not rules.mode.die:
        bonus = all_of(d.beside == 0, brings_card(rules, whom), ~brings_card(rules, target(d)))
        makes |= {d.drawing: d.attacker, d.draws: where(bonus, 1, 0)}
    asked = all_of(
        attacks(d), d.ultimate == 0, d.beside >= 1, d.beside != d.target, of(d.companion_up, seat) == 1,
        may_act(rules, seat),
    )  # fmt: skip
    whole, shared = all_of(asked, d.beside_shared == 0), all_of(asked, d.beside_shared == 1)
    nyra, bond = ("companion/nyra/pass-damage",), ("status/nyras-bond/distribute",)
    return [
        step("resolve/damage-beside", "The Attack strikes another opponent as well.",
             all_of(word.op == Op.DAMAGE, word.applies, can, ~lacks, d.chosen >= 1,
                    word.who == Who.ANOTHER_OPPONENT),
             makes, ("model/two-struck",), given=under_way(rules)),
        step("conclusion/beside/companion", "Who is struck beside the target may pass all to the companion.",
             whole, {d.beside_passed: 1}, nyra),
        step("conclusion/beside/decline", "Nothing need be passed to the companion.", whole, cites=nyra),
        step("conclusion/beside/choose", "With Nyra's Bond any part may be given to her, up to her health.",
             all_of(shared, of(d.companion, seat) >= SHARE), {d.beside_split: SHARE}, bond),
        step("conclusion/beside/none", "Where nobody can, nothing is passed on.", ~asked, cites=nyra),
    ]  # fmt: skip


def _lost(rules: Rules) -> list[Step]:
    d = rules.duel
    card = at_depth(d, d.played) >= 1
    return [
        step("turn-lost/drop", "What is under way in the turn of a player who is defeated is dropped.",
             d.depth >= 1,
             {d.depth: d.depth - 1,
              **put([*d.pile], owner(d), lambda old: old + where(card, 1, 0))},
             DEFEATED, besides=(
                 "zone", "returning", "pc", "enhancing", "swift", "played", "spent", "paid", "rerolled",
                 "live", "rival", "named", "met",
             )),
        step("turn-lost/pass", "When nothing is under way any more the turn passes.", d.depth == 0,
             None, DEFEATED, besides=("*",)),
    ]  # fmt: skip
