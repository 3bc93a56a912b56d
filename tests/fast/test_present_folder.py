"""What lies in the present folder is imported by no process of ours; programs of users run as ever."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dicelaw.oracle.errors import ExitCode

ENGINE = Path(__file__).resolve().parents[2] / "examples" / "engines" / "rounds_down.py"
COMMAND = str(Path(sys.executable).with_name("dicelaw"))


def run(folder, *words):
    """A command in ``folder``, without what a user may have set."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    environment["XDG_CACHE_HOME"] = str(folder / "cache")
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("begin", [(sys.executable, "-m", "dicelaw"), (COMMAND,)])
def test_no_process_imports_from_the_present_folder(begin, tmp_path):
    for name in ("multiprocessing", "selectors", "socket", "yaml"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('this is run')\n", encoding="utf-8")
    words = ["matchups", "dice-throne", "--heroes", "barbarian", "monk", "--games", "2", "--processes", "2"]
    done = run(tmp_path, *begin, *words)
    assert "this is run" not in done.stderr
    assert (done.returncode, "2 games" in done.stdout) == (ExitCode.UNDECIDED, True), done.stderr


def test_an_adapter_finds_what_lies_beside_it(tmp_path):
    (tmp_path / "beside.py").write_text(ENGINE.read_text(encoding="utf-8"), encoding="utf-8")
    engine = "import runpy\n\nimport beside\n\nrunpy.run_path(beside.__file__, run_name='__main__')\n"
    (tmp_path / "engine.py").write_text(engine, encoding="utf-8")
    done = run(tmp_path, COMMAND, "conform", "dice-throne", "--impl", f"{sys.executable} engine.py")
    assert (done.returncode, "disagreement/1" in done.stdout) == (ExitCode.REFUTED, True), done.stderr
