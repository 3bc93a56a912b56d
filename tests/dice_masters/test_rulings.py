"""A ruling of Dice Masters is played on each edition that it is about."""

from pathlib import Path

import pytest

from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.files.rulings import run
from dicelaw.specs.dice_masters.rulings import load
from dicelaw.specs.rulings_file import MalformedRulings

CASE = """
cases:
  - id: ruling/test/one
    question: What is it?
    answer: It is so.
    cites: [life/cap]
    source: a letter
    players: [{life: 3, field: {npc/1: level 1}}, {}]
    start: attack
    play: [send npc/1, go, until: cleanup]
    expect: {life: {1: 3, 2: 9}, zone: {1: {npc/1: out of play}}}
"""


def _loaded(text):
    path = Path("case.yaml")
    path.write_text(text, encoding="utf-8")
    return load(path)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("{1: 3, 2: 9}", "{1: 3, 2: 8}", "life of 2: expected 8, found 9"),
        ("npc/1: out of play", "npc/1: used", "npc/1 zone of 1: expected used, found out of play"),
        ("expect: {life", "illegal: [{decision: 2 passes, turn_of: 2}]\n    expect: {life", "for player"),
    ],
)
def test_what_differs_is_said_for_each_edition(before, after, says, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert before in CASE
    case = CASE.replace(before, after).replace("players:", "teams: faerun-demo\n    players:")
    verdicts = run(_loaded(case).cases[0])
    assert [one.game for one in verdicts] == ["dice-masters@2016", "dice-masters@2018"]
    assert all(says in str(one.differences[0]) for one in verdicts)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("expect:", "editions: {'2016': {legal: [pass]}}\n    expect:", "for each edition, not besides"),
        ("    expect:", "    editions: {'2017': {legal: [pass]}}\n    about:", "allowed: 2016, 2018"),
        ("out of play", "1", "not a name for a seat"),
        ("life/cap", "life/cup", "there is no rule 'life/cup'"),
        ("expect: {life", "illegal: [{decision: pass, turn_of: 3}]\n    expect: {life", "3 is not a seat"),
        ("expect: {life", "illegal: [pass]\n    expect: {life", "is not a `decision` with"),
        ("expect: {life", "illegal: [{decision: pass}]\n    expect: {life", "wants either `rules` or"),
        ("expect: {life", "illegal: [{decision: pass, rules: [no/rule]}]\n    expect: {life", "'no/rule'"),
        ("expect: {life", "illegal: [{decision: pass, when: 3}]\n    expect: {life", "with `rules` or"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(before, after, says, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert before in CASE
    with pytest.raises(MalformedRulings) as raised:
        _loaded(CASE.replace(before, after, 1))
    assert says in str(raised.value)


def test_one_ruling_is_shown_for_each_edition(capsys):
    code = main(["rulings", "ruling/dice-masters/first-turn-dice"])
    out = capsys.readouterr().out
    assert code == ExitCode.OK
    assert "first-turn-dice: agrees on dice-masters@2016" in out
    assert "first-turn-dice: agrees on dice-masters@2018" in out
    assert out.splitlines()[-1] == "rulings: 1, plays: 2, agree: 2, differ: 0, left out: 0"
