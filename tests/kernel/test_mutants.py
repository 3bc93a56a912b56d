"""Mutants: operators do what their names say, ids stay, and equivalence is never claimed wrongly."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_machine import MACHINE, MUTANTS, SLOTS, small
from strategies import machines, states

from dicelaw.checker.walks.observed_play import Stage
from dicelaw.model.kernel.batch_evaluator import Columns, States
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.expressions import any_of, at_least, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import Declaration, State
from dicelaw.mutation.equivalence.houdini import Proved
from dicelaw.mutation.equivalence.proofs import Equivalence
from dicelaw.mutation.kills.kill_check import Judge
from dicelaw.mutation.mutants import SHARED, Mutant, mutants, planted

USES = [f"use-{number}" for number in range(SHARED)]


def uses(count: int, family: str = "") -> Machine:
    """A machine with so many ways to lose all points, which demand and write the same."""
    declaration, timing = Declaration(), TimingGraph()
    points = declaration.integer("points", 0, 5, "the points")
    timing.point("begin", Kind.DECISION, "a seat decides")
    for id in USES[:count]:
        timing.add(
            id, "begin", "begin", points * 0, "use",
            requires=[(points >= 1, "rule/points")], effect={points: 0}, family=family,
        )  # fmt: skip
    return build("uses", declaration, timing, start_at="begin", start={points: 5}, seats=("1",))


def by(operator: str, *transitions: str) -> list[Mutant]:
    """The mutants of ``transitions`` by one operator."""
    return [m for m in MUTANTS.values() if m.operator == operator and m.transitions == transitions]


def healed(mutant: Mutant, **values: int) -> State | None:
    """The state after healing, on the machine with the mistake."""
    machine = planted(MACHINE, mutant)
    return Concrete(machine).attempt(machine.with_state(**values), (machine.transition_index["heal"],))


def test_requirements_are_dropped_and_turned_round() -> None:
    (dropped,) = [m for m in by("dropped", "heal") if m.rules == ("rule/hurt",)]
    (negated,) = [m for m in by("negated", "heal") if m.rules == ("rule/hurt",)]
    assert healed(dropped, health=9) is not None
    assert healed(negated, health=9) is not None
    assert healed(negated, health=8) is None


def test_rounding_caps_and_bounds_are_changed() -> None:
    health = SLOTS["health"]
    (rounded,) = by("rounded-down", "heal")
    assert (healed(rounded, health=1, points=5) or ())[health] == 3
    (cap,) = by("uncapped-1", "heal")
    with pytest.raises(OutsideDomain):
        healed(cap, health=8, points=5)
    bounds = by("plus-one", "heal") + by("minus-one", "heal")
    assert any(healed(one, health=3, points=0) is not None for one in bounds), "points >= 1 is also one lower"


def test_effects_and_transitions_are_left_out_and_steps_swapped() -> None:
    (effect,) = [m for m in by("left-out", "heal") if "effect" in m.id]
    assert (healed(effect) or ())[SLOTS["health"]] == 3
    (gone,) = [m for m in by("left-out", "stop") if "transition" in m.id]
    assert "stop" not in planted(MACHINE, gone).transition_index
    (swapped,) = by("swapped", "count", "tidy")
    machine = planted(MACHINE, swapped)
    assert machine.transition("count").effect is MACHINE.transition("tidy").effect


def test_what_many_transitions_share_is_changed_in_all_of_them_at_once() -> None:
    for count, ids in ((SHARED - 1, [("use-0",), ("use-1",), ("use-2",)]), (SHARED, [tuple(USES)])):
        found = mutants(uses(count))
        dropped = [one for one in found if one.operator == "dropped"]
        left_out = [one for one in found if one.operator == "left-out" and "transition" not in one.id]
        assert [one.transitions for one in dropped] == ids
        assert [one.transitions for one in left_out] == ids
    machine = planted(uses(SHARED), dropped[0])
    assert not any(machine.transition(id).requires for id in USES)
    (effect,) = left_out
    assert not any(planted(machine, effect).transition(id).effect for id in USES)
    assert effect.says == "4 transitions: the points stays as it was"


def test_what_transitions_of_a_family_say_is_said_once_however_few_they_are() -> None:
    found = mutants(uses(2, "use"))
    assert {one.id.partition("#")[0] for one in found} == {"use"}
    assert {one.transitions for one in found} == {tuple(USES[:2])}
    (gone,) = [one for one in found if one.id == "use#transition-left-out"]
    assert not planted(uses(2, "use"), gone).transitions


def test_what_only_keeps_an_index_inside_of_its_array_is_no_bound_to_mistake() -> None:
    declaration, timing = Declaration(), TimingGraph()
    row = declaration.array("row", 3, 0, 5, "the row")
    place = declaration.integer("place", 0, 3, "the place from 1, or none")
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.add(
        "empty", "begin", "begin", place * 0, "empty",
        requires=[(place >= 1, "rule/place")], effect={row[at_least(place - 1, 0)]: 0},
    )  # fmt: skip
    timing.add("move", "begin", "begin", place * 0, "move", effect={place: at_least(place - 1, 0)})
    machine = build("row", declaration, timing, start_at="begin", start={}, seats=("1",))
    alone = [one for one in mutants(machine) if one.id.startswith("empty#")]
    assert not [
        one for one in alone if one.operator in ("uncapped-1", "minus-one") and one.site[0].op == "max"
    ]
    assert [one for one in alone if one.operator == "plus-one" and one.site[0].op == "max"]
    moved = {one.operator for one in mutants(machine) if one.transitions == ("move",)}
    assert moved >= {"uncapped-1", "minus-one", "plus-one"}


def test_what_writes_what_is_there_is_no_effect_to_leave_out() -> None:
    declaration, timing = Declaration(), TimingGraph()
    points = declaration.integer("points", 0, 5, "the points")
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.add("keep", "begin", "begin", points * 0, "keep", effect={points: where(any_of(), 0, points)})
    machine = build("keep", declaration, timing, start_at="begin", start={}, seats=("1",))
    assert [one.id for one in mutants(machine)] == ["keep#transition-left-out"]


def test_a_mistake_has_the_same_id_wherever_its_requirement_and_its_effect_stand() -> None:
    declaration, timing = Declaration(), TimingGraph()
    more = declaration.integer("more", 0, 5, "more")
    points = declaration.integer("points", 0, 5, "the points")
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.add(
        USES[0], "begin", "begin", points * 0, "use",
        requires=[(more >= 1, "rule/more"), (points >= 1, "rule/points")], effect={more: 0, points: 0},
    )  # fmt: skip
    other = build("more", declaration, timing, start_at="begin", start={}, seats=("1",))
    found = {one.id: one.says for one in mutants(uses(1)) if one.operator in ("dropped", "left-out")}
    assert len(found) == 3
    assert found.items() <= {one.id: one.says for one in mutants(other)}.items()


def test_ids_are_unique_and_stay() -> None:
    found = mutants(MACHINE)
    assert len({one.id for one in found}) == len(found)
    assert [one.id for one in found] == [one.id for one in mutants(small())]


def test_plays_tell_what_is_seen_and_nothing_else() -> None:
    stage = Stage(MACHINE, lambda state: (state[0], state[SLOTS["health"]]))
    heal = (MACHINE.transition_index["heal"],)
    judge = Judge(stage, [stage.made(MACHINE.start, [heal, heal, heal])])
    (rounded,) = by("rounded-down", "heal")
    kill = judge.kill(rounded)
    assert kill is not None
    assert kill.length == 1
    (uncounted,) = [m for m in by("left-out", "count") if "effect" in m.id]
    assert judge.kill(uncounted) is None, "nobody sees the turns"
    (hurt,) = [m for m in by("dropped", "heal") if m.rules == ("rule/hurt",)]
    told = judge.kill(hurt)
    assert told is not None
    assert told.length == 3, "at 9 health the mutant still offers healing"


def test_rules_that_do_not_wait_for_a_die_are_seen() -> None:
    declaration, timing = Declaration(), TimingGraph()
    pending = declaration.integer("pending", 0, 1, "the dice still to be rolled")
    shown = declaration.integer("shown", 0, 6, "the face")
    face = Choice("face", 1, 6)
    timing.point("roll", Kind.CHANCE, "a die is rolled")
    timing.point("over", Kind.FINAL, "the die is rolled")
    timing.add(
        "die", "roll", "roll", Agent.CHANCE, "roll", choices=[face],
        requires=[(pending >= 1, "rule/one")], effect={shown: face, pending: 0},
    )  # fmt: skip
    timing.add("rolled", "roll", "over", Agent.RULES, "look", requires=[(pending == 0, "rule/all")])
    machine = build("roll", declaration, timing, start_at="roll", start={pending: 1}, seats=("1",))
    stage = Stage(machine, lambda state: (state[0], state[machine.slot_index["shown"]]))
    judge = Judge(stage, [stage.made(machine.start, [(0, 3)])])
    (hasty,) = [m for m in mutants(machine) if m.operator == "dropped" and m.rules == ("rule/all",)]
    kill = judge.kill(hasty)
    assert kill is not None
    assert kill.length == 0


def test_equivalent_is_what_no_state_tells() -> None:
    proofs = Equivalence(Proved.of(MACHINE))
    proved = {one.id for one in MUTANTS.values() if proofs.proved(one)}
    told = {one.id for one in MUTANTS.values() if differs(MACHINE, one, every(MACHINE))}
    assert proved
    assert not proved & told


@settings(max_examples=25)
@given(machines(), st.data())
def test_equivalence_agrees_with_the_concrete_reader(machine: Machine, data: st.DataObject) -> None:
    found = mutants(machine)
    mutant = data.draw(st.sampled_from(found))
    if Equivalence(Proved.of(machine)).proved(mutant):
        tried = data.draw(st.lists(states(machine.slots), min_size=1, max_size=8))
        assert not differs(machine, mutant, tried)


@settings(max_examples=40)
@given(machines(), st.data())
def test_columns_are_what_the_concrete_reader_says(machine: Machine, data: st.DataObject) -> None:
    rows = data.draw(st.lists(states(machine.slots), min_size=1, max_size=5))
    reader = Concrete(machine)
    for mutant in mutants(machine)[::7]:
        if mutant.site is None or any(node.op == "choice" for node in walk(*mutant.site)):
            continue
        one, other = mutant.site
        columns = Columns(States(rows))
        assert columns.of(one) == [reader.value(one, row) for row in rows]
        assert columns.changed(one, other) == [reader.value(other, row) for row in rows]


def every(machine: Machine) -> list[State]:
    """Every state of a small machine at its first point."""
    sizes = [range(slot.lo, slot.hi + 1) for slot in machine.slots]
    return [(0, a, b, c) for a in sizes[1] for b in sizes[2] for c in sizes[3]]


def differs(machine: Machine, mutant: Mutant, tried: list[State]) -> bool:
    """Whether the mutant allows or does anything else in the states ``tried``."""
    one, other = Concrete(machine), Concrete(planted(machine, mutant))
    return any(outcomes(one, state) != outcomes(other, state) for state in tried)


def outcomes(reader: Concrete, state: State) -> dict[object, object]:
    """What each legal decision of ``state`` comes to."""
    found: dict[object, object] = {}
    for move in reader.enabled(state):
        made = reader.decision(move)
        try:
            after: object = reader.step(state, move)
        except OutsideDomain as outside:
            after = str(outside)
        found[made.transition, tuple(made.choices.items())] = after
    return found
