"""The manifest of evidence while it is being made, so that a run that is ended has one of what it proved.

Workers note what they have written as files in a folder of the run: one that is ended in the middle holds
nobody up.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import monotonic

from pydantic import TypeAdapter

from dicelaw.checker.evidence.evidence import Entry, write_manifest
from dicelaw.checker.files import write_whole

PAUSE = 2.0
"""How many seconds at least pass from one manifest to the next."""
SHARE = 1 / 30
"""Which part of the time goes into manifests at most: proofs are made meanwhile, on the same cores."""
_FORM = TypeAdapter(Entry)
_notes: Path | None = None


def note_in(folder: Path) -> None:
    """Note what this process proves in ``folder`` from now on."""
    global _notes  # noqa: PLW0603 (a process works for one run)
    _notes = folder


def note(entry: Entry) -> None:
    """Note ``entry``, whose script is written; without a word where that is not possible."""
    if _notes is not None:
        with suppress(OSError):
            write_whole(_notes / Path(entry.file).with_suffix(".json").name, _FORM.dump_json(entry))


class Growing:
    """The manifest in ``folder`` of what is noted in ``notes``."""

    def __init__(self, folder: Path, notes: Path) -> None:
        self.folder, self.notes = folder, notes
        self._found: dict[str, Entry] = {}
        self._next = 0.0

    def write(self, *, now: bool = False) -> None:
        """Write it, where something new stands and some time has passed, or ``now``. Raises OSError."""
        begun = monotonic()
        if not now and begun < self._next:
            return
        names = {file.name for file in self.notes.iterdir() if file.suffix == ".json"}
        if new := sorted(names - self._found.keys()):
            self._found |= {name: _FORM.validate_json((self.notes / name).read_bytes()) for name in new}
            write_manifest(self.folder, standing([*self._found.values()]))
            ended = monotonic()
            self._next = ended + max(PAUSE, (ended - begun) / SHARE)


def standing(entries: list[Entry]) -> list[Entry]:
    """Those of ``entries`` for which all that they rest on, directly or not, is among them."""
    found = {(one.game, one.property): one for one in entries}
    while True:
        lacking = [key for key, one in found.items() if any((key[0], id) not in found for id in one.rests_on)]
        if not lacking:
            return [*found.values()]
        for key in lacking:
            del found[key]
