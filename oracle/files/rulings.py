"""Running a ruling: its scenario is played, and what it comes to is held against what is expected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import finish, needed, play, settle
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.ports import Position, port
from dicelaw.oracle.games.session import Session
from dicelaw.specs.rulings import Case, Expected

Change = Callable[[Session], Session]
"""Makes a session on another machine of one at the beginning of a play."""


@dataclass(frozen=True)
class Difference:
    """One thing that came out other than expected."""

    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True)
class Verdict:
    """What a case came to on ``game`` under ``readings``; it agrees where nothing differs."""

    case: Case
    game: str
    readings: Mapping[str, str]
    differences: tuple[Difference, ...]
    session: Session

    @property
    def agrees(self) -> bool:
        """Whether the machine answers as the ruling does."""
        return not self.differences


def run(case: Case, change: Change = lambda session: session) -> tuple[Verdict, ...]:
    """The verdicts on ``case`` on what ``change`` makes of it: by game, and by answer to its open point.

    Raises UserError for a bad scenario.
    """
    return tuple(_run(case, expected, change) for expected in case.expected)


def _run(case: Case, expected: Expected, change: Change) -> Verdict:
    scenario = loaded(case.scenario, expected.game)
    session = change(open_scenario(scenario, expected.readings))
    try:
        play(session, scenario.play, case.scenario.file)
    except UserError as error:
        if error.exit_code is ExitCode.UNKNOWN_NAME:
            raise
        gone = Difference("the play", "to be legal", error.message)
        return Verdict(case, expected.game, expected.readings, (gone,), session)
    stays = bool(scenario.play) and scenario.play[-1].kind == "until"
    if not stays and (expected.legal or expected.illegal):
        settle(session)
    found = [*_legal(session, expected)]
    if expected.at or expected.winner or expected.values:
        if not stays and not finish(session):
            found.append(Difference("the end of the phase", "to be reached", needed(session)))
        found += _values(session, scenario, expected)
    return Verdict(case, expected.game, expected.readings, tuple(found), session)


def _legal(session: Session, expected: Expected) -> Iterator[Difference]:
    """What is legal or illegal other than expected."""
    for text in expected.legal:
        why = session.why_not(text)
        if not why.legal:
            yield Difference(text, "legal", session.refusal(why))
    for refused in expected.illegal:
        why = session.why_not(refused.decision)
        rules = {*why.rules}
        if refused.turn_of is not None:
            holder = session.actor(session.legal()[0]) if session.legal() else None
            if holder != refused.turn_of - 1 or (why.after_pass is None and why.turn_of is None):
                yield Difference(
                    refused.decision, f"for player {refused.turn_of} to decide", session.refusal(why)
                )
        elif why.legal:
            yield Difference(refused.decision, "illegal", f"legal at {session.at}")
        elif {*refused.rules} not in (rules, {rule.partition("@")[0] for rule in rules}):
            yield Difference(refused.decision, f"illegal by {', '.join(refused.rules)}", session.refusal(why))


def _values(session: Session, scenario: Position, expected: Expected) -> Iterator[Difference]:
    """What stands other than expected."""
    now, asked = standing(session), port(session.name)
    if expected.at and now["at"] != expected.at:
        yield Difference("timing point", expected.at, now["at"])
    winner = asked.winner(now) if "winners" in now else "nobody yet"
    if expected.winner and winner != expected.winner:
        yield Difference("winner", expected.winner, winner)
    for key, value in expected.values.items():
        found = asked.value(session, scenario, now["players"][key[1] - 1] if key[1] else {}, key)
        if found != value:
            of = ("of", key[1]) if key[1] else ()
            what = " ".join(str(part) for part in (*key[2:], key[0], *of))
            yield Difference(what, str(value), str(found))
