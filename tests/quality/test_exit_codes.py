import errno
import io
import json
import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from sampled import sampled

from dicelaw.checker.executors import processes
from dicelaw.oracle.cli import VERBS, main
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode, UserError

SCRIPT = Path(sysconfig.get_path("scripts"), "dicelaw")


@pytest.fixture
def verb(monkeypatch):
    """Makes `dicelaw probe` do what a test wants."""

    def install(does):
        @click.command()
        @click.pass_context
        def command(ctx):
            does(ctx)

        monkeypatch.setitem(sys.modules, "probe_verb", SimpleNamespace(command=command))
        monkeypatch.setitem(VERBS, "probe", ("probe_verb", "A probe."))

    return install


def _raise(error):
    def does(_):
        raise error

    return does


def test_a_verb_that_returns_is_ok(verb):
    verb(lambda _: None)
    assert main(["probe"]) == ExitCode.OK


@pytest.mark.parametrize("code", ExitCode)
def test_a_verb_sets_its_code(verb, code):
    verb(lambda ctx: ctx.exit(code))
    assert main(["probe"]) == code


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("legal", "dice-throne"), ExitCode.USAGE, "Missing argument 'FILE'"),
        (("leagl", "dice-throne"), ExitCode.USAGE, "No such command 'leagl'"),
        (("hero", "barbarian", "--level", "0"), ExitCode.USAGE, "0 is not in the range"),
        (("hero", "barbarien"), ExitCode.UNKNOWN_NAME, "no hero is called 'barbarien'"),
    ],
)
def test_what_is_wrong_is_one_object_where_json_is_asked_for(capsys, words, code, says):
    assert main([*words, "--format", "json"]) == code
    out, err = capsys.readouterr()
    found = json.loads(out)["error"]
    assert found | {"message": ""} == {"message": "", "exit_code": code, "name": code.name}
    assert says in found["message"]
    assert says in err


def test_a_user_error_is_one_line(verb, capsys):
    verb(_raise(UserError("no card is called Bolt", ExitCode.UNKNOWN_NAME)))
    assert main(["probe"]) == ExitCode.UNKNOWN_NAME
    assert capsys.readouterr() == ("", "error: no card is called Bolt\n")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (click.UsageError("too few"), ExitCode.USAGE),
        (click.FileError("absent.yaml"), ExitCode.BAD_INPUT),
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
        (ZeroDivisionError(), ExitCode.DEFECT),
    ],
    ids=lambda value: type(value).__name__,
)
def test_no_error_looks_like_a_verdict(verb, error, code):
    verb(_raise(error))
    assert main(["probe"]) == code


def test_a_worker_that_was_killed_leaves_things_undecided(verb, capsys):
    def work(_ctx):
        with processes(1) as (executor,):
            pid = executor.submit(os.getpid).result()
            os.kill(pid, signal.SIGKILL)
            executor.submit(os.getpid).result()

    verb(work)
    assert main(["probe"]) == ExitCode.UNDECIDED
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: a process that did a part of the work was ended")
    assert "Traceback" not in err


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()], ids=lambda one: type(one).__name__)
def test_an_interruption_is_one_sentence(verb, error, capsys):
    verb(_raise(error))
    assert main(["probe"]) == 130
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("interrupted by SIGINT: ")


SIGNALLED = """
import signal, sys, types, click
from dicelaw.oracle import cli
number = signal.Signals[sys.argv[1]]
if number == signal.SIGINT:  # whatever a shell runs in the background ignores it
    signal.signal(number, signal.default_int_handler)
@click.command()
def command():
    try:
        signal.raise_signal(number)
    finally:
        print("put in order", flush=True)
cli.VERBS["probe"] = ("probe_verb", "")
sys.modules["probe_verb"] = types.SimpleNamespace(command=command)
before = signal.getsignal(number)
code = cli.main(["probe"])
assert signal.getsignal(number) is before
sys.exit(code)
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_is_a_sentence_and_its_code(name):
    run = subprocess.run(
        [sys.executable, "-c", SIGNALLED, name], capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 128 + signal.Signals[name]
    assert run.stdout == "put in order\n"
    assert run.stderr.startswith(f"interrupted by {name}: ")


DEAF = """
import ctypes, sys, types, click
from dicelaw.oracle import cli
@click.command()
def command():
    lock, lib = ctypes.create_string_buffer(256), ctypes.CDLL(None)
    lib.pthread_mutex_lock(lock)
    print("deaf", flush=True)
    lib.pthread_mutex_lock(lock)  # it waits for itself, and python hears nothing until it returns
cli.VERBS["probe"] = ("probe_verb", "")
sys.modules["probe_verb"] = types.SimpleNamespace(command=command)
sys.exit(cli.main())
"""


def test_a_long_computation_is_ended_at_once():
    with subprocess.Popen(
        [sys.executable, "-c", DEAF, "probe"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout.readline() == "deaf\n"
        begin = time.monotonic()
        run.send_signal(signal.SIGTERM)
        _, err = run.communicate(timeout=60)
    assert run.returncode == 143
    assert time.monotonic() - begin < 10
    assert err.startswith("interrupted by SIGTERM")


def test_an_unknown_verb_lists_the_near_ones(capsys):
    assert main(["verfy"]) == ExitCode.USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert "verify" in err.rpartition("No such command")[2]


def test_a_reader_that_has_gone_is_quiet():
    reading, writing = os.pipe()
    os.close(reading)
    run = subprocess.run(
        [SCRIPT, "--help"], stdout=writing, stderr=subprocess.PIPE, text=True, check=False, timeout=60
    )
    os.close(writing)
    assert (run.returncode, run.stderr) == (141, "")


def test_a_full_stdout_is_one_sentence():
    with open("/dev/full", "w") as full:  # noqa: PTH123 (a device)
        run = subprocess.run(
            [SCRIPT, "list", "heroes", "--format", "json"], stdout=full, stderr=subprocess.PIPE, text=True,
            check=False, timeout=60,
        )  # fmt: skip
    assert run.returncode == ExitCode.BAD_INPUT
    assert run.stderr == "error: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("error", [
    MemoryError(), OSError(errno.ENOMEM, "Cannot allocate memory"), RuntimeError("can't start new thread"),
    BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"),
])  # fmt: skip
def test_a_lack_of_memory_leaves_things_undecided(verb, error, capsys):
    def fails(_ctx):
        try:
            raise error
        except Exception as cause:
            raise ValueError("because of it") from cause

    verb(fails)
    assert main(["probe"]) == ExitCode.UNDECIDED
    assert capsys.readouterr().err.startswith("error: there is not enough memory")


@pytest.mark.parametrize("kib", sampled([40_000, *range(70_000, 130_000, 5_000)], 2))
def test_little_address_space_is_no_defect(kib):
    run = subprocess.run(
        ["sh", "-c", f'ulimit -v {kib} && exec "$0" verify fragments --no-cache --processes 1', SCRIPT],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert run.returncode == ExitCode.UNDECIDED, run.stderr
    assert "Traceback" not in run.stderr


def test_a_file_of_the_system_that_fails_is_named(verb, capsys):
    verb(_raise(PermissionError(errno.EACCES, "Permission denied", "secret.yaml")))
    assert main(["probe"]) == ExitCode.BAD_INPUT
    assert capsys.readouterr().err == "error: secret.yaml: this cannot be used: Permission denied\n"


def test_an_unreadable_file_is_not_a_wrong_command_line(monkeypatch, tmp_path, capsys):
    (tmp_path / "secret.yaml").touch()
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    assert main(["outcome", "dice-throne", str(tmp_path / "secret.yaml")]) == ExitCode.BAD_INPUT
    assert "not readable" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_what_repeats_a_run_can_be_typed_whatever_is_in_a_name(encoding, monkeypatch):
    name = os.fsdecode(b"a \xc3\xbc '\n\xff\x1b[1m.jsonl")
    said = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(said, encoding, errors="backslashreplace"))
    probe = click.Command("play", params=[click.Argument(["who"], nargs=2), click.Option(["--save"])])
    with probe.make_context("play", ["--save", name, "plain", "ü"]):
        repeat()
    sys.stderr.flush()
    line = said.getvalue()
    assert line.startswith(b"repeat: dicelaw play plain ")
    assert line.count(b"\n") == 1
    command = line.partition(b": dicelaw ")[2].strip()
    typed = subprocess.run(
        [b"bash", b"-c", b"printf '%s\\0' " + command], capture_output=True, check=True
    ).stdout
    assert typed.split(b"\0")[:-1] == [b"play", b"plain", "ü".encode(), b"--save", os.fsencode(name)]
