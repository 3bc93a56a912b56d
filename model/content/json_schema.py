"""JSON Schemas of content files, for editors. Imported only when one is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

DRAFT = "https://json-schema.org/draft/2020-12/schema"
Parts = Mapping[type[BaseModel], Mapping[str, type[BaseModel]]]
"""For each kind of entry the fields that hold others, one of them or a list."""


def file_schema(
    page: type[BaseModel], parts: Parts, more: Mapping[str, dict[str, Any]] | None = None
) -> dict[str, Any]:
    """The JSON Schema of a content file, which is a ``page``; ``more`` has what else its fields refer to."""
    models = dict.fromkeys([page, *parts, *(one for fields in parts.values() for one in fields.values())])
    _, found = models_json_schema([(one, "validation") for one in models])
    kinds: dict[str, Any] = found["$defs"]
    for kind, fields in parts.items():
        for name, entry in fields.items():
            there = {"$ref": f"#/$defs/{entry.__name__}"}
            held = kinds[kind.__name__]["properties"][name]
            if held.get("type") == "array":
                held["items"] = there
            else:
                kinds[kind.__name__]["properties"][name] = {**there, "description": held["description"]}
    file = kinds.pop(page.__name__)
    return {"$schema": DRAFT, **file, "$defs": {**kinds, **(more or {})}}
