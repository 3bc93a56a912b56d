"""Bugs that are planted to see that a property notices them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from dicelaw.model.kernel.expressions import FALSE, Expr
from dicelaw.model.kernel.graph import Requirement, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import as_place
from dicelaw.specs.patterns import Pattern, matches


@dataclass(frozen=True, eq=False)
class Bug:
    """A fault to plant in the machine; the property must then no longer be proved."""

    says: str
    change: Callable[[Transition], Transition | None]

    def planted(self, machine: Machine) -> Machine:
        """``machine`` with the fault. Raises ValueError where the fault changes nothing."""
        spoiled = machine.rewritten(self.change)
        if spoiled.transitions == machine.transitions:
            raise ValueError(f"the planted bug changes nothing: {self.says}")
        return spoiled


def dropping(rule: str, along: Pattern = "*") -> Bug:
    """The bug of forgetting the requirement of ``rule`` in the transitions ``along``."""

    def change(transition: Transition) -> Transition:
        kept = tuple(r for r in transition.requires if rule not in r.rules)
        if not matches(transition.id, along) or len(kept) == len(transition.requires):
            return transition
        return replace(transition, requires=kept)

    return Bug(f"the requirement of {rule} is forgotten", change)


def allowing(along: Pattern) -> Bug:
    """The bug of requiring nothing of the transitions ``along``: for what several requirements forbid."""
    says = f"{along if isinstance(along, str) else ', '.join(along)} is always allowed"
    return Bug(
        says,
        lambda transition: replace(transition, requires=()) if matches(transition.id, along) else transition,
    )


def negating(rule: str, along: Pattern = "*") -> Bug:
    """The bug of turning the requirement of ``rule`` into its opposite in the transitions ``along``."""

    def change(transition: Transition) -> Transition:
        if not matches(transition.id, along) or not any(rule in r.rules for r in transition.requires):
            return transition
        turned = tuple(
            Requirement(~r.holds, r.rule) if rule in r.rules and r.holds is not FALSE else r
            for r in transition.requires
        )
        return replace(transition, requires=turned)

    return Bug(f"the requirement of {rule} is turned round", change)


def rewriting(along: Pattern, place: Expr, value: Callable[[Expr], Expr], says: str) -> Bug:
    """The bug of giving ``place`` another value in the transitions ``along``.

    ``value`` gets what the transition would have written there, or the old value where it writes nothing.
    """

    def change(transition: Transition) -> Transition:
        if not matches(transition.id, along):
            return transition
        written = {id(target): new for target, new in transition.effect}
        spoiled = value(written.get(id(place), place))
        others = tuple(pair for pair in transition.effect if pair[0] is not place)
        return replace(transition, effect=(*others, (as_place(place), spoiled)))

    return Bug(says, change)


def forgetting(along: Pattern, places: Sequence[Expr], says: str) -> Bug:
    """The bug of writing none of ``places``, whole arrays or single fields, in the transitions ``along``."""
    firsts = {as_place(place).slots.start for place in places}

    def change(transition: Transition) -> Transition:
        if not matches(transition.id, along):
            return transition
        kept = tuple(pair for pair in transition.effect if pair[0].slots.start not in firsts)
        return replace(transition, effect=kept)

    return Bug(says, change)


def retargeting(along: Pattern, target: str, says: str) -> Bug:
    """The bug of letting the transitions ``along`` lead to ``target``."""
    return Bug(says, lambda one: replace(one, target=target) if matches(one.id, along) else one)


def leaving_to(along: Pattern, actor: Expr, says: str) -> Bug:
    """The bug of leaving the transitions ``along`` to the seat ``actor``."""
    return Bug(says, lambda one: replace(one, actor=actor) if matches(one.id, along) else one)


def leaving_out(along: Pattern, says: str) -> Bug:
    """The bug of leaving the transitions ``along`` out."""
    return Bug(says, lambda transition: None if matches(transition.id, along) else transition)
