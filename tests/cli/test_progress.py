"""How far long work is goes to a terminal's stderr, and results to stdout."""

import click

from dicelaw.oracle.cli.options import told


def test_bars_are_drawn_on_a_terminal_only_and_leave_results_alone(capsys, monkeypatch):
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with told() as tell:
        tell("opening games", 1, 2)
        click.echo("a result")
    seen = capsys.readouterr()
    assert seen.out == "a result\n"
    assert "opening games" in seen.err


def test_nothing_is_drawn_elsewhere(capsys, monkeypatch):
    monkeypatch.setenv("TTY_COMPATIBLE", "0")
    with told() as tell:
        tell("opening games", 1, 2)
        click.echo("a result")
    seen = capsys.readouterr()
    assert (seen.out, seen.err) == ("a result\n", "")
