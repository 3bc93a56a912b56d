"""Recorded vectors: which still fit, what they are about, and their ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from dicelaw.model.kernel.concrete import Illegal, OutsideDomain
from dicelaw.model.open_points import OpenPoint
from dicelaw.mutation.worker import play_of
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.vectors import Record, record
from dicelaw.oracle.games.games import open_points

FEW = 4
"""A mutant of more rules than that names none of them."""


def other_answers(game: str) -> list[tuple[OpenPoint, str]]:
    """The answers to the open points of ``game`` other than the usual ones."""
    return [(point, answer) for point in open_points(game) for answer in [*point.answers][1:]]


def rules_of(told: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The rules that a play is about, by those of each mutant that it tells: of the plainest of these."""
    fewest = min((len(rules) for rules in told if rules), default=0)
    return tuple(sorted({rule for rules in told if len(rules) == fewest <= FEW for rule in rules}))


def still_fits(one: Record) -> bool:
    """Whether the rules still allow the play of ``one``."""
    try:
        play_of(one)
    except (Illegal, OutsideDomain, UserError):
        click.echo(f"left out, as the rules no longer allow it: {one.id}", err=True)
        return False
    return True


def write(
    game: str, path: Path, found: Sequence[Record], known: Sequence[Record], others: Sequence[Record] = ()
) -> None:
    """Write the records ``found``, the new ones with new ids, and ``others``.

    What the ids begin with is ``game``, which may have a mode behind it.
    """
    numbers = highest(game, (one.id for one in known))
    made = [one if one.id else numbered(game, one, numbers) for one in found]
    every = [*made, *others]
    every.sort(key=lambda one: (one.id.rpartition("/")[0], int(one.id.rpartition("/")[2])))
    record(path, every)
    steps = sum(len(one.moves) for one in made)
    click.echo(f"{len(made)} vectors, {len(made) - len(known)} of them new, {steps} steps", err=True)


def highest(game: str, ids: Iterator[str]) -> Counter[str]:
    """The highest number in use, by the rule that comes before it."""
    numbers: Counter[str] = Counter()
    for id in ids:
        about, _, number = id.removeprefix(f"vector/{game}/").rpartition("/")
        numbers[about] = max(numbers[about], int(number))
    return numbers


def numbered(game: str, one: Record, numbers: Counter[str]) -> Record:
    """``one`` with an id: by the rule that it is about, the one with the fewest vectors so far."""
    about = min(one.rules, key=lambda rule: (numbers[rule], rule), default="play")
    numbers[about] += 1
    return replace(one, id=f"vector/{game}/{about}/{numbers[about]}")
