"""The recorder of vectors finds the places at which a mutant does otherwise."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from small_machine import MACHINE, MUTANTS
from strategies import machines

from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.mutation.mutants import Mutant, mutants, planted
from dicelaw.mutation.play_search.vectorised_kill_search import Walks

STEPS, PLAYS = 12, 4


def led_to(reader: Concrete, machine: Machine, state: State) -> dict[tuple[object, ...], State | None]:
    """Where each legal move of ``state`` leads, by the transition's name; None for out of a domain."""
    found: dict[tuple[object, ...], State | None] = {}
    for move in reader.enabled(state):
        name = (machine.transitions[move[0]].id, *move[1:])
        try:
            found[name] = reader.step(state, move)
        except OutsideDomain:
            found[name] = None
    return found


def told(machine: Machine, mutant: Mutant, states: list[State]) -> list[bool]:
    """In which of ``states`` the mutant allows something else, or makes something else of it."""
    one, other = Concrete(machine), Concrete(faulty := planted(machine, mutant))
    return [led_to(one, machine, state) != led_to(other, faulty, state) for state in states]


def test_it_finds_where_the_mutants_of_a_small_machine_do_otherwise() -> None:
    walks = Walks(MACHINE, STEPS)
    walks.play([MACHINE.start], PLAYS, seed=0)
    found = walks.differing({id: mutant.make() for id, mutant in MUTANTS.items()})
    states = [walks.states(play, STEPS + 1) for play in range(PLAYS)]
    for id, mutant in MUTANTS.items():
        differs = [told(MACHINE, mutant, several) for several in states]
        assert (id in found) == any(map(any, differs)), id
        assert all(differs[play][step] for play, step in found.get(id, ()))
    assert 0 < len(found) < len(MUTANTS)


@settings(max_examples=4, deadline=None)
@given(machines(), st.integers(0, 2**32))
def test_nothing_that_is_told_in_a_play_is_missed(machine: Machine, seed: int) -> None:
    walks, own = Walks(machine, STEPS), {mutant.id: mutant for mutant in mutants(machine)}
    walks.play([machine.start], PLAYS, seed)
    found = walks.differing({id: mutant.make() for id, mutant in own.items()})
    states = [*{state for play in range(PLAYS) for state in walks.states(play, STEPS + 1)}]
    for id in Random(seed).sample(sorted(own), min(len(own), 12)):
        assert id in found or not any(told(machine, own[id], states)), id
