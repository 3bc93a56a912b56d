"""Checking the entries of a content file one by one, and saying what is allowed instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from dicelaw.model.dice_throne.conditions import one_of
from dicelaw.model.dice_throne.content_file import Document, Path
from dicelaw.model.dice_throne.language import Timing

Model = TypeVar("Model", bound=BaseModel)
Word = TypeVar("Word", bound=IntEnum)

_TIMINGS = {"main": Timing.MAIN, "roll": Timing.ROLL, "instant": Timing.INSTANT}


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
        return f"{value!r} is not an entry; allowed: `field: value` lines"
    allowed = model.model_fields[name].description
    if kind == "missing":
        return f"the field {name!r} is missing; allowed: {allowed}"
    return f"{value!r} is not allowed; allowed: {allowed}"


def unknown(what: str, word: str, allowed: Sequence[str]) -> str:
    """A sentence on ``word``, which is none of the ``allowed`` ones."""
    return f"unknown {what} {word!r}; {one_of(word, allowed)}"


def known_slot(document: Document, path: Path, slot: str, slots: Mapping[str, int]) -> bool:
    """Whether ``slot`` is a space of the board; if not, that is noted."""
    if slot not in slots:
        document.wrong((*path, "slot"), unknown("board space", slot, list(slots)))
    return slot in slots


def condition(words: type[Word], document: Document, path: Path, text: str) -> Word | None:
    """The word that ``text`` is, or nothing, which is noted."""
    names = {word.name.lower().replace("_", "-"): word for word in words}
    if text not in names:
        document.wrong(path, unknown("condition", text, list(names)))
    return names.get(text)


def timing(document: Document, path: Path, text: str) -> Timing:
    """When an action may be used; a wrong word is noted."""
    if text not in _TIMINGS:
        document.wrong((*path, "timing"), unknown("timing", text, list(_TIMINGS)))
    return _TIMINGS.get(text, Timing.INSTANT)
