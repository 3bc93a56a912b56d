"""Recorded proofs: the mutants of each game of which it was proved that they change nothing.

Proving them all takes an hour, so what was proved is in the package, with a digest of all that the proofs
are about. Where a rule, what is shown or where play begins has changed since, nothing that was recorded
counts, and `dicelaw mutate` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from dicelaw.checker.digest import Digests, text_digest
from dicelaw.checker.recorded import rows_of, write_rows
from dicelaw.mutation.ports import port
from dicelaw.oracle.games.description import description

if TYPE_CHECKING:
    from dicelaw.oracle.games.ports import Opened


@dataclass(frozen=True)
class Equivalents:
    """The mutants, by id, that are proved equivalent in the machine with ``digest``."""

    digest: str
    ids: frozenset[str]


def digest_of(opened: Opened) -> str:
    """The digest of the machine of ``opened``, of what is seen of it, and of where play begins there.

    What counts as one mistake is part of it: the families of transitions, and what the rules define.
    """
    machine, game, digests = opened.machine, description(opened.machine.name), Digests()
    slots = [f"{one.name} {one.lo} {one.hi} {one.open_above} {one.labels}" for one in machine.slots]
    points = [f"{one.id} {one.kind.value}" for one in machine.points]
    steps = [digests.of_transition(one) for one in machine.transitions]
    families = [f"{one.id} {one.family}" for one in machine.transitions]
    once = [f"{name} {digests.of(one)}" for name, several in machine.definitions.items() for one in several]
    # after the definitions, which would have what is said of where play begins among them
    begins = [f"{point} {digests.of(holds)}" for point, holds in sorted(game.begins(opened).items())]
    pairs = [(name, side) for name, several in machine.writes.items() for pair in several for side in pair]
    once += [f"{name} {digests.of(side)}" for name, side in pairs]
    shown = map(digests.of, port(machine.name).shown(opened))
    return text_digest(*slots, *points, *begins, *steps, *families, *once, *shown)


def recorded_equivalents(game: str) -> dict[tuple[str, ...], Equivalents]:
    """What is recorded of each game of the rules ``game``, by who plays there, or with what."""
    return equivalents_of(port(game).equivalents(game))


def equivalents_of(folder: Traversable) -> dict[tuple[str, ...], Equivalents]:
    """What :func:`record_equivalents` has written."""
    rows = rows_of(folder)
    return {tuple(row["between"]): Equivalents(row["digest"], frozenset(row["ids"])) for row in rows}


def record_equivalents(path: Path, found: Mapping[tuple[str, ...], Equivalents]) -> None:
    """Write ``found`` to the folder ``path``, the same bytes for the same."""
    rows = (
        {"between": between, "digest": one.digest, "ids": sorted(one.ids)}
        for between, one in sorted(found.items())
    )
    write_rows(path, rows, lambda row: "-and-".join(row["between"]))


def lapsed(game: str) -> int:
    """How many recorded proofs do not count, since they are of earlier rules than those of ``game`` now."""
    from dicelaw.oracle.files.stage import session_of

    of = description(game)
    openings = {of.between(opening): opening for opening in of.openings(game)}
    count = 0
    for between, one in recorded_equivalents(game).items():
        opening = openings.get(between)
        counts = opening is not None and fitting(one, session_of(opening).game) == one.ids
        count += 0 if counts else len(one.ids)
    return count


def fitting(recorded: Equivalents | None, opened: Opened) -> frozenset[str]:
    """The mutants that are ``recorded``, if that is about the machine of ``opened`` as it is."""
    fits = recorded is not None and recorded.digest == digest_of(opened)
    return recorded.ids if recorded is not None and fits else frozenset()
