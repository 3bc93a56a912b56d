"""A wrong line is told with the limit that it breaks or the nearest right one, in every game alike."""

import pytest

from dicelaw.model.content.document import ContentError, read
from dicelaw.model.dice_conquest.loader import load_pack as load_conquest
from dicelaw.model.dice_masters.loader import load_with
from dicelaw.model.dice_throne.loader import load_pack as load_throne

QUEST = """source: x
heroes: [{id: n, name: N, ability: %s, critical: {number: 4, effect: slay 20}}]
creatures: [{id: king, name: K, boss: true, health: 40, damage: 3}]
"""
DUEL = """source: x
common: [{id: a, name: A, timing: main, cost: 0, effect: [%s]}]
"""
STATUS = """source: x
statuses: [{id: foo, name: Foo, sign: negative, limit: 2, triggers: [{at: %s, effect: [draw 1]}]}]
"""
CARD = """source: x
cards: [{id: new, name: New, cost: 2, type: fist, levels: ['0 1 1', '0 2 2', '1 3 3'], when: {%s}}]
"""


def problem(form, line, folder):
    """What is told of ``line`` in a content file of this ``form``."""
    text = form % line
    (folder / "mine.yaml").write_text(text, encoding="utf-8")
    load = {QUEST: load_conquest, DUEL: load_throne, STATUS: load_throne}.get(form)
    with pytest.raises(ContentError) as error:
        load([folder]) if load else load_with([read("mine.yaml", text.encode())])
    (one,) = error.value.problems
    return one.says


MISSPELT = [
    (QUEST, "haal 3", "heal 3"),
    (QUEST, "heal 1 if own helath is at most 4", "own health is at most 4"),
    (QUEST, "[spnd 2, heal 1]", "spend 2"),
    (QUEST, "heal 3 or chnge 2", "change 2"),
    (DUEL, "dael 4", "deal 4"),
    (DUEL, "deal 1 to chsen player", "deal 1 to chosen player"),
    (DUEL, "collateral 2 to all oponents", "collateral 2 to all opponents"),
    (DUEL, "reroll oponent's die", "reroll opponent's die"),
    (DUEL, "draw 1 if flippd", "flipped"),
    (DUEL, "pay upto 4 cp", "pay up to 4 cp"),
    (DUEL, "remove all negtive statuses", "remove all negative statuses"),
    (STATUS, "upkep", "upkeep"),
    (CARD, "fielded: [gian 3 life]", "gain 3 life"),
    (CARD, "fielded: [ko opposng die]", "ko opposing die"),
    (CARD, "fielded: [mya pay 2]", "may pay 2"),
    (CARD, "fielded: [ko own dei as a cost]", "ko own die as a cost"),
    (CARD, "fielded: [capture die untill this leaves]", "capture die until this leaves"),
    (CARD, "feilded: [gain 3 life]", "fielded"),
    (CARD, "'own villain die kod': [gain 3 life]", "own villain die ko'd"),
    (CARD, "'attacks, the frist time': [gain 3 life]", "attacks, the first time"),
]


@pytest.mark.parametrize(("form", "line", "meant"), MISSPELT, ids=[line for _, line, _ in MISSPELT])
def test_a_misspelt_line_gets_the_nearest_right_one(tmp_path, form, line, meant):
    assert f"did you mean `{meant}`? allowed: " in problem(form, line, tmp_path)


BEYOND = [
    (QUEST, "heal 61", "amount from 1 to 60"),
    (QUEST, "heal 1 if own health is at most 21", "bound from 1 to 20"),
    (QUEST, "[spend 7, heal 1]", "amount from 1 to 6"),
    (DUEL, "deal 100", "99 at most"),
    (DUEL, "roll 9 dice", "5 at most"),
    (DUEL, "roll 0 dice", "n from 1 to 5"),
    (DUEL, "set any 10 dice to 6", "9 at most"),
    (DUEL, "draw 1 if sum 100", "sum from 0 to 99"),
    (DUEL, "pay up to 100 cp", "99 at most"),
    (CARD, "fielded: [gain 12 life]", "amount from 1 to 9"),
    (CARD, "fielded: [may pay 12]", "amount from 1 to 9"),
    (CARD, "fielded: [+12A to own die]", "amount from 1 to 9"),
]


@pytest.mark.parametrize(("form", "line", "limit"), BEYOND, ids=[line for _, line, _ in BEYOND])
def test_a_limit_of_what_can_be_said_is_named(tmp_path, form, line, limit):
    assert problem(form, line, tmp_path).endswith(f"allowed: {limit}")
