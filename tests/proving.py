"""Proofs about the mutants of a small machine, and whether any play tells one: all of them are made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from dicelaw.checker.walks.observed_play import Stage
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import Expr, all_of
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Field, State
from dicelaw.mutation.equivalence.houdini import inductive
from dicelaw.mutation.equivalence.invariant_templates import suggested
from dicelaw.mutation.equivalence.proofs import Equivalence
from dicelaw.mutation.mutants import Mutant, planted


def proofs(machine: Machine, shown: Sequence[Expr]) -> Equivalence:
    """Proofs that stand on what all states of ``machine`` suggest."""
    visited: dict[int, list[State]] = defaultdict(list)
    explore(machine, {"never": lambda state: visited[state[0]].append(state) is not None})
    fields = [Field(place, slot) for place, slot in enumerate(machine.slots)]
    begins = all_of(*(field == machine.start[place] for place, field in enumerate(fields) if place))
    start = machine.points[machine.start[0]].id
    return Equivalence(inductive(machine, suggested(machine, visited), {start: begins}), shown)


def field_of(machine: Machine, name: str) -> Field:
    """The field ``name`` of ``machine``."""
    place = machine.slot_index[name]
    return Field(place, machine.slots[place])


def changed(machine: Machine, **changes: dict[str, object]) -> Mutant:
    """The mutant of ``machine`` in which parts of the transitions named are others."""
    made = {id: replace(machine.transition(id), **parts) for id, parts in changes.items()}  # type: ignore[arg-type]
    return Mutant("changed", "none", (), tuple(made), lambda: made, str)


def told(machine: Machine, mutant: Mutant, shown: Sequence[Expr]) -> bool:
    """Whether any play of ``machine`` tells ``mutant`` to somebody who sees what is ``shown``."""

    def stage(of: Machine) -> Stage:
        reader = Concrete(of)
        return Stage(of, lambda state: [reader.value(term, state) for term in shown])

    def sight(of: Stage, state: State) -> tuple[object, object, dict[tuple[str, *tuple[int, ...]], object]]:
        legal = of.reader.enabled(state)
        moves = {(of.machine.transitions[move[0]].id, *move[1:]): move for move in legal}
        return of.view(state), of.reader.actor(state, legal[0]) if legal else None, moves

    one, other = stage(machine), stage(planted(machine, mutant))
    waiting = [(one.settled(machine.start)[0], other.settled(machine.start)[0])]
    done = {*waiting}
    while waiting:
        first, second = waiting.pop()
        (*here, ours), (*there, theirs) = sight(one, first), sight(other, second)
        by_chance = here[1] is Agent.CHANCE  # nobody sees what else it might have brought about
        as_legal = ours.keys() <= theirs.keys() if by_chance else ours.keys() == theirs.keys()
        if here != there or not as_legal:
            return True
        for name, move in ours.items():
            after = one.settled(one.reader.step(first, move))[0]
            try:
                pair = after, other.settled(other.reader.step(second, theirs[name]))[0]
            except OutsideDomain:
                return True
            if pair not in done:
                done.add(pair)
                waiting.append(pair)
    return False
