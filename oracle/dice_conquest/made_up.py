"""Packs of Dice Conquest that nobody has printed: heroes, creatures with magic items, and traps."""

from __future__ import annotations

from random import Random

from dicelaw.model.content.document import Document
from dicelaw.model.content.made_up import Entry, Maker
from dicelaw.model.dice_conquest.loader import build
from dicelaw.model.dice_conquest.schema import content_schema
from dicelaw.model.dice_conquest.vocabulary import GRAMMARS
from dicelaw.model.dice_conquest.wording import ABILITY, CRITICAL, ITEM
from dicelaw.model.effects.made_up import program

NEVER = frozenset({"boss"})
"""There is one boss, in the first file."""


def document(id: str, draw: Random, *, first: bool = False) -> Entry:
    """A content file with the hero ``id``, of letters and hyphens, a creature and a trap.

    The files of a folder are a pack by themselves; the creature of the ``first`` is the boss.
    """

    def said(place: str) -> list[str]:
        return program(GRAMMARS[place], draw, lambda one: one.sample)

    says = {
        "name": lambda _: "Made Up", "HeroEntry.ability": lambda _: said(ABILITY),
        "CriticalEntry.effect": lambda _: said(CRITICAL), "ItemEntry.effect": lambda _: said(ITEM),
    }  # fmt: skip
    maker = Maker(content_schema(), draw, says, NEVER)

    def named(kind: str, id: str, more: Entry) -> Entry:
        fixed = {"id": id, "name": id.replace("-", " ").title(), **more}
        return maker.grown(kind, fixed, lambda entry: not refused(_with(kind, entry)))

    return {
        "source": "made up by dicelaw",
        "heroes": [named("HeroEntry", id, {})],
        "creatures": [named("CreatureEntry", f"{id}-beast", {"boss": True} if first else {})],
        "traps": [named("TrapEntry", f"{id}-trap", {})],
    }


def refused(document: Entry) -> bool:
    """Whether what loads content finds something wrong with ``document``, the first of its folder."""
    read = Document("made-up", document)
    build([read])
    return bool(read.problems)


def _with(kind: str, entry: Entry) -> Entry:
    """A pack with ``entry``, which is of this ``kind``, and as little as a pack has to have."""
    effects = {"ability": "heal 1", "critical": {"number": 1, "effect": "heal 1"}}
    boss = {"id": "boss", "name": "Boss", "health": 1, "damage": 0, "boss": True}
    hero = {"id": "hero", "name": "Hero", **effects}
    creatures = [entry] if kind == "CreatureEntry" else []
    return {
        "source": "made up by dicelaw",
        "heroes": [entry if kind == "HeroEntry" else hero],
        "creatures": creatures if any(one.get("boss") for one in creatures) else [*creatures, boss],
        "traps": [entry] if kind == "TrapEntry" else [],
    }
