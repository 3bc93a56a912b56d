"""JSON Schemas of the YAML files that users write, for editors: what every game's have in common.

They are made from what the readers of the files declare. A schema is wider than its reader where names may be
written in several ways: it offers the ids, and takes any text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.files.scenario import FACES, LISTS
from dicelaw.oracle.games.games import open_points
from dicelaw.specs.rulings_file import (
    CASE_FIELDS,
    EXAMPLE_FIELDS,
    LEFT_OUT_FIELDS,
    NO_EXAMPLE_FIELDS,
    REFUSED,
)
from dicelaw.specs.rulings_file import (
    LISTS as RULINGS,
)
from dicelaw.specs.statements import NEEDED, STATUSES, WRITTEN

Shape = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Shape = {"type": "string"}
SCALAR: Shape = {"type": ["string", "integer", "boolean"]}
COMMON = ("game", "about", "turn", "start", "readings", "play")
"""The fields of every scenario, which :func:`scenario` knows."""


def number(low: int, top: int) -> Shape:
    """A whole number from ``low`` to ``top``."""
    return {"type": "integer", "minimum": low, "maximum": top}


def listed(of: Shape, least: int = 0, most: int | None = None) -> Shape:
    """A list of at least so many and at most so many."""
    return {"type": "array", "items": of, "minItems": least} | ({} if most is None else {"maxItems": most})


def rows(of: Shape) -> Shape:
    """A row of `name: value`."""
    return {"type": "object", "additionalProperties": of}


def name_of(known: Iterable[str]) -> Shape:
    """A name, of which ``known`` are offered."""
    return {"anyOf": [{"enum": sorted(known)}, TEXT]}


def fields(of: Mapping[str, Shape], needed: Sequence[str] = ()) -> Shape:
    """A row with these fields and no others."""
    return {"type": "object", "properties": dict(of), "required": [*needed], "additionalProperties": False}


def file(title: str, shape: Shape) -> Shape:
    """The schema of a whole file."""
    return {"$schema": DRAFT, "title": title, **shape}


def answers(points: Iterable[OpenPoint]) -> Shape:
    """The answers to open ``points``."""
    known = {
        point.id: {"description": point.asks, "anyOf": [{"enum": [*point.answers]}, SCALAR]}
        for point in points
    }
    return {"type": ["object", "null"], "properties": known, "additionalProperties": SCALAR}


def about(game: str) -> Shape:
    """The id of ``game`` or its name."""
    return {"enum": [game, game.replace("-", " ").title()]}


def played(sides: int, seats: int) -> Shape:
    """What is played: decisions as text, and dice with so many sides, cards and tosses as fields."""
    face = {"anyOf": [number(1, sides), listed(number(1, sides))]}
    known = {
        **dict.fromkeys(FACES, face),
        **dict.fromkeys((one for one in LISTS if one not in FACES), listed(TEXT)),
        "toss": number(1, seats),
        "until": TEXT,
    }
    one = {"type": "object", "properties": known, "minProperties": 1, "maxProperties": 1}
    return {"type": ["array", "null"], "items": {"anyOf": [{"type": "string", "minLength": 1}, one]}}


def scenario(
    game: str, own: Mapping[str, Shape], starts: Sequence[str], *, sides: int, seats: int,
    needed: Sequence[str] = (),
) -> Shape:  # fmt: skip
    """A scenario of ``game`` with fields of its ``own`` beside those that every game has."""
    shapes = {
        "game": about(game),
        "about": TEXT,
        "turn": number(1, seats),
        "start": {"enum": [*starts]},
        "readings": answers(open_points(game)),
        "play": played(sides, seats),
    }
    return fields({**shapes, **own}, needed)


def rulings(of_scenario: Shape) -> Shape:
    """A file of rulings or of examples, each with a scenario."""
    refused = {**dict.fromkeys(REFUSED, TEXT), "turn_of": SCALAR, "rules": listed(TEXT, 1)}
    held = {
        "expect": {"type": "object"},
        "legal": listed(TEXT, 1),
        "illegal": listed({"anyOf": [TEXT, fields(refused)]}),
    }
    under = {
        "reading": fields({"point": TEXT, "answers": rows(fields(held))}, ("point", "answers")),
        "editions": rows({"type": "object"}),
    }
    known = {**held, **under, "cites": listed(TEXT, 1), "faq": listed(TEXT, 1), "ref": listed(TEXT, 1)}
    position = of_scenario["properties"]

    def entry(names: Sequence[str], more: Mapping[str, Shape], needed: Sequence[str]) -> Shape:
        return listed(fields({**{name: known.get(name, TEXT) for name in names}, **more}, needed))

    lists = {
        "cases": entry(CASE_FIELDS, position, ("id", "question", "answer", "cites")),
        "examples": entry(EXAMPLE_FIELDS, position, ("id", "says", "cites")),
        "left_out": entry(LEFT_OUT_FIELDS, {}, ("id", "because")),
        "no_example": entry(NO_EXAMPLE_FIELDS, {}, NO_EXAMPLE_FIELDS),
    }
    return file("rulings and examples", fields({name: lists[name] for name in RULINGS}))


def statements() -> Shape:
    """A file of the statements of a document."""
    one = {name: {"enum": [*STATUSES]} if name == "status" else TEXT for name in WRITTEN}
    return file("statements", fields({"source": TEXT, "statements": listed(fields(one, NEEDED))}))
