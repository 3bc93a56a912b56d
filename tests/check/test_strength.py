"""Duels of sensible players: who is stronger wins more, the same seed gives the same, the interval is one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicelaw.checker.dice_throne.activation import ALL, rerolls, results, ways
from dicelaw.checker.dice_throne.boards import missing
from dicelaw.checker.dice_throne.sensible import Sensible
from dicelaw.checker.dice_throne.strength import Matchup, Strength, matchup
from dicelaw.checker.duels import Duels
from dicelaw.checker.intervals import wilson
from dicelaw.model.dice_throne.language import DamageType, Op
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.kernel.concrete import Concrete

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
    found = Strength((Matchup(10, 7, 2, 0, 90, "monk"), Matchup(10, 3, 7, 0, 90, "ninja")), 4)
    assert found.total == Duels(20, 10, 9, 0, 180)
    assert found.total.rate == 0.5
    assert found.total.interval == pytest.approx((0.2993, 0.7007), abs=1e-4)


def test_rerolls_keep_what_is_wanted():
    wanted = frozenset(dice for dice in results() if dice == (6, 6, 6, 6, 6))
    best = dict(zip(results(), rerolls([int(dice in wanted) for dice in results()]), strict=True))
    assert best[1, 2, 6, 6, 6] == (ALL // 36, (6, 6, 6))
    assert best[6, 6, 6, 6, 6] == (ALL, (6, 6, 6, 6, 6))
    assert best[1, 2, 3, 4, 5] == (ways(wanted), ())


def test_what_is_not_kept_is_a_set_of_dice():
    assert missing([6, 1, 6, 2, 6], (6, 6)) == 0b11010
    assert missing([3, 3, 3, 3, 3], (3, 3, 3, 3, 3)) == 0


def test_a_board_prefers_the_ability_that_deals_more():
    made = duel(PACK, ("barbarian", "monk"))
    board = Sensible(made, Concrete(made.machine)).boards[0]
    levels = tuple(1 for _ in range(10))
    worth = board.rolling(levels).worth
    assert worth[0][6, 6, 6, 6, 6] == max(worth[0].values())
    assert all(worth[1][dice] >= worth[0][dice] - 0.01 for dice in results())
    assert any(step.arg == DamageType.ULTIMATE for one in board.hero.offense for step in one.activate)
