"""Every statement of the documents has a status, and the model bears it out."""

from collections import Counter

import pytest

from dicelaw.model.dice_conquest.loader import load_pack
from dicelaw.model.dice_conquest.machine import open_quest, quest
from dicelaw.model.dice_conquest.readings import OPEN_POINTS
from dicelaw.specs.dice_conquest.citations import citations, open_statements
from dicelaw.specs.dice_conquest.findings import FINDINGS
from dicelaw.specs.dice_conquest.rulings import load as examples
from dicelaw.specs.statements import check, known_rules, load

GAME = "dice-conquest"
DOCUMENTS = 160
ANSWERS = [(point.id, answer) for point in OPEN_POINTS for answer in point.answers]


def test_the_statements_are_in_order():
    assert check(load(GAME), citations().carriers, open_statements()) == []


def test_there_is_one_for_each_of_the_inventory():
    found = Counter(one.source == "this model" for one in load(GAME))
    assert found[False] == DOCUMENTS


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_machines_cite_only_known_rules(seats):
    made = quest(load_pack(), seats, known_rules=known_rules(GAME))
    assert {rule for transition in made.machine.transitions for rule in transition.rules} <= known_rules(GAME)


@pytest.mark.parametrize(("point", "answer"), ANSWERS)
def test_so_do_machines_of_other_readings(point, answer):
    made = open_quest({point: answer}, known_rules(GAME))
    assert made.machine.readings[point] == answer
    assert any(transition.rules for transition in made.machine.transitions)


def test_findings_are_about_statements_and_shown_by_what_there_is():
    stated = {one.id for one in load(GAME)}
    points, proved = {point.id for point in OPEN_POINTS}, {one.id for one in citations().properties()}
    shown = points | proved | {one.id for one in examples().examples}
    for finding in FINDINGS:
        assert set(finding.statements) <= stated
        assert any(word.strip(",.") in shown for word in finding.shown_by.split()), finding.id
