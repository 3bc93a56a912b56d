"""The guarantees of the fragments, each proved on its proving ground, reached, and broken by its bug."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from small_proofs import View, meets, starts

from dicelaw.checker.proof.induction import invariant_parts
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.verdicts import Outcome
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.proof_session import ProofSession
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, half_up, implies, truth
from dicelaw.model.kernel.fragments import pipeline, priority_window, queue, reaction_window, simultaneous
from dicelaw.model.kernel.fragments.reaction_window import Limit
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.bugs import Bug
from dicelaw.specs.fragments import machines, properties
from dicelaw.specs.fragments.damage import PARTS
from dicelaw.specs.patterns import matches
from dicelaw.specs.property import Property, Theorem

PROPERTIES = properties()
each_property = pytest.mark.parametrize("claimed", PROPERTIES, ids=lambda one: one.id)
INVARIANTS = [one for one in PROPERTIES if invariant_parts(one.claim)]
each_invariant = pytest.mark.parametrize("claimed", INVARIANTS, ids=lambda one: one.id)
BROKEN = [pytest.param(one, one.bug, id=one.id) for one in PROPERTIES if one.bug is not None]


KNOWN = Known()


@cache
def session() -> ProofSession:
    return ProofSession(plan("fragments"), KNOWN)


@each_property
def test_is_proved(claimed: Property) -> None:
    verdict = session().verdict(claimed)
    assert verdict.outcome is Outcome.PROVED, verdict.evidence


def test_every_goal_is_reached() -> None:
    reached = session().goals(PROPERTIES)
    assert [one.id for one in PROPERTIES if one.goal is None or one.id not in reached] == []


@pytest.mark.parametrize(("claimed", "bug"), BROKEN)
def test_is_not_proved_of_a_machine_with_the_bug(claimed: Property, bug: Bug) -> None:
    found = session().plan
    spoiled = {**found.machines, claimed.machine: bug.planted(found.machines[claimed.machine])}
    buggy = ProofSession(replace(found, machines=spoiled, steps=0), KNOWN)
    assert buggy.alone(claimed).outcome is not Outcome.PROVED


def kept(claimed: Property, machine: Machine) -> Expr:
    """What the invariant ``claimed`` says of every state, its timing point included."""
    points = [point.id for point in machine.points]
    return all_of(
        *(
            implies(View(machine).at(*(id for id in points if matches(id, part.at))), part.holds)
            for part in invariant_parts(claimed.claim)
        )
    )


@each_invariant
def test_holds_in_every_state_of_a_scope_and_not_with_the_bug(claimed: Property) -> None:
    machine = session().plan.machines[claimed.machine]
    assert claimed.bug is not None
    holds = kept(claimed, machine)
    assert not meets(machine, ~holds)
    assert meets(claimed.bug.planted(machine), ~holds)


def test_what_has_no_bug_is_arithmetic() -> None:
    assert {type(one.claim) for one in PROPERTIES if one.bug is None} == {Theorem}


def falling(value: Expr, times: int) -> Expr:
    """``value`` halved ``times`` times, each time what is left."""
    for _ in range(times):
        value = value - half_up(value)
    return value


WRONG: dict[str, Callable[[View, pipeline.Damage], Expr]] = {
    "halves of what is left": lambda view, damage: implies(
        all_of(view["damage.doublings"] == 0, view["damage.halvings"] == 2),
        damage.total() == falling(damage.subtotal(), 2),
    ),
    "halves rounded down": lambda view, damage: implies(
        all_of(view["damage.doublings"] == 0, view["damage.halvings"] == 1),
        damage.total() == half_up(damage.subtotal()),
    ),
    "preventing after halving": lambda view, damage: implies(
        all_of(view["damage.doublings"] == 0, view["damage.halvings"] == 1),
        damage.total()
        == at_least((view["damage.base"] + view["damage.added"]) // 2 - view["damage.prevented"], 0),
    ),
    "nothing is added": lambda view, damage: damage.total() <= view["damage.base"],
    "preventing gives health back": lambda view, damage: (
        damage.total() + view["damage.prevented"] <= view["damage.base"] + view["damage.added"]
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_formula_is_not_proved(name: str) -> None:
    found = session().plan
    view = View(found.machines["pipeline"])
    damage = pipeline.Damage(*(view[f"damage.{part}"] for part in PARTS))
    wrong = Property("wrong", name, Theorem(truth(WRONG[name](view, damage))), machine="pipeline")
    assert ProofSession(replace(found, properties=[wrong])).verdict(wrong).outcome is not Outcome.PROVED


@pytest.mark.parametrize("seats", [2, 3])
def test_a_wrong_outcome_is_not_proved(seats: int) -> None:
    found = session().plan
    name = f"simultaneous/{seats}"
    healths = View(found.machines[name]).array("health")
    result = simultaneous.outcome(healths)
    for number, holds in enumerate(
        [
            any_of(result.goes_on, result.won),
            implies(result.goes_on, all_of(*(health >= 1 for health in healths)))
            if seats > 2
            else result.won,
            result.winner < seats,
        ]
    ):
        wrong = Property(f"wrong/{number}", "", Theorem(holds), machine=name)
        assert ProofSession(replace(found, properties=[wrong])).verdict(wrong).outcome is not Outcome.PROVED


MACHINES = [
    pipeline.proving_ground(),
    *(priority_window.proving_ground(seats) for seats in (1, 2, 3)),
    priority_window.proving_ground(2, agreed=True),
    *(reaction_window.proving_ground(limit=limit) for limit in Limit),
    queue.proving_ground(),
    simultaneous.proving_ground(),
]


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: str(machine.name))
def test_every_transition_is_taken_and_no_play_is_stuck(machine: Machine) -> None:
    seen = explore(machine, starts=starts(machine))
    assert seen.complete
    assert seen.stuck is None
    assert set(seen.taken) == {transition.id for transition in machine.transitions}


def test_every_proving_ground_has_properties() -> None:
    assert {one.machine for one in PROPERTIES} == set(machines())
    assert len({one.id for one in PROPERTIES}) == len(PROPERTIES)
