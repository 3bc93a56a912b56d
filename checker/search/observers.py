"""Properties of the order of steps, as one more slot of the machine: 0 idle, 1 on the watch, 2 broken.

An observer is written with the machine's own words, so every reader runs it, and moves keep their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, number, where
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Field, Slot, field_at
from dicelaw.specs.patterns import Pattern, matches

IDLE, ON_WATCH, BROKEN = range(3)
LABELS = ("idle", "on the watch", "broken")


@dataclass(frozen=True, eq=False)
class Ordering:
    """After a step in ``after``, none in ``never`` where ``given`` holds before it, until one in ``until``.

    With ``watching`` the watch begins with the play. A step may be in several: it is held against the watch
    first, then ends it, then begins it. ``by``, a seat, restricts ``never`` to what that seat does.
    """

    after: Pattern
    never: Pattern
    until: Pattern = ()
    given: Expr = TRUE
    watching: bool = False
    by: Expr | None = None


def observed(machine: Machine, orderings: Mapping[str, Ordering]) -> tuple[Machine, dict[str, Expr]]:
    """``machine`` with an observer for each of ``orderings``, and the conditions that they are broken."""
    fields = {}
    for place, name in enumerate(orderings, len(machine.slots)):
        slot = Slot(f"observer/{name}", IDLE, BROKEN, f"the observer of {name}", LABELS)
        fields[name] = field_at(place, slot)
    begin = tuple(ON_WATCH if one.watching else IDLE for one in orderings.values())

    def watched(transition: Transition) -> Transition:
        writes = [
            (field, number(value))
            for name, field in fields.items()
            if (value := _next(orderings[name], transition, field)) is not field
        ]
        return replace(transition, effect=(*transition.effect, *writes))

    made = replace(
        machine.rewritten(watched),
        slots=(*machine.slots, *(field.slot for field in fields.values())),
        start=(*machine.start, *begin),
    )
    return made, {name: field == BROKEN for name, field in fields.items()}


def _next(ordering: Ordering, transition: Transition, field: Field) -> Expr:
    """What the observer becomes when ``transition`` is taken."""
    value: Expr = field
    if _among(transition, ordering.until):
        value = where(value == ON_WATCH, IDLE, value)
    if _among(transition, ordering.after):
        value = where(value == IDLE, ON_WATCH, value)
    if _among(transition, ordering.never):
        done = ordering.given
        if ordering.by is not None:
            done = all_of(done, transition.actor == ordering.by) if transition.by_seat else ~TRUE
        value = where(all_of(field == ON_WATCH, done), BROKEN, value)
    return value


def _among(transition: Transition, pattern: Pattern) -> bool:
    return bool(pattern) and matches(transition.id, pattern)
