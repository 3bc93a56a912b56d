"""A folder of content files, or one such file: which files there are, and what is in them."""

from __future__ import annotations

from pathlib import Path

from dicelaw.model.content.document import read
from dicelaw.model.foreign.files import Unreadable, inside, read_file
from dicelaw.model.foreign.limits import CONTENT_FILES


def content_files(folder: Path) -> list[tuple[Path, bytes]]:
    """The content files (``*.yaml``) of ``folder`` in the order of their names. Raises Unreadable.

    It may also be one such file. A link that leads out of the folder is not followed.
    """
    try:
        if not folder.exists():
            what = "file" if folder.suffix == ".yaml" else "folder"
            raise Unreadable(folder, f"there is no such {what}")
        if not folder.is_dir() and folder.suffix == ".yaml":
            return [(folder, read_file(folder))]
        if not folder.is_dir():
            says = "this is a file; a folder with content files (*.yaml), or one of them, is wanted"
            raise Unreadable(folder, says)
        found = sorted(folder.glob("*.yaml"))
    except OSError as error:
        raise Unreadable(folder, f"this cannot be read: {error.strerror}") from None
    except ValueError:
        raise Unreadable(folder, "this is not the name of a folder") from None
    if len(found) > CONTENT_FILES:
        says = f"this folder has {len(found)} content files (*.yaml); the limit is {CONTENT_FILES}"
        raise Unreadable(folder, says)
    return [(path, read_file(inside(folder, path.name))) for path in found]


def fields_of(folder: Path) -> set[str]:
    """The fields of the content files of ``folder``, or of the file that it is; see :func:`content_files`."""
    documents = (read(str(path), data).data for path, data in content_files(folder))
    return {str(name) for data in documents if isinstance(data, dict) for name in data}
