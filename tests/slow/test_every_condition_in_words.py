"""The reader of prose says every condition in words of the game: no indices, no signs, no names of slots."""

import re

import pytest
from modelled import MODELLED

from dicelaw.checker.verify.plans import GAMES as PLANS
from dicelaw.checker.verify.plans import plan
from dicelaw.model.kernel.prose import phrase
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.games.description import description

SIGNS = re.compile(r"[][_*%=<>{}|^]|(?<![\w-])[-+/](?![\w-])|times \d+\)?,? plus")
"""What no sentence has: brackets of an index, signs of arithmetic and comparison, a row with its column."""


DIE = "d10%"
"""What a die of Dice Conquest is called."""


def machines_of(game):
    """Every machine that `dicelaw verify` checks of ``game``, and those of its openings."""
    if game in PLANS:
        yield from plan(game).machines.items()
    if game in MODELLED:
        for opening in description(game).openings(game):
            yield str(description(game).between(opening)), session_of(opening).machine


@pytest.mark.slow
@pytest.mark.parametrize("game", PLANS)
def test_every_condition_is_said_in_words(game):
    found = set()
    for name, machine in machines_of(game):
        for transition in machine.transitions:
            for need in transition.requires:
                said = phrase(need.holds, machine.slots)
                if SIGNS.search(said.replace(DIE, "")):
                    found.add(f"{name}: {transition.id}: {said}")
    assert not found


@pytest.mark.parametrize("said", ["zone[(the active player * 33) + the card]", "cp of 1 = 2", "the kind_of"])
def test_a_formula_would_be_noticed(said):
    assert SIGNS.search(said)
