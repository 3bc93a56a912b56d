"""Searches on disk: a search that is killed goes on after the last layer that was finished.

The states are in a file beside the checkpoint, which says how much of it counts. The checkpoint is written
whole before the first state and after each layer, so there is always one that can be gone on from. A lock on
the file of states keeps other searches away for as long as one is using them.
"""

from __future__ import annotations

import fcntl
import json
import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from errno import EEXIST
from pathlib import Path
from typing import Any, BinaryIO, cast

from dicelaw.checker.files import write_whole
from dicelaw.checker.search.disk import DiskFrontier
from dicelaw.checker.search.frontier import Layer
from dicelaw.checker.search.kernel import Kernel
from dicelaw.checker.search.memory import WORD
from dicelaw.checker.search.search import NOTHING, Found

FORMAT = 4
FIELDS = {"format", "machine", "layer", "tally", "found", "content", "check"}


class BrokenCheckpoint(Exception):
    """A file that this search cannot go on from; the message says why."""


class InUse(Exception):
    """Another search has the checkpoint; the message says which file."""


def states_beside(path: Path) -> Path:
    """The file with the states of the search whose checkpoint is ``path``."""
    return path.with_name(f"{path.name}.states")


def opened(
    path: Path, kernel: Kernel, *, most: int, held: int, threads: int = 1
) -> tuple[DiskFrontier, Found]:
    """The search that was written to ``path``, ready to go on, or else one from the start of the machine.

    It has the checkpoint to itself until its frontier is closed or its process ends, however that ends. A
    search that ended before it had written anything begins anew. Raises InUse, BrokenCheckpoint,
    FileExistsError where there are states that are nobody's, and OSError.
    """
    file = _locked(path)
    try:
        header = _header(path, kernel) if path.exists() else None
        if header is None and states_beside(path).stat().st_size:
            raise FileExistsError(EEXIST, os.strerror(EEXIST), str(states_beside(path)))
        frontier = DiskFrontier(kernel, file, most=most, held=held, threads=threads)
    except BaseException:
        _leave(path, file)
        raise
    try:
        if header is not None:
            return frontier, _gone_on(path, frontier, header)
        save(path, frontier, NOTHING)
        frontier.admit([kernel.machine.start])
    except BaseException:
        _leave(path, frontier)
        raise
    return frontier, NOTHING


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
    write_whole(path, json.dumps(header))


def _gone_on(path: Path, frontier: DiskFrontier, header: Mapping[str, Any]) -> Found:
    """What was found where ``frontier`` now goes on, which is as ``header`` says."""
    layer, states = Layer(*header["layer"]), states_beside(path)
    if states.stat().st_size < layer.stop * frontier.kernel.layout.words * WORD:
        raise BrokenCheckpoint(f"{path} is of no use: {states.name} beside it is missing or too short")
    if not frontier.resume(layer, header["tally"], header["content"]):
        raise BrokenCheckpoint(f"{states} is damaged: its content is not what was written")
    if not layer.stop:
        frontier.admit([frontier.kernel.machine.start])
    return Found(**header["found"])


def _locked(path: Path) -> BinaryIO:
    """The file of states of ``path``, made if it is not there; no other search has it until it is closed."""
    states = states_beside(path)
    while True:
        number = os.open(states, os.O_RDWR | os.O_CREAT, 0o666)
        file = cast(BinaryIO, os.fdopen(number, "r+b", buffering=0))
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise InUse(f"another search is using {path} at the moment") from None
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(number), states.stat()):
                return file
        file.close()  # a search that came to nothing has removed it in between


def _leave(path: Path, taken: BinaryIO | DiskFrontier) -> None:
    """Give up what was ``taken``, and leave no empty file behind."""
    with suppress(OSError):
        if not states_beside(path).stat().st_size:
            states_beside(path).unlink()
    taken.close()


def _header(path: Path, kernel: Kernel) -> dict[str, Any]:
    try:
        header = json.loads(path.read_bytes())
    except ValueError:
        raise BrokenCheckpoint(f"{path} is no checkpoint of a search") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT or set(header) != FIELDS:
        raise BrokenCheckpoint(f"{path} is no checkpoint of a search in format {FORMAT}")
    if header.pop("check") != _check(header):
        raise BrokenCheckpoint(f"{path} is damaged: it is not what was written")
    if header["machine"] != kernel.digest:
        raise BrokenCheckpoint(f"{path} is of another search, or of another version of its machine")
    return header


def _check(header: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(header).encode())
