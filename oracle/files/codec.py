"""A session as other programs see it: decisions by transition and named choices, and positions from outside.

The shapes are those of :mod:`dicelaw.oracle.formats.formats`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product, takewhile
from typing import Any

from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent, Choice
from dicelaw.model.kernel.state import State
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.trace import actor_name, choices_for
from dicelaw.oracle.games.decisions import labels_of, short_text_of, value_text
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.suggestions import unknown, unknown_says


def observation(session: Session, seat: int | None = None) -> dict[str, Any]:
    """The present position, as an ``Observation``: with the hand of ``seat``, or of nobody."""
    moves = session.legal()
    found = standing(session)
    found["to_decide"] = actor_name(session.actor(moves[0])) if moves else "nobody"
    game = description(session.name)
    found["dice"] = game.dice(session)
    cards = None if seat is None else game.cards(session, seat)
    if cards is not None:
        found["players"][seat]["cards"] = cards
    return found


def decision(session: Session, move: Move, state: State | None = None) -> dict[str, Any]:
    """``move`` in ``state``, by default the present one, as a ``Decision``."""
    now = session.state if state is None else state
    transition, actor = session.transition(move), session.reader.actor(now, move)
    seat = session.seat_meant(actor, now)
    return {
        "actor": actor_name(actor),
        "transition": transition.id,
        "choices": choices_for(transition, move, seat),
        "text": short_text_of(session.machine, move, seat),
    }


def legal(session: Session) -> list[dict[str, Any]] | None:
    """Every decision of the seat that decides now; None where no seat does."""
    moves = session.legal()
    if not moves or not session.transition(moves[0]).by_seat:
        return None
    return [decision(session, move) for move in moves]


def by_rules(session: Session) -> list[str]:
    """The transitions that the rules took by themselves since somebody, or chance, last decided."""
    latest = takewhile(lambda step: step.actor is Agent.RULES, reversed(session.events))
    return [session.transition(step.move).id for step in latest][::-1]


def expected(session: Session) -> dict[str, Any]:
    """What must be seen now, as ``Expected``."""
    seen = {"observation": observation(session), "events": by_rules(session)}
    decisions = legal(session)
    return seen if decisions is None else {**seen, "legal": decisions}


def move_of(session: Session, transition: str, choices: Mapping[str, object]) -> Move:
    """The move that takes ``transition`` with ``choices``: a legal one where the names fit several.

    It need not be legal. Raises UserError for unknown names, and where choices are missing or too many. A
    card is meant by its name in the deck of the seat that the move is about.
    """
    machine = session.machine
    if transition not in machine.transition_index:
        raise unknown("transition", transition, machine.transition_index)
    taken = machine.transition(transition)
    names = [choice.name for choice in taken.choices]
    if sorted(choices) != sorted(names):
        wanted, stated = ", ".join(names) or "none", ", ".join(choices) or "none"
        raise UserError(f"choices: {transition} has {wanted}; given: {stated}")
    values = [_values(choice, choices[choice.name]) for choice in taken.choices]
    meant = [(machine.transition_index[transition], *way) for way in product(*values)]
    own = [move for move in meant if _is_named(session, move, choices)]
    if not own:
        given = ", ".join(str(value) for value in choices.values())
        raise UserError(f"choices: {given} is not of the player that {transition} is about now")
    allowed = set(session.legal())
    return next((move for move in own if move in allowed), own[0])


def _is_named(session: Session, move: Move, choices: Mapping[str, object]) -> bool:
    """Whether ``move`` is what ``choices`` say, by number or by the name for the seat that it is about."""
    chosen = zip(session.transition(move).choices, move[1:], strict=True)
    return all(
        choices[choice.name] == value
        or value_text(choice, value, session.seat_of(move)) == choices[choice.name]
        for choice, value in chosen
    )


def _values(choice: Choice, given: object) -> Sequence[int]:
    if isinstance(given, int) and not isinstance(given, bool):
        return [given]
    if not isinstance(given, str):
        raise UserError(f"choices: {choice.name}: {quoted(given)} is neither a name nor a whole number")
    found = _by_name(choice).get(given, ())
    if not found:
        known = [name for _, name in labels_of(choice)]
        raise UserError(f"choices: {unknown_says(choice.name, given, known)}", ExitCode.UNKNOWN_NAME)
    return found


@lru_cache(maxsize=2**10)
def _by_name(choice: Choice) -> Mapping[str, Sequence[int]]:
    """The values that each name of ``choice`` may mean."""
    found: dict[str, list[int]] = {}
    for value, name in labels_of(choice) if choice.labels else ():
        found.setdefault(name, []).append(value)
    return found
