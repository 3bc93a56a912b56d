"""Make again what is recorded, as far as what it is made of has changed, and say what is different by rule.

Recorded are the expected verdicts, plays to goals, plays of rulings, vectors, what ties rules to their text,
and what is made of declarations. Of each recording .record.json keeps the digests of the modules and files
that it was made of: where none of them has changed, nothing is done.

Words name the recordings whose name has all of them; --list names all, --due those that would be made again,
--again makes all of them, and --seek tries rules again that nothing ties to their text.

Usage: python scripts/record.py [--list] [--due] [--again] [--seek] [WORD ...]
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click
import generated
from recorders import recordings, temporary

import dicelaw
from dicelaw.checker.files import write_whole
from dicelaw.checker.verify.report import EXPECTED
from dicelaw.oracle.cli.options import told

STAMPS = generated.ROOT / ".record.json"
INSTALLED = Path(dicelaw.__file__).parent
DATA = (".yaml", ".json")
OPTIONS = ("--list", "--due", "--again", "--seek")
Stamp = Mapping[str, str]
"""What a recording was made of: files by name, each with its digest."""


@dataclass(frozen=True)
class Done:
    """What became of the recording ``name``: what changed, by rule, and what it was made of."""

    name: str
    changes: Mapping[str, str]
    stamp: Stamp


def main(words: Sequence[str]) -> int:
    """Make again what of the recordings is asked for and due."""
    wanted = [word for word in words if not word.startswith("--")]
    seek = "--seek" in words
    names = [name for name in recordings(seek=seek) if all(word in name for word in wanted)]
    unknown = [word for word in words if word.startswith("--") and word not in OPTIONS]
    if unknown or not names:
        what = f"there is no option {unknown[0]}" if unknown else f"no recording is called {' '.join(wanted)}"
        click.echo(f"error: {what}; --list names the recordings", err=True)
        return 2
    if "--list" in words:
        click.echo("\n".join(names))
        return 0
    stamps: dict[str, Stamp] = json.loads(STAMPS.read_text(encoding="utf-8")) if STAMPS.exists() else {}
    due = [name for name in names if seek or "--again" in words or not is_as_it_was(stamps.get(name))]
    if "--due" in words:
        click.echo("\n".join(due) or "nothing is due", err=not due)
        return 0
    by_rule: dict[str, list[str]] = defaultdict(list)
    workers = ProcessPoolExecutor(2, mp_context=get_context("spawn"), max_tasks_per_child=1)
    with told() as tell, workers:
        tasks = [workers.submit(made_again, name, seek) for name in due]
        for number, task in enumerate(as_completed(tasks), 1):
            done = task.result()
            tell("recordings made again", number, len(due))
            stamps[done.name] = done.stamp
            write_whole(STAMPS, json.dumps(stamps, indent=1, sort_keys=True) + "\n")
            for rule, what in done.changes.items():
                by_rule[rule].append(f"{what} in {done.name}")
    for rule, changes in sorted(by_rule.items()):
        click.echo(f"{rule}: {', '.join(sorted(changes))}")
    as_before = len(names) - len(due)
    click.echo(f"{len(due)} made again, {as_before} as before; {len(by_rule)} rules differ", err=True)
    return 0


def made_again(name: str, seek: bool) -> Done:
    """Make the recording ``name`` anew, and put it where it belongs if it differs.

    This process loads what it is made of and nothing else. Proofs are kept from before; all else is read and
    built anew, so that what does that is loaded too.
    """
    kind, about = name.split(" ", 1)
    place, make = recordings(seek=seek, game=about)[name]
    with temporary() as folder, temporary() as cache:
        if kind != "expected":
            os.environ["XDG_CACHE_HOME"] = cache
        new = Path(folder) / place.name
        make(new)
        changes = differences(rows_in(place, name), rows_in(new, name))
        if texts(place) != texts(new):
            for target in {place, in_project(place)}:
                put(new, target)
    return Done(name, changes, made_of(place, [place.parent / EXPECTED] * (kind == "witnesses")))


def in_project(place: Path) -> Path:
    """Where the file of the installed package is in the project; any other place is itself."""
    return generated.ROOT / place.relative_to(INSTALLED) if place.is_relative_to(INSTALLED) else place


def put(new: Path, target: Path) -> None:
    """Let ``target`` be as ``new`` is, a file or a folder of files."""
    if new.is_file():
        write_whole(target, new.read_text(encoding="utf-8"))
        return
    if new.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        for file in new.iterdir():
            write_whole(target / file.name, file.read_text(encoding="utf-8"))
    for file in target.iterdir():
        if not (new / file.name).exists():
            file.unlink()


def texts(place: Path) -> dict[str, str]:
    """The text of each file of ``place``."""
    files = sorted(place.iterdir()) if place.is_dir() else [place] if place.exists() else []
    return {"" if place.is_file() else file.name: file.read_text(encoding="utf-8") for file in files}


def rows_in(place: Path, name: str) -> dict[tuple[str, str], str]:
    """What the recording ``name`` says at ``place``, by rule and by what tells those of one rule apart."""
    found: dict[tuple[str, str], str] = {}
    for text in texts(place).values():
        if place.suffix == ".json" and place.name == "expected.json":
            found |= {(rule, name): verdict for rule, name, verdict in verdicts(json.loads(text))}
        elif place.suffix in ("", ".jsonl"):
            for line in text.splitlines():
                row = json.loads(line)
                found[rule_of(row), str(row.get("id", row.get("shows", "")))] = line
        else:
            found[name, ""] = text
    return found


def verdicts(manifest: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The verdicts of ``manifest``: property, reading, and verdict."""
    for reading, found in [("", manifest["verdicts"]), *manifest["readings"].items()]:
        yield from ((id, reading, verdict) for id, verdict in found.items())


def rule_of(row: Mapping[str, Any]) -> str:
    """The rule, property or ruling that a recorded ``row`` is about."""
    if "rule" in row or "property" in row:
        return str(row.get("rule", row.get("property")))
    about = str(row["id"]).split("/", 2)[2]
    return about if about.startswith("ruling/") else about.rpartition("/")[0]


def differences(old: Mapping[tuple[str, str], str], new: Mapping[tuple[str, str], str]) -> dict[str, str]:
    """What differs between ``old`` and ``new``, by rule."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for key in {*old, *new}:
        if old.get(key) != new.get(key):
            what = "gone" if key not in new else "new" if key not in old else "changed"
            counts[key[0]][what] += 1
    return {
        rule: " and ".join(f"{count} {what}" for what, count in sorted(found.items()))
        for rule, found in counts.items()
    }


def made_of(place: Path, also: Sequence[Path]) -> Stamp:
    """The modules of the package that this process has loaded, the data beside them, ``place`` and ``also``.

    Beside an ``__init__`` that was loaded only for what lies below it, no data are read.
    """
    loaded = [
        getattr(one, "__file__", None) for name, one in sys.modules.items() if name.startswith("dicelaw.")
    ]
    modules = {Path(file) for file in loaded if file}
    scripts = {generated.ROOT / "scripts" / f"{name}.py" for name in ("record", "recorders", "generated")}
    folders = {module.parent for module in modules if module.name != "__init__.py"}
    data = {file for one in folders for file in data_in(one)}
    own = set(place.iterdir()) if place.is_dir() else {place}
    return {str(file): digest(file) for file in sorted({*modules, *scripts, *data, *own, *also})}


def data_in(folder: Path) -> set[Path]:
    """The data in ``folder`` and in folders below it that have no modules, but for what is recorded there."""
    found = {file for file in folder.iterdir() if file.suffix in DATA and file.name != EXPECTED}
    for below in folder.iterdir():
        if below.is_dir() and not (below / "__init__.py").exists() and below.name != "__pycache__":
            found |= data_in(below)
    return found


def is_as_it_was(stamp: Stamp | None) -> bool:
    """Whether all that a recording was made of is as it was."""
    return stamp is not None and all(digest(Path(file)) == kept for file, kept in stamp.items())


def digest(file: Path) -> str:
    """The digest of ``file``; nothing where it is not there."""
    return hashlib.blake2b(file.read_bytes(), digest_size=12).hexdigest() if file.is_file() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
