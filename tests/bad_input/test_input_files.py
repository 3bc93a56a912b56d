"""Files without an end, that are none, or that lead elsewhere."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dicelaw.model.foreign import limits
from dicelaw.oracle.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = ROOT / "examples" / "ultimate.yaml"
LOG = ROOT / "examples" / "audit" / "server.jsonl"
MAP = ROOT / "examples" / "audit" / "server.yaml"
SECRET = "hunter2-is-the-password-of-nobody-in-particular-and-it-goes-on-for-long-after-that"
READERS = {
    "scenario": lambda path: ("outcome", "dice-throne", path),
    "question": lambda path: ("legal", "dice-throne", path),
    "odds": lambda path: ("chance", "dice-throne", "over", "--from", path),
    "difference": lambda path: ("diff", "dice-throne", "dice-throne?heal-cap=healing", path),
    "team": lambda path: ("check-team", path),
    "trace": lambda path: ("replay", path),
    "log": lambda path: ("audit", "dice-throne", path, "--mapping", MAP),
    "mapping": lambda path: ("audit", "dice-throne", LOG, "--mapping", path),
}


def _fifo(folder):
    os.mkfifo(folder / "odd")


def _link_to_zero(folder):
    (folder / "odd").symlink_to("/dev/zero")


def _link_to_itself(folder):
    (folder / "odd").symlink_to("odd")


def _folder(folder):
    (folder / "odd").mkdir()


def _huge(folder):
    with (folder / "odd").open("wb") as file:
        file.truncate(limits.LOG_BYTES + 1)


ODD = {
    "a pipe": (_fifo, "this is a pipe; a file is wanted"),
    "a link to a device": (_link_to_zero, "this is a device; a file is wanted"),
    "a link to itself": (_link_to_itself, "this cannot be read"),
    "a folder": (_folder, "this is a folder; a file is wanted"),
    "too large": (_huge, f"this has {limits.LOG_BYTES + 1} bytes; the limit is "),
}


@pytest.mark.parametrize("what", ODD)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_file_of_a_fair_size(run, tmp_path, reader, what):
    make, says = ODD[what]
    make(tmp_path)
    code, out, err = run(*READERS[reader](tmp_path / "odd"))
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith(f"error: {tmp_path / 'odd'}: {says}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(("content", "code"), [(SCENARIO.read_bytes(), 0), (b"#" * (2**20 + 1), 3)])
def test_standard_input_is_read_up_to_the_same_size(run, monkeypatch, content, code):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    ended, _, err = run("outcome", "dice-throne", "-")
    assert ended == code
    assert ("this is longer than 1048576 bytes, which is the limit" in err) == bool(code)


def test_a_device_as_standard_input_ends():
    command = [sys.executable, "-m", "dicelaw.oracle.cli.main", "outcome", "dice-throne", "-"]
    command[1:3] = ["-c", "import sys; from dicelaw.oracle.cli import main; sys.exit(main())"]
    with Path("/dev/zero").open("rb") as zero:
        done = subprocess.run(command, stdin=zero, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == ExitCode.BAD_INPUT
    assert "which is the limit" in done.stderr


@pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "link", "folder/../../secret", "a\0b"])
def test_a_scenario_in_a_mapping_stays_inside(run, tmp_path, name):
    inner = tmp_path / "inner"
    (inner / "folder").mkdir(parents=True)
    (tmp_path / "secret").write_text(SECRET, encoding="utf-8")
    (inner / "link").symlink_to(tmp_path / "secret")
    text = name.replace("\0", "\\0")
    (inner / "map.yaml").write_text(
        f'log: json\nkind: t\nstart: {{scenario: "{text}"}}\nkinds: {{roll: {{step: "*/die"}}}}\n',
        encoding="utf-8",
    )
    (inner / "log").write_text('{"t": "roll"}\n', encoding="utf-8")
    code, out, err = run("audit", "dice-throne", inner / "log", "--mapping", inner / "map.yaml")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "leads out of the folder" in err
    assert SECRET[:10] not in err


def test_a_link_in_a_content_folder_stays_inside(run, tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "secret").write_text(SECRET, encoding="utf-8")
    (inner / "a.yaml").symlink_to(tmp_path / "secret")
    code, out, err = run("list", "heroes", "--content", inner)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert f"{inner}/a.yaml: this leads out of the folder {inner}" in err
    assert SECRET[:10] not in err


@pytest.mark.parametrize("reader", [name for name in READERS if name not in ("log", "difference")])
def test_little_of_what_was_read_is_told(run, tmp_path, reader):
    (tmp_path / "secret").write_text(SECRET, encoding="utf-8")
    code, _, err = run(*READERS[reader](tmp_path / "secret"))
    assert code == ExitCode.BAD_INPUT
    assert SECRET[: limits.QUOTED + 1] not in err


def test_very_many_faults_are_counted(run, tmp_path):
    rows = "".join(f"field{number}: x\n" for number in range(50_000))
    (tmp_path / "s.yaml").write_text(rows, encoding="utf-8")
    _, _, err = run("outcome", "dice-throne", tmp_path / "s.yaml")
    told = err.splitlines()
    assert len(told) == limits.FAULTS + 1
    assert told[-1].startswith("and ")
    assert told[-1].endswith(" more")


@pytest.mark.parametrize("reader", ["scenario", "team", "mapping"])
def test_a_name_of_megabytes(run, tmp_path, reader):
    (tmp_path / "s.yaml").write_text(f"game: {'x' * 900_000}\n", encoding="utf-8")
    code, _, err = run(*READERS[reader](tmp_path / "s.yaml"))
    assert code == ExitCode.BAD_INPUT
    assert f":1: the file: a text of more than {limits.TEXT_LENGTH} characters is too long" in err
    assert len(err) < limits.ERROR_LENGTH


def test_too_many_content_files(run, tmp_path):
    for number in range(limits.CONTENT_FILES + 1):
        (tmp_path / f"{number}.yaml").write_text("", encoding="utf-8")
    code, _, err = run("list", "heroes", "--content", tmp_path)
    assert code == ExitCode.BAD_INPUT
    assert f"this folder has {limits.CONTENT_FILES + 1} content files" in err


def test_a_mark_of_the_byte_order_is_read(run, tmp_path):
    run("play", "dice-throne", "--seat", "1=random", "--limit", "5", "--save", tmp_path / "t")
    for name, source, verb in (
        ("trace", tmp_path / "t", lambda path: ("replay", path)),
        ("log", LOG, READERS["log"]),
        ("scenario", SCENARIO, READERS["scenario"]),
    ):
        plain = run(*verb(source))
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + Path(source).read_bytes())
        marked = run(*verb(tmp_path / name))
        assert (name, marked[0]) == (name, plain[0])
