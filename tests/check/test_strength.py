"""Duels of sensible players: who is stronger wins more, the same seed gives the same, the interval is one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicelaw.checker.dice_throne.activation import ALL, altered, rerolls, results, ways
from dicelaw.checker.dice_throne.boards import Board
from dicelaw.checker.dice_throne.offensive_dice import UNROLLED, number_of_dice
from dicelaw.checker.dice_throne.sensible import sensible
from dicelaw.checker.dice_throne.strength import POLICIES, arena, matchup
from dicelaw.checker.dice_throne.worths import Worths
from dicelaw.checker.duels import Duels, Matchup, Meeting, Strength, most
from dicelaw.checker.intervals import wilson
from dicelaw.checker.playing import STEPS, playing
from dicelaw.checker.search.decided_plays import DecidedPlays
from dicelaw.checker.search.policy import Decider
from dicelaw.checker.search.random_plays import lots
from dicelaw.model.dice_throne.language import DamageType, Op
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.pycode import Emitter

PACK = load_pack()


def _with_damage(hero, change):
    """The pack where each attack of ``hero`` deals what ``change`` makes of its amount."""

    def changed(ability):
        steps = [
            replace(step, base=change(step.base)) if step.op is Op.DAMAGE and step.base else step
            for step in ability.activate
        ]
        return replace(ability, activate=tuple(steps))

    one = PACK.heroes[hero]
    changed_hero = replace(one, offense=tuple(map(changed, one.offense)))
    return replace(PACK, heroes={**PACK.heroes, hero: changed_hero})


def test_whoever_hits_harder_wins_more():
    twice = matchup(_with_damage("monk", lambda some: 2 * some), "monk", "paladin", 12, 0)
    hardly = matchup(_with_damage("monk", lambda _: 1), "monk", "paladin", 12, 0)
    assert twice.won > hardly.won
    assert hardly.lost > twice.lost
    assert twice.games == 12


def test_the_same_seed_gives_the_same_duels():
    assert matchup(PACK, "ninja", "monk", 3, 5) == matchup(PACK, "ninja", "monk", 3, 5)


@given(st.integers(1, 5000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_wilsons_interval_holds_the_share_and_solves_its_equation(case):
    won, games = case
    low, high = wilson(won, games)
    share = won / games
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1
    for end in {low, high}:
        assert (share - end) ** 2 == pytest.approx(1.959964**2 * end * (1 - end) / games, rel=1e-6, abs=1e-12)


def test_a_strength_is_about_all_its_match_ups():
    monk = Matchup(10, 7, 2, 0, 90, (("smack", 4), ("stab", 3)), (("kick", 2),), rival="monk")
    ninja = Matchup(10, 3, 7, 0, 90, (("stab", 3),), (("slash", 7),), rival="ninja")
    found = Strength((monk, ninja), 4, POLICIES[0])
    assert found.total == Duels(20, 10, 9, 0, 180, (("stab", 6), ("smack", 4)), (("slash", 7), ("kick", 2)))
    assert most(found.total.won_by, 1) == "stab 60"
    assert found.total.swapped.lost_by == found.total.won_by
    assert found.total.rate == 0.5
    assert found.total.interval == pytest.approx((0.2993, 0.7007), abs=1e-4)


def test_rerolls_keep_what_is_wanted():
    wanted = frozenset(dice for dice in results() if dice == (6, 6, 6, 6, 6))
    best = dict(zip(results(), rerolls([int(dice in wanted) for dice in results()]), strict=True))
    assert best[1, 2, 6, 6, 6] == (ALL // 36, (6, 6, 6))
    assert best[6, 6, 6, 6, 6] == (ALL, (6, 6, 6, 6, 6))
    assert best[1, 2, 3, 4, 5] == (ways(wanted), ())


@pytest.fixture(scope="module")
def made():
    return duel(PACK, ("barbarian", "monk"))


def test_dice_are_numbered_in_whichever_order():
    faces = [Choice(f"{place}", 0, 6) for place in range(5)]
    number = Emitter(None).evaluator(number_of_dice(faces))
    for dice in product(range(7), repeat=5):
        shown = {f"{place}": face for place, face in enumerate(dice)}
        told = number((), shown)
        assert told == (results().index(tuple(sorted(dice))) if min(dice) else UNROLLED)


def test_one_die_with_another_face_is_worth_from_the_least_to_the_most():
    worth = [sum(dice) ** 2 % 97 for dice in results()]
    known = dict(zip(results(), worth, strict=True))
    for dice, bounds in zip(results(), altered(worth), strict=True):
        around = [
            known[tuple(sorted((*dice[:place], face, *dice[place + 1 :])))]
            for place in range(5) for face in range(1, 7)
        ]  # fmt: skip
        assert bounds == (min(around), max(around))


def test_a_board_prefers_the_ability_that_deals_more(made):
    board = Board(made.content, Worths(made.content.statuses, made.content.rows), 0)
    levels = tuple(1 for _ in range(10))
    worth = board.rolling(levels).worth
    assert worth[0][6, 6, 6, 6, 6] == max(worth[0].values())
    assert all(worth[1][dice] >= worth[0][dice] - 0.01 for dice in results())
    assert any(step.arg == DamageType.ULTIMATE for one in board.hero.offense for step in one.activate)


def test_compiled_duels_are_those_of_the_concrete_reader_move_for_move(made):
    policy = sensible(made)
    plays, reader = DecidedPlays(made.machine, policy, length=STEPS), Concrete(made.machine)
    decider, slow = Decider(policy, reader), playing(made.machine, policy, compiled=False)
    for number in range(3):
        play = plays.play(7, number)
        decider.begin()
        states = plays.path()
        assert (states[-1], len(states) - 1) == (play.last, play.steps)
        for step, (state, after, lot) in enumerate(zip(states, states[1:], lots(7, number), strict=False)):
            legal = reader.enabled(state)
            move = decider.decide(state, legal, lot) if step else legal[number % len(legal)]
            assert reader.step(state, move) == after, reader.decision(move)
        assert slow.play(7, number) == play
        assert not reader.enabled(play.last)


@pytest.mark.parametrize("players", POLICIES)
def test_what_wins_is_said_alike_compiled_or_not(players):
    meeting = Meeting("dice-throne", None, players, "pyromancer", "ninja")
    fast, slow = (arena(meeting, compiled=compiled).duels(range(8), 0) for compiled in (True, False))
    assert fast == slow
    assert (sum(count for _, count in fast.won_by), sum(count for _, count in fast.lost_by)) == (
        fast.won, fast.lost,
    )  # fmt: skip


def test_what_wins_is_what_takes_the_last_health():
    """Most duels of these heroes end with an attack, the others with an answer to one or with a card."""
    meets = arena(Meeting("dice-throne", None, POLICIES[0], "barbarian", "monk"), compiled=True)
    duels = meets.duels(range(200), 0)
    for found, hero in ((duels.won_by, "barbarian"), (duels.lost_by, "monk")):
        own = {ability.id for ability in PACK.heroes[hero].offense}
        assert {way for way, _ in found} <= own | {"defence", "upkeep phase", "discard phase", "main-1 phase"}
        assert found[0][0] in own


def test_the_best_reroll_comes_before_all_else(made):
    policy, dice = sensible(made), (6, 1, 6, 2, 5)
    decider, d = Decider(policy, Concrete(made.machine)), made.duel
    reroll = made.machine.transition_index["offense/choose/reroll"]
    state = list(made.machine.start)
    for die, face in zip(d.dice[:5], dice, strict=True):
        state[die.place] = face
    state[d.attempts.place] = 1
    taken = [mask for mask in range(1, 32) if decider.score(tuple(state), (reroll, mask)) > 0]
    worth = dict(zip(results(), policy.tables[0], strict=False))

    def mean(mask):
        rolled = [range(1, 7) if mask >> place & 1 else (face,) for place, face in enumerate(dice)]
        some = [worth[tuple(sorted(faces))] for faces in product(*rolled)]
        return sum(some) / len(some)

    means = {mask: mean(mask) for mask in range(32)}
    assert taken
    assert {means[mask] for mask in taken} == {max(means.values())}


def test_nobody_uses_the_same_thing_for_ever(made):
    policy = sensible(made)
    place = next(place for place in policy.uses)
    reader = Concrete(made.machine)
    policy.used[:] = [12] * len(policy.used)
    score = reader.compiled(policy.scores[place])
    assert {score(made.machine.start, {"action": action}) for action in range(9)} == {-1000}
