"""No property of a game is proved of a machine with the bug that is planted for it."""

from __future__ import annotations

from collections import defaultdict

import pytest
from planted import sound, with_bug

from dicelaw.specs.property import Odds, Property, Theorem

pytestmark = pytest.mark.slow

GAMES = ("dice-throne", "dice-masters@2016", "dice-masters@2018", "dice-throne-modes")
LATER = frozenset(one.id for one in sound(GAMES[2]).properties)
BOTH = [one.id for one in sound(GAMES[1]).properties if one.id in LATER]
FEW = 5
LEFT_OUT = frozenset(BOTH) - frozenset(id for id in BOTH[::FEW] if not id.startswith("step/"))
"""For what both editions of Dice Masters have, bugs are planted in the later, for one in five in both."""
BROKEN = [
    (game, one)
    for game in GAMES
    for one in sound(game).properties
    if one.bug is not None and not (game == GAMES[1] and one.id in LEFT_OUT)
]
BY_STRUCTURE = frozenset(
    {
        "damage/pure/never-enhanced",
        "defense/needs-defendable-damage",
        "interrupted/completes",
        "modifier/needs-attack",
        "priority/declared-kept",
        "targeting/dice-fixed",
        "ultimate/five-sixes",
    }
)
"""These follow from invariants, and the bug breaks the invariants."""
ARITHMETIC = frozenset(
    {
        "damage/total/never-negative",
        "damage/total/reflected",
        "damage/total/step-order",
        "damage/total/two-halves",
        "damage/total/worked-example",
        "health/both-at-once",
        "nyra/not-collateral",
        "status/evasive/covers-phase",
        "status/shadows/no-damage",
        "status/stun/chain-ends-almost-surely",
        "ultimate/exact-damage",
    }
)
WITHOUT_BUG = defaultdict(
    frozenset,
    {
        "dice-throne": ARITHMETIC,
        "dice-throne-modes": ARITHMETIC - {"status/stun/chain-ends-almost-surely"},
    },
)
"""Arithmetic reads no transition, so no fault of one breaks it; test_wrong_formulas.py spoils formulas."""


def _of_a_duel(id: str) -> str:
    """What a property of a mode is called in a duel."""
    return id.removesuffix("/hill").removesuffix("/teams")


@pytest.mark.parametrize(("game", "claimed"), BROKEN, ids=lambda one: one if isinstance(one, str) else one.id)
def test_is_not_proved_with_the_bug(game: str, claimed: Property) -> None:
    buggy, intact = with_bug(game, claimed)
    assert intact.alone(claimed).is_proof
    if _of_a_duel(claimed.id) in BY_STRUCTURE:
        assert buggy.verdict(claimed).evidence.startswith("rests on")
    else:
        assert not buggy.alone(claimed).is_proof


@pytest.mark.parametrize(("game", "excused"), [(game, WITHOUT_BUG[game]) for game in GAMES])
def test_all_but_arithmetic_has_a_bug(game: str, excused: frozenset[str]) -> None:
    without = [one for one in sound(game).properties if one.bug is None]
    assert {_of_a_duel(one.id) for one in without} == excused
    assert all(isinstance(one.claim, Theorem | Odds) for one in without)
