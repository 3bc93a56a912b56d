"""docs/words.md has each word of Dice Throne and Dice Masters as the grammars of the games read it."""

import re

import pytest
from words_page import DUEL, PAGE, TABLE, rows

from dicelaw.model.dice_masters.cards import REACTIONS
from dicelaw.model.dice_masters.cards import Op as TableOp
from dicelaw.model.dice_masters.declared import vocabulary
from dicelaw.model.dice_masters.forms import step_of
from dicelaw.model.dice_throne.abilities import land_and_activate, lands
from dicelaw.model.dice_throne.conditions import WrongLineError
from dicelaw.model.dice_throne.declared.arguments import AMOUNT
from dicelaw.model.dice_throne.declared.vocabulary import DECLARED as DUEL_WORDS
from dicelaw.model.dice_throne.declared.vocabulary import FORMS as DUEL_FORMS
from dicelaw.model.dice_throne.grammar import Compiler
from dicelaw.model.dice_throne.language import Instruction, Op, Pool, Who
from dicelaw.model.effects.lines import examples, patterns
from dicelaw.model.effects.words import PLACEHOLDER, Argument, Word

SYMBOLS = ("sword", "pow", "helmet", "life", "prayer", "prayer")
STATUSES = ("chi", "stun", "crit", "seedling", "sapling")
POOLS = ("offense", "defense", "rolled")
CALLED = TABLE.partition("DICE is ")[2].partition(".")[0].replace("\n", " ")
KINDS = {
    "STATUS": STATUSES,
    "PER": ("per sword", "per two pow at most 3", "per own chi", "per paid", "per prayer"),
    "WHOLE": tuple(f"{one} of {pool}" for one in ("sum", "half") for pool in POOLS),
    "DICE": tuple(re.findall(r"`([a-z- ]+)`", CALLED)),
}
OTHERS = {
    "else the owner": Who.SELF,
    "else the opponent": Who.OPPONENT,
    "else one that is chosen": Who.CHOSEN,
}


def arguments(cell):
    """The arguments that a cell describes."""
    for one in cell.split("; ") if cell != "none" else ():
        name, values = one.split(": ", 1)
        if bounds := re.fullmatch(r"(\d+) to (\d+)", values):
            yield Argument(name, int(bounds[1]), int(bounds[2]))
        elif values == "AMOUNT":
            yield AMOUNT
        else:
            names = KINDS.get(values) or re.findall(r"`([^`]+)`", values)
            assert names, values
            yield Argument(name, names={text: place for place, text in enumerate(names)})


def declared(row, op):
    """The row of a table as a declaration."""
    return Word(op.name, op, tuple(re.findall(r"`([^`]+)`", row[1])), "", tuple(arguments(row[2])))


WORDS = [
    *((op, rows(DUEL).get(op.name.lower())) for op in Op),
    *((op, rows(TABLE).get(op.name.lower())) for op in TableOp),
]
SAID = [(op, declared(row, op)) for op, row in WORDS if row and row[1] != "none"]


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


def filled(line, chosen):
    """``line`` with the text of each argument, with and without what may be left out."""
    for text in (re.sub(r"[\[\]]", "", line), re.sub(r"\[[^]]*\]", "", line)):
        yield PLACEHOLDER.sub(lambda found: chosen[found["name"]], text)


def texts(one):
    """What an argument may be written as: all its names, or its least and greatest number."""
    return list(one.names) if one.names else [str(one.least), str(one.most)]


def test_there_is_a_row_for_each_of_the_114_words():
    assert len(WORDS) == 114
    assert [op for op, row in WORDS if row is None] == []
    assert len(rows(DUEL)) + len(rows(TABLE)) == 114
    assert {name for op, _ in WORDS if (name := op.name) and not read_lines(op)} == {"END", "OR", "SKIP"}


def read_lines(op):
    """The lines that the page has for ``op``."""
    return next((word.lines for other, word in SAID if other is op), ())


@pytest.mark.parametrize(("op", "word"), SAID, ids=[f"{type(op).__module__}-{op.name}" for op, _ in SAID])
def test_the_lines_of_the_page_are_those_of_the_grammar(op, word):
    usual = {one.name: texts(one)[0] for one in word.arguments}
    for line in word.lines:
        named = [word.argument(found["name"]) for found in PLACEHOLDER.finditer(line)]
        for one in named:
            for text in texts(one):
                for full in filled(line, {**usual, one.name: text}):
                    assert read(op, full) is not None, full
                    assert read(op, full).op is op, full
            if not one.names:
                beyond = [str(one.most + 1), *([str(one.least - 1)] if one.least else [])]
                for text in beyond:
                    assert read(op, next(filled(line, {**usual, one.name: text}))) is None, (line, text)
        if not named:
            assert all(read(op, full).op is op for full in filled(line, {}))


EXAMPLES = [
    *((form.op, form.example) for form in DUEL_FORMS),
    *((op, line) for op, word in vocabulary.DECLARED.items() for line in examples(word)),
]


@pytest.mark.parametrize(("op", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
def test_every_form_of_the_grammar_is_on_the_page(op, line):
    (word,) = (word for other, word in SAID if other is op)
    assert any(pattern.fullmatch(line) for pattern in patterns(word))


def test_the_page_says_whom_a_line_means_that_names_nobody():
    seen = set()
    for op, word in SAID:
        if isinstance(op, TableOp):
            continue
        cell = rows(DUEL)[op.name.lower()][2]
        meant = [who for text, who in OTHERS.items() if text in cell]
        usual = {one.name: texts(one)[0] for one in word.arguments}
        for line in word.lines:
            if "[ to {who}]" in line or "[ of {who}]" in line or "[{who} ]" in line:
                *_, bare = filled(line, usual)
                assert [read(op, bare).who] == meant, line
                seen |= set(meant)
    assert seen == {*OTHERS.values()}


def test_the_page_says_in_which_part_of_an_ability_a_word_is():
    token = (Instruction(Op.TOKEN, Who.OPPONENT, token=1, base=1),)
    for op, word in SAID:
        if isinstance(op, TableOp) or op is Op.THEN:
            continue
        step = Instruction(op, Who.OPPONENT)
        activated, _, _ = land_and_activate([token, (Instruction(Op.THEN),), (step,)])
        part = "landing" if lands(step) else "activation" if step in activated else "either"
        assert (word.name, rows(DUEL)[op.name.lower()][3]) == (op.name, part)


def test_the_page_says_what_only_a_reactive_global_or_a_card_says():
    by = {op: row[3] for op, row in WORDS if isinstance(op, TableOp)}
    assert {op for op, cell in by.items() if cell == "reactive Global"} == REACTIONS
    assert [op for op, cell in by.items() if cell == "card"] == [TableOp.TOKEN]


def test_the_words_that_are_declared_already_are_bold():
    bold = set(re.findall(r"^\| \*\*(\w+)\*\*", PAGE, re.MULTILINE))
    assert bold == {op.name.lower() for op in (*DUEL_WORDS, *vocabulary.DECLARED)}
