"""Proofs step by step, whatever z3 makes of a query at first."""

from __future__ import annotations

import pytest

from dicelaw.checker import induction
from dicelaw.checker.plans import plan
from dicelaw.checker.run import Session
from dicelaw.checker.verdicts import Outcome

PLAN = plan("fragments")
STEPWISE = [one for one in PLAN.properties if induction.can_share(one.claim)]


def proved() -> set[str]:
    session = Session(PLAN)
    return {one.id for one in STEPWISE if session.proofs(one.machine).verdict(one)[0].is_proof}


def test_a_step_that_is_not_decided_at_first_is_asked_with_the_usual_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = proved()
    assert usual
    monkeypatch.setattr(induction, "FIRST", 1)
    assert proved() == usual


def test_a_step_that_is_never_decided_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(induction.Proofs.ask, "__defaults__", (1,))
    found = [Session(PLAN).proofs(one.machine).verdict(one)[0] for one in STEPWISE]
    assert {one.outcome for one in found} <= {Outcome.PROVED, Outcome.UNKNOWN}
    assert any("gave up" in one.evidence for one in found)
