"""What dice show, which dice lie on the table, and whose they are."""

from __future__ import annotations

from functools import reduce

from dicelaw.model.dice_throne.language import Pool
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ABILITY_ROLL,
    DEFENSE_ROLL,
    DICE,
    OFFENSE_ROLL,
    TARGET_ROLL,
)
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    constant,
    larger,
    negate,
    number,
    total,
    where,
)
from dicelaw.model.kernel.lookups import lookup

_BIT = [(mask >> (face - 1)) & 1 if face else 0 for mask in range(64) for face in range(8)]


def showing(d: Duel, pool: Expr | int, faces: Expr | int) -> Expr:
    """How many dice of ``pool`` show one of ``faces`` (a bit set)."""
    return total(
        lookup("face in set", _BIT, number(faces) * 8 + d.value(pool, place)) for place in range(DICE)
    )


def dice_sum(d: Duel, pool: Expr | int) -> Expr:
    """The sum of the dice of ``pool``."""
    return total(d.value(pool, place) for place in range(DICE))


def alike(d: Duel, pool: Expr | int) -> Expr:
    """The largest number of equal dice of ``pool``."""
    counts = [showing(d, pool, 1 << face) for face in range(6)]
    return reduce(larger, counts[1:], counts[0])


def straight(d: Duel, pool: Expr | int) -> Expr:
    """The longest run of consecutive faces of ``pool``."""
    run, longest = constant(0), constant(0)
    for face in range(6):
        run = where(showing(d, pool, 1 << face) >= 1, run + 1, 0)
        longest = larger(longest, run)
    return longest


def live_pool(d: Duel) -> Expr:
    """The pool of the roll that may be altered; meaningless while there is none."""
    return lookup("pool of the roll", (0, 0, 1, 2, 3) if d.seats.duel else (0, 0, 1, 2, 3, 4), d.live)


def live_owner(d: Duel) -> Expr:
    """The player whose dice may be altered."""
    by_action = d.owner[d.roll_frame]
    by_ability = where(d.live == ABILITY_ROLL, d.owner[0], by_action)
    rolled = where(d.live == DEFENSE_ROLL, d.defender, by_ability)
    if not d.seats.duel:
        rolled = where(d.live == TARGET_ROLL, d.attacker, rolled)
    return where(d.live == OFFENSE_ROLL, d.attacker, rolled)


def rolling_off(d: Duel) -> Expr:
    """Whether the roll that may be altered has a die of each player."""
    if d.seats.duel:
        return all_of(d.live >= ABILITY_ROLL, d.versus[at_least(live_pool(d) - 2, 0)] == 1)
    return any_of(*(all_of(d.live == ABILITY_ROLL + place, cell == 1) for place, cell in enumerate(d.versus)))


def live_rival(d: Duel) -> Expr:
    """The other player of a roll-off that may be altered."""
    by_ability, by_action = (d.opponent_in(one, d.owner[one]) for one in (constant(0), d.roll_frame))
    return where(d.live == ABILITY_ROLL, by_ability, by_action)


def whose_die(d: Duel, owner: Expr, seat: Expr, own: Expr, wide: Expr) -> Expr:
    """Whether a die of ``owner`` is meant by ``own`` dice, or else an opponent's, as ``seat`` says it.

    With ``wide`` own dice are those of its side.
    """
    others = d.opposed(owner, seat)
    return where(own, any_of(owner == seat, all_of(wide, negate(others))), others)


def rolled_pool(d: Duel) -> Expr:
    """The pool that a ROLL of the running program fills."""
    return where(d.top == 0, 2, 3)


def pool_of(d: Duel, pool: Expr | int) -> Expr:
    """The dice pool that :class:`Pool` means in the running program."""
    return where(number(pool) == Pool.ROLLED, rolled_pool(d), pool)
