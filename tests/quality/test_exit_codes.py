import os
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from dicelaw.checker.executors import processes
from dicelaw.oracle.cli import VERBS, main
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


def test_an_interruption_is_quiet(verb, capsys):
    verb(_raise(KeyboardInterrupt()))
    main(["probe"])
    assert capsys.readouterr() == ("", "")


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
