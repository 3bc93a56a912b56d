"""Looking ahead: the moments at which a decision will be legal, as far as play can be foreseen.

Play goes on with passes first, by what the rules do, and by one outcome of each die; then with one decision
of each kind on the way. Each moment that is found is one at which the decision is legal. None is found that
is further away than the budget, or than the next turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from dicelaw.model.kernel.concrete import Illegal, Move, OutsideDomain
from dicelaw.model.kernel.state import State

if TYPE_CHECKING:
    from dicelaw.oracle.games.session import Session

STATES = 400
"""How many states are looked at."""


@dataclass(frozen=True)
class Ahead:
    """The timing points at which a decision is legal, those of this turn where there are any.

    ``refused`` is the first state at which it could be asked for and is refused, with its moves, where play
    comes to that in this turn if all just pass.
    """

    moments: tuple[str, ...] = ()
    refused: tuple[State, tuple[Move, ...]] | None = None


def ahead(
    session: Session, moves_at: Callable[[str], Sequence[Move]], seat: int | None, states: int = STATES
) -> Ahead:
    """What is found out by looking ahead from the present state of ``session``.

    ``moves_at`` has for each timing point the moves that are asked about, by ``seat`` or whoever may.
    """
    machine, turn = session.machine, session.machine.slot_index["turn"]
    start, order = session.state, count()
    meant: dict[int, tuple[Move, ...]] = {}
    waiting: list[tuple[int, int, int, State]] = [(0, 0, next(order), start)]
    seen = {start}
    now: dict[str, None] = {}
    then: dict[str, None] = {}
    refused: tuple[State, tuple[Move, ...]] | None = None
    while waiting and states:
        states -= 1
        strayed, depth, _, state = heappop(waiting)
        moves = session.reader.enabled(state)
        if state[0] not in meant:
            meant[state[0]] = tuple(moves_at(machine.point_of(state).id))
        mine = state[turn] == start[turn]
        if state is not start and meant[state[0]]:
            if _one_of(session, seat, state, moves, meant[state[0]]):
                (now if mine else then)[machine.point_of(state).id] = None
            elif mine and not strayed and not now and refused is None and state[0] != start[0]:
                refused = state, meant[state[0]]
        if not mine and now:
            continue
        for further, move in _onward(session, moves):
            try:
                after = session.reader.step(state, move)
            except (Illegal, OutsideDomain):
                continue
            if after not in seen and (mine or after[turn] != start[turn]):
                seen.add(after)
                heappush(waiting, (strayed + further, depth + 1, next(order), after))
    return Ahead(tuple(now or then), refused)


def _one_of(
    session: Session, seat: int | None, state: State, moves: list[Move], meant: tuple[Move, ...]
) -> bool:
    """Whether one of the legal ``moves`` of ``state`` is one of those ``meant``, by ``seat`` if any."""
    among = set(meant)
    found = [move for move in moves if move in among]
    return any(seat is None or session.reader.actor(state, move) == seat for move in found)


def _onward(session: Session, moves: list[Move]) -> Iterator[tuple[int, Move]]:
    """One move of each transition among ``moves``, with how far it strays from just passing."""
    passes = any(session.is_pass(move) for move in moves)
    taken: set[int] = set()
    for move in moves:
        if move[0] not in taken:
            taken.add(move[0])
            free = not session.transition(move).by_seat or session.is_pass(move)
            yield (0 if free else 1 + passes), move
