"""What terminals get: an example in each help text, lines that fit, and no colours where none are wanted."""

import os
import pty
import shlex
import sys

import click
import pytest

from dicelaw.oracle.cli import VERBS, dicelaw
from dicelaw.oracle.errors import ExitCode

QUICK = (
    "search",
    "outcome",
    "legal",
    "audit",
    "rules",
    "rulings",
    "check-team",
    "hero",
    "list",
    "schema",
    "help",
)


def _example(verb):
    return dicelaw.get_command(click.Context(dicelaw), verb).epilog.removeprefix("\b\nExample:\n  ")


@pytest.mark.parametrize("verb", VERBS)
def test_each_help_text_has_an_example_that_can_be_typed(run, verb):
    command = dicelaw.get_command(click.Context(dicelaw), verb)
    program, named, *words = shlex.split(_example(verb))
    assert (program, named) == ("dicelaw", verb)
    assert command.make_context(verb, words).params
    assert run(verb, "--help")[1].endswith(f"\n  Example:\n    {_example(verb)}\n")


@pytest.mark.parametrize("verb", QUICK)
def test_the_examples_work(run, verb):
    code, out, _ = run(*shlex.split(_example(verb))[1:])
    assert code in (ExitCode.OK, ExitCode.ILLEGAL)
    assert out


def _on_a_terminal(columns, *arguments, **environment):
    """What a terminal with so many columns shows of a command."""
    ours, theirs = pty.openpty()
    child = os.fork()
    if not child:
        os.dup2(theirs, 1)
        os.dup2(theirs, 2)
        usual = {"TERM": "xterm-256color", "COLUMNS": str(columns)}
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
        command = [sys.executable, "-m", "dicelaw", *arguments]
        os.execve(sys.executable, command, {**kept, **usual, **environment})
    os.close(theirs)
    shown = b""
    try:
        while data := os.read(ours, 4096):
            shown += data
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    os.waitpid(child, 0)
    return shown.decode()


@pytest.mark.parametrize("columns", [60, 90])
@pytest.mark.parametrize("verb", [("rules", "dice-throne", "health/heal-cap"), ("list", "readings")])
def test_lines_fit_a_terminal(columns, verb):
    lines = _on_a_terminal(columns, *verb).splitlines()
    assert columns * 0.7 < max(map(len, lines)) <= columns


def test_a_table_that_does_not_fit_a_terminal_has_a_line_for_each_value():
    lines = _on_a_terminal(50, "hero", "barbarian").splitlines()
    assert "  level: 2" in lines
    assert "in 3 attempts: 10.44 % = 12274918019/117546246144" in " ".join(" ".join(lines).split())
    assert not [line for line in lines if "…" in line]


def test_steps_are_wrapped_for_a_terminal_and_not_for_a_pipe(run):
    asked = ("outcome", "dice-throne", "examples/final-damage-total.yaml")
    lines = [one for one in _on_a_terminal(60, *asked).splitlines() if not one.startswith("repeat: ")]
    piped = run(*asked)[1]
    assert max(map(len, lines)) <= 60 < max(map(len, piped.splitlines()))
    assert " ".join(" ".join(lines).split()) == " ".join(piped.split())


PROVED = ("verify", "fragments", "--property", "fragment/pipeline/any-order", "--readings", "none")


def test_colours_are_for_terminals_that_want_them():
    assert "\x1b[32mproved" in _on_a_terminal(100, *PROVED)
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        shown = _on_a_terminal(100, *PROVED, **environment)
        assert "proved" in shown
        assert "\x1b[3" not in shown
        assert "\x1b[2m" not in shown
    assert "\x1b" not in _on_a_terminal(100, *PROVED, TERM="dumb")
