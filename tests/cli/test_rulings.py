"""`dicelaw rulings` as a user types it."""

import json
from dataclasses import replace

from dicelaw.oracle.errors import ExitCode
from dicelaw.specs.rulings import Rulings

ONE = "ruling/moon-elf/evasive-in-upkeep"


def test_one_ruling_is_shown_step_by_step(run):
    code, out, err = run("rulings", ONE)
    assert code == ExitCode.OK
    assert out.startswith(f"{ONE}: agrees\n  Q: May Evasive avoid")
    assert "status/evasive/upkeep-all-damage" in out
    assert "Moon Elf: use status/evasive/roll-avoid" in out
    assert out.splitlines()[-1] == "rulings: 1, plays: 1, agree: 1, differ: 0, left out: 0"
    assert err.splitlines()[-1] == f"repeat: dicelaw rulings {ONE}"


def test_a_loss_that_nothing_prevents_is_told_where_it_comes_from(run):
    """Else the Health would fall at the end of the phase, and nothing would have said why."""
    _, out, _ = run("rulings", "example/steal/up-to-available/health")
    assert "health is stolen; a loss that nothing prevents of Moon Elf 0 -> 1" in out


def test_a_group_of_rulings_as_json(run):
    code, out, _ = run("rulings", "ruling/barbarian", "--format", "json")
    answer = json.loads(out)
    assert code == ExitCode.OK
    assert {row["verdict"] for row in answer["rulings"]} == {"agrees"}
    row = next(row for row in answer["rulings"] if row["id"] == "ruling/barbarian/stun-again")
    assert row["source"] == (
        "Dice Throne rules reference, Frequently asked questions: Barbarian 5, Pyromancer 12"
    )
    assert row["differences"] == []


def test_what_is_left_out_says_why(run):
    code, out, _ = run("rulings", "ruling/adventures/kings-hand")
    assert code == ExitCode.OK
    assert out.startswith("ruling/adventures/kings-hand: left out\n  a status effect of the campaign (Dice")


def test_one_that_differs_exits_with_1(run, monkeypatch):
    from dicelaw.specs.dice_throne import rulings

    case = next(case for case in rulings.load().cases if case.id == ONE)
    (expected,) = case.expected
    wrong = replace(case, expected=(replace(expected, values={("health", 1): 49}),))
    monkeypatch.setattr(rulings, "load", lambda: Rulings((wrong,)))
    code, out, _ = run("rulings", ONE)
    assert code == ExitCode.REFUTED
    assert f"{ONE}: differs" in out
    assert "health of 1: expected 49, found 50" in out


def test_an_unknown_ruling(run):
    code, _, err = run("rulings", "ruling/moon-elf/evasive-in-upkep")
    assert code == ExitCode.UNKNOWN_NAME
    assert err.startswith("error: no ruling is called 'ruling/moon-elf/evasive-in-upkep'; near:")
