"""What holds for every hero of the content: decks, upgrades, requirements, symbols."""

from itertools import combinations_with_replacement

import pytest

from dicelaw.model.dice_throne.language import Timing
from dicelaw.model.dice_throne.loader import EDITIONS, load_pack
from dicelaw.specs.statements import known_rules

PACKS = {edition: load_pack(edition=edition) for edition in EDITIONS}
PACK = PACKS["later"]
HEROES = sorted(PACK.heroes)
COMMON = 18
OWN = dict.fromkeys(HEROES, 15) | {"gunslinger": 14, "samurai": 14, "cursed-pirate": 16}
"""How many cards of their own the sources know; of the Cursed Pirate the 15 of YH and one that ZHG adds."""
UNKNOWN = {("treant/overgrowth", 2), ("treant/plant", 2)}
"""Abilities of which no source gives the effect."""
ROLLS = [tuple(roll) for roll in combinations_with_replacement(range(1, 7), 5)]

every_hero = pytest.mark.parametrize("hero", [PACK.heroes[name] for name in HEROES], ids=HEROES)


def abilities(hero):
    return (*hero.offense, *hero.defense)


def meets(needs, roll):
    """Whether five dice activate an ability. Symbols never share a face, so they can be counted apart."""
    if needs.symbols:
        return all(sum(faces >> (face - 1) & 1 for face in roll) >= count for faces, count in needs.symbols)
    runs = [set(range(low, low + needs.straight)) for low in range(1, 8 - needs.straight)]
    return bool(needs.straight) and any(run <= set(roll) for run in runs)


def test_there_are_sixteen():
    assert len(HEROES) == 16
    assert all(sorted(pack.heroes) == HEROES for pack in PACKS.values())


@every_hero
def test_the_deck(hero):
    own = [card for card in hero.cards if card.action.id.startswith(f"{hero.id}/")]
    assert len(own) == OWN[hero.id]
    assert len(hero.cards) == len(own) + COMMON
    assert 32 <= len(hero.cards) <= 34
    assert len({card.action.id for card in hero.cards}) == len(hero.cards)


@every_hero
def test_six_symbols_and_nine_spaces(hero):
    assert len(hero.symbols) == 6
    assert 3 <= len(set(hero.symbols)) <= 4
    assert hero.symbols.count(hero.symbols[5]) == 1
    assert len(hero.slots) == len(set(hero.slots)) == 9


@every_hero
def test_every_space_has_a_first_level(hero):
    levels = {(one.slot, one.level) for one in abilities(hero)}
    levels |= {(slot, level) for slot, level, _ in (*hero.passives, *hero.board)}
    assert {slot for slot, level in levels if level == 1} == set(range(len(hero.slots)))


@every_hero
def test_levels_are_reached_by_upgrades_or_by_flipping(hero):
    levels = {(one.slot, one.level) for one in abilities(hero)}
    levels |= {(slot, level) for slot, level, _ in (*hero.passives, *hero.board)}
    upgrades = [card for card in hero.cards if card.upgrade]
    reached = {(card.upgrade.slot, card.upgrade.level) for card in upgrades}
    if hero.id == "cursed-pirate":
        reached = {(slot, 2) for slot in range(len(hero.slots))}
    assert reached == {(slot, level) for slot, level in levels if level > 1}
    assert all((slot, 2) in reached for slot, level in reached if level == 3)
    assert all(card.action.timing is Timing.UPGRADE for card in upgrades)


@every_hero
def test_a_third_level_costs_no_less_than_the_second(hero):
    costs = {(card.upgrade.slot, card.upgrade.level): card.action.cp for card in hero.cards if card.upgrade}
    assert all(cost >= costs[slot, 2] for (slot, level), cost in costs.items() if level == 3)


@every_hero
def test_what_is_needed_can_be_rolled(hero):
    for one in hero.offense:
        assert any(meets(one.needs, roll) for roll in ROLLS), one.id
    assert all(one.dice in range(1, 6) for one in hero.defense)


@every_hero
def test_symbols_needed_are_symbols_of_the_hero(hero):
    own = {
        sum(1 << place for place, symbol in enumerate(hero.symbols) if symbol == name)
        for name in hero.symbols
    }
    assert all(faces in own for one in hero.offense for faces, _ in one.needs.symbols)


@every_hero
def test_an_ultimate_at_each_level_of_its_space(hero):
    ultimates = [one for one in hero.offense if one.is_ultimate]
    assert len({one.id for one in ultimates}) == 1
    assert all(one.needs.symbols == ((1 << 5, 5),) for one in ultimates)
    assert [one.level for one in ultimates] == ([1, 2] if hero.id == "cursed-pirate" else [1])


@every_hero
def test_abilities_have_effects(hero):
    empty = {(one.id, one.level) for one in abilities(hero) if len(one.activate) == len(one.land) == 1}
    assert empty == {(one.id, one.level) for one in abilities(hero) if one.unknown}
    assert empty == {one for one in UNKNOWN if one[0].startswith(f"{hero.id}/")}


@every_hero
def test_an_upgrade_takes_no_ability_away(hero):
    # What an ability is replaced by needs the same dice: a better version is never harder to activate.
    first = {}
    for one in sorted(hero.offense, key=lambda one: one.level):
        assert first.setdefault(one.id, one.needs) == one.needs, one.id
        assert one.slot < len(hero.slots)


@pytest.mark.parametrize("edition", EDITIONS)
def test_rules_are_statements(edition):
    cited = set()
    for hero in PACKS[edition].heroes.values():
        cited.update(hero.rules, *(one.rules for one in abilities(hero)))
        cited.update(*(card.action.rules for card in hero.cards), *(one.rules for *_, one in hero.passives))
        cited.update(*(action.rules for *_, action in hero.board))
    for status in PACKS[edition].statuses:
        cited.update(status.rules, *(one.rules for one in (*status.spend, *status.triggers)))
    assert cited <= known_rules("dice-throne")


def test_rules_of_passives_and_companions_are_kept():
    heroes = PACK.heroes
    assert "companion/nyra/start-health" in heroes["huntress"].rules
    assert "status/cursed-doubloon/only-own-source" in heroes["cursed-pirate"].rules
    assert "samurai/bushido-fewer-than-three" in heroes["samurai"].passives[1][2].rules
