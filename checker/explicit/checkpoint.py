"""Searches on disk: a search that is killed goes on from the last layer that was written down.

A file has one line of JSON, then the places of the table and the states of the layer that comes next. It is
written beside its name and moved there when it is whole, so there is always a whole one.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

from dicelaw.checker.digest import Digests
from dicelaw.checker.explicit.frontier import Frontier
from dicelaw.checker.explicit.kernel import Kernel
from dicelaw.checker.explicit.search import Found

FORMAT = 1
FIELDS = {"format", "machine", "homes", "states", "layer", "tally", "found", "content", "check"}
AT_ONCE = 1 << 24


class BrokenCheckpoint(Exception):
    """A file that this search cannot go on from; the message says why."""


def save(path: Path, frontier: Frontier, found: Found) -> None:
    """Write down where the search of ``frontier``, which has ``found`` this much, is. Raises OSError."""
    table, layer = frontier.snapshot()
    header: dict[str, Any] = {
        "format": FORMAT,
        "machine": digest(frontier.kernel),
        "homes": frontier.homes,
        "states": frontier.states,
        "layer": len(layer) // frontier.kernel.layout.words,
        "tally": frontier.tally(),
        "found": asdict(found),
        "content": zlib.crc32(layer, zlib.crc32(table)),
    }
    header["check"] = _check(header)
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("wb") as file:
            file.write(json.dumps(header).encode() + b"\n")
            file.write(table)
            file.write(layer)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def resumed(path: Path, kernel: Kernel, *, most: int, threads: int = 1) -> tuple[Frontier, Found]:
    """The search that was written to ``path``, ready to go on. Raises OSError or BrokenCheckpoint."""
    with path.open("rb") as file:
        header = _header(path, file)
        if header["machine"] != digest(kernel):
            raise BrokenCheckpoint(f"{path} is of another machine, or of another version of it")
        homes, states = header["homes"], header["states"]
        frontier = Frontier(kernel, most=max(most, states), threads=threads, at_least=homes)
        try:
            table, layer = frontier.restore(homes, states, header["layer"], header["tally"])
            whole = all(_filled(part, file) for part in (table, layer))
            if not whole or file.read(1) or zlib.crc32(layer, zlib.crc32(table)) != header["content"]:
                raise BrokenCheckpoint(f"{path} is damaged: its content is not what was written")
        except BrokenCheckpoint:
            frontier.close()
            raise
    return frontier, Found(**header["found"])


def _header(path: Path, file: BinaryIO) -> dict[str, Any]:
    line = file.readline(AT_ONCE)
    try:
        header = json.loads(line)
    except ValueError:
        raise BrokenCheckpoint(f"{path} is no checkpoint of a search") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT or set(header) != FIELDS:
        raise BrokenCheckpoint(f"{path} is no checkpoint of a search in format {FORMAT}")
    if header.pop("check") != _check(header):
        raise BrokenCheckpoint(f"{path} is damaged: its first line is not what was written")
    return header


def _check(header: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(header).encode())


def _filled(part: memoryview, file: BinaryIO) -> bool:
    """Whether ``file`` had enough to fill ``part``."""
    rest = part.cast("B")
    while rest:
        count = file.readinto(rest[:AT_ONCE])  # type: ignore[attr-defined]  # BinaryIO does not say so
        if not count:
            return False
        rest = rest[count:]
    return True


def digest(kernel: Kernel) -> str:
    """What tells one search from another: slots, points, steps, start and watched conditions."""
    machine, digests = kernel.machine, Digests()
    parts = [f"{slot.name} {slot.lo} {slot.hi}" for slot in machine.slots]
    parts += [f"{point.id} {point.kind.value}" for point in machine.points]
    for transition in machine.transitions:
        parts.append(digests.of_transition(transition))
        parts += [f"{choice.lo} {choice.top}" for choice in transition.choices]
    parts += [f"{name} {digests.of(condition)}" for name, condition in kernel.watched.items()]
    return blake2b("\n".join([*parts, str(machine.start)]).encode(), digest_size=16).hexdigest()
