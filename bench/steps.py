"""How fast the concrete reader plays: steps a second on recorded duels, alone and with all legal moves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

STEPS = 60_000
ROUNDS = 3
ATTACK = ("offense", "targeting", "defense", "conclusion", "resolve")
Trace = list[tuple[State, Move]]


def record(machine: Machine, reader: Concrete, steps: int) -> tuple[Trace, Trace]:
    """Random duels in which players mostly pass: all their steps, and those of attacks alone."""
    draw = Random(1)
    passes = {
        number
        for number, transition in enumerate(machine.transitions)
        if transition.id.endswith(("/pass", "/close"))
    }
    attack = {place for place, point in enumerate(machine.points) if point.id.split("/")[0] in ATTACK}
    trace: Trace = []
    while len(trace) < steps:
        state = machine.start
        while machine.point_of(state).kind is not Kind.FINAL and len(trace) < steps:
            moves = reader.enabled(state)
            calm = [move for move in moves if move[0] in passes] if draw.random() < 0.7 else []
            move = draw.choice(calm or moves)
            trace.append((state, move))
            state = reader.step(state, move)
    return trace, [(state, move) for state, move in trace if state[0] in attack]


def rate(trace: Trace, play: Callable[[State, Move], object]) -> float:
    """Steps a second: the best of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = perf_counter()
        for state, move in trace:
            play(state, move)
        best = min(best, perf_counter() - begun)
    return len(trace) / best


def main() -> None:
    """Print the rates."""
    machine = duel(load_pack()).machine
    reader = Concrete(machine)
    everything, attack = record(machine, reader, STEPS)

    def listed(state: State, move: Move) -> None:
        reader.enabled(state)
        reader.step(state, move)

    for says, trace in (("whole duels", everything), ("attacks", attack)):
        print(f"{says}: {len(trace)} steps of barbarian against paladin")
        print(f"  step alone        {rate(trace, reader.step):>10,.0f} a second")
        print(f"  enabled and step  {rate(trace, listed):>10,.0f} a second")


if __name__ == "__main__":
    main()
