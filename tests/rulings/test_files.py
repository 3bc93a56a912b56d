"""Files of rulings: what is wrong with one is named with its line, and what differs with its values."""

from pathlib import Path

import pytest

from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.rulings import run
from dicelaw.specs.dice_throne.rulings import load
from dicelaw.specs.rulings_file import MalformedRulings

CASE = """
cases:
  - id: ruling/test/one
    question: What is it?
    answer: It is so.
    cites: [health/heal-cap]
    faq: [general/8]
    players:
      - {hero: barbarian, health: 58}
      - {hero: paladin}
    play:
      - roll: [4, 4, 4, 1, 2]
      - announce: fortitude
    expect: {health: {1: 60}}
"""


def _loaded(text):
    Path("case.yaml").write_text(text, encoding="utf-8")
    return load(Path("case.yaml"))


@pytest.fixture(autouse=True)
def _folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


WRONG = {
    "unknown rule": ("[health/heal-cap]", "[health/heal-cup]", "case.yaml:6: cases[0].cites[0]: there is no"),
    "no source": ("    faq: [general/8]\n", "", "case.yaml:3: cases[0]: this has no source"),
    "no such answer": ("general/8", "general/80", "case.yaml:7: cases[0].faq[0]: 'general/80' is not"),
    "no question": ("    question: What is it?\n", "", "case.yaml:3: cases[0].question: this is missing"),
    "nothing expected": ("    expect: {health: {1: 60}}\n", "", "case.yaml:3: cases[0]: nothing must hold"),
    "unknown value": ("{health: {1: 60}}", "{helth: {1: 60}}", "'helth' is not expected of a play"),
    "no seat": ("{health: {1: 60}}", "{health: {3: 60}}", "60 is not a number for a seat, 1 or 2"),
    "no number": ("{health: {1: 60}}", "{health: 60}", "60 is not a number for a seat, 1 or 2"),
    "no reading": (
        "expect: {health: {1: 60}}",
        "reading: {point: healing, answers: {together: {expect: {health: {1: 60}}}}}",
        "case.yaml:14: cases[0].reading: this is not an open point",
    ),
    "unknown section": ("cases:", "case:", "case.yaml:2: case: the field 'case' is not known"),
}


@pytest.mark.parametrize(("before", "after", "says"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_with_a_file_is_named(before, after, says):
    assert before in CASE
    with pytest.raises(MalformedRulings) as raised:
        _loaded(CASE.replace(before, after))
    assert says in str(raised.value)


def test_an_id_is_used_once():
    with pytest.raises(MalformedRulings, match=r"case.yaml:15: .* already used in case.yaml:3"):
        _loaded(CASE + CASE.removeprefix("\ncases:\n"))


def test_a_wrong_scenario_names_its_line():
    (case,) = _loaded(CASE.replace("hero: paladin", "hero: paladine")).cases
    with pytest.raises(UserError, match=r"^case.yaml:10: players\[1\].hero: no hero is called 'paladine'"):
        run(case)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("{health: {1: 60}}", "{health: {1: 62}}", "health of 1: expected 62, found 60"),
        ("{health: {1: 60}}", "{tokens: {1: {stun: 1}}}", "stun tokens of 1: expected 1, found 0"),
        ("{health: {1: 60}}", "{winner: 1}", "winner: expected 1, found nobody yet"),
        ("{health: {1: 60}}", "{at: main-1}", "timing point: expected main-1, found main-2"),
        ("announce: fortitude", "announce: smack", "the play: expected to be legal, found case.yaml:13:"),
        ("expect: {health: {1: 60}}", "legal: [1 declines]", "1 declines: expected legal, found"),
        (
            "expect: {health: {1: 60}}",
            "illegal: [{decision: 1 passes, rules: [cp/uses]}]",
            "1 passes: expected illegal, found legal at",
        ),
        (
            "expect: {health: {1: 60}}",
            "illegal: [{decision: 1 announces smack, rules: [cp/uses]}]",
            "1 announces smack: expected illegal by cp/uses, found",
        ),
    ],
)
def test_what_differs_is_said(before, after, says):
    assert before in CASE
    (verdict,) = run(_loaded(CASE.replace(before, after)).cases[0])
    assert [str(one).startswith(says) for one in verdict.differences] == [True]


def test_a_reading_is_played_under_each_answer():
    text = CASE.replace(
        "    expect: {health: {1: 60}}\n",
        "    reading:\n      point: heal-cap\n      answers:\n"
        "        net: {expect: {health: {1: 60}}}\n        healing: {expect: {health: {1: 60}}}\n",
    )
    verdicts = run(_loaded(text).cases[0])
    assert [dict(one.readings) for one in verdicts] == [{"heal-cap": "net"}, {"heal-cap": "healing"}]
    assert all(one.agrees for one in verdicts)


EXAMPLE = """
examples:
  - id: example/health/heal-cap
    says: Given 58 health, when Fortitude heals 6, then there is 60.
    cites: [health/heal-cap]
    players:
      - {hero: barbarian, health: 58}
      - {hero: paladin}
    play:
      - roll: [4, 4, 4, 1, 2]
      - announce: fortitude
    expect: {health: {1: 60}}
no_example:
  - {rule: term/attack-dice, because: It is a definition.}
"""


def test_an_example_is_a_case_without_a_question_and_stands_where_its_rule_does():
    (example,) = _loaded(EXAMPLE.replace("term/attack-dice", "def/ability")).examples
    assert (example.question, example.answer) == (
        "",
        "Given 58 health, when Fortitude heals 6, then there is 60.",
    )
    assert str(example.source) == "Dice Throne rules reference, Health"
    assert all(one.agrees for one in run(example))


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (
            "example/health/heal-cap",
            "example/health/cap",
            "does not begin with example/health/heal-cap, the rule",
        ),
        ("    says: Given", "    question: Given", "case.yaml:3: examples[0].says: this is missing"),
        (
            "expect: {health: {1: 60}}",
            "illegal: {1 stops: health/heal-cap}",
            "examples[0].illegal[0]: {'1 stops': 'health/heal-cap'} is not a `decision` with",
        ),
        ("[health/heal-cap]", "[health/heal-cup]", "case.yaml:5: examples[0].cites[0]: there is no rule"),
        (
            "because",
            "reason",
            "case.yaml:14: no_example[0].reason: the field 'reason' is not known; allowed: rule",
        ),
        ("term/attack-dice", "no/rule", "case.yaml:14: no_example[0].rule: there is no rule 'no/rule'"),
    ],
)
def test_what_is_wrong_with_an_example_is_named(before, after, says):
    assert before in EXAMPLE
    with pytest.raises(MalformedRulings) as raised:
        _loaded(EXAMPLE.replace(before, after))
    assert says in str(raised.value)
