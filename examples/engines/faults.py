"""Classic mistakes of engines, each planted in the machine, in its content or in its arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from unittest.mock import patch

from dicelaw.model.dice_throne.language import Pack, Status
from dicelaw.model.dice_throne.machine import DuelMachine, duel
from dicelaw.model.dice_throne.resolution import totals
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.kernel.expressions import Expr, at_least, half_up, number, where
from dicelaw.model.kernel.fragments.pipeline import Damage
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.state import Field
from dicelaw.oracle.dice_throne.damage_cases import Calculation, calculation
from dicelaw.oracle.dice_throne.opening import EDITIONS, pack_of
from dicelaw.specs.bugs import Bug, dropping, leaving_out
from dicelaw.specs.patterns import Pattern, matches

TOTAL, FINAL = Damage.total, totals.final_total
ROOM = 63
"""The most that a number without its limit can become."""


@dataclass(frozen=True)
class Fault:
    """A mistake, and the rule that it breaks. What it changes is the rest; the others are left alone."""

    says: str
    rule: str
    bugs: tuple[Bug, ...] = ()
    status: Callable[[Status], Status] | None = None
    formula: tuple[object, str, Callable[..., Expr]] | None = None
    readings: tuple[tuple[str, str], ...] = ()
    unlimited: str = ""
    """An array of the state that grows without limit."""

    def calculation(self, made: DuelMachine) -> Calculation:
        """The final damage totals of `made`, with the mistake."""
        with patch.object(*self.formula) if self.formula is not None else nullcontext():
            return calculation(made)

    def spoiled(self, sound: DuelMachine, heroes: Sequence[str]) -> DuelMachine:
        """The duel `sound`, which is between `heroes`, with the mistake in it."""
        pack, also = pack_of(EDITIONS[0]), [status.id for status in sound.duel.statuses[1:]]
        readings = {**sound.machine.readings, **dict(self.readings)}
        build = partial(duel, heroes=heroes, readings=readings, also=also, mode=sound.rules.mode)
        made = sound
        if self.status is not None:
            altered = Pack(tuple(map(self.status, pack.statuses)), pack.heroes, pack.companions)
            made = build(altered)
        elif self.formula is not None:
            with patch.object(*self.formula):
                made = build(pack)
        elif self.readings:
            made = build(pack)
        machine = made.machine
        for bug in self.bugs:
            with suppress(ValueError):  # between heroes who have nothing to do with it
                machine = bug.planted(machine)
        if self.unlimited:
            wide = [
                replace(slot, hi=ROOM) if slot.name.startswith(f"{self.unlimited}[") else slot
                for slot in machine.slots
            ]
            machine = replace(machine, slots=tuple(wide))
        return replace(made, machine=machine)


def one_after_the_other(damage: Damage) -> Expr:
    """Each half is taken of what the halves before it left."""
    left = damage.subtotal()
    for time in range(1, 4):
        left = where(number(damage.halvings) >= time, left - half_up(left), left)
    return left + number(damage.doublings) * damage.subtotal()


def prevented_last(damage: Damage) -> Expr:
    """Fixed amounts are prevented of what the halves leave."""
    return at_least(TOTAL(replace(damage, prevented=0)) - damage.prevented, 0)


def rounded_down(damage: Damage) -> Expr:
    """Each half is rounded down."""
    subtotal = damage.subtotal()
    change = number(damage.doublings) * subtotal - number(damage.halvings) * (subtotal // 2)
    return at_least(subtotal + change, 0)


def avoided_ultimate(rules: Rules, seat: Expr | int, sent_back: Expr | int = 0) -> Expr:
    """An Ultimate can be avoided."""
    return where(rules.duel.avoided[number(seat)] == 1, 0, FINAL(rules, seat, sent_back))


def sent_back_late(rules: Rules) -> Expr:
    """What is sent back is half of what the defender receives in the end."""
    d = rules.duel
    return where(d.is_attack, d.reflects * half_up(FINAL(rules, d.defender)), 0)


def writing(along: Pattern, array: str, value: Callable[[Expr], Expr | None], says: str) -> Bug:
    """The bug of writing another value to ``array``.

    ``value`` gets what would be written there; where it gives None, nothing is.
    """

    def change(transition: Transition) -> Transition:
        if not matches(transition.id, along):
            return transition
        effect = []
        for place, new in transition.effect:
            name = place.slot.name if isinstance(place, Field) else place.name
            written = value(new) if name.partition("[")[0] == array else new
            if written is not None:
                effect.append((place, written))
        return replace(transition, effect=tuple(effect))

    return Bug(says, change)


def uncapped(new: Expr) -> Expr:
    """What is written, without its upper limit."""
    if new.op == "min":
        return next(arg for arg in new.operands if arg.op != "const")
    return new


def changed(id: str, **fields: Any) -> Callable[[Status], Status]:
    """The status effects with other figures for one of them."""
    return lambda status: replace(status, **fields) if status.id == id else status


FAULTS: Mapping[str, Fault] = {
    "halves-in-turn": Fault(
        "each half is taken of what the halves before it left", "damage/total/each-multiplier-from-subtotal",
        formula=(Damage, "total", one_after_the_other),
    ),
    "prevention-last": Fault(
        "fixed amounts are prevented after the halves", "damage/total/step-order",
        formula=(Damage, "total", prevented_last),
    ),
    "half-rounded-down": Fault(
        "halves are rounded down", "damage/total/division-rounds-up", formula=(Damage, "total", rounded_down),
    ),
    "avoided-ultimate": Fault(
        "an Ultimate can be avoided", "ultimate/no-reduction-or-avoidance",
        formula=(totals, "final_total", avoided_ultimate),
    ),
    "answered-ultimate": Fault(
        "an Ultimate can be answered", "ultimate/no-opponent-action",
        formula=(Duel, "silenced", Duel.stunned), bugs=(dropping("ultimate/no-opponent-action"),),
    ),
    "healing-first": Fault(
        "healing is capped before damage is taken off", "health/heal-cap", readings=(("heal-cap", "healing"),)
    ),
    "no-stack-limit": Fault(
        "Protect has no stack limit", "status/stack-limit", status=changed("protect", limit=7)
    ),
    "stun-acts": Fault(
        "a stunned player acts", "status/stun/no-actions", status=changed("stun", bars_actions=0)
    ),
    "knockdown-stays": Fault(
        "Knockdown is not removed when the phase is skipped", "status/knockdown/skip-offense",
        bugs=(writing("offense/begin/knocked-down", "tokens", lambda _: None, "Knockdown stays"),),
    ),
    "concussion-stays": Fault(
        "Concussion is not removed when the phase is skipped", "status/concussion/skip-income",
        bugs=(writing("income/skip-concussed", "tokens", lambda _: None, "Concussion stays"),),
    ),
    "fourth-attempt": Fault(
        "there is no limit to roll attempts", "offense/up-to-three-attempts",
        bugs=(dropping("offense/up-to-three-attempts", "offense/choose/reroll"),),
    ),
    "main-card-anytime": Fault(
        "a Main Phase Action can be played in any phase", "cards/main/own-main-phase-only",
        bugs=(dropping("cards/main/own-main-phase-only"),),
    ),
    "free-cards": Fault("costs are not looked at", "cards/cost-paid", bugs=(dropping("cards/cost-paid"),)),
    "no-cp-limit": Fault(
        "combat points have no limit", "income/no-gain-at-cap", unlimited="cp",
        bugs=(writing("income/take", "cp", uncapped, "income is not capped"),),
    ),
    "no-hand-limit": Fault(
        "the turn ends with any number of cards", "discard/excess-must-be-sold",
        bugs=(
            dropping("discard/excess-must-be-sold", "discard/pass"),
            leaving_out("discard/sell", "nothing is sold in the Discard Phase"),
        ),
    ),
    "pure-enhanced": Fault(
        "pure damage can be enhanced", "damage/pure/enhanceable", bugs=(dropping("damage/pure/enhanceable"),)
    ),
    "defends-undefendable": Fault(
        "undefendable damage can be defended", "defense/step2-activate-if-defendable",
        bugs=(dropping("defense/step2-activate-if-defendable"),),
    ),
    "instants-out-of-order": Fault(
        "instants of the other player are not answered", "priority/active-player-first",
        bugs=(dropping("priority/active-player-first", "*/act"),),
    ),
    "any-dice": Fault(
        "an ability is announced whatever the dice show", "offense/requirement-must-be-met",
        bugs=(dropping("offense/requirement-must-be-met"),),
    ),
    "companion-for-anyone": Fault(
        "damage is passed to a companion that is not there", "companion/nyra/pass-damage",
        bugs=(dropping("companion/nyra/pass-damage", "defense/choose/companion"),),
    ),
    "sold-for-two": Fault(
        "a sold card brings 2 combat points", "cards/sell-value", unlimited="cp",
        bugs=(writing(("*/sell",), "cp", lambda new: uncapped(new) + 1, "a sale brings more"),),
    ),
    "opening-hand-of-five": Fault(
        "the start player is dealt 5 cards", "setup/shuffle-and-draw",
        bugs=(writing("setup/start-player", "draws", lambda new: number(new) + 1, "a card more is dealt"),),
    ),
    "first-income": Fault(
        "the start player has income in the first turn", "income/start-player-skips",
        bugs=(
            dropping("income/start-player-skips", "income/take"),
            leaving_out("income/skip-first", "the first Income Phase is not skipped"),
        ),
    ),
    "other-player-starts": Fault(
        "the player who lost the roll starts", "setup/start-player-roll",
        bugs=(writing("setup/start-player", "turn", lambda new: 1 - number(new), "the other one starts"),),
    ),
    "reacts-twice": Fault(
        "what may be used once in a turn is used again", "status/blood-power/each-effect-once-per-turn",
        bugs=(dropping("status/blood-power/each-effect-once-per-turn", "!resolve/pick-token/*"),),
    ),
    "half-sent-back-late": Fault(
        "Retribution sends back half of what is left of the damage", "status/retribution/half-back",
        formula=(totals, "sent_back", sent_back_late),
    ),
}  # fmt: skip
"""Every fault by name."""
