"""`dicelaw hero` for Dice Conquest: chances against a count of all rolls, and what is refused."""

import json
from fractions import Fraction
from functools import cache

import pytest

from dicelaw.oracle.cli import main
from dicelaw.oracle.dice_conquest.slaying_odds import slaying
from dicelaw.oracle.errors import ExitCode

GAME = "dice-conquest"
SIDES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12}
EXACT, SUM = {"bone-guard": 7, "pit-imp": 3}, {"wailer": 8, "brewer": 5, "drum-goblin": 4}


def counted(creature, dice, rerolls):
    """The chance of who uses nothing but dice: the best of all orders, by all rolls that there are."""
    exact = creature in EXACT
    health = {**EXACT, **SUM}[creature]

    def slain(suffered):
        return suffered == health if exact else suffered >= health

    @cache
    def turn(left, suffered):
        """``left`` are the dice with what they show; one is chosen, or the round is over."""
        best = Fraction(0)
        for at, (die, face) in enumerate(left):
            rest = left[:at] + left[at + 1 :]
            best = max(best, attack(rest, die, face, suffered, rerolls))
        return best

    @cache
    def attack(rest, die, face, suffered, more):
        best, after = Fraction(0), suffered + face
        if not exact or after <= health:
            best = Fraction(1) if slain(after) else turn(rest, after)
        if more:
            sides = SIDES[die]
            rolled = sum(attack(rest, die, other, suffered, more - 1) for other in range(1, sides + 1))
            best = max(best, rolled / Fraction(sides))
        return best

    def roll(names, shown):
        if not names:
            return turn(tuple(shown), 0)
        sides = SIDES[names[0]]
        rolls = (roll(names[1:], [*shown, (names[0], face)]) for face in range(1, sides + 1))
        return sum(rolls) / Fraction(sides)

    return roll(list(dice), [])


@pytest.mark.parametrize(
    ("creature", "dice"),
    [("pit-imp", ["d4"]), ("bone-guard", ["d4", "d6"]), ("wailer", ["d6", "d8"]), ("wailer", ["d10"]),
     ("pit-imp", ["d4", "d6"]), ("drum-goblin", ["d4", "d6"])],
)  # fmt: skip
@pytest.mark.parametrize(("hero", "rerolls"), [("champion", 1), ("scholar", 2)])
def test_the_chance_is_that_of_all_rolls_where_only_dice_are_used(hero, rerolls, creature, dice):
    found = slaying(GAME, hero, creature, dice)
    assert found.exact
    assert found.low == counted(creature, dice, rerolls)


def test_a_critical_hit_slays_what_no_die_could():
    assert slaying(GAME, "scholar", "clay-giant", ["d10"]).low == 1 - Fraction(9, 10) ** 3
    assert slaying(GAME, "champion", "clay-giant", ["d10"]).low == 0


def test_the_table_and_the_lines_of_json(capsys):
    asked = ["hero", "scholar", "--game", GAME, "--against", "pit-imp", "--dice", "d4"]
    assert main(asked) == ExitCode.OK
    out = capsys.readouterr().out
    assert out.startswith("Scholar (scholar): reroll 1; 10: slay 20")
    assert "57.81 % = 37/64" in out
    assert main([*asked, "--format", "json"]) == ExitCode.OK
    hero, row = map(json.loads, capsys.readouterr().out.splitlines())
    assert (hero["kind"], row["low"], row["high"]) == ("hero", "37/64", "37/64")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["scholr", "--game", GAME], ExitCode.UNKNOWN_NAME, "scholar"),
        (["scholar", "--game", GAME, "--against", "pit-inp"], ExitCode.UNKNOWN_NAME, "pit-imp"),
        (["scholar", "--game", GAME, "--dice", "d7"], ExitCode.UNKNOWN_NAME, "no die is called"),
        (["scholar", "--game", GAME, "--level", "2"], ExitCode.USAGE, "no levels"),
        (["barbarian", "--dice", "d4"], ExitCode.USAGE, "no creatures"),
        (["barbarian", "--game", "dice-masters@2018"], ExitCode.UNKNOWN_NAME, "no card is called"),
        (["jubilee-wondra", "--game", "dice-masters@2018", "--level", "2"], ExitCode.USAGE, "leave --level"),
    ],
)
def test_what_there_is_not_is_refused(capsys, arguments, code, says):
    assert main(["hero", *arguments]) == code
    assert says in capsys.readouterr().err
