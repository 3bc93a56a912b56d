"""Wins in the first turn: how much harm costs leave room for, with all dice that may come into play.

There are starting dice, and what is bought goes to the Used Pile. Each die gives its energy or attacks once.
So dice of cards count only where a Global may draw them, field them or swap them in; where they do, all that
they may do is counted, or it is said that it has no bound. That is linear arithmetic: what is done takes
goods and brings goods, with any luck with dice, in any order, any fraction of times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import z3

from dicelaw.checker.dice_masters.entries import GLOBAL
from dicelaw.checker.dice_masters.loop_dice import SEATS, Dice, Sort
from dicelaw.checker.dice_masters.loop_words import KNOWN
from dicelaw.model.dice_masters.cards.cards import (
    ACTION_FACES,
    COPYING,
    Card,
    Global,
    Moment,
    Op,
    Program,
    Step,
    Target,
)
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import DRAW, PREP
from dicelaw.model.kernel.concrete import Concrete

ON_PLAYER = frozenset({Op.HURT_PLAYER, Op.HURT_ANY, Op.HURT_BOTH, Op.HURT_OPPOSING, Op.LOSE})
"""The words that take life from the other."""
ON_ATTACKERS = frozenset({Op.ATTACK, Op.ATTACK_TWO, Op.DEFENSE})
"""The words that make an attacker stronger; D counts, as it may be exchanged for A."""
HARMING = ON_PLAYER | ON_ATTACKERS
BRINGS = {
    Op.DRAW_ROLL: "draws", Op.DRAW: "preps", Op.SWAP: "swaps", Op.SWAP_ALIKE: "swaps", Op.REROLL: "rerolls",
    Op.DISCARD: "discards", Op.REBATE: "energy",
}  # fmt: skip
"""The words of a Global that move dice or pay for some, each with the good that it brings.

Of the others those about the die of the effect do nothing, as a Global has none, and neither do those that
take dice of the other, who has none in the Field or with energy.
"""
NOT_FOLLOWED = COPYING | {
    Op.DRAW_ROLL, Op.DRAW, Op.FIELD_USED, Op.SWAP, Op.SWAP_ALIKE, Op.REROLL, Op.DISCARD, Op.REBATE, Op.FREES,
    Op.TOKEN, Op.RETURN, Op.GATE, Op.TRADE, Op.CONTROL, Op.ATTACH,
}  # fmt: skip
"""The words of a die of a card of which is not followed what they bring."""
BY_OTHERS = frozenset(
    {Moment.BLOCKS, Moment.TARGETED, Moment.OPPONENT_FIELDED, Moment.OPPONENT_ATTACKS,
     Moment.OPPONENT_ATTACKS_DOUBLE, Moment.TURN_BEGINS}
)  # fmt: skip
"""What does not happen in the first turn to dice of who goes first."""
AGAIN = frozenset(
    {Moment.DAMAGED, Moment.DAMAGED_BURST, Moment.PLAYER_DAMAGED, Moment.PLAYER_DAMAGED_BURST,
     Moment.ALLY_KOED, Moment.ALLY_FIELDED, Moment.ATTUNE}
)  # fmt: skip
"""What may happen many times while a die is in play."""
ONCE = frozenset(Moment) - BY_OTHERS - AGAIN
STRONGER = frozenset({Keyword.BREATH_WEAPON, Keyword.EQUIP, Keyword.EXPERIENCE, Keyword.INFILTRATE})
"""The keywords that may harm, or make an attacker stronger."""


@dataclass(frozen=True)
class Bound:
    """The most harm that a first turn leaves room for; None where that has no bound, for what ``hinders``."""

    harm: Fraction | None
    hinders: tuple[str, ...] = ()


def bound(dice: Dice, rolled: int) -> Bound:
    """The most harm that who goes first can do with ``dice``, of which so many are rolled in that turn."""
    found = [
        _Turn(dice, seat, rolled, refilled=refilled).bound() for seat in SEATS for refilled in (False, True)
    ]
    hinders = dict.fromkeys(one for each in found for one in each.hinders)
    if hinders:
        return Bound(None, tuple(hinders))
    return Bound(max(each.harm for each in found if each.harm is not None))


def first_dice(made: TableMachine) -> int:
    """How many dice who goes first rolls in the first turn, as the rules have it."""
    reader, state, t = Concrete(made.machine), made.machine.start, made.table
    while made.machine.point_of(state).id != "roll":
        state = reader.step(state, reader.enabled(state)[0])
    return sum(state[int(zone.place)] == PREP for zone in t.zone)


class _Turn:
    """The inequalities of a first turn of ``seat``; with ``refilled`` the bag is emptied and refilled."""

    def __init__(self, dice: Dice, seat: int, rolled: int, *, refilled: bool) -> None:
        self.dice, self.refilled = dice, refilled
        self.solver = z3.Optimize()
        self.harm: list[z3.ArithRef] = []
        self.totals: dict[str, list[z3.ArithRef]] = {}
        self.numbers = 0
        self.sorts = [one for one in dice.owned(seat) if not one.is_token]
        (self.starting,) = (one for one in self.sorts if one.card is None)
        self.begin = {f"{self.starting} rolled": rolled, "bag": max(self.starting.count - DRAW, 0)}
        self.comes: dict[Sort, list[z3.ArithRef]] = {one: [] for one in self.sorts}

    def bound(self) -> Bound:
        """The most harm, or what hinders a bound."""
        for one in self.dice.set.globals:
            if not one.reactive:
                self._global(one)
        for sort in self.sorts:
            self._dice(sort)
        if self.refilled:
            self.solver.add(z3.Sum(self.totals["bag"]) == -self.begin["bag"])
        for good, changes in self.totals.items():
            self.solver.add(z3.Sum([z3.RealVal(self.begin.get(good, 0)), *changes]) >= 0)
        if self.solver.check() != z3.sat:
            return Bound(Fraction(0))
        whys = {sort: self._hinders(sort) for sort in self.sorts}
        hinders = [f"{sort.id} may come into play, and {why}" for sort, why in whys.items() if why]
        hinders += [
            f"{GLOBAL}{one.id} harms for nothing"
            for one in self.dice.set.globals
            if not self.dice.price(one.cost) and not one.limited and harm_of(self.dice, one.program)
        ]
        hinders += [
            f"nothing is known of what {GLOBAL}{one.id} brings"
            for one in self.dice.set.globals
            if any(step.op not in KNOWN for step in one.program)
        ]
        return Bound(None, tuple(hinders)) if hinders else self._most()

    def _most(self) -> Bound:
        found = self.solver.maximize(z3.Sum(self.harm))
        self.solver.check()
        most = self.solver.upper(found)
        if z3.is_rational_value(most) or z3.is_int_value(most):
            return Bound(Fraction(str(most)))
        return Bound(None, ("dice may come into play again and again",))

    def _act(self, changes: Mapping[str, int], harm: int = 0, most: int | None = None) -> z3.ArithRef:
        """How often something is done that takes and brings goods."""
        number = z3.Real(f"times {self.numbers}")
        self.numbers += 1
        self.solver.add(number >= 0)
        if most is not None:
            self.solver.add(number <= most)
        for good, by in changes.items():
            self.totals.setdefault(good, []).append(by * number)
        self.harm.append(harm * number)
        return number

    def _global(self, one: Global) -> None:
        changes = {"energy": -self.dice.price(one.cost)}
        for step in one.program:
            good = _field(step.target) if step.op is Op.FIELD_USED else BRINGS.get(step.op)
            if good is not None:
                changes[good] = changes.get(good, 0) + max(step.amount, 1) * self.dice.times(step)
        self._act(changes, harm_of(self.dice, one.program), 1 if one.limited else None)

    def _dice(self, sort: Sort) -> None:
        """What dice of ``sort`` do, and how they come into play."""
        rolled, used, field, spent = (f"{sort} {where}" for where in ("rolled", "used", "field", "spent"))
        entered = self._entered(sort)
        if sort.card is not None:
            self._act({"energy": -self.dice.cost(sort), used: 1}, most=sort.count)
        partly = int(sort.energy[1] > 1)
        self._act({rolled: -1, "energy": sort.energy[1], spent: partly}, self._at(sort, Moment.ENERGIZE))
        self._act({"rerolls": -1, spent: -1, rolled: 1})
        for where in (rolled, spent):
            self._act({"discards": -1, where: -1, used: 1})
        if self.refilled:
            self.comes[sort].append(self._act({"draws": -1, used: -1, rolled: 1}))
        if sort is self.starting:
            self._act({"draws": -1, "bag": -1, rolled: 1})
            self._act({"preps": -1, "bag": -1})
        if not sort.levels:
            self._act({rolled: -1}, max(self._at(sort, one) for one in ACTION_FACES) + entered)
            return
        self._act({rolled: -1, "energy": -self.dice.fee(sort), field: 1}, entered)
        self._act({field: -1}, self._attack(sort))
        self._act({"rerolls": -1, field: -1, rolled: 1})
        self._act({"discards": -1, field: -1, used: 1})
        self._act({"swaps": -1, field: -1, used: 1, "swapped": 1})
        ways = [_field(Target.OWN), "swapped", *([_field(Target.SIDEKICK)] if sort is self.starting else [])]
        self.comes[sort] += [self._act({way: -1, used: -1, field: 1}, entered) for way in ways]

    def _attack(self, sort: Sort) -> int:
        """The most harm of an attack with a die of ``sort``."""
        traded = Op.TRADE in self.dice.ops
        most = max(max(face.attack, face.defense if traded else 0) for face in sort.levels)
        return most + sum(self._at(sort, one) for one in (Moment.ATTACKS, Moment.ATTACKS_BURST))

    def _entered(self, sort: Sort) -> int:
        """The most harm of what else a die of ``sort`` does once, as it comes, stays or goes."""
        apart = {Moment.ENERGIZE, Moment.ATTACKS, Moment.ATTACKS_BURST, *ACTION_FACES}
        first = sort.card.first - BY_OTHERS if sort.card else frozenset()
        return sum(self._at(sort, one) for one in (ONCE | first) - apart)

    def _at(self, sort: Sort, moment: Moment) -> int:
        program = sort.card.programs.get(moment, ()) if sort.card else ()
        return harm_of(self.dice, program)

    def _hinders(self, sort: Sort) -> str:
        """Why there is no bound for what dice of ``sort`` do, where there is none and they may come."""
        why = _no_bound(sort.card, self.dice) if sort.card else ""
        if not why or not self.comes[sort]:
            return ""
        self.solver.push()
        self.solver.add(z3.Sum(self.comes[sort]) >= 1)
        comes = self.solver.check() != z3.unsat
        self.solver.pop()
        return why if comes else ""


def _field(target: Target) -> str:
    """How often a die may still be fielded from the Used Pile."""
    return f"to field {target.name}"


def _no_bound(card: Card, dice: Dice) -> str:
    """What on ``card`` has no bound here; nothing where all that its dice may do is counted."""
    if any(one.attack or one.defense for one in card.bonuses):
        return "it makes attackers stronger"
    if card.interrupts:
        return "it changes where damage goes"
    if card.bags_starting_dice:
        return "dice go to the bag"
    for keyword in card.keywords:
        if keyword in STRONGER:
            return f"it has {keyword}"
    for moment, program in card.programs.items():
        words = {step.op for step in program}
        if moment not in BY_OTHERS and words & NOT_FOLLOWED | words - KNOWN:
            return "its effects bring more"
        if moment in AGAIN - card.first and harm_of(dice, program):
            return "it may harm again and again"
    return ""


def harm_of(dice: Dice, program: Program) -> int:
    """The most life that ``program`` takes from the other, and A that it gives."""
    return sum(_of_step(dice, step) for step in program)


def _of_step(dice: Dice, step: Step) -> int:
    if step.op not in HARMING:
        return 0
    return step.amount * dice.times(step) * (1 + (step.op is Op.ATTACK_TWO))
