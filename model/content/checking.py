"""Checking the entries of a content file one by one, and saying what is allowed instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from dicelaw.model.content.document import Document, Path
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.games import GAMES

Model = TypeVar("Model", bound=BaseModel)


WAYS = ("str", "list[str]")
"""What an error names among its fields where a value may be of several kinds; no field is so called."""
FEW = 3
"""So many kinds of entries are named at most that have a field which stands at a wrong place."""
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
            where = tuple(step for step in error["loc"] if step not in WAYS)
            name = str(where[0]) if where else ""
            says = _of_another_game(data, name, model) if not path and len(where) == 1 else ""
            document.wrong((*path, *where), says or _says(error["type"], error["input"], where, model))
            wrong.add(name)
    meant = model.model_fields
    if isinstance(data, dict) and all(name in STAND_INS or not _near(name, meant) for name in wrong):
        given = {field: value for field, value in data.items() if field not in wrong}
        with suppress(ValidationError):
            stand_ins = {name: STAND_INS[name] for name in wrong if name in meant}
            return model.model_validate({**given, **stand_ins})
    return None


def _of_another_game(data: object, name: str, model: type[BaseModel]) -> str:
    """A sentence on the field ``name`` of a file that has only those of a game with another ``model``."""
    given = {*data} - {"source"} if isinstance(data, dict) else set()
    if given & {*model.model_fields}:
        return ""
    game = next((game for game in GAMES.values() if name in game.content and given <= game.content), None)
    if game is None:
        return ""
    says = f"{quoted(name)} is a field of content of {game.family}, and a folder has that of one game"
    return f"{says}; allowed here: {', '.join(model.model_fields)}"


def _says(kind: str, value: object, where: Sequence[int | str], model: type[BaseModel]) -> str:
    """What is told of an error of this ``kind`` in ``value``, at the place ``where`` in an entry."""
    if not where:
        return f"{quoted(value)} is not an entry; allowed: `field: value` lines"
    name = str(where[-1])
    if kind == "extra_forbidden":
        holder = next(_models(_shape(model, where[:-1])[0]), model)
        if len(where) == 1 and (owners := _owners(name, model)):
            there, fields = " or of ".join(owners), ", ".join(holder.model_fields)
            return f"unknown field {quoted(name)}; it is a field of {there}; allowed: {fields}"
        return unknown("field", name, list(holder.model_fields))
    allowed = _shape(model, where)[1]
    if kind == "missing":
        return f"the field {quoted(name)} is missing; allowed: {allowed}"
    return f"{quoted(value)} is not allowed; allowed: {allowed}"


def _shape(model: type[BaseModel], where: Sequence[int | str]) -> tuple[Any, str]:
    """What may stand at the place ``where`` in a ``model``, and the nearest description of that."""
    kind: Any = model
    says = ""
    for step in where:
        field = next((one.model_fields.get(str(step)) for one in _models(kind)), None)
        parts = [part for one in _kinds(kind) for part in get_args(one)[-1:]]
        if field is None and not parts:
            break
        kind = parts[0] if field is None else field.annotation
        known = getattr(kind, "__metadata__", ()) if field is None else (field,)
        says = next((one.description for one in known if isinstance(one, FieldInfo)), None) or says
    return kind, says


def _kinds(kind: Any) -> Iterator[Any]:
    """The kinds of values that ``kind`` allows, each by itself and without what is said of it."""
    ways = get_args(kind)[:1] if get_origin(kind) is Annotated else get_args(kind)
    if get_origin(kind) in (Annotated, Union, UnionType):
        for way in ways:
            yield from _kinds(way)
    else:
        yield kind


def _models(kind: Any) -> Iterator[type[BaseModel]]:
    return (one for one in _kinds(kind) if isinstance(one, type) and issubclass(one, BaseModel))


def _owners(name: str, model: type[BaseModel]) -> list[str]:
    """What entries of the same game have the field ``name``, which ``model`` has not, if these are few."""
    kinds: list[Any] = [model.__mro__[model.__mro__.index(BaseModel) - 1]]
    for kind in kinds:
        kinds += [one for one in kind.__subclasses__() if one not in kinds]
    found = [kind for kind in kinds if name in kind.model_fields and not kind.__subclasses__()]
    says = [re.split("[.,;:]", kind.__doc__ or "")[0] for kind in found]
    return [one[:1].lower() + one[1:] for one in says] if len(says) <= FEW else []


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
