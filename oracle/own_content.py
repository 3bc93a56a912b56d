"""Content of the user's own: a folder of content files that are loaded beside ours."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from dicelaw.oracle.errors import UserError


@dataclass(frozen=True)
class OwnContent:
    """A folder with content files; ``digest`` tells what is in them from anything else."""

    folder: Path
    digest: str


def own_content(folder: Path) -> OwnContent:
    """The content in ``folder``, not looked into yet. Raises UserError where there is none."""
    try:
        if not folder.exists():
            raise UserError(f"{folder}: there is no such folder")
        if not folder.is_dir():
            raise UserError(f"{folder}: this is a file; a folder with content files (*.yaml) is wanted")
        files = [(path.name, path.read_bytes()) for path in sorted(folder.glob("*.yaml"))]
    except OSError as error:
        raise UserError(f"{error.filename or folder}: this cannot be read: {error.strerror}") from None
    if not files:
        raise UserError(f"{folder}: this folder has no content file (*.yaml)")
    digest = hashlib.blake2b(digest_size=16)
    for name, content in files:
        for part in (name.encode(), content):
            digest.update(len(part).to_bytes(8, "big") + part)
    return OwnContent(folder, digest.hexdigest())
