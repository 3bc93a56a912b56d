"""Reading the parts of a card that are entries of their own: prices, interrupts, its guard and its token."""

from __future__ import annotations

from dataclasses import replace

from dicelaw.model.content.checking import checked
from dicelaw.model.content.document import Document, Path
from dicelaw.model.dice_masters import schema
from dicelaw.model.dice_masters.cards.cards import Bonus, Card, Energy, token_faces
from dicelaw.model.dice_masters.cards.interrupts import (
    EXAMPLES,
    LIMITS,
    SOURCES,
    TYPED,
    UNGUARDED,
    Guard,
    Interrupt,
    interrupt_of,
)
from dicelaw.model.dice_masters.cards.price_changes import FREE, PAYERS, PRICED, THIS, PriceChange
from dicelaw.model.foreign.shown import quoted


def read_bonus(document: Document, path: Path, data: object) -> Bonus | None:
    """What ``data`` says of a bonus, or None where it is wrong; ``document`` keeps what is wrong."""
    entry = checked(schema.BonusEntry, data, document, path)
    if entry is None:
        return None
    if entry.of and entry.to != "own characters":
        document.wrong((*path, "of"), "only a bonus `to: own characters` can be for those of an affiliation")
        return None
    return Bonus(entry.attack, entry.defense, entry.to, entry.per, entry.of)


def read_price(document: Document, path: Path, data: object) -> PriceChange | None:
    """What ``data`` says of a price, or None where it is wrong; ``document`` keeps what is wrong."""
    entry = checked(schema.PriceEntry, data, document, path)
    if entry is None:
        return None
    if (entry.less > 0) + (entry.more > 0) + entry.free != 1:
        document.wrong(path, "it has to have one of `less`, `more` and `free`")
        return None
    if entry.priced == "global" and PAYERS[entry.dice] in THIS:
        document.wrong(
            (*path, "dice"), f"'{entry.dice}' has no Globals to pay for; allowed: own, opposing, any"
        )
        return None
    less = FREE if entry.free else entry.less
    return PriceChange(
        PRICED[entry.priced], PAYERS[entry.dice], less, entry.more, entry.of, entry.but_sidekicks, entry.per
    )


def read_interrupt(document: Document, path: Path, data: object) -> Interrupt | None:
    """The interrupt that ``data`` speaks of, or None where it is wrong; ``document`` keeps what is wrong."""
    entry = checked(schema.InterruptEntry, data, document, path)
    if entry is None:
        return None
    found = interrupt_of(entry.does)
    if found is None:
        document.wrong(
            (*path, "does"), f"{quoted(entry.does)} is no such line; allowed: {', '.join(EXAMPLES)}"
        )
        return None
    if entry.uses_sidekick and found.redirects:
        document.wrong((*path, "uses_sidekick"), "a starting die is used to prevent only, not to redirect")
    return replace(
        found,
        source=SOURCES[entry.source or ""],
        limit=LIMITS[entry.limit or ""],
        must=entry.must,
        kos=entry.kos_this,
        spins=entry.spins_up,
        dealer=TYPED.index(entry.from_type),
        moves=entry.uses_sidekick,
    )


def read_guard(document: Document, path: Path, data: object) -> Guard:
    """What ``data`` takes off each damage to the die; nothing where there is none."""
    entry = checked(schema.GuardEntry, data, document, path) if data else None
    return Guard(entry.amount, SOURCES[entry.source or ""]) if entry else UNGUARDED


def read_token(document: Document, path: Path, entry: schema.CardEntry) -> Card | None:
    """The token of the card ``entry``, which is there if its effects field one."""
    makes = any("field a token" in lines for lines in entry.when.values())
    if makes != bool(entry.token) or (makes and not entry.levels):
        says = "only a character has one, and it goes together with the effect line 'field a token'"
        document.wrong((*path, "token"), says)
    found = checked(schema.TokenEntry, entry.token, document, (*path, "token")) if entry.token else None
    if found is None:
        return None
    return Card(found.id, found.name, "", 0, Energy.NONE, token_faces(found.attack, found.defense), 1)


def read_lacks_global(document: Document, path: Path, entry: schema.CardEntry) -> bool:
    """Whether the printed card of ``entry`` has a Global that it lacks, which it has to say."""
    if entry.lacks_global and not entry.departs:
        document.wrong((*path, "lacks_global"), "say under `departs` what is left out")
    return entry.lacks_global
