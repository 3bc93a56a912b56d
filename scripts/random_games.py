"""Random games of Dice Masters to the end, by compiled code, with every property watched at every step.

Usage: python scripts/random_games.py [--edition 2018] [--games 10000] [--seed 0]   (over all teams)
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

import click

from dicelaw.checker.walks.random_games import play_games
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.specs.dice_masters.properties.properties import of_game


@click.command()
@click.option("--edition", "editions", type=click.Choice(EDITIONS), multiple=True, help="This edition only.")
@click.option("--games", default=10_000, show_default=True, help="How many games of each edition.")
@click.option("--seed", default=0, show_default=True, help="Other games by another seed.")
@click.option("--processes", default=2, show_default=True, help="How many teams are played at a time.")
def main(editions: tuple[str, ...], games: int, seed: int, processes: int) -> None:
    """Play random games, and end with 1 if one did not end, or broke a property."""
    begin, wrong = time.perf_counter(), False
    names = list(load_pack().teams)
    counts = [games // len(names) + (place < games % len(names)) for place in range(len(names))]
    with ProcessPoolExecutor(processes, max_tasks_per_child=1) as pool:
        waiting = [
            pool.submit(play, edition, name, count, seed)
            for edition in editions or EDITIONS
            for name, count in zip(names, counts, strict=True)
        ]
        for done in as_completed(waiting):
            says, bad = done.result()
            wrong |= bad
            click.echo(says)
    click.echo(f"{time.perf_counter() - begin:.0f} s, seed {seed}")
    sys.exit(int(wrong))


def play(edition: str, name: str, games: int, seed: int) -> tuple[str, bool]:
    """What came of ``games`` games of the teams ``name``, and whether anything was wrong."""
    made = game(load_pack().teams[name], edition)
    found = play_games(made.machine, of_game(made), games, seed=seed)
    bad = [*found.faults, *[f"{games - found.ended} not ended"] * (found.ended < games)]
    says = (
        f"dice-masters@{edition} {name:24} {games:6} games, {found.walked.steps:11,} steps, "
        f"{len(found.watched)} properties kept{': NOT ' * bool(bad)}{', '.join(bad)}"
    )
    return says, bool(bad)


if __name__ == "__main__":
    main()
