"""A place that cannot be written is told before any work is done, with the code of a mistake of the user."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

LOG = Path(__file__).parents[2] / "examples" / "audit"
AUDIT = ["audit", "dice-throne", str(LOG / "server.jsonl"), "--mapping", str(LOG / "server.yaml"), "--save"]
CONFORM = ["conform", "dice-throne", "--impl", shlex.join([sys.executable, "-c", ""]), "--report"]
WORK = {
    "play": (["play", "dice-throne", "--seat", "1=random", "--save"], "dicelaw.oracle.cli.play._run"),
    "audit": (AUDIT, "dicelaw.oracle.audit.run.audit"),
    "vectors": (["vectors", "dice-throne", "--out"], "dicelaw.oracle.files.vectors.in_groups"),
    "verify": (["verify", "fragments", "--evidence"], "dicelaw.checker.verify.verify.verify"),
    "conform": (CONFORM, "dicelaw.oracle.conform.run.conform"),
    "search": (["search", "queue/2", "--checkpoint"], "dicelaw.checker.search.search.run"),
}
"""Each verb that works before it writes, and what its work is."""
PLACES = ["FILE/below", "LOOP/below", "DANGLING/below", "NAME"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("verb", WORK)
def test_it_is_found_before_the_work(
    verb: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Below a file, a round of links and a link to nothing, and under a name that is too long."""
    (tmp_path / "FILE").touch()
    (tmp_path / "LOOP").symlink_to("LOOP")
    (tmp_path / "DANGLING").symlink_to("nothing/here")
    arguments, work = WORK[verb]
    monkeypatch.setattr(work, _not_to_be_called)
    code = main([*arguments, str(tmp_path / place.replace("NAME", "x" * 300))])
    out, err = capsys.readouterr()
    assert (code, out) == (ExitCode.BAD_INPUT, ""), err
    assert "cannot be" in err
    assert "Traceback" not in err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["DANGLING", "FILE", "LOOP"]


@pytest.mark.parametrize("verb", ["vectors", "verify"])
def test_a_folder_in_the_place_of_a_file_is_found_before_the_work(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / {"vectors": "manifest.json", "verify": "evidence.json"}[verb]).mkdir()
    arguments, work = WORK[verb]
    monkeypatch.setattr(work, _not_to_be_called)
    assert main([*arguments, str(tmp_path)]) == ExitCode.BAD_INPUT
    assert "Is a directory" in capsys.readouterr().err


def _not_to_be_called(*_: object, **__: object) -> None:
    pytest.fail("the work has begun")
