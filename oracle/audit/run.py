"""Auditing a log: line by line, up to the first that the rules forbid or that contradicts them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from dicelaw.model.collecting import collect_rarely
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import OutsideDomain
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.machine import Machine
from dicelaw.oracle.audit.events import Meanings, given
from dicelaw.oracle.audit.hidden_draws import Fit
from dicelaw.oracle.audit.log_lines import Line, lines
from dicelaw.oracle.audit.mapping import PAIR, Kind, LogMapping
from dicelaw.oracle.audit.move_index import Ways
from dicelaw.oracle.audit.report import Problem, contradiction, illegal
from dicelaw.oracle.audit.state_tracker import Follower, Lost
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import load as load_scenario
from dicelaw.oracle.files.scenario_runner import play as play_entries
from dicelaw.oracle.formats.formats import AuditReport
from dicelaw.oracle.games.decisions import PASSES, verb_of
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.suggestions import plain, unknown_says

LIMIT = 5_000
"""How many plays are followed at once, unless said otherwise."""


@dataclass(frozen=True)
class Audit:
    """What was found, and the last play as a session: the first of those that fit, if there are several."""

    report: AuditReport
    session: Session
    edition: str


class _Found(Exception):
    """A line is wrong."""

    def __init__(self, asked: str, problem: Problem) -> None:
        super().__init__(problem.says)
        self.asked, self.problem = asked, problem


class _Play:
    """One play of a log under way."""

    def __init__(self, auditor: _Auditor, session: Session, edition: str) -> None:
        mapping = auditor.mapping
        self.session = session
        self.edition = edition
        self.meanings, ways = auditor.known(session)
        self.follower = Follower(ways, session.start, mapping.any_moment, auditor.limit)
        self.agreed: dict[int, int] = {}

    def take(self, line: Line) -> None:
        """Hold ``line`` against the play. Raises _Found, Lost, or UserError for names that there are not."""
        wishes, checks = self.meanings.of(line)
        for wish in wishes:
            tried = self.follower.step(wish, line.number)
            if tried:
                raise _Found(wish.says, illegal(self.session, self.follower, wish, tried))
        if checks:
            seen = self.follower.check(checks, line.number)
            if seen:
                found = contradiction(self.session, self.follower, checks, seen, self.agreed)
                raise _Found("", found)
            for check in checks:
                self.agreed[check.slot] = line.number

    def told(self, fit: Fit) -> Session:
        """The play ``fit`` step by step."""
        of = self.session
        session = Session(of.game, of.start, of.heroes, of.content)
        for move, _ in self.follower.hands.moves(fit):
            session.apply(move)
        return session


def _implied(session: Session, mapping: LogMapping) -> list[int]:
    """The transitions of seats and of chance that may happen without a line."""
    return [
        place
        for place, transition in enumerate(session.machine.transitions)
        if any(fnmatchcase(transition.id, pattern) for pattern in mapping.hidden)
        or (mapping.implied_passes and transition.by_seat and verb_of(transition.id) in PASSES)
        if transition.actor is not Agent.RULES
    ]


def audit(
    log: Path,
    mapping: LogMapping,
    game: str,
    readings: Mapping[str, str] | None = None,
    content: OwnContent | None = None,
    limit: int = LIMIT,
    progress: Callable[[int], None] = lambda _: None,
) -> Audit:
    """What the log in the file ``log`` comes to, read through ``mapping``.

    ``readings`` win over those of the mapping, and ``progress`` is told how many bytes were read. Raises
    UserError with the line for a log or a name that cannot be read, and for a log that says nothing.
    """
    with _collecting_rarely():
        return _Auditor(log, mapping, game, dict(readings or {}), content, limit).audit(progress)


@contextmanager
def _collecting_rarely() -> Iterator[None]:
    """Look for garbage in cycles rarely: the steps of a play make none, and there are very many of them."""
    before = gc.get_threshold()
    collect_rarely()
    try:
        yield
    finally:
        gc.set_threshold(*before)


class _Auditor:
    def __init__(
        self,
        log: Path,
        mapping: LogMapping,
        game: str,
        readings: Mapping[str, str],
        content: OwnContent | None,
        limit: int,
    ) -> None:
        self.log, self.mapping, self.game = log, mapping, game
        self.readings, self.content, self.limit = readings, content, limit
        self.play: _Play | None = None
        self.plays = 0
        self.fields: dict[Kind, set[str]] = {}
        self._known: dict[Machine, tuple[Meanings, Ways]] = {}

    def audit(self, progress: Callable[[int], None]) -> Audit:
        """What the log comes to."""
        if self.mapping.start.who or self.mapping.start.scenario:
            self._open_at_once()
        events, last = 0, None
        for line in lines(self.log, self.mapping, progress):
            events, last = events + 1, line
            try:
                if line.kind.who:
                    self._begin(line)
                if self.play is None:
                    who = description(self.game).who
                    raise UserError(f"{line.kind.name}: no line before this one says which {who} play")
                self.play.take(line)
            except _Found as found:
                return self._wrong(events, line, found)
            except Lost:
                return self._lost(events, line)
            except UserError as error:
                raise error.under(f"{self.log}:{line.number}") from None
            except OutsideDomain as outside:
                says = f"{self.log}:{line.number}: {outside}, and the model counts no further"
                raise UserError(says, ExitCode.UNDECIDED) from None
        if self.play is None or last is None:
            raise UserError(
                f"{self.log}: no line of this log says a step or a check, so nothing can be audited"
            )
        return self._legal(events, last)

    def known(self, session: Session) -> tuple[Meanings, Ways]:
        """What lines mean in the game of ``session`` and what needs no line, kept from play to play."""
        machine = session.machine
        if machine not in self._known:
            ways = Ways(session.game, session.reader, _implied(session, self.mapping))
            self._known[machine] = Meanings(self.mapping, machine, self.fields), ways
        return self._known[machine]

    def _begin(self, line: Line) -> None:
        """Begin a play between those whom ``line`` names."""
        values = given(line)
        named = [values.get(one) if isinstance(one, str) else one for one in line.kind.who]
        each = [one for name in named for one in (name if isinstance(name, tuple) else (name,))]
        self._open(tuple(plain(str(name)) for name in each))

    def _open_at_once(self) -> None:
        """Begin the play that the mapping itself says."""
        document, who = self.mapping.document, ("start", description(self.game).who)
        try:
            self._open(self.mapping.start.who)
        except UserError as error:
            if not self.mapping.start.who:
                raise
            raise error.under(f"{document.file}:{document.lines.get(who, 1)}: {'.'.join(who)}") from None

    def _open(self, who: tuple[str, ...]) -> None:
        """Begin a play between ``who``, heroes or teams, or in the position of the scenario."""
        start = self.mapping.start
        answers = {**start.readings, **self.readings}
        self.plays += 1
        if start.scenario is not None and not who:
            scenario = load_scenario(start.scenario, self.game)
            session = open_scenario(scenario, answers, self.content)
            play_entries(session, scenario.play, str(start.scenario))
            session = Session(session.game, session.state, session.heroes, self.content)
            self.play = _Play(self, session, scenario.edition)
            return
        game = description(self.game)
        seats = {game.who: who[0] if game.who == PAIR else who, "mode": start.mode}
        session = game.begun(self.game, seats, answers, start.edition, self.content)
        self.play = _Play(self, session, start.edition)

    def _report(self, play: _Play, events: int, last: Line, fit: Fit, **more: Any) -> Audit:
        session = play.told(fit)
        found = standing(session)
        report = AuditReport(
            lines=last.number,
            events=events,
            plays=self.plays,
            fits=len(play.follower.fits),
            at=found.pop("at"),
            standing=found,
            notes=self._notes(play),
            **more,
        )
        return Audit(report, session, play.edition)

    def _legal(self, events: int, line: Line) -> Audit:
        play = self._current()
        return self._report(play, events, line, play.follower.settled(play.follower.fits[0], line.number),
                            verdict="legal")  # fmt: skip

    def _wrong(self, events: int, line: Line, found: _Found) -> Audit:
        problem = found.problem
        return self._report(
            self._current(), events, line, problem.fit,
            verdict="contradicted" if problem.fields else "illegal",
            line=line.number, original=line.text, asked=found.asked, says=problem.says,
            demands=list(problem.demands), moments=list(problem.moments), legal=list(problem.legal),
            due=list(problem.due), fields=list(problem.fields),
        )  # fmt: skip

    def _lost(self, events: int, line: Line) -> Audit:
        play = self._current()
        says = f"more than {self.limit} plays fit the log up to here, so it cannot be followed further"
        return self._report(
            play, events, line, play.follower.fits[0],
            verdict="undecided", line=line.number, original=line.text, says=says,
        )  # fmt: skip

    def _current(self) -> _Play:
        assert self.play is not None
        return self.play

    def _notes(self, play: _Play) -> list[str]:
        """What looks like a slip of the mapping: a field that no line has, an unknown transition."""
        file = self.mapping.document.file
        notes = [
            f"{file}:{kind.line}: kinds.{kind.name}: no line of this kind has the field {quoted(name)}"
            for kind, names in self.fields.items()
            for name in kind.fields
            if name not in names
        ]
        ids = play.session.machine.transition_index
        for pattern in self.mapping.hidden:
            if not any(fnmatchcase(id, pattern) for id in ids):
                notes.append(f"{file}: hidden: {unknown_says('transition of this game', pattern, ids)}")
        return notes
