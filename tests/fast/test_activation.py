"""What activates an ability, against a second count, a second way to reroll, and the machine itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from duels import Game
from hypothesis import given, settings
from hypothesis import strategies as st

from dicelaw.checker.dice_throne.activation import (
    ALL,
    Result,
    activations,
    chance,
    idle,
    on_board,
    overlaps,
    results,
    ways,
)
from dicelaw.model.dice_throne.language import Ability, Needs
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.prose import requirement
from dicelaw.specs.dice_throne.properties.odds import rolls, showing_in

PACK = load_pack()
HEROES = tuple(PACK.heroes.values())
FOUND = {hero.id: activations(hero, PACK.statuses) for hero in HEROES}
EVERY_ROLL = tuple(product(range(1, 7), repeat=5))
SMALL = Needs(straight=4)
LARGE = Needs(straight=5)


def by_hand(needs: Needs, dice: tuple[int, ...]) -> bool:
    """Whether ``dice`` meet ``needs``, as a player would count."""
    shown = [sum(bool(mask >> (face - 1) & 1) for face in dice) >= count for mask, count in needs.symbols]
    runs = [set(range(low, low + needs.straight)) <= set(dice) for low in range(1, 8 - needs.straight)]
    return all(shown) and any(runs) and max(Counter(dice).values()) >= needs.of_a_kind


def results_of(*needs: Needs) -> list[frozenset[Result]]:
    """What meets each of ``needs``, by the machine's expression for a hero with such abilities."""
    offense = tuple(Ability(f"probe/{place}", "", 0, 1, one) for place, one in enumerate(needs))
    return [one.results for one in activations(replace(HEROES[0], offense=offense), PACK.statuses)]


@cache
def rerolled_by_hand(wanted: frozenset[Result], attempts: int) -> Fraction:
    """The chance before the first of ``attempts``: each set of dice to keep, each roll of the others."""
    after = {result: Fraction(result in wanted) for result, _ in rolls(5)}
    for _ in range(attempts - 1):
        kept: dict[tuple[int, ...], Fraction] = {}
        for size in range(6):
            for keep in {part for result in after for part in combinations(result, size)}:
                throws = rolls(5 - size) if size < 5 else [((), Fraction(1))]
                kept[keep] = sum(
                    (odds * after[tuple(sorted((*keep, *throw)))] for throw, odds in throws), Fraction(0)
                )
        after = {
            result: max(kept[keep] for size in range(6) for keep in combinations(result, size))
            for result in after
        }
    return sum((odds * after[result] for result, odds in rolls(5)), Fraction(0))


masks = st.integers(1, 63)
symbols = st.lists(st.tuples(masks, st.integers(1, 3)), max_size=3).map(tuple)
needs_of_any_kind = st.builds(
    Needs, symbols, st.sampled_from((0, 0, 2, 3, 4, 5)), st.sampled_from((0, 0, 3, 4, 5))
)
sets_of_results = st.frozensets(st.sampled_from(results()), max_size=60)


def test_results_stand_for_every_roll() -> None:
    assert len(results()) == len(set(results())) == 252
    assert {tuple(sorted(roll)) for roll in EVERY_ROLL} == set(results())
    assert ways(frozenset(results())) == ALL == len(EVERY_ROLL)
    assert ways(frozenset()) == 0


@given(sets_of_results)
def test_ways_count_every_roll(wanted: frozenset[Result]) -> None:
    assert ways(wanted) == sum(tuple(sorted(roll)) in wanted for roll in EVERY_ROLL)


@given(st.lists(needs_of_any_kind, min_size=1, max_size=4))
def test_requirements_are_met_as_a_player_counts(needs: list[Needs]) -> None:
    counted = [frozenset(result for result in results() if by_hand(one, result)) for one in needs]
    assert results_of(*needs) == counted


@pytest.mark.parametrize("hero", HEROES, ids=lambda hero: hero.id)
def test_every_ability_is_met_as_a_player_counts(hero) -> None:
    for one in FOUND[hero.id]:
        meeting = {result for result in results() if by_hand(one.ability.needs, result)}
        assert one.results == meeting, one.ability.name


@pytest.mark.parametrize("hero", HEROES, ids=lambda hero: hero.id)
def test_an_ultimate_is_five_of_one_face(hero) -> None:
    (ultimate,) = {one.results for one in FOUND[hero.id] if one.ability.is_ultimate}
    assert ways(ultimate) == 1
    assert chance(ultimate) == Fraction(91, 216) ** 5


@pytest.mark.parametrize("wanted", [2, 3, 4, 5])
@pytest.mark.parametrize("attempts", [1, 2, 3])
def test_dice_of_one_face_are_simply_kept(wanted: int, attempts: int) -> None:
    (meeting,) = results_of(Needs(symbols=((1 << 5, wanted),)))
    assert chance(meeting, attempts) == showing_in(attempts, 5, wanted)


@pytest.mark.parametrize(
    ("needs", "rolled", "in_three"),
    [
        (SMALL, 1200, Fraction(753572225, 1224440064)),
        (LARGE, 240, Fraction(319695199, 1224440064)),
        (Needs(of_a_kind=5), 6, Fraction(347897, 7558272)),
        (Needs(symbols=((0b000111, 3),)), 3888, Fraction(16121, 16384)),
        (Needs(), ALL, Fraction(1)),
    ],
    ids=["small straight", "large straight", "five of a kind", "three of three faces", "nothing"],
)
def test_known_chances(needs: Needs, rolled: int, in_three: Fraction) -> None:
    (meeting,) = results_of(needs)
    assert ways(meeting) == rolled
    assert chance(meeting, 1) == Fraction(rolled, ALL)
    assert chance(meeting) == in_three


@pytest.mark.parametrize(
    "needs",
    [
        SMALL,
        LARGE,
        Needs(of_a_kind=4),
        Needs(symbols=((0b000011, 3), (0b001100, 2))),
        Needs(symbols=((0b000011, 1), (0b001100, 1), (0b010000, 1), (0b100000, 1))),
    ],
    ids=requirement,
)
def test_the_best_reroll_is_found_by_trying_all(needs: Needs) -> None:
    (meeting,) = results_of(needs)
    assert chance(meeting, 2) == rerolled_by_hand(meeting, 2)
    assert chance(meeting) == rerolled_by_hand(meeting, 3)


@settings(max_examples=20)
@given(sets_of_results)
def test_the_best_reroll_for_any_results(wanted: frozenset[Result]) -> None:
    assert chance(wanted, 2) == rerolled_by_hand(wanted, 2)


@given(sets_of_results, sets_of_results)
def test_more_attempts_and_more_results_never_hurt(
    wanted: frozenset[Result], further: frozenset[Result]
) -> None:
    chances = [chance(wanted, attempts) for attempts in (1, 2, 3)]
    assert chances[0] == Fraction(ways(wanted), ALL)
    assert chances == sorted(chances)
    assert chances[-1] <= chance(wanted | further)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize(
    "heroes",
    [("barbarian", "paladin"), ("paladin", "barbarian"), ("wild", "paladin")],
    ids=lambda names: names[0],
)
def test_the_machine_announces_what_is_met(heroes: tuple[str, str], level: int) -> None:
    values = {"attempts": 0, **{f"level[{slot}]": level for slot in range(10)}}
    game = Game("offense/choose", values, heroes=heroes)
    content = game.made.content
    hero = content.heroes[0]  # type: ignore[attr-defined]  # a duel of heroes has them in tables
    here = on_board(activations(hero, content.statuses), [level] * len(hero.slots))
    dice = [game.machine.slot_index[f"dice[{place}]"] for place in range(5)]
    state, random = list(game.state), Random(0)
    for result in results():
        for cell, face in zip(dice, random.sample(result, 5), strict=True):
            state[cell] = face
        game.state = tuple(state)
        announced = {hero.offense[move[1]] for move in game.options("announce")}
        met = {one.ability for one in here if result in one.results}
        assert announced == {ability for ability in met if not ability.unknown}, result


@pytest.mark.parametrize("hero", HEROES, ids=lambda hero: hero.id)
def test_a_higher_level_replaces_a_lower_one(hero) -> None:
    for level in (1, 2, 3):
        reached: dict[str, int] = {}
        for ability in hero.offense:
            if ability.level <= level:
                reached[ability.id] = max(ability.level, reached.get(ability.id, 0))
        here = on_board(FOUND[hero.id], [level] * len(hero.slots))
        assert {one.ability.id: one.ability.level for one in here} == reached
        assert len(here) == len({one.ability.id for one in here})


@pytest.mark.parametrize("hero", HEROES, ids=lambda hero: hero.id)
def test_idle_results_and_overlaps_are_counted_roll_by_roll(hero) -> None:
    here = on_board(FOUND[hero.id], [1] * len(hero.slots))
    pairs: Counter[tuple[str, str]] = Counter()
    nothing = 0
    for roll in EVERY_ROLL:
        met = [one.ability.id for one in here if tuple(sorted(roll)) in one.results]
        nothing += not met
        pairs.update(combinations(met, 2))
    assert ways(idle(here)) == nothing
    assert {(pair.one.ability.id, pair.other.ability.id): pair.ways for pair in overlaps(here)} == pairs


def test_without_abilities_everything_is_idle() -> None:
    assert activations(replace(HEROES[0], offense=()), PACK.statuses) == ()
    assert idle(()) == frozenset(results())
    assert overlaps(()) == ()


def test_a_requirement_reads_as_it_is_written() -> None:
    faces = ("sword", "sword", "sword", "life", "life", "pow")
    assert requirement(Needs(symbols=((0b000111, 3), (0b100000, 2))), faces) == "3 sword + 2 pow"
    assert requirement(Needs(symbols=((0b100000, 5),))) == "5 face 6"
    assert requirement(Needs(of_a_kind=4)) == "4 of a kind"
    assert [requirement(one) for one in (SMALL, LARGE, Needs())] == [
        "small straight", "large straight", "any result",
    ]  # fmt: skip
