"""Which property notices a mistake in the machines of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.verify.proof_session import Plan, ProofSession
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.property import Claim, EachStep, Exactly, Never, Property, Unchanged, spoken_of

BUDGET = 3_000_000
"""z3 resource units for one query: of many mistakes, each is to be noticed soon."""


def noticing(sound: Plan, faulty: Mapping[str, Machine], known: Known, likely: str = "") -> Iterator[str]:
    """The ids of the properties that are no longer proved of the machines ``faulty``, ``likely`` first.

    Only steps that the mistake changes are looked at; steps that are proved go to ``known``. What speaks of
    the fewest steps is asked first, as it says most of them. A property
    counts that is proved for them without the mistake and fails by itself with it, not one that merely rests
    on another that fails, nor one that z3 gives up.
    """
    machines = {**sound.machines, **faulty}
    steps = frozenset[str]().union(*(touched(sound.machines[name], made) for name, made in faulty.items()))
    session = ProofSession(replace(sound, machines=machines, steps=0), known, steps, resources=BUDGET)
    without = ProofSession(replace(sound, steps=0), known, steps, resources=BUDGET)
    properties = {id: one for id, one in session.properties.items() if one.machine in faulty}
    every = [one for made in faulty.values() for one in made.transitions]
    wide = {id: _steps(one.claim, every) for id, one in properties.items()}
    for id in sorted(properties, key=lambda id: (id != likely, wide[id])):
        if _fails(session, properties[id]) and _is_proved(without, properties[id]):
            yield id


def _steps(claim: Claim, transitions: Sequence[Transition]) -> int:
    """Of how many of ``transitions`` the ``claim`` speaks, if it is about steps alone; else of all."""
    if isinstance(claim, EachStep | Exactly | Never | Unchanged):
        return len(spoken_of(claim, transitions))
    return len(transitions) + 1


def _fails(session: ProofSession, property: Property) -> bool:
    """Whether ``property`` is not proved, but for want of a budget."""
    return not _is_proved(session, property) and property.id not in session.proofs(property.machine).undecided


def _is_proved(session: ProofSession, property: Property) -> bool:
    """Whether ``property`` is proved; what speaks of a step that is left out is not."""
    try:
        return session.alone(property).is_proof
    except KeyError:
        return False


def touched(sound: Machine, faulty: Machine) -> frozenset[str]:
    """The transitions that differ, and those that leave a point where one is left out."""
    old = {transition.id: transition for transition in sound.transitions}
    gone = {one.source for one in sound.transitions if one.id not in faulty.transition_index}
    return frozenset(one.id for one in faulty.transitions if old.get(one.id) is not one or one.source in gone)
