"""Random games to the end: nothing gets stuck, leaves its domain or gets lost, and all readers agree.

Nor is a die left whose damage has reached its D when somebody decides: bonuses of cards in play count here,
which proofs about open content do not have.
"""

from itertools import product
from random import Random

import pytest
import z3
from sampled import sampled

from dicelaw.checker.walks.observed_play import Stage
from dicelaw.model.dice_masters.damage.falling import any_lethal, held
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game, open_game
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.expressions import all_of
from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.symbolic import Edge, Symbolic

PACK = load_pack()
ENDLESS = ("2018", "storms")
"""Where two Firestorms may answer each other for ever: finding/damage-answered-for-ever."""
READINGS = {"2016": {"procedure": "casual"}, "2018": {"ko-by-effect": "after-damaged"}}


def _choice(random, moves):
    """One of ``moves``, each transition alike."""
    taken = random.choice([*dict.fromkeys(move[0] for move in moves)])
    return random.choice([move for move in moves if move[0] == taken])


CASES = sampled(product(READINGS, (False, True), PACK.teams), 13)
"""Editions, whether they are played by other readings, and teams."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(map(str, case)))
def test_games_end_with_all_their_dice(case):
    edition, other, teams = case
    made = game(PACK.teams[teams], edition, READINGS[edition] if other else None)
    machine, table, reader = made.machine, made.table, Concrete(made.machine)
    own = [die for die, kind in enumerate(table.dice.dice) if not table.dice.kinds[kind].basic]
    left = all_of(any_lethal(made.rules), ~held(made.rules))
    damaged = reader.compiled(left)
    for seed in range(2):
        random, state = Random(seed), machine.start
        while moves := reader.enabled(state):
            point = machine.point_of(state)
            deciding = point.kind in (Kind.DECISION, Kind.WINDOW) and point.id != "cleave"
            assert not (deciding and damaged(state, {})), f"a die to be KO'd is left at {point.id}"
            try:
                state = reader.step(state, _choice(random, moves))
            except OutsideDomain:
                if (edition, teams) != ENDLESS:
                    raise
                break
        if moves:
            continue
        assert machine.point_of(state).kind.value == "final"
        owned = [reader.value(table.owned_by(die), state) for die in own]
        assert owned == [table.dice.owners[die] for die in own]
        winner, lives = (
            machine.value(state, "winner"),
            [machine.value(state, f"life[{seat}]") for seat in (1, 2)],
        )
        assert min(lives) == 0
        assert winner == 2 or lives[winner] > 0


@pytest.mark.parametrize("edition", READINGS)
def test_the_concrete_and_the_symbolic_reader_agree(edition):
    machine = open_game(edition).machine
    reader, symbolic, random = Concrete(machine), Symbolic(machine), Random(7)
    edges, seen = {}, set()
    state = machine.with_state(**{slot.name: 1 for slot in machine.slots if slot.name.startswith("printed")})
    for _ in range(400):
        moves = reader.enabled(state)
        if not moves:
            break
        move = _choice(random, moves)
        transition = machine.transitions[move[0]]
        after = reader.step(state, move)
        if transition.id not in seen:
            seen.add(transition.id)
            edge = edges.setdefault(transition.id, Edge(symbolic, transition))
            values = [(name, z3.IntVal(value)) for name, value in zip(symbolic.pre, state, strict=True)]
            values += [
                (symbolic.term(choice), z3.IntVal(value))
                for choice, value in zip(transition.choices, move[1:], strict=True)
            ]
            assert z3.is_true(z3.simplify(z3.substitute(edge.guard, *values))), transition.id
            for slot, term in edge.post.items():
                worth = z3.simplify(z3.substitute(term, *values))
                assert worth.as_long() == after[slot], (transition.id, machine.slots[slot].name)
        state = after
    assert len(seen) > 25


def test_settling_stops_at_the_first_open_thing():
    made = game(PACK.teams["x-men-demo"], "2018")
    stage = Stage(made.machine, lambda state: state)
    assert stage.settled(made.machine.start) == (made.machine.start, [])
