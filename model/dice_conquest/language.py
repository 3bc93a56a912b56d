"""What cards say: heroes, creatures and traps as data, in a language of a few words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum


class Word(IntEnum):
    """What a hero ability, a Critical Hit or a magic item does; each but two goes with an amount."""

    NOTHING = 0
    REROLL = 1
    """The chosen die may be rerolled so many times more."""
    GUARD = 2
    """So many points of damage may be avoided: by an ability in each round, by an item in this one."""
    RAISE = 3
    """The other dice on the creature that the die was placed on go up by so much."""
    CHANGE = 4
    """A die on a creature is turned to another number, by so much at most."""
    RECOVER = 5
    """So many Spent dice are Available again, rerolled first."""
    HEAL = 6
    """A hero heals so much."""
    STRIKE = 7
    """A creature suffers so much damage, without a die."""
    SLAY = 8
    """A creature of so much health or less is slain."""
    PIERCE = 9
    """An Available die is turned to its highest number, or counts as a Critical Hit."""


WORDS = {word.name.lower(): word for word in Word if word is not Word.NOTHING}
"""The words as content files write them."""
BARE = (Word.PIERCE,)
"""The words that take no amount."""
PASSIVE = (Word.REROLL, Word.GUARD)
"""What a hero ability does by itself; every other word is used."""
ABILITIES = (Word.REROLL, Word.GUARD, Word.RAISE, Word.CHANGE, Word.RECOVER, Word.HEAL)
CRITICALS = (Word.CHANGE, Word.RECOVER, Word.HEAL, Word.STRIKE, Word.SLAY)
ITEMS = (Word.GUARD, Word.CHANGE, Word.RECOVER, Word.HEAL, Word.STRIKE, Word.SLAY, Word.PIERCE)
MOST = 60
"""The greatest amount, health or damage that a card can have."""


@dataclass(frozen=True)
class Effect:
    """A word with its amount; an item has a name."""

    word: Word = Word.NOTHING
    amount: int = 0
    name: str = ""


@dataclass(frozen=True)
class Hero:
    """A hero card: an ability, and what a die of the Critical Hit number does."""

    id: str
    name: str
    ability: Effect
    critical_number: int
    critical: Effect
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Card:
    """A creature or a trap. What a trap does not have is 0."""

    id: str
    name: str
    trap: bool = False
    boss: bool = False
    health: int = 0
    damage: int = 0
    parity: int = 0
    """0 for any number on dice, 1 for odd ones, 2 for even ones."""
    least: int = 1
    most: int = 20
    exact: bool = False
    bars_rerolls: bool = False
    bars_abilities: bool = False
    first: bool = False
    """Whether no other creature may be attacked while it stands."""
    sting: int = 0
    """The damage to a hero who places a die on it."""
    reveal_damage: int = 0
    reveal_all: bool = False
    """Whether that damage is dealt point by point to all heroes, not to one of them."""
    reveal_draws: int = 0
    item: Effect = Effect()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pack:
    """Content: heroes by id, and cards by id, with one boss among the creatures."""

    heroes: Mapping[str, Hero]
    cards: Mapping[str, Card]

    @property
    def creatures(self) -> tuple[Card, ...]:
        """The creatures, the boss last."""
        return tuple(sorted((c for c in self.cards.values() if not c.trap), key=lambda card: card.boss))

    @property
    def traps(self) -> tuple[Card, ...]:
        """The traps."""
        return tuple(card for card in self.cards.values() if card.trap)
