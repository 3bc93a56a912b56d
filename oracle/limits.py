"""Every limit on what others give dicelaw, in one table: files, adapters, and clients of the service."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dicelaw.model.foreign import limits as files


@dataclass(frozen=True)
class Limit:
    """What may be at most so large, long or many; ``most`` is None where there is no limit."""

    about: str
    id: str
    most: float | None
    says: str

    @property
    def shown(self) -> str:
        """The limit as it is written."""
        return "none" if self.most is None else f"{self.most:,g}" if self.most % 1 else f"{int(self.most):,}"


_OF_FILES = {
    "document_bytes": (files.DOCUMENT_BYTES, "a YAML file, in bytes: content, a scenario, a team, a mapping"),
    "text_length": (files.TEXT_LENGTH, "one name or text in it, in characters"),
    "depth": (files.DEPTH, "how deeply its values are nested"),
    "content_files": (files.CONTENT_FILES, "content files in one folder"),
    "mapped": (files.MAPPED, "entries of one list or table in a mapping"),
    "groups": (files.GROUPS, "groups of a pattern in a mapping"),
    "record_bytes": (files.RECORD_BYTES, "a file of JSON or JSON lines, in bytes: a trace, vectors"),
    "json_depth": (files.JSON_DEPTH, "how deeply values of JSON are nested, there and in messages"),
    "log_bytes": (files.LOG_BYTES, "a log, in bytes"),
    "line_length": (files.LINE_LENGTH, "a line of a log, or one typed in a play, in characters"),
    "digits": (files.DIGITS, "digits of a whole number in text"),
    "faults": (files.FAULTS, "faults of one file that are told; the others are counted"),
    "quoted": (files.QUOTED, "what an error quotes of what was read, in characters"),
    "error_length": (files.ERROR_LENGTH, "one line of an error, in characters"),
}


def table() -> Iterator[Limit]:
    """Every limit, in the order in which they are documented."""
    from dicelaw.oracle.audit import run
    from dicelaw.oracle.conform import budget, process
    from dicelaw.oracle.formats.service_formats import Limits

    for id, (most, says) in _OF_FILES.items():
        yield Limit("files", id, most, says)
    yield Limit("files", "limit", run.LIMIT, "plays that fit a log and are followed at once (`--limit`)")
    yield Limit("adapters", "line_bytes", process.LONGEST, "a line that an adapter answers, in bytes")
    yield Limit(
        "adapters", "timeout", process.TIMEOUT, "how long an answer may take, in seconds (`--timeout`)"
    )
    yield Limit("adapters", "budget", budget.QUESTIONS, "questions of one run (`--budget`)")
    yield Limit(
        "adapters", "output", budget.OUTPUT, "all that an adapter writes, in bytes (`--output` in MiB)"
    )
    service = Limits()
    for id, field in Limits.model_fields.items():
        yield Limit("clients", id, getattr(service, id), (field.description or "").rstrip("."))


def as_markdown() -> str:
    """The table as the documents have it."""
    rows = [f"| {one.about} | `{one.id}` | {one.shown} | {one.says} |" for one in table()]
    return "\n".join(["| of | limit | at most | what |", "|---|---|---:|---|", *rows])
