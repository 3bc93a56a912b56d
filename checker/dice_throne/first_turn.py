"""Wins in the first turn: how much harm costs and effects leave room for, before the other decides anything.

The bound is one of linear arithmetic. What each use costs and brings is a row; uses are any numbers that
leave no good below nothing, each card is played once between two shuffles, and one ability is activated in
each Offensive Roll Phase. The harm of a use is the most that its instructions can do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

import z3

from dicelaw.checker.dice_throne.activation import activations
from dicelaw.checker.dice_throne.amounts import Dice, amount, of_dice
from dicelaw.checker.dice_throne.goods import Goods, cards, drawn, points
from dicelaw.checker.dice_throne.phases import DuelActs
from dicelaw.checker.dice_throne.programs import Programs
from dicelaw.checker.dice_throne.runs import pairs, results
from dicelaw.checker.loops.acts import Act, rows_of
from dicelaw.model.dice_throne.language import (
    TOKENS_MOST,
    Action,
    Count,
    Instruction,
    Op,
    Pool,
    Program,
    Timing,
    Who,
)
from dicelaw.model.dice_throne.state.duel_state import CP_MAX, CP_START, DICE, HAND_START

HARMING = frozenset({Op.DAMAGE, Op.ADD, Op.COLLATERAL, Op.DEAL, Op.ISOLATED, Op.SUFFER, Op.STEAL_HEALTH})
ONE_SIDED = frozenset({Op.DAMAGE, Op.ADD, Op.STEAL_HEALTH})
"""What harms the other, whomever it names."""
OPEN = frozenset({Op.DOUBLE})
"""What is not bounded by a sum."""
INCOME = 1
"""A card and a combat point more than at the beginning: who starts has none, so this is to be sure."""
PHASES = "further Offensive Roll Phases"
HIDDEN = 8
"""So many cards of a deck at most need not be drawn before it is shuffled: those in hand or in play."""


@dataclass(frozen=True)
class Bound:
    """The most harm that a first turn leaves room for; None where that has no bound."""

    harm: Fraction | None


def bound(acts: DuelActs) -> Bound:
    """The most harm that the first hero of ``acts`` can do in its first turn, as far as costs tell.

    Harm in the other's next Upkeep Phase is counted in, as nothing is decided before it.
    """
    return _Turn(acts).bound()


class _Turn:
    """The inequalities of a first turn of the first hero."""

    def __init__(self, acts: DuelActs) -> None:
        self.acts, self.goods, self.hero = acts, acts.goods, acts.goods.heroes[0]
        self.programs = Programs(acts.goods)
        self.solver = z3.Optimize()
        self.totals: dict[str, list[z3.ArithRef]] = {}
        self.harm: list[z3.ArithRef] = [z3.RealVal(0)]
        kinds = [kind for kind, status in enumerate(self.goods.statuses) if kind and status.bars_actions]
        self.barring = {self.goods.token(1, kind) for kind in kinds}
        self.numbers = 0
        self.is_open = False

    def bound(self) -> Bound:
        """The most harm."""
        begin = {points(0): CP_START + INCOME, cards(0): HAND_START + INCOME}
        shuffles, phases = self._new(), self._new()
        for one, act in self.acts.lasting:
            if one.seat == 0:
                self._add(act, one.action.program)
        self._add(Act.plain("sell", {cards(0): -1, points(0): 1}), ())
        for one, act in self.acts.played:
            if one.seat == 0:
                self.solver.add(self._add(act, one.action.program) <= 1 + shuffles)
        activated = [
            self._run(one.ability.id, _joined(one.ability.activate, one.ability.land), one.results)
            for one in activations(self.hero, self.goods.statuses)
        ]
        self.solver.add(z3.Sum([z3.RealVal(0), *activated]) <= 1 + phases)
        self._triggers(1 + phases)
        more = self.totals.pop(PHASES, [])
        self.solver.add(phases <= z3.Sum([z3.RealVal(0), *more]))
        taken = self.totals.pop(drawn(0), [])
        self.solver.add(z3.Sum([z3.RealVal(0), *taken]) >= max(len(self.hero.cards) - HIDDEN, 1) * shuffles)
        for good, changes in self.totals.items():
            if good in self.goods.counted:
                self.solver.add(z3.Sum([z3.RealVal(begin.get(good, 0)), *changes]) >= 0)
        if self.is_open:
            return Bound(None)
        return self._most(1 + phases)

    def _triggers(self, phases: z3.ArithRef) -> None:
        """What runs by itself for the hero in so many ``phases``, and the points for attacking the other."""
        own = [trigger for *_, trigger in self.hero.passives]
        own += [trigger for status in self.goods.statuses[1:] for trigger in status.triggers]
        for trigger in own:
            times = TOKENS_MOST if trigger.each else 1
            self.solver.add(self._run("trigger", trigger.program) <= phases * times)
        earned = sum(
            status.attack_cp * self.goods.most(self.goods.token(1, kind))
            for kind, status in enumerate(self.goods.statuses)
            if kind
        )
        self.totals.setdefault(points(0), []).append(phases * earned)

    def _most(self, phases: z3.ArithRef) -> Bound:
        """The most harm, what tokens and companions do by themselves counted in."""
        bonus, once = self.hero.companion_plus, 0
        for kind, status in enumerate(self.goods.statuses):
            if kind and self._is_inflicted(kind):
                most = self.goods.most(self.goods.token(1, kind))
                bonus += status.attack_plus * most
                once += sum(self._harmful(one.program, to_bearer=True) for one in status.triggers) * most
        found = self.solver.maximize(z3.Sum([*self.harm, phases * bonus, z3.RealVal(once)]))
        if self.solver.check() != z3.sat:
            raise ArithmeticError("a first turn in which nothing is done is always possible")
        most_harm = self.solver.upper(found)
        if z3.is_rational_value(most_harm) or z3.is_int_value(most_harm):
            return Bound(Fraction(str(most_harm)))
        return Bound(None)

    def _is_inflicted(self, kind: int) -> bool:
        """Whether the other can come to have a token of ``kind``."""
        changes = self.totals.get(self.goods.token(1, kind), [])
        self.solver.push()
        self.solver.add(z3.Sum([z3.RealVal(0), *changes]) > 0)
        found = bool(self.solver.check() == z3.sat)
        self.solver.pop()
        return found

    def _new(self) -> z3.ArithRef:
        number = z3.Real(f"times {self.numbers}")
        self.numbers += 1
        self.solver.add(number >= 0)
        return number

    def _run(self, name: str, program: Program, tables: Iterable[Dice] = ()) -> z3.ArithRef:
        """How often something runs that costs nothing, such as an ability with one of ``tables``."""
        action = Action(name, name, Timing.INSTANT, 0, program)
        return self._add(self.programs.act(action, 0, is_card=False), program, tables)

    def _add(self, act: Act, program: Program, tables: Iterable[Dice] = ()) -> z3.ArithRef:
        """How often ``act`` is used, any of its results each time."""
        times = []
        for row in rows_of([act]):
            number = self._new()
            times.append(number)
            for good, by in row.change:
                self.totals.setdefault(good, []).append(by * number)
                if by > 0 and good in self.barring:
                    self.totals.setdefault(PHASES, []).append(by * number)
        used = z3.Sum([z3.RealVal(0), *times])
        self.harm.append(self._harmful(program, tables) * used)
        for step in program:
            self.is_open |= step.op in OPEN
            if step.op is Op.EXTRA_PHASE:
                self.totals.setdefault(PHASES, []).append(1 * used)
        return used

    def _harmful(self, program: Program, tables: Iterable[Dice] = (), *, to_bearer: bool = False) -> int:
        """The most that ``program`` takes from the other, or from its own bearer."""
        reads = any(step.pool is not Pool.ROLLED for step in program)
        harming = _Harming(self.goods, program, Who.SELF if to_bearer else Who.OPPONENT)
        return max(
            (harming.most(0, table, None) for table in (tables if reads else ())),
            default=harming.most(0, None, None),
        )


class _Harming:
    """The most that ``program`` can take from whom it ``aims`` at, over all choices and results of dice."""

    def __init__(self, goods: Goods, program: Program, aims: Who) -> None:
        self.goods, self.program, self.aims = goods, program, aims
        self._known: dict[tuple[int, Dice | None, Dice | None], int] = {}

    def most(self, pc: int, table: Dice | None, rolled: Dice | None) -> int:
        """What runs from ``pc`` on, with these dice on the ``table`` and these ``rolled`` for the effect."""
        key = (pc, table, rolled)
        if key not in self._known:
            self._known[key] = self._from(pc, table, rolled)
        return self._known[key]

    def _from(self, pc: int, table: Dice | None, rolled: Dice | None) -> int:
        if pc >= len(self.program) or self.program[pc].op is Op.END:
            return 0
        step = self.program[pc]
        dice = rolled if step.pool is Pool.ROLLED else table
        onward = self.most(pc + 1, table, rolled)
        applies = of_dice(step, dice)
        if applies is False:
            return onward
        found = self._applied(pc, step, table, rolled)
        sure = applies and not (step.held or step.cp_least or step.test)
        return found if sure else max(found, onward)

    def _applied(self, pc: int, step: Instruction, table: Dice | None, rolled: Dice | None) -> int:
        onward = self.most(pc + 1, table, rolled)
        if step.op is Op.SKIP:
            return self.most(pc + step.arg, table, rolled)
        if step.op is Op.OR:
            return max(onward, self.most(pc + step.arg, table, rolled))
        if step.op in (Op.ROLL, Op.ROLL_OFF):
            outcomes = pairs() if step.op is Op.ROLL_OFF else results(min(step.base, DICE))
            return max(self.most(pc + 1, table, thrown) for thrown in outcomes)
        dice = rolled if step.pool is Pool.ROLLED else table
        if step.op in ONE_SIDED and self.aims is Who.OPPONENT:
            return onward + max(self._amount(step, dice), 0)
        if step.who not in (self.aims, Who.CHOSEN):
            return onward
        if step.op in HARMING:
            return onward + max(self._amount(step, dice), 0)
        return onward + (self.goods.statuses[step.token].bursts if step.op is Op.TOKEN else 0)

    def _amount(self, step: Instruction, dice: Dice | None) -> int:
        most = self.goods.most
        counted = step.counted
        counts = {
            Count.OWN_CP: (0, CP_MAX),
            Count.PAID: (0, step.most or CP_MAX),
            Count.EXTRA_ATTEMPTS: (0, 15),
            Count.OWN_TOKENS: (0, most(self.goods.token(0, counted)) if counted else TOKENS_MOST),
            Count.THEIR_TOKENS: (0, most(self.goods.token(1, counted)) if counted else TOKENS_MOST),
        }
        return amount(step, dice, counts)[1]


def _joined(first: Program, second: Program) -> Program:
    """Both programs as one, which runs them one after another."""
    kept = tuple(
        replace(step, op=Op.SKIP, arg=len(first) - place) if step.op is Op.END else step
        for place, step in enumerate(first)
    )
    return (*kept, *second)
