"""docs/effects.md has what is declared, and what is declared is what the grammars of the games read."""

import re
from pathlib import Path

import pytest

from dicelaw.model.dice_masters.cards.cards import REACTIONS
from dicelaw.model.dice_masters.cards.cards import Op as TableOp
from dicelaw.model.dice_masters.declared import moments as table_moments
from dicelaw.model.dice_masters.declared import vocabulary as masters
from dicelaw.model.dice_masters.declared.forms import step_of
from dicelaw.model.dice_masters.declared.targets import TARGETS
from dicelaw.model.dice_throne.declared import moments as duel_moments
from dicelaw.model.dice_throne.declared import vocabulary as throne
from dicelaw.model.dice_throne.declared.arguments import PLAYERS
from dicelaw.model.dice_throne.grammar.conditions import MOST_HELD, WrongLineError
from dicelaw.model.dice_throne.grammar.grammar import Compiler
from dicelaw.model.dice_throne.language import Instruction, Op, Pool, Who
from dicelaw.model.dice_throne.language.abilities import land_and_activate, lands, part_of
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.effects.lines import examples
from dicelaw.model.effects.triggers import table
from dicelaw.model.effects.words import PLACEHOLDER

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "effects.md").read_text(encoding="utf-8")
SYMBOLS = ("sword", "pow", "helmet", "life", "prayer", "prayer")
STATUSES = ("chi", "stun", "crit", "seedling", "sapling")
TEXTS = {
    "status": STATUSES,
    "other": STATUSES,
    "per": ("per sword", "per two pow at most 3", "per own chi", "per paid"),
    "all": ("sum of rolled", "half of offense", "sum of defense"),
    "part": ("half of own cp", "half of paid", "half of own chi"),
}
SAID = [(op, word) for op, word in [*throne.DECLARED.items(), *masters.DECLARED.items()] if word.lines]


def read(op, line):
    """What the grammar of the game of ``op`` reads in ``line``; None for a wrong line."""
    if isinstance(op, TableOp):
        return step_of(line)
    compiler = Compiler(SYMBOLS, {name: kind for kind, name in enumerate(STATUSES, 1)}, Pool.OFFENSE)
    compiler.instruction("roll 3 dice")
    try:
        return compiler.instruction(line)
    except WrongLineError:
        return None


def texts(one):
    """What an argument may be written as: all its names, or its least and greatest number; "" for nothing."""
    said = TEXTS.get(one.name) or [*one.names] or [str(one.least), str(one.most)]
    return [*([] if one.usual is None else [""]), *(f"{one.before}{text}{one.after}" for text in said)]


def filled(line, chosen):
    """``line`` with the text of each argument, with and without what may be left out."""
    for text in (re.sub(r"[\[\]]", "", line), re.sub(r"\[[^]]*\]", "", line)):
        yield PLACEHOLDER.sub(lambda found: chosen[found["name"]], text)


def test_the_page_is_made_of_the_declarations():
    for title, made in (
        ("words of dice-throne", throne.page()),
        ("conditions of dice-throne", throne.conditions_page()),
        ("moments of dice-throne", table(duel_moments.TRIGGERS)),
        ("words of dice-masters", masters.page()),
        ("moments of dice-masters", table(table_moments.TRIGGERS)),
    ):
        begin, end = f"<!-- {title}: written by make record -->", f"<!-- end of {title} -->"
        assert f"{begin}\n\n{made}\n{end}\n" in PAGE, "run `make record RECORDFLAGS=generated`"


def test_each_of_the_115_words_is_declared():
    assert len(throne.DECLARED) + len(masters.DECLARED) == 115
    assert set(throne.DECLARED) == {*Op}
    assert set(masters.DECLARED) == {*TableOp}
    assert {op for op, word in throne.DECLARED.items() if not word.lines} == {Op.END, Op.OR, Op.SKIP}
    assert {op for op, word in masters.DECLARED.items() if not word.lines} == {TableOp.END}


@pytest.mark.parametrize(("op", "word"), SAID, ids=[f"{type(op).__module__}-{op.name}" for op, _ in SAID])
def test_the_declared_lines_and_bounds_are_those_of_the_grammar(op, word):
    usual = {one.name: texts(one)[0] for one in word.arguments}
    for line in word.lines:
        for one in [word.argument(found["name"]) for found in PLACEHOLDER.finditer(line)]:
            for text in texts(one):
                for full in filled(line, {**usual, one.name: text}):
                    assert read(op, full) is not None, full
                    assert read(op, full).op is op, full
            if not (one.names or one.free):
                beyond = [str(one.most + 1), *([str(one.least - 1)] if one.least else [])]
                for text in beyond:
                    wrong = f"{one.before}{text}{one.after}"
                    assert read(op, next(filled(line, {**usual, one.name: wrong}))) is None, (line, text)
    for line in examples(word):
        assert read(op, line).op is op


def test_a_line_that_names_nobody_means_whom_its_word_declares():
    seen = set()
    for op, word in throne.DECLARED.items():
        usual = {one.name: texts(one)[0] for one in word.arguments}
        for who in (one for one in word.arguments if one.name == "who" and one.usual is not None):
            for line in (line for line in word.lines if "{who}" in line):
                *_, bare = filled(line, usual)
                assert read(op, bare).who == who.usual, line
                seen.add(Who(who.usual))
                for name in who.names:
                    *_, full = filled(line, {**usual, "who": f"{who.before}{name}{who.after}"})
                    assert read(op, full).who == PLAYERS[name]
    assert seen == {Who.SELF, Who.OPPONENT, Who.CHOSEN}
    assert read(Op.TOKEN, "inflict chi").who is Who.OPPONENT


def test_the_part_of_an_ability_that_says_a_word_is_the_one_in_which_it_runs():
    token = (Instruction(Op.TOKEN, Who.OPPONENT, token=1, base=1),)
    for op, _ in SAID:
        if isinstance(op, TableOp) or op is Op.THEN:
            continue
        step = Instruction(op, Who.OPPONENT)
        activated, _, _ = land_and_activate([token, (Instruction(Op.THEN),), (step,)])
        part = "landing" if lands(step) else "activation" if step in activated else "either"
        assert (op, part_of(op)) == (op, part)


def test_what_only_a_reactive_global_or_a_card_says_is_declared():
    by = {op: masters.said_by(word) for op, word in masters.DECLARED.items()}
    assert {op for op, who in by.items() if who == "reactive Global"} == REACTIONS
    assert [op for op, who in by.items() if who == "card"] == [TableOp.TOKEN]


def test_the_page_names_all_dice_that_a_line_may_be_about():
    called = PAGE.partition("\nDICE is ")[2].partition(".")[0].replace("\n", " ")
    assert set(re.findall(r"`([a-z- ]+)`", called)) == {one.name for one in TARGETS}


def test_the_effect_with_all_kinds_of_blocks_is_read(tmp_path):
    effect = PAGE.partition("```yaml\neffect:\n")[2].partition("```")[0]
    stances = "".join(
        f"  - {{id: {name}-stance, name: {name}, sign: unique, limit: 1}}\n" for name in ("high", "low")
    )
    head = "  name: Turn\n  timing: main\n  cost: 1\n  have: high-stance\n"
    card = f"common:\n- id: turn\n{head}  effect:\n{effect}"
    text = f"source: mine\nstatuses:\n{stances}blocks: {{fanfare: [heal 1]}}\n{card}"
    (tmp_path / "turn.yaml").write_text(text, encoding="utf-8")
    monk = load_pack([tmp_path]).heroes["monk"]
    (action,) = (card.action for card in monk.cards if card.action.id == "common/turn")
    assert (action.held_least, action.held_most) == (1, MOST_HELD)
    assert [step.op for step in action.program].count(Op.HEAL) == 3
