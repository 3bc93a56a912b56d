"""Programs of cards in the table of steps: which line is due, whether it may be done, and what follows."""

from __future__ import annotations

from collections.abc import Callable

from dicelaw.model.dice_conquest.components import SPENT, Back
from dicelaw.model.dice_conquest.content_tables import LINE_FIGURES
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.dice_conquest.vocabulary import CONDITIONS, WORDS
from dicelaw.model.effects.frames import NO_WORD
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, number, total, where

Due = dict[Expr, Expr | int]
_CONDITIONS = {one.name: one.number for one in CONDITIONS}
_COSTS = [word.number for word in WORDS if word.name == "spend"]


def numbered_line(q: Quest, figure: str, at: Expr) -> Expr:
    """What the further line number ``at`` has of ``figure``."""
    return total(where(at == one, q.content.line(figure, one), 0) for one in range(1, q.content.lines + 1))


def line_after(q: Quest, at: Expr) -> Expr:
    """The number of the line after ``at``; 0 after the last one, and after none."""
    return total(where(at == one, one + 1, 0) for one in range(1, q.content.lines))


def is_other_way(q: Quest) -> Expr:
    """Whether the line that comes next is another way for the one that is due."""
    named = numbered_line(q, "word", q.next) != NO_WORD
    return all_of(q.next != 0, named, numbered_line(q, "other", q.next) == 1)


def beyond(q: Quest) -> Expr:
    """The line that comes once the one that is due is done: the other way of that is passed over."""
    return where(is_other_way(q), line_after(q, q.next), q.next)


def due(q: Quest, at: Expr | int) -> Due:
    """The further line ``at`` is due; nothing is, where it is none or names no word."""
    there = number(at)
    word, amount, test, bound = (numbered_line(q, figure, there) for figure in (*LINE_FIGURES,)[:4])
    after = where(word == NO_WORD, 0, line_after(q, there))
    return {q.word: word, q.amount: amount, q.test: test, q.bound: bound, q.next: after}


def begun(place: str, figure: Callable[[str], Expr], q: Quest) -> Due:
    """The first line of what ``place`` says is due; ``figure`` has what its card says."""
    return {
        q.word: figure(place),
        q.amount: figure(f"{place}_amount"),
        q.test: figure(f"{place}_test"),
        q.bound: figure(f"{place}_bound"),
        q.next: figure(f"{place}_more"),
    }


def may_be_done(q: Quest) -> Expr:
    """Whether the condition of the line that is due holds; one without a condition is always done."""
    spent = total(where(at == SPENT, 1, 0) for at in q.at)
    shown = total(where(q.chosen == die, face, 0) for die, face in enumerate(q.face))
    health = total(where(q.turn == seat, health, 0) for seat, health in enumerate(q.health))
    holds = {
        "die-shows": all_of(q.back != int(Back.TURN), shown >= q.bound),
        "dice-spent": spent >= q.bound,
        "health-low": health <= q.bound,
    }
    asked = (all_of(q.test == _CONDITIONS[name], one) for name, one in holds.items())
    return any_of(q.test == 0, *asked)


def is_unpaid(q: Quest) -> Expr:
    """Whether a cost is due."""
    return any_of(*(q.word == cost for cost in _COSTS))
