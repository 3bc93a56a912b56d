"""Random games of Dice Masters to the end, by compiled code, with every property watched at every step.

Usage: python scripts/random_games.py [--games 10000] [--seed 0]   (the games of each edition, over all teams)
"""

from __future__ import annotations

import sys
import time

import click

from dicelaw.checker.random_games import play_games
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.specs.dice_masters.properties import of_game


@click.command()
@click.option("--games", default=10_000, show_default=True, help="How many games of each edition.")
@click.option("--seed", default=0, show_default=True, help="Other games by another seed.")
def main(games: int, seed: int) -> None:
    """Play random games, and end with 1 if one did not end, or broke a property."""
    begin, wrong = time.perf_counter(), False
    teams = load_pack().teams
    for edition in EDITIONS:
        for place, (name, both) in enumerate(teams.items()):
            count = games // len(teams) + (place < games % len(teams))
            made = game(both, edition)
            found = play_games(made.machine, of_game(made), count, seed=seed)
            bad = [*found.faults, *[f"{count - found.ended} not ended"] * (found.ended < count)]
            wrong |= bool(bad)
            click.echo(
                f"dice-masters@{edition} {name:24} {count:6} games, {found.walked.steps:11,} steps, "
                f"{len(found.watched)} properties kept{': NOT ' * bool(bad)}{', '.join(bad)}"
            )
    click.echo(f"{time.perf_counter() - begin:.0f} s, seed {seed}")
    sys.exit(int(wrong))


if __name__ == "__main__":
    main()
