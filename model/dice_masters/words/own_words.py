"""Words with a file of their own: what each does is declared there, and is a transition here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dicelaw.model.dice_masters.damage.winning import add_judge
from dicelaw.model.dice_masters.declared.vocabulary import DECLARED
from dicelaw.model.dice_masters.rules import Writes
from dicelaw.model.kernel.graph import Agent

if TYPE_CHECKING:
    from dicelaw.model.dice_masters.words.words import Words


@dataclass(frozen=True)
class Deed:
    """What a word does: its verb phrase, and what is written."""

    phrase: str
    effect: Writes


def add_own_words(words: Words, *, judged: bool) -> None:
    """Add those that programs use, and the judge of who has won unless it is ``judged`` already."""
    for op, one in DECLARED.items():
        if one.does is None or not words.uses(op):
            continue
        deed: Deed = one.does(words)
        words.rules.timing.add(
            f"resolve/{one.name}", "resolve", "resolve/judge", Agent.RULES, deed.phrase,
            requires=[words.says(op)],
            effect={**deed.effect, **words.onward},
            cites=one.cites,
        )  # fmt: skip
        if not judged:
            add_judge(words.rules, "resolve/judge", "resolve")
            judged = True
