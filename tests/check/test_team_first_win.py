"""Whether who goes first with teams of Dice Masters can win in the first turn: excluded, or played."""

from __future__ import annotations

import pytest
from made_up_cards import PLAIN, an_altar, loaded

from dicelaw.checker.dice_masters.first_win import first_win
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.kernel.concrete import Concrete


@pytest.mark.parametrize(
    ("does", "edition", "life"),
    [
        (["damage 7 to opponent"], "2018", 20),
        (["damage 5 to opponent"], "2016", 20),
        (["gain 1 life"], "2018", 3),
        (["gain 1 life"], "2016", 4),
    ],
)
def test_a_win_in_the_first_turn_is_played(tmp_path, does, edition, life):
    """Three dice are there under the newer rules, four under the older ones; each pays or attacks."""
    _, teams = loaded(tmp_path, [PLAIN], [PLAIN], [an_altar(does)], life=life)
    found = first_win(teams, edition)
    assert found.verdict.outcome is Outcome.REFUTED
    made = game(teams, edition)
    reader, state = Concrete(made.machine), found.verdict.witness.start
    loser = 0 if "player 2 wins" in found.verdict.evidence else 1
    for move in found.verdict.witness.moves:
        legal = reader.enabled(state)
        assert reader.actor(state, move) != loser or len(legal) == 1
        state = reader.step(state, move)
    lives = [reader.value(cell, state) for cell in made.table.life]
    assert (lives[loser], lives[1 - loser]) == (0, life)
    assert 0 <= found.won <= found.turns == 300


def test_the_chance_of_a_win_is_that_of_the_dice(tmp_path):
    """Each of three dice shows energy at one of two rolls: (35/36)^3, which is 92 %."""
    _, teams = loaded(tmp_path, [PLAIN], [PLAIN], [an_altar(["damage 7 to opponent"])])
    found = first_win(teams, "2018")
    assert 0.86 < found.won / found.turns < 0.97


@pytest.mark.parametrize(
    ("ability", "edition", "life"),
    [
        (an_altar(["damage 6 to opponent"]), "2018", 20),
        (an_altar(["damage 4 to opponent"]), "2016", 20),
        (an_altar(["gain 1 life"]), "2018", 4),
        (an_altar(["gain 1 life"]), "2016", 5),
        (an_altar(["prep die from bag"], 0), "2018", 20),
        (an_altar(["damage 9 to opponent"], 0, once_in_own_turn=True), "2016", 20),
    ],
)
def test_there_is_no_win_where_costs_leave_no_room(tmp_path, ability, edition, life):
    _, teams = loaded(tmp_path, [PLAIN], [PLAIN], [ability], life=life)
    found = first_win(teams, edition)
    assert found.verdict.outcome is Outcome.PROVED


def test_what_brings_dice_hinders_a_proof(tmp_path):
    _, teams = loaded(tmp_path, [PLAIN], [PLAIN], [an_altar(["draw and roll a die"])])
    verdict = first_win(teams, "2018").verdict
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.evidence.startswith("global/altar may bring dice or energy, but none of 240 plays")


@pytest.mark.parametrize("edition", EDITIONS)
def test_none_of_our_teams_wins_in_the_first_turn(edition):
    for teams in load_pack().teams.values():
        assert first_win(teams, edition).verdict.outcome is Outcome.PROVED
