"""Every example that is written from the text agrees with the machine, and rules are tied to them."""

import pytest

from dicelaw.model.dice_conquest.readings import OPEN_POINTS
from dicelaw.oracle.files.rulings import run
from dicelaw.specs.dice_conquest.rulings import load
from dicelaw.specs.statements import load as statements

EXAMPLES = load().examples


@pytest.mark.parametrize("case", EXAMPLES, ids=lambda case: case.id)
def test_the_machine_answers_as_the_text_does(case):
    for verdict in run(case):
        assert not verdict.differences


def test_each_modelled_statement_has_an_example_or_a_reason_for_none():
    cited = {rule for case in EXAMPLES for rule in case.cites}
    modelled = {one.id for one in statements("dice-conquest") if one.status == "modelled"}
    without = {one.rule for one in load().no_example}
    assert modelled - cited == without & modelled


def test_each_answer_to_an_open_point_has_an_example():
    shown = {
        answer
        for case in EXAMPLES
        for expected in case.expected
        for answer in {**case.scenario.data.get("readings", {}), **expected.readings}.items()
    }
    assert {(point.id, answer) for point in OPEN_POINTS for answer in point.answers} <= shown
