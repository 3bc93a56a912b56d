"""A whole run: what an implementation supports is tested, and what it gets wrong is found out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dicelaw.oracle.conform.blame import blamed, stated
from dicelaw.oracle.conform.cases import Case, read_folder
from dicelaw.oracle.conform.check import (
    COMPARED,
    NONE,
    Difference,
    Outcome,
    Result,
    Support,
    check,
    greet,
)
from dicelaw.oracle.conform.coverage import Coverage, Tested
from dicelaw.oracle.conform.damage import cases, check_total, shortest
from dicelaw.oracle.conform.engine import Broken, GivenUp, Supervised
from dicelaw.oracle.conform.explore import Explorer
from dicelaw.oracle.conform.plays import told
from dicelaw.oracle.conform.shrink import NEAR, shrunk
from dicelaw.oracle.description import description
from dicelaw.oracle.session import Demand

DIFFERENT = 20
"""How many disagreements of one run are shrunk; further ones are reported as they are."""


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
        one = self.difference
        if one.decision is not None:
            text = one.decision.get("text") or one.subject
            who = f"{one.decision['actor']}: {text} ({one.subject})"
            return f"{who}: {one.expected}, and it is {one.found}"
        what = f"{one.subject} of player {one.seat}" if one.seat else one.subject
        if not one.partly:
            return f"{what} should be {one.expected}, and {one.found} is shown"
        if one.expected == NONE:
            return f"{what}: {one.found} is shown and should not be there"
        shown = "is not shown" if one.found == NONE else f"{one.found} is shown instead"
        return f"{what}: {one.expected} should be there, and {shown}"


@dataclass
class Tally:
    """What a run has come to so far."""

    support: Support | None = None
    results: list[Result] = field(default_factory=list)
    findings: dict[tuple[Any, ...], Finding] = field(default_factory=dict)
    times: Counter[tuple[Any, ...]] = field(default_factory=Counter)
    coverage: Coverage = field(default_factory=Coverage)
    restarts: int = 0

    def count(self, outcome: Outcome) -> int:
        """How many cases came out as ``outcome``."""
        return sum(result.outcome is outcome for result in self.results)


@dataclass(frozen=True)
class Plan:
    """What a run tests: vectors of a folder, and so many plays of its own from a seed."""

    game: str
    vectors: Path | None = None
    explore: int = 0
    seed: int = 0


def conform(plan: Plan, engine: Supervised, tally: Tally) -> Iterator[Result]:
    """Each result as it comes, all kept in ``tally``. The engine is ended in the end, come what may.

    Raises UserError for vectors that cannot be read and for an engine that cannot be started.
    """
    given = [*read_folder(plan.vectors, plan.game)] if plan.vectors is not None else []
    try:
        for result in _results(plan, given, engine, tally):
            tally.results.append(result)
            tally.restarts = engine.restarts
            yield result
    finally:
        tally.restarts = engine.restarts
        engine.close()


def _results(
    plan: Plan, given: Sequence[Case | dict[str, Any]], engine: Supervised, tally: Tally
) -> Iterator[Result]:
    try:
        support = tally.support = greet(engine)
    except (Broken, GivenUp) as broken:
        yield Result("hello", Outcome.ERROR, why=str(broken))
        return
    run = _Run(plan.game, engine, support, tally)
    totals = [one for one in given if isinstance(one, dict)]
    game = description(plan.game)
    if "damage-total" in support.parts and game.part == "duel":
        totals += cases(plan.game)
    yield from map(run.total, totals)
    vectors = [one for one in given if isinstance(one, Case)]
    for case in vectors:
        result = run.case(case)
        if result.outcome is Outcome.DISAGREES or result.steps == len(case.steps):
            made = tuple(one["transition"] for one in case.decisions[: result.steps])
            tally.coverage.count([Tested(made, case.rules)])
        yield result
    lacks = support.lacks(plan.game)
    if lacks and not totals and not vectors:
        yield Result("hello", Outcome.SKIPPED, why=lacks)
    if plan.explore and not lacks:
        known = [one for one in game.starters() if support.knows(game.who, one)]
        if not known:
            yield Result("explore", Outcome.SKIPPED, why=f"it supports none of our {game.who}")
            return
        explorer = Explorer(plan.game, known, plan.seed, tally.coverage)
        for _ in range(plan.explore):
            case = explorer.next()
            result = run.case(case)
            explorer.heard(case, result)
            yield result
    played = [result for result in tally.results if not result.case.startswith("damage-total/")]
    if game.part in support.parts and played and all(one.unsupported and not one.begun for one in played):
        says = f"it said that it supports the part {game.part}, and began none of {len(played)} plays"
        yield Result("hello", Outcome.ERROR, why=f"the adapter lied about what it supports: {says}")


@dataclass(frozen=True)
class _Run:
    game: str
    engine: Supervised
    support: Support
    tally: Tally
    totals: dict[tuple[Any, ...], tuple[Any, ...]] = field(default_factory=dict)
    """For each set of rules that a wrong total hangs on, the finding that its like was simplified to."""
    plays: dict[tuple[Any, ...], tuple[Any, ...]] = field(default_factory=dict)
    """For each key of a disagreement as it was met, that of the finding that its like was shrunk to."""

    def case(self, case: Case) -> Result:
        """What comes of ``case``; a disagreement is looked into."""
        result = check(case, self.engine, self.support)
        if result.difference is not None:
            return self._showed(result, self._look_into(case, result.steps, result.difference))
        return result

    def total(self, damage: Mapping[str, Any]) -> Result:
        """What comes of a damage case; a disagreement is looked into."""
        if "damage-total" not in self.support.parts:
            why = "it does not support the part damage-total"
            return Result(damage["id"], Outcome.SKIPPED, why=why)
        result = check_total(damage, self.engine)
        if result.outcome in COMPARED:
            self.tally.coverage.count([Tested(rules=tuple(damage["rules"]))])
        if result.difference is not None:
            apart = tuple(damage["rules"])
            if apart not in self.totals:
                self.totals[apart] = self._simplest(damage, result.difference)
            return self._showed(result, self.totals[apart])
        return result

    def _showed(self, result: Result, key: tuple[Any, ...]) -> Result:
        """``result``, which showed the finding ``key``."""
        self.tally.times[key] += 1
        return replace(result, finding=key)

    def _simplest(self, damage: Mapping[str, Any], difference: Difference) -> tuple[Any, ...]:
        """The key of the finding that the simplest wrong total makes."""
        least, found = shortest(self.game, damage, self.engine) or (damage, difference)
        key = ("total", *least["rules"])
        if key not in self.tally.findings:
            self._add(key, lambda id: Finding(
                id, found, tuple(stated(least["rules"], self.game)), (_said(least["damage"]),), damage=least
            ))  # fmt: skip
        return key

    def _look_into(self, case: Case, steps: int, difference: Difference) -> tuple[Any, ...]:
        """The key of the finding that ``difference``, after so many ``steps`` of ``case``, is one of."""
        rules = blamed(case, steps, difference)
        met = key = _key(difference, rules)
        if met in self.plays:
            return self.plays[met]
        if len(self.plays) < DIFFERENT:
            shown = shrunk(case, steps, difference, self.engine, self.support)
            case, difference = shown.case, shown.difference
            steps = len(case.steps) - difference.further
            rules = blamed(case, steps, difference)
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
        self.tally.findings[key] = made(f"disagreement/{len(self.tally.findings) + 1}")


def _key(difference: Difference, rules: Sequence[Demand]) -> tuple[Any, ...]:
    return *difference.signature, *(one.rule for one in rules[:NEAR])


def _said(damage: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in damage.items())
