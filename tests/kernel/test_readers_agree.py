"""The four readers on the same random machines, states and moves: what they say must be equal."""

from itertools import product

import pytest
import z3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import fields, machines, made, reads, recipes, states

from dicelaw.model.kernel.concrete import Concrete, Illegal, seat_moves
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import number
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.prose import step_sentence, transition_sentence
from dicelaw.model.kernel.state import Declaration
from dicelaw.model.kernel.symbolic import Symbolic, horn_clauses

MACHINES = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
BUDGETS = st.sampled_from([2, 10, 200])


def _offers(machine: Machine, source: int | None = None):
    """Each transition (of one point, or of all) with each value of its choices, as moves."""
    for place, transition in enumerate(machine.transitions):
        if source is None or machine.points[source].id == transition.source:
            for values in product(*(range(choice.lo, choice.top + 1) for choice in transition.choices)):
                yield (place, *values)


def _naive_search(machine: Machine, budget: int) -> tuple[set, bool]:
    """The reachable states, and whether all of them fitted the budget: one state after the other."""
    reader = Concrete(machine)
    seen, waiting = {machine.start}, [machine.start]
    while waiting:
        state = waiting.pop(0)
        for move in _offers(machine, state[0]):
            if not reader.why_not(state, move):
                after = reader.step(state, move)
                if after not in seen:
                    if len(seen) >= budget:
                        return seen, False
                    seen.add(after)
                    waiting.append(after)
    return seen, True


def _worth(reader: Symbolic, term: z3.ExprRef, state, transition=None, move=(0,)):
    """``term`` with the values of a state and a move in it, as a Python value."""
    pairs = [(name, z3.IntVal(value)) for name, value in zip(reader.pre, state, strict=True)]
    if transition is not None:
        chosen = zip(transition.choices, move[1:], strict=True)
        pairs += [(reader.term(choice), z3.IntVal(value)) for choice, value in chosen]
    return z3.simplify(z3.substitute(term, *pairs))


def _some_states(data, machine):
    return data.draw(st.lists(states(machine.slots), min_size=1, max_size=3), label="states")


@MACHINES
@given(machines(), st.data())
def test_the_enabled_moves_are_those_that_no_requirement_forbids(machine, data):
    reader = Concrete(machine)
    for state in _some_states(data, machine):
        enabled = reader.enabled(state)
        assert len(set(enabled)) == len(enabled)
        assert enabled == [move for move in _offers(machine, state[0]) if not reader.why_not(state, move)]
        assert [move for _, move in seat_moves(reader, state)] == [
            move for move in enabled if machine.transitions[move[0]].by_seat
        ]
        for move in enabled:
            actor = reader.actor(state, move)
            assert isinstance(actor, Agent) or 0 <= actor < len(machine.seats)
            assert reader.move(reader.decision(move)) == move
        for move in _offers(machine):
            if move not in enabled:
                with pytest.raises(Illegal) as refusal:
                    reader.step(state, move)
                timely = machine.transitions[move[0]].source == machine.point_of(state).id
                assert refusal.value.unmet == tuple(reader.why_not(state, move) if timely else ())


@MACHINES
@given(machines(), st.data())
def test_a_choice_outside_of_its_bounds_is_illegal(machine, data):
    reader = Concrete(machine)
    for state in _some_states(data, machine):
        for place, transition in enumerate(machine.transitions):
            if transition.choices:
                legal = [choice.lo for choice in transition.choices]
                for beyond in (transition.choices[-1].lo - 1, transition.choices[-1].top + 1):
                    with pytest.raises(Illegal):
                        reader.step(state, (place, *legal[:-1], beyond))


@settings(max_examples=150)
@given(fields(), recipes("n") | recipes("c") | reads(), st.data())
def test_a_term_is_worth_what_the_concrete_reader_says(declared, recipe, data):
    timing = TimingGraph()
    timing.point("here", Kind.FINAL, "here")
    start = {one: one.slot.lo for one in declared.scalars} | {
        cell: cell.slot.lo for array in declared.arrays for cell in array
    }
    machine = build("one point", declared.declaration, timing, start_at="here", start=start, seats=("Ann",))
    concrete, symbolic = Concrete(machine), Symbolic(machine)
    expression = number(made(recipe, declared.leaves()))
    for state in data.draw(st.lists(states(machine.slots), min_size=1, max_size=5), label="states"):
        assert _worth(symbolic, symbolic.term(expression), state).as_long() == concrete.value(
            expression, state
        )


def test_transitions_of_one_point_may_share_an_expression_that_one_seldom_computes():
    declared = Declaration()
    one, other = declared.integer("one", 0, 9, "one"), declared.integer("other", 0, 9, "other")
    shared = (one + other) * (one + 2)
    twice = (shared < 50) & (shared > 3)
    pick = Choice("pick", 0, 2)
    timing = TimingGraph()
    timing.point("here", Kind.DECISION, "here")
    for id, first in (("seldom", one > 5), ("often", one < 9)):
        conditions = [(first, "r"), (twice & (pick < shared), "r"), (pick + one < 9, "r")]
        timing.add(id, "here", "here", number(0), id, choices=[pick], requires=conditions)
    machine = build("sharing", declared, timing, start_at="here", start={one: 2}, seats=("Ann",))
    reader = Concrete(machine)
    for state in product([0], range(10), range(10)):
        legal = [move for move in _offers(machine) if not reader.why_not(state, move)]
        assert reader.enabled(state) == legal


@MACHINES
@given(machines(), st.data())
def test_the_symbolic_reader_agrees_with_the_concrete_one(machine, data):
    concrete, symbolic = Concrete(machine), Symbolic(machine)
    for state in _some_states(data, machine):
        enabled = set(concrete.enabled(state))
        for move in list(_offers(machine, state[0]))[:20]:
            transition = machine.transitions[move[0]]
            edge = symbolic.edge(transition)
            assert z3.is_true(_worth(symbolic, edge.guard, state, transition, move)) == (move in enabled)
            unmet = [
                requirement
                for requirement, guard in zip(transition.requires, edge.guards, strict=True)
                if z3.is_false(_worth(symbolic, guard, state, transition, move))
            ]
            assert unmet == concrete.why_not(state, move)
            if isinstance(concrete.actor(state, move), int):
                actor = _worth(symbolic, symbolic.term(transition.actor), state, transition, move)
                assert actor.as_long() == concrete.actor(state, move)
            if move in enabled:
                after = concrete.step(state, move)
                read = [
                    _worth(symbolic, symbolic.after(edge, name), state, transition, move).as_long()
                    for name in symbolic.pre
                ]
                assert tuple(read) == after
                assert z3.is_true(_worth(symbolic, symbolic.at(transition.target), after))
                assert all(z3.is_true(_worth(symbolic, bound, after)) for bound in symbolic.within())


@MACHINES
@given(machines(), st.data())
def test_each_step_is_an_instance_of_its_horn_clause(machine, data):
    concrete, symbolic = Concrete(machine), Symbolic(machine)
    kept = data.draw(st.lists(st.integers(1, len(machine.slots) - 1), unique=True), label="kept slots")
    predicates, clauses = horn_clauses(symbolic, kept)
    by_id = dict(clauses)
    assert [name for name, _ in clauses] == ["start", *machine.transition_index]

    def reached(state):
        return predicates[machine.point_of(state).id](*(z3.IntVal(state[slot]) for slot in kept))

    assert _worth(symbolic, by_id["start"], machine.start).eq(reached(machine.start))
    for state in _some_states(data, machine):
        enabled = set(concrete.enabled(state))
        for move in list(_offers(machine, state[0]))[:20]:
            transition = machine.transitions[move[0]]
            clause = _worth(symbolic, by_id[transition.id], state, transition, move)
            if move in enabled:
                after = reached(concrete.step(state, move))
                assert clause.eq(z3.simplify(z3.Implies(reached(state), after)))
            else:
                assert z3.is_true(clause)


@MACHINES
@given(machines(), BUDGETS)
def test_the_exhaustive_reader_reaches_what_a_naive_search_reaches(machine, budget):
    reached, complete = _naive_search(machine, budget)
    visited = []
    found = explore(machine, {"never": lambda state: visited.append(state) is not None}, budget=budget)
    assert (found.states, found.complete) == (len(reached), complete)
    assert len(set(visited)) == len(visited)
    if complete:
        assert set(visited) == reached
        edges = [Concrete(machine).enabled(state) for state in reached]
        assert found.steps == sum(map(len, edges)) == sum(found.taken.values())
        assert (found.stuck is None) == all(
            moves or state[0] in _finals(machine) for state, moves in zip(reached, edges, strict=True)
        )
    for state in reached:
        packed = machine.packing.pack(state)
        assert all(0 <= word < 2**64 for word in packed)
        assert machine.packing.unpack(packed) == state
    assert len({machine.packing.pack(state) for state in reached}) == len(reached)


def _finals(machine):
    return {place for place, point in enumerate(machine.points) if point.kind.value == "final"}


@MACHINES
@given(machines(), st.data())
def test_the_prose_reader_has_a_sentence_for_each_transition_and_step(machine, data):
    reader = Concrete(machine)
    for transition in machine.transitions:
        sentence = transition_sentence(machine, transition)
        assert all(rule in sentence for rule in transition.rules)
    for state in _some_states(data, machine):
        for move in reader.enabled(state):
            actor = reader.actor(state, move)
            sentence = step_sentence(machine, actor, state, move, reader.step(state, move))
            assert sentence.strip()
            assert all(rule in sentence for rule in machine.transitions[move[0]].rules)


@MACHINES
@given(machines(), st.data())
def test_the_chances_of_a_weighted_transition_add_up(machine, data):
    reader = Concrete(machine)
    for state in _some_states(data, machine):
        for place, transition in enumerate(machine.transitions):
            if transition.weights is not None:
                (choice,) = transition.choices
                pairs = [reader.weight(state, (place, value)) for value in range(choice.lo, choice.top + 1)]
                assert sum(over / under for over, under in pairs) == pytest.approx(1)
        enabled = [move for move in reader.enabled(state) if machine.transitions[move[0]].weights is None]
        assert all(reader.weight(state, move) == (1, len(reader.enabled(state))) for move in enabled)
