"""Words of life, declared once: their lines, what is told of wrong ones, and the machine that has them."""

import pytest

from dicelaw.model.content.document import ContentError, read
from dicelaw.model.dice_masters.cards.cards import Op, Step
from dicelaw.model.dice_masters.declared.forms import line_of, step_of, wrong
from dicelaw.model.dice_masters.declared.life import DECLARED
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import open_game
from dicelaw.model.effects.made import sentence

CARD = (
    "id: new, name: New, cost: 2, type: fist, levels: ['0 1 1', '0 2 2', '1 3 3'], "
    "when: {{fielded: [{line}]}}"
)


@pytest.mark.parametrize("op", DECLARED)
def test_a_word_is_read_written_and_a_transition(op):
    for amount in (1, 9):
        step = Step(op, amount)
        assert step_of(line_of(step)) == step
    assert f"resolve/{DECLARED[op].name}" in open_game("2018").machine.transition_index


def test_counted_life_is_read_and_written():
    step = step_of("opponent loses 2 life per active villain")
    assert step == Step(Op.LOSE, 2, per="villain")
    assert line_of(step) == "opponent loses 2 life per active villain"
    assert sentence(DECLARED[Op.LOSE], {"amount": 2}) == "the opponent loses 2 life"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("gain 12 life", "'gain 12 life': amount 12 is not allowed; allowed: amount from 1 to 9"),
        ("pay 0 life per active villain", "amount 0 is not allowed; allowed: amount from 1 to 9"),
        ("gian 3 life", "'gian 3 life' is no effect line; did you mean `gain 3 life`? allowed: "),
        ("oponent loses 2 lifes per active villain", "mean `opponent loses 2 life per active villain`?"),
        ("dmage 2 to opponent", "did you mean `damage 2 to opponent`?"),
        ("win", "'win' is no effect line; allowed: `damage 2 to opponent`"),
    ],
)
def test_a_wrong_line_is_told_with_its_limit_or_what_is_near(line, says):
    assert step_of(line) is None
    assert says in wrong(line)
    page = f"source: x\ncards:\n  - {{{CARD.format(line=line)}}}\n".encode()
    with pytest.raises(ContentError) as error:
        load_pack([read("mine.yaml", page)])
    (problem,) = error.value.problems
    assert (problem.line, problem.field) == (3, "cards[0].when.fielded[0]")
    assert says in problem.says
