"""Recordings: JSON lines in a folder, a file a family of rules, in an order that a diff can be read in.

What a search or a proof found once is kept in the package as text. A change of a rule then changes the lines
of its own family and no others, and Git keeps the difference instead of the whole.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from dicelaw.checker.files import staged

Row = Mapping[str, Any]
_SUFFIX = ".jsonl"


def rows_of(folder: Traversable) -> Iterator[dict[str, Any]]:
    """The rows in ``folder``, family by family; none where there is no such folder."""
    if not folder.is_dir():
        return
    families = (one for one in folder.iterdir() if one.name.endswith(_SUFFIX))
    for file in sorted(families, key=lambda one: one.name):
        for line in file.read_text(encoding="utf-8").split("\n")[:-1]:
            yield json.loads(line)


def write_rows(folder: Path, rows: Iterable[Row], family: Callable[[Row], str]) -> None:
    """Let ``folder`` have ``rows`` in their order, each in the file of its ``family``, and nothing else.

    Raises OSError, and then the files are as they were.
    """
    families: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        line = json.dumps(row, separators=(",", ":"), ensure_ascii=False)
        families[f"{family(row)}{_SUFFIX}"].append(f"{line}\n")
    folder.mkdir(parents=True, exist_ok=True)
    with staged({folder / name: "".join(lines) for name, lines in sorted(families.items())}):
        pass
    for old in folder.glob(f"*{_SUFFIX}"):
        if old.name not in families:
            old.unlink()
