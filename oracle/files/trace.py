"""Traces: one play as JSON lines, written and read; see ``replay`` for playing one again.

The first line is a header, then comes one line a step, and the last line has ``end``. Dice and drawn cards
are steps like decisions, so a replay needs no chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dicelaw.checker.files import check_writable, write_whole
from dicelaw.model.foreign.json_text import NotJson, from_json, lines_of, same, to_json
from dicelaw.model.foreign.limits import RECORD_BYTES
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent, Choice, Transition
from dicelaw.model.kernel.state import Slot, State
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.reading import read_text
from dicelaw.oracle.format_version import FORMAT
from dicelaw.oracle.formats.older_formats import OLDER, standing_of_1
from dicelaw.oracle.games.decisions import is_subset, value_text
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import port
from dicelaw.oracle.games.session import Session, Step
from dicelaw.oracle.suggestions import unknown_says

_STEP_FIELDS: Mapping[str, type] = {
    "step": int,
    "transition": str,
    "actor": str,
    "choices": dict,
    "cites": list,
    "changes": dict,
}
_HEADER_FIELDS: Mapping[str, type] = {
    "dicelaw_trace": int,
    "game": str,
    "heroes": list,
    "teams": str,
    "mode": str,
    "readings": dict,
    "edition": str,
    "content": dict,
    "start": dict,
}


@dataclass(frozen=True)
class Line:
    """One line of a trace with its number in the file."""

    number: int
    data: dict[str, Any]


@dataclass(frozen=True)
class Trace:
    """A trace that is well-formed; ``end`` is None where it breaks off."""

    file: str
    header: Line
    steps: tuple[Line, ...] = ()
    end: Line | None = field(default=None)


def header_of(session: Session, edition: str) -> dict[str, Any]:
    """The header of the trace of ``session``; content of the user's own is named in it."""
    machine, content = session.machine, session.content
    named: dict[str, Any] = {} if content is None else {"content": _named(session, content, edition)}
    named |= port(session.name).header(session)
    return {
        "dicelaw_trace": FORMAT,
        "game": machine.name,
        "heroes": list(session.heroes),
        "readings": dict(machine.readings),
        "edition": edition,
        **named,
        "start": {
            slot.name: _shown(slot, value)
            for slot, value, usual in zip(machine.slots, session.start, machine.start, strict=True)
            if value != usual
        },
    }


def _named(session: Session, content: OwnContent, edition: str) -> dict[str, Any]:
    heroes = port(session.name).own_heroes(content, edition)
    return {"digest": content.digest, "heroes": list(heroes)}


def step_of(session: Session, number: int, step: Step) -> dict[str, Any]:
    """One step as a line of a trace."""
    transition = session.transition(step.move)
    return {
        "step": number,
        "transition": transition.id,
        "actor": actor_name(step.actor),
        "choices": step_choices(session, step.move, step.before),
        "cites": [*map(str, transition.rules)],
        "changes": changes_of(session, step.before, step.after),
    }


def step_choices(session: Session, move: Move, state: State | None = None) -> dict[str, int | str]:
    """The choices of ``move`` in ``state``, by default the present one, as a trace has them."""
    return choices_for(session.transition(move), move, session.seat_of(move, state))


def choices_for(transition: Transition, move: Move, seat: int) -> dict[str, int | str]:
    """The choices of ``move``, which takes ``transition`` and is about ``seat``, as a trace has them."""
    chosen = zip(transition.choices, move[1:], strict=True)
    return {choice.name: _value(choice, value, seat) for choice, value in chosen}


def actor_name(actor: int | Agent) -> str:
    """A seat by its number from 1, or ``chance`` or ``rules``."""
    return str(actor + 1) if isinstance(actor, int) else actor.value


def changes_of(session: Session, before: State, after: State) -> dict[str, list[int | str]]:
    """Each slot that differs, with its old and its new value; the timing point is ``at``."""
    return {
        slot.name: [_shown(slot, old), _shown(slot, new)]
        for slot, old, new in zip(session.machine.slots, before, after, strict=True)
        if old != new
    }


def end_of(session: Session) -> dict[str, Any]:
    """The last line of the trace of ``session``."""
    found = standing(session)
    return {"end": found.pop("at"), "outcome": found}


def lines(session: Session, edition: str = "later") -> Iterator[str]:
    """The trace of ``session``, line by line."""
    yield to_json(header_of(session, edition))
    for number, step in enumerate(session.events, 1):
        yield to_json(step_of(session, number, step))
    yield to_json(end_of(session))


def check_place(path: Path) -> None:
    """Raises UserError where no trace can be written to ``path``: before the play that is to be there."""
    with _to_be_written(path):
        check_writable(path)


def write(session: Session, path: Path, edition: str = "later") -> None:
    """Write the trace of ``session``. Raises UserError where that is not possible."""
    with _to_be_written(path):
        write_whole(path, "".join(f"{line}\n" for line in lines(session, edition)))


@contextmanager
def _to_be_written(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(f"{path}: this cannot be written: {error.strerror}") from None


def _shown(slot: Slot, value: int) -> int | str:
    return slot.label(value) if slot.labels else value


def _value(choice: Choice, value: int, seat: int) -> int | str:
    return value if is_subset(choice) or not choice.labels else value_text(choice, value, seat)


def load(path: Path) -> Trace:
    """The trace in the file ``path``. Raises UserError with line and field for one that is malformed."""
    text = read_text(path, RECORD_BYTES)
    found = [Line(at, _object(path, at, row)) for at, row in lines_of(text)]
    if not found or "dicelaw_trace" not in found[0].data:
        raise UserError(f'{path}:1: dicelaw_trace: this is not a trace; its first line has "dicelaw_trace"')
    header, *rest = found
    given = header.data["dicelaw_trace"]
    older = same(given, OLDER)
    if not (older or same(given, FORMAT)):
        says = f"version {quoted(given)} is not known; this reads {OLDER} and {FORMAT}"
        raise UserError(f"{path}:1: dicelaw_trace: {says}")
    _check_fields(path, header, _HEADER_FIELDS, ("game", "heroes"))
    end = rest.pop() if rest and "end" in rest[-1].data else None
    if end is not None and not isinstance(end.data["end"], str):
        raise UserError(f"{path}:{end.number}: end: {quoted(end.data['end'])} is not a timing point")
    for row in rest:
        if "end" in row.data:
            raise UserError(f"{path}:{row.number}: end: lines follow after the end")
        _check_fields(path, row, _STEP_FIELDS, ("transition",))
    if end is not None and older and isinstance(outcome := end.data.get("outcome"), dict):
        end = Line(end.number, {**end.data, "outcome": standing_of_1(outcome)})
    return Trace(str(path), header, tuple(rest), end)


def _object(path: Path, number: int, row: str) -> dict[str, Any]:
    try:
        found = from_json(row)
    except NotJson as error:
        raise UserError(f"{path}:{number}: this line is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise UserError(f"{path}:{number}: this line is not a JSON object")
    return found


def _check_fields(path: Path, row: Line, fields: Mapping[str, type], wanted: tuple[str, ...]) -> None:
    for name in wanted:
        if name not in row.data:
            raise UserError(f"{path}:{row.number}: {name}: this field is missing")
    for name, value in row.data.items():
        if name not in fields:
            raise UserError(f"{path}:{row.number}: {unknown_says('field', name, fields)}")
        if not isinstance(value, fields[name]) or isinstance(value, bool):
            kind = {int: "a number", str: "text", dict: "an object", list: "a list"}[fields[name]]
            raise UserError(f"{path}:{row.number}: {name}: {quoted(value)} is not {kind}")
