"""The program that is being used: the line that is due, and what comes after it."""

from __future__ import annotations

from collections.abc import Callable

from dicelaw.model.dice_conquest.components import NOTHING
from dicelaw.model.dice_conquest.content_tables import LINE_FIGURES, MORE
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.dice_conquest.rules import Writes
from dicelaw.model.kernel.expressions import Expr, all_of, at_most, number, where


def begun(place: str, figure: Callable[[str], Expr], quest: Quest) -> Writes:
    """What is written where the program begins that ``place`` says; ``figure`` is one of its card."""
    return {
        quest.word: figure(place), quest.amount: figure(f"{place}_amount"),
        quest.test: figure(f"{place}_test"), quest.bound: figure(f"{place}_bound"),
        quest.next: figure(f"{place}{MORE}"),
    }  # fmt: skip


def loaded(quest: Quest, at: Expr | int) -> Writes:
    """What is written where the further line ``at`` is due; nothing is due where it is an end."""
    word, amount, test, bound, _ = (quest.content.line(figure, at) for figure in LINE_FIGURES)
    return {
        quest.word: word, quest.amount: amount, quest.test: test, quest.bound: bound,
        quest.next: where(word == NOTHING, 0, _after(quest, at)),
    }  # fmt: skip


def other_way(quest: Quest) -> Expr:
    """Whether another line can be done instead of the one that is due."""
    word, other = (quest.content.line(figure, quest.next) for figure in ("word", "other"))
    return all_of(quest.next >= 1, word != NOTHING, other == 1)


def following(quest: Quest) -> Expr:
    """The line after the one that is due, or after the other way."""
    return where(other_way(quest), _after(quest, quest.next), quest.next)


def _after(quest: Quest, at: Expr | int) -> Expr:
    """The line after number ``at``; 0 where that is none or the last one."""
    there, last = number(at), quest.content.lines
    return where(all_of(there >= 1, there < last), at_most(there + 1, last), 0)
