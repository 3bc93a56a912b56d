"""Files are written whole or not at all: beside their place, and moved there once they are complete.

Whoever reads a file while it is being written, or after a disk was full or the writer was killed, finds what
was there before.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from errno import EACCES, EISDIR, ELOOP
from pathlib import Path
from secrets import token_hex


def write_whole(path: Path, content: str | bytes) -> None:
    """Let ``path`` have ``content``, text as UTF-8. Raises OSError, and then ``path`` is as it was."""
    with staged({path: content}):
        pass


def check_writable(path: Path) -> None:
    """Raises OSError where ``path`` cannot be written, before there is anything to lose; nothing changes."""
    with _named(path):
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not path.exists() or path.is_file():
            _written_beside(_place(path), b"").unlink()
        elif not os.access(path, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))


@contextmanager
def staged(contents: Mapping[Path, str | bytes]) -> Iterator[None]:
    """Write all ``contents`` beside their paths, and move them there, in order, when the block ends.

    Where one cannot be written, or the block raises, every path is as it was. A link stays and what it leads
    to is replaced; what is no regular file, such as a pipe, is written to as it is. Raises OSError, whose
    ``filename`` is the path that was asked for.
    """
    parts: dict[Path, Path] = {}
    try:
        for path, content in contents.items():
            data = content.encode("utf-8") if isinstance(content, str) else content
            with _named(path):
                if not path.exists() or path.is_file():
                    parts[path] = _written_beside(_place(path), data)
                else:
                    with path.open("wb", buffering=0) as stream:
                        _write_all(stream.fileno(), data)
        yield
        for path, part in parts.items():
            with _named(path):
                part.replace(_place(path))
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def _place(path: Path) -> Path:
    """Where ``path`` leads to. Raises OSError for links that lead nowhere but to each other."""
    try:
        return path.resolve()
    except RuntimeError:
        raise OSError(ELOOP, os.strerror(ELOOP)) from None


def _written_beside(path: Path, data: bytes) -> Path:
    """A new file in the folder of ``path`` with ``data``, and with the permissions of ``path`` if that is."""
    part = path.with_name(f".dicelaw-{token_hex(8)}.part")
    number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        try:
            if path.exists():
                os.fchmod(number, path.stat().st_mode & 0o7777)
            _write_all(number, data)
        finally:
            os.close(number)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return part


def _write_all(number: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(number, rest) :]


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors name ``path``, not the file beside it."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
