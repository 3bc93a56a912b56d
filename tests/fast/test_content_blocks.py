"""Effect lines that hold others: choices, conditions with `do` and `else`, and named blocks."""

import pytest

from dicelaw.model.dice_throne.grammar.grammar import Compiler
from dicelaw.model.dice_throne.language import Instruction, Op, Pool, Who
from dicelaw.model.dice_throne.language import Test as Asked

SYMBOLS = ("sword", "sword", "helmet", "life", "life", "prayer")
STATUSES = {"crit": 1, "chi": 2}
NAMED = {
    "two": ["draw 1", "heal 1"],
    "once": [{"do": "two"}],
    "twice": [{"do": "once", "times": 2}],
    "deepest": [{"do": "twice"}],
    "loop": [{"do": "loop"}],
    "wrong": ["draw"],
}


def heal(amount):
    return Instruction(Op.HEAL, base=amount)


def compiled(*lines, home=Pool.OFFENSE):
    """The program of lines that are all right."""
    compiler = Compiler(SYMBOLS, STATUSES, home, named=NAMED)
    blocks = compiler.blocks(list(lines))
    assert compiler.wrong == []
    return [step for block in blocks for step in block]


def problems(*lines):
    """What is wrong with lines: places, and what is said."""
    compiler = Compiler(SYMBOLS, STATUSES, Pool.OFFENSE, named=NAMED)
    compiler.blocks(list(lines))
    return [(".".join(map(str, wrong.path)), wrong.says) for wrong in compiler.wrong]


def amounts(program, holds=(), ways=()):
    """The amounts of what runs: SKIPs with a condition jump if their test or tokens are in ``holds``."""
    ways = list(ways)
    seen, place = [], 0
    while place < len(program):
        step = program[place]
        plain = step.test is Asked.NONE and not step.held and not step.need_count
        if step.op is Op.OR:
            place += step.arg if ways.pop(0) else 1
        elif step.op is Op.SKIP:
            place += step.arg if plain or step.test in holds or step.held in holds else 1
        else:
            seen.append(step.base)
            place += 1
    return seen


def test_a_choice_of_the_owner_and_of_the_opponent():
    for key, who in (("choose", Who.SELF), ("opponent-chooses", Who.OPPONENT)):
        program = compiled({key: ["heal 1", ["heal 2", "heal 3"], []]}, "heal 4")
        assert {step.who for step in program if step.op is Op.OR} == {who}
        assert amounts(program, ways=(0,)) == [1, 4]
        assert amounts(program, ways=(1, 0)) == [2, 3, 4]
        assert amounts(program, ways=(1, 1)) == [4]


def test_lines_under_a_condition():
    program = compiled({"if": "own 1 chi", "do": ["heal 1", "heal 2"]}, "heal 3")
    assert program[0] == Instruction(Op.SKIP, arg=2, held=2, held_least=1, held_most=15)
    assert amounts(program, holds={2}) == [1, 2, 3]
    assert amounts(program) == [3]


def test_lines_under_a_condition_and_otherwise():
    program = compiled({"if": "flipped", "do": ["heal 1", "heal 2"], "else": ["heal 3"]}, "heal 4")
    assert amounts(program, holds={Asked.FLIPPED}) == [1, 2, 4]
    assert amounts(program) == [3, 4]
    nothing = compiled({"if": "flipped", "do": [], "else": ["heal 3"]})
    assert amounts(nothing, holds={Asked.FLIPPED}) == []
    assert amounts(nothing) == [3]


def test_conditions_and_choices_within_each_other():
    program = compiled(
        {"if": "flipped", "do": [{"choose": [[{"if": "slowed", "do": ["heal 1"]}], "heal 2"]}]}, "heal 3"
    )
    assert amounts(program) == [3]
    assert amounts(program, holds={Asked.FLIPPED}, ways=(1,)) == [2, 3]
    assert amounts(program, holds={Asked.FLIPPED}, ways=(0,)) == [3]
    assert amounts(program, holds={Asked.FLIPPED, Asked.SLOWED}, ways=(0,)) == [1, 3]


@pytest.mark.parametrize("home", [Pool.OFFENSE, Pool.DEFENSE])
def test_a_condition_on_dice_looks_at_the_own_ones_until_some_are_rolled(home):
    under = {"if": "sword", "do": ["heal 1"]}
    before, *_ = compiled(under, home=home)
    assert (before.pool, before.need_faces, before.need_count) == (home, 0b11, 1)
    assert compiled("roll 2 dice", under, home=home)[1].pool is Pool.ROLLED


def test_dice_rolled_in_one_case_are_not_counted_after_it_unless_rolled_in_both():
    after = "heal 1 per sword"
    one = compiled({"if": "flipped", "do": ["roll 1 die"]}, after)
    assert one[-1].pool is Pool.OFFENSE
    both = compiled({"if": "flipped", "do": ["roll 1 die"], "else": ["roll 2 dice"]}, after)
    assert both[-1].pool is Pool.ROLLED
    within = compiled({"if": "flipped", "do": ["roll 1 die", after], "else": [after]})
    assert [step.pool for step in within if step.op is Op.HEAL] == [Pool.ROLLED, Pool.OFFENSE]
    chosen = compiled({"choose": ["roll 1 die", []]}, after)
    assert chosen[-1].pool is Pool.ROLLED


def test_a_named_block_stands_for_its_lines():
    assert compiled({"do": "two"}) == [Instruction(Op.DRAW, base=1), heal(1)]
    assert compiled({"do": "two", "times": 3}) == compiled({"do": "two"}) * 3
    assert compiled({"do": "twice"}) == compiled({"do": "two"}) * 2


@pytest.mark.parametrize(
    ("line", "path", "says"),
    [
        (7, "0", "7 is not an effect line; allowed: a text, `choose:` or `opponent-chooses:` with a list"),
        ({}, "0", "{} is not an effect line"),
        ({"if": "flipped"}, "0", "is not an effect line; allowed: a text"),
        ({"if": "flipped", "else": []}, "0", "`if:` with `do:` and perhaps `else:`"),
        ({"choose": ["draw 1", "heal 1"], "times": 2}, "0", "is not an effect line"),
        ({"if": "flipped", "do": [], "times": 2}, "0", "is not an effect line"),
        ({"times": 2}, "0", "`do:` with the name of a block"),
        ({"choose": "draw 1"}, "0.choose", "a choice is a list of at least two alternatives"),
        ({"opponent-chooses": ["draw 1"]}, "0.opponent-chooses", "at least two alternatives"),
        ({"opponent-chooses": ["draw 1", "drw 1"]}, "0.opponent-chooses.1.0", "'drw 1' is not an effect"),
        ({"choose": ["draw 1", 3]}, "0.choose.1.0", "3 is not an effect line"),
        ({"if": "!", "do": ["draw 1"]}, "0.if", "'!' is not a condition; allowed: `2 sword`"),
        ({"if": 7, "do": ["draw 1"]}, "0.if", ""),
        ({"if": "own 1 chu", "do": []}, "0.if", "unknown status effect 'chu'"),
        ({"if": "flipped", "do": "draw 1"}, "0.do", "'draw 1' is not a list of effect lines"),
        ({"if": "flipped", "do": ["draw"]}, "0.do.0", "'draw' is not an effect line"),
        ({"if": "flipped", "do": [], "else": ["draw"]}, "0.else.0", "'draw' is not an effect line"),
        ({"if": "flipped", "do": [], "else": "draw 1"}, "0.else", "is not a list of effect lines"),
        ({"do": "tow"}, "0.do", "unknown block 'tow'; did you mean 'two'? allowed: two, once"),
        ({"do": ["draw 1"]}, "0.do", "unknown block ['draw 1']; "),
        ({"do": "two", "times": 0}, "0.times", "0 is not a number of times; allowed: 1 to 9"),
        ({"do": "two", "times": 10}, "0.times", "10 is not a number of times"),
        ({"do": "two", "times": "2"}, "0.times", "'2' is not a number of times"),
        ({"do": "wrong"}, "0.do.0", "'draw' is not an effect line"),
        ({"do": "deepest"}, "0.do.0.do.0.do.0.do", "blocks use each other more than 3 deep"),
        ({"do": "loop"}, "0.do.0.do.0.do.0.do", "blocks use each other more than 3 deep"),
    ],
)
def test_a_wrong_block_is_named_with_its_place(line, path, says):
    ((where, said),) = problems(line)
    assert where == path
    assert says in said


def test_every_mistake_is_named():
    found = problems("drw", {"if": "flipped", "do": ["drw"], "else": ["drw"]}, {"choose": ["drw", "drw"]})
    assert [where for where, _ in found] == ["0", "1.do.0", "1.else.0", "2.choose.0.0", "2.choose.1.0"]
    assert problems("draw 1", {"choose": ["draw 1", []]}) == []


def test_an_effect_is_a_list():
    compiler = Compiler(SYMBOLS, STATUSES, Pool.OFFENSE)
    assert compiler.blocks("draw 1") == []
    assert [(wrong.path, wrong.says) for wrong in compiler.wrong] == [
        ((), "'draw 1' is not a list of effect lines")
    ]
