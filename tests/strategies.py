"""Random expressions, states and well-formed machines for the tests of the kernel.

An expression is drawn as a recipe, a nest of tuples, which :func:`made` turns into an expression and
:func:`worth` computes in plain Python without the kernel.
"""

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from dicelaw.model.kernel.expressions import (
    FALSE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    half_up,
    implies,
    larger,
    negate,
    number,
    smaller,
    total,
    truth,
    where,
)
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import ArrayField, Declaration, Field, Slot

RULES = ("rule/a", "rule/b", "rule/c")
SEATS = ("Ann", "Bob")
START = "start"

# What each operator takes (n a number, c a condition), how it is built, and what it is worth in plain Python.
OPERATORS = {
    "add": ("nn", operator.add, operator.add),
    "subtract": ("nn", operator.sub, operator.sub),
    "multiply": ("nn", operator.mul, operator.mul),
    "where": ("cnn", where, lambda test, then, other: then if test else other),
    "min": ("nn", smaller, min),
    "max": ("nn", larger, max),
    "half-up": ("n", half_up, lambda value: -(-value // 2)),
    "total": ("nnn", lambda *values: total(values), lambda *values: sum(values)),
    "count": ("ccc", lambda *tests: count(tests), lambda *tests: sum(tests)),
    "number": ("c", number, int),
    "truth": ("n", truth, bool),
    "<": ("nn", operator.lt, operator.lt),
    "<=": ("nn", operator.le, operator.le),
    ">": ("nn", operator.gt, operator.gt),
    ">=": ("nn", operator.ge, operator.ge),
    "==": ("nn", operator.eq, operator.eq),
    "!=": ("nn", operator.ne, operator.ne),
    "and": ("cc", all_of, lambda *tests: all(tests)),
    "or": ("ccc", any_of, lambda *tests: any(tests)),
    "not": ("c", negate, operator.not_),
    "implies": ("cc", implies, lambda given, then: not given or then),
    "which": ("ccc", where, lambda test, then, other: then if test else other),
}
CONDITIONS = ("truth", "<", "<=", ">", ">=", "==", "!=", "and", "or", "not", "implies", "which")
NUMBERS = tuple(name for name in OPERATORS if name not in CONDITIONS)


@cache
def recipes(sort: str, depth: int = 3) -> st.SearchStrategy:
    """Recipes of a number (sort ``n``) or a condition (``c``), nested at most ``depth`` deep."""
    leaf = st.tuples(st.sampled_from(["leaf", "leaf", "const"]), st.integers(-3, 9))
    if depth == 0:
        return leaf if sort == "n" else st.tuples(st.just("<="), leaf, leaf)
    inner = recipes("n", depth - 1)
    names = NUMBERS if sort == "n" else CONDITIONS
    kinds = [
        st.tuples(st.just(name), *(recipes(taken, depth - 1) for taken in OPERATORS[name][0]))
        for name in names
    ]
    if sort == "n":
        kinds += [
            leaf,
            st.tuples(st.just("//"), inner, st.integers(1, 4)),
            st.tuples(st.just("%"), inner, st.integers(1, 4)),
            reads(depth - 1),
        ]
    return st.one_of(kinds)


def reads(depth: int = 2) -> st.SearchStrategy:
    """Recipes that read a row or a table at a place that is itself a recipe."""
    inner = recipes("n", depth)
    entries = st.lists(st.integers(-4, 9), max_size=6).map(tuple)
    return st.tuples(st.just("lookup"), entries, inner) | st.tuples(st.just("cell"), st.integers(0, 9), inner)


@dataclass(frozen=True)
class Leaves:
    """What a recipe reads: single values and rows, as expressions or as plain numbers."""

    single: Sequence
    rows: Sequence


def made(recipe: tuple, leaves: Leaves) -> Expr | int:
    """The expression of ``recipe``; constants stay plain numbers where they are leaves."""
    name, *parts = recipe
    match name:
        case "leaf":
            return leaves.single[parts[0] % len(leaves.single)]
        case "const":
            return parts[0]
        case "//":
            return number(made(parts[0], leaves)) // parts[1]
        case "%":
            return number(made(parts[0], leaves)) % parts[1]
        case "lookup":
            return lookup("table", parts[0], made(parts[1], leaves))
        case "cell":
            row = leaves.rows[parts[0] % len(leaves.rows)]
            return row[clamped(made(parts[1], leaves), 0, len(row) - 1)]
    takes, build_it, _ = OPERATORS[name]
    whole = [made(part, leaves) for part in parts]
    return build_it(*(number(part) if sort == "n" else part for sort, part in zip(takes, whole, strict=True)))


def worth(recipe: tuple, leaves: Leaves) -> int:
    """What ``recipe`` is worth, in plain Python."""
    name, *parts = recipe
    match name:
        case "leaf":
            return leaves.single[parts[0] % len(leaves.single)]
        case "const":
            return parts[0]
        case "//":
            return worth(parts[0], leaves) // parts[1]
        case "%":
            return worth(parts[0], leaves) % parts[1]
        case "lookup":
            at = worth(parts[1], leaves)
            return parts[0][at] if at in range(len(parts[0])) else 0
        case "cell":
            row = leaves.rows[parts[0] % len(leaves.rows)]
            return row[min(max(worth(parts[1], leaves), 0), len(row) - 1)]
    return int(OPERATORS[name][2](*(worth(part, leaves) for part in parts)))


def clamped(value: Expr | int, lo: int, hi: int) -> Expr:
    """``value`` moved to the nearer end of ``lo..hi`` where it lies outside."""
    return at_most(at_least(value, lo), hi)


@dataclass
class Fields:
    """The fields of a random machine, and their values in a state."""

    declaration: Declaration = field(default_factory=Declaration)
    scalars: list[Field] = field(default_factory=list)
    arrays: list[ArrayField] = field(default_factory=list)

    def leaves(self, more: Sequence[Expr] = ()) -> Leaves:
        """The fields, and ``more`` single values, for :func:`made`."""
        return Leaves([*more, *self.scalars], self.arrays)

    def values(self, state: Sequence[int]) -> Leaves:
        """The fields' values in ``state``, for :func:`worth`."""
        rows = [[state[cell.place] for cell in array] for array in self.arrays]
        return Leaves([state[scalar.place] for scalar in self.scalars], rows)


@st.composite
def fields(draw: st.DrawFn) -> Fields:
    """One to four numbers, flags and enumerations, and one or two arrays."""
    made_fields = Fields()
    declaration = made_fields.declaration
    for place in range(draw(st.integers(1, 4))):
        name = f"scalar {place}"
        match draw(st.sampled_from(["integer", "integer", "flag", "labels"])):
            case "integer":
                lo, width, open_above = draw(st.tuples(st.integers(-3, 2), st.integers(0, 5), st.booleans()))
                one = declaration.integer(name, lo, lo + width, f"the {name}", open_above=open_above)
            case "flag":
                one = declaration.flag(name, f"whether the {name} is set")
            case _:
                one = declaration.choice_of(name, ("red", "green", "blue"), f"the {name}")
        made_fields.scalars.append(one)
    for place in range(draw(st.integers(1, 2))):
        lo, width, length = draw(st.tuples(st.integers(-1, 1), st.integers(0, 2), st.integers(1, 3)))
        made_fields.arrays.append(declaration.array(f"row {place}", length, lo, lo + width, f"row {place}"))
    return made_fields


@dataclass
class Parts:
    """What :func:`build` takes, so that a test can add a fault before the machine is built."""

    fields: Fields
    timing: TimingGraph
    start: dict[Field, int]

    def build(self) -> Machine:
        """The machine. Raises IllFormed."""
        return build(
            "random",
            self.fields.declaration,
            self.timing,
            start_at=START,
            start=self.start,
            seats=SEATS,
            known_rules=frozenset(RULES),
        )


@st.composite
def parts(draw: st.DrawFn) -> Parts:
    """The parts of a well-formed machine: every point is reachable, every effect is kept in its domain."""
    found = draw(fields())
    timing = TimingGraph()
    others = st.sampled_from(list(Kind))
    kinds = [draw(others.filter(lambda kind: kind is not Kind.FINAL))]
    kinds += draw(st.lists(others, min_size=1, max_size=5))
    ids = [START, *(f"point/{place}" for place in range(1, len(kinds)))]
    for id, kind in zip(ids, kinds, strict=True):
        timing.point(id, kind, f"the moment {id}")
    leaving = [id for id, kind in zip(ids, kinds, strict=True) if kind is not Kind.FINAL]
    edges = []
    for at, id in enumerate(ids[1:], 1):
        edges.append((draw(st.sampled_from([source for source in ids[:at] if source in leaving])), id))
    edges += [(id, draw(st.sampled_from(ids))) for id in leaving if id not in dict(edges)]
    edges.append((draw(st.sampled_from(leaving)), START))
    edges += draw(st.lists(st.tuples(st.sampled_from(leaving), st.sampled_from(ids)), max_size=3))
    for place, (source, target) in enumerate(edges):
        _transition(draw, found, timing, f"transition/{place}", source, target, kinds[ids.index(source)])
    start = {
        one: draw(st.integers(one.slot.lo, one.slot.hi))
        for one in (*found.scalars, *(cell for array in found.arrays for cell in array))
    }
    return Parts(found, timing, start)


def _transition(
    draw: st.DrawFn, found: Fields, timing: TimingGraph, id: str, source: str, target: str, kind: Kind
) -> None:
    choices = [
        Choice(f"choice {place}", lo, lo + width, open_above=open_above)
        for place, (lo, width, open_above) in enumerate(draw(st.lists(_CHOICES, max_size=2)))
    ]
    leaves = found.leaves(choices)
    demanded = [truth(made(recipe, leaves)) for recipe in draw(st.lists(recipes("c", 2), max_size=2))]
    written = [
        (place, clamped(value, slot.lo, slot.hi))
        for place, slot, value in draw(st.lists(_writes(found, leaves), max_size=4))
    ]
    actor: Agent | Expr = clamped(made(draw(recipes("n", 1)), found.leaves()), 0, len(SEATS) - 1)
    weights = None
    if kind is Kind.CHANCE:
        actor = Agent.CHANCE
        if len(choices) == 1 and draw(st.booleans()):
            weights = draw(_weights(choices[0]))
    elif kind is Kind.RULES:
        actor = Agent.RULES
    timing.add(
        id,
        source,
        target,
        actor,
        "do something" + "".join(f" with {{{choice.name}}}" for choice in choices),
        choices=choices,
        requires=[(one, draw(st.sampled_from(RULES))) for one in demanded if one is not FALSE],
        effect=written,
        cites=draw(st.lists(st.sampled_from(RULES), max_size=2)),
        weights=weights,
    )


_CHOICES = st.tuples(st.integers(-1, 2), st.integers(0, 3), st.booleans())


@st.composite
def _writes(draw: st.DrawFn, found: Fields, leaves: Leaves) -> tuple[Expr, Slot, Expr]:
    """A place that an effect may write, its slot and the new value: often the next one."""
    if draw(st.booleans()):
        place: Expr = draw(st.sampled_from(found.scalars))
        slot = place.slot
    else:
        array = draw(st.sampled_from(found.arrays))
        place = array[clamped(made(draw(recipes("n", 1)), leaves), 0, len(array) - 1)]
        slot = array[0].slot
    value = made(draw(recipes("n", 2) | reads(1)), leaves)
    turned = (place + 1 - slot.lo) % (slot.hi - slot.lo + 1) + slot.lo
    return place, slot, draw(st.sampled_from([number(value), turned, place - 1, place + value]))


@st.composite
def _weights(draw: st.DrawFn, choice: Choice) -> dict[int, Fraction]:
    values = range(choice.lo, choice.top + 1)
    parts_of = [draw(st.integers(0, 3)) for _ in values[1:]]
    parts_of.append(draw(st.integers(1, 3)))
    return {value: Fraction(part, sum(parts_of)) for value, part in zip(values, parts_of, strict=True)}


def machines() -> st.SearchStrategy[Machine]:
    """Well-formed machines."""
    return parts().map(Parts.build)


def states(slots: Sequence[Slot]) -> st.SearchStrategy[tuple[int, ...]]:
    """States with every slot in its domain."""
    return st.tuples(*(st.integers(slot.lo, slot.hi) for slot in slots))
