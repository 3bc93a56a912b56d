"""What an answer rests on, so that it can be said of another machine that the answer is the same there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from dicelaw.checker.chances.game import Known
from dicelaw.checker.chances.numbered import Numbered
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import FALSE, Expr, any_of, is_constant
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.likeness import ByNames, same
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import Node, slots_read
from dicelaw.model.kernel.rewriting import Rewriting, rewritten
from dicelaw.model.kernel.state import Field, State, field_at
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
        """Whether nothing of it can differ by ``other``, when that is ``asked`` about ``start``.

        Its machine may have other timing points, where play does not come to them.
        """
        mine, its = self.reader.machine, other.machine
        here = (mine.point_of(self.start).id, self.start[1:]) == (its.point_of(start).id, start[1:])
        fits = here and self._fits(its, asked)
        return fits and (mine is its or self._alike_but(other, self._differing(its)))

    def _fits(self, other: Machine, asked: Sequence[Expr]) -> bool:
        """Whether states are the same for ``other``, and the same is ``asked`` of it."""
        mine = self.reader.machine
        return (
            mine.slots[1:] == other.slots[1:]
            and (mine.pools, mine.seats) == (other.pools, other.seats)
            and [*map(self.structures.of, self.asked)]
            == [self.structures.of(_renumbered(one, other, mine)) for one in asked]
        )

    def _differing(self, other: Machine) -> list[str]:
        """The transitions that only one of the machines has, or that say something else."""
        mine, its = ({one.id: one for one in each.transitions} for each in (self.reader.machine, other))
        return [
            id
            for id in {**mine, **its}
            if id not in mine or id not in its or not same(mine[id], its[id], self.structures)
        ]

    def _alike_but(self, other: Concrete, differing: Sequence[str]) -> bool:
        """Whether it makes no difference here that ``differing`` transitions are others."""
        return not differing or (
            not self.more
            and self._positions_alike(other.machine, differing)
            and (self.game is None or self._game_alike(other, differing))
        )

    def _game_alike(self, other: Concrete, differing: Sequence[str]) -> bool:
        """Whether that is so of the states that were looked at one by one, where these transitions begin."""
        assert self.game is not None
        return alike_in(self._states_at, self.reader, other, differing)

    def _states_at(self, at: int, slots: Sequence[int]) -> Sequence[State]:
        """Of the states looked at at a timing point one for each combination of values of ``slots``."""
        assert self.game is not None
        assert isinstance(self.game.states, Numbered)
        asked = (at, *slots)
        if asked not in self._told:
            self._told[asked] = self.game.states.one_of_each(self._by_point.get(at, ()), slots)
        return self._told[asked]

    @cached_property
    def _told(self) -> dict[tuple[int, ...], Sequence[State]]:
        """What :meth:`_states_at` has said."""
        return {}

    def known_to(self, other: Machine, asked: Sequence[Expr]) -> Known | None:
        """The options of states that are the same by ``other``, when that is ``asked`` of it."""
        if self.game is None or not self._fits(other, asked):
            return None
        mine = self.reader.machine
        changed = {
            one.transition(id).source
            for one in (mine, other)
            for id in self._differing(other)
            if id in one.transition_index
        }
        both = other.point_index.keys() & mine.point_index.keys()
        points = {other.point_index[point]: mine.point_index[point] for point in both}
        return Known(self.game, points, {other.point_index[point] for point in changed & both})

    @cached_property
    def _by_point(self) -> Mapping[int, Sequence[int]]:
        """The numbers of the states that were looked at, by the timing point."""
        assert self.game is not None
        found: dict[int, list[int]] = {}
        for number, state in enumerate(self.game.states):
            if self.game.options[number] or (number not in self.game.open and not self.until(state)):
                found.setdefault(state[0], []).append(number)
        return found

    def _positions_alike(self, other: Machine, differing: Sequence[str]) -> bool:
        from dicelaw.checker.search.position import dice_unread
        from dicelaw.checker.search.situation import ending
        from dicelaw.checker.search.wishes import wishful

        if not self.positions:
            return True
        mine = self.reader.machine

        def made(machine: Machine, ids: Iterable[str]) -> Sequence[Transition]:
            """The transitions ``ids`` of ``machine`` as a search has them."""
            steps = replace(machine, transitions=tuple(map(machine.transition, ids)))
            steps = wishful(steps, dice_unread(machine, self.asked)) if self.wished else steps
            return ending(steps, self.start, (), any_of(*self.asked)).transitions

        known, its = ({id for id in differing if id in each.transition_index} for each in (mine, other))
        both, alone = made(other, known & its), (*made(mine, known - its), *made(other, its - known))
        return len(both) == len(known & its) and all(
            one.never(alone) and one.fits(both) for one in self._alike
        )


def _renumbered(asked: Expr, machine: Machine, other: Machine) -> Expr:
    """What is ``asked`` of ``machine``, with the numbers that timing points have in ``other``."""
    if machine.point_index == other.point_index or 0 not in slots_read(asked):
        return asked

    def renumbered(node: Node, operands: Sequence[Expr]) -> Expr:
        if node.op == "==" and isinstance(at := node.operands[0], Field) and at.place == 0:
            (_, number) = node.operands
            here = other.point_index.get(machine.points[number.value].id) if is_constant(number) else None
            return FALSE if here is None else field_at(0, other.slots[0]) == here
        return rewritten(node, operands)

    return Rewriting(renumbered)(asked)
