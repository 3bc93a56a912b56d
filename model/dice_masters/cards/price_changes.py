"""What cards do to prices while they are active, as data: something costs less, or more."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

FREE = 15
"""A reduction by so much takes the whole cost off."""


class Priced(IntEnum):
    """What has a price."""

    PURCHASE = 0
    FIELDING = 1
    GLOBAL = 2


class Payer(IntEnum):
    """For whom a price changes, as the owner of the card sees it."""

    THIS = 0
    OWN = 1
    OPPOSING = 2
    ANY = 3
    ALWAYS = 4


THIS = (Payer.THIS, Payer.ALWAYS)
"""The dice of the card alone; the second, as its text says so, also where none of them is active."""

PRICED = {"purchase": Priced.PURCHASE, "field": Priced.FIELDING, "global": Priced.GLOBAL}
PAYERS = {
    "this": Payer.THIS,
    "this always": Payer.ALWAYS,
    "own": Payer.OWN,
    "opposing": Payer.OPPOSING,
    "any": Payer.ANY,
}
"""Of whose dice the price changes: those of the card alone, those of a player, or all."""


@dataclass(frozen=True)
class PriceChange:
    """How much less or more something costs.

    ``of`` limits it to dice with an affiliation, ``but`` leaves out starting dice, and with ``per`` it counts
    once for each active card of the payer with that affiliation.
    """

    priced: Priced
    payer: Payer
    less: int = 0
    more: int = 0
    of: str = ""
    but: bool = False
    per: str = ""


def line_of_price(one: PriceChange) -> str:
    """What ``one`` says, in a few words."""
    whose = next(name for name, payer in PAYERS.items() if payer is one.payer)
    what = next(name for name, priced in PRICED.items() if priced is one.priced)
    of = "".join(
        [f" of {one.of}" * bool(one.of), " but sidekicks" * one.but, f" per {one.per}" * bool(one.per)]
    )
    much = "free" if one.less >= FREE else f"{one.less} less" if one.less else f"{one.more} more"
    return f"{what} of {whose}{of}: {much}"
