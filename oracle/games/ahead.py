"""Looking ahead: the moments at which a decision will be legal, as far as play can be foreseen.

Play goes on with passes first, by what the rules do, and by one outcome of each die; then with one decision
of each kind on the way. Each moment that is found is one at which the decision is legal. None is found that
is further away than the budget, than the first turn that has one, or than the seat in turn having its next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from dicelaw.model.kernel.concrete import Concrete, Illegal, Move, OutsideDomain
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games.decisions import verb_of
from dicelaw.oracle.games.ports import port

if TYPE_CHECKING:
    from dicelaw.oracle.games.session import Session

STATES = 400
"""How many states are looked at."""
KEPT = 4 * STATES
"""Of so many states is kept what comes next: of one position several things are asked."""


@dataclass(frozen=True)
class Ahead:
    """The timing points at which a decision is legal: those of this turn, or else of the first that has some.

    That turn comes after so many ``turns``, and ``turn_of`` is the seat whose it is, if it is another one.
    ``refused`` is the first state at which it could be asked for and is refused, with its moves, where play
    comes to that in this turn if all just pass.
    """

    moments: tuple[str, ...] = ()
    turns: int = 0
    turn_of: int | None = None
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
    waiting: list[tuple[int, int, int, int, State]] = [(0, 0, next(order), 0, start)]
    seen = {start}
    found: dict[int, dict[str, None]] = {}
    """The moments by how many turns have passed before them."""
    whose: dict[int, int] = {}
    refused: tuple[State, tuple[Move, ...]] | None = None
    while waiting and states:
        states -= 1
        strayed, depth, _, turns, state = heappop(waiting)
        if found and turns > min(found):
            continue
        moves, onward = _next(session.reader, state)
        if state[0] not in meant:
            meant[state[0]] = tuple(moves_at(machine.point_of(state).id))
        if state is not start and meant[state[0]]:
            if _one_of(session, seat, state, moves, meant[state[0]]):
                found.setdefault(turns, {})[machine.point_of(state).id] = None
                whose[turns] = state[turn]
            elif not (turns or strayed or found) and refused is None and state[0] != start[0]:
                refused = state, meant[state[0]]
        for further, after in onward:
            if after not in seen and (not turns or after[turn] != start[turn]):
                seen.add(after)
                later = turns + (after[turn] != state[turn])
                heappush(waiting, (strayed + further, depth + 1, next(order), later, after))
    if not found:
        return Ahead(refused=refused)
    turns = min(found)
    return Ahead(tuple(found[turns]), turns, whose[turns] if turns else None, refused)


def _one_of(
    session: Session, seat: int | None, state: State, moves: Sequence[Move], meant: tuple[Move, ...]
) -> bool:
    """Whether one of the legal ``moves`` of ``state`` is one of those ``meant``, by ``seat`` if any."""
    among = set(meant)
    found = [move for move in moves if move in among]
    return any(seat is None or session.reader.actor(state, move) == seat for move in found)


@lru_cache(maxsize=KEPT)
def _next(reader: Concrete, state: State) -> tuple[tuple[Move, ...], tuple[tuple[int, State], ...]]:
    """The legal moves of ``state``, and what comes after the first of each transition among them.

    Each state that comes next has with it how far it strays from just passing.
    """
    machine, moves = reader.machine, tuple(reader.enabled(state))
    passing, first = port(machine.name).passes, dict[int, Move]()
    for move in moves:
        first.setdefault(move[0], move)
    seats = {place for place in first if machine.transitions[place].by_seat}
    passes = {place for place in seats if verb_of(machine.transitions[place].id) in passing}
    found = []
    for place, move in first.items():
        try:
            after = reader.step(state, move)
        except (Illegal, OutsideDomain):
            continue
        found.append((1 + bool(passes) if place in seats - passes else 0, after))
    return moves, tuple(found)
