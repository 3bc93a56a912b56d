"""Proof by k-induction: a step that plain induction cannot exclude is looked at with the steps before it.

Every ending of a play that some state satisfies is made longer by each step that can come before it, until
none is satisfied or the budget runs out. Where a breach is the first one of its play, all states before it
keep the claim and the invariants that it names. An ending that a start satisfies is a play with a breach.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from dicelaw.checker.proof.induction import RESOURCES, Proofs
from dicelaw.checker.proof.obligation import Obligation
from dicelaw.checker.proof.reader import Reader
from dicelaw.checker.proof.unrolling import Ending, Unrolling
from dicelaw.checker.verdicts import Witness
from dicelaw.model.number_of import number_of
from dicelaw.specs.patterns import matches
from dicelaw.specs.property import Property, Reaches

STEPS = 6
"""How many steps before a breach are looked at."""
ENDINGS = 250
"""How many endings are looked at for one property."""
EACH = 2_000_000
"""z3 resource units for one ending: the same on every machine."""
ALL = 100_000_000
"""After so many units no further ending is looked at."""


@dataclass
class Unfolded:
    """What came of it: ``refuted`` had to be unsatisfiable and is, the longest of ``steps`` steps.

    ``why`` says why it is no proof, if so; ``play`` is one with a breach, as far as the solver knows.
    """

    refuted: list[Obligation] = field(default_factory=list)
    steps: int = 1
    why: str = ""
    play: Witness | None = None


def unfold(proofs: Proofs, property: Property) -> Unfolded:
    """The endings with a breach of ``property``, or at its goal if it has one, made longer till none is left.

    Raises TypeError for a claim of another kind.
    """
    unrolling = Unrolling(proofs.reader, partial(proofs.assumed, property))
    found = Unfolded()

    def possible(obligation: Obligation, resources: int = EACH) -> bool:
        if proofs.ask(obligation, property, resources) is None:
            found.refuted.append(obligation)
            return False
        return True

    layer: list[Ending] = []
    claim = property.claim
    reached = _goals(proofs.reader, claim) if isinstance(claim, Reaches) else proofs.obligations(property)
    for obligation in reached:
        if possible(obligation, RESOURCES):
            if obligation.source is None:
                found.why, found.play = "it may begin with a breach", unrolling.play(obligation, ())
                return found
            layer.append(unrolling.ending(obligation))
    tried, before = 0, proofs.spent
    while layer and found.steps < STEPS:
        found.steps += 1
        following: list[Ending] = []
        for ending in layer:
            begun = unrolling.begun(ending)
            if begun is not None and possible(begun):
                found.why, found.play = f"{begun.name}: not excluded", unrolling.play(begun, ending.steps)
                return found
            for longer in unrolling.longer(ending):
                tried += 1
                if tried > ENDINGS or proofs.spent - before > ALL:
                    endings = f"{number_of(tried, 'ending')} of up to {number_of(found.steps, 'step')}"
                    found.why = f"the budget ran out after {endings}"
                    return found
                if possible(longer.obligation()):
                    following.append(longer)
        layer = following
    if layer:
        found.why = f"left: {number_of(len(layer), 'ending')} of {number_of(found.steps, 'step')}"
    return found


def _goals(reader: Reader, claim: Reaches) -> Iterator[Obligation]:
    for point in reader.machine.points:
        if matches(point.id, claim.at):
            yield Obligation(point.id, point.id, partial(reader.term, claim.goal), (claim,))
