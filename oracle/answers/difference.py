"""Two profiles or readings of a game side by side: the positions they begin in, and what tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicelaw.checker.walks.comparison import Comparison, Key, Side, Whose, compare
from dicelaw.checker.walks.observed_play import Stage
from dicelaw.model.content.document import Document
from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play, settle
from dicelaw.oracle.games.decisions import short_text_of
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.games import known_game, open_machine, reading_of
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.suggestions import id_of


@dataclass(frozen=True)
class Variant:
    """A game under answers to its open points, as it is named: ``game?point=answer,point=answer``."""

    name: str
    game: str
    readings: Mapping[str, str]


def variant(text: str) -> Variant:
    """The variant called ``text``. Raises UserError for one that is not well-formed."""
    named, _, answers = text.partition("?")
    game = known_game(id_of(named)).name
    return Variant(text, game, dict(reading_of(part) for part in answers.split(",") if part))


def check_comparable(one: Variant, other: Variant) -> None:
    """Raises UserError for variants of different games."""
    if known_game(one.game).family != known_game(other.game).family:
        raise UserError(f"{one.game} and {other.game} are different games; only variants of one compare")


def sessions(
    one: Variant, other: Variant, document: Callable[[str], Document] | None, teams: str | None = None
) -> tuple[Session, Session]:
    """Both where the scenario of ``document`` ends, or at the beginning of a game.

    Raises UserError for games that don't compare, and where the play of the scenario is not legal in both.
    """
    found = []
    for each in (one, other):
        if document is not None:
            scenario = loaded(document(each.game), each.game)
            session = open_scenario(scenario, each.readings)
            play(session, scenario.play, f"{each.name}, {scenario.document.file}")
            found.append(session)
            continue
        of = description(one.game)
        chosen = teams or (of.openings(one.game)[0]["teams"] if of.who == "teams" else None)
        found.append(Session(open_machine(each.game, teams=chosen, readings=each.readings)))
    first, second = found
    if [slot.lo for slot in first.machine.slots] != [slot.lo for slot in second.machine.slots]:
        raise UserError(f"{one.name} and {other.name} are not played with the same things")
    return first, second


def side(session: Session) -> Side:
    """``session`` as one side of a comparison."""
    view = description(session.name).view_across(session.game)
    return Side(Stage(session.machine, view), session.state)


def compared(
    one: Session, other: Session, budget: int, progress: Callable[[int], None] = lambda _: None
) -> Comparison:
    """What tells ``one`` from ``other``, searched to the end of the turn that they begin in."""
    turn = one.machine.slot_index["turn"]
    first, early = side(one), one.at.startswith("setup")
    begun = first.begun[turn]
    return compare(
        first,
        side(other),
        budget=budget,
        within=lambda state: early or state[turn] == begun,
        progress=progress,
    )


def account(one: Session, other: Session, found: Comparison) -> dict[str, Any]:
    """``found`` as plain values; both sessions are played to the point where they part."""
    told = found.told
    verdict = "different" if told else "same" if found.complete else "unknown"
    row: dict[str, Any] = {"verdict": verdict, "pairs": found.pairs, "equal_definitions": found.equal}
    if told is None:
        return row
    for session in (one, other):
        settle(session)
        for key in told.play:
            _follow(session, key)
    row["play"] = [_said(one, key) for key in told.play]
    row["only_in_one"] = _names(one, told.only_one)
    row["only_in_other"] = _names(other, told.only_other)
    row["otherwise"] = [
        {"what": _said(one, key), "one": _whose(one, mine), "other": _whose(other, theirs)}
        for key, mine, theirs in told.otherwise
    ]
    row["one"], row["other"] = standing(one), standing(other)
    return row


def _whose(session: Session, whose: Whose) -> str:
    """Who decides, in words, or with which chance it happens."""
    if isinstance(whose, Agent):
        return f"by the {whose.value}"
    return f"by {session.machine.seats[whose]}" if isinstance(whose, int) else f"with chance {whose}"


def _follow(session: Session, key: Key) -> None:
    place = session.machine.transition_index[str(key[0])]
    session.apply((place, *(int(value) for value in key[1:])))
    settle(session)


def _said(session: Session, key: Key) -> str:
    place = session.machine.transition_index[str(key[0])]
    return short_text_of(session.machine, (place, *(int(value) for value in key[1:])))


def _names(session: Session, keys: Sequence[Key]) -> list[str]:
    return [_said(session, key) for key in keys]


def exit_code(rows: Sequence[Mapping[str, Any]]) -> ExitCode:
    """What a run ends with: undecided where a search ran out, else all is well."""
    return ExitCode.UNDECIDED if any(row["verdict"] == "unknown" for row in rows) else ExitCode.OK
