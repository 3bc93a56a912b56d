"""The dice of a roll are interchangeable, which searches rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ABILITY_ROLL,
    ACTION_ROLL,
    DEFENSE_ROLL,
    DICE,
    NO_ROLL,
    OFFENSE_ROLL,
    PHASE_ROLLS,
)
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, implies, negate, where
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import lookup
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_throne.invariants.structure import BITS, ROLLING
from dicelaw.specs.patterns import is_at
from dicelaw.specs.property import Always, Chosen, Goal, Property, Symmetric

ROLLED_WHERE = "dice/on-their-way-where-rolled"
RULES = ("dice/of-a-kind-by-number", "dice/small-straight", "dice/large-straight")


@dataclass(frozen=True)
class Roll:
    """Dice of one roll: where they lie, which roll it is, by what they come up, and when they are alike.

    In a roll-off each player has one of them.
    """

    name: str
    says: str
    pool: int
    number: int
    thrown: str
    alike: Expr


def _rolls(d: Duel) -> Iterator[Roll]:
    for name, (pool, number) in PHASE_ROLLS.items():
        yield Roll(name, f"the {name} roll", pool, number, f"{name}/roll/die", TRUE)
    for which, (name, number) in enumerate((("ability", ABILITY_ROLL), ("action", ACTION_ROLL))):
        says = f"a roll for an effect of an {name}"
        yield Roll(name, says, 2 + which, number, "resolve/roll/die", d.versus[which] == 0)


def interchangeable_dice(made: DuelMachine) -> Iterator[Property]:
    """That neither the order of the dice of a roll nor the face of a die on its way tells in any play."""
    yield _rolled_where(made)
    for roll in _rolls(made.duel):
        yield _unseen(made, roll)
        yield _in_any_order(made, roll)


def _unseen(made: DuelMachine, roll: Roll) -> Property:
    d, pool = made.duel, roll.pool
    unseen = tuple(_faces_on_the_way(d, pool, roll.number))
    coming = all_of(d.live == roll.number, d.pending >= 1, roll.alike)
    again = Goal("a die is rolled again", all_of(coming, d.die(pool, 0) >= 1))
    return Property(
        f"dice/face-on-the-way/{roll.name}",
        f"What a die of {roll.says} showed before it is rolled again makes no difference.",
        Symmetric(unseen, unseen=unseen, where=roll.alike),
        RULES,
        using=(ROLLED_WHERE,),
        goal=again,
        bug=rewriting(roll.thrown, d.pending, lambda to: where(d.die(pool, 0) == 6, 0, to), "a 6 is kept"),
    )


def _in_any_order(made: DuelMachine, roll: Roll) -> Property:
    d, pool, number = made.duel, roll.pool, roll.number
    exchanged = Choice("exchanged", 0, DICE - 2)
    return Property(
        f"dice/any-order/{roll.name}",
        f"In which order the dice of {roll.says} lie makes no difference.",
        Symmetric(
            tuple(_exchanged(d, pool, number, exchanged)),
            tuple(_named_anew(d, number, exchanged)),
            tuple(_faces_on_the_way(d, pool, number)),
            all_of(roll.alike, _may_be_exchanged(d, pool, number, exchanged)),
        ),
        RULES,
        using=(ROLLED_WHERE,),
        goal=Goal("two dice show different faces", all_of(roll.alike, d.die(pool, 0) > d.die(pool, 1))),
        bug=rewriting(roll.thrown, d.die(pool, 0), lambda to: to * 0 + 1, "the first die always shows 1"),
    )


def _rolled_where(made: DuelMachine) -> Property:
    return Property(
        ROLLED_WHERE,
        "Dice are on their way only where they are rolled, and the roll is that of the phase.",
        Always(_where_rolled(made), ("*", "!over")),
        RULES,
        using=("play/structure",),
        goal=Goal("dice of an action are on their way", made.duel.live == ACTION_ROLL, "resolve/roll"),
        bug=rewriting(
            "offense/begin/roll", made.duel.live, lambda to: to * 0, "no roll is known in the Roll Phase"
        ),
    )


def _where_rolled(made: DuelMachine) -> Expr:
    """That dice are on their way only where they are rolled, and are those of the roll of the phase."""
    d, machine = made.duel, made.machine
    return all_of(
        any_of(d.pending == 0, is_at(machine, ROLLING)),
        implies(is_at(machine, ("offense/roll", "offense/rolled", "offense/choose")), d.live == OFFENSE_ROLL),
        implies(is_at(machine, ("defense/roll", "defense/rolled", "defense/again")), d.live == DEFENSE_ROLL),
        implies(is_at(machine, "defense/choose"), d.live == NO_ROLL),
        implies(
            is_at(machine, ("resolve/reroll", "resolve/reroll/roll", "resolve/alter")), d.live != NO_ROLL
        ),
        implies(is_at(machine, "resolve/roll"), any_of(d.live == ABILITY_ROLL, d.live == ACTION_ROLL)),
    )


def _faces_on_the_way(d: Duel, pool: int, roll: int) -> Iterator[tuple[Expr, Expr]]:
    for place in range(DICE):
        yield d.die(pool, place), where(_on_its_way(d, roll, place), 0, d.die(pool, place))


def _on_its_way(d: Duel, roll: int, place: int) -> Expr:
    return all_of(d.live == roll, lookup(f"die {place} pending", BITS[place], d.pending) == 1)


def _may_be_exchanged(d: Duel, pool: int, roll: int, exchanged: Choice) -> Expr:
    """That both neighbours are dice of the roll, and that not both are on their way."""
    conditions = []
    for place in range(DICE - 1):
        coming = [_on_its_way(d, roll, one) for one in (place, place + 1)]
        there = [any_of(one, d.die(pool, place + way) >= 1) for way, one in enumerate(coming)]
        conditions.append(implies(exchanged == place, all_of(*there, negate(all_of(*coming)))))
    return all_of(*conditions)


def _exchanged(d: Duel, pool: int, roll: int, exchanged: Choice) -> Iterator[tuple[Expr, Expr]]:
    """Two neighbours in each other's place, with what is to be rolled of them."""
    for place in range(DICE):
        found: Expr = d.die(pool, place)
        if place:
            found = where(exchanged == place - 1, d.die(pool, place - 1), found)
        if place < DICE - 1:
            found = where(exchanged == place, d.die(pool, place + 1), found)
        yield d.die(pool, place), found
    yield d.pending, where(d.live == roll, _moved(exchanged, d.pending), d.pending)


def _named_anew(d: Duel, roll: int, exchanged: Choice) -> Iterator[tuple[Chosen, Expr]]:
    """The dice that are chosen, in the places that they have then."""
    dice = Chosen("dice")
    yield dice, where(d.live == roll, _moved(exchanged, dice), dice)
    for name in ("die", "model"):
        die = Chosen(name)
        there = where(die == exchanged, exchanged + 1, where(die == exchanged + 1, exchanged, die))
        yield die, where(d.live == roll, there, die)


def _moved(exchanged: Choice, dice: Expr) -> Expr:
    """The set of ``dice``, a bit each, when two neighbours are exchanged."""
    rows = [_swap(number, place) for place in range(DICE - 1) for number in range(2**DICE)]
    return lookup("dice with two exchanged", rows, exchanged * 2**DICE + dice)


def _swap(dice: int, place: int) -> int:
    one, other = dice >> place & 1, dice >> place + 1 & 1
    return dice & ~(3 << place) | other << place | one << place + 1
