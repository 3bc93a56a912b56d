"""Content of the user's own: a folder of content files that are loaded beside ours."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from dicelaw.model.content.folder import content_files
from dicelaw.model.foreign.files import Unreadable
from dicelaw.oracle.errors import UserError


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
        raise UserError(f"{folder}: this folder has no content file (*.yaml)")
    digest = hashlib.blake2b(digest_size=16)
    for path, content in files:
        for part in (path.name.encode("utf-8", "surrogateescape"), content):
            digest.update(len(part).to_bytes(8, "big") + part)
    return OwnContent(folder, digest.hexdigest())
