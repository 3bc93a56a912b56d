"""Which dice of a defensive roll are in use: an invariant about a duel whose abilities are known."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import DEFENSE_ROLL, DICE
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies
from dicelaw.model.kernel.lookups import lookup
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_throne.invariants.structure import BITS
from dicelaw.specs.property import AllOf, Always, Goal, Property


def defensive_dice(made: DuelMachine) -> Property:
    """The dice of a defensive roll are the first ones: whenever one has a face, those before it have one."""
    d = made.duel
    in_order = [implies(d.die(1, one) >= 1, d.die(1, other) >= 1) for other, one in pairwise(range(DICE))]
    return Property(
        "play/defensive-dice",
        "The dice of a defensive roll are always the first ones.",
        AllOf(
            (
                *(Always(part, ("*", "!over")) for part in in_order),
                *(Always(part, "defense/roll") for part in _rolled(d)),
                *(Always(part, "resolve/reroll/roll") for part in _rerolled(d)),
            )
        ),
        ("defense/single-attempt",),
        goal=Goal("three dice of a defensive roll show a face", d.die(1, 2) >= 1),
        bug=rewriting(
            "defense/roll/die", d.die(1, 0), lambda _: d.die(1, 0) * 0, "the first die is taken off"
        ),
    )


def _pending(d: Duel, place: int) -> Expr:
    return lookup(f"die {place} pending", BITS[place], d.pending) == 1


def _rolled(d: Duel) -> Iterator[Expr]:
    """That no die is rolled before those in front of it."""
    for one, other in pairwise(range(DICE)):
        yield implies(_pending(d, other), any_of(_pending(d, one), d.die(1, one) >= 1))


def _rerolled(d: Duel) -> Iterator[Expr]:
    """That only a die with a face is rerolled."""
    for place in range(DICE):
        again = all_of(d.live == DEFENSE_ROLL, _pending(d, place))
        yield implies(again, d.die(1, place) >= 1)
