"""The form of content files. Imported only when content is loaded.

The description of a field says what is allowed there; problems quote it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from dicelaw.model.content.fields import Entries, Flag, Id, Name, Text, Texts
from dicelaw.model.dice_conquest.components import MOST
from dicelaw.model.dice_conquest.standing import REVEAL_DAMAGE, REVEAL_DRAWS, STING
from dicelaw.model.dice_conquest.vocabulary import GRAMMARS
from dicelaw.model.dice_conquest.wording import ABILITY, CRITICAL, ITEM
from dicelaw.model.effects.lines import every
from dicelaw.model.effects.programs import json_schema
from dicelaw.model.effects.words import Word


def _program(place: str) -> Any:
    grammar = GRAMMARS[place]
    says = f"a line, or a list of at most {grammar.most}, of: {every(grammar.words)}"
    return Field(description=says, json_schema_extra=json_schema(grammar))


def _standing(word: Word) -> Any:
    amount = word.argument("amount")
    return Field(
        ge=amount.least, le=amount.most, description=f"a number from {amount.least} to {amount.most}"
    )


Ability = Annotated[str | list[str], _program(ABILITY)]
Critical = Annotated[str | list[str], _program(CRITICAL)]
ItemEffect = Annotated[str | list[str], _program(ITEM)]
Health = Annotated[int, Field(ge=1, le=MOST, description=f"a number from 1 to {MOST}")]
Amount = Annotated[int, Field(ge=0, le=MOST, description=f"a number from 0 to {MOST}")]
Face = Annotated[int, Field(ge=1, le=20, description="a number from 1 to 20")]
Sting = Annotated[int, _standing(STING)]
RevealDamage = Annotated[int, _standing(REVEAL_DAMAGE)]
RevealDraws = Annotated[int, _standing(REVEAL_DRAWS)]
Parity = Annotated[Literal["odd", "even"], Field(description="odd or even")]


class Entry(BaseModel):
    """What every entry may have."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Id
    name: Name
    rules: Texts = []
    source: Text = ""
    made_up: Annotated[list[str], Field(description="a list of fields of this entry")] = []
    """The figures that no source has."""


class CriticalEntry(BaseModel):
    """The Critical Hit of a hero card."""

    model_config = ConfigDict(extra="forbid", strict=True)

    number: Face
    effect: Critical


class HeroEntry(Entry):
    """A hero card."""

    ability: Ability
    critical: Annotated[CriticalEntry, Field(description="the fields number and effect")]


class ItemEntry(BaseModel):
    """The magic item of a creature."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Name
    effect: ItemEffect


class CreatureEntry(Entry):
    """A creature card."""

    health: Health
    damage: Amount
    boss: Flag = False
    takes: Annotated[Parity | None, Field(description="odd or even")] = None
    least: Face = 1
    most: Face = 20
    exact: Flag = False
    bars_rerolls: Flag = False
    bars_abilities: Flag = False
    first: Flag = False
    sting: Sting = 0
    reveal_damage: RevealDamage = 0
    reveal_all: Flag = False
    reveal_draws: RevealDraws = 0
    item: Annotated[ItemEntry | None, Field(description="the fields name and effect")] = None


class TrapEntry(Entry):
    """A trap card."""

    reveal_damage: RevealDamage = 0
    reveal_all: Flag = False
    reveal_draws: RevealDraws = 0


class FileEntry(BaseModel):
    """A content file of Dice Conquest."""

    model_config = ConfigDict(extra="forbid", strict=True)

    source: Text
    heroes: Entries = []
    creatures: Entries = []
    traps: Entries = []


def content_schema() -> dict[str, Any]:
    """The JSON Schema of a content file, for editors: its fields, and every line that an effect may have."""
    from dicelaw.model.content.json_schema import file_schema

    return file_schema(
        FileEntry, {FileEntry: {"heroes": HeroEntry, "creatures": CreatureEntry, "traps": TrapEntry}}
    )
