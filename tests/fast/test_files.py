"""Files are written whole or not at all."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from dicelaw.checker.files import check_writable, staged, write_whole

ROOT = Path(__file__).parents[2]
PRODUCT = ("model", "specs", "checker", "oracle", "testing", "scripts")
LIMITED = """
import resource, sys
from pathlib import Path
from dicelaw.checker.files import write_whole
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_whole(Path(sys.argv[1]), "x" * 5000)
except OSError as error:
    print(error.filename, error.strerror)
"""


@pytest.mark.parametrize("before", [None, "what was there"])
def test_a_full_disk_leaves_what_was_there_and_nothing_beside_it(tmp_path: Path, before: str | None) -> None:
    """A limit of the size of files stands for the disk: the write ends in the middle."""
    path = tmp_path / "out.txt"
    if before is not None:
        path.write_text(before)
    ended = subprocess.run([sys.executable, "-c", LIMITED, path], capture_output=True, text=True, check=True)
    assert ended.stdout == f"{path} File too large\n"
    assert [one.name for one in tmp_path.iterdir()] == ([] if before is None else ["out.txt"])
    assert before is None or path.read_text() == before


def test_several_files_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    """One that cannot be written leaves the others as they were."""
    one, two = tmp_path / "one", tmp_path / "no folder" / "two"
    one.write_text("old")
    with pytest.raises(FileNotFoundError) as caught, staged({one: "new", two: "new"}):
        pass
    assert caught.value.filename == str(two)
    assert one.read_text() == "old"
    assert [*tmp_path.iterdir()] == [one]


def test_a_block_that_fails_changes_nothing(tmp_path: Path) -> None:
    """What is to be done before the files are moved is part of it."""
    with pytest.raises(RuntimeError), staged({tmp_path / "one": b"new"}):
        raise RuntimeError
    assert not [*tmp_path.iterdir()]


def test_a_link_and_the_permissions_of_a_file_stay(tmp_path: Path) -> None:
    """Only the content changes."""
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to("real")
    write_whole(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    """As any other program makes it."""
    (tmp_path / "usual").touch()
    write_whole(tmp_path / "new", b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_pipe_is_written_to_as_it_is(tmp_path: Path) -> None:
    """It is not replaced by a file; so `--out /dev/stdout` works."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "through")
    reader.join(timeout=10)
    assert read == ["through"]
    assert pipe.is_fifo()


def test_nothing_is_written_in_another_way() -> None:
    """No other file of the product opens one to write it from its beginning; a search grows its own."""
    found = {
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for folder in PRODUCT
        for file in (ROOT / folder).rglob("*.py")
        if file != ROOT / "checker" / "files.py"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and _writes(node)
    }
    assert found == set()


def _writes(call: ast.Call) -> bool:
    """Whether ``call`` is one that writes a file from its beginning."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("write_text", "write_bytes", "savetxt", "NamedTemporaryFile"):
        return True
    given = [*call.args, *(one.value for one in call.keywords if one.arg == "mode")]
    modes = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return name in ("open", "fdopen") and any(mode[:1] in ("w", "x") for mode in modes)


@pytest.mark.parametrize("before", [None, "what was there"])
def test_a_place_that_can_be_written_is_left_as_it_was(tmp_path: Path, before: str | None) -> None:
    """Nothing of the try stays."""
    path = tmp_path / "out.txt"
    if before is not None:
        path.write_text(before)
    check_writable(path)
    assert [one.name for one in tmp_path.iterdir()] == ([] if before is None else ["out.txt"])
    assert before is None or path.read_text() == before


@pytest.mark.parametrize("name", ["no folder/out.txt", "", "file/out.txt", "loop", "loop/out.txt", "x" * 300])
@pytest.mark.parametrize(
    "call", [check_writable, lambda path: write_whole(path, "x")], ids=["check", "write"]
)
def test_a_place_that_cannot_be_written_is_told(
    tmp_path: Path, name: str, call: Callable[[Path], None]
) -> None:
    """The error has the path that was asked for."""
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match=r".") as caught:
        call(tmp_path / name)
    assert caught.value.filename == str(tmp_path / name)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file", "loop"]
