"""One content file: YAML read into plain values that remember their lines, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from dicelaw.model.foreign.files import Unreadable, text_of
from dicelaw.model.foreign.limits import DEPTH, ERROR_LENGTH, FAULTS, QUOTED, TEXT_LENGTH
from dicelaw.model.foreign.shown import quoted, shown

Path = tuple[str | int, ...]

_YAML_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
"""What ends a line in YAML: more than what ends one in an editor, so its numbers of lines may be greater."""

_INTEGER = re.compile(r"-?[0-9]{1,9}")
_WORDS = {"": None, "null": None, "~": None, "true": True, "false": False}


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with content: where, and a sentence with the value and what is allowed."""

    file: str
    line: int
    """Counted from 1; 0 if it is the whole file."""
    field: str
    """The place in the file, like ``hero.offense[2].needs``."""
    says: str

    def __str__(self) -> str:
        return shown(f"{self.file}:{self.line}: {self.field or 'the file'}: {self.says}", ERROR_LENGTH)


class ContentError(Exception):
    """Content that cannot be loaded; ``problems`` says what is wrong with it, but for so many ``more``."""

    def __init__(self, problems: Sequence[Problem], more: int = 0) -> None:
        self.problems = list(problems)
        self.more = more
        self.lines = [str(problem) for problem in self.problems]
        super().__init__("\n".join(self.lines))


@dataclass
class Document:
    """The values of a file, the line of each, and what is wrong: the first faults, and how many ``more``."""

    file: str
    data: Any = None
    lines: dict[Path, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    more: int = 0

    @property
    def faults(self) -> int:
        """How many things are wrong."""
        return len(self.problems) + self.more

    @property
    def full(self) -> bool:
        """Whether so much is wrong that the rest is only counted."""
        return len(self.problems) >= FAULTS

    def wrong(self, path: Path, says: str) -> None:
        """Note that the value at ``path`` is wrong."""
        if self.full:
            self.more += 1
            return
        known = path
        while known and known not in self.lines:
            known = known[:-1]
        steps = [f"[{step}]" if isinstance(step, int) else f".{shown(step, QUOTED)}" for step in path]
        self.problems.append(
            Problem(self.file, self.lines.get(known, 1), "".join(steps).removeprefix("."), says)
        )


def problems_of(documents: Iterable[Document]) -> list[Problem]:
    """What is wrong with ``documents``, one after another, each line by line."""
    return [one for document in documents for one in sorted(document.problems, key=lambda one: one.line)]


def read(file: str, content: bytes, edition: str = "", editions: Sequence[str] = ()) -> Document:
    """The document in ``content``, with the values for ``edition`` where ``editions`` differ.

    Numbers, ``true`` and ``false`` are themselves; everything else is text, ``yes`` and ``on`` included.
    Without ``editions`` a field called ``edition`` is one like any other.
    """
    import yaml

    document = Document(file)
    try:
        text = text_of(FilePath(file), content)
        document.data = _Builder(document, edition, editions).build(text)
    except Unreadable as error:
        document.problems.append(Problem(file, error.line, "", error.says))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        says = " ".join(part for part in (error.context, error.problem) if part)
        if mark and _is_indented_by_tab(text, mark.line):
            says = "a tab indents this line; indent with spaces"
        document.problems.append(
            Problem(file, mark.line + 1 if mark else 0, "", f"this is not YAML: {shown(says, QUOTED * 2)}")
        )
    except yaml.YAMLError:
        document.problems.append(Problem(file, 0, "", "this is not YAML, for a character in it"))
    except _StopError as stop:
        document.problems.append(Problem(file, stop.line, "", stop.says))
    if not document.problems and not isinstance(document.data, dict):
        what = (
            "this file is empty"
            if document.data is None
            else f"{quoted(document.data)} is not a file of fields"
        )
        document.wrong((), f"{what}; allowed: `field: value` lines")
    return document


def _is_indented_by_tab(text: str, number: int) -> bool:
    """Whether the line ``number`` of ``text``, from 0, begins with blanks of which one is a tab.

    Where a text ends without a line break, YAML finds the end on a line after its last.
    """
    line = (*_YAML_BREAK.split(text), "")[number]
    return "\t" in line[: len(line) - len(line.lstrip())]


class _StopError(Exception):
    """Something that keeps the rest of the file from being read."""

    def __init__(self, line: int, says: str) -> None:
        super().__init__(says)
        self.line, self.says = line, says


class _Builder:
    """Builds plain values from the events of a YAML parser, without recursion into the parser's own stack."""

    def __init__(self, document: Document, edition: str, editions: Sequence[str]) -> None:
        self.document = document
        self.edition = edition
        self.editions = editions

    def build(self, text: str) -> Any:
        """The value of the only document in ``text``."""
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        root: list[Any] = []
        path: list[str | int] = []
        stack: list[list[Any] | dict[Any, Any]] = [root]
        keys: list[Any] = []
        for event in yaml.parse(text, Loader=loader):
            line = event.start_mark.line + 1 if event.start_mark else 0
            if len(getattr(event, "value", None) or "") > TEXT_LENGTH:
                raise _StopError(line, f"a text of more than {TEXT_LENGTH} characters is too long")
            if isinstance(event, yaml.DocumentStartEvent) and root:
                raise _StopError(line, "a second document begins here; a content file is one document")
            if isinstance(event, yaml.AliasEvent):
                anchor = shown(str(event.anchor), QUOTED)
                raise _StopError(line, f"*{anchor} refers to another place; write the value out instead")
            if isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                stack.pop()
                keys.pop()
                done = path.pop() if path else None
                self._settle(stack[-1], done, (*path, done) if done is not None else ())
                continue
            if not isinstance(event, (yaml.ScalarEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                continue
            parent = stack[-1]
            if isinstance(parent, dict) and keys[-1] is None:
                keys[-1] = self._key(event, path, line)
                continue
            step = self._step(parent, keys)
            here = (*path, step) if step is not None else ()
            self.document.lines.setdefault(here, line)
            value = self._value(event)
            if isinstance(parent, dict):
                parent[step] = value
            else:
                parent.append(value)
            if isinstance(value, (dict, list)):
                if len(stack) > DEPTH:
                    raise _StopError(line, f"values are nested more than {DEPTH} deep")
                stack.append(value)
                keys.append(None)
                if step is not None:
                    path.append(step)
        return root[0] if root else None

    def _key(self, event: Any, path: list[str | int], line: int) -> str:
        key = getattr(event, "value", None)
        if key is None:
            raise _StopError(line, "a field's name is a word, not a list or a mapping")
        here = (*path, key)
        before = self.document.lines.get(here)
        self.document.lines[here] = line
        if before is not None:
            self.document.wrong(
                here, f"the field {quoted(key)} was already given in line {before}; allowed: once"
            )
        return str(key)

    @staticmethod
    def _step(parent: list[Any] | dict[Any, Any], keys: list[Any]) -> str | int | None:
        if isinstance(parent, dict):
            key, keys[-1] = keys[-1], None
            return str(key)
        return len(parent) if keys else None

    @staticmethod
    def _value(event: Any) -> Any:
        value = getattr(event, "value", None)
        if value is None:
            return {} if type(event).__name__ == "MappingStartEvent" else []
        if not event.implicit[0]:
            return value
        if _INTEGER.fullmatch(value):
            return int(value)
        return _WORDS.get(value, value)

    def _settle(self, parent: list[Any] | dict[Any, Any], step: str | int | None, path: Path) -> None:
        """Where the value just finished is ``edition: {...}``, put the value for the edition in its place."""
        if step is None or not self.editions:
            return
        value = parent[step]  # type: ignore[index]  # a list's step is its index, a mapping's its key
        if not isinstance(value, dict) or set(value) != {"edition"}:
            return
        ways = value["edition"]
        if not isinstance(ways, dict) or not set(ways) <= set(self.editions):
            self.document.wrong(
                (*path, "edition"),
                f"{quoted(ways)} is not a value for each edition; allowed: {', '.join(self.editions)}",
            )
        elif self.edition not in ways:
            self.document.wrong(
                (*path, "edition"), f"there is no value for the edition {quoted(self.edition)}"
            )
        else:
            parent[step] = ways[self.edition]  # type: ignore[index]
