"""A decision that a client makes: as it is listed, or as people type it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, TypeAdapter, WrapValidator
from pydantic_core import PydanticCustomError

from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.formats.formats import Decision

Text = Annotated[str, Field(min_length=1, max_length=200)]
"""A decision as people type it."""
_TEXT: TypeAdapter[str] = TypeAdapter(Text)


class LegalDecision(Decision):
    """A decision that is legal; ``means`` says what it is where its text does not, as for an option."""

    means: str | None = None


def _of_its_kind(value: object, _either: object) -> LegalDecision | str:
    """``value`` as the kind of decision that it is, so that an error is about that kind alone."""
    if isinstance(value, str):
        return _TEXT.validate_python(value)
    if isinstance(value, dict | LegalDecision):
        return LegalDecision.model_validate(value)
    says = f"a decision is an object as legal lists it, or a text; given: {quoted(value)}"
    raise PydanticCustomError("not_a_decision", "{says}", {"says": says})


MadeDecision = Annotated[LegalDecision | Text, WrapValidator(_of_its_kind)]
