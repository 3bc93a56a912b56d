"""What an effect line may ask of the game: each with its words and with what it is in a duel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_throne.language import Test
from dicelaw.model.dice_throne.state.dice import rolled_pool
from dicelaw.model.dice_throne.state.duel_state import ATTEMPTS, SLOTS
from dicelaw.model.effects.words import Condition, numbered
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, negate

if TYPE_CHECKING:
    from dicelaw.model.dice_throne.state.duel import Duel


def _owner(d: Duel) -> Expr:
    return d.owner[d.top]


def _flipped(d: Duel) -> Expr:
    return d.level[_owner(d) * SLOTS] >= 2


def _mine(d: Duel) -> Expr:
    return d.value(rolled_pool(d), 0)


def _theirs(d: Duel) -> Expr:
    return d.value(rolled_pool(d), 1)


def _slowed(d: Duel) -> Expr:
    slow = d.kinds_with(lambda status: status.fewer_attempts)
    return any_of(*(d.aged[d.place(d.attacker, kind)] >= 1 for kind in slow))


def _with_teammate(d: Duel) -> Expr:
    return any_of(*(_owner(d) == seat for seat in d.seats.numbers if d.seats.allies(seat)))


TESTS = (
    Condition("flipped", Test.FLIPPED, ("flipped",), "your board is flipped", does=_flipped),
    Condition(
        "not-flipped", Test.NOT_FLIPPED, ("not flipped",), "your board is not flipped",
        does=lambda d: negate(_flipped(d)),
    ),
    Condition(
        "first-player", Test.FIRST_PLAYER, ("first player",), "you are the start player",
        does=lambda d: all_of(d.first_turn == 1, _owner(d) == d.turn),
    ),
    Condition(
        "few-attempts", Test.FEW_ATTEMPTS, ("fewer than 3 attempts",),
        "fewer than three roll attempts were made in this turn", does=lambda d: d.tried < ATTEMPTS,
    ),
    Condition(
        "no-attack", Test.NO_ATTACK, ("no attack",), "the attacker's ability was no attack",
        does=lambda d: all_of(negate(d.is_attack), d.missed == 0),
    ),
    Condition(
        "at-least-theirs", Test.AT_LEAST_THEIRS, ("own die at least opponent's",),
        "your die is at least the opponent's", does=lambda d: _mine(d) >= _theirs(d),
    ),
    Condition(
        "above-theirs", Test.ABOVE_THEIRS, ("own die above opponent's",),
        "your die is above the opponent's", does=lambda d: _mine(d) > _theirs(d),
    ),
    Condition(
        "below-theirs", Test.BELOW_THEIRS, ("own die below opponent's",),
        "your die is below the opponent's", does=lambda d: _mine(d) < _theirs(d),
    ),
    Condition(
        "has-positive", Test.HAS_POSITIVE, ("any own positive status",), "you have a positive status effect",
        does=lambda d: d.has_trait(_owner(d), lambda status: status.sign == "positive"),
    ),
    Condition(
        "companion-active", Test.COMPANION_ACTIVE, ("companion active",), "your companion is active",
        does=lambda d: d.companion_up[_owner(d)] == 1,
    ),
    Condition(
        "slowed", Test.SLOWED, ("slowed",), "the Offensive Roll Phase began with fewer attempts",
        does=_slowed,
    ),
    Condition(
        "with-teammate", Test.WITH_TEAMMATE, ("with a teammate",), "you have a teammate",
        does=_with_teammate,
    ),
    Condition(
        "rerolled", Test.REROLLED, ("a die was rerolled",), "a die was rerolled by this effect",
        does=lambda d: d.rerolled[d.top] == 1,
    ),
)  # fmt: skip
DECLARED = {Test(number): one for number, one in numbered(TESTS).items()}
"""The tests by what the machine calls them."""
