"""Checking what is particular to entries of Dice Throne: board spaces, conditions and timing."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import TypeVar

from dicelaw.model.content.checking import unknown
from dicelaw.model.content.document import Document, Path
from dicelaw.model.dice_throne import schema
from dicelaw.model.dice_throne.declared.moments import TRIGGERS
from dicelaw.model.dice_throne.language import Moment, Timing
from dicelaw.model.effects.triggers import at, wrong

Word = TypeVar("Word", bound=IntEnum)

TIMINGS = {"main": Timing.MAIN, "roll": Timing.ROLL, "instant": Timing.INSTANT}


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


def check_companion(document: Document, path: Path, figures: schema.CompanionValues | None) -> None:
    """Note it where a companion has more health when it becomes active than it can have."""
    if figures is not None and figures.health > figures.max:
        says = f"{figures.health} is more than its full health (max: {figures.max})"
        document.wrong((*path, "health"), f"{says}; allowed: 1 to {figures.max}")


def moment(document: Document, path: Path, text: str) -> Moment | None:
    """The moment that ``text`` is, or nothing, which is noted."""
    found = at(text, TRIGGERS)
    if found is None:
        document.wrong((*path, "at"), wrong(text, TRIGGERS))
    return Moment(found[0].number) if found else None


def timing(document: Document, path: Path, text: str) -> Timing:
    """When an action may be used; a wrong word is noted."""
    if text not in TIMINGS:
        document.wrong((*path, "timing"), unknown("timing", text, list(TIMINGS)))
    return TIMINGS.get(text, Timing.INSTANT)
