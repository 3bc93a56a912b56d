"""Recorded vectors: which still fit, what they are about, under which answers they differ, and their ids."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

import click

from dicelaw.model.kernel.concrete import Illegal, OutsideDomain
from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games import open_points
from dicelaw.oracle.mutation import play_of
from dicelaw.oracle.vectors import Record, record, vectors

FEW = 4
"""A mutant of more rules than that names none of them."""
Answers = tuple[tuple[str, str], ...]


def other_answers(game: str) -> list[tuple[OpenPoint, str]]:
    """The answers to the open points of ``game`` other than the usual ones."""
    return [(point, answer) for point in open_points(game) for answer in [*point.answers][1:]]


def rules_of(told: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The rules that a play is about, by those of each mutant that it tells: of the plainest of these."""
    fewest = min((len(rules) for rules in told if rules), default=0)
    return tuple(sorted({rule for rules in told if len(rules) == fewest <= FEW for rule in rules}))


def with_answers(game: str, known: Sequence[Record], pool: Executor) -> list[Record]:
    """``known``, each of which also accepts answers to points that none is about, if it differs by them."""
    told = {point for one in known for point, _ in one.accepts}
    new = tuple((point.id, answer) for point, answer in other_answers(game) if point.id not in told)
    groups: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for one in known:
        groups[one.between].append(one)
    made = pool.map(_asked, groups.values(), [new] * len(groups))
    asked = {one.id: one for group in made for one in group}
    return [asked[one.id] for one in known]


def _asked(records: Sequence[Record], answers: Answers) -> list[Record]:
    """``records`` of one machine with those of ``answers`` under which something else is seen."""
    found = []
    for one, row in zip(records, vectors([replace(one, accepts=answers) for one in records]), strict=True):
        differs = [(other["reading"], other["answer"]) for other in row["accepts"]]
        found.append(replace(one, accepts=(*one.accepts, *differs)))
    return found


def still_fits(one: Record) -> bool:
    """Whether the rules still allow the play of ``one``."""
    try:
        play_of(one)
    except (Illegal, OutsideDomain, UserError):
        click.echo(f"left out, as the rules no longer allow it: {one.id}", err=True)
        return False
    return True


def write(game: str, path: Path, found: Sequence[Record], known: Sequence[Record]) -> None:
    """Write the records ``found``, the new ones with new ids."""
    numbers = highest(game, (one.id for one in known))
    made = [one if one.id else numbered(game, one, numbers) for one in found]
    made.sort(key=lambda one: (one.id.rpartition("/")[0], int(one.id.rpartition("/")[2])))
    record(path, made)
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
