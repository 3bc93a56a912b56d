import pytest

from dicelaw.model.dice_throne.abilities import land_and_activate
from dicelaw.model.dice_throne.forms import FORMS
from dicelaw.model.dice_throne.grammar import Compiler, WrongLineError, either
from dicelaw.model.dice_throne.language import DamageType, Instruction, Op, Pool, Who

PLAIN, FIRM = DamageType.NORMAL, DamageType.UNDEFENDABLE


def _compiler():
    symbols = ("sword", "sword", "helmet", "life", "life", "prayer")
    compiler = Compiler(symbols, {"crit": 1, "stun": 2, "chi": 3}, Pool.OFFENSE)
    compiler.instruction("roll 2 dice")
    return compiler


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.example)
def test_every_form_has_an_example_that_compiles_to_it(form):
    assert _compiler().instruction(form.example).op is form.op


def test_every_word_of_the_language_can_be_written():
    assert {form.op for form in FORMS} == set(Op) - {Op.END, Op.OR, Op.SKIP}


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        (
            "damage 1 per sword undefendable",
            Instruction(Op.DAMAGE, per=1, faces=0b11, pool=Pool.ROLLED, arg=FIRM),
        ),
        ("heal 1 + 2 per life", Instruction(Op.HEAL, base=1, per=2, faces=0b11000)),
        ("heal 2 per life of offense dice", Instruction(Op.HEAL, per=2, faces=0b11000, pool=Pool.OFFENSE)),
        ("gain half of rolled as chi", Instruction(Op.TOKEN, token=3, add_sum=True, half=True)),
        ("draw 1 if not prayer", Instruction(Op.DRAW, base=1, need_faces=0b11111, need_count=1)),
        ("avoid if 1-2", Instruction(Op.AVOID, need_faces=0b11, need_count=1)),
        ("avoid if 2 face 6", Instruction(Op.AVOID, need_faces=0b100000, need_count=2)),
        ("add 2 if sword or life", Instruction(Op.ADD, base=2, need_faces=0b11011, need_count=1)),
        (
            "gain crit if 2 helmet and 1 prayer of defense dice",
            Instruction(
                Op.TOKEN,
                token=1,
                base=1,
                pool=Pool.DEFENSE,
                need_faces=0b100,
                need_count=2,
                also_faces=0b100000,
                also_count=1,
            ),
        ),
        ("inflict stun if sum 14", Instruction(Op.TOKEN, Who.OPPONENT, token=2, base=1, need_sum=14)),
        ("opponent loses 1 cp per sword", Instruction(Op.LOSE_CP, Who.OPPONENT, per=1, faces=0b11)),
        ("raise limit of chi by 1", Instruction(Op.LIMIT, token=3, base=1)),
        ("set own die to 6", Instruction(Op.SET_DIE, base=1, arg=6)),
        ("2 extra attempts for self", Instruction(Op.ATTEMPT, base=2)),
    ],
)
def test_a_line_compiles(line, wanted):
    assert _compiler().instruction(line) == wanted


def test_dice_counted_without_saying_so():
    compiler = Compiler(("sword",) * 6, {}, Pool.DEFENSE)
    before, _, after = (
        compiler.instruction(line) for line in ("heal 1 per sword", "roll 1", "heal 1 per sword")
    )
    assert (before.pool, after.pool) == (Pool.DEFENSE, Pool.ROLLED)
    with pytest.raises(WrongLineError, match="no line before it rolls any"):
        Compiler(("sword",) * 6, {}, Pool.DEFENSE).instruction("heal sum of rolled")


def test_a_choice_of_three_jumps_to_each_alternative():
    a, b, c = (Instruction(Op.HEAL, base=number) for number in (1, 2, 3))
    program = (*either([(a, a), (b,), ()]), Instruction(Op.END))
    found = set()
    waiting = [(0, ())]
    while waiting:
        at, seen = waiting.pop()
        step = program[at]
        if step.op is Op.END:
            found.add(seen)
        elif step.op is Op.OR:
            waiting += [(at + 1, seen), (at + step.arg, seen)]
        elif step.op is Op.SKIP:
            waiting.append((at + step.arg, seen))
        else:
            waiting.append((at + 1, (*seen, step.base)))
    assert found == {(1, 1), (2,), ()}
    assert c not in program


def test_a_then_stays_only_between_parts_of_the_activation():
    then, hit = Instruction(Op.THEN), Instruction(Op.DAMAGE, base=5, arg=PLAIN)
    stun, heal = Instruction(Op.TOKEN, Who.OPPONENT, token=1, base=1), Instruction(Op.HEAL, base=1)
    assert land_and_activate([(stun,), (then,), (hit,)]) == ((hit,), (stun,), [])
    assert land_and_activate([(heal,), (then,), (hit,)]) == ((heal, then, hit), (), [])
    assert land_and_activate([(hit,), (then,), (stun,)]) == ((hit,), (stun,), [])
    mixed = either([(stun,), (heal,)])
    assert land_and_activate([mixed]) == ((), mixed, [0])
