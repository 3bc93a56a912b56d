"""Games of one to four heroes go on to their end, whatever is done, and do everything that the rules know."""

import pytest
from quests import steps
from sampled import sampled

from dicelaw.model.dice_conquest.components import SIDES
from dicelaw.model.dice_conquest.loader import PUBLISHED, load_pack
from dicelaw.model.dice_conquest.machine import quest
from dicelaw.model.kernel.graph import Kind

GAMES = 25
NEVER = {"judge/win", "attack/used"}
"""Random play of our pack does not win, nor spend a die with the Critical Hit; examples do."""


@pytest.mark.parametrize("seats", sampled([2, 1, 3, 4], 4))
@pytest.mark.parametrize("own", ["made-up.yaml", PUBLISHED])
def test_games_come_to_an_end(seats, own):
    made = quest(load_pack(own=own), seats)
    for seed in range(GAMES):
        *_, (_, _, last) = steps(made, seed)
        assert made.machine.point_of(last).kind is Kind.FINAL


@pytest.mark.slow
def test_everything_happens():
    taken = set()
    made = quest(load_pack(), 2)
    for seed in range(3 * GAMES):
        taken |= {made.machine.transitions[move[0]].id for _, move, _ in steps(made, seed)}
    assert {transition.id for transition in made.machine.transitions} - taken <= NEVER


def test_dice_show_numbers_that_they_have():
    made = quest(load_pack(), 3)
    q = made.quest
    for seed in range(GAMES):
        for _, _, after in steps(made, seed):
            shown = [made.machine.value(after, face.slot.name) for face in q.face]
            assert all(0 <= value <= sides for value, sides in zip(shown, SIDES, strict=True))
