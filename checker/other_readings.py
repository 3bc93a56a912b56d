"""What another reading changes: its steps that differ are proved again, and what rests on other claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from dicelaw.checker.differences import transition_digests
from dicelaw.checker.digest import Digests
from dicelaw.checker.induction import can_share, invariant_parts
from dicelaw.checker.known import Known
from dicelaw.checker.run import Plan, Session
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.model.kernel.expressions import Expr
from dicelaw.specs.property import OnGraph, Property


class Usual:
    """The plan of a game under our readings, with what others are compared with."""

    def __init__(self, plan: Plan) -> None:
        digests = Digests()
        self.steps: Mapping[str, Mapping[str, str]] = {
            name: transition_digests(machine, digests) for name, machine in plan.machines.items()
        }
        """The digest of each transition of each machine."""
        self.claims: Mapping[str, tuple[str, ...]] = {
            one.id: _claim(digests, one) for one in plan.properties if not isinstance(one.claim, OnGraph)
        }
        """What :func:`_claim` says of each property about states."""


def under_reading(usual: Usual, other: Plan, known: Known) -> dict[str, Verdict]:
    """The verdicts of the properties that the reading of the plan ``other`` could change.

    Where neither the claim nor an invariant that its proof may use changes, only the changed steps count.
    """
    whole = Session(other, known)
    changed = frozenset(
        id
        for name, machine in other.machines.items()
        for id, digest in transition_digests(machine, whole.reader(name).digests).items()
        if usual.steps[name].get(id) != digest
    )
    session = whole.limited(changed)
    about = [one for one in other.properties if not isinstance(one.claim, OnGraph)]
    alike = {
        one.id for one in about if _claim(whole.reader(one.machine).digests, one) == usual.claims.get(one.id)
    }
    same = {one.id for one in about if {one.id, *one.using} <= alike}
    shared = [one for one in about if can_share(one.claim)]
    proved = session.screen([one for one in shared if one.id in same])
    proved |= whole.screen([one for one in shared if one.id not in same])
    verdicts: dict[str, Verdict] = {}
    for one in about:
        if one.id in proved:
            scope = other.machines[one.machine].scope
            steps = "the steps that it changes" if one.id in same else "every step"
            verdicts[one.id] = Verdict(Outcome.PROVED, "induction", scope, steps)
        else:
            verdicts[one.id] = (session if one.id in same else whole).alone(one)
    return verdicts


def _claim(digests: Digests, property: Property) -> tuple[str, ...]:
    """The digests of all expressions of a claim."""
    parts: list[Expr] = [part.holds for part in invariant_parts(property.claim)]
    if is_dataclass(property.claim):
        values = [getattr(property.claim, item.name) for item in fields(property.claim)]
        parts += [value for value in values if isinstance(value, Expr)]
    return tuple(digests.of(part) for part in parts)
