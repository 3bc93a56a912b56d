"""What cards are: heroes, creatures and traps as data, with effects in a language of a few words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dicelaw.model.dice_conquest.wording import AMOUNT
from dicelaw.model.effects.programs import Line, Program
from dicelaw.model.effects.words import Word


@dataclass(frozen=True)
class Effect:
    """What a card says, or nothing; an item has a name."""

    program: Program = ()
    name: str = ""

    @property
    def word(self) -> Word | None:
        """The word of its first line."""
        return self.program[0].word if self.program else None

    @property
    def amount(self) -> int:
        """The amount of its first line."""
        return amount_of(self.program[0]) if self.program else 0


def amount_of(line: Line) -> int:
    """The amount of ``line``; 0 where its word has none."""
    return line.arguments.get(AMOUNT.name, 0)


@dataclass(frozen=True)
class Hero:
    """A hero card: an ability, and what a die of the Critical Hit number does."""

    id: str
    name: str
    ability: Effect
    critical_number: int
    critical: Effect
    rules: tuple[str, ...] = ()
    made_up: tuple[str, ...] = ()
    """What no source has of a card of which something is published."""


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
    made_up: tuple[str, ...] = ()
    """What no source has of a card of which something is published."""


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
