"""Search for plays to the goals of a game's properties and keep them, so that every check replays them.

Usage: python scripts/record_goals.py GAME FILE [STEPS] [SEED ...]
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from dicelaw.checker.plans import plan
from dicelaw.checker.run import Session
from dicelaw.checker.walks import Walker
from dicelaw.checker.watches import goal_watch
from dicelaw.checker.witnesses import record


def main(game: str, file: str, steps: int = 400_000, seeds: tuple[int, ...] = (0, 1, 2)) -> int:
    """Record a play for each goal that is found; 1 if one is missing."""
    chosen = plan(game)
    session = Session(chosen)
    found = session.goals(list(chosen.properties), search=False)
    for name, machine in chosen.machines.items():
        for seed in seeds:
            walker = Walker(machine, seed, listed=chosen.listed)
            wanted = {
                one.id: goal_watch(walker, one.id, one.goal)
                for one in chosen.properties
                if one.machine == name and one.goal is not None and one.id not in found
            }
            begin = partial(chosen.situation, machine, walker)
            found |= walker.walk(begin, wanted, steps=steps, length=chosen.length)
            click.echo(f"{name}, seed {seed}: {len(found)} found", err=True)
    by_id = {one.id: chosen.machines[one.machine] for one in chosen.properties}
    record(Path(file), [(id, by_id[id], witness) for id, witness in found.items()])
    missing = [one.id for one in chosen.properties if one.goal is not None and one.id not in found]
    click.echo("\n".join(f"no play to the goal of {id}" for id in missing), err=True)
    return 1 if missing else 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    numbers = [int(text) for text in arguments[2:]]
    sys.exit(main(arguments[0], arguments[1], *numbers[:1], *((tuple(numbers[1:]),) if numbers[1:] else ())))
