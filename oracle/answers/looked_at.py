"""What an answer rests on, so that it can be said of another machine that the answer is the same there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr, any_of
from dicelaw.model.kernel.likeness import ByNames, same
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.model.kernel.watched import alike_in

if TYPE_CHECKING:
    from dicelaw.checker.chances.game import Game
    from dicelaw.checker.search.alike import Alike
    from dicelaw.checker.search.situation import Situation


@dataclass(frozen=True)
class LookedAt:
    """What was looked at by ``reader`` for an answer about ``start``.

    The conditions ``asked`` say what play should come to, and where it ends. The states of ``game`` were
    looked at one by one, as far as play does not end there by ``until``, and compiled code has searched
    ``positions``, of the machine by wishes where they are ``wished``. Where there is ``more``, anything else
    may have been looked at.
    """

    reader: Concrete
    start: State
    asked: tuple[Expr, ...]
    game: Game | None = None
    until: Callable[[State], object] = lambda _: False
    positions: tuple[Situation, ...] = ()
    wished: bool = False
    more: bool = False

    @cached_property
    def structures(self) -> ByNames:
        """Shared by all that is compared."""
        return ByNames()

    @cached_property
    def _alike(self) -> Sequence[Alike]:
        from dicelaw.checker.search.alike import Alike

        return [Alike(position, self.structures) for position in self.positions]

    def same_by(self, other: Concrete, start: State, asked: Sequence[Expr]) -> bool:
        """Whether nothing of it can differ by ``other``, when that is ``asked`` about ``start``."""
        mine, its = self.reader.machine, other.machine
        if mine is its:
            return start == self.start
        fits = (
            mine.slots == its.slots
            and mine.point_index == its.point_index
            and [one.id for one in mine.transitions] == [one.id for one in its.transitions]
            and mine.pools == its.pools
            and mine.seats == its.seats
            and start == self.start
            and [*map(self.structures.of, asked)] == [*map(self.structures.of, self.asked)]
        )
        if not fits:
            return False
        pairs = zip(mine.transitions, its.transitions, strict=True)
        differing = [place for place, pair in enumerate(pairs) if not same(*pair, self.structures)]
        if not differing:
            return True
        return (
            not self.more
            and self._positions_alike(its, differing)
            and (self.game is None or alike_in(self._seen(), self.reader, other, differing, self.structures))
        )

    def _seen(self) -> list[State]:
        assert self.game is not None
        states = enumerate(self.game.states)
        return [one for number, one in states if number not in self.game.open and not self.until(one)]

    def _positions_alike(self, other: Machine, differing: Sequence[int]) -> bool:
        from dicelaw.checker.search.position import dice_unread
        from dicelaw.checker.search.situation import ending
        from dicelaw.checker.search.wishes import wishful

        if not self.positions:
            return True
        steps = replace(other, transitions=tuple(other.transitions[place] for place in differing))
        if self.wished:
            steps = wishful(steps, dice_unread(other, self.asked))
        if len(steps.transitions) < len(differing):
            return False
        steps = ending(steps, self.start, (), any_of(*self.asked))
        return all(alike.fits(steps.transitions) for alike in self._alike)
