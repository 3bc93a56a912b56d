"""Proofs and plays by looking back several steps, and by invariants that Spacer finds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_proofs import View

from dicelaw.checker.proof.spacer import Spacer
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.checker.verify.engines import BY_NAME
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.proof_session import ProofSession
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.specs.property import Always, Property, Reaches

PLAN = plan("fragments")
PROPERTIES = {one.id: one for one in PLAN.properties}
CLOSES = PROPERTIES["fragment/priority-window/2/closes-when-all-passed"]


def by(engine: str, property: Property) -> Verdict:
    stated = [replace(one, id=f"not {one.id}") if one.id == property.id else one for one in PLAN.properties]
    return ProofSession(replace(PLAN, properties=[*stated, property]), engines=(BY_NAME[engine],)).verdict(
        property
    )


def test_what_needs_an_invariant_is_proved_by_looking_further_back() -> None:
    alone = replace(CLOSES, using=())
    assert by("induction", alone).outcome is Outcome.UNKNOWN
    found = by("k-induction", alone)
    assert found.is_proof
    assert found.rests_on == ()
    assert "sequences of up to 4 steps" in found.evidence
    assert by("spacer", alone).is_proof


@pytest.mark.parametrize("engine", ["k-induction", "spacer", "exhaustive"])
def test_what_is_false_is_refuted_with_a_play(engine: str) -> None:
    view = View(PLAN.machines["priority-window/2"])
    claim = Always(view["passed"] == 0, "window")
    found = by(engine, Property("false", "nobody ever passes", claim, machine="priority-window/2"))
    assert found.outcome is Outcome.REFUTED
    assert found.witness is not None
    reader, state = Concrete(view.machine), found.witness.start
    for move in found.witness.moves:
        state = reader.step(state, move)
    assert view.machine.value(state, "passed") == 1


@pytest.mark.parametrize("engine", ["bounded", "walk", "exhaustive"])
def test_what_is_reached_is_reached_by_a_play(engine: str) -> None:
    view = View(PLAN.machines["priority-window/2"])
    claim = Reaches(view["passed"] == 2, "after")
    found = by(engine, Property("reached", "all pass", claim, machine="priority-window/2"))
    assert found.is_proof
    assert found.witness is not None


@pytest.mark.parametrize(("engine", "bounded"), [("bounded", False), ("exhaustive", True)])
def test_what_is_never_reached_is_refuted_without_one(engine: str, bounded: bool) -> None:
    view = View(PLAN.machines["priority-window/2"])
    claim = Reaches(view["passed"] == 1, "before")
    found = by(engine, Property("unreached", "it begins passed", claim, machine="priority-window/2"))
    assert found.outcome is Outcome.REFUTED
    assert found.witness is None
    assert found.bounded is bounded


def test_what_spacer_finds_has_the_three_obligations() -> None:
    session = ProofSession(PLAN)
    found = Spacer(session.proofs(CLOSES.machine), CLOSES).solve()
    kinds = [one.name.split(":")[0] for one in found.obligations]
    steps = len(PLAN.machines[CLOSES.machine].transitions)
    assert kinds == ["initial", *["inductive"] * steps, "implies"]


def test_a_search_that_counts_only_so_far_says_so() -> None:
    found = by("exhaustive", CLOSES)
    assert found.is_proof
    assert found.bounded
    assert "numbers as far as they are counted" in found.scope
    assert found.cost["states"] > 0
