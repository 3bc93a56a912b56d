"""Recorded plays: what a search found once, kept with the specs and replayed at every check.

A play reaches the goal of a property, or breaks its claim under another reading. A record is only a shortcut.
It counts when the concrete reader replays it to the goal, or to the broken claim; where it does not, since
the rules changed, it is searched for again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from dicelaw.checker.recorded import Row, rows_of, write_rows
from dicelaw.checker.verdicts import Witness
from dicelaw.model.kernel.machine import Machine

FOLDER = "witnesses"
GOAL, BREACH = "goal", "breach"
"""What a play shows of a property."""


def recorded(package: str, machine: Machine, shows: str = GOAL) -> dict[str, Witness]:
    """The plays kept in ``package`` that fit the transitions and slots of ``machine``, by property id.

    ``shows`` is what the plays show of the property.
    """
    found = {}
    for record in rows_of(resources.files(package) / FOLDER):
        if record["shows"] != shows:
            continue
        witness = _read(record, machine)
        if witness is not None:
            found[record["property"]] = witness
    return found


def _read(record: Mapping[str, object], machine: Machine) -> Witness | None:
    start, moves = record["start"], record["moves"]
    if not isinstance(start, dict) or not isinstance(moves, list):
        return None
    if not set(start) <= set(machine.slot_index):
        return None
    if not all(_fits(move, machine) for move in moves):
        return None
    state = machine.with_state(**start)
    return Witness(state, tuple((machine.transition_index[move[0]], *move[1:]) for move in moves))


def _fits(move: Sequence[object], machine: Machine) -> bool:
    """Whether ``move`` names a transition of ``machine`` and a value for each of its choices."""
    place = machine.transition_index.get(str(move[0]))
    return place is not None and len(machine.transitions[place].choices) == len(move) - 1


def record(path: Path, witnesses: Iterable[tuple[str, str, Machine, Witness]]) -> None:
    """Write plays to the folder ``path``, by the ids of the properties, the same bytes for the same plays.

    Each comes with the id of its property and with what it shows of it.
    """
    rows: list[Row] = []
    for id, shows, machine, witness in sorted(witnesses, key=lambda row: row[:2]):
        changed = {
            slot.name: value
            for slot, value, usual in zip(machine.slots, witness.start, machine.start, strict=True)
            if value != usual
        }
        moves = [[machine.transitions[move[0]].id, *move[1:]] for move in witness.moves]
        rows.append({"property": id, "shows": shows, "start": changed, "moves": moves})
    write_rows(path, rows, _family)


def _family(play: Mapping[str, Any]) -> str:
    """The first word of the id of the property that ``play`` is about."""
    return str(play["property"]).partition("/")[0].partition("@")[0]
