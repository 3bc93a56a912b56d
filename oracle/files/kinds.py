"""Files of another kind than the one that is wanted: told in one sentence, not field by field."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from pathlib import Path

from dicelaw.model.content.document import ContentError, Document, Problem, read
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.reading import read_bytes


@dataclass(frozen=True)
class Kind:
    """A kind of YAML files: ``marks`` are fields of which each has at least one, and no kind after it."""

    says: str
    marks: Set[str]
    taken_by: str = ""
    """The command that takes such a file."""


KINDS = {
    "statements": Kind("a file of statements", {"statements"}),
    "rulings": Kind("a file of rulings", {"cases", "examples", "left_out", "no_example"}),
    "mapping": Kind("a mapping", {"log", "kinds"}, "dicelaw audit"),
    "team": Kind("a team", {"format", "basics"}, "dicelaw check-team"),
    "scenario": Kind("a scenario", {"players", "play", "turn"}, "dicelaw outcome"),
    "content": Kind("content", {"source"}, "dicelaw check"),
}


def stop_if_another_kind(document: Document, wanted: str) -> None:
    """Raises UserError if ``document`` has marks of another kind, and none of the one that is ``wanted``."""
    fields = set(document.data) if isinstance(document.data, dict) else set()
    if fields & KINDS[wanted].marks:
        return
    for kind in KINDS.values():
        if fields & kind.marks:
            hint = f"; `{kind.taken_by}` takes it" if kind.taken_by else ""
            says = f"this is {kind.says}, and {KINDS[wanted].says} is wanted here{hint}"
            raise UserError(str(Problem(document.file, 1, "", says)))


def content_error(error: ContentError) -> UserError:
    """All that is wrong with content; where a file is no content at all, only that."""
    for file in dict.fromkeys(problem.file for problem in error.problems):
        try:
            stop_if_another_kind(read(file, read_bytes(Path(file))), "content")
        except UserError as another:
            return another
    return UserError(error.lines, more=error.more)
