"""The JSON Schema of mapping files, made from what their reader declares."""

from __future__ import annotations

from typing import Any

from dicelaw.oracle.audit.mapping import FIELDS, KIND_FIELDS, NOT_OF, PAIR, SHAPES, START_FIELDS
from dicelaw.oracle.files.file_schema import TEXT, answers, fields, listed, name_of, rows
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.games import open_points
from dicelaw.oracle.games.ports import port

ONE_OR_MORE = {"anyOf": [TEXT, listed(TEXT)]}
SOURCE = {"type": ["string", "integer"]}
"""Where a value comes from: a field of the line, or the number itself."""


def mapping(game: str) -> dict[str, Any]:
    """The schema of what the lines of a log of ``game`` mean."""
    who = description(game).who
    values: dict[str, Any] = {
        "names": rows(rows(SOURCE)),
        "offsets": rows({"type": "integer"}),
        "split": rows({**TEXT, "minLength": 1}),
    }
    several = SOURCE if who == PAIR else {"anyOf": [SOURCE, listed(SOURCE)]}
    of_kind: dict[str, Any] = {
        **values,
        "pattern": TEXT,
        "start": fields({who: several}, [who]),
        "step": {"anyOf": [*ONE_OR_MORE["anyOf"], fields({"field": TEXT}, ["field"])]},
        "by": SOURCE,
        "choices": rows(SOURCE),
        "check": rows(SOURCE),
    }
    kind = fields({name: of_kind[name] for name in KIND_FIELDS})
    of_start: dict[str, Any] = {
        "heroes": ONE_OR_MORE,
        "mode": TEXT,
        "teams": ONE_OR_MORE,
        "readings": answers(open_points(game)),
        "edition": name_of(port(game).printings),
        "scenario": TEXT,
    }
    start = fields({name: of_start[name] for name in START_FIELDS if name not in NOT_OF.get(who, ())})
    known: dict[str, Any] = {
        **values,
        "log": {"enum": [*SHAPES]},
        "columns": ONE_OR_MORE,
        "delimiter": {**TEXT, "minLength": 1, "maxLength": 1},
        "kind": TEXT,
        "kinds": rows({"anyOf": [{"const": "ignore"}, kind]}),
        "others": {"enum": ["stop", "ignore"]},
        "passes": {"enum": ["logged", "implied"]},
        "hidden": ONE_OR_MORE,
        "checks": {"enum": ["settled", "any"]},
        "seats": rows({"type": "integer", "minimum": 1}),
        "start": start,
    }
    return fields({name: known[name] for name in FIELDS}, ["log", "kinds"])
