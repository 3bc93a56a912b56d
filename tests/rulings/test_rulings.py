"""Every ruling is played, and all that the documents answer is accounted for."""

from collections import Counter

import pytest

from dicelaw.oracle.rulings import run
from dicelaw.specs.dice_throne.rulings import FAQ, load

RULINGS = load()


@pytest.mark.parametrize("case", RULINGS.cases, ids=lambda case: case.id)
def test_the_machine_answers_as_the_ruling_does(case):
    found = [str(one) for verdict in run(case) for one in verdict.differences]
    assert not found
