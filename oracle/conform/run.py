"""A whole run: what an implementation supports is tested, and what it gets wrong is found out.

A disagreement counts where it comes again, at once and from an implementation that was started anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from dicelaw.model.games import game_of
from dicelaw.model.number_of import number_of
from dicelaw.oracle.conform.again import ANEW, CERTAIN, not_again, other_than, steady
from dicelaw.oracle.conform.blame import blamed, stated
from dicelaw.oracle.conform.cases import Case
from dicelaw.oracle.conform.check import (
    COMPARED,
    Difference,
    Outcome,
    Result,
    Support,
    check,
    greet,
)
from dicelaw.oracle.conform.coverage import Coverage, Tested
from dicelaw.oracle.conform.engine import Broken, Engine, GivenUp, Supervised
from dicelaw.oracle.conform.explore import Explorer
from dicelaw.oracle.conform.plays import told
from dicelaw.oracle.conform.shrink import NEAR, Shown, cut, shrunk
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.ports import part_of
from dicelaw.oracle.games.session import Demand

TOTALS = "damage-total"
"""What an implementation calls its support of damage totals."""
DAMAGE_CASES = "damage_cases"
"""The module in the folder of a game that makes them."""
DIFFERENT = 20
"""How many disagreements of one run are shrunk; further ones are reported as they are."""


def damage_cases(game: str) -> Any:
    """What makes damage totals of ``game``; None where it has none."""
    known = game_of(game)
    return known.part("oracle", DAMAGE_CASES) if known.has("oracle", DAMAGE_CASES) else None


@dataclass(frozen=True)
class Finding:
    """A disagreement: the shortest case found, and the rules that decide it. ``play`` tells it in words."""

    id: str
    difference: Difference
    rules: tuple[Demand, ...]
    play: tuple[str, ...]
    case: Case | None = None
    damage: Mapping[str, Any] | None = None

    @property
    def says(self) -> str:
        """What is wrong, in a sentence."""
        return self.difference.says


@dataclass
class Tally:
    """What a run has come to so far; ``ended`` says why it did not come to its end, if that is so.

    ``planned`` is how many cases there are, once the implementation has said what it supports. ``numbered``
    counts the disagreements that have a number already, as in the folder of the report.
    """

    support: Support | None = None
    results: list[Result] = field(default_factory=list)
    findings: dict[tuple[Any, ...], Finding] = field(default_factory=dict)
    times: Counter[tuple[Any, ...]] = field(default_factory=Counter)
    coverage: Coverage = field(default_factory=Coverage)
    restarts: int = 0
    questions: int = 0
    ended: str = ""
    planned: int = 0
    numbered: int = 0

    def count(self, outcome: Outcome) -> int:
        """How many cases came out as ``outcome``."""
        return sum(result.outcome is outcome for result in self.results)


@dataclass(frozen=True)
class Plan:
    """What a run tests: vectors and damage cases, and so many plays of its own, in ``mode``, from a seed."""

    game: str
    vectors: Sequence[Case | dict[str, Any]] = ()
    explore: int = 0
    seed: int = 0
    mode: str = ""


def conform(plan: Plan, engine: Supervised, tally: Tally) -> Generator[Result, None, None]:
    """Each result as it comes, all kept in ``tally``. The engine is ended in the end, come what may.

    Raises UserError for an engine that cannot be started.
    """
    try:
        for result in _results(plan, engine, tally):
            tally.results.append(result)
            yield result
            if engine.budget.spent:
                tally.ended = engine.budget.spent
                return
    finally:
        tally.restarts, tally.questions = engine.restarts, engine.budget.asked
        engine.close()


def _results(plan: Plan, engine: Supervised, tally: Tally) -> Iterator[Result]:
    try:
        support = tally.support = greet(engine)
    except (Broken, GivenUp) as broken:
        yield Result("hello", Outcome.ERROR, why=str(broken))
        return
    run = Run(plan.game, engine, support, tally)
    totals = [one for one in plan.vectors if isinstance(one, dict)]
    game, part = description(plan.game), part_of(plan.game)
    if TOTALS in support.parts and (about := damage_cases(plan.game)):
        totals += about.cases()
    vectors = [one for one in plan.vectors if isinstance(one, Case)]
    lacks = support.lacks(plan.game, plan.mode)
    tally.planned = len(totals) + len(vectors) + (0 if lacks else plan.explore)
    yield from map(run.total, totals)
    for case in vectors:
        result = run.case(case)
        if result.outcome is Outcome.DISAGREES or result.steps == len(case.steps):
            made = tuple(one["transition"] for one in case.decisions[: result.steps])
            tally.coverage.count([Tested(made, case.rules)])
        yield result
    if lacks and lacks != support.lacks(plan.game):  # it plays the game, and not the mode that is asked for
        yield Result("explore", Outcome.SKIPPED, why=lacks)
    elif lacks and not totals and not vectors:
        yield Result("hello", Outcome.SKIPPED, why=lacks)
    if plan.explore and not lacks:
        known = [one for one in game.starters() if support.knows(game.who, one)]
        if not known:
            yield Result("explore", Outcome.SKIPPED, why=f"it supports none of our {game.who}")
            return
        explorer = Explorer(plan.game, known, plan.seed, tally.coverage, plan.mode)
        for _ in range(plan.explore):
            case = explorer.next()
            result = run.case(case)
            explorer.heard(case, result)
            yield result
    played = [result for result in tally.results if not result.case.startswith("damage-total/")]
    if part in support.parts and played and all(one.unsupported and not one.begun for one in played):
        none = f"none of {number_of(len(played), 'play')}"
        says = f"it said that it supports the part {part}, and began {none}"
        yield Result("hello", Outcome.ERROR, why=f"the adapter lied about what it supports: {says}")


@dataclass(frozen=True)
class Run:
    """Asks ``engine`` one case after another; what is found out about disagreements is kept in ``tally``."""

    game: str
    engine: Supervised
    support: Support
    tally: Tally
    totals: dict[tuple[Any, ...], tuple[Any, ...]] = field(default_factory=dict)
    """For each set of rules that a wrong total hangs on, the finding that its like was simplified to."""
    shrink: Callable[[Shown, Engine, Support], Shown] = shrunk
    plays: dict[tuple[Any, ...], tuple[Any, ...]] = field(default_factory=dict)
    """For each key of a disagreement as it was met, that of the finding that its like was shrunk to."""

    def case(self, case: Case) -> Result:
        """What comes of ``case``; a disagreement is looked into."""
        result = steady(self._checked(case), partial(self._checked, case))
        if result.difference is None:
            return result
        met = _key(result.difference, blamed(case, result.steps, result.difference))
        whole = cut(case, result.steps, result.difference)
        if met not in self.plays:
            with self._counting(result, lambda: self._found(met, whole)):
                shown = (
                    self.shrink(whole, self.engine, self.support) if len(self.plays) < DIFFERENT else whole
                )
                self.engine.renew()
                if not self._stands(shown):
                    shown, other = whole, other_than(result, partial(self._checked, case), CERTAIN)
                    if other is not None:
                        return not_again(result, other, ANEW)
                self._found(met, shown)
        return self._showed(result, self.plays[met])

    def seen(self, case: Case) -> Result:
        """What comes of ``case``, which is as short as can be; a disagreement is a finding as it is."""
        result = steady(self._checked(case), partial(self._checked, case))
        if result.difference is None:
            return result
        met = _key(result.difference, blamed(case, result.steps, result.difference))
        return self._showed(result, self._found(met, cut(case, result.steps, result.difference)))

    def total(self, damage: Mapping[str, Any]) -> Result:
        """What comes of a damage case; a disagreement is looked into."""
        if TOTALS not in self.support.parts:
            why = f"it does not support the part {TOTALS}"
            return Result(damage["id"], Outcome.SKIPPED, why=why)
        about = game_of(self.game).part("oracle", DAMAGE_CASES)
        asked = partial(about.check_total, damage, self.engine)
        result: Result = asked()
        if result.outcome in COMPARED:
            self.tally.coverage.count([Tested(rules=tuple(damage["rules"]))])
        result = steady(result, asked)
        if result.difference is None:
            return result
        met, whole = tuple(damage["rules"]), (damage, result.difference)
        if met not in self.totals:
            with self._counting(result, lambda: self._found_total(met, *whole)):
                least, found = about.shortest(damage, self.engine) or whole
                self.engine.renew()
                seen = replace(result, difference=found)
                if other_than(seen, partial(about.check_total, least, self.engine), CERTAIN) is not None:
                    least, found = whole
                    other = other_than(result, asked, CERTAIN)
                    if other is not None:
                        return not_again(result, other, ANEW)
                self._found_total(met, least, found)
        return self._showed(result, self.totals[met])

    @contextmanager
    def _counting(self, result: Result, found: Callable[[], tuple[Any, ...]]) -> Iterator[None]:
        """Within it a disagreement is looked into; where that is cut short, it counts as ``found``."""
        try:
            yield
        except BaseException:
            self.tally.results.append(self._showed(result, found()))
            raise

    def _checked(self, case: Case) -> Result:
        return check(case, self.engine, self.support)

    def _stands(self, shown: Shown) -> bool:
        """Whether ``shown`` comes again, each time."""
        wanted = Result(shown.case.id, Outcome.DISAGREES, shown.steps, difference=shown.difference)
        return other_than(wanted, partial(self._checked, shown.case), CERTAIN) is None

    def _showed(self, result: Result, key: tuple[Any, ...]) -> Result:
        """``result``, which showed the finding ``key``."""
        self.tally.times[key] += 1
        return replace(result, finding=key)

    def _found_total(
        self, met: tuple[str, ...], least: Mapping[str, Any], found: Difference
    ) -> tuple[Any, ...]:
        """The key of the finding that the wrong total ``least`` makes, and others like ``met``."""
        key = self.totals[met] = ("total", *least["rules"])
        if key not in self.tally.findings:
            self._add(key, lambda id: Finding(
                id, found, tuple(stated(least["rules"], self.game)), (_said(least["damage"]),), damage=least
            ))  # fmt: skip
        return key

    def _found(self, met: tuple[Any, ...], shown: Shown) -> tuple[Any, ...]:
        """The key of the finding that ``shown`` makes, and others like ``met``."""
        case, difference = shown.case, shown.difference
        rules = blamed(case, shown.steps, difference)
        key = _key(difference, rules)
        self.plays[met] = self.plays[key] = key
        if key not in self.tally.findings:
            named = tuple(dict.fromkeys(one.rule for one in rules))
            self._add(key, lambda id: Finding(
                id, difference, tuple(rules), tuple(told(case)),
                replace(case, id=id, rules=named, checks=f"{difference.kind} {difference.subject}"),
            ))  # fmt: skip
        return key

    def _add(self, key: tuple[Any, ...], made: Callable[[str], Finding]) -> None:
        self.tally.findings[key] = made(f"disagreement/{self.tally.numbered + len(self.tally.findings) + 1}")


def _key(difference: Difference, rules: Sequence[Demand]) -> tuple[Any, ...]:
    return *difference.signature, *(one.rule for one in rules[:NEAR])


def _said(damage: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in damage.items())
