"""Play the recorded vectors again after a change of the rules, and keep those that the rules still allow.

What each step comes to is not recorded, so nothing else is to be corrected but which other answers to open
points make something else of a vector. That is looked at anew for each POINT=ANSWER that is given, as for a
new point; an answer that is the usual one now is forgotten.

Usage: python scripts/refit_vectors.py GAME FILE [POINT=ANSWER ...]
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from recording import other_answers, still_fits

from dicelaw.mutation.differences import replacements
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.files.vectors import Record, record, recorded, vectors

Pair = tuple[str, str]


def main(game: str, file: str, asked: Sequence[Pair]) -> None:
    """Write what is left of the vectors of ``game`` to ``file``."""
    groups: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    known = recorded(game)
    for one in known:
        groups[one.between].append(one)
    kept: dict[str, Record] = {}
    for between, records in groups.items():
        fitting = [one for one in records if still_fits(one)]
        kept |= {one.id: one for one in _refitted(game, fitting, asked)}
        click.echo(f"{' '.join(between)}: {len(fitting)} of {len(records)}", err=True)
    record(Path(file), [kept[one.id] for one in known if one.id in kept])
    click.echo(f"{len(kept)} vectors, {len(known) - len(kept)} left out", err=True)


def _refitted(game: str, records: Sequence[Record], asked: Sequence[Pair]) -> list[Record]:
    """``records``, which have the same machine, with the answers that make something else of each."""
    if not records:
        return []
    others = {(point.id, answer) for point, answer in other_answers(game)}
    wanted = [pair for pair in asked if _differs(records[0].setup, pair)]
    tried = []
    for one in records:
        before = (pair for pair in one.accepts if pair in others and pair not in asked)
        tried.append(replace(one, accepts=(*before, *wanted)))
    found: list[list[dict[str, Any]]] = [made["accepts"] for made in vectors(tried)]
    told = [{(row["reading"], row["answer"]) for row in rows} for rows in found]
    return [
        replace(one, accepts=tuple(sorted(pair for pair in one.accepts if pair in pairs)))
        for one, pairs in zip(tried, told, strict=True)
    ]


def _differs(setup: Any, pair: Pair) -> bool:
    """Whether the machine of ``setup`` is another one under the answer ``pair``."""
    usual, other = session_of(setup).machine, session_of(setup, dict([pair])).machine
    changes = replacements(usual, other)
    return usual.slots != other.slots or changes is None or bool(changes)


if __name__ == "__main__":
    pairs = [(point, answer) for point, _, answer in (text.partition("=") for text in sys.argv[3:])]
    main(sys.argv[1], sys.argv[2], pairs)
