"""Frames: what is being done of a program, as fields of a state, of which rules ask and which they write.

The first line of a program stands with the card that says it. Its further lines are numbered from 1 through
all cards, those of one program one after another, and a line of no word ends each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dicelaw.model.kernel.expressions import Expr, all_of, at_most, number, where

NO_WORD = 0
WORD, AMOUNT, TEST, BOUND, OTHER = "word", "amount", "test", "bound", "other"
LINE = (WORD, AMOUNT, TEST, BOUND, OTHER)
"""What a line has: its word with the amount, its condition with the bound, whether it is another way."""
FIRST = {WORD: "", AMOUNT: "_amount", TEST: "_test", BOUND: "_bound"}
"""What the figures of a first line are called, after the name of the place that says it."""
MORE = "_more"
"""After that name: where its further lines begin, 0 where there is none."""


@dataclass(frozen=True)
class Frame:
    """The line that is due, field by field, and the number of the ``next`` one; 0 for none.

    ``line`` has the figures of the further lines, which go to number ``last``.
    """

    word: Expr
    amount: Expr
    test: Expr
    bound: Expr
    next: Expr
    line: Callable[[str, Expr | int], Expr]
    last: int

    def begun(self, place: str, figure: Callable[[str], Expr]) -> dict[Expr, Expr]:
        """What is written where the program of ``place`` begins; ``figure`` has what its card says."""
        due = {self._field(name): figure(f"{place}{ending}") for name, ending in FIRST.items()}
        return {**due, self.next: figure(f"{place}{MORE}")}

    def loaded(self, at: Expr | int) -> dict[Expr, Expr]:
        """What is written where the further line ``at`` is due; nothing is due where it is an end."""
        due = {name: self.line(name, at) for name in FIRST}
        after = where(due[WORD] == NO_WORD, 0, self._after(at))
        return {**{self._field(name): value for name, value in due.items()}, self.next: after}

    @property
    def other_way(self) -> Expr:
        """Whether another line can be done instead of the one that is due."""
        word, other = self.line(WORD, self.next), self.line(OTHER, self.next)
        return all_of(self.next >= 1, word != NO_WORD, other == 1)

    @property
    def following(self) -> Expr:
        """The line after the one that is due, or after the other way."""
        return where(self.other_way, self._after(self.next), self.next)

    def _field(self, name: str) -> Expr:
        return {WORD: self.word, AMOUNT: self.amount, TEST: self.test, BOUND: self.bound}[name]

    def _after(self, at: Expr | int) -> Expr:
        """The line after number ``at``; 0 where that is none or the last one."""
        there = number(at)
        return where(all_of(there >= 1, there < self.last), at_most(there + 1, self.last), 0)
