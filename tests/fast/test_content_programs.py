"""What holds for every program of the content, and how programs are read out."""

import pytest
from two_heroes import ACTIONS, BARBARIAN, PACK, PALADIN, STATUS, ability_of

from dicelaw.model.dice_throne.language import Instruction, Op, Who
from dicelaw.model.dice_throne.prose import describe


def programs():
    """Every program of the content."""
    for status in PACK.statuses:
        yield from (action.program for action in status.spend)
        yield from (trigger.program for trigger in status.triggers)
    for hero in PACK.heroes.values():
        yield from (card.action.program for card in hero.cards)
        yield from (action.program for *_, action in hero.board)
        yield from (trigger.program for *_, trigger in hero.passives)
        for ability in (*hero.offense, *hero.defense):
            yield ability.activate
            yield ability.land


def test_every_program_ends_with_its_only_end():
    for program in programs():
        assert [step.op for step in program].count(Op.END) == 1
        assert program[-1].op is Op.END
        for place, step in enumerate(program):
            if step.op in (Op.OR, Op.SKIP):
                assert 1 <= step.arg < len(program) - place


def test_prose_of_programs():
    def says(program, hero=BARBARIAN):
        return describe(program, PACK.statuses, hero.symbols)

    overpower = ability_of(BARBARIAN, "overpower", 1)
    assert says(overpower.activate) == ["roll 3 dice", "deal damage equal to the sum of the rolled dice"]
    assert says(overpower.land) == [
        "inflict 1 Concussion on the opponent if the sum of the rolled dice is at least 14"
    ]
    assert says(ACTIONS["barbarian/feelin-good"].program)[1] == (
        "heal 1 + 2 for each life among the rolled dice"
    )
    assert describe(PACK.statuses[STATUS["evasive"]].spend[0].program, PACK.statuses) == [
        "roll 1 die",
        "avoid all damage if any of the rolled dice shows 1 or 2",
    ]
    assert says(ability_of(PALADIN, "offensive-stance", 2).activate, PALADIN) == [
        "deal 2 undefendable damage",
        "either:",
        "gain 1 Crit",
        "or:",
        "gain 1 Accuracy",
    ]


@pytest.mark.parametrize("op", [op for op in Op if op is not Op.END])
def test_every_word_has_a_phrase(op):
    for who in Who:
        (phrase,) = describe(
            (Instruction(op, who, token=1, base=1, arg=1), Instruction(Op.END)), PACK.statuses
        )
        assert phrase
        assert "{" not in phrase
