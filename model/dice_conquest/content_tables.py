"""How the rules ask for what cards say: in tables of known cards, or in open fields for any cards.

Hero cards and creature cards are numbered from 1; number 0 is no card, of which nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from dicelaw.model.dice_conquest.components import MOST
from dicelaw.model.dice_conquest.language import Card, Effect, Hero, amount_of
from dicelaw.model.dice_conquest.standing import LIMITS
from dicelaw.model.dice_conquest.vocabulary import CONDITIONS, WORDS
from dicelaw.model.dice_conquest.wording import ABILITY, AMOUNT, BOUND, CRITICAL, ITEM, LINES, PLACES
from dicelaw.model.effects.frames import FIRST, LINE, MORE
from dicelaw.model.effects.programs import Line
from dicelaw.model.effects.words import bounds
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, implies
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.state import ArrayField, Declaration

_WORD, _AMOUNT = len(WORDS), bounds(WORDS)[AMOUNT.name][1]
_TEST, _BOUND = len(CONDITIONS), bounds(CONDITIONS)[BOUND.name][1]
LINE_FIGURES = dict(zip(LINE, (_WORD, _AMOUNT, _TEST, _BOUND, 1), strict=True))
"""What each further line has, and the greatest number for each."""
_OF_LINES = {ending: LINE_FIGURES[name] for name, ending in FIRST.items()}
"""The same of the first line of a program."""
HERO_FIGURES = {
    **{f"{ABILITY}{figure}": top for figure, top in _OF_LINES.items()}, "critical_number": 20,
    **{f"{CRITICAL}{figure}": top for figure, top in _OF_LINES.items()},
}  # fmt: skip
CARD_FIGURES = {
    "health": MOST, "damage": MOST, "parity": 2, "least": 20, "most": 20, "exact": 1, "bars_rerolls": 1,
    "bars_abilities": 1, "first": 1, "sting": LIMITS["sting"],
    "reveal_damage": LIMITS["reveal_damage"], "reveal_all": 1,
    "reveal_draws": LIMITS["reveal_draws"], **{f"{ITEM}{figure}": top for figure, top in _OF_LINES.items()},
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
    **{f"{place}_test": f"condition of the {name}" for place, name in PLACES.items()},
    **{f"{place}_bound": f"bound in the condition of the {name}" for place, name in PLACES.items()},
    **{f"{place}{MORE}": f"further lines of the {name}" for place, name in PLACES.items()},
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

    @property
    def lines(self) -> int:
        """How many further lines there are."""

    def line(self, figure: str, at: Expr | int) -> Expr:
        """What the further line number ``at`` has of ``figure``; number 0 is none."""

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

    @property
    def lines(self) -> int:
        """How many further lines there are."""
        return len(self._rows) - 1

    @cached_property
    def _rows(self) -> tuple[Mapping[str, int], ...]:
        """The further lines: as many for each effect as it can have, and its end."""
        effects = (
            *(effect for one in self.hero_cards for effect in (one.ability, one.critical)),
            *(one.item for one in self.all_cards),
        )
        nothing = dict.fromkeys(LINE_FIGURES, 0)
        rows = ([*map(_of_line, one.program[1:]), *[nothing] * LINES] for one in effects)
        return (nothing, *(row for found in rows for row in found[:LINES]))

    @cached_property
    def _hero_rows(self) -> Sequence[Mapping[str, int]]:
        return [_of_hero(one, 2 * place) for place, one in enumerate(self.hero_cards)]

    @cached_property
    def _card_rows(self) -> Sequence[Mapping[str, int]]:
        return [_of_card(one, place) for place, one in enumerate(self.all_cards, 2 * len(self.hero_cards))]

    def line(self, figure: str, at: Expr | int) -> Expr:
        """See :class:`Content`."""
        return lookup(f"line's {figure}", [row[figure] for row in self._rows], at)

    def hero(self, figure: str, card: Expr | int) -> Expr:
        """See :class:`Content`."""
        found = [row[figure] for row in self._hero_rows]
        return lookup(f"hero's {_said(figure)}", [0, *found], card)

    def card(self, figure: str, card: Expr | int) -> Expr:
        """See :class:`Content`."""
        found = [row[figure] for row in self._card_rows]
        return lookup(f"card's {_said(figure)}", [0, *found], card)


def _said(figure: str) -> str:
    return _IN_WORDS.get(figure, figure)


def _of_hero(hero: Hero, place: int) -> dict[str, int]:
    """The figures of ``hero``, whose effects have the numbers ``place`` and the next one."""
    number = {"critical_number": hero.critical_number}
    return _effect(ABILITY, hero.ability, place) | number | _effect(CRITICAL, hero.critical, place + 1)


def _of_card(card: Card, place: int) -> dict[str, int]:
    """The figures of ``card``, whose item has the number ``place`` among the effects."""
    own = {figure: int(getattr(card, figure)) for figure in CARD_FIGURES if not figure.startswith(ITEM)}
    return own | _effect(ITEM, card.item, place)


def _effect(said_by: str, effect: Effect, place: int) -> dict[str, int]:
    row = _of_line(effect.program[0]) if effect.program else dict.fromkeys(LINE_FIGURES, 0)
    figures = zip(_OF_LINES, row.values(), strict=False)
    more = 1 + LINES * place if len(effect.program) > 1 else 0
    return {f"{said_by}{figure}": value for figure, value in figures} | {f"{said_by}{MORE}": more}


def _of_line(line: Line) -> dict[str, int]:
    test, bound = (line.condition.number, line.bounds.get(BOUND.name, 0)) if line.condition else (0, 0)
    figures = (line.word.number, amount_of(line), test, bound, int(line.other))
    return dict(zip(LINE_FIGURES, figures, strict=True))


class OpenCards:
    """Any content: each figure is a field that proofs leave open, within what the language can say."""

    def __init__(self, declaration: Declaration, heroes: int, creatures: int, traps: int, lines: int) -> None:
        self.heroes, self.cards, self.boss, self.lines = heroes, creatures + traps, creatures, lines
        array = declaration.array
        of_heroes = HERO_FIGURES | {f"{place}{MORE}": lines for place in (ABILITY, CRITICAL)}
        self._heroes = {
            figure: array(f"hero.{figure}", heroes + 1, 0, top, f"{_said(figure)} of a hero card")
            for figure, top in of_heroes.items()
        }
        self._cards = {
            figure: array(f"card.{figure}", self.cards + 1, 0, top, f"{_said(figure)} of a card")
            for figure, top in (CARD_FIGURES | {f"{ITEM}{MORE}": lines}).items()
        }
        self._lines = {
            figure: array(f"line.{figure}", lines + 1, 0, top, f"{figure} of a further line")
            for figure, top in LINE_FIGURES.items()
        }

    def line(self, figure: str, at: Expr | int) -> Expr:
        """See :class:`Content`."""
        return self._lines[figure][at]

    def hero(self, figure: str, card: Expr | int) -> Expr:
        """See :class:`Content`."""
        return self._heroes[figure][card]

    def card(self, figure: str, card: Expr | int) -> Expr:
        """See :class:`Content`."""
        return self._cards[figure][card]

    @property
    def given(self) -> list[ArrayField]:
        """Every field that is left open; the first cell of each stands for no card."""
        return [*self._heroes.values(), *self._cards.values(), *self._lines.values()]

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
