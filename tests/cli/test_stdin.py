"""Where a verb reads a file, - stands for standard input."""

import io
import shlex
import sys
from pathlib import Path

import pytest
from engines import ENGINES, vectors

from dicelaw.oracle.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
LOG, MAP = EXAMPLES / "audit" / "server.jsonl", EXAMPLES / "audit" / "server.yaml"
FAITHFUL = shlex.join([sys.executable, str(ENGINES / "faithful.py")])


def _saved(run, folder):
    run("play", "dice-throne", "--seat", "1=random", "--limit", 5, "--save", folder / "trace")
    return folder / "trace"


def _vectors(_run, folder):
    (file,) = vectors(folder / "vectors", ["sold-for-two"]).glob("*.jsonl")
    return file


READERS = {
    "legal": (EXAMPLES / "ultimate.yaml", lambda file: ("legal", "dice-throne", file)),
    "outcome": (EXAMPLES / "ultimate.yaml", lambda file: ("outcome", "dice-throne", file)),
    "chance": (EXAMPLES / "evasive-odds.yaml", lambda file: ("chance", "dice-throne", "--from", file,
               "--until", "defense/choose", "--until", "conclusion")),
    "diff": (EXAMPLES / "ultimate.yaml",
             lambda file: ("diff", "dice-throne", "dice-throne?heal-cap=healing", file)),
    "check-team": (EXAMPLES / "teams" / "mutants.yaml", lambda file: ("check-team", file)),
    "replay": (_saved, lambda file: ("replay", file)),
    "log": (LOG, lambda file: ("audit", "dice-throne", file, "--mapping", MAP)),
    "mapping": (MAP, lambda file: ("audit", "dice-throne", LOG, "--mapping", file)),
    "conform": (_vectors, lambda file: ("conform", "dice-throne", "--impl", FAITHFUL, "--vectors", file,
                "--explore", 0)),
}  # fmt: skip


@pytest.mark.parametrize("reader", READERS)
def test_a_file_may_come_from_standard_input(run, monkeypatch, tmp_path, reader):
    given, arguments = READERS[reader]
    file = given(run, tmp_path) if callable(given) else given
    code, out, err = run(*arguments(file))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert run(*arguments("-")) == (code, out.replace(str(file), "-"), err.replace(str(file), "-"))
    assert code in (ExitCode.OK, ExitCode.ILLEGAL, ExitCode.UNDECIDED)
    assert str(file) in err.splitlines()[-1]


def test_a_log_and_its_mapping_are_not_both_standard_input(run):
    code, out, err = run("audit", "dice-throne", "-", "--mapping", "-")
    assert (code, out) == (ExitCode.USAGE, "")
    assert "standard input is either the log or the mapping" in err


def test_help_says_so(run):
    assert "- stands for standard input" in run("--help")[1]
