"""Plays to what a search found: the search is done again as far as that, with its layers kept.

No state keeps a link to where it came from. A play is read backwards, by looking through the layer before for
a state that leads on; then the concrete reader plays it, so that no play is shown that it does not confirm.
Where states stand for others, the play goes through those that they stand for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Protocol

from dicelaw.checker.search.frontier import Frontier, Layer
from dicelaw.checker.search.kernel import PLAIN, Kernel, Reductions, compiled
from dicelaw.checker.search.search import BUDGET, Found
from dicelaw.checker.search.symmetry import NONE
from dicelaw.checker.verdicts import Witness
from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State


@dataclass(frozen=True)
class Shown:
    """Plays to what was met; ``outside`` ends with the step that leaves a domain.

    They are ``shortest``, but for independent steps in one order.
    """

    met: Mapping[str, Witness]
    stuck: Witness | None = None
    outside: Witness | None = None
    shortest: bool = True


class Alike(Protocol):
    """What says which states are alike."""

    def canonical(self, state: State) -> State:
        """The one that stands for all that are like ``state``."""


class TooMany(Exception):
    """More states come up on the way to what was met than the frontier takes in."""


class Unconfirmed(Exception):
    """The concrete reader does not play what the compiled search found: a defect of one of them."""


def shown(
    machine: Machine,
    watched: Mapping[str, Expr],
    found: Found,
    starts: Sequence[State] | None = None,
    reductions: Reductions = PLAIN,
    room: Callable[[Kernel], Frontier] | None = None,
    kept: Path | None = None,
    kernel: Kernel | None = None,
    player: Player | None = None,
) -> Shown:
    """Plays to what ``found``, the result of a search for ``watched`` from ``starts``, has met.

    They are the same on every machine, and whatever that search skipped; with ``reductions`` by order they
    may be longer than others. Where there is no room for all states on the way, and the search passed through
    some, the plays are those with the fewest stored states. ``room`` makes the frontier to search with, in
    memory by default; it must keep all layers. ``kept`` is as for :func:`compiled`; with ``kernel``,
    that of the search, nothing is compiled. ``player`` plays by the concrete reader, by default that of
    ``machine``. Raises TooMany and Unconfirmed.
    """
    if not found.met and found.stuck is None and found.outside is None:
        return Shown({})
    kernel = kernel or compiled(machine, watched, reductions=reductions, kept=kept)
    begin = starts or [machine.start]
    player = player or Player(Concrete(machine), kernel, begin)
    room = room or _in_memory
    if kernel.storing_each is None:
        return _shown(kernel, found, begin, room, player)
    try:
        return _shown(kernel.storing_each, found, begin, room, player)
    except TooMany:
        return replace(_shown(kernel, found, begin, room, player), shortest=False)


def _in_memory(kernel: Kernel) -> Frontier:
    return Frontier(kernel, most=BUDGET, keep=True)


def _shown(
    kernel: Kernel, found: Found, starts: Sequence[State], room: Callable[[Kernel], Frontier], player: Player
) -> Shown:
    """The plays that a search by ``kernel`` comes upon first."""
    layout = kernel.layout
    hits = {name: hit for hit, name in enumerate(kernel.watched, layout.hits) if name in found.met}
    wanted = [*hits.values()]
    wanted += [layout.stuck] * (found.stuck is not None) + [layout.outside] * (found.outside is not None)
    frontier = room(kernel)
    layers: list[Layer] = []
    try:
        frontier.admit(starts)
        tally = frontier.tally()
        while not all(tally[place] for place in wanted):
            layers.append(frontier.layer)
            if not frontier.waiting:
                raise Unconfirmed("searched again, what was met is not met")
            if not frontier.advance():
                raise TooMany(f"more than {frontier.most} states")
            tally = frontier.tally()

        def path(hit: int) -> list[State]:
            return _path(frontier, layers, tally[hit] - 1, hit)

        met = {name: player.played(path(hit)) for name, hit in hits.items()}
        stuck = player.played(path(layout.stuck)) if found.stuck is not None else None
        outside = player.played_out(path(layout.outside)) if found.outside is not None else None
    finally:
        frontier.close()
    return Shown(met, stuck, outside)


def _path(frontier: Frontier, layers: Sequence[Layer], place: int, hit: int) -> list[State]:
    """The states of a play to the one in which ``hit`` was met, at ``place`` of the queue or soon after."""
    stored = [frontier.state(place)]
    for layer in reversed([layer for layer in layers if layer.stop <= place]):
        before = frontier.before(layer, stored[-1])
        if before is None:
            raise Unconfirmed(f"no state of a layer leads to {stored[-1]}")
        stored.append(before)
    stored.reverse()
    if not frontier.kernel.reductions.skips:
        return stored
    if (met := frontier.met(hit)) != stored[-1]:
        stored.append(met)
    return [
        stored[0],
        *(one for before, after in pairwise(stored) for one in frontier.between(before, after)),
    ]


@dataclass(frozen=True)
class Player:
    """Plays by the concrete reader, through states that stand for those that are played."""

    reader: Concrete
    alike: Alike
    starts: Sequence[State]

    def played(self, path: Sequence[State]) -> Witness:
        """The play through what the states of ``path`` stand for. Raises Unconfirmed."""
        return self._play(path)[0]

    def played_out(self, path: Sequence[State]) -> Witness:
        """The play through what ``path`` stands for and a step that leaves a domain. Raises Unconfirmed."""
        play, state = self._play(path)
        for move in self.reader.enabled(state):
            if _after(self.reader, state, move) is None:
                return Witness(play.start, (*play.moves, move))
        raise Unconfirmed(f"no step from {state} leaves a domain")

    def _play(self, path: Sequence[State]) -> tuple[Witness, State]:
        """The play, and the state that it ends in."""
        start = state = next(one for one in self.starts if self.alike.canonical(one) == path[0])
        moves: list[Move] = []
        for wanted in path[1:]:
            steps = ((move, _after(self.reader, state, move)) for move in self.reader.enabled(state))
            fitting = ((move, new) for move, new in steps if new and self.alike.canonical(new) == wanted)
            move, after = next(fitting, (None, state))
            if move is None:
                raise Unconfirmed(f"no step leads from {state} to {wanted}")
            moves.append(move)
            state = after
        return Witness(start, tuple(moves)), state


def played(
    reader: Concrete, path: Sequence[State], alike: Alike = NONE, start: State | None = None
) -> Witness:
    """The play from ``start``, by default the first of ``path``, through what is ``alike`` to its states.

    Raises Unconfirmed.
    """
    return Player(reader, alike, path[:1] if start is None else [start]).played(path)


def played_out(reader: Concrete, path: Sequence[State]) -> Witness:
    """The play through the states of ``path`` and a step that leaves a domain. Raises Unconfirmed."""
    return Player(reader, NONE, path[:1]).played_out(path)


def leaves(reader: Concrete, state: State) -> bool:
    """Whether a legal move of ``state`` leaves a domain."""
    return any(_after(reader, state, move) is None for move in reader.enabled(state))


def _after(reader: Concrete, state: State, move: Move) -> State | None:
    try:
        return reader.step(state, move)
    except OutsideDomain:
        return None
