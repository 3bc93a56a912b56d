"""What a verdict rests on, and where a play may begin."""

from __future__ import annotations

import pytest

from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.checker.verify.proof_session import Plan, ProofSession, settled
from dicelaw.checker.walks.monitors import breach_watch
from dicelaw.checker.walks.walks import NoStart, Walker
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.graph import Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field, State
from dicelaw.specs.property import Always, Property


def test_a_proof_that_rests_on_a_bounded_one_is_bounded_too() -> None:
    def proof(*rests_on: str, bounded: bool = False) -> Verdict:
        return Verdict(Outcome.PROVED, "induction", "", "shown", rests_on=rests_on, bounded=bounded)

    alone = {"top": proof("middle"), "middle": proof("low"), "low": proof(bounded=True), "other": proof()}
    found = settled("top", alone)
    assert found.is_proof
    assert found.bounded
    assert "rests on low, which is proved for numbers as far as they are counted" in found.evidence
    assert not settled("other", alone).bounded


def game() -> Machine:
    """Life, which is left open at the start but for being there, falls; a score is not left open."""
    declaration, timing = Declaration(), TimingGraph()
    life = declaration.integer("life", 0, 9, "the life")
    declaration.integer("score", 0, 9, "the score")
    timing.point("turn", Kind.DECISION, "a seat decides")
    timing.add(
        "fall", "turn", "turn", constant(0), "fall", requires=[(life >= 2, "rule/life")],
        effect={life: life - 1},
    )  # fmt: skip
    return build(
        "game", declaration, timing, start_at="turn", start={life: 3}, seats=("Ann",),
        given=[life], given_holds=life >= 1,
    )  # fmt: skip


MACHINE = game()
LIFE, SCORE = (Field(place, MACHINE.slots[place]) for place in (1, 2))
ALIVE = Property("alive", "some life is left", Always((LIFE >= 1) & (SCORE == 0)), machine="game")


def broken_from(*starts: State) -> Witness | None:
    """A play that breaks the claim, where plays are drawn from ``starts``."""

    def drawn(_machine: Machine, walker: Walker) -> State:
        return walker.random.choice(starts)

    plan = Plan("small", [ALIVE], {"game": MACHINE}, drawn, steps=400, length=5)
    return ProofSession(plan).broken(ALIVE)


def test_no_play_begins_where_the_machine_does_not() -> None:
    dead, scored = MACHINE.with_state(life=0), MACHINE.with_state(score=1)
    assert broken_from(MACHINE.start, dead, scored) is None
    walker = Walker(MACHINE)
    watch = breach_watch(walker, ALIVE)
    assert watch is not None
    for start in (dead, scored):
        assert watch.seen(start, None, start)
        assert not walker.shows(Witness(start, ()), watch)


def test_that_nothing_drawn_is_a_start_is_said() -> None:
    with pytest.raises(NoStart, match="none of 10000 states that were drawn is a start of play"):
        broken_from(MACHINE.with_state(score=1))
