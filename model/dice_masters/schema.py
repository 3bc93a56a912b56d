"""What a content file of Dice Masters may hold. Imported only when content is loaded.

The description of a field says what is allowed there; problems quote it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from dicelaw.model.content.fields import Entries, Flag, Id, Name, Text, Texts

Figure = Annotated[int, Field(ge=0, le=15, description="a whole number from 0 to 15")]
Cost = Annotated[int, Field(ge=0, le=9, description="a whole number from 0 to 9")]
Count = Annotated[int, Field(ge=1, le=20, description="a whole number from 1 to 20")]
Bonus = Annotated[int, Field(ge=0, le=5, description="a whole number from 0 to 5")]
LEVEL = "fielding cost, A, D (0 to 9 each) and perhaps one or two bursts, like '1 3 4 *'"
Level = Annotated[
    str,
    Field(
        pattern=r"^[0-9] [0-9] [0-9]( \*{1,2})?$",
        description=f"a text of {LEVEL}",
    ),
]
Levels = Annotated[
    Annotated[list[Level], Field(min_length=3, max_length=3)] | None,
    Field(
        description=f"three texts of {LEVEL}",
    ),
]
Fabricate = Annotated[
    str,
    Field(pattern=r"^([1-9]-[1-9])?$", description="a text of how many dice and what they cost, like '2-4'"),
]
Type = Annotated[
    Literal["", "fist", "bolt", "mask", "shield"], Field(description="fist, bolt, mask or shield")
]
LINE = "Line"
"""What the JSON Schema calls an effect line."""
Line = Annotated[str, Field(json_schema_extra={"$ref": f"#/$defs/{LINE}"})]
Lines = Annotated[list[Line], Field(description="a list of effect lines")]
MOMENT = "Moment"
"""What it calls the moment that a program waits for."""
_NAMES = {"propertyNames": {"$ref": f"#/$defs/{MOMENT}"}}
Effects = Annotated[
    dict[str, Lines], Field(description="lists of effect lines by moment", json_schema_extra=_NAMES)
]
Dice = Annotated[list[Any], Field(description="a list of rows of `card: number of dice`")]


Dealer = Annotated[
    Literal["combat", "effect", "ability", "action die", "global"] | None,
    Field(description="combat, effect, ability, action die or global"),
]


class Entry(BaseModel):
    """What every entry may say."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Page(Entry):
    """A content file."""

    source: Name
    cards: Entries = []
    teams: Entries = []


class GlobalEntry(Entry):
    """A Global Ability."""

    id: Id
    cost: Cost
    type: Type = ""
    does: Lines
    once_in_own_turn: Flag = False
    rules: Texts = []


class BonusEntry(Entry):
    """A static bonus while the card is active."""

    attack: Bonus = 0
    defense: Bonus = 0
    to: Annotated[
        Literal["self", "other attackers", "own characters", "equipped"],
        Field(description="self, other attackers, own characters or equipped"),
    ]
    per: Text = ""
    of: Text = ""


class InterruptEntry(Entry):
    """What an active card may do, or must do, to damage on its way."""

    does: Name
    source: Dealer = None
    limit: Annotated[Literal["turn", "first"] | None, Field(description="turn or first")] = None
    must: Flag = False
    kos_this: Flag = False
    spins_up: Flag = False
    from_type: Type = ""
    uses_sidekick: Flag = False


class GuardEntry(Entry):
    """How much less damage from a source each die of the card takes."""

    amount: Annotated[int, Field(ge=1, le=63, description="a whole number from 1 to 63")]
    source: Dealer = None


class PriceEntry(Entry):
    """How much less or more something costs while the card is active."""

    priced: Annotated[Literal["purchase", "field", "global"], Field(description="purchase, field or global")]
    dice: Annotated[
        Literal["this", "this always", "own", "opposing", "any"],
        Field(description="this, this always, own, opposing or any"),
    ]
    less: Annotated[int, Field(ge=0, le=9, description="a whole number from 0 to 9")] = 0
    more: Annotated[int, Field(ge=0, le=9, description="a whole number from 0 to 9")] = 0
    free: Flag = False
    of: Text = ""
    but_sidekicks: Flag = False
    per: Text = ""


class TokenEntry(Entry):
    """The token that effects of a card field."""

    id: Id
    name: Name
    attack: Figure
    defense: Figure


class CardEntry(Entry):
    """A card. An action card has no levels, and a Basic Action Card no type either."""

    id: Id
    name: Name
    subtitle: Text = ""
    cost: Cost
    type: Type = ""
    second_type: Type = ""
    maximum: Count = 3
    affiliations: Texts = []
    keywords: Texts = []
    levels: Levels = None
    when: Effects = {}
    bonuses: Entries = []
    globals: Entries = []
    interrupts: Entries = []
    prices: Entries = []
    returns: Flag = False
    bags_starting_dice: Flag = False
    fabricate: Fabricate = ""
    gate: Text = ""
    guard: Annotated[dict[str, Any], Field(description="a row of `amount` and `source`")] = {}
    token: Annotated[dict[str, Any], Field(description="a row of `id`, `name`, `attack` and `defense`")] = {}
    source: Text = ""
    departs: Text = ""
    lacks_global: Flag = False
    rules: Texts = []


class TeamsEntry(Entry):
    """What two players bring."""

    id: Id
    name: Name
    life: Count = 20
    first: Annotated[dict[str, int], Field(description="a row of `card: number of dice`")]
    second: Annotated[dict[str, int], Field(description="a row of `card: number of dice`")]
    basics: Texts


def content_schema() -> dict[str, Any]:
    """The JSON Schema of a content file, for editors: its fields, and every line that an effect may have."""
    from dicelaw.model.content.json_schema import file_schema
    from dicelaw.model.dice_masters.declared.forms import line_schema
    from dicelaw.model.dice_masters.declared.moments import TRIGGERS, endings
    from dicelaw.model.effects.triggers import json_schema

    parts: dict[type[BaseModel], dict[str, type[BaseModel]]] = {
        Page: {"cards": CardEntry, "teams": TeamsEntry},
        CardEntry: {
            "bonuses": BonusEntry,
            "globals": GlobalEntry,
            "interrupts": InterruptEntry,
            "prices": PriceEntry,
            "guard": GuardEntry,
            "token": TokenEntry,
        },
    }
    return file_schema(Page, parts, {LINE: line_schema(), MOMENT: json_schema(TRIGGERS, endings)})
