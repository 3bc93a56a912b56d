"""What a content file may hold: one model for each kind of entry. Imported only when content is loaded.

The description of a field says what is allowed there; problems quote it.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from dicelaw.model.content.fields import Entries, Flag, Id, Name, Text, Texts
from dicelaw.model.dice_throne.declared.moments import TRIGGERS
from dicelaw.model.effects.triggers import json_schema

STEP = "Step"
"""What the JSON Schema calls an effect line, or a block of some."""
_STEPS = {"type": "array", "items": {"$ref": f"#/$defs/{STEP}"}}
Effect = Annotated[list[Any], Field(description="a list of effect lines", json_schema_extra=_STEPS)]
Several = Annotated[
    list[Any],
    Field(
        description="a list of effect lines: the effect among more than two players, where that is another",
        json_schema_extra=_STEPS,
    ),
]
Count = Annotated[int, Field(ge=0, le=99, description="a whole number from 0 to 99")]
Cost = Annotated[int, Field(ge=0, le=15, description="a whole number from 0 to 15")]
Tokens = Annotated[int, Field(ge=1, le=7, description="a whole number from 1 to 7")]
Spent = Annotated[int, Field(ge=0, le=7, description="a whole number from 0 to 7")]
Blocks = Annotated[
    dict[str, Any],
    Field(description="lists of effect lines by name, or `effect` and `several` with a list each"),
]
At = Annotated[str, Field(description="a moment", json_schema_extra=json_schema(TRIGGERS))]
Level = Annotated[int, Field(ge=1, le=3, description="1, 2 or 3")]
Dice = Annotated[int, Field(ge=1, le=5, description="a whole number from 1 to 5")]


class Entry(BaseModel):
    """What every entry may say: its rule ids, its source, and figures of other sources."""

    model_config = ConfigDict(extra="forbid", strict=True)

    rules: Texts = []
    source: Text = ""
    alternatives: Texts = []


class Page(Entry):
    """A content file."""

    source: Name
    statuses: Entries = []
    common: Entries = []
    blocks: Blocks = {}
    companions: Entries = []
    hero: Annotated[dict[str, Any] | None, Field(description="the fields of a hero")] = None


class Effective(Entry):
    """Something with an effect, which may be another among more than two players."""

    effect: Effect
    several: Several = []


class ActionEntry(Effective):
    """Something that a player may use."""

    id: Id
    name: Name
    when: Texts = []
    at_least: Count = 0
    total_at_least: Count = 0
    incoming_at_least: Count = 0
    have: Text = ""
    once: Text = ""
    dice_of: Text = ""
    several: Several = []


class CardEntry(ActionEntry):
    """A card."""

    timing: Text
    cost: Cost


class SpendEntry(ActionEntry):
    """A way to spend tokens of a status effect."""

    timing: Text = "instant"
    cp: Cost = 0
    tokens: Spent = 1


class BoardEntry(ActionEntry):
    """An action printed on a hero's board; it may spend tokens as well."""

    spends: Text = ""
    tokens: Spent = 0
    slot: Text
    level: Level
    timing: Text = "instant"
    cost: Cost


class TriggerEntry(Effective):
    """What runs by itself."""

    at: At
    each: Flag = False
    several: Several = []


class PassiveEntry(Effective):
    """A passive ability, at one level."""

    slot: Text
    name: Name
    level: Level
    at: At
    several: Several = []


class StatusEntry(Entry):
    """A status effect; effect lines name it by its id, in which a number would be taken for an amount."""

    id: Annotated[
        Id,
        Field(
            pattern=r"^[a-z][a-z0-9-]*$",
            description="lower-case words joined by hyphens, the first of which begins with a letter",
        ),
    ]
    name: Name
    sign: Text
    limit: Tokens
    persistent: Flag = False
    removable: Flag = True
    transferable: Flag = True
    spend: Entries = []
    attack_plus: Count = 0
    attack_cp: Count = 0
    attack_minus: Count = 0
    minus_once: Flag = False
    fewer_attempts: Count = 0
    bars_actions: Flag = False
    skips_offense: Flag = False
    skips_income: Flag = False
    no_offense_damage: Flag = False
    deals_nothing: Flag = False
    saves: Flag = False
    blanks_sixes: Flag = False
    bars_straights: Flag = False
    bursts: Count = 0
    stings: Count = 0
    expires: Text = ""
    spares: Text = ""
    triggers: Entries = []


class AbilityEntry(Effective):
    """An ability at one level; its id is that of its space unless it says another."""

    slot: Text
    id: Annotated[
        str, Field(pattern=r"^([a-z0-9]+(-[a-z0-9]+)*)?$", description="lower-case words joined by hyphens")
    ] = ""
    name: Name
    level: Level
    unknown: Flag = False


class OffenseEntry(AbilityEntry):
    """An offensive ability."""

    needs: Name
    ultimate: Flag = False


class DefenseEntry(AbilityEntry):
    """A defensive ability."""

    dice: Dice


class UpgradeEntry(Entry):
    """A Hero Upgrade card."""

    slot: Text
    level: Annotated[int, Field(ge=2, le=3, description="2 or 3")]
    cost: Cost


class CompanionValues(Entry):
    """The figures of a companion."""

    health: Tokens
    max: Tokens
    plus: Count


class CompanionEntry(CompanionValues):
    """A companion that any hero can have."""

    id: Id
    name: Name


class HeroEntry(Entry):
    """A hero."""

    id: Id
    name: Name
    symbols: Annotated[
        list[str], Field(min_length=6, max_length=6, description="a list of six symbols, face 1 first")
    ]
    slots: Annotated[list[str], Field(max_length=10, description="a list of at most ten board spaces")]
    offense: Entries
    defense: Entries
    board: Entries = []
    passives: Entries = []
    blocks: Blocks = {}
    limits: Annotated[dict[str, Any], Field(description="the stack limits of the hero by status effect")] = {}
    upgrades: Entries = []
    cards: Entries = []
    companion: Annotated[dict[str, Any] | None, Field(description="`health`, `max` and `plus`")] = None


def content_schema() -> dict[str, Any]:
    """The JSON Schema of a content file, for editors: its fields, and every line that an effect may have.

    It does not know the symbols and status effects that lines name.
    """
    from dicelaw.model.content.json_schema import file_schema
    from dicelaw.model.dice_throne.grammar.line_schema import step_schema

    parts: dict[type[BaseModel], dict[str, type[BaseModel]]] = {
        Page: {
            "statuses": StatusEntry, "common": CardEntry, "companions": CompanionEntry, "hero": HeroEntry,
        },
        StatusEntry: {"spend": SpendEntry, "triggers": TriggerEntry},
        HeroEntry: {
            "offense": OffenseEntry, "defense": DefenseEntry, "board": BoardEntry, "passives": PassiveEntry,
            "upgrades": UpgradeEntry, "cards": CardEntry, "companion": CompanionValues,
        },
    }  # fmt: skip
    return file_schema(Page, parts, {STEP: step_schema(STEP)})
