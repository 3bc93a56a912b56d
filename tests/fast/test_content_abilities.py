"""Figures of the abilities of the Barbarian and the Paladin."""

import pytest
from two_heroes import (
    BARBARIAN,
    BOTH,
    FIRM,
    LAST,
    PACK,
    PALADIN,
    PLAIN,
    STATUS,
    ability_of,
    gain,
    inflict,
    result,
)

from dicelaw.model.dice_throne.language import Instruction, Needs, Op, Pool, Timing
from dicelaw.model.dice_throne.loader import load_pack

BLESSED = gain("blessing-of-divinity")

# hero, ability, level, offensive dice, rolled dice, activation, damage type, landing
OFFENSE = [
    (BARBARIAN, "smack", 1, (1, 2, 3, 4, 6), (), {"DAMAGE": 4}, PLAIN, {}),
    (BARBARIAN, "smack", 1, (1, 2, 3, 3, 6), (), {"DAMAGE": 6}, PLAIN, {}),
    (BARBARIAN, "smack", 1, (1, 2, 3, 3, 1), (), {"DAMAGE": 8}, PLAIN, {}),
    (BARBARIAN, "smack", 2, (1, 2, 3, 4, 6), (), {"DAMAGE": 5}, PLAIN, {}),
    (BARBARIAN, "smack", 2, (1, 2, 3, 3, 6), (), {"DAMAGE": 7}, PLAIN, {}),
    (BARBARIAN, "smack", 2, (3, 3, 3, 3, 6), (), {"DAMAGE": 7}, FIRM, {}),
    (BARBARIAN, "smack", 2, (1, 2, 3, 3, 1), (), {"DAMAGE": 9}, PLAIN, {}),
    (BARBARIAN, "smack", 3, (1, 2, 3, 4, 6), (), {"DAMAGE": 6}, PLAIN, {}),
    (BARBARIAN, "smack", 3, (1, 2, 3, 3, 6), (), {"DAMAGE": 8}, PLAIN, {}),
    (BARBARIAN, "smack", 3, (3, 3, 3, 3, 6), (), {"DAMAGE": 8}, FIRM, {}),
    (BARBARIAN, "smack", 3, (1, 2, 3, 3, 1), (), {"DAMAGE": 10}, PLAIN, {}),
    (BARBARIAN, "sturdy-blow", 1, (1, 1, 6, 6, 4), (), {"DAMAGE": 4}, FIRM, {}),
    (BARBARIAN, "sturdy-blow", 2, (1, 1, 6, 6, 4), (), {"DAMAGE": 5}, FIRM, {}),
    (BARBARIAN, "sturdy-blow", 3, (1, 1, 6, 6, 4), (), {"DAMAGE": 6}, FIRM, {}),
    (BARBARIAN, "fortitude", 1, (4, 4, 5, 1, 6), (), {"HEAL": 4}, None, {}),
    (BARBARIAN, "fortitude", 1, (4, 4, 5, 5, 6), (), {"HEAL": 5}, None, {}),
    (BARBARIAN, "fortitude", 1, (4, 4, 5, 5, 5), (), {"HEAL": 6}, None, {}),
    (BARBARIAN, "fortitude", 2, (4, 4, 5, 1, 6), (), {"HEAL": 5, "REMOVE_ONE": 0}, None, {}),
    (BARBARIAN, "fortitude", 2, (4, 4, 5, 5, 5), (), {"HEAL": 7, "REMOVE_ONE": 0}, None, {}),
    (BARBARIAN, "overpower", 1, (1, 1, 1, 6, 6), (6, 6, 1), {"DAMAGE": 13}, PLAIN, {}),
    (BARBARIAN, "overpower", 1, (1, 1, 1, 6, 6), (6, 6, 2), {"DAMAGE": 14}, PLAIN, inflict("concussion")),
    (BARBARIAN, "overpower", 2, (1, 1, 1, 6, 6), (4, 4, 1), {"DAMAGE": 9}, PLAIN, {}),
    (BARBARIAN, "overpower", 2, (1, 1, 1, 6, 6), (4, 4, 2), {"DAMAGE": 10}, PLAIN, inflict("concussion")),
    (BARBARIAN, "war-cry", 2, (1, 1, 4, 5, 6), (), {"HEAL": 2, "DAMAGE": 2}, FIRM, {}),
    (BARBARIAN, "mighty-blow", 1, (1, 2, 3, 4, 6), (), {"DAMAGE": 9}, PLAIN, {}),
    (BARBARIAN, "mighty-blow", 2, (1, 2, 3, 4, 6), (), {"DAMAGE": 8}, FIRM, {}),
    (BARBARIAN, "crit-bash", 1, (6, 6, 6, 6, 1), (), {"DAMAGE": 5}, FIRM, inflict("stun")),
    (BARBARIAN, "crit-bash", 2, (6, 6, 6, 6, 1), (), {"DAMAGE": 7}, FIRM, inflict("stun")),
    (BARBARIAN, "crit-smash", 2, (6, 6, 6, 1, 1), (), {"DAMAGE": 2}, FIRM, inflict("concussion")),
    (BARBARIAN, "reckless", 1, (1, 2, 3, 4, 5), (), {"DAMAGE": 15, "RECOIL": 4}, PLAIN, {}),
    (BARBARIAN, "reckless", 2, (1, 2, 3, 4, 5), (), {"DAMAGE": 20, "RECOIL": 5}, PLAIN, {}),
    (BARBARIAN, "rage", 1, (6, 6, 6, 6, 6), (), {"DAMAGE": 15}, LAST, inflict("stun")),
    (PALADIN, "retaliate", 1, (), (), {("TOKEN", "CHOSEN", "retribution"): 1, "CP": 3}, None, {}),
    (PALADIN, "retaliate", 2, (), (), {("TOKEN", "CHOSEN", "retribution"): 1, "CP": 4}, None, {}),
    (PALADIN, "requital", 2, (), (), {"HEAL": 1, "DAMAGE": 3, **gain("retribution")}, FIRM, {}),
    (PALADIN, "righteous-combat", 1, (), (1, 3), {"DAMAGE": 8}, PLAIN, {}),
    (PALADIN, "righteous-combat", 1, (), (5, 6), {"DAMAGE": 5, "HEAL": 2, "CP": 1}, PLAIN, {}),
    (PALADIN, "righteous-combat", 2, (), (1, 3, 2), {"DAMAGE": 10}, PLAIN, {}),
    (PALADIN, "righteous-combat", 3, (), (1, 3, 5), {"DAMAGE": 9, "HEAL": 2}, PLAIN, {}),
    (PALADIN, "steadfast", 3, (), (), {"HEAL": 2, "DAMAGE": 2}, FIRM, {}),
    (PALADIN, "mighty-prayer", 1, (), (), {"DAMAGE": 3, **gain("crit", "accuracy")}, FIRM, {}),
    (PALADIN, "mighty-prayer", 2, (), (), {"DAMAGE": 4, **gain("crit", "accuracy")}, FIRM, {}),
    (PALADIN, "holy-attack-small", 1, (), (), {"HEAL": 1, "DAMAGE": 6}, PLAIN, {}),
    (PALADIN, "holy-attack-small", 2, (), (), {"HEAL": 1, "DAMAGE": 7}, PLAIN, {}),
    (PALADIN, "holy-attack-large", 1, (), (), {"HEAL": 2, "DAMAGE": 8}, PLAIN, {}),
    (PALADIN, "holy-attack-large", 2, (), (), {"HEAL": 2, "DAMAGE": 9}, PLAIN, {}),
    (PALADIN, "righteous-prayer", 1, (), (), {"DAMAGE": 8, "CP": 2, **gain("crit")}, PLAIN, {}),
    (PALADIN, "righteous-prayer", 2, (), (), {"DAMAGE": 8, "CP": 2, **gain("crit")}, FIRM, {}),
    (PALADIN, "prosperity", 2, (), (), {"CP": 4}, None, {}),
    (PALADIN, "holy-light", 1, (5, 5, 5, 1, 1), (1,), {"HEAL": 3, **gain("crit")}, None, {}),
    (PALADIN, "holy-light", 1, (5, 5, 1, 1, 1), (4,), {"HEAL": 2, **gain("protect")}, None, {}),
    (PALADIN, "holy-light", 1, (5, 5, 1, 1, 1), (5,), {"HEAL": 2, "DRAW": 1}, None, {}),
    (PALADIN, "holy-light", 1, (5, 5, 1, 1, 1), (6,), {"HEAL": 2, "CP": 2}, None, {}),
    (PALADIN, "holy-light", 2, (5, 5, 1, 1, 1), (5, 6, 6), {"HEAL": 2, "DRAW": 1, "CP": 4}, None, {}),
    (PALADIN, "resolute-faith", 1, (), (), {"HEAL": 5, "DAMAGE": 10, **BLESSED}, LAST, {}),
]  # fmt: skip

# hero, ability, level, dice, a roll, result
DEFENSE = [
    (BARBARIAN, "thick-skin", 1, 3, (4, 5, 5), {"HEAL": 6}),
    (BARBARIAN, "thick-skin", 2, 4, (1, 5, 6, 6), {"HEAL": 2}),
    (PALADIN, "divine-defense", 1, 3, (1, 3, 6), {"DEAL": 1, "PREVENT": 1, "CP": 1}),
    (PALADIN, "divine-defense", 1, 3, (5, 5, 4), {"PREVENT": 5}),
    (PALADIN, "divine-defense", 2, 4, (2, 2, 5, 6), {"DEAL": 2, "PREVENT": 2, "CP": 1}),
    (PALADIN, "divine-defense", 3, 4, (3, 4, 6, 6), {"PREVENT": 2, "CP": 2, **gain("protect")}),
    (PALADIN, "divine-defense", 3, 4, (3, 4, 5, 5), {"PREVENT": 6}),
]

SWORD, LIFE, POW = 0b000111, 0b011000, 0b100000
BLADE, HELMET, HEART, PRAYER = 0b000011, 0b001100, 0b010000, 0b100000
NEEDS = {
    "barbarian/smack": Needs(((SWORD, 3),)),
    "barbarian/sturdy-blow": Needs(((SWORD, 2), (POW, 2))),
    "barbarian/fortitude": Needs(((LIFE, 3),)),
    "barbarian/overpower": Needs(((SWORD, 3), (POW, 2))),
    "barbarian/war-cry": Needs(((SWORD, 2), (LIFE, 2))),
    "barbarian/mighty-blow": Needs(straight=4),
    "barbarian/crit-bash": Needs(((POW, 4),)),
    "barbarian/crit-smash": Needs(((POW, 3),)),
    "barbarian/reckless": Needs(straight=5),
    "barbarian/rage": Needs(((POW, 5),)),
    "paladin/retaliate": Needs(((HELMET, 3), (PRAYER, 1))),
    "paladin/requital": Needs(((BLADE, 1), (HELMET, 1), (HEART, 1), (PRAYER, 1))),
    "paladin/righteous-combat": Needs(((BLADE, 3), (HELMET, 2))),
    "paladin/steadfast": Needs(((BLADE, 2), (HELMET, 1))),
    "paladin/mighty-prayer": Needs(((BLADE, 3), (PRAYER, 1))),
    "paladin/offensive-stance": Needs(((BLADE, 2), (PRAYER, 1))),
    "paladin/holy-attack-small": Needs(straight=4),
    "paladin/holy-attack-large": Needs(straight=5),
    "paladin/righteous-prayer": Needs(((PRAYER, 4),)),
    "paladin/prosperity": Needs(((PRAYER, 3),)),
    "paladin/holy-light": Needs(((HEART, 2),)),
    "paladin/resolute-faith": Needs(((PRAYER, 5),)),
}


@pytest.mark.parametrize(("hero", "name", "level", "dice", "rolled", "gives", "kind", "lands"), OFFENSE)
def test_an_offensive_ability_has_its_figures(hero, name, level, dice, rolled, gives, kind, lands):
    ability = ability_of(hero, name, level)
    pools = {Pool.OFFENSE: dice, Pool.ROLLED: rolled}
    assert result(ability.activate, pools) == (gives, kind)
    assert result(ability.land, pools)[0] == lands
    assert sum(step.base for step in ability.activate if step.op is Op.ROLL) == len(rolled)


@pytest.mark.parametrize(("hero", "name", "level", "count", "roll", "gives"), DEFENSE)
def test_a_defensive_ability_has_its_figures(hero, name, level, count, roll, gives):
    ability = ability_of(hero, name, level)
    assert ability.dice == count == len(roll)
    assert result(ability.activate, {Pool.DEFENSE: roll})[0] == gives


def test_the_tables_leave_no_ability_out():
    checked = {(hero.id, name, level) for hero, name, level, *_ in (*OFFENSE, *DEFENSE)}
    checked.add(("paladin", "offensive-stance", 2))
    there = {
        (*ability.id.split("/"), ability.level) for hero in BOTH for ability in (*hero.offense, *hero.defense)
    }
    assert there == checked


@pytest.mark.parametrize("hero", BOTH, ids=[hero.id for hero in BOTH])
def test_activation_requirements_at_every_level(hero):
    assert {ability.id for ability in hero.offense} == {name for name in NEEDS if name.startswith(hero.id)}
    for ability in hero.offense:
        assert ability.needs == NEEDS[ability.id]
        assert ability.is_ultimate == (ability.id in {"barbarian/rage", "paladin/resolute-faith"})


def test_offensive_stance_gives_one_of_two_tokens():
    stance = ability_of(PALADIN, "offensive-stance", 2)
    assert stance.activate == (
        Instruction(Op.DAMAGE, base=2, arg=FIRM),
        Instruction(Op.OR, arg=3),
        Instruction(Op.TOKEN, token=STATUS["crit"], base=1),
        Instruction(Op.SKIP, arg=2),
        Instruction(Op.TOKEN, token=STATUS["accuracy"], base=1),
        Instruction(Op.END),
    )


def test_tithe():
    slot = PALADIN.slots.index("tithe")
    assert [(at, level, a.cp, a.program[0]) for at, level, a in PALADIN.board] == [
        (slot, 1, 1, Instruction(Op.REROLL, base=1)),
        (slot, 1, 3, Instruction(Op.DRAW, base=1)),
        (slot, 2, 2, Instruction(Op.DRAW, base=1)),
    ]
    assert all(action.timing is Timing.INSTANT for _, _, action in PALADIN.board)


def test_nyra_is_the_only_companion_with_health():
    nyra = PACK.companions["nyra"]
    assert (nyra.health, nyra.max, nyra.plus) == (5, 7, 2)
    assert {hero.id for hero in PACK.heroes.values() if hero.companion} == {"huntress"}


def test_the_2017_print_differs_in_two_figures():
    old = load_pack(edition="2017").heroes
    assert old["barbarian"] == BARBARIAN
    changed = [(a, b) for a, b in zip(old["paladin"].offense, PALADIN.offense, strict=True) if a != b]
    assert [(a.id, a.activate[1].base, b.activate[1].base) for a, b in changed] == [
        ("paladin/retaliate", 2, 3),
        ("paladin/holy-attack-small", 5, 6),
    ]
