"""The manifest of evidence, and the files that it names: all of it inside of one folder."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pydantic import TypeAdapter, ValidationError

from dicelaw.checker.evidence.evidence import FORMAT, KINDS, MANIFEST, Entry, digest_of
from dicelaw.model.foreign.json_text import NotJson, from_json

LARGEST = 256 << 20
"""How many bytes a file of evidence may have."""
_NAME = re.compile(r"[ !#-\[\]-{}~]{1,300}")
"""What names may be made of: they are printed, and stand in scripts."""


class BadEvidence(Exception):
    """The manifest, or a file that it names, is missing or malformed; the message says where."""


@dataclass(frozen=True)
class Manifest:
    """What the evidence in ``folder`` is about; ``sha256`` is a digest of all of it."""

    folder: Path
    sha256: str
    entries: Sequence[Entry]


def load(folder: Path) -> Manifest:
    """The manifest in ``folder``. Raises BadEvidence."""
    place = folder / MANIFEST
    try:
        manifest = from_json(content_of(folder, MANIFEST))
    except BadEvidence as bad:
        raise BadEvidence(f"{folder}: {bad}") from None
    except NotJson as error:
        raise BadEvidence(f"{place}: this is not JSON: {error}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadEvidence(f"{place}: format: this is not evidence of format {FORMAT}")
    properties = manifest.get("properties")
    if not isinstance(properties, list) or not properties:
        raise BadEvidence(f"{place}: properties: there are none")
    digest = digest_of(properties)
    if manifest.get("sha256") != digest:
        raise BadEvidence(f"{place}: sha256: this is not the manifest that was written: its checksum differs")
    try:
        entries = TypeAdapter(list[Entry]).validate_python(properties)
    except ValidationError as error:
        number, *rest = error.errors()[0]["loc"]
        name = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in rest)
        says = f"{place}: properties[{number}]{name}: this is missing or of another kind"
        raise BadEvidence(says) from None
    for number, entry in enumerate(entries):
        if (odd := _odd(entry)) is not None:
            raise BadEvidence(f"{place}: properties[{number}].{odd}")
    if len({(one.game, one.property) for one in entries}) != len(entries):
        raise BadEvidence(f"{place}: properties: one of them is there twice")
    return Manifest(folder, digest, entries)


def content_of(folder: Path, name: str) -> bytes:
    """What the file ``name`` has, a regular file inside of ``folder``. Raises BadEvidence."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise BadEvidence(f"{name}: this is not a file inside of the folder")
    place = folder / path
    try:
        if not place.resolve().is_relative_to(folder.resolve()):
            raise BadEvidence(f"{name}: this leads out of the folder")
        number = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(number, "rb") as file:
            status = os.fstat(number)
            if not stat.S_ISREG(status.st_mode):
                raise BadEvidence(f"{name}: this is not a regular file")
            if status.st_size > LARGEST:
                raise BadEvidence(f"{name}: this has more than {LARGEST >> 20} MiB")
            return file.read(LARGEST)
    except OSError as error:
        raise BadEvidence(f"{name}: this cannot be read: {error.strerror}") from None
    except (ValueError, RuntimeError):
        raise BadEvidence(f"{name}: this is no path") from None


def _odd(entry: Entry) -> str | None:
    """Which name of ``entry`` is none that evidence may have, if there is one."""
    rounds = [name for one in entry.rounds for name in (one.measure, *one.cycle, *one.lowered)]
    fields = {
        "game": [entry.game], "property": [entry.property], "file": [entry.file], "rests_on": entry.rests_on,
        "edges": [name for edge in entry.edges for name in edge], "rounds": rounds,
        "checks": [name for _, *names in entry.checks for name in names if name],
    }  # fmt: skip
    if any(kind not in KINDS for kind, _, _ in entry.checks):
        return f"checks: a kind is none of {', '.join(KINDS)}"
    for field, names in fields.items():
        if not all(map(_NAME.fullmatch, names)):
            return f"{field}: there are characters in a name that no name has, or too many"
    return None
