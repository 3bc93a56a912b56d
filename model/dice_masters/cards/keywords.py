"""The keywords of both glossaries, as content names them."""

from __future__ import annotations

import re
from enum import StrEnum


class Keyword(StrEnum):
    """A keyword that a card may have; some go with a number."""

    ANTI_BREATH_WEAPON = "anti-breath weapon"
    ATTUNE = "attune"
    BREATH_WEAPON = "breath weapon"
    CALL_OUT = "call out"
    CLEAVE = "cleave"
    CONTINUOUS = "continuous"
    DEADLY = "deadly"
    ENERGIZE = "energize"
    ENERGY_DRAIN = "energy drain"
    EQUIP = "equip"
    EXPERIENCE = "experience"
    FAST = "fast"
    INFILTRATE = "infiltrate"
    INTIMIDATE = "intimidate"
    IRON_WILL = "iron will"
    OVERCRUSH = "overcrush"
    REGENERATE = "regenerate"
    SWARM = "swarm"


PRINTED = tuple(one for one in Keyword if one not in (Keyword.ATTUNE, Keyword.ENERGIZE, Keyword.INTIMIDATE))
"""Those that the rules look for on the card; the others are programs for a moment."""
OF_ACTIONS = frozenset({Keyword.CONTINUOUS, Keyword.EQUIP})
"""The keywords of action dice; all others are of characters."""
COPIED = (
    Keyword.BREATH_WEAPON,
    Keyword.CALL_OUT,
    Keyword.ENERGY_DRAIN,
    Keyword.FAST,
    Keyword.INFILTRATE,
    Keyword.IRON_WILL,
    Keyword.OVERCRUSH,
    Keyword.REGENERATE,
)
"""The keywords that a die copies with the abilities of another one."""
EXAMPLES = tuple(keyword.value for keyword in Keyword)


def keyword_of(text: str) -> tuple[Keyword, int] | None:
    """The keyword that ``text`` names and its number, which is 1 where it has none."""
    found = re.fullmatch(r"([a-z -]+?)( [1-9])?", text)
    if found is None or found[1] not in list(Keyword):
        return None
    return Keyword(found[1]), int(found[2] or 1)
