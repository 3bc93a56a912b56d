"""Content of the user's own: a folder of content files that are loaded beside ours."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from dicelaw.model.content.folder import content_files
from dicelaw.model.foreign.files import Unreadable
from dicelaw.model.foreign.limits import CONTENT_FILES
from dicelaw.oracle.errors import UserError

NAMED = 3
"""So many folders with content are named at most where one without is given."""


@dataclass(frozen=True)
class OwnContent:
    """A folder with content files, or one; ``digest`` tells what is in them from anything else."""

    folder: Path
    digest: str


def own_content(folder: Path) -> OwnContent:
    """The content in ``folder``, not looked into yet. Raises UserError where there is none."""
    try:
        files = content_files(folder)
    except Unreadable as why:
        raise UserError(str(why)) from None
    if not files:
        raise UserError(f"{folder}: this folder has no content file (*.yaml){_within(folder)}")
    digest = hashlib.blake2b(digest_size=16)
    for path, content in files:
        for part in (path.name.encode("utf-8", "surrogateescape"), content):
            digest.update(len(part).to_bytes(8, "big") + part)
    return OwnContent(folder, digest.hexdigest())


def _within(folder: Path) -> str:
    """A clause that names folders in ``folder`` that have content files, if any has."""
    found = sorted(str(one.parent) for one in islice(folder.glob("*/*.yaml"), CONTENT_FILES))
    return f"; name one in it that has: {', '.join([*dict.fromkeys(found)][:NAMED])}" if found else ""


def must_be(content: OwnContent) -> None:
    """Raises UserError where its folder no longer holds ``content``."""
    try:
        now = own_content(content.folder)
    except UserError:
        now = None
    if now != content:
        says = "this content was changed while it was read, so nothing is decided about it; run it again"
        raise UserError(f"{content.folder}: {says}")


@contextmanager
def unchanging(content: OwnContent | None) -> Iterator[None]:
    """What is found within it, by processes that read ``content`` each by itself, is about that alone.

    Raises UserError where it was changed meanwhile, whatever came of that.
    """
    try:
        yield
    except Exception:
        if content is not None:
            must_be(content)
        raise
    if content is not None:
        must_be(content)
