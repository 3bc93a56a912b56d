"""Loading content: our own heroes, cards and status effects, and those in folders of the user's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from dicelaw.model.dice_throne.content_file import EDITIONS, ContentError, Document, Problem, read
from dicelaw.model.dice_throne.language import Pack

__all__ = ["EDITIONS", "ContentError", "Problem", "load_pack"]


def load_pack(folders: Sequence[Path] = (), edition: str = "later") -> Pack:
    """All content of this package and of the ``*.yaml`` files in ``folders``, for one printing of the game.

    Raises :class:`ContentError`, which names everything that is wrong.
    """
    from dicelaw.model.dice_throne.builder import build

    if edition not in EDITIONS:
        says = f"unknown edition {edition!r}; allowed: {', '.join(EDITIONS)}"
        raise ContentError([Problem("", 0, "edition", says)])
    documents = [read(name, content, edition) for name, content in _own_files()]
    problems: list[Problem] = []
    for folder in folders:
        try:
            found = sorted(Path(folder).glob("*.yaml")) if Path(folder).is_dir() else None
            if found is None:
                problems.append(Problem(str(folder), 0, "", "there is no such folder"))
                continue
            documents += [read(str(path), path.read_bytes(), edition) for path in found]
        except OSError as error:
            problems.append(Problem(str(folder), 0, "", f"this cannot be read: {error.strerror}"))
    pack = build(documents)
    problems += _problems(documents)
    if problems:
        raise ContentError(problems)
    return pack


def _own_files() -> Iterator[tuple[str, bytes]]:
    folder = files("dicelaw.model.dice_throne") / "content"
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".yaml"):
            yield f"content/{entry.name}", entry.read_bytes()


def _problems(documents: Sequence[Document]) -> list[Problem]:
    return [
        problem
        for document in documents
        for problem in sorted(document.problems, key=lambda problem: problem.line)
    ]
