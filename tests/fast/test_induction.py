"""Proofs step by step, whatever z3 makes of a query at first."""

from __future__ import annotations

import pytest

from dicelaw.checker.proof import induction
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.proof.ranking import Ranking
from dicelaw.checker.verdicts import Outcome
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.proof_session import ProofSession
from dicelaw.specs.property import Progress

PLAN = plan("fragments")
STEPWISE = [one for one in PLAN.properties if induction.can_share(one.claim)]


def proved() -> set[str]:
    session = ProofSession(PLAN)
    return {one.id for one in STEPWISE if session.proofs(one.machine).verdict(one)[0].is_proof}


def test_a_step_that_is_not_decided_at_first_is_asked_with_the_usual_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = proved()
    assert usual
    monkeypatch.setattr(induction, "FIRST", 1)
    assert proved() == usual


def test_a_step_that_is_never_decided_is_not_proved() -> None:
    found = [ProofSession(PLAN, resources=1).proofs(one.machine).verdict(one)[0] for one in STEPWISE]
    assert {one.outcome for one in found} <= {Outcome.PROVED, Outcome.UNKNOWN}
    assert any("gave up" in one.evidence for one in found)


def test_what_is_proved_together_is_said_as_what_is_proved_alone() -> None:
    together = ProofSession(PLAN)
    suited = together.screen(STEPWISE)
    assert suited
    for one in STEPWISE:
        alone = ProofSession(PLAN).proofs(one.machine).verdict(one)[0]
        assert together.proofs(one.machine).verdict(one)[0] == alone
        assert alone.is_proof or one.id not in suited


def test_a_measure_is_asked_about_once_in_all_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Known()
    ends = [one for one in PLAN.properties if isinstance(one.claim, Progress)]
    first = [ProofSession(PLAN, known).alone(one).evidence for one in ends]
    assert any("goes down" in evidence for evidence in first)

    def asked(*_: object) -> bool:
        raise AssertionError("z3 is asked again")

    monkeypatch.setattr(Ranking, "_needs", asked)
    assert [ProofSession(PLAN, known).alone(one).evidence for one in ends] == first
    with pytest.raises(AssertionError, match="asked again"):
        [ProofSession(PLAN).alone(one) for one in ends]
