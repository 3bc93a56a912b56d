"""Searches of a position: of what is expected to happen from there, widened where something else does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dicelaw.checker.search.expected import Expected
from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import Kernel, Reductions, compiled
from dicelaw.checker.search.layout import TooWide
from dicelaw.checker.search.search import Found, run
from dicelaw.checker.search.situation import Situation, ending, situated
from dicelaw.checker.search.wishes import wishful
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import FALSE, Expr
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.state import State

REDUCTIONS = Reductions(pools=True, skips=True)
"""What is looked for in positions. To look for exchanges of slots takes long; real games had none."""
PLAYS = 100
"""How many random plays from the position show what to expect."""
BEYOND = 50_000
"""How many states are seen before a search that met something unexpected is begun anew."""
SAMPLES = 50
"""From how many states of a layer random plays show what more there is."""


@dataclass(frozen=True)
class Sought:
    """What was ``found`` of ``position`` by ``kernel``, after the machine was cut down ``times`` times.

    A step that leaves a domain is one that leaves a domain of the whole machine.
    """

    position: Situation
    kernel: Kernel
    found: Found
    times: int

    def canonical(self, state: State) -> State:
        """The state of the cut machine that stands for ``state`` of the whole one."""
        return self.kernel.canonical(self.position.seen(state))


def sought(
    reader: Concrete,
    start: State,
    questions: Mapping[str, Expr],
    ended: Expr = FALSE,
    *,
    seen: Iterable[State] = (),
    others: Sequence[State] = (),
    reductions: Reductions = REDUCTIONS,
    budget: int,
    threads: int = 1,
    stop_when_found: bool = True,
    kept: Path | None = None,
    after_layer: Callable[[Frontier, Found], None] | None = None,
    at_end: Callable[[Situation, Frontier, Found], None] | None = None,
) -> Sought:
    """What a search of the machine of ``reader`` from ``start`` and ``others`` finds of ``questions``.

    Nothing happens where ``ended`` holds. ``seen`` are states that are known to be reachable. It sees no more
    than ``budget`` states at a time, with ``threads``, of which the answer is the same for any number.
    ``at_end`` is told what was found, and sees all states that were stored. Raises as :func:`compiled`.
    """
    made = ending(reader.machine, start, questions.values(), ended)
    over = reader.compiled(ended)
    expected = Expected(reader, start, lambda state: over(state, {}))
    starts = [start, *others]
    differing = [slot for slot, values in enumerate(zip(*starts, strict=True)) if len({*values}) > 1]
    known_states = [*starts, *seen]
    expected.see(known_states)
    some = starts[:: -(-len(starts) // PLAYS)]
    expected.play(some, -(-PLAYS // len(some)))
    expected.play(known_states[:: -(-len(known_states) // PLAYS)], 1)
    times = 0
    while True:
        known = expected.ranges(made.slots, made.pools), expected.taken
        position = situated(made, questions, *known, differing)
        kernel = compiled(
            position.machine,
            position.questions,
            shared=threads > 1,
            reductions=reductions,
            kept=kept,
            quickly=True,
        )
        times += 1
        frontier = Frontier(kernel, most=budget, threads=threads, keep=at_end is not None)
        try:
            frontier.admit(map(position.seen, starts))
            found = run(frontier, stop_when_found=stop_when_found, beyond=BEYOND, after_layer=after_layer)
            enough = found.outside is None or (stop_when_found and len(found.met) == len(questions))
            if not enough:
                for place in range(kernel.layout.leaving, kernel.layout.tally):
                    if frontier.tally()[place]:
                        expected.look_around(frontier.met(place))
                expected.play(frontier.some(SAMPLES), 1)
            if enough or (expected.ranges(made.slots, made.pools), expected.taken) == known:
                if at_end is not None:
                    at_end(position, frontier, found)
                return Sought(position, kernel, found, times)
        finally:
            frontier.close()


def out_of_reach(
    machine: Machine,
    start: State,
    questions: Mapping[str, Expr],
    ended: Expr = FALSE,
    *,
    seen: Iterable[State] = (),
    budget: int,
    kept: Path | None = None,
    after_layer: Callable[[Frontier, Found], None] | None = None,
) -> Sought | None:
    """What saw that no play from ``start`` meets any of ``questions``, even if dice show what is wished for.

    None where some play might, or more states than ``budget`` or more wishes than fit come up; and without
    dice of pools that neither ``questions`` nor ``ended`` read. States and steps are those of the wishful
    machine. Raises NotInstalled.
    """
    wished = dice_unread(machine, [*questions.values(), ended])
    if not wished:
        return None
    reader = Concrete(wishful(machine, wished))
    try:
        sure = sought(
            reader, start, questions, ended, seen=seen, budget=budget, kept=kept, after_layer=after_layer
        )
    except TooWide:
        return None
    return sure if sure.found.complete and not sure.found.met else None


def dice_unread(machine: Machine, asked: Iterable[Expr]) -> set[int]:
    """The slots of what dice of pools show, where nothing that is ``asked`` reads them."""
    pools = machine.pools.unread(slots_read(*asked)).pools
    return {slot for pool in pools for slot in (*pool.dice, pool.pending)}
