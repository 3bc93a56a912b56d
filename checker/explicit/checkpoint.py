"""Searches on disk: a search that is killed goes on after the last layer that was finished.

The states are in a file beside the checkpoint, which says how much of it counts. It is written after each
layer beside its name and moved there when it is whole, so there is always a whole one.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, cast

from dicelaw.checker.explicit.disk import DiskFrontier
from dicelaw.checker.explicit.frontier import Layer
from dicelaw.checker.explicit.kernel import Kernel
from dicelaw.checker.explicit.search import NOTHING, Found

FORMAT = 2
FIELDS = {"format", "machine", "layer", "tally", "found", "content", "check"}


class BrokenCheckpoint(Exception):
    """A file that this search cannot go on from; the message says why."""


def states_beside(path: Path) -> Path:
    """The file with the states of the search whose checkpoint is ``path``."""
    return path.with_name(f"{path.name}.states")


def begun(path: Path, kernel: Kernel, *, most: int, held: int, threads: int = 1) -> DiskFrontier:
    """A search from the start of the machine, its states in a new file beside ``path``. Raises OSError."""
    frontier = DiskFrontier(kernel, _opened(path, "x+b"), most=most, held=held, threads=threads)
    frontier.admit([kernel.machine.start])
    save(path, frontier, NOTHING)
    return frontier


def save(path: Path, frontier: DiskFrontier, found: Found) -> None:
    """Write down where the search of ``frontier``, which has ``found`` this much, is. Raises OSError."""
    header: dict[str, Any] = {
        "format": FORMAT,
        "machine": frontier.kernel.digest,
        "layer": frontier.layer,
        "tally": frontier.tally(),
        "found": asdict(found),
        "content": frontier.content,
    }
    header["check"] = _check(header)
    beside = path.with_name(f"{path.name}.part")
    try:
        beside.write_text(json.dumps(header), encoding="utf-8")
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def resumed(
    path: Path, kernel: Kernel, *, most: int, held: int, threads: int = 1
) -> tuple[DiskFrontier, Found]:
    """The search that was written to ``path``, ready to go on. Raises OSError or BrokenCheckpoint."""
    header = _header(path)
    if header["machine"] != kernel.digest:
        raise BrokenCheckpoint(f"{path} is of another search, or of another version of its machine")
    layer = Layer(*header["layer"])
    states = states_beside(path)
    if not states.exists() or states.stat().st_size < layer.stop * kernel.layout.words * 8:
        raise BrokenCheckpoint(f"{path} is of no use: {states.name} beside it is missing or too short")
    frontier = DiskFrontier(kernel, _opened(path, "r+b"), most=most, held=held, threads=threads)
    if not frontier.resume(layer, header["tally"], header["content"]):
        frontier.close()
        raise BrokenCheckpoint(f"{states} is damaged: its content is not what was written")
    return frontier, Found(**header["found"])


def _opened(path: Path, mode: str) -> BinaryIO:
    return cast(BinaryIO, states_beside(path).open(mode, buffering=0))


def _header(path: Path) -> dict[str, Any]:
    try:
        header = json.loads(path.read_bytes())
    except ValueError:
        raise BrokenCheckpoint(f"{path} is no checkpoint of a search") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT or set(header) != FIELDS:
        raise BrokenCheckpoint(f"{path} is no checkpoint of a search in format {FORMAT}")
    if header.pop("check") != _check(header):
        raise BrokenCheckpoint(f"{path} is damaged: it is not what was written")
    return header


def _check(header: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(header).encode())
