"""Files that others wrote: only regular ones, up to a size, and only inside of the folder that is meant."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from dicelaw.model.foreign.limits import DOCUMENT_BYTES

STDIN = frozenset({Path("-"), Path("/dev/stdin")})
"""The names of standard input, which is read up to the same size as a file."""
_OTHERS = {
    stat.S_IFDIR: "this is a folder; a file is wanted",
    stat.S_IFIFO: "this is a pipe; a file is wanted, or - for standard input",
    stat.S_IFCHR: "this is a device; a file is wanted",
    stat.S_IFBLK: "this is a device; a file is wanted",
    stat.S_IFSOCK: "this is a socket; a file is wanted",
}


class Unreadable(Exception):
    """A file that is not read; ``path`` is its name as it was given, and ``says`` why."""

    def __init__(self, path: Path, says: str, line: int = 0) -> None:
        super().__init__(f"{path}:{line}: {says}" if line else f"{path}: {says}")
        self.path, self.says, self.line = path, says, line


def read_file(path: Path, most: int = DOCUMENT_BYTES) -> bytes:
    """The content of a regular file of at most ``most`` bytes, or of standard input. Raises Unreadable."""
    with opened(path, most) as file:
        try:
            content = file.read(most + 1)
        except OSError as error:
            raise Unreadable(path, f"this cannot be read: {error.strerror}") from None
    if len(content) > most:
        raise Unreadable(path, f"this is longer than {most} bytes, which is the limit")
    return content


def read_text(path: Path, most: int = DOCUMENT_BYTES) -> str:
    """The text of a file as :func:`read_file` reads it. Raises Unreadable for one that is not UTF-8."""
    return text_of(path, read_file(path, most))


def text_of(path: Path, content: bytes) -> str:
    """The text that ``content``, of the file ``path``, is in UTF-8, without a mark of the byte order."""
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Unreadable(path, "this is not UTF-8 text", line) from None


@contextmanager
def opened(path: Path, most: int) -> Iterator[BinaryIO]:
    """A regular file of at most ``most`` bytes, or standard input, to be read. Raises Unreadable."""
    if path in STDIN:
        if sys.stdin is None:
            raise Unreadable(path, "there is no standard input")
        yield sys.stdin.buffer
        return
    with _regular(path, most) as file:
        yield file


def _regular(path: Path, most: int) -> BinaryIO:
    try:
        _check(path, path.stat(), most)  # before it is opened: that alone has effects on some devices
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        file = os.fdopen(os.open(path, flags), "rb")
    except OSError as error:
        raise Unreadable(path, f"this cannot be read: {error.strerror}") from None
    except ValueError:
        raise Unreadable(path, "this is not the name of a file") from None
    try:
        _check(path, os.fstat(file.fileno()), most)
    except BaseException:
        file.close()
        raise
    return file


def _check(path: Path, found: os.stat_result, most: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise Unreadable(path, _OTHERS.get(stat.S_IFMT(found.st_mode), "this is not a file"))
    if found.st_size > most:
        raise Unreadable(path, f"this has {found.st_size} bytes; the limit is {most}")


def inside(folder: Path, name: str) -> Path:
    """The path of ``name`` in ``folder``, which is where it stays: no link leads out, and no ``..``.

    Raises Unreadable where it doesn't.
    """
    path = folder / name
    try:
        stays = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a round of links, or no name of a file
        stays = False
    if not stays:
        raise Unreadable(path, f"this leads out of the folder {folder}; only what is inside is read")
    return path
