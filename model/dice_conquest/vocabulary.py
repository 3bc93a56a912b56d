"""The words of Dice Conquest: those declared in the files of :mod:`dicelaw.model.dice_conquest.words`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from dicelaw.model.dice_conquest import words
from dicelaw.model.dice_conquest.wording import (
    ABILITY,
    AMOUNT,
    BOUND,
    CRITICAL,
    ITEM,
    LINES,
    PLACES,
    POINTS,
    TURN,
)
from dicelaw.model.effects.programs import Grammar
from dicelaw.model.effects.targets import named
from dicelaw.model.effects.words import Condition, Word, numbered, saying


def _declared() -> tuple[tuple[Word, ...], tuple[Condition, ...]]:
    """Every word and every condition, by its number.

    Raises ValueError for one that the state has no room for, or whose target has the name of another.
    """
    names = sorted(f"{words.__name__}.{one.name}" for one in iter_modules(words.__path__))
    found = [one for name in names for one in vars(import_module(name)).values() if isinstance(one, Word)]
    known = list({id(one): one for one in found}.values())
    named(one.target for one in known if one.target is not None)
    said = numbered(one for one in known if not isinstance(one, Condition))
    conditions = numbered(one for one in known if isinstance(one, Condition))
    for place, word in (*enumerate(said.values(), 1), *enumerate(conditions.values(), 1)):
        if word.number != place:
            raise ValueError(f"the word {word.name} has the number {word.number}; allowed: {place}, the next")
        points = {point for at in word.uses.values() for point in at}
        argument = BOUND if isinstance(word, Condition) else AMOUNT
        fits = [(one.name, one.least >= argument.least, one.most <= argument.most) for one in word.arguments]
        if fits not in ([], [(argument.name, True, True)]) or not (
            {*word.uses} <= {*PLACES} and points <= {*POINTS}
        ):
            raise ValueError(
                f"the word {word.name} can be said in {', '.join(PLACES)}, used at {', '.join(POINTS)}, "
                f"and have the argument {argument.name}; it has something else"
            )
    return tuple(said.values()), tuple(conditions.values())


WORDS, CONDITIONS = _declared()
ABILITIES, CRITICALS, ITEMS = (saying(WORDS, place) for place in (ABILITY, CRITICAL, ITEM))
GRAMMARS = {
    place: Grammar(
        saying(WORDS, place), CONDITIONS, LINES,
        tuple(word for word in WORDS if not word.uses.get(place, (TURN,))),
    )
    for place in PLACES
}  # fmt: skip
"""What each place may say."""
NAMES = ("nothing", *(word.name for word in WORDS))
"""What the machine calls the words, from 0, which is none."""
TESTS = ("always", *(one.name for one in CONDITIONS))
"""What it calls the conditions, from 0, which is none."""
