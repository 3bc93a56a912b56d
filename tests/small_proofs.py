"""Small proofs for tests: statements about all values by z3, about a scope by looking at every state."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import z3

from dicelaw.checker.search.starts import starts
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import Expr, any_of
from dicelaw.model.kernel.graph import Kind, TimingGraph, Transition
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field, State
from dicelaw.model.kernel.symbolic import Symbolic

BUDGET = 20_000_000

Bug = Callable[[Transition], Transition | None]


class View:
    """The fields and points of a machine, for statements about its states."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def __getitem__(self, name: str) -> Field:
        place = self.machine.slot_index[name]
        return Field(place, self.machine.slots[place])

    def array(self, name: str) -> list[Field]:
        return [self[slot.name] for slot in self.machine.slots if slot.name.startswith(f"{name}[")]

    def at(self, *points: str) -> Expr:
        here = Field(0, self.machine.slots[0])
        return any_of(*(here == self.machine.point_index[point] for point in points))


def counterexample(claim: z3.BoolRef, *given: z3.BoolRef) -> z3.ModelRef | None:
    """Values that meet ``given`` and not ``claim``; None when there are none. Giving up is a failure."""
    solver = z3.Solver()
    solver.set("rlimit", BUDGET)
    solver.add(*given, z3.Not(claim))
    answer = solver.check()
    assert answer != z3.unknown, solver.reason_unknown()
    return solver.model() if answer == z3.sat else None


def open_integers(*names: str) -> tuple[Symbolic, list[Field]]:
    """A reader for statements without a machine, about numbers from 0 up."""
    declaration, timing = Declaration(), TimingGraph()
    fields = [declaration.integer(name, 0, 9, name, open_above=True) for name in names]
    timing.point("only", Kind.FINAL, "nothing happens")
    machine = build("numbers", declaration, timing, start_at="only", start={}, seats=[])
    return Symbolic(machine), fields


def meets(machine: Machine, condition: Expr) -> bool:
    """Whether a state that satisfies ``condition`` can be reached from one of the starts."""
    reader = Concrete(machine)

    def test(state: State) -> bool:
        return bool(reader.value(condition, state))

    return "it" in explore(machine, {"it": test}, starts=starts(machine)).found


def reachable(machine: Machine) -> Iterator[State]:
    """Every state that can be reached from one of the starts."""
    seen = set(starts(machine))
    waiting = list(seen)
    reader = Concrete(machine)
    while waiting:
        state = waiting.pop()
        yield state
        new = {reader.step(state, move) for move in reader.enabled(state)} - seen
        seen |= new
        waiting += new
