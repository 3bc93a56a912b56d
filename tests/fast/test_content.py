"""Figures of the Barbarian, the Paladin and the common cards, and what holds for every program."""

from collections import Counter

import pytest

from dicelaw.model.dice_throne.language import (
    DamageType,
    Instruction,
    Needs,
    Op,
    Pool,
    Timing,
    Upgrade,
    When,
    Who,
)
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.prose import describe

PACK = load_pack()
BARBARIAN, PALADIN = BOTH = PACK.heroes["barbarian"], PACK.heroes["paladin"]
STATUS = {status.id: number for number, status in enumerate(PACK.statuses)}
PLAIN, FIRM, LAST = DamageType.NORMAL, DamageType.UNDEFENDABLE, DamageType.ULTIMATE


def _runs(step, dice):
    def shown(faces):
        return sum(bool(faces >> (face - 1) & 1) for face in dice.get(step.pool, ()))

    return (
        shown(step.need_faces) >= step.need_count
        and shown(step.also_faces) >= step.also_count
        and sum(dice.get(step.pool, ())) >= step.need_sum
    )


def _amount(step, dice):
    pool = dice.get(step.pool, ())
    amount = step.base + step.per * sum(bool(step.faces >> (face - 1) & 1) for face in pool)
    amount += step.add_sum * sum(pool)
    return -(-amount // 2) if step.half else amount


def _result(program, dice):
    """What a program without choices gives: a sum for each kind of instruction, and the damage type."""
    totals, kind = Counter(), None
    for step in program:
        if step.op in (Op.END, Op.ROLL, Op.THEN) or not _runs(step, dice):
            continue
        if step.op is Op.UNDEFENDABLE:
            kind = FIRM
            continue
        name = (
            (step.op.name, step.who.name, PACK.statuses[step.token].id)
            if step.op is Op.TOKEN
            else step.op.name
        )
        totals[name] += _amount(step, dice)
        if step.op is Op.DAMAGE:
            kind = DamageType(step.arg)
    return {name: total for name, total in totals.items() if total or name == "REMOVE_ONE"}, kind


def _ability(hero, name, level):
    found = [a for a in (*hero.offense, *hero.defense) if a.id == f"{hero.id}/{name}" and a.level == level]
    assert len(found) == 1
    return found[0]


def _inflict(status):
    return {("TOKEN", "OPPONENT", status): 1}


def _gain(*statuses):
    return {("TOKEN", "SELF", status): 1 for status in statuses}


BLESSED = _gain("blessing-of-divinity")

# hero, ability, level, offensive dice, rolled dice, activation, damage type, landing
OFFENSE = [
    (BARBARIAN, "smack", 1, (1, 2, 3, 4, 6), (), {"DAMAGE": 4}, PLAIN, {}),
    (BARBARIAN, "smack", 1, (1, 2, 3, 3, 6), (), {"DAMAGE": 6}, PLAIN, {}),
    (BARBARIAN, "smack", 1, (1, 2, 3, 3, 1), (), {"DAMAGE": 8}, PLAIN, {}),
    (BARBARIAN, "smack", 2, (1, 2, 3, 4, 6), (), {"DAMAGE": 5}, PLAIN, {}),
    (BARBARIAN, "smack", 2, (1, 2, 3, 3, 6), (), {"DAMAGE": 7}, FIRM, {}),
    (BARBARIAN, "smack", 2, (1, 2, 3, 3, 1), (), {"DAMAGE": 9}, FIRM, {}),
    (BARBARIAN, "smack", 3, (1, 2, 3, 4, 6), (), {"DAMAGE": 6}, PLAIN, {}),
    (BARBARIAN, "smack", 3, (1, 2, 3, 3, 6), (), {"DAMAGE": 8}, FIRM, {}),
    (BARBARIAN, "smack", 3, (1, 2, 3, 3, 1), (), {"DAMAGE": 10}, FIRM, {}),
    (BARBARIAN, "sturdy-blow", 1, (1, 1, 6, 6, 4), (), {"DAMAGE": 4}, FIRM, {}),
    (BARBARIAN, "sturdy-blow", 2, (1, 1, 6, 6, 4), (), {"DAMAGE": 5}, FIRM, {}),
    (BARBARIAN, "sturdy-blow", 3, (1, 1, 6, 6, 4), (), {"DAMAGE": 6}, FIRM, {}),
    (BARBARIAN, "fortitude", 1, (4, 4, 5, 1, 6), (), {"HEAL": 4}, None, {}),
    (BARBARIAN, "fortitude", 1, (4, 4, 5, 5, 6), (), {"HEAL": 5}, None, {}),
    (BARBARIAN, "fortitude", 1, (4, 4, 5, 5, 5), (), {"HEAL": 6}, None, {}),
    (BARBARIAN, "fortitude", 2, (4, 4, 5, 1, 6), (), {"HEAL": 5, "REMOVE_ONE": 0}, None, {}),
    (BARBARIAN, "fortitude", 2, (4, 4, 5, 5, 5), (), {"HEAL": 7, "REMOVE_ONE": 0}, None, {}),
    (BARBARIAN, "overpower", 1, (1, 1, 1, 6, 6), (6, 6, 1), {"DAMAGE": 13}, PLAIN, {}),
    (BARBARIAN, "overpower", 1, (1, 1, 1, 6, 6), (6, 6, 2), {"DAMAGE": 14}, PLAIN, _inflict("concussion")),
    (BARBARIAN, "overpower", 2, (1, 1, 1, 6, 6), (4, 4, 1), {"DAMAGE": 9}, PLAIN, {}),
    (BARBARIAN, "overpower", 2, (1, 1, 1, 6, 6), (4, 4, 2), {"DAMAGE": 10}, PLAIN, _inflict("concussion")),
    (BARBARIAN, "war-cry", 2, (1, 1, 4, 5, 6), (), {"HEAL": 2, "DAMAGE": 2}, FIRM, {}),
    (BARBARIAN, "mighty-blow", 1, (1, 2, 3, 4, 6), (), {"DAMAGE": 9}, PLAIN, {}),
    (BARBARIAN, "mighty-blow", 2, (1, 2, 3, 4, 6), (), {"DAMAGE": 8}, FIRM, {}),
    (BARBARIAN, "crit-bash", 1, (6, 6, 6, 6, 1), (), {"DAMAGE": 5}, FIRM, _inflict("stun")),
    (BARBARIAN, "crit-bash", 2, (6, 6, 6, 6, 1), (), {"DAMAGE": 7}, FIRM, _inflict("stun")),
    (BARBARIAN, "crit-smash", 2, (6, 6, 6, 1, 1), (), {"DAMAGE": 2}, FIRM, _inflict("concussion")),
    (BARBARIAN, "reckless", 1, (1, 2, 3, 4, 5), (), {"DAMAGE": 15, "RECOIL": 4}, PLAIN, {}),
    (BARBARIAN, "reckless", 2, (1, 2, 3, 4, 5), (), {"DAMAGE": 20, "RECOIL": 5}, PLAIN, {}),
    (BARBARIAN, "rage", 1, (6, 6, 6, 6, 6), (), {"DAMAGE": 15}, LAST, _inflict("stun")),
    (PALADIN, "retaliate", 1, (), (), {("TOKEN", "CHOSEN", "retribution"): 1, "CP": 3}, None, {}),
    (PALADIN, "retaliate", 2, (), (), {("TOKEN", "CHOSEN", "retribution"): 1, "CP": 4}, None, {}),
    (PALADIN, "requital", 2, (), (), {"HEAL": 1, "DAMAGE": 3, **_gain("retribution")}, FIRM, {}),
    (PALADIN, "righteous-combat", 1, (), (1, 3), {"DAMAGE": 8}, PLAIN, {}),
    (PALADIN, "righteous-combat", 1, (), (5, 6), {"DAMAGE": 5, "HEAL": 2, "CP": 1}, PLAIN, {}),
    (PALADIN, "righteous-combat", 2, (), (1, 3, 2), {"DAMAGE": 10}, PLAIN, {}),
    (PALADIN, "righteous-combat", 3, (), (1, 3, 5), {"DAMAGE": 9, "HEAL": 2}, PLAIN, {}),
    (PALADIN, "steadfast", 3, (), (), {"HEAL": 2, "DAMAGE": 2}, FIRM, {}),
    (PALADIN, "mighty-prayer", 1, (), (), {"DAMAGE": 3, **_gain("crit", "accuracy")}, FIRM, {}),
    (PALADIN, "mighty-prayer", 2, (), (), {"DAMAGE": 4, **_gain("crit", "accuracy")}, FIRM, {}),
    (PALADIN, "holy-attack-small", 1, (), (), {"HEAL": 1, "DAMAGE": 6}, PLAIN, {}),
    (PALADIN, "holy-attack-small", 2, (), (), {"HEAL": 1, "DAMAGE": 7}, PLAIN, {}),
    (PALADIN, "holy-attack-large", 1, (), (), {"HEAL": 2, "DAMAGE": 8}, PLAIN, {}),
    (PALADIN, "holy-attack-large", 2, (), (), {"HEAL": 2, "DAMAGE": 9}, PLAIN, {}),
    (PALADIN, "righteous-prayer", 1, (), (), {"DAMAGE": 8, "CP": 2, **_gain("crit")}, PLAIN, {}),
    (PALADIN, "righteous-prayer", 2, (), (), {"DAMAGE": 8, "CP": 2, **_gain("crit")}, FIRM, {}),
    (PALADIN, "prosperity", 2, (), (), {"CP": 4}, None, {}),
    (PALADIN, "holy-light", 1, (5, 5, 5, 1, 1), (1,), {"HEAL": 3, **_gain("crit")}, None, {}),
    (PALADIN, "holy-light", 1, (5, 5, 1, 1, 1), (4,), {"HEAL": 2, **_gain("protect")}, None, {}),
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
    (PALADIN, "divine-defense", 3, 4, (3, 4, 6, 6), {"PREVENT": 2, "CP": 2, **_gain("protect")}),
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

COMMON = {
    "transference": (2, "MAIN"), "what-status-effects": (2, "MAIN"), "vegas-baby": (0, "MAIN"),
    "get-that-outta-here": (1, "MAIN"), "triple-up": (2, "INSTANT"), "double-up": (1, "INSTANT"),
    "buh-bye": (2, "INSTANT"), "tip-it": (1, "INSTANT"), "getting-paid": (0, "INSTANT"),
    "not-this-time": (1, "ROLL"), "twice-as-wild": (3, "ROLL"), "try-try-again": (1, "ROLL"),
    "so-wild": (2, "ROLL"), "samesies": (1, "ROLL"), "one-more-time": (1, "ROLL"),
    "helping-hand": (1, "ROLL"), "better-d": (0, "ROLL"), "six-it": (1, "ROLL"),
}  # fmt: skip
OWN = {
    "barbarian": {
        "smack-2": (2, "UPGRADE"), "smack-3": (3, "UPGRADE"), "sturdy-blow-2": (1, "UPGRADE"),
        "sturdy-blow-3": (2, "UPGRADE"), "mighty-blow-2": (2, "UPGRADE"), "crit-bash-2": (2, "UPGRADE"),
        "fortitude-2": (2, "UPGRADE"), "overpower-2": (2, "UPGRADE"), "reckless-2": (2, "UPGRADE"),
        "thick-skin-2": (3, "UPGRADE"), "concuss": (1, "MAIN"), "head-bash": (0, "ROLL"),
        "get-some": (2, "ROLL"), "feelin-good": (0, "INSTANT"), "adrenaline-surge": (0, "MAIN"),
    },
    "paladin": {
        "tithe-2": (3, "UPGRADE"), "retaliate-2": (1, "UPGRADE"), "holy-attack-2": (2, "UPGRADE"),
        "righteous-prayer-2": (2, "UPGRADE"), "righteous-combat-2": (2, "UPGRADE"),
        "righteous-combat-3": (4, "UPGRADE"), "mighty-prayer-2": (2, "UPGRADE"),
        "holy-light-2": (2, "UPGRADE"), "divine-defense-2": (3, "UPGRADE"),
        "divine-defense-3": (4, "UPGRADE"), "mighty": (1, "MAIN"), "consecration": (4, "MAIN"),
        "blessed": (1, "MAIN"), "absolution": (1, "ROLL"), "divine-favor": (0, "MAIN"),
    },
}  # fmt: skip

# card, rolled dice, result
CARDS = [
    ("barbarian/concuss", (), _inflict("concussion")),
    ("barbarian/head-bash", (), _inflict("concussion")),
    ("barbarian/get-some", (1, 2, 3, 4, 6), {"ADD": 3, **_inflict("concussion")}),
    ("barbarian/feelin-good", (4, 5, 6), {"HEAL": 5}),
    ("barbarian/feelin-good", (1, 1, 6), {"HEAL": 1}),
    ("barbarian/adrenaline-surge", (6,), {"HEAL": 2, **_inflict("concussion")}),
    ("barbarian/adrenaline-surge", (5,), {"DRAW": 1}),
    ("paladin/mighty", (), {("TOKEN", "CHOSEN", "crit"): 1}),
    ("paladin/blessed", (2,), {"DRAW": 2}),
    ("paladin/blessed", (4,), {"HEAL": 3}),
    ("paladin/blessed", (5,), {"HEAL": 4}),
    ("paladin/blessed", (6,), {"CP": 3}),
    ("paladin/absolution", (1,), {"DEAL": 3}),
    ("paladin/absolution", (3,), {"PREVENT": 3}),
    ("paladin/absolution", (5,), {"PREVENT": 5}),
    ("paladin/absolution", (6,), {"PREVENT": 2, "CP": 2}),
    ("paladin/divine-favor", (6,), {"CP": 4}),
    ("paladin/divine-favor", (1,), {"DRAW": 1}),
    ("common/vegas-baby", (5,), {"CP": 3}),
    ("common/triple-up", (), {"DRAW": 3}),
    ("common/double-up", (), {"DRAW": 2}),
    ("common/getting-paid", (), {"CP": 2}),
    ("common/not-this-time", (), {"PREVENT": 6}),
    ("common/one-more-time", (), {"ATTEMPT": 1}),
    ("common/better-d", (), {"DEFENSE_ATTEMPT": 1}),
    ("common/try-try-again", (), {"REROLL": 2}),
    ("common/helping-hand", (), {"REROLL": 1}),
    ("common/twice-as-wild", (), {"SET_DIE": 2}),
    ("common/so-wild", (), {"SET_DIE": 1}),
    ("common/six-it", (), {"SET_DIE": 1}),
]
ACTIONS = {card.action.id: card.action for hero in BOTH for card in hero.cards}

both = pytest.mark.parametrize("hero", BOTH, ids=[hero.id for hero in BOTH])


@pytest.mark.parametrize(("hero", "name", "level", "dice", "rolled", "gives", "kind", "lands"), OFFENSE)
def test_an_offensive_ability_has_its_figures(hero, name, level, dice, rolled, gives, kind, lands):
    ability = _ability(hero, name, level)
    pools = {Pool.OFFENSE: dice, Pool.ROLLED: rolled}
    assert _result(ability.activate, pools) == (gives, kind)
    assert _result(ability.land, pools)[0] == lands
    assert sum(step.base for step in ability.activate if step.op is Op.ROLL) == len(rolled)


@pytest.mark.parametrize(("hero", "name", "level", "count", "roll", "gives"), DEFENSE)
def test_a_defensive_ability_has_its_figures(hero, name, level, count, roll, gives):
    ability = _ability(hero, name, level)
    assert ability.dice == count == len(roll)
    assert _result(ability.activate, {Pool.DEFENSE: roll})[0] == gives


def test_the_tables_leave_no_ability_out():
    checked = {(hero.id, name, level) for hero, name, level, *_ in (*OFFENSE, *DEFENSE)}
    checked.add(("paladin", "offensive-stance", 2))
    there = {
        (*ability.id.split("/"), ability.level) for hero in BOTH for ability in (*hero.offense, *hero.defense)
    }
    assert there == checked


@both
def test_activation_requirements_at_every_level(hero):
    assert {ability.id for ability in hero.offense} == {name for name in NEEDS if name.startswith(hero.id)}
    for ability in hero.offense:
        assert ability.needs == NEEDS[ability.id]
        assert ability.is_ultimate == (ability.id in {"barbarian/rage", "paladin/resolute-faith"})


def test_offensive_stance_gives_one_of_two_tokens():
    stance = _ability(PALADIN, "offensive-stance", 2)
    assert stance.activate == (
        Instruction(Op.DAMAGE, base=2, arg=FIRM),
        Instruction(Op.OR, arg=3),
        Instruction(Op.TOKEN, token=STATUS["crit"], base=1),
        Instruction(Op.SKIP, arg=2),
        Instruction(Op.TOKEN, token=STATUS["accuracy"], base=1),
        Instruction(Op.END),
    )


@both
def test_a_deck_has_33_cards_with_their_costs(hero):
    wanted = {f"common/{name}": values for name, values in COMMON.items()}
    wanted |= {f"{hero.id}/{name}": values for name, values in OWN[hero.id].items()}
    assert len(hero.cards) == 33
    assert {card.action.id: (card.action.cp, card.action.timing.name) for card in hero.cards} == wanted


@pytest.mark.parametrize("hero", PACK.heroes.values(), ids=[*PACK.heroes])
def test_an_upgrade_card_names_its_space_and_level(hero):
    for card in hero.cards:
        if card.action.timing is Timing.UPGRADE:
            slot, _, level = card.action.id.partition("/")[2].rpartition("-")
            assert card.upgrade == Upgrade(hero.slots.index(slot), int(level))
            assert card.action.program == (Instruction(Op.END),)
        else:
            assert card.upgrade is None


@pytest.mark.parametrize(("name", "rolled", "gives"), CARDS)
def test_a_card_has_its_figures(name, rolled, gives):
    assert _result(ACTIONS[name].program, {Pool.ROLLED: rolled})[0] == gives
    assert sum(step.base for step in ACTIONS[name].program if step.op is Op.ROLL) == len(rolled)


def test_the_table_leaves_no_action_card_out():
    words = {"transference", "what-status-effects", "get-that-outta-here", "buh-bye", "tip-it", "samesies"}
    apart = {f"common/{word}" for word in words} | {"paladin/consecration"}
    cards = {name for name, action in ACTIONS.items() if action.timing is not Timing.UPGRADE}
    assert cards == apart | {name for name, *_ in CARDS}


@pytest.mark.parametrize(
    ("name", "op", "who"),
    [
        ("transference", Op.TRANSFER, Who.CHOSEN),
        ("what-status-effects", Op.REMOVE_ALL, Who.CHOSEN),
        ("get-that-outta-here", Op.REMOVE_ONE, Who.CHOSEN),
        ("buh-bye", Op.REMOVE_ONE, Who.CHOSEN),
        ("tip-it", Op.NUDGE, Who.CHOSEN),
        ("samesies", Op.COPY_DIE, Who.SELF),
        ("not-this-time", Op.PREVENT, Who.CHOSEN),
        ("twice-as-wild", Op.SET_DIE, Who.CHOSEN),
        ("so-wild", Op.SET_DIE, Who.CHOSEN),
        ("six-it", Op.SET_DIE, Who.SELF),
        ("try-try-again", Op.REROLL, Who.SELF),
        ("helping-hand", Op.REROLL, Who.OPPONENT),
        ("one-more-time", Op.ATTEMPT, Who.CHOSEN),
        ("better-d", Op.DEFENSE_ATTEMPT, Who.CHOSEN),
    ],
)
def test_a_common_card_names_its_player(name, op, who):
    first = ACTIONS[f"common/{name}"].program[0]
    assert (first.op, first.who) == (op, who)
    assert first.arg == (6 if name == "six-it" else 0)


def test_cards_with_conditions():
    when = {name: action.when for name, action in ACTIONS.items() if action.when}
    assert when == {
        "barbarian/head-bash": {When.AFTER_DEFENSE},
        "barbarian/get-some": {When.MODIFIER},
        "paladin/absolution": {When.ATTACKED},
    }
    assert {name: a.total_at_least for name, a in ACTIONS.items() if a.total_at_least} == {
        "barbarian/head-bash": 8
    }


def test_consecration_is_for_either_player():
    first, *mine, skip, e, f, g, h, end = ACTIONS["paladin/consecration"].program
    theirs = [e, f, g, h]
    four = [STATUS[name] for name in ("protect", "retribution", "crit", "accuracy")]
    assert (first.op, first.arg) == (Op.OR, 6)
    assert (skip.op, skip.arg) == (Op.SKIP, 5)
    assert end.op is Op.END
    assert [(step.op, step.who, step.token) for step in mine] == [(Op.TOKEN, Who.SELF, s) for s in four]
    assert [(step.op, step.who, step.token) for step in theirs] == [(Op.TOKEN, Who.OPPONENT, s) for s in four]


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

    overpower = _ability(BARBARIAN, "overpower", 1)
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
    assert says(_ability(PALADIN, "offensive-stance", 2).activate, PALADIN) == [
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
