"""The tests that the plugin makes: one for each vector, each regression, and each rule of damage totals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click import BadParameter

from dicelaw.model.foreign.shown import shown
from dicelaw.oracle.cli.options import Seconds
from dicelaw.oracle.conform.cases import Case, case_of, read_vectors
from dicelaw.oracle.conform.report import lines
from dicelaw.oracle.conform.run import damage_cases
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.ruling_vectors import written
from dicelaw.oracle.files.vectors import Record, vector
from dicelaw.oracle.games.games import known_game
from dicelaw.testing.judge import Departs, Judge, Unanswered, Unasked
from dicelaw.testing.known import SKIP, read_known, said_of

Asked = Case | Mapping[str, Any]
"""A play, or a ``DamageCase``."""


@dataclass(frozen=True)
class Source:
    """What a test asks, made when it is run: one case, or several that rest on the same rule.

    ``setup`` is where a recorded play begins, so that one that is not supported need not be made.
    """

    id: str
    cases: Callable[[], Sequence[Asked]]
    setup: Mapping[str, Any] | None = None


def sources(game: str, vectors: Sequence[str], regressions: Sequence[str]) -> list[Source]:
    """What is asked about ``game``: ``vectors``, by default those of dicelaw, and ``regressions``.

    Raises UserError for what cannot be read, and for an id that two of them have.
    """
    found = [] if vectors else [*_recorded(game), *_totals(game)]
    found += [one for place in (*vectors, *regressions) for one in _read(Path(place), game)]
    known: set[str] = set()
    for one in found:
        if one.id in known:
            raise UserError(f"two vectors are called {one.id}; give one of them another id")
        known.add(one.id)
    return found


def _recorded(game: str) -> Iterator[Source]:
    """The vectors in the package; those of the same machine come one after another, as it is built once."""
    by_machine: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for record in written(game):
        by_machine[record.between].append(record)
    for records in by_machine.values():
        yield from (Source(one.id, partial(_made, one), one.setup) for one in records)


def _made(record: Record) -> list[Case]:
    return [case_of(vector(record))]


def _totals(game: str) -> Iterator[Source]:
    about = damage_cases(game)
    if about is None:
        return
    by_rule: dict[str, list[Asked]] = defaultdict(list)
    for case in about.cases():
        by_rule[case["rules"][0]].append(case)
    for rule, totals in by_rule.items():
        yield Source(f"damage-total/{rule}", partial(list, totals))


def _read(place: Path, game: str) -> Iterator[Source]:
    for case in read_vectors(place, game):
        yield Source(case.id if isinstance(case, Case) else case["id"], partial(list, [case]))


class Game(pytest.Collector):
    """The tests of one game."""

    def collect(self) -> Iterable[pytest.Item]:
        """They are collected by the plugin."""
        return ()


class Test(pytest.Item):
    """One vector, or a rule of damage totals, that an implementation is asked."""

    source: Source
    judge: Judge

    def runtest(self) -> None:
        """Raises Departs or Unanswered where it does not agree with the rules."""
        try:
            if self.source.setup is not None:
                self.judge.must_know(self.source.id, self.source.setup)
            for case in self.source.cases():
                self.judge.ask(case)
        except Unasked as why:
            pytest.skip(str(why))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is wrong, in words; a trace of calls only where dicelaw itself failed."""
        if isinstance(excinfo.value, Departs | Unanswered | UserError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """What it is called; it stands in no file, so in the folder of the run."""
        return self.path, 0, f"{self.judge.game}::{self.name}"


def _seconds(given: str) -> float:
    """How long an answer may take. Raises UsageError for what is no such time."""
    try:
        return Seconds().convert(given, None, None)
    except BadParameter as error:
        raise pytest.UsageError(f"--dicelaw-timeout: {error.message}") from None


class Tests:
    """Adds the tests to those of a run, and ends the implementation with it."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        option = config.getoption
        try:
            self.game = known_game(option("dicelaw")).name
            self.sources = sources(self.game, option("dicelaw_vectors"), option("dicelaw_regressions"))
            file = option("dicelaw_known")
            self.known = read_known(Path(file), [one.id for one in self.sources]) if file else []
        except UserError as error:
            raise pytest.UsageError(error.message) from None
        self.judge = Judge(self.game, option("dicelaw_impl"), _seconds(option("dicelaw_timeout")))

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """A test for each vector, marked with what is known of it."""
        parent = Game.from_parent(session, name=self.game, nodeid=self.game)
        made: list[pytest.Item] = []
        for source in self.sources:
            item = Test.from_parent(parent, name=source.id)
            item.source, item.judge = source, self.judge
            item.add_marker("dicelaw")
            for one in said_of(source.id, self.known):
                why = one.why or one.place
                skip = pytest.mark.skip(reason=why)
                fails = pytest.mark.xfail(reason=why, raises=Departs, strict=True)
                item.add_marker(skip if one.word == SKIP else fails)
            made.append(item)
        items += made
        report = pytest.CollectReport(parent.nodeid, "passed", longrepr=None, result=[*made])
        session.ihook.pytest_collectreport(report=report)  # so that pytest counts them among the collected

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """An implementation that cannot be started is told once, before any test."""
        collects_only = self.config.option.collectonly
        if not collects_only and any(isinstance(item, Test) for item in getattr(session, "items", ())):
            try:
                self.judge.engine.begun()
            except UserError as error:
                raise pytest.UsageError(error.message) from None

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """The implementation is ended; a run in which nothing was compared is no success."""
        self.judge.close()
        if self.judge.has_compared_nothing and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """What the implementation is, and how many cases came out how."""
        if self.judge.tally.results:
            *_, last = lines(self.judge.tally)
            terminalreporter.write_line(shown(f"dicelaw: {last}"))
