"""Random duels from random situations: whatever is drawn and decided, the state stays within the rules."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from duels import WILD
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from random_play import Play

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.kernel.graph import Kind

EXAMPLES = 250
LONGEST = 900
"""How many steps of a duel are taken at most: two players who only heal could go on for long."""
PRINTED = product(product(("barbarian", "paladin"), repeat=2), range(2))
MADE_UP = product((("wild", "wild"), ("wild", "barbarian"), ("paladin", "wild")), range(2))


@cache
def play(heroes: tuple[str, str]) -> Play:
    return Play(duel(load_pack([WILD]), heroes))


@pytest.mark.slow
@pytest.mark.parametrize(("heroes", "chunk"), [*PRINTED, *MADE_UP])
def test_random_duels_keep_the_rules(heroes, chunk):
    game = play(heroes)

    @seed(chunk)
    @settings(max_examples=EXAMPLES)
    @given(st.integers(0, 2**32 - 1), st.integers(1, 25))
    def keeps_the_rules(number: int, ceiling: int) -> None:
        draw = Random(number)
        last = game.run(draw, game.start(draw, ceiling), LONGEST)
        assert last is None or game.machine.point_of(last).kind is Kind.FINAL

    keeps_the_rules()
