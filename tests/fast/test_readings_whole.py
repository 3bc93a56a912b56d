"""Every claim is asked whole under every reading, whatever came out under ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dicelaw.checker.verdicts import Verdict
from dicelaw.checker.verify import verify as verifying
from dicelaw.checker.verify.jobs import Job
from dicelaw.checker.verify.proof_session import Plan
from dicelaw.checker.verify.report import Change, Manifest
from dicelaw.checker.verify.verify import Done, work
from dicelaw.model.kernel.expressions import at_most, constant
from dicelaw.model.kernel.graph import Kind, TimingGraph, Transition
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.model.open_points import OpenPoint
from dicelaw.specs.property import (
    AllOf,
    Always,
    Claim,
    Commute,
    EachStep,
    NeverStuck,
    OnGraph,
    Progress,
    Property,
    Unchanged,
    after,
)

READING = ("point", "answer")
Asked = Callable[..., dict[str, Verdict]]


def table() -> Machine:
    """A hand grows and is played from; beside it coins are won and spent."""
    declaration, timing = Declaration(), TimingGraph()
    hand = declaration.integer("hand", 0, 9, "the hand")
    coins = declaration.integer("coins", 0, 9, "the coins")
    timing.point("turn", Kind.DECISION, "a seat decides")
    seat = constant(0)
    timing.add(
        "draw", "turn", "turn", seat, "draw", requires=[(hand <= 6, "rule/hand")], effect={hand: hand + 1}
    )
    timing.add("win", "turn", "turn", seat, "win", effect={coins: at_most(coins + hand, 9)})
    timing.add(
        "spend", "turn", "turn", seat, "spend",
        requires=[(coins >= 1, "rule/coins")], effect={coins: coins - 1},
    )  # fmt: skip
    return build("table", declaration, timing, start_at="turn", start={}, seats=("Ann",))


MACHINE = table()
HAND, COINS = (Field(place, MACHINE.slots[place]) for place in (1, 2))
LIMIT = Property("limit", "at most six in hand", Always(HAND <= 6), machine="table")
"""Not so: the hand grows to seven."""


def spending_more(transition: Transition) -> Transition | None:
    """The reading: what is spent is two coins."""
    if transition.id != "spend":
        return transition
    return replace(transition, effect=((COINS, at_most(COINS - 1, 8)),))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Asked:
    """The verdicts under another reading, with ``other`` as its properties where they are not the same."""

    def verdicts(
        ours: Sequence[Property],
        other: Sequence[Property] | None = None,
        change: Callable[[Transition], Transition | None] = spending_more,
    ) -> dict[str, Verdict]:
        usual = Plan("fragments", ours, {"table": MACHINE}, lambda *_: MACHINE.start, steps=0)
        changed = replace(
            usual, properties=ours if other is None else other,
            machines={"table": MACHINE.rewritten(change)},
        )  # fmt: skip
        monkeypatch.setattr(
            verifying, "plan", lambda _game, readings=(), _content=None: changed if readings else usual
        )
        ids = tuple(one.id for one in ours)
        kept = tmp_path / str(len([*tmp_path.iterdir()]))
        work(Job("fragments", "proofs", ids), kept)
        return dict(work(Job("fragments", "reading", ids, READING), kept).verdicts)

    return verdicts


def test_what_is_not_proved_under_our_reading_is_asked_in_full_under_another(asked: Asked) -> None:
    assert not asked([LIMIT])["limit"].is_proof


def test_a_reading_that_leaves_a_transition_out_may_get_play_stuck(asked: Asked) -> None:
    one = Property("stuck", "something can happen", NeverStuck(), machine="table")
    assert asked([one])["stuck"].is_proof
    assert not asked([one], change=lambda it: it if it.id == "draw" else None)["stuck"].is_proof


def test_of_a_step_that_a_reading_leaves_out_nothing_is_asked_there(asked: Asked) -> None:
    spend, win = (Unchanged((HAND,), along=one) for one in ("spend", "win"))
    one = Property("step/spend", "spending leaves the hand", spend, machine="table")
    rest = Property("step/win", "winning leaves the hand", win, machine="table")
    found = asked([one, rest], [rest], lambda it: it if it.id != "spend" else None)
    assert [*found] == ["step/win"]
    assert found["step/win"].is_proof


@pytest.mark.parametrize(
    ("ours", "other"),
    [
        (Unchanged((HAND,), along="win"), Unchanged((COINS,), along="win")),
        (Unchanged((COINS,), along="draw"), Unchanged((COINS,), along=("draw", "win"))),
        (Commute((HAND,), "draw"), Commute((COINS,), ("draw", "win"))),
        (Progress((("hand", 9 - HAND),), ("win", "spend")), Progress((("coins", COINS),), ("win", "spend"))),
        (Progress((("hand", 9 - HAND),), ("win", "spend")), Progress((("hand", 9 - HAND),), "spend")),
        (Always(HAND <= 6, "elsewhere"), Always(HAND <= 6)),
        (Unchanged((HAND,), along="win"), LIMIT.claim),
    ],
)
def test_a_claim_that_a_reading_makes_another_is_asked_anew(asked: Asked, ours: Claim, other: Claim) -> None:
    said = replace(LIMIT, claim=ours)
    assert asked([said])["limit"].is_proof
    assert not asked([said], [replace(LIMIT, claim=other)])["limit"].is_proof


def test_what_rests_on_a_claim_that_a_reading_weakens_is_proved_again(asked: Asked) -> None:
    seven = Property("seven", "at most seven in hand", Always(HAND <= 7), machine="table")
    rests = replace(LIMIT, claim=EachStep(after(HAND) <= 8, along="win"), using=("seven",))
    assert asked([seven, rests])["limit"].is_proof
    assert not asked([seven, rests], [replace(seven, claim=AllOf(())), rests])["limit"].is_proof


def test_what_rests_on_a_claim_that_fails_under_a_reading_is_not_proved_there(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    seven = Property("seven", "at most seven in hand", Always(HAND <= 7), machine="table")
    rests = replace(LIMIT, claim=EachStep(after(HAND) <= 8, along="win"), using=("seven",))
    found = asked([seven, rests], change=lambda it: replace(it, requires=()) if it.id == "draw" else it)
    job = Job("fragments", "reading", ("seven", "limit"), READING)
    points = [OpenPoint("point", "what is open", {"ours": "one", "answer": "other"}, ())]
    monkeypatch.setattr(verifying, "open_points", lambda _: points)
    monkeypatch.setattr(verifying, "expected", lambda _: Manifest({}, {}))
    [*_, change] = verifying._rows(verifying.plan("fragments"), None, [Done(job, found)])
    assert isinstance(change, Change)
    assert change.changed == {"limit": "unknown", "seven": "unknown"}


def test_a_claim_on_the_graph_is_asked_too(asked: Asked) -> None:
    def spends(machine: Machine) -> str | None:
        return None if "spend" in machine.transition_index else "nothing is spent"

    one = Property("spent", "coins are spent", OnGraph(spends), machine="table")
    assert asked([one])["spent"].is_proof
    assert not asked([one], change=lambda it: None if it.id == "spend" else it)["spent"].is_proof
