"""The folder of an atlas: all of it is there, or what was there before."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex

from dicelaw.checker.files import check_writable, write_whole
from dicelaw.model.foreign.json_text import NotJson, from_json, to_json
from dicelaw.oracle.atlas.pages import Says, Sort, group_page, index_page
from dicelaw.oracle.atlas.result import VERSION, Atlas, name_of, scenarios
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.fuzz.meetings import NAMES as FOLDERS

INDEX, STATE, SCENARIOS = "index.html", "atlas.json", "scenarios"


def check_place(folder: Path) -> None:
    """Raises UserError where no atlas can be written to ``folder``: something else is there."""
    try:
        if folder.exists() and not folder.is_dir():
            raise UserError(f"{folder}: this is a file; name a folder that is not there yet, or an atlas")
        if folder.is_dir() and [*folder.iterdir()] and not _is_atlas(folder):
            says = "this folder has other files, and an atlas takes the whole of its folder"
            raise UserError(f"{folder}: {says}; name one that is empty or not there yet")
        folder.resolve().parent.mkdir(parents=True, exist_ok=True)
        check_writable(_beside(folder))
    except OSError as error:
        raise UserError(f"{folder}: this cannot be written: {error.strerror}") from None


def _is_atlas(folder: Path) -> bool:
    try:
        found = from_json((folder / STATE).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, NotJson):
        return False
    return isinstance(found, dict) and found.get("dicelaw_atlas") == VERSION


def write(folder: Path, atlas: Atlas, sort: Sort, says: Says) -> None:
    """Let ``folder`` have ``atlas`` and nothing else. Raises UserError, and then it is as it was."""
    new = _beside(folder)
    try:
        for name, text in _files(atlas, sort, says):
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
        _moved(new, folder)
    except OSError as error:
        raise UserError(f"{error.filename or folder}: this cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _moved(new: Path, folder: Path) -> None:
    """Put ``new`` in the place of ``folder``."""
    place, old = folder.resolve(), _beside(folder)
    if place.exists():
        place.rename(old)
    try:
        new.rename(place)
    except OSError:
        if old.exists():
            old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _beside(folder: Path) -> Path:
    place = folder.resolve()
    return place.with_name(f".dicelaw-{token_hex(8)}.part")


def _files(atlas: Atlas, sort: Sort, says: Says) -> Iterator[tuple[str, str]]:
    for part in filter(None, (atlas, atlas.triples)):
        for group, rows in part.by_pair.items():
            yield f"{FOLDERS[part.size]}/{name_of(group)}.html", group_page(group, rows, part, says)
    yield from ((f"{SCENARIOS}/{name}", text) for name, text in scenarios(atlas).items())
    yield STATE, to_json(atlas.as_json()) + "\n"
    yield INDEX, index_page(atlas, sort)
