"""Every word of Dice Throne, as the files beside this one declare them, and every way to write one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dicelaw.model.dice_throne.declared import cards, damage, dice, others, points, tokens, words
from dicelaw.model.dice_throne.declared.arguments import COUNT, PICKED, SUBJECT, TYPE
from dicelaw.model.dice_throne.declared.conditions import CONDITIONS
from dicelaw.model.dice_throne.declared.tests import TESTS
from dicelaw.model.dice_throne.language import Op, Who
from dicelaw.model.dice_throne.language.abilities import part_of
from dicelaw.model.effects.lines import examples, pattern
from dicelaw.model.effects.made import declarations, in_general
from dicelaw.model.effects.vocabulary import counted, in_files
from dicelaw.model.effects.words import Argument, Word

WORDS = (
    *damage.WORDS, *dice.WORDS, *cards.WORDS, *others.WORDS, *points.WORDS, *tokens.WORDS, *in_files(words),
)  # fmt: skip
"""The words in the order in which they are read: combat points before status effects that content names."""
DECLARED = {Op.of(word): word for word in counted(WORDS, Op.END)}
"""The words by what the machine calls them."""


@dataclass(frozen=True)
class Form:
    """One way to write a word, with an example, and whom it means if the line does not say."""

    word: Word
    line: str
    example: str
    who: Who = Who.SELF

    @cached_property
    def op(self) -> Op:
        """What the machine calls the word."""
        return Op.of(self.word)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The regular expression of the line."""
        return pattern(self.word, self.line)


def _forms(word: Word) -> Iterator[Form]:
    """The ways to write ``word``; a line that can name nobody means the target."""
    usual = next((one.usual for one in word.arguments if one.name == SUBJECT.name), None)
    for line, example in zip(word.lines, examples(word), strict=True):
        named = f"{{{SUBJECT.name}}}" in line
        who = usual if named else word.target.number if word.target else None
        yield Form(word, line, example, Who(who or Who.SELF))


_USUAL = {COUNT.name: "1", TYPE.name: "normal"}
FORMS = tuple(form for word in WORDS for form in _forms(word))


def page() -> str:
    """The words as the table of Markdown that documentation has."""
    kinds = {"amount": "AMOUNT", "per": "PER", "all": "WHOLE", "part": "HALF"}
    kinds |= dict.fromkeys(("status", "other"), "STATUS")
    owners = {Who.SELF: "the owner", Who.OPPONENT: "the opponent", Who.CHOSEN: "one that is chosen"}

    def unsaid(one: Argument) -> str:
        return owners[Who(one.usual or 0)] if one.name == SUBJECT.name else _USUAL.get(one.name, "nothing")

    picked = ", ".join(f"`{one.name}`" for one in PICKED)
    table = declarations(
        WORDS,
        {
            "what it does": in_general,
            "part": lambda word: part_of(Op.of(word)) if word.lines else "-",
            "does something if": lambda word: word.does_if,
        },
        kinds,
        unsaid,
    )
    return table.replace(picked, "PICKED")


def conditions_page() -> str:
    """The conditions as the table of Markdown that documentation has."""
    kinds = {"held": "`no`, 0 to 9, or `exactly` and a number", "faces": "FACES", "status": "STATUS"}
    return declarations(
        (*CONDITIONS, *TESTS), {"what it asks": in_general}, kinds, lambda _: "1", called="condition"
    )
