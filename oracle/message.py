"""What all messages that dicelaw exchanges with other programs have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict
from pydantic_core import PydanticCustomError

from dicelaw.model.foreign.limits import QUOTED
from dicelaw.model.foreign.shown import shown

if TYPE_CHECKING:
    from pydantic import ValidationError


class Message(BaseModel):
    """What all messages have in common: nothing is guessed, and nothing unknown is taken in silence."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SetupMessage(Message):
    """A position in which play can begin; each game says in words of its own what lies before the players."""

    game: str


def _is_one(value: object) -> object:
    if type(value) is not int:
        raise PydanticCustomError("not_one", "Input should be 1")
    return value


One = Annotated[Literal[1], BeforeValidator(_is_one)]
"""The number 1, which neither ``true`` nor ``1.0`` is."""


def first_fault(error: ValidationError) -> str:
    """The first thing that is wrong with a message, and where in it."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(shown(str(part), QUOTED) for part in first["loc"])
    return f"{place}: {shown(first['msg'], 2 * QUOTED)}" if place else shown(first["msg"], 2 * QUOTED)
