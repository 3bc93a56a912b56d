"""The report of a run as a folder: what is found is there at once, whatever becomes of the run.

Results and disagreements are appended as they come. In the end the files are written anew, whole; until then
the page and the file for build servers say that the run is not complete.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from dicelaw.checker.files import staged
from dicelaw.model.foreign.json_text import NotJson, from_json, to_json
from dicelaw.oracle.conform.check import Result
from dicelaw.oracle.conform.junit import junit
from dicelaw.oracle.conform.page import page
from dicelaw.oracle.conform.report import disagreement_message, messages, result_message, saved
from dicelaw.oracle.conform.run import Plan, Tally
from dicelaw.oracle.errors import UserError

RESULTS, JUNIT, PAGE = Path("results.jsonl"), Path("junit.xml"), Path("index.html")
UNDER_WAY = "the run goes on, or was ended by force; results.jsonl has what was found until then"
_NUMBERED = re.compile(r"disagreement/([0-9]{1,9})")


class Folder:
    """The report of a run of ``plan`` in the folder ``path``, which is made if there is none.

    Vectors that are there already stay, and disagreements are numbered on from theirs. Raises UserError where
    something cannot be written.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self.known: set[str] = set()
        """The vectors that are there, whatever their ids."""
        self.numbered = 0
        """The highest number of a disagreement that is there."""
        self.vectors: Path | None = None
        """Where the vectors of this run are, once there are any."""
        self._told = 0
        vectors = path / "vectors"
        try:
            vectors.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=vectors):
                pass
            self._read(vectors)
            self._write(Tally(ended=UNDER_WAY), "")
            if not (path / RESULTS).is_file():
                raise UserError(f"{path / RESULTS}: this cannot be written: it is not a file")
        except OSError as error:
            raise self._refused(error) from None

    def add(self, result: Result, tally: Tally) -> None:
        """Note ``result``, and the disagreements of ``tally`` that are new. Raises UserError."""
        new = [*tally.findings.items()][self._told :]
        rows = [result_message(result)]
        try:
            for key, finding in new:
                rows.append(disagreement_message(finding, tally.times[key]))
                self._keep(saved(finding))
                self._told += 1
            _append(self.path / RESULTS, rows)
        except OSError as error:
            raise self._refused(error) from None

    def finish(self, tally: Tally) -> list[Path]:
        """Write what ``tally`` came to; the files of the report. Raises UserError."""
        rows = [*(result_message(result) for result in tally.results), *messages(tally)]
        try:
            for finding in [*tally.findings.values()][self._told :]:
                self._keep(saved(finding))
                self._told += 1
            self._write(tally, _lines(rows))
        except OSError as error:
            raise self._refused(error) from None
        return [self.path / name for name in (RESULTS, JUNIT, PAGE)] + (
            [self.vectors] if self.vectors else []
        )

    def _write(self, tally: Tally, results: str) -> None:
        texts = {RESULTS: results, JUNIT: junit(self.plan, tally), PAGE: page(self.plan, tally)}
        with staged({self.path / name: text for name, text in texts.items()}):
            pass

    def _keep(self, vector: Mapping[str, Any]) -> None:
        """Append ``vector``, unless its play is there already."""
        play = _play(vector)
        if play not in self.known:
            if self.vectors is None:
                self.vectors = _unused(self.path / "vectors")
            _append(self.vectors, [vector])
            self.known.add(play)

    def _read(self, vectors: Path) -> None:
        for file in vectors.rglob("*.jsonl"):
            for row in file.read_text(encoding="utf-8", errors="replace").split("\n"):
                with suppress(NotJson, AttributeError):  # it is no vector, and none of ours
                    found = from_json(row)
                    self.known.add(_play(found))
                    number = _NUMBERED.fullmatch(str(found.get("id")))
                    self.numbered = max(self.numbered, int(number[1]) if number else 0)

    def _refused(self, error: OSError) -> UserError:
        return UserError(f"{error.filename or self.path}: this cannot be written: {error.strerror}")


def _play(vector: Mapping[str, Any]) -> str:
    """What a vector tests."""
    parts = {name: vector.get(name) for name in ("setup", "begin", "steps", "damage", "total")}
    return json.dumps(parts, sort_keys=True)


def _unused(folder: Path) -> Path:
    """A file for vectors that is not there yet; it is made."""
    number = 1
    while True:
        path = folder / (f"disagreements-{number}.jsonl" if number > 1 else "disagreements.jsonl")
        with suppress(FileExistsError):
            path.touch(exist_ok=False)
            return path
        number += 1


def _append(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Append ``rows`` to a file; all of them, or none where it cannot take them."""
    data = _lines(rows).encode()
    number = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        size = os.fstat(number).st_size
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(number, rest) :]
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(number, size)
            error.filename = str(path)
            raise
    finally:
        os.close(number)


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(f"{to_json(row)}\n" for row in rows)
