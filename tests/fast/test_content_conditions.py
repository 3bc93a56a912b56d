"""Conditions of effect lines, and which instruction fields they fill."""

from itertools import combinations

import pytest

from dicelaw.model.content.checking import one_of
from dicelaw.model.dice_throne.grammar.conditions import MOST_HELD, Reader, WrongLineError, held, values_of
from dicelaw.model.dice_throne.grammar.grammar import Compiler
from dicelaw.model.dice_throne.language import Instruction, Op, Pool, Who
from dicelaw.model.dice_throne.language import Test as Asked

READER = Reader(("sword", "sword", "helmet", "life", "life", "prayer"), {"crit": 1, "chi": 2})
ASKED = {
    "flipped": Asked.FLIPPED,
    "not flipped": Asked.NOT_FLIPPED,
    "first player": Asked.FIRST_PLAYER,
    "fewer than 3 attempts": Asked.FEW_ATTEMPTS,
    "a die was rerolled": Asked.REROLLED,
    "no attack": Asked.NO_ATTACK,
    "any own positive status": Asked.HAS_POSITIVE,
    "companion active": Asked.COMPANION_ACTIVE,
    "slowed": Asked.SLOWED,
    "with a teammate": Asked.WITH_TEAMMATE,
    "own die at least opponent's": Asked.AT_LEAST_THEIRS,
    "own die above opponent's": Asked.ABOVE_THEIRS,
    "own die below opponent's": Asked.BELOW_THEIRS,
}


def chi(least, most=MOST_HELD, holder=Who.SELF):
    return {"held": 2, "holder": holder, "held_least": least, "held_most": most}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("sword", {"need_faces": 0b11, "need_count": 1}),
        ("2 sword", {"need_faces": 0b11, "need_count": 2}),
        ("sword or prayer", {"need_faces": 0b100011, "need_count": 1}),
        ("not sword", {"need_faces": 0b111100, "need_count": 1}),
        ("3 not sword", {"need_faces": 0b111100, "need_count": 3}),
        ("2-4", {"need_faces": 0b1110, "need_count": 1}),
        ("2 face 6", {"need_faces": 0b100000, "need_count": 2}),
        ("1 or 6", {"need_faces": 0b100001, "need_count": 1}),
        ("no sword", {"none_faces": 0b11}),
        ("no 5-6", {"none_faces": 0b110000}),
        ("sum 14", {"need_sum": 14}),
        ("sum at most 6", {"sum_most": 6}),
        ("4 of a kind", {"alike": 4}),
        ("own 2 chi", chi(2)),
        ("own chi", chi(1)),
        ("opponent's chi", chi(1, holder=Who.OPPONENT)),
        ("own no chi", chi(0, 0)),
        ("own exactly 1 chi", chi(1, 1)),
        ("opponent's 3 chi", chi(3, holder=Who.OPPONENT)),
        ("opponent's no chi", chi(0, 0, Who.OPPONENT)),
        ("that player's 2 chi", chi(2, holder=Who.THAT_PLAYER)),
        ("own 2 cp", {"holder": Who.SELF, "cp_least": 2}),
        ("opponent's 1 cp", {"holder": Who.OPPONENT, "cp_least": 1}),
        ("2 helmet and 1 prayer", {"need_faces": 4, "need_count": 2, "also_faces": 32, "also_count": 1}),
        (
            "sword and no life and sum 4 and 3 of a kind and own 1 chi and flipped",
            {"need_faces": 3, "need_count": 1, "none_faces": 24, "need_sum": 4, "alike": 3, **chi(1)}
            | {"test": Asked.FLIPPED},
        ),
        ("sum 4 and sum at most 9", {"need_sum": 4, "sum_most": 9}),
    ],
)
def test_a_condition_is_read(text, wanted):
    assert values_of(text, READER) == wanted


@pytest.mark.parametrize(("text", "asked"), ASKED.items())
def test_what_is_asked_of_the_game(text, asked):
    assert values_of(text, READER) == {"test": asked}


def test_everything_can_be_asked():
    assert set(ASKED.values()) == set(Asked) - {Asked.NONE}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("!", "'!' is not a condition; allowed: `2 sword`, .*`opponent's no bleed`, `flipped`"),
        ("6 sword", "^'6 sword': count 6 is not allowed; allowed: count from 1 to 5$"),
        ("sum", "unknown symbol 'sum'"),
        ("6 of a kind", "'6 of a kind': alike 6 is not allowed; allowed: alike from 2 to 5"),
        ("sum 100", "'sum 100': sum 100 is not allowed; allowed: sum from 0 to 99"),
        ("sum at mots 6", "'sum at mots 6' is not a condition; did you mean `sum at most 6`"),
        ("companion activ", "'companion activ' is not a condition; did you mean `companion active`"),
        (
            "fliped",
            "unknown symbol 'fliped'; did you mean `flipped`[?] allowed: sword, helmet, life, prayer, 1-6$",
        ),
        ("their 2 chi", "'their 2 chi' is not a condition"),
        ("own 2 chu", "unknown status effect 'chu'; did you mean 'chi'"),
        ("own no cp", "'own no cp' is not a condition; did you mean `own 1 cp`"),
        ("own exactly 2 cp", "'own exactly 2 cp' is not a condition; did you mean `own 2 cp`"),
        ("own 0 cp", "'own 0 cp': cp 0 is not allowed; allowed: cp from 1 to 9"),
        ("flip", "unknown symbol 'flip'"),
        ("bow", "unknown symbol 'bow'; allowed: sword, helmet, life, prayer, 1-6"),
        ("sword and life and prayer", "too many conditions of one kind; use `if:` with `do:`"),
        ("own 1 chi and own 1 crit", "too many conditions of one kind"),
        ("own 1 chi and own 1 cp", "too many conditions of one kind"),
        ("flipped and slowed", "too many conditions of one kind"),
        ("no sword and no life", "too many conditions of one kind"),
        ("sword and", "unknown symbol|is not a condition"),
    ],
)
def test_a_wrong_condition_is_named(text, says):
    with pytest.raises(WrongLineError, match=says):
        values_of(text, READER)


@pytest.mark.parametrize(
    ("text", "bounds"), [("no", (0, 0)), ("2", (2, MOST_HELD)), ("exactly 2", (2, 2)), ("0", (0, MOST_HELD))]
)
def test_numbers_of_tokens(text, bounds):
    assert held(text) == bounds


@pytest.mark.parametrize(("one", "two"), [*combinations(["sword", "own 1 chi", "sum 4", "slowed"], 2)])
def test_the_order_of_conditions_is_free(one, two):
    assert values_of(f"{one} and {two}", READER) == values_of(f"{two} and {one}", READER)


def test_near_words_are_named_first():
    assert one_of("cit", ["chi", "crit"]) == "did you mean 'crit'? allowed: chi, crit"
    assert one_of("zzz", ["chi", "crit"]) == "allowed: chi, crit"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("draw 1 if own 2 chi", Instruction(Op.DRAW, base=1, **chi(2))),
        ("draw 1 if no sword of offense dice", Instruction(Op.DRAW, base=1, none_faces=3, pool=Pool.OFFENSE)),
        ("draw 1 if 3 of a kind of offense dice", Instruction(Op.DRAW, base=1, alike=3, pool=Pool.OFFENSE)),
        (
            "draw 1 if sum at most 6 of rolled dice",
            Instruction(Op.DRAW, base=1, sum_most=6),
        ),
        (
            "deal 1 per own chi if opponent's 1 cp",
            Instruction(Op.DEAL, Who.OPPONENT, per=1, count=1, counted=2, holder=Who.OPPONENT, cp_least=1),
        ),
        (
            "damage 1 per sword if 2 prayer and companion active of offense dice",
            Instruction(
                Op.DAMAGE,
                per=1,
                arg=1,
                faces=3,
                pool=Pool.OFFENSE,
                need_faces=32,
                need_count=2,
                test=Asked.COMPANION_ACTIVE,
            ),
        ),
    ],
)
def test_a_line_with_a_condition_compiles(line, wanted):
    compiler = Compiler(READER.symbols, READER.statuses, Pool.DEFENSE)
    compiler.instruction("roll 2 dice")
    assert compiler.instruction(line) == wanted


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("draw 1 if own 1 chi of offense dice", "names dice but counts none"),
        ("draw 1 if flipped of rolled dice", "names dice but counts none"),
        ("draw 1 if 2 sword of any dice", "is not a condition"),
    ],
)
def test_a_condition_without_dice_names_none(line, says):
    compiler = Compiler(READER.symbols, READER.statuses, Pool.DEFENSE)
    compiler.instruction("roll 2 dice")
    with pytest.raises(WrongLineError, match=says):
        compiler.instruction(line)
