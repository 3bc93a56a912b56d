"""Random games of Dice Conquest on the concrete reader."""

from collections.abc import Iterator
from random import Random

from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.state import State

LONGEST = 5_000
RARE = {"turn/pass": 0.1, "setup/traps": 1.0}
"""How often what is rarely done is considered where it may be."""


def steps(made: QuestMachine, seed: int) -> Iterator[tuple[State, Move, State]]:
    """The steps of one game until nothing may be done any more, each transition taken alike but the rare."""
    random, reader = Random(seed), Concrete(made.machine)
    state = made.machine.start
    for _ in range(LONGEST):
        moves = reader.enabled(state)
        if not moves:
            return
        places = list(dict.fromkeys(move[0] for move in moves))
        wanted = [p for p in places if random.random() < RARE.get(made.machine.transitions[p].id, 1.0)]
        place = random.choice(wanted or places)
        move = random.choice([move for move in moves if move[0] == place])
        after = reader.step(state, move)
        yield state, move, after
        state = after
    raise AssertionError(f"the game with seed {seed} is not over after {LONGEST} steps")
