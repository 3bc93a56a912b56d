"""Prove of the mutants that no vector notices that they change nothing, and record those that do.

JUDGED is what `dicelaw mutate GAME --only machine --format json` printed. Each game is proved by itself, and
FILE is written after each. Of a game that is as it was when FILE was written, nothing is tried again: a run
goes on where one was stopped, and to try all anew takes a new FILE. A mutant that is not proved in one game
is not tried in others, as it would count in none.

Usage: python scripts/record_equivalents.py GAME FILE JUDGED [BETWEEN ...]
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import click

from dicelaw.mutation.recorded_proofs import Equivalents, digest_of, equivalents_of, record_equivalents
from dicelaw.mutation.worker import Act
from dicelaw.oracle.files.ruling_vectors import written
from dicelaw.oracle.files.vectors import Record
from dicelaw.oracle.games.description import description


def proved(
    opening: dict[str, Any], records: list[Record], wanted: frozenset[str], before: Equivalents | None
) -> tuple[Equivalents, set[str]]:
    """What is proved of the game of ``opening``, and those of the mutants ``wanted`` of which it is not."""
    act = Act.of(opening, records)
    digest, ids = digest_of(act.opened), [id for id in act.mutants if id in wanted]
    if before is not None and before.digest == digest:
        found = before.ids
    else:
        found = frozenset(act.proved(ids)) if ids else frozenset()
    return Equivalents(digest, found), {*ids} - found


def main(game: str, file: str, judged: str, *between: str) -> None:
    """Record what is proved."""
    rows = map(json.loads, Path(judged).read_text(encoding="utf-8").splitlines())
    left = {row["mutant"] for row in rows if row["verdict"] != "killed"}
    path, of = Path(file), description(game)
    known = equivalents_of(path) if path.is_dir() else {}
    records: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for one in written(game):
        records[one.between].append(one)
    for opening in of.openings(game):
        names = of.between(opening)
        if between and not {*between} & {*names}:
            continue
        with ProcessPoolExecutor(1) as pool:  # a process for each game: what z3 keeps goes with it
            task = pool.submit(proved, dict(opening), records[names], frozenset(left), known.get(names))
            found, failed = task.result()
        left -= failed
        known[names] = found
        record_equivalents(path, known)
        says = f"{len(found.ids)} proved, {len(failed)} not; {len(left)} may still change nothing"
        click.echo(f"{' and '.join(names)}: {says}", err=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
