"""What verifying a game consists of: jobs, of which each is done in one process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from dicelaw.checker.ports import content_checks, own, port, takes_content
from dicelaw.checker.verify.engines import BY_NAME
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.proof_session import Plan
from dicelaw.checker.verify.report import expected
from dicelaw.model.open_points import OpenPoint
from dicelaw.specs.property import Property

Readings = Literal["known", "all", "none"]
"""Which other readings are asked: those that are known to change a verdict, all of them, or none."""


@dataclass(frozen=True)
class Job:
    """Part of the work: proofs of some properties, the goals of some, or all proofs under another reading.

    With ``content`` the user's own content in that folder is there as well, and what holds for its entries is
    work of its own. Evidence of proofs goes into the folder ``evidence``, if one is given. With ``engine`` no
    other is asked.
    """

    game: str
    kind: str
    ids: tuple[str, ...]
    reading: tuple[str, str] | None = None
    content: Path | None = None
    evidence: Path | None = None
    engine: str = ""

    @property
    def questions(self) -> int:
        """How many things it asks about."""
        return len(self.ids) or 1


def jobs(
    game: str,
    wanted: Sequence[str] | None,
    *,
    readings: Readings,
    content: Path | None = None,
    evidence: Path | None = None,
    engines: Sequence[str] = (),
) -> list[Job]:
    """The work for ``game``, or for the properties ``wanted`` of it, the longest parts first.

    ``content`` counts for the game that it is of; evidence of proofs goes into the folder ``evidence``. With
    ``engines`` each of them decides what it can.
    """
    content = own(game, content)
    chosen = plan(game, (), content)
    ids = tuple(one.id for one in chosen.properties if wanted is None or one.id in wanted)
    needed = _with_invariants(chosen, ids)
    if engines:
        found = [
            Job(game, "proofs", part, engine=name)
            for name in engines
            if (part := tuple(id for id in needed if _applies(chosen, name, id)))
        ]
        found.append(Job(game, "goals", ids))
        return [replace(job, content=content, evidence=evidence) for job in found]
    heavy = tuple(id for id in needed if id == "play/structure")
    light = tuple(id for id in needed if id not in heavy)
    half = len(light) // 2
    parts = (heavy, light[:half], light[half:]) if len(light) > 8 else (heavy, light)
    found = [Job(game, "proofs", part) for part in parts if part]
    if ids:
        found.append(Job(game, "goals", ids))
        found += [Job(game, "reading", needed, reading) for reading in other_readings(game, readings)]
    if takes_content(game):
        rows = content_rows(game, chosen.properties, content)
        asked = [name for name, ids in rows.items() if ids and (wanted is None or not ids.isdisjoint(wanted))]
        found += [Job(game, "entry" if name else "tables", (name,) if name else ()) for name in asked]
    return [replace(job, content=content, evidence=evidence) for job in found]


def content_rows(game: str, stated: Sequence[Property], content: Path | None) -> dict[str, frozenset[str]]:
    """The ids of the rows about content: about all of it, under no name, and about each entry."""
    checks = content_checks(game)
    entries = checks.entries(content) if content is not None else ()
    rows = {entry: frozenset(checks.rows_of(entry, stated)) for entry in entries}
    return {"": frozenset(checks.TABLES), **rows}


def _with_invariants(chosen: Plan, ids: Sequence[str]) -> tuple[str, ...]:
    """``ids`` with all that their proofs may assume, directly or not."""
    using = {one.id: one.using for one in chosen.properties}
    needed, waiting = dict.fromkeys(ids), [*ids]
    while waiting:
        new = [id for id in using[waiting.pop()] if id not in needed]
        needed |= dict.fromkeys(new)
        waiting += new
    return tuple(needed)


def _applies(chosen: Plan, engine: str, id: str) -> bool:
    property = next(one for one in chosen.properties if one.id == id)
    return BY_NAME[engine].applies(property.claim, chosen.machines[property.machine])


def other_readings(game: str, which: Readings) -> list[tuple[str, str]]:
    """The answers to open points other than ours that are asked about ``game``: points with answers."""
    found = [
        (point.id, answer)
        for point in open_points(game)
        for answer in point.answers
        if answer != point.default
    ]
    if which == "all":
        return found
    telling = expected(game).telling if which == "known" else ()
    return [(point, answer) for point, answer in found if f"{point}={answer}" in telling]


def open_points(game: str) -> Sequence[OpenPoint]:
    """The points that the texts of ``game`` leave open."""
    return port(game).open_points
