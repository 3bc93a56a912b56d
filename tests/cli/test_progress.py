"""How far long work is goes to a terminal's stderr, and results to stdout."""

import json
import re

import click
import pytest

from dicelaw.checker.recheck.manifest import load
from dicelaw.checker.recheck.recheck import recheck
from dicelaw.checker.verify.jobs import jobs
from dicelaw.checker.verify.verify import verify
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


def test_the_bar_says_how_much_of_how_much(capsys, monkeypatch):
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with told() as tell:
        tell("proving", 3, 40)
    assert " 3 of 40 " in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", capsys.readouterr().err)


PROPERTY = "fragment/pipeline/any-order"


@pytest.mark.parametrize("kept", [False, True])
def test_verify_tells_how_many_questions_are_answered(tmp_path, kept):
    said = []
    for _ in range(1 + kept):
        said.clear()
        rows = [*verify(["fragments"], [PROPERTY], kept=tmp_path, tell=lambda *now: said.append(now))]
    assert [row.property.id for row in rows] == [PROPERTY]
    whole = sum(job.questions for job in jobs("fragments", [PROPERTY], readings="known"))
    assert said[-1] == (whole, whole)
    assert said == sorted(said)


def test_recheck_tells_how_many_proofs_are_checked(tmp_path):
    assert [*verify(["fragments"], [PROPERTY], evidence=tmp_path)]
    said = []
    found = [*recheck(load(tmp_path), tell=lambda *now: said.append(now))]
    assert said == [(number, len(found)) for number in range(1, len(found) + 1)]


def test_rulings_tell_it_too(run, monkeypatch):
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    _, _, err = run("rulings", "ruling/barbarian")
    number = len(json.loads(run("rulings", "ruling/barbarian", "--list", "--format", "json")[1])["rulings"])
    assert f"{number} of {number}" in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", err)
