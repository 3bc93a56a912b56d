"""Exhaustive search by compiled code: every reachable state of a machine, layer by layer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import PLAIN, Kernel, Reductions, compiled
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Point, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

BUDGET = 1 << 28


@dataclass(frozen=True)
class Found:
    """What a search saw in the layers that it finished.

    ``depth`` is the number of the last one. ``complete`` says that every reachable state was seen; otherwise
    the budget ran out, or the search ended early. ``met`` has the depth at which each watched condition was
    first met, ``stuck`` that of the first state that is not final and has no legal transition, ``outside``
    that of the first state with a step that leaves a domain. ``taken`` counts the steps by transition and
    ``reached`` the states by timing point; what is missing there was never taken or reached. Where states are
    passed through and not stored, ``passed`` says how often that was; ``taken`` and ``reached`` then count
    each look, and ``steps`` are those that were made.
    """

    states: int
    steps: int
    depth: int
    complete: bool
    met: Mapping[str, int] = field(default_factory=dict)
    stuck: int | None = None
    outside: int | None = None
    taken: Mapping[str, int] = field(default_factory=dict)
    reached: Mapping[str, int] = field(default_factory=dict)
    passed: int = 0


NOTHING = Found(0, 0, 0, False)


AfterLayer = Callable[[Frontier, Found], None]
"""What is told after each layer: where the search is, and what it has seen."""


def search(
    machine: Machine,
    watched: Mapping[str, Expr] | None = None,
    *,
    budget: int = BUDGET,
    threads: int = 1,
    starts: Sequence[State] | None = None,
    stop_when_found: bool = True,
    reductions: Reductions = PLAIN,
    after_layer: AfterLayer | None = None,
) -> Found:
    """Search from ``starts`` (by default the start of the machine), at most ``budget`` states.

    It ends early after the layer in which all of ``watched`` were met, where ``stop_when_found`` is set and
    something is watched, and after one with a step that leaves a domain. The result is the same for any
    number of threads. With ``reductions`` the same is met, taken and reached, but there are fewer states and
    steps, depths may be others, and of transitions that are alike each counts the steps of all (so other
    ``starts`` should be alike as well, where it matters which was taken). ``after_layer`` is called after
    each layer. Raises NotInstalled without the compiler, TooWide for a machine whose numbers don't fit words,
    and ValueError for a start outside of its domains.
    """
    kernel = compiled(machine, watched or {}, shared=threads > 1, reductions=reductions)
    return search_with(
        kernel,
        budget=budget,
        threads=threads,
        starts=starts,
        stop_when_found=stop_when_found,
        after_layer=after_layer,
    )


def search_with(
    kernel: Kernel,
    *,
    budget: int = BUDGET,
    threads: int = 1,
    starts: Sequence[State] | None = None,
    stop_when_found: bool = True,
    after_layer: AfterLayer | None = None,
) -> Found:
    """What :func:`search` finds by the compiled ``kernel``."""
    frontier = Frontier(kernel, most=budget, threads=threads)
    try:
        frontier.admit(starts or [kernel.machine.start])
        return run(frontier, stop_when_found=stop_when_found, after_layer=after_layer)
    finally:
        frontier.close()


class Layers(Protocol):
    """What a search is run on: a :class:`Frontier`, or several that share the work."""

    kernel: Kernel
    most: int

    @property
    def states(self) -> int:
        """How many states were taken in."""

    @property
    def waiting(self) -> int:
        """How many of them are to be expanded."""

    def tally(self) -> Sequence[int]:
        """The counts, as :class:`Layout` has them."""

    def advance(self) -> bool:
        """Expand what is waiting. False where more than ``most`` states came up."""


Some = TypeVar("Some", bound=Layers)


def run(
    frontier: Some,
    seen: Found = NOTHING,
    *,
    stop_when_found: bool = True,
    beyond: int = 0,
    most: int | None = None,
    after_layer: Callable[[Some, Found], None] | None = None,
) -> Found:
    """Search on from the layer that ``frontier`` is at, where ``seen`` was seen before.

    Where a step leaves a domain it goes on until it has seen ``beyond`` states. It begins no layer where it
    has seen more than ``most``, which is that of ``frontier`` by default.
    """
    watched = frontier.kernel.watched
    depth = seen.depth + 1 if seen.states else 0
    most = frontier.most if most is None else most
    while frontier.states <= most and frontier.waiting:
        if not frontier.advance():
            return seen
        seen = _after_layer(frontier, seen, depth)
        if after_layer is not None:
            after_layer(frontier, seen)
        if seen.outside is not None and frontier.states >= beyond:
            return seen
        if watched and stop_when_found and len(seen.met) == len(watched):
            return seen
        depth += 1
    return seen


def _after_layer(frontier: Layers, seen: Found, depth: int) -> Found:
    """What was seen once the layer number ``depth`` is expanded; ``seen`` before it."""
    kernel, layout, tally = frontier.kernel, frontier.kernel.layout, frontier.tally()
    new = {
        name: depth
        for place, name in enumerate(kernel.watched, layout.hits)
        if tally[place] and name not in seen.met
    }
    counts = counted(kernel.machine.transitions, tally)
    alike = kernel.symmetry.alike
    taken = {
        one.id: times
        for one in kernel.machine.transitions
        if (times := sum(counts.get(other, 0) for other in alike.get(one.id, (one.id,))))
    }
    reached = counted(kernel.machine.points, tally[layout.transitions :])
    return Found(
        states=frontier.states,
        steps=tally[layout.steps] + tally[layout.passed],
        depth=depth,
        complete=not (frontier.waiting or tally[layout.outside]),
        met={**seen.met, **new},
        stuck=depth if seen.stuck is None and tally[layout.stuck] else seen.stuck,
        outside=depth if seen.outside is None and tally[layout.outside] else seen.outside,
        taken=taken,
        reached=reached,
        passed=tally[layout.passed],
    )


def counted(named: Sequence[Point | Transition], tally: Sequence[int]) -> dict[str, int]:
    """The counts that ``tally`` begins with, by the ids of what they are of; without those that are 0."""
    return {one.id: times for one, times in zip(named, tally, strict=False) if times}


def forecast(waiting: Sequence[int]) -> int | None:
    """About how many states are still to be expanded, after layers with so many ``waiting``.

    It goes by how the last layers shrank; None as long as they grow.
    """
    last = waiting[-4:]
    if len(last) < 4 or not last[-1] < last[0]:
        return None
    shrinking = float((last[-1] / last[0]) ** (1 / 3))
    return round(last[-1] / (1 - shrinking))
