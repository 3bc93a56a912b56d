"""Traces: one play as JSON lines, written, read, and replayed step by step.

The first line is a header, then comes one line a step, and the last line has ``end``. Dice and drawn cards
are steps like decisions, so a replay needs no chance.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from dicelaw.model.kernel.concrete import OutsideDomain
from dicelaw.model.kernel.graph import Agent, Choice
from dicelaw.model.kernel.state import Slot, State
from dicelaw.oracle.decisions import is_subset, labels_of, value_text
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games import open_game
from dicelaw.oracle.near import unknown_says
from dicelaw.oracle.scenario import read_bytes
from dicelaw.oracle.session import Illegal, Session, Step, demands_of
from dicelaw.oracle.standing import standing

VERSION = 1
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
    "readings": dict,
    "edition": str,
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
    """The header of the trace of ``session``."""
    machine = session.machine
    return {
        "dicelaw_trace": VERSION,
        "game": machine.name,
        "heroes": list(session.heroes),
        "readings": dict(machine.readings),
        "edition": edition,
        "start": {
            slot.name: _shown(slot, value)
            for slot, value, usual in zip(machine.slots, session.start, machine.start, strict=True)
            if value != usual
        },
    }


def step_of(session: Session, number: int, step: Step) -> dict[str, Any]:
    """One step as a line of a trace."""
    transition = session.transition(step.move)
    seat = session.seat_of(step.move, step.before)
    chosen = zip(transition.choices, step.move[1:], strict=True)
    return {
        "step": number,
        "transition": transition.id,
        "actor": actor_name(step.actor),
        "choices": {choice.name: _value(choice, value, seat) for choice, value in chosen},
        "cites": list(transition.rules),
        "changes": changes_of(session, step.before, step.after),
    }


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
    yield json.dumps(header_of(session, edition), ensure_ascii=False)
    for number, step in enumerate(session.events, 1):
        yield json.dumps(step_of(session, number, step), ensure_ascii=False)
    yield json.dumps(end_of(session), ensure_ascii=False)


def write(session: Session, path: Path, edition: str = "later") -> None:
    """Write the trace of ``session``. Raises UserError where that is not possible."""
    try:
        path.write_text("".join(f"{line}\n" for line in lines(session, edition)), encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path}: this cannot be written: {error.strerror}") from None


def _shown(slot: Slot, value: int) -> int | str:
    return slot.label(value) if slot.labels else value


def _value(choice: Choice, value: int, seat: int) -> int | str:
    return value if is_subset(choice) or not choice.labels else value_text(choice, value, seat)


def load(path: Path) -> Trace:
    """The trace in the file ``path``. Raises UserError with line and field for one that is malformed."""
    try:
        text = read_bytes(path).decode("utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{path}: this is not UTF-8 text, so not a trace") from None
    found = [Line(at, _object(path, at, row)) for at, row in enumerate(text.splitlines(), 1) if row.strip()]
    if not found or "dicelaw_trace" not in found[0].data:
        raise UserError(f'{path}:1: dicelaw_trace: this is not a trace; its first line has "dicelaw_trace"')
    header, *rest = found
    if header.data["dicelaw_trace"] != VERSION:
        given = header.data["dicelaw_trace"]
        raise UserError(f"{path}:1: dicelaw_trace: version {given!r} is not known; this reads {VERSION}")
    _check_fields(path, header, _HEADER_FIELDS, ("game", "heroes"))
    end = rest.pop() if rest and "end" in rest[-1].data else None
    if end is not None and not isinstance(end.data["end"], str):
        raise UserError(f"{path}:{end.number}: end: {end.data['end']!r} is not a timing point")
    for row in rest:
        if "end" in row.data:
            raise UserError(f"{path}:{row.number}: end: lines follow after the end")
        _check_fields(path, row, _STEP_FIELDS, ("transition",))
    return Trace(str(path), header, tuple(rest), end)


def _object(path: Path, number: int, row: str) -> dict[str, Any]:
    try:
        found = json.loads(row)
    except (ValueError, RecursionError) as error:
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
            raise UserError(f"{path}:{row.number}: {name}: {value!r} is not {kind}")


def replay(trace: Trace) -> Session:
    """Play ``trace`` again, checking each step and all that it states. Raises UserError where it departs."""
    return _Replay(trace).session()


class _Replay:
    """Replays one trace; every error has the file and the line."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    def wrong(self, row: Line, says: str, code: ExitCode = ExitCode.BROKEN_TRACE) -> UserError:
        return UserError(f"{self.trace.file}:{row.number}: {says}", code)

    def session(self) -> Session:
        """The session after the last step."""
        header = self.trace.header
        data = header.data
        readings = {str(point): str(answer) for point, answer in data.get("readings", {}).items()}
        heroes = [str(hero) for hero in data["heroes"]]
        try:
            opened = open_game(data["game"], heroes, readings, data.get("edition", "later"))
        except UserError as error:
            raise self.wrong(header, error.message, error.exit_code) from None
        session = Session(opened, heroes=heroes)
        session.start = session.state = self._start(session)
        for row in self.trace.steps:
            self._step(session, row)
        end = self.trace.end
        if end is None:
            last = self.trace.steps[-1] if self.trace.steps else header
            raise self.wrong(last, f"the trace breaks off here, at {session.at}; no line has `end`")
        stated, reached = end.data, end_of(session)
        for name in ("end", "outcome"):
            if name in stated and stated[name] != reached[name]:
                raise self.wrong(end, f"{name}: stated is {stated[name]!r}, reached is {reached[name]!r}")
        return session

    def _start(self, session: Session) -> State:
        machine, header = session.machine, self.trace.header
        values = list(machine.start)
        for name, given in header.data.get("start", {}).items():
            if name not in machine.slot_index:
                raise self.wrong(header, f"start: {unknown_says('field', name, machine.slot_index)}")
            place = machine.slot_index[name]
            slot = machine.slots[place]
            value = (
                slot.labels.index(given) + slot.lo if given in slot.labels else given
            )  # a label or a number
            if not isinstance(value, int) or isinstance(value, bool) or not slot.lo <= value <= slot.hi:
                domain = f"{slot.label(slot.lo)}..{slot.label(slot.hi)}"
                raise self.wrong(header, f"start: {name}: {given!r} is not in {domain}")
            values[place] = value
        return tuple(values)

    def _step(self, session: Session, row: Line) -> None:
        data, machine = row.data, session.machine
        number = len(session.events) + 1
        if data.get("step", number) != number:
            raise self.wrong(row, f"step: {data['step']} is not the step due, which is {number}")
        id = data["transition"]
        if id not in machine.transition_index:
            raise self.wrong(row, unknown_says("transition", id, machine.transition_index))
        if session.over:
            raise self.wrong(row, f"{id}: the game is over", ExitCode.ILLEGAL)
        move = self._move(session, row)
        try:
            step = session.apply(move)
        except OutsideDomain as outside:
            raise self.wrong(row, f"{id}: {outside}") from None
        except Illegal as refused:
            needs = demands_of(session.machine, refused.unmet)
            says = "\n".join([str(refused), *(line for need in needs for line in need.lines())])
            raise self.wrong(row, says, ExitCode.ILLEGAL) from None
        actual = step_of(session, number, step)
        for name in ("actor", "changes"):
            if name in data and data[name] != actual[name]:
                says = f"{name}: stated is {data[name]!r}, by the rules it is {actual[name]!r}"
                raise self.wrong(row, says)

    def _move(self, session: Session, row: Line) -> tuple[int, ...]:
        """The move of a line: of several values with the same name, the legal one."""
        machine = session.machine
        transition = machine.transition(row.data["transition"])
        given = row.data.get("choices", {})
        names = [choice.name for choice in transition.choices]
        if sorted(given) != sorted(names):
            wanted, stated = ", ".join(names) or "none", ", ".join(given) or "none"
            raise self.wrong(row, f"choices: {transition.id} has {wanted}; given: {stated}")
        values = [self._values(row, choice, given[choice.name]) for choice in transition.choices]
        place = machine.transition_index[transition.id]
        meant = [(place, *way) for way in product(*values)]
        legal = set(session.legal())
        return next((move for move in meant if move in legal), meant[0])

    def _values(self, row: Line, choice: Choice, given: object) -> list[int]:
        if isinstance(given, int) and not isinstance(given, bool):
            return [given]
        found = [value for value, name in labels_of(choice) if name == given] if choice.labels else []
        if not found:
            known = [name for _, name in labels_of(choice)]
            raise self.wrong(row, f"choices: {unknown_says(choice.name, str(given), known)}")
        return found
