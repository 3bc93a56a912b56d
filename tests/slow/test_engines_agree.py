"""All engines that can be asked say the same of each guarantee of a fragment, and of each planted bug."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.checker.verify.engines import ENGINES
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.portfolio import preferred
from dicelaw.checker.verify.proof_session import Plan, ProofSession, settled
from dicelaw.specs.property import Commute, Progress, Property

pytestmark = pytest.mark.slow

PLAN = plan("fragments")
GROWN = ("priority-window/3", "priority-window/4", "queue/3", "simultaneous/3")
"""Larger fragments of kinds of which there is a smaller one: no bugs are planted in them."""
BROKEN = [one for one in PLAN.properties if one.bug is not None and one.machine not in GROWN]
NO_PLAY_SHOWS_IT = {
    "fragment/pipeline/arrives": "the step that breaks it leaves a domain",
    "fragment/pipeline/plays-paid": "the step that breaks it leaves a domain",
}
BEYOND = {"fragment/queue/2/each-keeps-its-owner": ("spacer",)}
"""What an engine does not prove within its budget, which takes it long: it is asked with the bug alone."""


def asked(found: Plan, property: Property, without: Collection[str] = ()) -> dict[str, Verdict]:
    """The verdict of each engine by name, where what ``property`` rests on is decided as usual.

    Those ``without`` which it is to be are not asked.
    """
    machine, usual = found.machines[property.machine], ProofSession(found)
    below: dict[str, Verdict] = {}
    waiting = [*property.using]
    while waiting:
        one = usual.properties[waiting.pop()]
        below[one.id] = usual.alone(one)
        waiting += one.using
    return {
        engine.name: settled(property.id, {**below, property.id: by_it})
        for engine in ENGINES
        if engine.applies(property.claim, machine) and engine.name not in without
        for by_it in [ProofSession(found, engines=(engine,)).alone(property)]
    }


@pytest.mark.parametrize("claimed", PLAN.properties, ids=lambda one: one.id)
def test_whatever_is_conclusive_is_a_proof(claimed: Property) -> None:
    found = asked(PLAN, claimed, BEYOND.get(claimed.id, ()))
    assert found[preferred(found)].is_proof
    assert not found[preferred(found)].bounded
    undecided = {name for name, verdict in found.items() if not verdict.conclusive}
    assert undecided <= {"walk"}


@pytest.mark.parametrize("claimed", BROKEN, ids=lambda one: one.id)
def test_whatever_is_conclusive_refutes_the_machine_with_the_bug(claimed: Property) -> None:
    assert claimed.bug is not None
    spoiled = claimed.bug.planted(PLAN.machines[claimed.machine])
    found = asked(replace(PLAN, machines={**PLAN.machines, claimed.machine: spoiled}), claimed)
    best = found[preferred(found)]
    shown = claimed.id not in NO_PLAY_SHOWS_IT and not isinstance(claimed.claim, Commute | Progress)
    assert best.outcome is (Outcome.REFUTED if shown else Outcome.UNKNOWN)
