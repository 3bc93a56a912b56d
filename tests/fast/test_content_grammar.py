"""Effect lines: which instruction each form of words compiles to."""

from dataclasses import replace

import pytest

from dicelaw.model.dice_throne.declared.vocabulary import FORMS
from dicelaw.model.dice_throne.grammar.grammar import Compiler, WrongLineError, differs, either
from dicelaw.model.dice_throne.language import AFTER_DAMAGE, Count, DamageType, Instruction, Op, Pool, Who
from dicelaw.model.dice_throne.language.abilities import land_and_activate

PLAIN, FIRM = DamageType.NORMAL, DamageType.UNDEFENDABLE


def _compiler():
    symbols = ("sword", "sword", "helmet", "life", "life", "prayer")
    statuses = {"crit": 1, "stun": 2, "chi": 3, "seedling": 4, "sapling": 5}
    compiler = Compiler(symbols, statuses, Pool.OFFENSE)
    compiler.instruction("roll 2 dice")
    return compiler


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.example)
def test_every_form_has_an_example_that_compiles_to_it(form):
    assert _compiler().instruction(form.example).op is form.op


@pytest.mark.parametrize(
    "line",
    [
        "inflict 2 chi",
        "lose chi",
        "pay up to 4 chi",
        "turn chi into crit",
        "deal 1 per own chi",
        "heal 2 if own 2 chi",
        "heal 2 if 2 sword",
        "damage 2 per sword or helmet",
    ],
)
def test_names_may_have_digits(line):
    """Whatever id a file may declare, a line may name."""
    wanted, found = _compiler(), _compiler()
    new = {"chi": "mk2-chi", "crit": "c3", "sword": "sword2"}
    found.statuses = {new.get(name, name): number for name, number in found.statuses.items()}
    found.symbols = [new.get(name, name) for name in found.symbols]
    named = " ".join(new.get(word, word) for word in line.split(" "))
    assert named != line
    assert found.instruction(named) == wanted.instruction(line)


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


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("roll off", Instruction(Op.ROLL_OFF)),
        ("roll 3 dice", Instruction(Op.ROLL, base=3)),
        ("roll 3 dice, covered", Instruction(Op.ROLL, base=3, arg=1)),
        ("roll 1 die, covered", Instruction(Op.ROLL, base=1, arg=1)),
        ("put the dice away", Instruction(Op.CLEAR)),
        ("look at the dice", Instruction(Op.LOOK)),
        ("pay up to 4 chi", Instruction(Op.PAY, token=3, base=4)),
        ("pay up to 10 cp", Instruction(Op.PAY, base=10)),
        ("turn seedling into sapling", Instruction(Op.TURN_INTO, token=4, counted=5)),
        (
            "opponent turns seedling into sapling",
            Instruction(Op.TURN_INTO, Who.OPPONENT, token=4, counted=5),
        ),
        ("flip the board", Instruction(Op.FLIP)),
        ("the ability fails if 1-2", Instruction(Op.FIZZLE, need_faces=0b11, need_count=1)),
        ("suffer 4", Instruction(Op.SUFFER, base=4)),
        ("opponent suffers 1 per paid", Instruction(Op.SUFFER, Who.OPPONENT, per=1, count=Count.PAID)),
        ("heal the damage dealt", Instruction(Op.DRAIN)),
        ("search 2 cards", Instruction(Op.SEARCH, base=2)),
        ("look at the hand of opponent", Instruction(Op.SHOW_HAND, Who.OPPONENT)),
        ("look at the hand", Instruction(Op.SHOW_HAND, Who.OPPONENT)),
        ("discard 1 by choice", Instruction(Op.DISCARD_PICK, base=1)),
        ("opponent discards 2 by choice", Instruction(Op.DISCARD_PICK, Who.OPPONENT, base=2)),
        ("opponent discards 2", Instruction(Op.DISCARD, Who.OPPONENT, base=2)),
        ("prevent one inflicted status", Instruction(Op.WARD)),
        ("keep off one negative status", Instruction(Op.SHIELD)),
        ("remove all positive statuses of opponent", Instruction(Op.REMOVE_ALL, Who.OPPONENT, arg=1)),
        ("remove all negative statuses", Instruction(Op.REMOVE_ALL, arg=2)),
        ("remove all statuses", Instruction(Op.REMOVE_ALL)),
    ],
)
def test_a_word_of_the_other_heroes_compiles(line, wanted):
    assert _compiler().instruction(line) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("deal 1 per own chi to self", {"per": 1, "count": Count.OWN_TOKENS, "counted": 3}),
        ("deal 2 per opponent's chi", {"per": 2, "count": Count.THEIR_TOKENS, "counted": 3}),
        ("deal 1 per own cp", {"per": 1, "count": Count.OWN_CP}),
        ("deal 1 per paid", {"per": 1, "count": Count.PAID}),
        ("deal 1 per extra attempt at most 2", {"per": 1, "count": Count.EXTRA_ATTEMPTS, "most": 2}),
        ("deal 1 per two sword", {"per": 1, "faces": 0b11, "pairs": True}),
        (
            "deal 3 + 2 per two sword at most 1",
            {"base": 3, "per": 2, "faces": 0b11, "pairs": True, "most": 1},
        ),
        ("deal half of 3 per own chi", {"per": 3, "half": True, "count": Count.OWN_TOKENS, "counted": 3}),
        ("deal half of 1 + 1 per life", {"base": 1, "per": 1, "half": True, "faces": 24}),
    ],
)
def test_an_amount_compiles(line, wanted):
    who = Who.SELF if line.endswith("self") else Who.OPPONENT
    assert _compiler().instruction(line) == Instruction(Op.DEAL, who, **wanted)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("gain half of own cp as cp", Instruction(Op.CP, per=1, half=True, count=Count.OWN_CP)),
        ("gain sum of rolled as cp", Instruction(Op.CP, add_sum=True)),
        ("gain 2 cp per paid", Instruction(Op.CP, per=2, count=Count.PAID)),
        ("inflict stun per own chi", Instruction(
            Op.TOKEN, Who.OPPONENT, token=2, per=1, count=Count.OWN_TOKENS, counted=3)),
        ("inflict 1 chi per two life at most 3", Instruction(
            Op.TOKEN, Who.OPPONENT, token=3, per=1, faces=0b11000, pairs=True, most=3)),
        ("lose 2 chi", Instruction(Op.REMOVE, token=3, base=2)),
        ("opponent loses 1 cp per extra attempt", Instruction(
            Op.LOSE_CP, Who.OPPONENT, per=1, count=Count.EXTRA_ATTEMPTS)),
    ],
)  # fmt: skip
def test_amounts_of_tokens_and_points_compile(line, wanted):
    assert _compiler().instruction(line) == wanted


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("roll 3 dice covered", "did you mean `roll 3 dice, covered`\\? allowed: `roll off`, `roll 3 dice`"),
        ("roll 0 dice, covered", "n 0 is not allowed; allowed: n from 1 to 5"),
        ("pay up to chi", "is not an effect line; did you mean `pay up to 4 chi`\\? allowed: `pay"),
        ("pay up to 4 chu", "unknown status effect 'chu'; did you mean 'chi'\\? allowed: crit, stun"),
        ("turn seedling into tree", "unknown status effect 'tree'"),
        ("turn seedling", "'turn seedling' is not an effect line; .*allowed: `turn seedling into sapling`"),
        ("search cards", "did you mean `search 1 cards`\\? allowed: `search 1 card`"),
        ("opponent discards by choice", "did you mean `opponent discards 1 by choice`\\? allowed: .*`look"),
        ("deal 1 per own chu", "unknown status effect 'chu'"),
        ("deal 1 per their chi", "is not an effect line; .*allowed: `deal 1 per sword`"),
        ("deal 1 per two bow", "unknown symbol 'bow'"),
        ("deal 1 per two own chi", "is not an effect line"),
        ("deal 1 per sword at most 10", "'10' is more than can be said; allowed: 9 at most"),
        ("deal 1 at most 1", "is not an effect line"),
        ("deal 1 per paid of rolled dice", "names dice but counts none"),
        ("remove all unique statuses", "is not an effect line"),
        ("damge 4 if 2 sword", "'damge 4 if 2 sword' is .*; did you mean `damage 4 if 2 sword`\\? allowed: "),
        ("damage 4 undefendible", "did you mean `damage 4 undefendable`\\?"),
        ("dael 3 per swrod to slef", "did you mean `deal 3 per sword to self`\\?"),
        ("chosen palyer heals 1 + 2 per own chi", "mean `chosen player heals 1 \\+ 2 per own chi`\\?"),
        ("inflcit stnu", "did you mean `inflict stun`\\?"),
        ("fly", "'fly' is not an effect line; allowed: `.*`"),
    ],
)
def test_a_wrong_line_is_named(line, says):
    with pytest.raises(WrongLineError, match=says):
        _compiler().instruction(line)


def test_a_roll_off_is_counted_like_dice_rolled_for_the_effect():
    compiler = Compiler(("sword",) * 6, {}, Pool.DEFENSE)
    compiler.instruction("roll off")
    assert compiler.instruction("heal 1 per sword").pool is Pool.ROLLED


def test_an_unknown_status_effect_is_not_reported_where_not_all_are_known():
    compiler = Compiler(("sword",) * 6, {}, Pool.OFFENSE, every_status=False)
    assert compiler.instruction("turn chi into crit if own 2 chi") == Instruction(
        Op.TURN_INTO, held_least=2, held_most=15
    )


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


def test_what_is_said_of_that_player_comes_after_the_pick():
    hit = Instruction(Op.DAMAGE, base=5, arg=PLAIN)
    stun = Instruction(Op.TOKEN, Who.ANOTHER_OPPONENT, token=1, base=1)
    heal, cure = (Instruction(Op.HEAL, who, base=1) for who in (Who.CHOSEN_TEAMMATE, Who.THAT_PLAYER))
    assert land_and_activate([(stun,), (cure,), (hit,)]) == ((hit,), (stun, cure), [])
    assert land_and_activate([(heal,), (cure,), (stun,)]) == ((heal, cure), (stun,), [])
    assert land_and_activate([(stun,), (heal,), (cure,)]) == ((heal, cure), (stun,), [])
    rolled = Instruction(Op.ROLL, Who.THAT_PLAYER, base=1)
    assert land_and_activate([(stun,), (rolled,)])[2] == [1]


def test_a_block_may_be_another_among_several():
    blocks = {
        "calm": {"effect": ["heal 1"], "several": ["heal 2"]},
        "same": ["heal 3"],
        "both": [{"do": "calm"}],
    }
    for name, different in (("calm", True), ("same", False), ("both", True), ("unknown", False)):
        line = {"choose": ["heal 4", [{"do": name}]]}
        assert differs([line], blocks) is different
    for several, amount in ((False, 1), (True, 2)):
        compiler = Compiler(("sword",) * 6, {}, Pool.OFFENSE, named=blocks, several=several)
        assert compiler.blocks([{"do": "both"}]) == [(Instruction(Op.HEAL, base=amount),)]


def test_what_each_player_loses_lands_and_is_nobodys_pick():
    lost = Instruction(Op.REMOVE, Who.EACH, token=1, base=1)
    hurt = Instruction(Op.DEAL, Who.EACH, base=1, held=1, holder=Who.THAT_PLAYER)
    heal = Instruction(Op.HEAL, Who.THAT_PLAYER, base=1)
    assert land_and_activate([(hurt,), (lost,), (heal,)]) == ((hurt, heal), (lost,), [])


def test_what_follows_a_then_comes_after_what_is_in_front_of_it():
    then, hit = Instruction(Op.THEN), Instruction(Op.DAMAGE, base=5, arg=PLAIN)
    stun, heal = Instruction(Op.TOKEN, Who.OPPONENT, token=1, base=1), Instruction(Op.HEAL, base=1)
    assert land_and_activate([(stun,), (then,), (hit,)]) == ((hit,), (stun,), [])
    assert land_and_activate([(heal,), (then,), (hit,)]) == ((heal, then, hit), (), [])
    later = replace(stun, arg=AFTER_DAMAGE)
    assert land_and_activate([(hit,), (then,), (stun,)]) == ((hit,), (then, later), [])
    assert land_and_activate([(stun,), (then,), (heal,)]) == ((), (stun, then, heal), [])
    assert land_and_activate([(stun,), (then,), (hit,), (heal,)]) == ((hit,), (stun, then, heal), [])
    assert land_and_activate([(heal,), (then,), (stun,), (hit,)]) == ((heal, then, hit), (stun,), [])
    assert land_and_activate([(heal,), (stun,), (then,), (hit,)]) == ((heal, then, hit), (stun,), [])
    assert land_and_activate([(then,), (stun,), (then,)]) == ((), (stun,), [])
    either_lands = either([(stun,), (heal,)])
    assert land_and_activate([either_lands]) == ((), either_lands, [])
    mixed = either([(stun,), (hit,)])
    assert land_and_activate([(heal,), mixed]) == ((heal,), mixed, [1])


@pytest.mark.parametrize(
    ("op", "who", "landing"),
    [
        (Op.DISCARD_PICK, Who.OPPONENT, True),
        (Op.DISCARD_PICK, Who.SELF, False),
        (Op.SHOW_HAND, Who.OPPONENT, True),
        (Op.STEAL_HEALTH, Who.SELF, True),
        (Op.TURN_INTO, Who.SELF, False),
        (Op.SUFFER, Who.OPPONENT, False),
        (Op.SEARCH, Who.SELF, False),
        (Op.PAY, Who.SELF, False),
    ],
)
def test_what_lands(op, who, landing):
    step = Instruction(op, who, base=1)
    activate, land, _ = land_and_activate([(step,)])
    assert (activate, land) == (((), (step,)) if landing else ((step,), ()))


@pytest.mark.parametrize("op", [Op.ROLL, Op.ROLL_OFF, Op.PAY, Op.COLLATERAL, Op.RECOIL, Op.EXTRA_PHASE])
def test_what_does_not_wait_for_the_landing(op):
    stun = Instruction(Op.TOKEN, Who.OPPONENT, token=1, base=1)
    assert land_and_activate([(stun, Instruction(op, base=1))])[2] == [0]
