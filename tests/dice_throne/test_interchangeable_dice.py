"""Of the orders of the dice of a roll one is enough: random duels go on alike from the others."""

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from dicelaw.model.dice_throne.state.duel_state import DICE
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.pools import NO_POOLS
from dicelaw.oracle.games.games import open_machine

READER = Concrete(open_machine("dice-throne", ("barbarian", "paladin"), None, {}).machine)
POOLS = READER.machine.pools


def _played(seed, steps):
    """The states of a random play, with the dice of a roll in any order."""
    dice, state = Random(seed), READER.machine.start
    for _ in range(steps):
        moves = [*READER.enabled(state)]
        if not moves:
            return
        state = READER.step(state, dice.choice(moves))
        yield state


def _otherwise_lying(state, pool, order):
    """``state`` with the dice of ``pool`` in this ``order``, and what is to be rolled of them."""
    made = [*state]
    for to, place in enumerate(order):
        made[pool.dice[to]] = state[pool.dice[place]]
    if state[pool.live] == pool.roll:
        made[pool.pending] = sum(
            1 << to for to, place in enumerate(order) if state[pool.pending] >> place & 1
        )
    return tuple(made)


def _next(state):
    """What may follow: by whom and to which canonical state, with its chance."""
    found = {}
    for move in READER.enabled(state):
        actor = READER.actor(state, move)
        key = actor, POOLS.canonical(READER.step(state, move))
        chance = Fraction(*READER.weight(state, move)) if actor is Agent.CHANCE else 1
        found[key] = found.get(key, 0) + chance if actor is Agent.CHANCE else 1
    return found


def _there(state, pool):
    coming = state[pool.pending] if state[pool.live] == pool.roll else 0
    return [place for place in range(DICE) if state[pool.dice[place]] or coming >> place & 1]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.data())
def test_what_follows_is_the_same_in_each_order(seed, data):
    for state in _played(seed, 60):
        for pool in POOLS.pools:
            there = _there(state, pool)
            if len(there) < 2:
                continue
            order = data.draw(st.permutations(there)) + [one for one in range(DICE) if one not in there]
            other = _otherwise_lying(state, pool, order)
            assert POOLS.canonical(other) == POOLS.canonical(state)
            assert _next(other) == _next(state)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_one_state_stands_for_each(seed):
    for state in _played(seed, 60):
        one = POOLS.canonical(state)
        assert POOLS.canonical(one) == one
        assert _next(one) == _next(state)


def test_a_question_about_one_die_leaves_the_order():
    first, second = POOLS.pools
    assert POOLS.unread([first.dice[2]]).pools == (second,)
    assert POOLS.unread([first.pending]) == NO_POOLS
    assert POOLS.unread([first.live]) == POOLS
