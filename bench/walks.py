"""Random steps a second on one machine: compiled, of the concrete reader, of hypothesis' rule-based machines.

All three test the same condition in every state. Times are of the processor, on one core.
"""

from __future__ import annotations

from random import Random
from time import process_time

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from dicelaw.checker.explicit.walks import Walker
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground
from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.state import Field

MACHINE = proving_ground(seats=3, most=4, limit=Limit.NONE, energy=4, events=4)
PLACE = MACHINE.slot_index["amount"]
BROKEN = Field(PLACE, MACHINE.slots[PLACE]) > 4
READER = Concrete(MACHINE)
LENGTH = 50
ROUNDS = 3


def compiled(plays: int = 200_000) -> float:
    """Steps a second of compiled plays, compiling left out."""
    walker = Walker(MACHINE, {"broken": BROKEN}, length=LENGTH)
    begun = process_time()
    found = walker.walk(plays)
    return found.steps / (process_time() - begun)


def concrete(plays: int = 2_000) -> float:
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
    return steps / (process_time() - begun)


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


def hypothesis(plays: int = 60) -> float:
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
    return Play.steps / (process_time() - begun)


def main() -> None:
    """Print the rates: the best of some rounds each."""
    best = {one.__name__: 0.0 for one in (compiled, concrete, hypothesis)}
    for _ in range(ROUNDS):
        for one in (compiled, concrete, hypothesis):
            best[one.__name__] = max(best[one.__name__], one())
    print(f"random steps of {MACHINE.name}, plays of at most {LENGTH} steps")
    for name, steps in best.items():
        line = f"  {name:<12}{steps:>14,.0f} a second"
        print(
            line
            if name == "compiled"
            else f"{line}   compiled is {best['compiled'] / steps:,.0f} times as fast"
        )


if __name__ == "__main__":
    main()
