"""The lines of a log: read one by one, as the fields that a mapping asks for."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from dicelaw.model.foreign.files import Unreadable, opened
from dicelaw.model.foreign.json_text import NotJson, from_json
from dicelaw.model.foreign.limits import LINE_LENGTH, LOG_BYTES
from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.audit.mapping import Kind, LogMapping
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.suggestions import unknown_says

KEPT, SHORT = 2**14, 300
"""How many different lines are remembered, and how long they may be: many say that a die shows 3."""
CHUNK = 1 << 20
Parse = Callable[[str], tuple[Kind | None, tuple[Any, ...]]]
"""From a line to its kind and the values of the fields of that kind."""


class Line(NamedTuple):
    """One line of a log that says something about the play; ``values`` are those of the kind's fields."""

    number: int
    text: str
    kind: Kind
    values: tuple[Any, ...]


class _Malformed(Exception):
    """A line that the mapping cannot read."""


def lines(path: Path, mapping: LogMapping, progress: Callable[[int], None]) -> Iterator[Line]:
    """The lines of the log ``path``; those that are ignored are left out.

    ``progress`` is told how many bytes were read. Raises UserError with the line for one that cannot be read.
    """
    parse: Parse | None = None
    for number, raw in _texts(path, progress):
        text = raw.strip()
        if not text:
            continue
        try:
            if parse is None:
                reader, is_header = _parser(mapping, text)
                parse, remembered = reader, lru_cache(KEPT)(reader)
                if is_header:
                    continue
            kind, values = remembered(text) if len(text) <= SHORT else parse(text)
        except _Malformed as error:
            raise UserError(f"{path}:{number}: {error}") from None
        if kind is not None:
            yield Line(number, text, kind, values)
    if parse is None:
        raise UserError(f"{path}: this log has no lines")


def _texts(path: Path, progress: Callable[[int], None]) -> Iterator[tuple[int, str]]:
    """Each line of the file with its number."""
    number, done = 1, 0
    for block in _blocks(path):
        try:
            rows = block.decode().split("\n")
        except UnicodeDecodeError as error:
            at = number + block.count(b"\n", 0, error.start)
            raise UserError(f"{path}:{at}: this is not UTF-8 text") from None
        if number == 1:
            rows[0] = rows[0].removeprefix("\ufeff")
        for text in rows:
            if len(text) > LINE_LENGTH:
                raise UserError(f"{path}:{number}: this line is longer than {LINE_LENGTH} characters")
            yield number, text
            number += 1
        done += len(block) + 1
        progress(done)


def _blocks(path: Path) -> Iterator[bytes]:
    """The bytes of the file, in runs of whole lines without the last line break."""
    try:
        with opened(path, LOG_BYTES) as file:
            rest, number, done = b"", 1, 0
            while chunk := file.read(CHUNK):
                done += len(chunk)
                if done > LOG_BYTES:
                    raise UserError(f"{path}: this is longer than {LOG_BYTES} bytes, which is the limit")
                whole, newline, tail = chunk.rpartition(b"\n")
                if newline:
                    yield rest + whole
                    number += chunk.count(b"\n")
                    rest = tail
                else:
                    rest += tail
                if len(rest) > 4 * LINE_LENGTH:
                    raise UserError(f"{path}:{number}: this line is longer than {LINE_LENGTH} characters")
            if rest:
                yield rest
    except Unreadable as why:
        raise UserError(str(why)) from None
    except OSError as error:
        raise UserError(f"{path}: this cannot be read: {error.strerror}") from None


def _parser(mapping: LogMapping, first: str) -> tuple[Parse, bool]:
    """What reads a line, and whether ``first`` is no line but has the names of the columns."""
    if mapping.shape == "json":
        return _json_parser(mapping), False
    if mapping.shape == "text":
        return _text_parser(mapping), False
    columns = mapping.columns or tuple(_cells(mapping, first))
    for name in (mapping.kind_field, *(one for kind in mapping.kinds.values() for one in kind.fields)):
        if name not in columns:
            raise _Malformed(f"the columns: {unknown_says('column', name, columns)}")
    return _csv_parser(mapping, columns), not mapping.columns


def _kind(mapping: LogMapping, name: object) -> Kind | None:
    kind = mapping.kinds.get(name if isinstance(name, str) else str(name))
    if kind is None and not mapping.ignores_others:
        says = unknown_says("kind of line", str(name), mapping.kinds)
        raise _Malformed(f"{mapping.kind_field}: {says}; say in the mapping what it means, or `ignore`")
    return None if kind is None or kind.ignored else kind


def _json_parser(mapping: LogMapping) -> Parse:
    tell = _getter(mapping.kind_field)
    known = {name: (kind, _reader(kind.fields)) for name, kind in mapping.kinds.items() if not kind.ignored}

    def parse(text: str) -> tuple[Kind | None, tuple[Any, ...]]:
        try:
            data = from_json(text)
        except NotJson as error:
            raise _Malformed(f"this line is not JSON: {error}") from None
        if not isinstance(data, dict):
            raise _Malformed("this line is not a JSON object")
        name = tell(data)
        found = known.get(name) if isinstance(name, str) else None
        if found is None:
            if name is None:
                raise _Malformed(f"{mapping.kind_field}: this field, which tells the kind, is missing")
            kind = _kind(mapping, name)
            if kind is None:
                return None, ()
            found = known[kind.name]
        kind, read = found
        return kind, read(data)

    return parse


def _reader(fields: tuple[str, ...]) -> Callable[[dict[str, Any]], tuple[Any, ...]]:
    """What reads ``fields``; None stands for one that is not there."""
    if not any("." in name for name in fields):
        return lambda data: tuple(map(data.get, fields))
    getters = tuple(map(_getter, fields))
    return lambda data: tuple([get(data) for get in getters])


def _getter(path: str) -> Callable[[dict[str, Any]], Any]:
    """What finds ``path``, names with dots between them; None where it is not there."""
    first, *rest = path.split(".")
    if not rest:
        return lambda data: data.get(first)

    def get(data: dict[str, Any]) -> Any:
        found: Any = data.get(path, data.get(first))
        for name in rest if path not in data else ():
            if isinstance(found, list):
                place = whole_number(name)
                found = found[place] if place is not None and 0 <= place < len(found) else None
            else:
                found = found.get(name) if isinstance(found, dict) else None
        return found

    return get


def _cells(mapping: LogMapping, text: str) -> list[str]:
    try:
        return next(csv.reader([text], delimiter=mapping.delimiter, strict=True))
    except csv.Error as error:
        raise _Malformed(f"this line is not CSV: {error}") from None


def _csv_parser(mapping: LogMapping, columns: tuple[str, ...]) -> Parse:
    tell = columns.index(mapping.kind_field)
    places = {kind: [columns.index(name) for name in kind.fields] for kind in mapping.kinds.values()}

    def parse(text: str) -> tuple[Kind | None, tuple[Any, ...]]:
        cells = _cells(mapping, text)
        if len(cells) != len(columns):
            raise _Malformed(f"this line has {len(cells)} cells, and there are {len(columns)} columns")
        kind = _kind(mapping, cells[tell])
        if kind is None:
            return None, ()
        return kind, tuple([cells[place] or None for place in places[kind]])

    return parse


def _text_parser(mapping: LogMapping) -> Parse:
    patterns = [(kind.pattern.values, kind) for kind in mapping.kinds.values() if kind.pattern is not None]

    def parse(text: str) -> tuple[Kind | None, tuple[Any, ...]]:
        line = text.encode()
        for values_of, kind in patterns:
            values = values_of(line, kind.fields)
            if values is not None:
                return (None, ()) if kind.ignored else (kind, values)
        if mapping.ignores_others:
            return None, ()
        says = f"no pattern of {mapping.document.file} fits this line: {quoted(text)}"
        raise _Malformed(f"{says}; add a kind for it, or `others: ignore`")

    return parse
