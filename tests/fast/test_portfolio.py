"""What the race of engines comes to does not hang on who is first; contradictions and failures are loud."""

from __future__ import annotations

from multiprocessing import Pipe

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.checker.verify import portfolio
from dicelaw.checker.verify.engines import BY_NAME, ENGINES
from dicelaw.checker.verify.jobs import Job
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.portfolio import (
    Disagreement,
    EngineDied,
    Question,
    _ask,
    _Race,
    matters,
    preferred,
    race,
)
from dicelaw.checker.verify.verify import Done, _raced

CLOSES = "fragment/priority-window/2/closes-when-all-passed"
NAMES = [engine.name for engine in ENGINES]


def says(outcome: Outcome, *, bounded: bool = False) -> Verdict:
    return Verdict(outcome, "some", "all", "since", bounded=bounded)


PROVED, BOUNDED = says(Outcome.PROVED), says(Outcome.PROVED, bounded=True)
REFUTED, UNKNOWN = says(Outcome.REFUTED), says(Outcome.UNKNOWN)


@st.composite
def answers(draw: st.DrawFn) -> dict[str, Verdict]:
    """What some engines would say, without contradictions."""
    possible = draw(st.sampled_from([[PROVED, BOUNDED, UNKNOWN], [REFUTED, UNKNOWN]]))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, unique=True))
    return {name: draw(st.sampled_from(possible)) for name in names}


@given(answers(), st.data())
def test_the_order_of_answers_does_not_matter(said: dict[str, Verdict], data: st.DataObject) -> None:
    waiting, found = list(data.draw(st.permutations(sorted(said)))), dict[str, Verdict]()
    while waiting:
        name = waiting.pop()
        found[name] = said[name]
        waiting = [one for one in waiting if matters(one, found)]
    assert preferred(found) == preferred(said)


def test_what_counts_most() -> None:
    assert preferred({"exhaustive": BOUNDED, "spacer": PROVED}) == "spacer"
    assert preferred({"exhaustive": REFUTED, "spacer": REFUTED, "induction": UNKNOWN}) == "exhaustive"
    assert not matters("spacer", {"k-induction": PROVED})
    assert matters("spacer", {"exhaustive": BOUNDED})


@pytest.mark.parametrize("proof", [PROVED, BOUNDED])
def test_a_contradiction_is_never_settled(proof: Verdict) -> None:
    with pytest.raises(Disagreement, match=r"(spacer|walk): .*; but (spacer|walk): "):
        preferred({"spacer": proof, "walk": REFUTED})


def test_the_race_has_the_same_verdict_with_any_number_of_processes() -> None:
    ids = (CLOSES, "fragment/queue/2/resolves-something")
    questions = [Question("fragments", id) for id in ids]
    won = [dict(race(questions, processes)) for processes in (1, 3)]
    assert won[0] == won[1]
    assert {one.property: verdict.engine for one, verdict in won[0].items()} == dict.fromkeys(
        ids, "k-induction"
    )
    assert all(verdict.is_proof and verdict.cost["z3 units"] > 0 for verdict in won[0].values())


def test_an_engine_that_fails_is_reported_with_what_it_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "end_with_parent", lambda: None)  # this process goes on, with its signals
    end, other = Pipe(duplex=False)
    _ask(Question("fragments", "no such property"), "walk", other)
    assert "KeyError" in end.recv()
    failing = _Race(Question("fragments", CLOSES), ["graph"])
    failing.start()
    with pytest.raises(EngineDied, match="graph cannot decide Always"):
        failing.take("graph")
    assert not failing.running


def test_an_engine_that_is_stopped_from_outside_is_no_verdict() -> None:
    stopped = _Race(Question("fragments", CLOSES), ["spacer"])
    stopped.start()
    stopped.running["spacer"][0].kill()
    with pytest.raises(EngineDied, match="ended without a word"):
        stopped.take("spacer")


def test_verify_races_for_what_is_undecided_and_keeps_what_it_found(tmp_path) -> None:
    part = Done(Job("fragments", "proofs", (CLOSES,)), {CLOSES: UNKNOWN})
    first = _raced("fragments", [part], 2, tmp_path)
    again = _raced("fragments", [part], 2, tmp_path)
    assert first[0].verdicts[CLOSES].is_proof
    assert [one.cached for one in again] == [True]
    assert again[0].verdicts == first[0].verdicts
    decided = Done(Job("fragments", "proofs", (CLOSES,)), {CLOSES: PROVED})
    assert _raced("fragments", [decided], 2, tmp_path) == []


def test_engines_are_chosen_by_the_shape_of_the_claim() -> None:
    found = plan("fragments")
    chosen = {
        one.id: [e.name for e in ENGINES if e.applies(one.claim, found.machines[one.machine])]
        for one in found.properties
    }
    assert chosen[CLOSES] == ["induction", "walk", "exhaustive", "k-induction", "spacer"]
    assert chosen["fragment/priority-window/2/passes-end"] == ["ranking"]
    assert chosen["fragment/pipeline/any-order"] == ["induction"]
    assert not BY_NAME["spacer"].fits(plan("dice-throne").machines["open"])
