"""What creatures and traps do by themselves: words that a card says as fields, each at its moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from dicelaw.model.dice_conquest.components import MOST
from dicelaw.model.dice_conquest.language import Card
from dicelaw.model.effects import made
from dicelaw.model.effects.targets import Found, Target
from dicelaw.model.effects.triggers import Trigger
from dicelaw.model.effects.words import Argument, Word, numbered

CREATURE, TRAP = "creature", "trap"
CARDS = {CREATURE: "creature", TRAP: "trap"}
"""The cards that say words as fields, and what they are called."""
PLACED, REVEALED = "placed", "revealed"
MOMENTS = (
    Trigger(PLACED, 1, (), "when a die is placed on it", cites=("clarify/creature-ability-despite-slaying",)),
    Trigger(REVEALED, 2, (), "when it is revealed", cites=("creature/reveal-abilities",)),
)
"""When cards do something by themselves."""
AT = {one.name: one.says for one in MOMENTS}

PLACER = Target("placer", 1, "who places a die", Found.SELF)
A_HERO = Target("a hero", 2, "a hero")
ALL_HEROES = Target("all heroes", 3, "all heroes", Found.EACH)
DAMAGE = Argument("amount", 0, MOST)
STING = Word(
    "sting", 1, ("sting: {amount}",), "deals {amount} to {whom}", (DAMAGE,),
    uses={CREATURE: (PLACED,)}, target=PLACER,
)  # fmt: skip
REVEAL_DAMAGE = Word(
    "reveal_damage", 2, ("reveal_damage: {amount}",), "deals {amount} to {whom}", (DAMAGE,),
    uses={CREATURE: (REVEALED,), TRAP: (REVEALED,)}, target=A_HERO,
)  # fmt: skip
REVEAL_ALL = replace(REVEAL_DAMAGE, target=ALL_HEROES)
"""The same where the card has `reveal_all: true`."""
REVEAL_DRAWS = Word(
    "reveal_draws", 3, ("reveal_draws: {amount}",), "{amount} more drawn",
    (replace(DAMAGE, most=9),), uses={CREATURE: (REVEALED,), TRAP: (REVEALED,)},
)  # fmt: skip
STANDING = tuple(numbered((STING, REVEAL_DAMAGE, REVEAL_DRAWS)).values())
LIMITS = {word.name: word.argument(DAMAGE.name).most for word in STANDING}
"""The greatest number of each field."""


def said(card: Card) -> Iterator[str]:
    """What ``card`` does by itself, as sentences without their full stops."""
    for word in STANDING:
        if amount := getattr(card, word.name):
            meant = REVEAL_ALL if word is REVEAL_DAMAGE and card.reveal_all else word
            reveals = REVEALED in {at for points in word.uses.values() for at in points}
            yield "Reveal: " * reveals + made.sentence(meant, {DAMAGE.name: amount})


def mistakes(card: Card) -> Iterator[tuple[str, Card]]:
    """What a writer of cards may take ``card`` for: another number, another target, another moment.

    Each can be said by a card of its kind.
    """
    for word in (one for one in STANDING if getattr(card, one.name)):
        name, amount = word.name, getattr(card, word.name)
        for operator, _, arguments in made.mistakes(word, {DAMAGE.name: amount}):
            yield f"{name}-{operator}", _saying(card, {name: arguments[DAMAGE.name]})
        if word is REVEAL_DAMAGE:
            whom = A_HERO if card.reveal_all else ALL_HEROES
            yield f"{name}-to-{whom.name.replace(' ', '-')}", replace(card, reveal_all=not card.reveal_all)
        for other in _at_other_moments(word, TRAP if card.trap else CREATURE):
            if not getattr(card, other.name) and amount <= LIMITS[other.name]:
                yield f"{name}-as-{other.name}", _saying(card, {name: 0, other.name: amount})


def _saying(card: Card, fields: Mapping[str, Any]) -> Card:
    """``card`` with these ``fields``."""
    return replace(card, **fields)


def _at_other_moments(word: Word, kind: str) -> Iterator[Word]:
    """The words of cards of this ``kind`` that say the same as ``word``, at another moment."""
    for other in STANDING:
        if other.says == word.says and other.uses.get(kind, word.uses[kind]) != word.uses[kind]:
            yield other
