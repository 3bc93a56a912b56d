"""Tables of steps: when each step may be taken by the text, and what it makes.

From each row follows a property over all content: the step may be taken just then, what the row names becomes
so much, and all else that there is stays what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, where
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Field
from dicelaw.specs.bugs import allowing, forgetting, rewriting
from dicelaw.specs.patterns import Pattern, matches
from dicelaw.specs.property import EachStep, Exactly, Goal, Property, after

Makes = Mapping[Expr, Expr | int]
"""What is worth what after a step, all read before it; what is not named stays as it is."""


@dataclass(frozen=True)
class Step:
    """A row: the steps ``along``, when they may be taken and what they make, and the rules that say so.

    Without ``when`` it is not told when they may be taken, and of what ``besides`` names not what it becomes.
    Of situations that are not ``given`` nothing is said.
    """

    id: str
    says: str
    when: Expr | None = TRUE
    makes: tuple[tuple[Expr, Expr | int], ...] = ()
    cites: tuple[str, ...] = ()
    given: Expr = TRUE
    besides: tuple[str, ...] = ()
    along: Pattern = "*"


def step(
    id: str, says: str, when: Expr | None = TRUE, makes: Makes | None = None,
    cites: Sequence[str] = (), given: Expr = TRUE, besides: Sequence[str] = (), along: Pattern = (),
) -> Step:  # fmt: skip
    """A row about the step ``id``, or about several ``along`` other names."""
    changes = tuple((makes or {}).items())
    return Step(id, says, when, changes, tuple(cites), given, tuple(besides), along or id)


def put(cells: Sequence[Expr], place: Expr, value: Callable[[Expr], Expr | int]) -> dict[Expr, Expr | int]:
    """What becomes of ``cells`` where the one at ``place`` gets a ``value``, made of the old one."""
    return {cell: where(place == at, value(cell), cell) for at, cell in enumerate(cells)}


def every(cells: Sequence[Expr], value: Callable[[int, Expr], Expr | int]) -> dict[Expr, Expr | int]:
    """What becomes of ``cells`` where each gets a ``value``, made of its place and the old one."""
    return {cell: value(at, cell) for at, cell in enumerate(cells)}


def to(amount: Expr | int) -> Callable[[Expr], Expr | int]:
    """The new value ``amount``, whatever the old one is."""
    return lambda _: amount


def step_property(machine: Machine, row: Step, using: tuple[str, ...], spoilt: Field) -> Property:
    """The property that follows from ``row``; ``spoilt`` is a number that a bug can change."""
    taken = next((one for one in machine.transitions if matches(one.id, row.along)), None)
    made = {cell.args[0]: value for cell, value in row.makes}
    worth = all_of(
        *(after(cell) == made.get(cell.args[0], cell) for cell in goods(machine)
          if cell.slot.name.partition("[")[0] not in row.besides)
    )  # fmt: skip
    if made:
        bug = forgetting(row.along, [cell for cell, _ in row.makes], "it does nothing of it")
    elif row.when is not None and taken is not None and taken.requires:
        bug = allowing(row.along)
    else:
        bug = rewriting(row.along, spoilt, lambda old: where(old == 1, 0, 1), f"{spoilt.slot.says} changes")
    says = "This is done just where the text allows it, and nothing" if row.when is not None else "Nothing"
    return Property(
        f"step/{row.id}",
        f"{row.says} {says} else comes of it.",
        EachStep(worth, row.given, row.along)
        if row.when is None
        else Exactly(row.when, row.along, worth, row.given),
        row.cites,
        using=using,
        goal=Goal("it may be near", TRUE, taken.source if taken is not None else "*"),
        bug=bug,
    )


def goods(machine: Machine) -> Iterator[Field]:
    """All that there is and that some step changes."""
    changed: set[int] = set()
    for one in machine.transitions:
        for place, _ in one.effect:
            base, length = (place.args[0], 1) if place.op == "field" else place.args[:2]
            changed.update(range(base, base + length))
    return (Field(place, machine.slots[place]) for place in sorted(changed))
