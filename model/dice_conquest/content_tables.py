"""How the rules ask for what cards say: in tables of known cards, or in open fields for any cards.

Hero cards and creature cards are numbered from 1; number 0 is no card, of which nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from dicelaw.model.dice_conquest.components import MOST, NOTHING
from dicelaw.model.dice_conquest.language import Card, Effect, Hero
from dicelaw.model.dice_conquest.vocabulary import WORDS
from dicelaw.model.effects.words import bounds
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, implies
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.state import ArrayField, Declaration

_, _WORD = bounds(WORDS)["word"]
_, _AMOUNT = bounds(WORDS)["amount"]
HERO_FIGURES = {
    "ability": _WORD, "ability_amount": _AMOUNT, "critical_number": 20, "critical": _WORD,
    "critical_amount": _AMOUNT,
}  # fmt: skip
CARD_FIGURES = {
    "health": MOST, "damage": MOST, "parity": 2, "least": 20, "most": 20, "exact": 1, "bars_rerolls": 1,
    "bars_abilities": 1, "first": 1, "sting": MOST, "reveal_damage": MOST, "reveal_all": 1,
    "reveal_draws": 9, "item": _WORD, "item_amount": _AMOUNT,
}  # fmt: skip
"""What hero cards and other cards have, and the greatest number for each."""
_IN_WORDS = {
    "ability_amount": "amount of the ability",
    "critical_number": "number of the Critical Hit",
    "critical": "Critical Hit",
    "critical_amount": "amount of the Critical Hit",
    "bars_rerolls": "bar on rerolls",
    "bars_abilities": "bar on abilities",
    "first": "demand to be killed first",
    "reveal_damage": "damage on being revealed",
    "reveal_all": "damage to all on being revealed",
    "reveal_draws": "draws on being revealed",
    "item_amount": "amount of the item",
}
"""What figures are called where a condition is told; others as they are."""


class Content(Protocol):
    """``heroes`` hero cards and ``cards`` creature cards, of which ``boss`` is the last but the traps."""

    @property
    def heroes(self) -> int:
        """How many hero cards there are."""

    @property
    def cards(self) -> int:
        """How many creatures and traps there are."""

    @property
    def boss(self) -> int:
        """The number of Kalterstorm."""

    def hero(self, figure: str, card: Expr | int) -> Expr:
        """What the hero card number ``card`` has of ``figure``."""

    def card(self, figure: str, card: Expr | int) -> Expr:
        """What the creature or trap number ``card`` has of ``figure``."""


@dataclass(frozen=True)
class KnownCards:
    """The content of packs, read from tables."""

    hero_cards: Sequence[Hero]
    creatures: Sequence[Card]
    traps: Sequence[Card] = ()

    @property
    def heroes(self) -> int:
        """How many hero cards there are."""
        return len(self.hero_cards)

    @property
    def all_cards(self) -> tuple[Card, ...]:
        """Every creature and trap, in the order of their numbers."""
        return (*self.creatures, *self.traps)

    @property
    def cards(self) -> int:
        """How many creatures and traps there are."""
        return len(self.all_cards)

    @property
    def boss(self) -> int:
        """The number of Kalterstorm."""
        return len(self.creatures)

    def hero(self, figure: str, card: Expr | int) -> Expr:
        """See :class:`Content`."""
        return lookup(
            f"hero's {_said(figure)}", [0, *(_of_hero(one)[figure] for one in self.hero_cards)], card
        )

    def card(self, figure: str, card: Expr | int) -> Expr:
        """See :class:`Content`."""
        return lookup(
            f"card's {_said(figure)}", [0, *(_of_card(one)[figure] for one in self.all_cards)], card
        )


def _said(figure: str) -> str:
    return _IN_WORDS.get(figure, figure)


def _of_hero(hero: Hero) -> dict[str, int]:
    figures = (*_effect(hero.ability), hero.critical_number, *_effect(hero.critical))
    return dict(zip(HERO_FIGURES, figures, strict=True))


def _of_card(card: Card) -> dict[str, int]:
    own = {figure: int(getattr(card, figure)) for figure in CARD_FIGURES if not figure.startswith("item")}
    return own | dict(zip(("item", "item_amount"), _effect(card.item), strict=True))


def _effect(effect: Effect) -> tuple[int, int]:
    return (effect.word.number if effect.word else NOTHING), effect.amount


class OpenCards:
    """Any content: each figure is a field that proofs leave open, within what the language can say."""

    def __init__(self, declaration: Declaration, heroes: int, creatures: int, traps: int) -> None:
        self.heroes, self.cards, self.boss = heroes, creatures + traps, creatures
        self._heroes = {
            figure: declaration.array(f"hero.{figure}", heroes + 1, 0, top, f"{_said(figure)} of a hero card")
            for figure, top in HERO_FIGURES.items()
        }
        self._cards = {
            figure: declaration.array(f"card.{figure}", self.cards + 1, 0, top, f"{_said(figure)} of a card")
            for figure, top in CARD_FIGURES.items()
        }

    def hero(self, figure: str, card: Expr | int) -> Expr:
        """See :class:`Content`."""
        return self._heroes[figure][card]

    def card(self, figure: str, card: Expr | int) -> Expr:
        """See :class:`Content`."""
        return self._cards[figure][card]

    @property
    def given(self) -> list[ArrayField]:
        """Every field that is left open; the first cell of each stands for no card."""
        return [*self._heroes.values(), *self._cards.values()]

    def possible(self) -> Expr:
        """What the language can say: each living creature has health, and dice from 1 up are asked for."""
        said: list[Expr] = [cells[0] == 0 for cells in self.given]
        for number in range(1, self.heroes + 1):
            said.append(self.hero("critical_number", number) >= 1)
        for number in range(1, self.cards + 1):
            creature = number <= self.boss
            said.append((self.card("health", number) >= 1) if creature else TRUE)
            said.append(self.card("least", number) >= 1)
            said.append(implies(self.card("item", number) == 0, self.card("item_amount", number) == 0))
        said.append(self.card("item", self.boss) == 0)
        return all_of(*said)
