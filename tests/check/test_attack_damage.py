"""The expected damage of attacks: against what one ability comes to by itself, worked out by hand."""

from math import comb

import pytest
from designs import HERO, token, write

from dicelaw.checker.dice_throne.attack_damage import attack_damage
from dicelaw.model.dice_throne.loader import load_pack


def three_or_more(attempts):
    """The chance of three dice of five that show one of three faces, where the others are rolled again."""
    one = 1 - 0.5**attempts
    return sum(comb(5, n) * one**n * (1 - one) ** (5 - n) for n in (3, 4, 5))


def test_an_ability_of_three_dice_and_five_damage(tmp_path):
    found = attack_damage(load_pack([write(tmp_path, token("focus", ["heal 1"]))]), HERO)
    assert found.begin == pytest.approx([5 * three_or_more(attempts) for attempts in (1, 2, 3)], abs=0.01)
    assert found.upgraded == found.begin


@pytest.mark.parametrize("hero", ["barbarian", "paladin", "shadow-thief"])
def test_more_attempts_and_upgrades_never_lower_it(hero):
    found = attack_damage(load_pack(), hero)
    for row in (found.begin, found.upgraded):
        assert sorted(row) == [*row]
    assert all(one <= other for one, other in zip(found.begin, found.upgraded, strict=True))
