"""What all messages that dicelaw exchanges with other programs have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints
from pydantic_core import PydanticCustomError

from dicelaw.model.foreign.limits import QUOTED
from dicelaw.model.foreign.shown import shown
from dicelaw.oracle.format_version import FORMAT

if TYPE_CHECKING:
    from pydantic import ValidationError


SEAT = "[1-9][0-9]?"
"""What a seat looks like."""
Seat = Annotated[str, StringConstraints(pattern=f"^{SEAT}$")]
"""A seat: as many of them are taken as play, from 1 on."""


class Message(BaseModel):
    """What all messages have in common: nothing is guessed, and nothing unknown is taken in silence."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SetupMessage(Message):
    """A position in which play can begin; each game says in words of its own what lies before the players."""

    game: str


def _is_number(value: object) -> object:
    if type(value) is not int:
        raise PydanticCustomError("not_a_version", f"Input should be {FORMAT}")
    return value


Version = Annotated[Literal[2], BeforeValidator(_is_number)]
"""The version of the formats as a whole number, which ``2.0`` is not."""


def first_fault(error: ValidationError) -> str:
    """The first thing that is wrong with a message, and where in it."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(shown(str(part), QUOTED) for part in first["loc"])
    return f"{place}: {shown(first['msg'], 2 * QUOTED)}" if place else shown(first["msg"], 2 * QUOTED)
