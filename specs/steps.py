"""Tables of steps: when each step may be taken by the text, and what it makes.

From each row follows a property over all content: the step may be taken just then, what the row names becomes
so much, and all else that there is stays what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, where
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Field, Slot, as_place, field_at
from dicelaw.model.parts import Answers, Parts
from dicelaw.specs.bugs import allowing, forgetting, rewriting
from dicelaw.specs.patterns import Pattern, fitting, matches
from dicelaw.specs.property import EachStep, Exactly, Goal, Property, after

R = TypeVar("R", bound="Rules")
Makes = Mapping[Expr, Expr | int]
"""What is worth what after a step, all read before it; what is not named stays as it is."""


@dataclass(frozen=True)
class Step:
    """A row: the steps ``along``, when they may be taken and what they make, and the rules that say so.

    Without ``when`` it is not told when they may be taken, and not what becomes of that whose name fits
    ``besides``.
    Of situations that are not ``given`` nothing is said. That play comes ``near`` shows that it is not idle:
    to the point of the step, or to another where plays hardly ever come to that.
    """

    id: str
    says: str
    when: Expr | None = TRUE
    makes: tuple[tuple[Expr, Expr | int], ...] = ()
    cites: tuple[str, ...] = ()
    given: Expr = TRUE
    besides: tuple[str, ...] = ()
    along: Pattern = "*"
    near: str = ""


def step(
    id: str, says: str, when: Expr | None = TRUE, makes: Makes | None = None,
    cites: Sequence[str] = (), given: Expr = TRUE, besides: Sequence[str] = (), along: Pattern = (),
    near: str = "",
) -> Step:  # fmt: skip
    """A row about the step ``id``, or about several ``along`` other names."""
    changes = tuple((makes or {}).items())
    return Step(id, says, when, changes, tuple(cites), given, tuple(besides), along or id, near)


def put(cells: Sequence[Expr], place: Expr, value: Callable[[Expr], Expr | int]) -> dict[Expr, Expr | int]:
    """What becomes of ``cells`` where the one at ``place`` gets a ``value``, made of the old one."""
    return {cell: where(place == at, value(cell), cell) for at, cell in enumerate(cells)}


def every(cells: Sequence[Expr], value: Callable[[int, Expr], Expr | int]) -> dict[Expr, Expr | int]:
    """What becomes of ``cells`` where each gets a ``value``, made of its place and the old one."""
    return {cell: value(at, cell) for at, cell in enumerate(cells)}


def to(amount: Expr | int) -> Callable[[Expr], Expr | int]:
    """The new value ``amount``, whatever the old one is."""
    return lambda _: amount


Table = Callable[[R], list[Step]]
"""A table of steps under the rules of a game."""


class Rules(Protocol):
    """The rules of a game, as far as properties of its steps are made once for all readings."""

    @property
    def readings(self) -> Answers:
        """The answers to open points."""
        ...

    @property
    def parts(self) -> Parts:
        """What was built of the game."""
        ...


def rows_of(rules: R, tables: Iterable[Table[R]], *state: object) -> list[Step]:
    """The rows of ``tables``, which hang on the answers of ``rules`` and on fields of ``state`` alone."""
    return [
        row
        for table in tables
        for row in rules.parts.made(
            f"{table.__module__} {table.__name__}", rules.readings, partial(table, rules), *state
        )
    ]


def properties_of(
    machine: Machine,
    rules: Rules,
    rows: Iterable[Step],
    using: tuple[str, ...],
    spoilt: Field,
    name: str = Property.machine,
) -> list[Property]:
    """The properties that follow from ``rows`` for ``machine``, called ``name``, assuming those ``using``.

    ``spoilt`` is a number that a bug can change. Where a row and its steps are those of another reading, the
    property is that one.
    """
    found = []
    for row in rows:
        along = fitting(machine.transition_index, row.along)
        taken = [one for one in machine.transitions if one.id in along]
        make = partial(_step_property, machine, row, taken, using, spoilt, name)
        found.append(rules.parts.made(f"property of {row.id} {name}", rules.readings, make, row, *taken))
    return found


def _step_property(
    machine: Machine, row: Step, taken: Sequence[Transition], using: tuple[str, ...], spoilt: Field, name: str
) -> Property:
    """The property that follows from ``row`` for the steps ``taken``."""
    made = {as_place(cell).slots.start: value for cell, value in row.makes}
    worth = all_of(
        *(
            after(cell) == made.get(cell.place, cell)
            for cell in _near(machine, taken, {*made, spoilt.place})
            if not (row.besides and matches(_name(cell.slot), row.besides))
        )
    )
    if made:
        bug = forgetting(row.along, [*_arrays(machine, made)], "it does nothing of it")
    elif row.when is not None and any(one.requires for one in taken):
        bug = allowing(row.along)
    else:
        bug = rewriting(row.along, spoilt, lambda old: where(old == 1, 0, 1), f"{spoilt.slot.says} changes")
    told = "This is done just where the text allows it, and nothing" if row.when is not None else "Nothing"
    return Property(
        f"step/{row.id}",
        row.says if worth is TRUE else f"{row.says} {told} else comes of it.",
        EachStep(worth, row.given, row.along)
        if row.when is None
        else Exactly(row.when, row.along, worth, row.given),
        row.cites,
        using=using,
        goal=Goal("it may be near", TRUE, row.near or (taken[0].source if taken else "*")),
        bug=bug,
        machine=name,
    )


def _near(machine: Machine, taken: Iterable[Transition], named: Iterable[int]) -> Iterator[Field]:
    """What can differ after the steps ``taken``: all cells of arrays that they write to, and what is named.

    Anything else is what it was, as no step writes it.
    """
    written = {place.slots.start for one in taken for place, _ in one.effect}
    return _arrays(machine, {*written, *named})


def _arrays(machine: Machine, some: Iterable[int]) -> Iterator[Field]:
    """The fields in the places ``some``, with all cells of their arrays."""
    names = {_name(machine.slots[place]) for place in some}
    return (field_at(place, slot) for place, slot in enumerate(machine.slots) if _name(slot) in names)


def _name(slot: Slot) -> str:
    return slot.name.partition("[")[0]
