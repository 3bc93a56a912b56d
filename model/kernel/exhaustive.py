"""The exhaustive reader: every reachable state of a scope, breadth first, with shortest witnesses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

Seen = TypeVar("Seen")
Step = TypeVar("Step")


@dataclass(frozen=True)
class Exploration:
    """What a search saw.

    ``complete`` says that every reachable state was seen; otherwise the budget ran out, or the search ended
    early. ``found`` has, for each watched condition that was met, a shortest play to it; ``stuck`` a shortest
    play to a state that is not final and has no legal transition. ``taken`` counts the steps by transition.
    """

    states: int
    steps: int
    depth: int
    complete: bool
    found: Mapping[str, tuple[Move, ...]]
    stuck: tuple[Move, ...] | None
    taken: Mapping[str, int] = field(default_factory=dict)


def explore(
    machine: Machine,
    watched: Mapping[str, Callable[[State], bool]] | None = None,
    *,
    budget: int = 1_000_000,
    starts: Sequence[State] | None = None,
    stop_when_found: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Exploration:
    """Search from ``starts`` (by default the start of the machine), at most ``budget`` states.

    ``watched`` maps names to tests of a state. The search ends early when every one of them was met, where
    ``stop_when_found`` is set and something is watched. States are range-checked: a step that leaves a domain
    raises OutsideDomain.
    """
    reader = Concrete(machine)
    pack = machine.packing.pack
    waiting = dict(watched or {})
    found: dict[str, tuple[Move, ...]] = {}
    parents: dict[tuple[int, ...], tuple[tuple[int, ...], Move] | None] = {}
    taken: Counter[int] = Counter()
    final = [point.kind is Kind.FINAL for point in machine.points]
    stuck: tuple[Move, ...] | None = None
    layer: list[State] = []
    for state in starts or [machine.start]:
        key = pack(state)
        if key not in parents:
            parents[key] = None
            layer.append(state)
    depth = steps = 0
    while layer:
        for state in layer:
            for name in [name for name, test in waiting.items() if test(state)]:
                del waiting[name]
                found[name] = play_to(parents, pack(state))
        if watched and not waiting and stop_when_found:
            return _result(machine, parents, steps, depth, False, found, stuck, taken)
        following: list[State] = []
        for state in layer:
            moves = reader.enabled(state)
            if not moves and not final[state[0]] and stuck is None:
                stuck = play_to(parents, pack(state))
            source = pack(state)
            for move in moves:
                steps += 1
                taken[move[0]] += 1
                after = reader.step(state, move)
                key = pack(after)
                if key not in parents:
                    if len(parents) >= budget:
                        return _result(machine, parents, steps, depth, False, found, stuck, taken)
                    parents[key] = (source, move)
                    following.append(after)
        layer = following
        depth += bool(layer)
        if progress is not None:
            progress(len(parents))
    return _result(machine, parents, steps, depth, True, found, stuck, taken)


def play_to(parents: Mapping[Seen, tuple[Seen, Step] | None], seen: Seen) -> tuple[Step, ...]:
    """The steps that lead to ``seen``, by the links that a breadth-first search left."""
    steps: list[Step] = []
    link = parents[seen]
    while link is not None:
        seen, step = link
        steps.append(step)
        link = parents[seen]
    return tuple(reversed(steps))


def _result(
    machine: Machine,
    parents: Mapping[tuple[int, ...], tuple[tuple[int, ...], Move] | None],
    steps: int,
    depth: int,
    complete: bool,
    found: Mapping[str, tuple[Move, ...]],
    stuck: tuple[Move, ...] | None,
    taken: Counter[int],
) -> Exploration:
    by_id = {machine.transitions[place].id: times for place, times in sorted(taken.items())}
    return Exploration(len(parents), steps, depth, complete, found, stuck, by_id)
