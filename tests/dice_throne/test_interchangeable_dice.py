"""Of the orders of the dice of a roll one is enough: random duels go on alike from the others."""

from collections import Counter
from fractions import Fraction
from random import Random

from duels import Game, attack
from hypothesis import given, settings
from hypothesis import strategies as st

from dicelaw.model.dice_throne.state.duel_state import DICE
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.pools import NO_POOLS
from dicelaw.oracle.games.games import open_machine

READER = Concrete(open_machine("dice-throne", ("barbarian", "paladin"), None, {}).machine)
POOLS = READER.machine.pools


def _played(seed, steps, reader=READER, start=READER.machine.start):
    """The states of a random play, with the dice of a roll in any order."""
    dice, state = Random(seed), start
    for _ in range(steps):
        moves = [*reader.enabled(state)]
        if not moves:
            return
        state = reader.step(state, dice.choice(moves))
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


def _next(state, reader=READER):
    """What may follow: by whom and to which canonical state, with its chance."""
    found = {}
    for move in reader.enabled(state):
        actor = reader.actor(state, move)
        key = actor, reader.machine.pools.canonical(reader.step(state, move))
        chance = Fraction(*reader.weight(state, move)) if actor is Agent.CHANCE else 1
        found[key] = found.get(key, 0) + chance if actor is Agent.CHANCE else 1
    return found


def _there(state, pool):
    """The places of the dice that may change places."""
    if pool.unlike is not None and state[pool.unlike]:
        return []
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


def _busy(seed):
    """A duel with full hands: an attack whose dice are thrown, or one with roll-offs, or by any words."""
    draw = Random(seed)
    values = {"cp[1]": 15, "cp[2]": 15}
    game = (
        attack(1, 2, 3, 6, 6, ability="overpower", values=values),
        attack(1, 2, 3, 4, 4, ability="showdown", values=values, heroes=("gunslinger", "paladin")),
        Game(heroes=("wild", "barbarian"), values=values),
    )[seed % 3]
    state, machine, deck = [*game.state], game.machine, game.made.content.deck
    for seat in (1, 2):
        for card in draw.sample(range(deck), 6):
            state[machine.slot_index[f"zone[{deck * (seat - 1) + card}]"]] = 1
        state[machine.slot_index[f"hand[{seat}]"]] += 6
        state[machine.slot_index[f"library[{seat}]"]] -= 6
    return game.reader, tuple(state)


def test_the_dice_of_effects_are_interchangeable_but_in_roll_offs():
    compared, apart, draw = Counter(), 0, Random(3)
    for seed in range(18):
        reader, start = _busy(seed)
        pools = reader.machine.pools
        for state in _played(seed, 50, reader, start):
            for number, pool in enumerate(pools.pools[2:]):
                apart += state[pool.live] == pool.roll and state[pool.unlike]
                there = _there(state, pool)
                if len(there) < 2 or not any(state[die] for die in pool.dice):
                    continue
                order = draw.sample(there, len(there)) + [one for one in range(DICE) if one not in there]
                other = _otherwise_lying(state, pool, order)
                assert pools.canonical(other) == pools.canonical(state)
                assert _next(other, reader) == _next(state, reader)
                compared[number] += other != state
    assert min(compared[0], compared[1], apart) > 10


def test_a_question_about_one_die_leaves_the_order():
    first, *others = POOLS.pools
    assert POOLS.unread([first.dice[2]]).pools == (*others,)
    assert POOLS.unread([first.pending]) == NO_POOLS
    assert POOLS.unread([first.live]) == POOLS
