"""Running a ruling: its scenario is played, and what it comes to is held against what is expected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dicelaw.model.dice_throne.duel_state import SLOTS
from dicelaw.model.dice_throne.tables import TableContent
from dicelaw.oracle.dice_masters.scenario import TableScenario
from dicelaw.oracle.dice_masters.standing import lying
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games import pack_of
from dicelaw.oracle.near import unknown
from dicelaw.oracle.position import open_scenario
from dicelaw.oracle.scenario import Scenario, loaded
from dicelaw.oracle.session import Session
from dicelaw.oracle.standing import standing
from dicelaw.oracle.walk import finish, needed, play, settle
from dicelaw.specs.rulings import Case, Expected

GAME = "dice-throne"
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
    found = [*_legal(session, scenario, expected)]
    if expected.at or expected.winner or expected.values:
        if not stays and not finish(session):
            found.append(Difference("the end of the phase", "to be reached", needed(session)))
        found += _values(session, scenario, expected)
    return Verdict(case, expected.game, expected.readings, tuple(found), session)


def _legal(session: Session, scenario: Scenario | TableScenario, expected: Expected) -> Iterator[Difference]:
    """What is legal or illegal other than expected."""

    def own(text: str) -> str:
        return scenario.own(text) if isinstance(scenario, TableScenario) else text

    for text in expected.legal:
        why = session.why_not(own(text))
        if not why.legal:
            yield Difference(text, "legal", session.refusal(why))
    for refused in expected.illegal:
        why = session.why_not(own(refused.decision))
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


def _values(session: Session, scenario: Scenario | TableScenario, expected: Expected) -> Iterator[Difference]:
    """What stands other than expected."""
    now = standing(session)
    if expected.at and now["at"] != expected.at:
        yield Difference("timing point", expected.at, now["at"])
    if expected.winner and (winner := _winner(now)) != expected.winner:
        yield Difference("winner", expected.winner, winner)
    for key, value in expected.values.items():
        player = now["players"][key[1] - 1]
        if isinstance(scenario, TableScenario):
            found = _on_table(scenario, player, key)
        else:
            found = _value(session, scenario, player, key)
        if found != value:
            what = " ".join(str(part) for part in (*key[2:], key[0], "of", key[1]))
            yield Difference(what, str(value), str(found))


def _winner(now: Mapping[str, Any]) -> str:
    """The seat that has won, ``draw``, or that there is none yet."""
    if "winner" not in now:
        return "nobody yet"
    name = "health" if "health" in now["players"][0] else "life"
    alive = [str(player["seat"]) for player in now["players"] if player[name]]
    return alive[0] if len(alive) == 1 else "draw"


def _on_table(scenario: TableScenario, player: Mapping[str, Any], key: tuple[Any, ...]) -> int | str:
    """What ``player`` of Dice Masters has of ``key``."""
    name, _, *rest = key
    if not rest:
        return int(player[name])
    zone, row = lying(player, scenario.own(rest[0]))
    if name == "zone":
        return zone.replace("_", " ")
    found: int | str = row.get(name, "nothing")
    return found


def _value(session: Session, scenario: Scenario, player: Mapping[str, Any], key: tuple[Any, ...]) -> int:
    name, seat, *rest = key
    if not rest:
        return int(player.get(name, 0))
    d, content = session.opened.duel, session.opened.content
    assert isinstance(content, TableContent)
    if name == "board":
        slots = content.heroes[seat - 1].slots
        if rest[0] not in slots:
            raise unknown("board space", rest[0], slots)
        return int(session.state[d.level[(seat - 1) * SLOTS + slots.index(rest[0])].args[0]])
    known = {status.id: kind for kind, status in enumerate(d.statuses) if kind}
    if rest[0] not in known:
        statuses = [status.id for status in pack_of(scenario.edition).statuses[1:]]
        if rest[0] not in statuses:
            raise unknown("status effect", rest[0], statuses)
        return 0
    kind = known[rest[0]]
    if name == "tokens":
        return int(player["tokens"].get(rest[0], 0))
    return int(d.statuses[kind].limit + session.state[d.raised[(seat - 1) * d.kinds + kind - 1].args[0]])
