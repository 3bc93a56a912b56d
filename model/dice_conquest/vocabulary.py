"""The words of Dice Conquest: those declared in the files of :mod:`dicelaw.model.dice_conquest.words`."""

from __future__ import annotations

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
from dicelaw.model.effects.vocabulary import counted, in_files
from dicelaw.model.effects.words import Condition, Word, saying


def _declared() -> tuple[tuple[Word, ...], tuple[Condition, ...]]:
    """Every word and every condition, by its number.

    Raises ValueError for one that the state has no room for, or whose target has the name of another.
    """
    known = list(in_files(words))
    named(one.target for one in known if one.target is not None)
    said = counted(one for one in known if not isinstance(one, Condition))
    conditions = counted(one for one in known if isinstance(one, Condition))
    for word in (*said, *conditions):
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
    return tuple(said), tuple(conditions)


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
