"""Figures of five heroes that depend on tokens, on the edition, or on what players choose."""

import pytest
from outcomes import Run, ability, card, listed, pack

from dicelaw.model.dice_throne.language import DamageType, Op, Who
from dicelaw.model.dice_throne.language import Test as Asked


def test_the_moon_elf_of_2017():
    dice = {"rolled": (1, 4, 6), "edition": "2017"}
    assert ability("moon-elf", "exploding-arrow", **dice)["damage"] == 3 + 2 + 1
    assert ability("moon-elf", "lunar-eclipse", edition="2017")["damage"] == 13
    assert ability("moon-elf", "exploding-arrow", rolled=(1, 4, 6))["damage"] == 4 + 1 + 1


@pytest.mark.parametrize(("spirits", "damage"), [((), 0), ((1,), 4), ((3, 2, 1), 12), ((0, 2), 8)])
def test_overgrowth_takes_up_to_three_spirits(spirits, damage):
    own = dict(zip(("seedling", "sapling", "dryad"), spirits, strict=False))
    assert ability("treant", "overgrowth", own=own)["damage"] == damage
    with_spring = ability("treant", "overgrowth", own={**own, "wellspring": 1})
    assert with_spring.kind is DamageType.UNDEFENDABLE


def test_spirits_raise_damage():
    own = {"seedling": 2, "sapling": 1, "dryad": 1}
    assert ability("treant", "bitterroot", 2, own=own)["damage"] == 4
    assert ability("treant", "bitterroot", 2, own=own).kind is DamageType.PURE
    # Each growth makes a Seedling more here, as the first way is taken; the limit is the machine's business.
    assert ability("treant", "natures-grasp", own={"dryad": 1, "sapling": 2}, ways=(1,) * 9)["damage"] == 8


def test_a_spirit_is_given_up_for_barbed_vine():
    for way, spirit in enumerate(("seedling", "sapling", "dryad"), start=1):
        given = ability("treant", "splinter", own={spirit: 1}, ways=(1,) * way)
        assert given["inflict barbed-vine"] == given[f"lose {spirit}"] == 1


def test_harvest():
    reaped = card("treant", "harvest", own={"seedling": 3, "sapling": 1})
    assert reaped["gain cp"] == 3
    assert reaped["gain wellspring"] == reaped["inflict wellspring"] == 1
    assert listed(card("treant", "harvest", own={"dryad": 1})) == "gain cp"


def test_the_pirate_and_her_doubloons():
    assert ability("cursed-pirate", "shiver-me-timbers", 2, theirs={"cursed-doubloon": 3})["damage"] == 8 + 3
    for level in (1, 2):
        assert (
            ability("cursed-pirate", "x-marks-the-spot", level, rolled=(1,)).kind is DamageType.UNDEFENDABLE
        )
    dice = (1, 2, 6)
    assert ability("cursed-pirate", "ahoy-matey", dice=dice)["gain cursed-doubloon"] == 1
    assert ability("cursed-pirate", "ahoy-matey", 2, dice=dice)["inflict cursed-doubloon"] == 1
    assert ability("cursed-pirate", "ahoy-matey", dice=(1, 6, 6))["gain cursed-doubloon"] == 0
    hero = pack().heroes["cursed-pirate"]
    assert {pack().statuses[number].id: limit for number, limit in hero.limits} == {"cursed-doubloon": 5}


@pytest.mark.parametrize(
    ("level", "at", "own", "gives"),
    [
        (1, "SETUP", {}, "gain cursed-doubloon 3"),
        (1, "TURN_END", {"cursed-doubloon": 2}, "lose cursed-doubloon"),
        (1, "TURN_END", {}, "flip"),
        (2, "UPKEEP", {}, "suffer 4"),
        (2, "OPPONENT_PHASE_OVER", {}, "inflict powder-keg"),
    ],
)
def test_the_passive_of_the_pirate(level, at, own, gives):
    hero = pack().heroes["cursed-pirate"]
    program = next(one.program for _, has, one in hero.passives if (has, one.at.name) == (level, at))
    assert listed(Run(own=own, tests=[Asked.NO_ATTACK]).run(program)) == gives


def test_cards_of_the_pirate():
    assert listed(card("cursed-pirate", "cursed-cards", ways=(1, 0))) == "deal to self 2, draw 2"
    assert listed(card("cursed-pirate", "cursed-cards", ways=(1, 1))) == "deal to self 4, draw 3"
    assert listed(card("cursed-pirate", "pirates-life", tests=[Asked.FLIPPED])) == "heal 3"
    rolled = {face: listed(card("cursed-pirate", "yo-ho", ways=(1,), rolled=(face,))) for face in range(1, 7)}
    assert rolled == {1: "", 2: "", **dict.fromkeys(range(3, 7), "inflict powder-keg, inflict wither")}


def test_a_ransom_of_2_cp():
    hero = pack().heroes["cursed-pirate"]
    program = next(one.action.program for one in hero.cards if one.action.id.endswith("/ransom"))
    paid = next(step for step in program if step.op is Op.STEAL_CP)
    asked = next(step for step in program if step.cp_least)
    assert (paid.base, asked.cp_least, asked.holder) == (2, 2, Who.OPPONENT)


def test_bots():
    built = {"heal-bot": 2, "shock-bot": 1, "nanobot": 1}
    basic = dict.fromkeys(built, 1)
    assert ability("artificer", "swarming-bots", 2, own=basic)["damage"] == 5 + 3
    for name, printed in (("overclock", 6), ("zapppp", 9), ("maximum-power", 10)):
        assert ability("artificer", name, own=built)["damage"] == printed + 3
        assert ability("artificer", name, own={**built, "shock-bot-used": 1})["damage"] == printed
    both = ability("artificer", "overclock", own=built, rolled=(4,), theirs={"nanite": 3})
    assert (both["damage"], both["heal"], both["deal"]) == (9, 2, 0)
    other = ability("artificer", "overclock", own=built, rolled=(1,), theirs={"nanite": 3}, ways=(1,))
    assert (other["damage"], other["heal"], other["deal"]) == (6, 1, 5)
    one = ability("artificer", "zapppp", own=built, rolled=(1,), theirs={"nanite": 2}, ways=(1, 1))
    assert (one["damage"], one["heal"], one["deal"]) == (9, 0, 3)


def test_synth():
    spent = {"dice": (1, 2, 3), "own": {"synth": 1}, "rolled": (1, 4, 6)}
    assert listed(ability("artificer", "spanner-strike", **spent)) == "gain synth, lose synth"
    assert ability("artificer", "spanner-strike", **spent)["damage"] == 3 + 1 + 2
    assert listed(card("artificer", "arcing-shield", own={"synth": 2})) == "prevent 3"
    hero = pack().heroes["artificer"]
    started, each, better = (one.program for *_, one in hero.passives)
    assert listed(Run().run(started)) == "gain synth 3"
    assert listed(Run().run(each)) == "gain synth"
    assert [Run(rolled=(face,)).run(better)["gain synth"] for face in range(1, 7)] == [1, 1, 1, 2, 2, 2]
    prices = {"build": 2, "upgrade": 3, "basic": 2, "advanced": 1, "nanite": 4}
    assert {one.id.split("/")[-1].split("-")[0]: one.tokens for *_, one in hero.board} == prices


def test_nyra():
    hero = pack().heroes["huntress"]
    assert (hero.companion, hero.companion_max, hero.companion_plus) == (5, 7, 2)
    nyra = pack().companions["nyra"]
    assert (nyra.health, nyra.max, nyra.plus) == (5, 7, 2)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_maternal_bond_wants_nyra_for_the_claw(level):
    found = pack().heroes["huntress"]
    bond = next(one for one in found.defense if one.level == level)
    assert Run((1, 3, 4)).run(bond.activate)["deal"] == 1 + 2
    assert Run((1, 3, 4), tests=()).run(bond.activate)["deal"] == 1
