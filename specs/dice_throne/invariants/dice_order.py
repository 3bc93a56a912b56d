"""The dice of an offensive or defensive roll are interchangeable, which searches rest on."""

from __future__ import annotations

from collections.abc import Iterator

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
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies, negate, where
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import lookup
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_throne.invariants.structure import BITS, ROLLING
from dicelaw.specs.patterns import is_at
from dicelaw.specs.property import Always, Chosen, Goal, Property, Symmetric

ROLLED_WHERE = "dice/on-their-way-where-rolled"
RULES = ("dice/of-a-kind-by-number", "dice/small-straight", "dice/large-straight")


def interchangeable_dice(made: DuelMachine) -> Iterator[Property]:
    """That neither the order of the dice of a roll nor the face of a die on its way tells in any play."""
    yield _rolled_where(made)
    for name in PHASE_ROLLS:
        yield _unseen(made, name)
        yield _in_any_order(made, name)


def _unseen(made: DuelMachine, name: str) -> Property:
    d, (pool, roll) = made.duel, PHASE_ROLLS[name]
    unseen = tuple(_faces_on_the_way(d, pool, roll))
    return Property(
        f"dice/face-on-the-way/{name}",
        f"What a die of the {name} roll showed before it is rolled again makes no difference.",
        Symmetric(unseen, unseen=unseen),
        RULES,
        using=(ROLLED_WHERE,),
        goal=Goal("a die is rolled again", all_of(d.live == roll, d.pending >= 1, d.die(pool, 0) >= 1)),
        bug=rewriting(
            f"{name}/roll/die", d.pending, lambda to: where(d.die(pool, 0) == 6, 0, to), "a 6 is kept"
        ),
    )


def _in_any_order(made: DuelMachine, name: str) -> Property:
    d, (pool, roll) = made.duel, PHASE_ROLLS[name]
    exchanged = Choice("exchanged", 0, DICE - 2)
    return Property(
        f"dice/any-order/{name}",
        f"In which order the dice of the {name} roll lie makes no difference.",
        Symmetric(
            tuple(_exchanged(d, pool, roll, exchanged)),
            tuple(_named_anew(d, roll, exchanged)),
            tuple(_faces_on_the_way(d, pool, roll)),
            _may_be_exchanged(d, pool, roll, exchanged),
        ),
        RULES,
        using=(ROLLED_WHERE,),
        goal=Goal("two dice show different faces", d.die(pool, 0) > d.die(pool, 1)),
        bug=rewriting(
            f"{name}/roll/die", d.die(pool, 0), lambda to: to * 0 + 1, "the first die always shows 1"
        ),
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
