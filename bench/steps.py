"""How fast the concrete reader plays: steps a second on recorded duels, alone and with all legal moves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from grid import Table
from paired import Figures, rounds, spread

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

STEPS = 60_000
ATTACK = ("offense", "targeting", "defense", "conclusion", "resolve")
Trace = list[tuple[State, Move]]
TITLE = "The concrete reader"


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


def measure(quick: bool) -> dict[str, Any]:
    """The steps a second of each kind of play, by round."""
    machine = duel(load_pack()).machine
    reader = Concrete(machine)
    everything, attack = record(machine, reader, STEPS // 100 if quick else STEPS)

    def listed(state: State, move: Move) -> None:
        reader.enabled(state)
        reader.step(state, move)

    subjects = {
        f"{kind}, {says}": lambda t=trace, p=play: rate(t, p)
        for kind, trace in (("whole duels", everything), ("attacks", attack))
        for says, play in (("step alone", reader.step), ("enabled and step", listed))
    }
    return rounds(subjects, 1 if quick else 5, "steps of the concrete reader")


def rate(trace: Trace, play: Callable[[State, Move], object]) -> Figures:
    """Steps a second, by time of the processor."""
    begun = process_time()
    for state, move in trace:
        play(state, move)
    return {"rate": len(trace) / (process_time() - begun)}


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each kind of play."""
    rows = [[name, spread(several, "rate").text(",.0f")] for name, several in data.items()]
    note = "Recorded duels of the Barbarian against the Paladin, alone and with all legal moves, on one core."
    return [Table("Steps of the concrete reader", note, ["", "steps a second"], rows)]
