"""Digits that are none, wherever somebody may type or write a number."""

import io
import json
import sys

import pytest
from served import Client

from dicelaw.oracle.errors import ExitCode

DIGITS = ["²", "①", "٣", "1²", "9" * 5000]
VERBS = ["reroll {}", "reroll dice={}", "uses {}", "play {}", "{} uses protect", "set 1 {}"]
DUEL = "players: [{hero: barbarian}, {hero: paladin, hand: [HAND]}]\nstart: main-1\nplay: [PLAY]\n"


@pytest.mark.parametrize("digit", DIGITS)
@pytest.mark.parametrize(
    "verb", ["reroll {}", "reroll dice={}", "uses {}", "play {}", "{} uses protect", "set 1 {}"]
)
def test_decisions(run, tmp_path, digit, verb):
    text = DUEL.replace("HAND", "").replace("PLAY", json.dumps(verb.format(digit)[:4000]))
    (tmp_path / "s.yaml").write_text(text, encoding="utf-8")
    code, _, _ = run("outcome", "dice-throne", tmp_path / "s.yaml")
    assert code in (ExitCode.BAD_INPUT, ExitCode.UNKNOWN_NAME, ExitCode.ILLEGAL)


@pytest.mark.parametrize("digit", DIGITS)
def test_cards_of_a_hand(run, tmp_path, digit):
    (tmp_path / "s.yaml").write_text(
        DUEL.replace("HAND", json.dumps(digit[:4000])).replace("PLAY", ""), encoding="utf-8"
    )
    assert run("legal", "dice-throne", tmp_path / "s.yaml")[0] == ExitCode.UNKNOWN_NAME


@pytest.mark.parametrize("digit", DIGITS)
def test_values_of_a_log(run, tmp_path, digit):
    (tmp_path / "map.yaml").write_text(
        "log: csv\nkind: t\nstart: {heroes: [barbarian, paladin]}\n"
        "kinds: {roll: {step: '*/die', by: who, choices: {face: face}}, hp: {check: {'health[1]': face}}}\n",
        encoding="utf-8",
    )
    for kind in ("roll", "hp"):
        (tmp_path / "log").write_text(f"t,who,face\n{kind},1,{digit}\n", encoding="utf-8")
        code, _, _ = run("audit", "dice-throne", tmp_path / "log", "--mapping", tmp_path / "map.yaml")
        assert code in (ExitCode.UNKNOWN_NAME, ExitCode.ILLEGAL)


@pytest.mark.parametrize("digit", DIGITS)
def test_what_is_typed_in_a_play(run, monkeypatch, digit):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{digit}\nquit\n"))
    code, _, err = run("play", "dice-throne")
    assert code == ExitCode.OK
    assert "the play stops at" in err


@pytest.mark.parametrize("digit", DIGITS)
def test_goals(run, digit):
    code, _, err = run("chance", "dice-throne", f"health[1]={digit}")
    assert code in (ExitCode.BAD_INPUT, ExitCode.UNKNOWN_NAME)
    assert err.startswith("error: ")


@pytest.mark.parametrize("digit", DIGITS)
def test_decisions_of_a_client(digit):
    client = Client()
    owner = client.open()["owner"]
    for verb in ("reroll {}", "uses {}", "{} uses protect", "{}"):
        error = client.refused("apply", session=owner, decision=verb.format(digit)[:200])
        assert error["code"] in ("unknown-name", "illegal", "malformed")


@pytest.mark.parametrize("digit", DIGITS)
def test_numbers_of_content(run, tmp_path, digit):
    for line in (f"damage {digit}", f"heal 2 if sum {digit}", f"gain 1 cp per {digit}"):
        (tmp_path / "h.yaml").write_text(
            "source: mine\nhero:\n  id: h\n  name: H\n  symbols: [a, a, a, b, b, c]\n  slots: [x]\n"
            f"  offense:\n    - {{slot: x, name: X, level: 1, needs: {json.dumps(digit[:9] + ' a')}, "
            f"effect: [{json.dumps(line[:4000])}]}}\n",
            encoding="utf-8",
        )
        code, _, err = run("list", "heroes", "--content", tmp_path)
        assert (code, "h.yaml:" in err) == (ExitCode.BAD_INPUT, True)


@pytest.mark.parametrize("number", [*DIGITS, "1_0", "+1", "1.", " 1", ""])
@pytest.mark.parametrize(
    "words",
    [
        ("play", "dice-throne", "--seed"),
        ("play", "dice-throne", "--limit"),
        ("conform", "dice-throne", "--impl", "false", "--explore"),
        ("conform", "dice-throne", "--impl", "false", "--seed"),
        ("conform", "dice-throne", "--impl", "false", "--timeout"),
        ("search", "queue/2", "--threads"),
        ("verify", "fragments", "--processes"),
        ("hero", "barbarian", "--level"),
        ("serve", "--http", "--port"),
    ],
)
def test_numbers_of_options(run, words, number):
    code, out, err = run(*words, number)
    assert (code, out) == (ExitCode.USAGE, "")
    assert f"'{words[-1]}'" in err


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "Infinity", "1e308", "1e400", "0", "-1", "86401"])
def test_seconds_of_options(run, seconds):
    code, out, _ = run("conform", "dice-throne", "--impl", "false", "--timeout", seconds)
    assert (code, out) == (ExitCode.USAGE, "")


def test_there_are_bounds_to_how_many_work_at_once(run):
    code, out, err = run("verify", "fragments", "--processes", "9" * 15)
    assert (code, out, "1<=x<=256" in err) == (ExitCode.USAGE, "", True)
