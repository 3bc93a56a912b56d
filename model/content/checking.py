"""Checking the entries of a content file one by one, and saying what is allowed instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from dicelaw.model.content.document import Document, Path
from dicelaw.model.foreign.shown import quoted

Model = TypeVar("Model", bound=BaseModel)


STAND_INS: Mapping[str, object] = {
    "name": "name", "cost": 0, "cp": 0, "at_least": 0, "total_at_least": 0, "incoming_at_least": 0,
    "rules": [], "source": "source", "alternatives": [],
}  # fmt: skip
"""What stands for a wrong value of a field on which nothing else in an entry hangs, so that it is read on."""


def checked(model: type[Model], data: object, document: Document, path: Path) -> Model | None:
    """The entry in ``data``, or nothing if it is wrong, which is noted.

    An entry of which nothing is wrong that the rest of it may hang on is read on, for what else is wrong: it
    comes with stand-ins, and its document has a problem by then.
    """
    try:
        return model.model_validate(data)
    except ValidationError as errors:
        wrong = set[str]()
        for error in errors.errors(include_url=False, include_context=False):
            where = error["loc"]
            name = str(where[0]) if where else ""
            document.wrong((*path, *where), _says(error["type"], error["input"], name, model))
            wrong.add(name)
    meant = model.model_fields
    if isinstance(data, dict) and all(name in STAND_INS or not _near(name, meant) for name in wrong):
        given = {field: value for field, value in data.items() if field not in wrong}
        with suppress(ValidationError):
            stand_ins = {name: STAND_INS[name] for name in wrong if name in meant}
            return model.model_validate({**given, **stand_ins})
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
    near = _near(word, allowed)
    hint = f"did you mean {quoted(near[0])}? " if near else ""
    return f"{hint}allowed: {', '.join(allowed)}"


def _near(word: str, allowed: Iterable[str]) -> list[str]:
    """The one of the allowed words that is near to ``word``, if any is."""
    return get_close_matches(word, [*allowed], n=1)
