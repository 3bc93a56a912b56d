"""Random steps a second on one machine: compiled, of the concrete reader, of hypothesis' rule-based machines.

All three test the same condition in every state. Times are of the processor, on one core.
"""

from __future__ import annotations

from functools import cache
from random import Random
from time import process_time
from typing import Any

from grid import Table
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from paired import Figures, ratio, rounds, spread

from dicelaw.checker.search.random_plays import Walker
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground
from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.state import Field

MACHINE = proving_ground(seats=3, most=4, limit=Limit.NONE, energy=4, events=4)
PLACE = MACHINE.slot_index["amount"]
BROKEN = Field(PLACE, MACHINE.slots[PLACE]) > 4
READER = Concrete(MACHINE)
LENGTH = 50
PLAYS = {"compiled": 2_000_000, "concrete reader": 2_000, "hypothesis": 60}
TITLE = "Random plays"


def measure(quick: bool) -> dict[str, Any]:
    """The steps a second of each, by round."""
    subjects = {"compiled": compiled, "concrete reader": concrete, "hypothesis": hypothesis}
    walker()
    plays = {name: max(count // 20, 5) if quick else count for name, count in PLAYS.items()}
    return rounds(
        {name: lambda n=name: subjects[n](plays[n]) for name in subjects}, 1 if quick else 5, "random plays"
    )


@cache
def walker() -> Walker:
    """The machine compiled for random plays."""
    return Walker(MACHINE, {"broken": BROKEN}, length=LENGTH)


def compiled(plays: int) -> Figures:
    """Steps a second of compiled plays, compiling left out."""
    begun = process_time()
    found = walker().walk(plays)
    return {"rate": found.steps / (process_time() - begun)}


def concrete(plays: int) -> Figures:
    """Steps a second of the concrete reader."""
    broken, draw, steps = READER.compiled(BROKEN), Random(0), 0
    begun = process_time()
    for _ in range(plays):
        state = MACHINE.start
        for _ in range(LENGTH):
            moves = READER.enabled(state)
            if broken(state, {}) or not moves:
                break
            state = READER.step(state, draw.choice(moves))
            steps += 1
    return {"rate": steps / (process_time() - begun)}


class Play(RuleBasedStateMachine):
    """One play, a legal move at a time."""

    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.state = MACHINE.start

    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        """Take one of the legal moves."""
        if MACHINE.point_of(self.state).kind is not Kind.FINAL:
            self.state = READER.step(self.state, data.draw(st.sampled_from(READER.enabled(self.state))))
            Play.steps += 1

    @invariant()
    def kept(self) -> None:
        """The condition does not hold."""
        assert not READER.value(BROKEN, self.state)


def hypothesis(plays: int) -> Figures:
    """Steps a second of hypothesis, without shrinking or a database."""
    Play.steps = 0
    begun = process_time()
    run_state_machine_as_test(
        Play,
        settings=settings(
            max_examples=plays,
            stateful_step_count=LENGTH,
            phases=[Phase.generate],
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    return {"rate": Play.steps / (process_time() - begun)}


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each."""
    rows = [
        [
            name,
            spread(several, "rate").text(",.0f"),
            ratio(data["compiled"], several, "rate").text(",.0f") if name != "compiled" else "-",
        ]
        for name, several in data.items()
    ]
    note = (
        f"Plays of at most {LENGTH} steps of `{MACHINE.name}`, in which each step is one of the legal moves "
        "and one condition is tested in every state. By time of the processor, compiling left out; the last "
        "column says how many times as fast the compiled plays are."
    )
    return [Table("Steps a second", note, ["", "steps a second", "compiled, in times"], rows)]
