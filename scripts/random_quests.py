"""Random games of Dice Conquest to the end, by compiled code, with every property watched at every step.

Each reading that differs from ours in one answer is played; properties that it changes are left out.

Usage: python scripts/random_quests.py [--games 10000] [--seed 0] [--heroes 4] [--reading POINT=ANSWER]
"""

from __future__ import annotations

import sys
import time

import click

from dicelaw.checker.verify.jobs import other_readings
from dicelaw.checker.verify.report import expected
from dicelaw.checker.walks.random_games import play_games
from dicelaw.model.dice_conquest.loader import load_pack
from dicelaw.model.dice_conquest.machine import quest
from dicelaw.specs.dice_conquest.properties.properties import properties

GAME = "dice-conquest"


@click.command()
@click.option("--games", default=10_000, show_default=True, help="How many games of each reading.")
@click.option("--seed", default=0, show_default=True, help="Other games by another seed.")
@click.option("--heroes", default=4, show_default=True, help="How many heroes play.")
@click.option(
    "--reading", "wanted", multiple=True, metavar="POINT=ANSWER", help="This reading only; `ours` too."
)
def main(games: int, seed: int, heroes: int, wanted: tuple[str, ...]) -> None:
    """Play random games, and end with 1 if one did not end, or broke a property."""
    manifest, wrong = expected(GAME), False
    for answers in [{}, *({point: answer} for point, answer in other_readings(GAME, "all"))]:
        name = "".join(f"{point}={answer}" for point, answer in answers.items()) or "ours"
        if wanted and name not in wanted:
            continue
        begin = time.perf_counter()
        made = quest(load_pack(), heroes, answers)
        known = manifest.readings.get(name) or manifest.verdicts
        kept = [one for one in properties(made) if known.get(one.id, "proved") == "proved"]
        found = play_games(made.machine, kept, games, seed=seed)
        bad = [*found.faults, *[f"{games - found.ended} not ended"] * (found.ended < games)]
        wrong |= bool(bad)
        ends = ", ".join(f"{found.walked.reached.get(end, 0)} {end}" for end in ("won", "lost"))
        click.echo(
            f"{name:24} {games} games of {heroes} heroes ({ends}), {found.walked.steps:,} steps, "
            f"{len(found.watched)} properties kept{': NOT ' * bool(bad)}{', '.join(bad)}, "
            f"{time.perf_counter() - begin:.0f} s"
        )
    sys.exit(int(wrong))


if __name__ == "__main__":
    main()
