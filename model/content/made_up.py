"""Entries that nobody has written: what a JSON Schema of content allows, at random, weighted to the odd."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

Entry = dict[str, Any]
Place = tuple[str | int, ...]
"""Where something stands in a content file."""
Says = Mapping[str, Callable[[str], Any]]
"""What content says where a field may be any text, by its name, asked with the kind of the entry.

By ``Kind.field``, and by the name of a definition, it is what is said there whatever the schema has.
"""
FEW = 3
"""What is a small number; half of all are. So many things are in a list at most, unless more are demanded."""
OFTEN = 0.15
"""How often a field is there that may be left out."""
TRIES = 12
"""How often something is drawn until it goes with all else."""


class UnsaidError(Exception):
    """A field that may be any text, of which nothing says what content has there."""


def number(least: int, most: int, draw: Random) -> int:
    """A number: of two one is among the smallest, and of four one the least or the most that is allowed."""
    way = draw.random()
    if way < 1 / 2:
        return draw.randint(least, min(most, least + FEW))
    if way < 3 / 4:
        return draw.choice((least, most))
    return draw.randint(least, most)


@dataclass(frozen=True)
class Maker:
    """Makes up what ``schema``, that of a content file, allows.

    What ``says`` speaks of is as it has it; a field that may be any text is left out if nothing speaks of it,
    and so are the fields ``never`` drawn.
    """

    schema: Mapping[str, Any]
    draw: Random
    says: Says
    never: frozenset[str] = frozenset()

    def kind(self, name: str) -> Mapping[str, Any]:
        """The schema of the entries that are called ``name``."""
        found: Mapping[str, Any] = self.schema["$defs"][name]
        return found

    def value(self, schema: Mapping[str, Any], field: str = "", kind: str = "") -> Any:
        """A value that ``schema`` allows in a ``field`` of an entry of a ``kind``. Raises UnsaidError."""
        refers = schema.get("$ref", "").rpartition("/")[2]
        for name in (f"{kind}.{field}", refers):
            if name in self.says:
                return self.says[name](kind)
        if refers:
            return self.value(self.kind(refers), field, refers)
        if "anyOf" in schema:
            return self.value(self.draw.choice(_said(schema["anyOf"])), field, kind)
        if "enum" in schema:
            return self.draw.choice(schema["enum"])
        if schema.get("type") == "boolean":
            return not schema.get("default", False)
        if schema.get("type") == "integer":
            return number(schema["minimum"], schema["maximum"], self.draw)
        if schema.get("type") == "array" and "items" in schema:
            least = schema.get("minItems", 1)
            count = number(least, schema.get("maxItems", max(least, FEW)), self.draw)
            return [self.value(schema["items"], field, kind) for _ in range(count)]
        if "properties" in schema:
            return self._entry(schema, kind)
        if field in self.says:
            return self.says[field](kind)
        raise UnsaidError(f"{kind}.{field}")

    def grown(self, kind: str, fixed: Entry, allowed: Callable[[Entry], bool], often: float = OFTEN) -> Entry:
        """An entry of ``kind`` with what is ``fixed``, and more as far as it is ``allowed``.

        Raises ValueError where not even what is demanded is allowed.
        """
        schema = self.kind(kind)
        found = self._demanded(schema, kind, fixed, allowed)
        waiting = [name for name in schema["properties"] if name not in found and name not in self.never]
        self.draw.shuffle(waiting)
        for name in waiting:
            if self.draw.random() >= often:
                continue
            for _ in range(TRIES):
                try:
                    more = {**found, name: self.value(schema["properties"][name], name, kind)}
                except UnsaidError:
                    break
                if allowed(more):
                    found = more
                    break
        return found

    def _demanded(
        self, schema: Mapping[str, Any], kind: str, fixed: Entry, allowed: Callable[[Entry], bool]
    ) -> Entry:
        for _ in range(TRIES):
            needs = [name for name in schema["required"] if name not in fixed]
            found = {**fixed, **{name: self.value(schema["properties"][name], name, kind) for name in needs}}
            if allowed(found):
                return found
        raise ValueError(f"no {kind} was found that is allowed with {fixed}")

    def _entry(self, schema: Mapping[str, Any], kind: str) -> Entry:
        """All that is demanded, and some of what is not."""
        found: Entry = {}
        for name, one in schema["properties"].items():
            needed = name in schema.get("required", ())
            if needed or (name not in self.never and self.draw.random() < OFTEN):
                try:
                    found[name] = self.value(one, name, kind)
                except UnsaidError:
                    if needed:
                        raise
        return found


def optional(schema: Mapping[str, Any], node: Any) -> Iterator[Place]:
    """Where something stands in ``node``, a content file of this ``schema``, that may be left out of it."""
    yield from _optional(schema, schema, node)


def _optional(whole: Mapping[str, Any], schema: Mapping[str, Any], node: Any) -> Iterator[Place]:
    if refers := schema.get("$ref", "").rpartition("/")[2]:
        schema = whole["$defs"][refers]
    ways = _said(schema.get("anyOf", (schema,)))
    if isinstance(node, dict):
        for name, part in node.items():
            fitting = [one for one in ways if name in one.get("properties", {})]
            if not any(name in one.get("required", ()) for one in fitting):
                yield (name,)
            inner = fitting[0]["properties"][name] if fitting else schema.get("additionalProperties")
            inner = inner if isinstance(inner, Mapping) else {}
            yield from ((name, *path) for path in _optional(whole, inner, part))
    elif isinstance(node, list):
        rows = [one for one in ways if one.get("type") == "array"]
        inner = rows[0].get("items", {}) if rows else {}
        demanded = any(one.get("minItems") == len(node) for one in rows)
        for at, part in enumerate(node):
            yield from () if demanded else ((at,),)
            yield from ((at, *path) for path in _optional(whole, inner, part))


def _said(ways: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Those of ``ways`` that say something."""
    return [one for one in ways if one.get("type") != "null"]
