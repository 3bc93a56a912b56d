"""Figures of the cards of the Barbarian and the Paladin, and of the common cards."""

import pytest
from two_heroes import ACTIONS, BOTH, PACK, STATUS, inflict, result

from dicelaw.model.dice_throne.language import Instruction, Op, Pool, Timing, Upgrade, When, Who

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
    ("barbarian/concuss", (), inflict("concussion")),
    ("barbarian/head-bash", (), inflict("concussion")),
    ("barbarian/get-some", (1, 2, 3, 4, 6), {"ADD": 3, **inflict("concussion")}),
    ("barbarian/feelin-good", (4, 5, 6), {"HEAL": 5}),
    ("barbarian/feelin-good", (1, 1, 6), {"HEAL": 1}),
    ("barbarian/adrenaline-surge", (6,), {"HEAL": 2, **inflict("concussion")}),
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


@pytest.mark.parametrize("hero", BOTH, ids=[hero.id for hero in BOTH])
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
    assert result(ACTIONS[name].program, {Pool.ROLLED: rolled})[0] == gives
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
