"""What is said about content files with mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicelaw.model.dice_throne.loader import ContentError, load_pack


def problems(folder: Path, text: str | bytes) -> list[tuple[int, str, str]]:
    """Line, field and sentence of each problem of ``folder`` with ``text`` as a file in it."""
    (folder / "mine.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(ContentError) as caught:
        load_pack([folder])
    assert all(problem.file.endswith(".yaml") for problem in caught.value.problems)
    return [(problem.line, problem.field, problem.says) for problem in caught.value.problems]


def only_problem(folder: Path, text: str | bytes) -> tuple[int, str, str]:
    """The only problem of ``folder`` with ``text`` as a file in it."""
    found = problems(folder, text)
    assert len(found) == 1, found
    return found[0]
