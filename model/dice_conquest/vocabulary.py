"""The words of Dice Conquest: those declared in the files of :mod:`dicelaw.model.dice_conquest.words`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from dicelaw.model.dice_conquest import words
from dicelaw.model.dice_conquest.wording import ABILITY, AMOUNT, CRITICAL, ITEM, PLACES, POINTS
from dicelaw.model.effects.words import Word, numbered, saying


def _declared() -> tuple[Word, ...]:
    """Every word, by its number. Raises ValueError for one that the state of a game has no room for."""
    names = sorted(f"{words.__name__}.{one.name}" for one in iter_modules(words.__path__))
    found = [one for name in names for one in vars(import_module(name)).values() if isinstance(one, Word)]
    known = numbered({id(one): one for one in found}.values())
    for place, word in enumerate(known.values(), 1):
        if word.number != place:
            raise ValueError(f"the word {word.name} has the number {word.number}; allowed: {place}, the next")
        points = {point for at in word.uses.values() for point in at}
        if word.arguments not in ((), (AMOUNT,)) or not {*word.uses} <= {*PLACES} or not points <= {*POINTS}:
            raise ValueError(
                f"the word {word.name} can be said in {', '.join(PLACES)}, used at {', '.join(POINTS)}, "
                f"and have the argument {AMOUNT.name}; it has something else"
            )
    return tuple(known.values())


WORDS = _declared()
ABILITIES, CRITICALS, ITEMS = (saying(WORDS, place) for place in (ABILITY, CRITICAL, ITEM))
NAMES = ("nothing", *(word.name for word in WORDS))
"""What the machine calls the words, from 0, which is none."""
