"""The first fault of random plays of a machine: a claim broken, a dead end, or a domain left."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.checker.walks.breaches import Breaches
from dicelaw.checker.walks.walks import Walker
from dicelaw.model.kernel.concrete import Move, OutsideDomain
from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.model.number_of import number_of
from dicelaw.specs.property import Property


def first_fault(
    machine: Machine,
    steps: int,
    *,
    listed: bool = False,
    properties: Sequence[Property] = (),
    taken: Callable[[Move], None] = lambda _move: None,
) -> Verdict | None:
    """What is wrong first in so many ``steps`` of random plays from seed 0, with the play; None for nothing.

    A play that ends is followed by another one. The claims of ``properties`` about states and single steps
    are asked at every step. ``listed`` is as of :class:`Walker`; ``taken`` is told each move.
    """
    walker = Walker(machine, listed=listed)
    breaches = Breaches(walker.reader, properties)
    state, moves = machine.start, list[Move]()

    def refuted(says: str) -> Verdict:
        witness = Witness(machine.start, tuple(moves))
        last = f", the last along {machine.transitions[moves[-1][0]].id}" if moves else ""
        evidence = f"after {number_of(len(moves), 'step')}{last}: {says}"
        return Verdict(Outcome.REFUTED, "walk", machine.scope, evidence, witness)

    for _ in range(steps):
        try:
            found = walker.next_step(state) or _any_step(walker, state)
        except OutsideDomain as outside:
            return refuted(str(outside))
        if found is not None:
            before, (move, state) = state, found
            moves.append(move)
            taken(move)
            broken = next(iter(breaches.of(before, move, state)), None)
            if broken is not None:
                return refuted(f"{broken} is broken: {breaches.says[broken]}")
        elif machine.point_of(state).kind is not Kind.FINAL:
            return refuted(f"stuck at {machine.point_of(state).id}")
        else:
            state, moves = machine.start, []
    return None


def _any_step(walker: Walker, state: State) -> tuple[Move, State] | None:
    """A legal step where sampling found none, if there is one."""
    moves = walker.reader.enabled(state)
    if not moves:
        return None
    move = walker.random.choice(moves)
    return move, walker.reader.step(state, move)
