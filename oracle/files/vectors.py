"""Vectors: plays with what must be seen at each step, for engines in any language.

Which plays they are is recorded in the package; a vector is made by playing its record again. Beside them
there is one for each ruling that is a play.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from dicelaw.checker.executors import pool
from dicelaw.checker.files import check_writable, staged
from dicelaw.checker.recorded import Row, rows_of, write_rows
from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.kernel.concrete import Illegal
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.codec import decision, expected, move_of
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.format_version import FORMAT
from dicelaw.oracle.formats.older_formats import setup_of_1
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.games import known_game
from dicelaw.oracle.games.modes import known_mode
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.games.statement_coverage import untold

MANIFEST = "manifest.json"
_KINDS = ("content", "ruling")
"""Vectors of these kinds are about what the next word of their id says."""
USED = ("action", "ability", "die")
"""The choices that name what is used."""
Choices = Mapping[str, int | str]


@dataclass(frozen=True)
class Record:
    """What a vector is made of: a ``Setup``, and each decision, die and card by transition and choices.

    ``accepts`` has the answers to open points, other than the usual ones, that make something else of it.
    """

    id: str
    rules: tuple[str, ...]
    setup: Mapping[str, Any]
    moves: tuple[tuple[str, Choices], ...]
    accepts: tuple[tuple[str, str], ...] = ()
    checks: str = ""

    @property
    def game(self) -> str:
        """The game that is played."""
        return str(self.setup["game"])

    @property
    def between(self) -> tuple[str, ...]:
        """Who plays, or with what."""
        return description(self.game).between(self.setup)


@dataclass
class Coverage:
    """What the vectors made so far have shown: the transitions taken and those of their machines."""

    taken: set[str] = field(default_factory=set)
    known: set[str] = field(default_factory=set)

    def add(self, other: Coverage) -> None:
        """Count what ``other`` has counted too."""
        self.known |= other.known
        self.taken |= other.taken

    def note(self, session: Session) -> None:
        """Count the steps of ``session``."""
        self.known |= session.machine.transition_index.keys()
        self.taken |= {session.transition(step.move).id for step in session.events}


def recorded(game: str, mode: str = "") -> list[Record]:
    """The records of ``game`` in ``mode`` in the package, in the order in which vectors are written.

    Without a ``mode`` they are those of the usual one.
    """
    return in_mode(
        game, mode, (one for folder in description(game).records(game) for one in records_of(folder))
    )


def in_mode(game: str, mode: str, records: Iterable[Record]) -> list[Record]:
    """Those of ``records`` that are played in ``mode``, or the usual one of ``game``."""
    asked = known_mode(game, mode or None)
    return [one for one in records if description(game).mode_of(one.setup) == asked]


def records_of(folder: Traversable) -> list[Record]:
    """The records that :func:`record` has written."""
    return [
        Record(
            row["id"],
            tuple(row["rules"]),
            row["setup"] if "format" in row else setup_of_1(row["setup"]),
            tuple((transition, choices) for transition, choices in row["moves"]),
            tuple((point, answer) for point, answer in row["accepts"]),
        )
        for row in rows_of(folder)
    ]


def record(path: Path, records: Iterable[Record]) -> None:
    """Write ``records`` to the folder ``path``, the same bytes for the same records."""
    rows = [
        {
            "format": FORMAT,
            "id": one.id,
            "rules": one.rules,
            "setup": one.setup,
            "moves": one.moves,
            "accepts": one.accepts,
        }
        for one in records
    ]
    write_rows(path, rows, _family)


def _family(row: Row) -> str:
    """What the vector of ``row`` is about, by the first word of its id that says so."""
    words = str(row["id"]).split("/")[2:]
    return words[1] if words[0] in _KINDS else words[0]


def in_groups(
    records: Iterable[Record], processes: int = 2
) -> Iterator[tuple[list[dict[str, Any]], Coverage]]:
    """The vectors of all ``records``, those of the same machine together, with what each group has shown."""
    groups: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for one in records:
        groups[one.between].append(one)
    with pool(processes) as workers:
        yield from workers.map(_group, sorted(groups.values(), key=len, reverse=True))


def _group(records: Sequence[Record]) -> tuple[list[dict[str, Any]], Coverage]:
    coverage = Coverage()
    return vectors(records, coverage), coverage


def vectors(records: Sequence[Record], coverage: Coverage | None = None) -> list[dict[str, Any]]:
    """The ``Vector`` that each of ``records`` stands for.

    Plays under the same answer to an open point are made one after another, since each answer has a machine
    of its own. Raises UserError or Illegal where the rules forbid a play.
    """
    made = [_usual(one, coverage) for one in records]
    answers = sorted((pair, place) for place, one in enumerate(records) for pair in one.accepts)
    for (point, answer), place in answers:
        other = _alternative(records[place], point, answer)
        if other["steps"] != made[place]["steps"]:
            made[place]["accepts"].append(other)
    return made


def vector(one: Record, coverage: Coverage | None = None) -> dict[str, Any]:
    """The ``Vector`` that ``one`` stands for. Raises UserError or Illegal where the rules forbid its play."""
    return vectors([one], coverage)[0]


def _usual(one: Record, coverage: Coverage | None) -> dict[str, Any]:
    session = session_of(one.setup)
    settle(session)
    begin = expected(session)
    steps = [_step(session, *move) for move in one.moves]
    if coverage is not None:
        coverage.note(session)
    return {
        "format": FORMAT,
        "id": one.id,
        "rules": list(one.rules),
        "checks": one.checks or _checks(one),
        "setup": dict(one.setup),
        "begin": begin,
        "steps": steps,
        "accepts": [],
    }


def _step(session: Session, transition: str, choices: Choices) -> dict[str, Any]:
    move = move_of(session, transition, choices)
    made = decision(session, move)
    session.apply(move)
    settle(session)
    return {"decision": made, "expect": expected(session)}


def _alternative(one: Record, point: str, answer: str) -> dict[str, Any]:
    session = session_of(one.setup, {point: answer})
    settle(session)
    steps = []
    with suppress(Illegal, UserError):  # its own end: this answer forbids what the usual one allows
        for move in one.moves:
            steps.append(_step(session, *move))
    return {"reading": point, "answer": answer, "steps": steps}


def _checks(one: Record) -> str:
    mode = description(one.game).mode_of(one.setup)
    rule = one.id.removeprefix(f"vector/{one.game}/").removeprefix(f"{mode}/").rpartition("/")[0]
    return _statements(known_game(one.game).family).get(rule) or _shows(one)


def _shows(one: Record) -> str:
    """Who plays, and what is used."""
    who = " against ".join(one.between)
    chosen = [given for _, choices in one.moves for given in choices.items()]
    used = dict.fromkeys(str(value) for name, value in chosen if name in USED)
    return f"{who}: {', '.join(used)}" if used else who


@cache
def _statements(family: str) -> dict[str, str]:
    from dicelaw.specs.statements import load

    return {statement.id: statement.says for statement in load(family)}


def write(folder: Path, game: str, made: Iterable[dict[str, Any]], coverage: Coverage) -> dict[str, Any]:
    """Write vectors of ``game`` into ``folder``, a file a theme, with a manifest, which is returned.

    All is written before anything there is replaced; while it is being replaced there is no manifest. Raises
    UserError where that is not possible.
    """
    themes: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for one in sorted(made, key=lambda one: _natural(one["id"])):
        themes[theme_of(game, one["id"])].append(one)
    files = {f"{theme}.jsonl": _lines(rows).encode() for theme, rows in sorted(themes.items())}
    manifest = {"format": FORMAT, "game": game, **_counts(game, themes, coverage)}
    manifest["files"] = {
        name: {
            "vectors": len(themes[name.removesuffix(".jsonl")]),
            "sha256": hashlib.sha256(content).hexdigest(),
        }
        for name, content in files.items()
    }
    files[MANIFEST] = (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode()
    made_folder(folder, files)
    try:
        with staged({folder / name: content for name, content in files.items()}):
            (folder / MANIFEST).unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from None
    return manifest


def made_folder(folder: Path, names: Iterable[str]) -> None:
    """Make ``folder`` if it is not there. Raises UserError where no files called ``names`` can be in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            check_writable(folder / name)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _unwritable(folder: Path, error: OSError) -> UserError:
    return UserError(f"{folder}: vectors cannot be written here: {error.strerror}; name another folder")


def files_of(game: str, ids: Iterable[str]) -> list[str]:
    """The names of the files that the vectors ``ids`` of ``game`` are written to."""
    return [*dict.fromkeys(f"{theme_of(game, id)}.jsonl" for id in ids), MANIFEST]


def theme_of(game: str, id: str) -> str:
    """The theme of the vector ``id`` of ``game``, which names its file."""
    return id.removeprefix(f"vector/{game}/").partition("/")[0]


def _natural(id: str) -> list[tuple[int, str]]:
    """``id`` in parts that sort numbers by their worth."""
    numbers = ((whole_number(part), part) for part in id.split("/"))
    return [(0, part) if number is None else (number, "") for number, part in numbers]


def _lines(rows: Sequence[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)


def _counts(game: str, themes: Mapping[str, list[dict[str, Any]]], coverage: Coverage) -> dict[str, Any]:
    made = [one for rows in themes.values() for one in rows]
    rules = sorted({rule for one in made for rule in one["rules"]})
    return {
        "vectors": len(made),
        "steps": sum(len(one["steps"]) for one in made),
        "rulings": len(themes.get("ruling", ())),
        "rules": rules,
        "untold": untold(game, rules, coverage.taken, coverage.known),
        "readings": sorted(
            {f"{other['reading']}={other['answer']}" for one in made for other in one["accepts"]}
        ),
        "transitions": {
            "of": len(coverage.known),
            "taken": len(coverage.taken & coverage.known),
            "never": sorted(coverage.known - coverage.taken),
        },
    }
