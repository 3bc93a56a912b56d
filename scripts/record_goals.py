"""Search for plays to the goals of a game's properties and keep them, so that every check replays them.

Kept as well is a play for each property that is expected to be refuted, by itself or under another reading.

Usage: python scripts/record_goals.py GAME FILE [STEPS] [SEED ...]
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.proof_session import ProofSession
from dicelaw.checker.verify.report import expected
from dicelaw.checker.walks.monitors import goal_watch
from dicelaw.checker.walks.walks import Walker
from dicelaw.checker.walks.witnesses import BREACH, GOAL, record
from dicelaw.specs.property import OnGraph, Theorem


def main(game: str, file: str, steps: int = 400_000, seeds: tuple[int, ...] = (0, 1, 2)) -> int:
    """Record a play for each goal that is found; 1 if one is missing."""
    chosen = plan(game)
    session = ProofSession(chosen)
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
    rows = [(id, GOAL, by_id[id], witness) for id, witness in found.items()]
    missing = [
        f"no play to the goal of {one.id}"
        for one in chosen.properties
        if one.goal is not None and one.id not in found
    ]
    for reading, id in refuted(game):
        session = ProofSession(plan(game, reading))
        one = session.properties[id]
        plays = (session.broken(one, seed) for seed in (1, *seeds))
        play = next((play for play in plays if play is not None), None)
        if play is None:
            missing.append(f"no play that breaks {id} under {reading or 'our readings'}")
        else:
            rows.append((id, BREACH, session.plan.machines[one.machine], play))
    record(Path(file), rows)
    click.echo("\n".join(missing), err=True)
    return 1 if missing else 0


def refuted(game: str) -> list[tuple[tuple[tuple[str, str], ...], str]]:
    """What is expected to be refuted by a play: other readings, points with an answer, and property ids."""
    no_play = {one.id for one in plan(game).properties if isinstance(one.claim, (OnGraph, Theorem))}
    manifest = expected(game)
    ours = [id for id, outcome in manifest.verdicts.items() if outcome == "refuted" and id not in no_play]
    found: list[tuple[tuple[tuple[str, str], ...], str]] = [((), id) for id in ours]
    for reading, changes in manifest.readings.items():
        point, _, answer = reading.partition("=")
        refutations = [id for id, outcome in changes.items() if outcome == "refuted" and id not in ours]
        found += [(((point, answer),), id) for id in refutations if id not in no_play]
    return found


if __name__ == "__main__":
    arguments = sys.argv[1:]
    numbers = [int(text) for text in arguments[2:]]
    sys.exit(main(arguments[0], arguments[1], *numbers[:1], *((tuple(numbers[1:]),) if numbers[1:] else ())))
