"""Rule statements: what the documents say, one by one, and how far the model carries each.

A statement file is YAML with a ``source`` and ``statements``. What carries one is found by its citations.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from dicelaw.model.content.document import ContentError, Document, Problem, read
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.games import game_of

STATUSES = {
    "modelled": "transitions, content or properties carry it and cite it",
    "open": "the texts leave it open, and a reading of the model answers it",
    "planned": "nothing cites it yet, for the reason given",
    "excluded": "nothing is to carry it, for the reason given",
}
"""What each status means."""
OWN_RULES = "model_rules.yaml"
"""The file of rules of the model's own, where there are such; the others' names begin with "statements"."""


@dataclass(frozen=True)
class Statement:
    """One thing that a document says, in our own words. What it does not have is empty."""

    id: str
    source: str
    """The document."""
    section: str
    """Where in the document."""
    says: str
    kind: str
    """What it is about: timing, damage, status, ...; ``model`` for a rule of the model's own."""
    status: str = ""
    """One of :data:`STATUSES`."""
    open: str = ""
    """What the document leaves open there."""
    decided: str = ""
    """How the model answers that and why, where no reading does."""
    reading: str = ""
    """The open point of the model that decides it, where the status is open."""
    because: str = ""
    """Why nothing carries it, where the status is planned or excluded."""
    place: str = ""
    """File and line."""


class MalformedStatements(ContentError):
    """A statement file that cannot be read; ``problems`` names everything that is wrong with it."""


WRITTEN = tuple(field.name for field in fields(Statement) if field.name not in ("source", "place"))
"""The fields that a statement may have in a file."""
NEEDED = ("id", "section", "says", "kind")
"""Those that it must have."""


def load_file(path: Path) -> tuple[Statement, ...]:
    """The statements in the file ``path``. Raises MalformedStatements."""
    return _parsed([(path.name, path.read_bytes())])


def load(game: str) -> tuple[Statement, ...]:
    """The statements about ``game``, in all its editions. Raises KeyError, NoPart and MalformedStatements."""
    return _own(game_of(game).family)


@cache
def _own(game: str) -> tuple[Statement, ...]:
    folder = game_of(game).folder("specs")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.startswith("statements"))
    names += [OWN_RULES] if (folder / OWN_RULES).is_file() else []
    return _parsed([(f"{folder.name}/{name}", (folder / name).read_bytes()) for name in names])


def _parsed(contents: Iterable[tuple[str, bytes]]) -> tuple[Statement, ...]:
    found: list[Statement] = []
    problems: list[Problem] = []
    for name, content in contents:
        document = read(name, content)
        if not document.problems:
            found += _entries(document)
        problems += document.problems
    if problems:
        raise MalformedStatements(problems)
    return tuple(found)


def _entries(document: Document) -> Iterator[Statement]:
    data = document.data
    for field in data:
        if field not in ("source", "statements"):
            document.wrong((field,), f"the field {quoted(field)} is not known; allowed: source, statements")
    source, entries = data.get("source"), data.get("statements")
    if not isinstance(source, str) or not source:
        document.wrong(("source",), f"{quoted(source)} is not the name of a document; allowed: a text")
    if not isinstance(entries, list):
        document.wrong(("statements",), f"{quoted(entries)} is not a list of statements")
        return
    for place, entry in enumerate(entries):
        before = document.faults
        if not isinstance(entry, dict):
            document.wrong(
                ("statements", place), f"{quoted(entry)} is not a statement; allowed: fields and values"
            )
            continue
        _check_fields(document, place, entry)
        if document.faults == before:
            line = document.lines[("statements", place)]
            yield Statement(**entry, source=str(source), place=f"{document.file}:{line}")


def _check_fields(document: Document, place: int, entry: Mapping[str, object]) -> None:
    for field, value in entry.items():
        here = ("statements", place, field)
        if field not in WRITTEN:
            document.wrong(here, f"the field {quoted(field)} is not known; allowed: {', '.join(WRITTEN)}")
        elif not isinstance(value, str) or not value:
            document.wrong(here, f"{quoted(value)} is not a text")
    for field in NEEDED:
        if field not in entry:
            document.wrong(("statements", place), f"the field {quoted(field)} is missing")
    status = entry.get("status")
    if isinstance(status, str) and status not in STATUSES:
        says = f"{quoted(status)} is not a status; allowed: {', '.join(STATUSES)}"
        document.wrong(("statements", place, "status"), says)


@cache
def known_rules(game: str) -> frozenset[str]:
    """The id of every statement of ``game``."""
    return frozenset(statement.id for statement in load(game))


def check(
    statements: Sequence[Statement],
    cited: Mapping[str, Collection[str]],
    readings: Mapping[str, Collection[str]],
) -> list[str]:
    """Everything that is wrong with ``statements`` as an account of a model, a sentence each.

    ``cited`` has the carriers of each rule id that the model cites, ``readings`` the statements that each of
    its open points is about.
    """
    problems = []
    first: dict[str, Statement] = {}
    for statement in statements:
        before = first.setdefault(statement.id, statement)
        if before is not statement:
            problems.append(f"{statement.place}: the id {statement.id} is already used in {before.place}")
            continue
        carriers = cited.get(statement.id, ())
        for wrong in (_status_problem(statement, carriers, readings), _question_problem(statement)):
            if wrong:
                problems.append(f"{statement.place}: {statement.id} {wrong}")
    for id, carriers in cited.items():
        if id not in first:
            problems.append(f"{', '.join(carriers)}: there is no rule {id}")
    for point, about in readings.items():
        for id in about:
            if id not in first or first[id].status != "open":
                problems.append(f"the open point {point} is about {id}, which is not an open statement")
    return problems


def _status_problem(
    statement: Statement, carriers: Collection[str], readings: Mapping[str, Collection[str]]
) -> str:
    """What is wrong with the status of ``statement``; "" if nothing is."""
    match statement.status:
        case "":
            return f"has no status; allowed: {', '.join(STATUSES)}"
        case "modelled" if not carriers:
            return "is modelled, but nothing cites it"
        case "open" if statement.id not in readings.get(statement.reading, ()):
            return f"is open, but the model has no open point {quoted(statement.reading)} about it"
        case "planned" | "excluded" if carriers:
            return f"is {statement.status}, but cited by {', '.join(carriers)}"
    needed = {"open": ["reading"], "planned": ["because"], "excluded": ["because"]}.get(statement.status, [])
    if [name for name in ("reading", "because") if getattr(statement, name)] != needed:
        return (
            f"is {statement.status}, which goes with {needed[0] if needed else 'no reading and no because'}"
        )
    return ""


def _question_problem(statement: Statement) -> str:
    """What is wrong with how the question that ``statement`` leaves open is answered; "" if nothing is."""
    answered = statement.status == "open"
    if statement.open and not answered and not statement.decided:
        return "leaves something open; it needs the status open and a reading, or a decided text"
    if statement.decided and (answered or not statement.open):
        return "has a decided text, which goes with an open one that no reading answers"
    return ""


def names_edition(source: str, edition: str, editions: Iterable[str]) -> bool:
    """Whether the document ``source`` is about ``edition``: it names it, or none of the ``editions``."""
    return edition in source or not any(other in source for other in editions)
