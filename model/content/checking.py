"""Checking the entries of a content file one by one, and saying what is allowed instead."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from dicelaw.model.content.document import Document, Path
from dicelaw.model.foreign.shown import quoted

Model = TypeVar("Model", bound=BaseModel)


def checked(model: type[Model], data: object, document: Document, path: Path) -> Model | None:
    """The entry in ``data``, or nothing if it is wrong, which is noted."""
    try:
        return model.model_validate(data)
    except ValidationError as errors:
        for error in errors.errors(include_url=False, include_context=False):
            where = error["loc"]
            name = str(where[0]) if where else ""
            document.wrong((*path, *where), _says(error["type"], error["input"], name, model))
        return None


def _says(kind: str, value: object, name: str, model: type[BaseModel]) -> str:
    if kind == "extra_forbidden":
        return unknown("field", name, list(model.model_fields))
    if not name:
        return f"{quoted(value)} is not an entry; allowed: `field: value` lines"
    allowed = model.model_fields[name].description
    if kind == "missing":
        return f"the field {quoted(name)} is missing; allowed: {allowed}"
    return f"{quoted(value)} is not allowed; allowed: {allowed}"


def unknown(what: str, word: str, allowed: Sequence[str]) -> str:
    """A sentence on ``word``, which is none of the ``allowed`` ones."""
    return f"unknown {what} {quoted(word)}; {one_of(word, allowed)}"


def one_of(word: str, allowed: Sequence[str]) -> str:
    """The allowed words, the ones near to ``word`` named first."""
    near = get_close_matches(word, allowed, n=1)
    hint = f"did you mean {quoted(near[0])}? " if near else ""
    return f"{hint}allowed: {', '.join(allowed)}"
