"""Words, declared once: who may say them, and the machine that has them."""

import pytest
import yaml

from dicelaw.model.content.document import ContentError
from dicelaw.model.dice_throne.declared.arguments import EVERYWHERE
from dicelaw.model.dice_throne.declared.vocabulary import DECLARED
from dicelaw.model.dice_throne.grammar.grammar import Compiler
from dicelaw.model.dice_throne.language import DamageType, Instruction, Op, Pool, Status, Who
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import open_duel
from dicelaw.model.dice_throne.prose import phrase
from dicelaw.model.effects.lines import candidates, examples

SYMBOLS = ("sword", "pow", "helmet", "life", "prayer", "prayer")
NONE = (Status("", "", "", 0),)


def compiled(line):
    compiler = Compiler(SYMBOLS, STATUSES, Pool.OFFENSE)
    compiler.instruction("roll 3 dice")
    return compiler.instruction(line)


SAID = {op: word for op, word in DECLARED.items() if word.lines}
STATUSES = {"chi": 1, "crit": 2, "stun": 3, "seedling": 4, "sapling": 5}


@pytest.fixture(scope="module")
def machine():
    return open_duel(load_pack()).machine


@pytest.mark.parametrize("op", SAID)
def test_a_word_has_a_transition_and_its_lines_are_its_own(op, machine):
    assert f"resolve/{op.name.lower().replace('_', '-')}" in machine.transition_index
    for line in (*examples(DECLARED[op]), *candidates("", DECLARED[op])):
        assert compiled(line).op is op


def test_types_and_players_are_what_their_names_stand_for():
    for kind in DamageType:
        if kind >= DamageType.NORMAL:
            name = "" if kind is DamageType.NORMAL else f" {kind.name.lower()}"
            assert compiled(f"damage 99{name}") == Instruction(Op.DAMAGE, base=99, arg=kind)
            assert phrase(compiled(f"damage 9{name}"), NONE) == f"deal 9{name} damage"
    players = {"": Who.OPPONENT, " to self": Who.SELF, " to chosen player": Who.CHOSEN}
    for text, who in players.items():
        assert compiled(f"deal 1{text}") == Instruction(Op.DEAL, who, base=1)
    assert compiled("double damage") == Instruction(Op.DOUBLE, Who.SELF)
    assert phrase(compiled("opponent prevents half"), NONE) == (
        "the opponent prevents half of the damage, rounded up"
    )
    assert phrase(compiled("collateral 1 to self"), NONE) == "deal yourself 1 collateral damage"


def test_what_only_an_offensive_ability_may_say_is_refused_elsewhere(tmp_path):
    """The declarations say it, and the loader refuses just that: of a card with all words, these alone."""
    lines = [next(candidates("", word)) for word in SAID.values()]
    refused = [set(word.uses) != set(EVERYWHERE) for word in SAID.values()]

    def load(lines):
        card = {"id": "a", "name": "A", "timing": "main", "cost": 0, "effect": lines}
        text = yaml.safe_dump({"source": "x", "common": [card]})
        (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
        return load_pack([tmp_path])

    assert load([line for line, wrong in zip(lines, refused, strict=True) if not wrong])
    with pytest.raises(ContentError) as raised:
        load(lines)
    assert [one.field for one in raised.value.problems] == [
        f"common[0].effect[{place}]" for place, wrong in enumerate(refused) if wrong
    ]
    assert all("offensive abilit" in one.says for one in raised.value.problems)
