"""The odds of cards of Dice Masters: fractions found by hand, and the rules asked for all results."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dicelaw.checker.chances.chances import chance
from dicelaw.checker.chances.game import explore
from dicelaw.checker.chances.rerolled import best_mean
from dicelaw.checker.dice_masters.first_turn import first_dice
from dicelaw.checker.dice_masters.odds import _Turn, card_odds
from dicelaw.model.dice_masters.cards.cards import Card, Energy, Face, Teams
from dicelaw.model.dice_masters.cards.price_changes import Payer, PriceChange, Priced
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.dice_masters.state.table_state import PREP
from dicelaw.oracle.errors import ExitCode

NIGHT = Path("examples/content/night-watch")
FISTS = (Face(Energy.FIST, 1), Face(Energy.FIST, 1), Face(Energy.FIST, 2))


def _card(cost=3, energy=Energy.FIST, fees=(0, 0, 0), attacks=(2, 3, 4)):
    levels = [
        Face(level=level, fee=fee, attack=attack, defense=1)
        for level, (fee, attack) in enumerate(zip(fees, attacks, strict=True), 1)
    ]
    return Card("one", "One", "", cost, energy, (*FISTS, *levels), 4)


def _dice(card, what):
    return card_odds(card).of(what).by_dice


def _turn(card, what, edition="2018"):
    return card_odds(card).turn(what, edition).value


def test_a_character_shows_unless_both_rolls_fail():
    """Three of six faces: 1 - (1/2)^2 with one die; with n dice all of them have to fail twice."""
    assert _dice(_card(), "character") == tuple(1 - Fraction(1, 4) ** count for count in (1, 2, 3, 4))


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_level_is_one_face(level):
    """One of six faces: 1 - (5/6)^2 = 11/36; with two dice 1 - (25/36)^2 = 671/1296."""
    assert _dice(_card(), f"level {level}")[:2] == (Fraction(11, 36), Fraction(671, 1296))


def test_energy_is_rerolled_where_a_roll_gives_less_than_another():
    """A roll has (1 + 1 + 2) / 6 = 2/3. So characters are rerolled: 1/2 x 2/3 + 2/3 = 1."""
    assert _dice(_card(), "energy") == (1, 2, 3, 4)


def test_attack_is_rerolled_where_a_roll_gives_less_than_another():
    """A roll has (2 + 3 + 4) / 6 = 3/2. So energy is rerolled: 1/2 x 3/2 + 3/2 = 9/4.

    With levels of A 1, 1 and 6 a roll has 4/3, so an A of 1 is rerolled as well: 5/6 x 4/3 + 6/6 = 19/9.
    """
    assert _dice(_card(), "A")[:2] == (Fraction(9, 4), Fraction(9, 2))
    assert _dice(_card(attacks=(1, 1, 6)), "A")[0] == Fraction(19, 9)


def test_actions_and_bursts_are_counted():
    """Three action faces of six, two of which have bursts: 1 - (1/2)^2, and 1 - (2/3)^2 = 5/9."""
    odds = card_odds(load_pack().cards["distraction"])
    assert [odds.of(what).by_dice[0] for what in ("action", "burst")] == [Fraction(3, 4), Fraction(5, 9)]
    assert (odds.of("character"), odds.of("A")) == (None, None)
    assert len(odds.of("action").by_dice) == 3


def test_who_goes_first_has_a_die_less_under_the_newer_rules():
    assert [first_dice(game(load_pack().teams["brawl"], edition)) for edition in EDITIONS] == [4, 3]


def test_a_card_of_any_energy_is_paid_where_every_die_gives_some():
    """Five of six faces of a starting die, with two rolls: (35/36)^3 of three dice, 0 of a dearer card."""
    card = _card(cost=3, energy=Energy.NONE)
    assert _turn(card, "bought first") == Fraction(35, 36) ** 3
    assert _turn(_card(cost=4, energy=Energy.NONE), "bought first") == 0
    assert _turn(_card(cost=4, energy=Energy.NONE), "bought first", "2016") == Fraction(35, 36) ** 4
    assert _turn(_card(cost=5), "bought") == 0


def test_a_card_for_one_energy_wants_its_type():
    """The type or wild, two of six faces: each die fails twice at (2/3)^2 = 4/9."""
    assert _turn(_card(cost=1), "bought first") == 1 - Fraction(4, 9) ** 3
    assert _turn(_card(cost=1), "bought") == 1 - Fraction(4, 9) ** 4


def test_a_type_and_an_amount_are_rerolled_for_together():
    """With good faces g (1/3), other energy o (1/2) and a character c (1/6), two dice have to pay 2.

    gg and go win (4/9). gc rerolls c: 1/9 x 5/6. All others reroll both dice, as 4/9 is more than the 1/3 of
    one die: (1/4 + 1/6 + 1/36) x 4/9. That is 4/9 + 5/54 + 16/81 = 119/162.
    """
    turn = _Turn(_card(cost=2), "2018")
    assert best_mean([2], turn._bought) == Fraction(119, 162)


def test_three_dice_pay_three_with_a_type_among_them():
    """All three give energy, one of them good: (5/6)^3 - (1/2)^3 = 49/108, which is also worth most to reroll
    all for where none is good (8/27). With a good one characters alone are rerolled: one of them
    3 x 1/6 x ((5/6)^2 - (1/2)^2) = 2/9 at 5/6, two of them 1/36 at 25/36. In all 9245/11664.
    """
    whole = Fraction(49, 108)
    found = (
        whole + Fraction(2, 9) * Fraction(5, 6) + Fraction(1, 36) * Fraction(25, 36) + Fraction(8, 27) * whole
    )
    assert found == Fraction(9245, 11664)
    assert _turn(_card(), "bought first") == found


def test_a_free_character_is_fielded_where_it_shows():
    assert _turn(_card(), "fielded") == Fraction(3, 4)
    assert _turn(_card(), "A fielded") == Fraction(9, 4)


def test_the_fielding_cost_is_paid_by_the_other_dice():
    """A level of any of three faces, and an energy of three dice: 3/4 x (1 - (1/36)^3), which do not meet.

    Where each costs 3 it is 3/4 x (35/36)^3, and where each costs 4 three starting dice never pay.
    """
    assert _turn(_card(fees=(1, 1, 1)), "fielded") == Fraction(3, 4) * (1 - Fraction(1, 36) ** 3)
    assert _turn(_card(fees=(3, 3, 3)), "fielded") == Fraction(3, 4) * Fraction(35, 36) ** 3
    assert _turn(_card(fees=(4, 4, 4)), "fielded") == 0
    assert card_odds(load_pack().cards["distraction"]).turn("fielded", "2018") is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_rerolled_is_as_the_rules_have_it(edition):
    """The exact chance of a game with two starting dice and the card, from the roll to a Main Step."""
    card = _card(cost=2)
    made = game(Teams("two", "two", 20, (((card, 1),), ()), (), sidekicks=2), edition)
    t, machine = made.table, made.machine
    state = list(machine.start)
    state[0] = machine.point_index["roll"]
    for die in range(2):
        state[int(t.zone[die].place)] = PREP
    graph = explore(machine, tuple(state), until=lambda one: machine.point_of(one).id == "main")
    turn = _Turn(card, edition)
    won = set()
    for number, one in enumerate(graph.states):
        if machine.point_of(one).id == "main":
            faces = tuple(one[int(t.face[die].place)] for die in range(2))
            won |= {number} if turn._bought((faces,)) else set()
    found = chance(graph, won)
    assert found.low == found.high == Fraction(119, 162)


def test_results_of_several_kinds_are_counted_apart():
    """Two dice of two kinds are to show the same: 1/6, and else a reroll of one or both has 1/6 again."""
    equal = best_mean([1, 1], lambda result: int(result[0] == result[1]))
    assert equal == Fraction(1, 6) + Fraction(5, 6) * Fraction(1, 6)


def test_check_has_the_odds_of_new_cards(run, tmp_path):
    words = ("check", NIGHT, "--games", "0", "--no-interactions")
    code, out, _ = run(*words, "--format", "json", "--report", tmp_path)
    rows = [row for row in map(json.loads, out.splitlines()) if row["part"] == "odds"]
    assert code == ExitCode.OK
    assert {row["card"] for row in rows} == {"lamplighter", "night-porter", "curfew"}
    (one,) = [row for row in rows if (row["card"], row["what"]) == ("lamplighter", "character")]
    assert one["values"] == ["3/4", "15/16", "63/64", "255/256"]
    bought = {
        row["edition"]: row for row in rows if (row["card"], row["what"]) == ("lamplighter", "bought first")
    }
    assert {edition: row["starting_dice"] for edition, row in bought.items()} == {"2016": 4, "2018": 3}
    assert bought["2018"]["value"] == "9245/11664"
    assert all(row["assumes"] and row["when"] for row in rows)
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "<td>lamplighter</td><td>3 mask</td><td>75.0 %</td>" in page
    code, out, _ = run(*words, "--verbose")
    assert " lamplighter    3 mask   75.0 %" in out
    assert "> 99.9 %" in out
    assert "A: the printed A of all dice together" in out


def test_a_card_and_the_cards_of_a_team_file_are_laid_out(run):
    code, out, _ = run("hero", "Jubilee Wondra", "--game", "dice-masters@2018")
    assert code == ExitCode.OK
    assert "bought first   3               79.26 % = 9245/11664" in out
    words = ("hero", "examples/teams/wondra.yaml", "--game", "dice-masters@2016", "--format", "json")
    code, out, _ = run(*words)
    rows = [json.loads(line) for line in out.splitlines()]
    heads = [row["id"] for row in rows if row["kind"] == "hero"]
    assert heads == ["jubilee-wondra", "professor-x-to-the-astral-plane", "distraction"]
    assert {row["edition"] for row in rows if row["kind"] == "turn"} == {"2016"}
    code, out, _ = run("hero", "lamplighter", "--game", "dice-masters@2018", "--content", NIGHT)
    assert code == ExitCode.OK


def test_a_changed_price_is_that_of_the_rules():
    """What a card says of its own price holds by the older rules only while a die of it is active."""
    cheap = replace(_card(cost=9), prices=(PriceChange(Priced.PURCHASE, Payer.THIS, less=7),))
    assert _turn(cheap, "bought") == _turn(_card(cost=2), "bought") > 0
    assert _turn(cheap, "bought", "2016") == 0
