"""Random games of Dice Masters to the end, by compiled code: every property holds at every step."""

import pytest

from dicelaw.checker.walks.random_games import play_games
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.specs.dice_masters.properties.properties import of_game

TEAMS = ("brawl",)
"""Compiling a game with all its properties takes longer than playing it: this one stands for the others.

``scripts/random_games.py`` plays with all teams, 10,000 games an edition.
"""
GAMES = 300
"""How many games of each edition and pair of teams."""
WATCHED = 40
"""So many properties at least are about states or steps of any game."""


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("teams", TEAMS)
def test_random_games_end_and_keep_every_property(teams, edition):
    made = game(load_pack().teams[teams], edition)
    found = play_games(made.machine, of_game(made), GAMES)
    assert found.ended == GAMES
    assert len(found.watched) >= WATCHED
    assert found.faults == ()
