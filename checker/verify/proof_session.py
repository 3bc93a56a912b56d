"""Checking the properties of a game: each by the engines for its claim, with its goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from dicelaw.checker.proof.induction import RESOURCES, Proofs, can_share
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.proof.reader import Reader
from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.checker.verify.engines import ENGINES, Engine
from dicelaw.checker.walks.monitors import breach_watch, goal_watch
from dicelaw.checker.walks.walks import Walker
from dicelaw.checker.walks.witnesses import BREACH, recorded
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.specs.property import Property

Situation = Callable[[Machine, "Walker"], State]


@dataclass(frozen=True)
class Plan:
    """What a game wants checked: properties, the machine that each name means, and where walks start.

    ``steps`` is the budget of the walks that look for goals and for broken claims, ``length`` of each.
    """

    game: str
    properties: Sequence[Property]
    machines: Mapping[str, Machine]
    situation: Situation
    witnesses: str = ""
    """The package that keeps recorded plays to the goals, where there is one."""
    steps: int = 200_000
    length: int = 250
    listed: bool = False
    """Whether walks list the legal moves, as the machines have few, instead of sampling them."""


@dataclass
class ProofSession:
    """Checks of one plan; ``known`` carries proved steps over from one machine to another.

    ``considered`` limits proofs to steps along these transitions: what they say is then of these steps only.
    ``engines`` are asked one after the other until one is conclusive: the cheap ones. ``resources`` is the
    budget of z3 for a step.
    """

    plan: Plan
    known: Known = field(default_factory=Known)
    considered: frozenset[str] | None = None
    engines: tuple[Engine, ...] = tuple(engine for engine in ENGINES if engine.cheap)
    resources: int = RESOURCES
    _readers: dict[str, Reader] = field(default_factory=dict)
    _proofs: dict[str, Proofs] = field(default_factory=dict)
    _verdicts: dict[str, Verdict] = field(default_factory=dict)

    @cached_property
    def properties(self) -> dict[str, Property]:
        """The properties of the plan by id."""
        return {property.id: property for property in self.plan.properties}

    def verdict(self, property: Property) -> Verdict:
        """The verdict on ``property``: a proof counts only if the invariants that it assumes are proved."""
        alone: dict[str, Verdict] = {}
        waiting = [property.id]
        while waiting:
            id = waiting.pop()
            if id not in alone:
                alone[id] = self.alone(self.properties[id] if id != property.id else property)
                waiting += alone[id].rests_on
        return settled(property.id, alone)

    def alone(self, property: Property) -> Verdict:
        """The verdict on ``property`` as far as it depends on itself, taking the invariants for granted.

        Raises TypeError where no engine of the session is for its claim.
        """
        if property.id not in self._verdicts:
            self._verdicts[property.id] = self._decide(property)
        return self._verdicts[property.id]

    def screen(self, properties: Sequence[Property]) -> set[str]:
        """The ids of those of ``properties`` that are proved together, a machine at a time."""
        shared = [one for one in properties if can_share(one.claim)]
        proved: set[str] = set()
        for name in self.plan.machines:
            if members := [one for one in shared if one.machine == name]:
                proved |= self.proofs(name).screened(members)
        return proved

    def _decide(self, property: Property) -> Verdict:
        """The first conclusive verdict, or else the first."""
        first: Verdict | None = None
        for engine in self.engines:
            if engine.applies(property.claim, self.plan.machines[property.machine]):
                found = engine.decide(self, property)
                if found.conclusive:
                    return found
                first = first or found
        if first is None:
            names = ", ".join(engine.name for engine in self.engines)
            raise TypeError(f"{property.id}: {names} cannot decide {type(property.claim).__name__}")
        return first

    def reader(self, name: str) -> Reader:
        """The machine ``name`` as proofs read it."""
        if name not in self._readers:
            self._readers[name] = Reader(self.plan.machines[name], self.considered)
        return self._readers[name]

    def proofs(self, name: str) -> Proofs:
        """The proofs about the machine ``name``."""
        if name not in self._proofs:
            self._proofs[name] = Proofs(self.reader(name), self.properties, self.known, self.resources)
        return self._proofs[name]

    def goals(self, properties: Sequence[Property], *, search: bool = True) -> dict[str, Witness]:
        """For each property whose goal was reached, a play that reaches it: recorded before, or found now."""
        found: dict[str, Witness] = {}
        for name, machine in self.plan.machines.items():
            walker = Walker(machine, listed=self.plan.listed)
            watches = {
                property.id: goal_watch(walker, property.id, property.goal)
                for property in properties
                if property.machine == name and property.goal is not None
            }
            kept = recorded(self.plan.witnesses, machine) if self.plan.witnesses else {}
            for id in [id for id in watches if id in kept and walker.shows(kept[id], watches[id])]:
                found[id] = kept[id]
                del watches[id]
            if search:
                found |= walker.walk(
                    partial(self.plan.situation, machine, walker),
                    watches,
                    steps=self.plan.steps,
                    length=self.plan.length,
                )
        return found

    def broken(self, property: Property, seed: int = 1) -> Witness | None:
        """A play that breaks the claim of ``property``: recorded before, or found by walks from ``seed``."""
        machine = self.plan.machines[property.machine]
        walker = Walker(machine, seed, listed=self.plan.listed)
        watch = breach_watch(walker, property)
        if watch is None:
            return None
        kept = recorded(self.plan.witnesses, machine, BREACH) if self.plan.witnesses else {}
        if property.id in kept and walker.shows(kept[property.id], watch):
            return kept[property.id]
        found = walker.walk(
            partial(self.plan.situation, machine, walker),
            {property.id: watch},
            steps=self.plan.steps // 4,
            length=self.plan.length,
        )
        return found.get(property.id)

    def shows(self, play: Witness | None, property: Property) -> bool:
        """Whether the concrete reader confirms that ``play`` breaks the claim of ``property``."""
        walker = Walker(self.plan.machines[property.machine])
        watch = breach_watch(walker, property)
        return play is not None and watch is not None and walker.shows(play, watch)


def settled(id: str, alone: Mapping[str, Verdict]) -> Verdict:
    """The verdict on the property ``id`` by what ``alone`` has of it and of all that it rests on.

    It is about counted numbers only where one of these is.
    """
    found = alone[id]
    if not found.conclusive:
        return found
    below = sorted(rested_on(id, alone))
    for one in below:
        if one not in alone or not alone[one].is_proof:
            return replace(found, outcome=Outcome.UNKNOWN, evidence=f"rests on {one}, which is not proved")
    counted = [one for one in below if alone[one].bounded]
    if counted and not found.bounded:
        says = (
            f"{found.evidence}; rests on {counted[0]}, which is proved for numbers as far as they are counted"
        )
        return replace(found, bounded=True, evidence=says)
    return found


def rested_on(id: str, alone: Mapping[str, Verdict]) -> set[str]:
    """The ids of all properties that the verdict on ``id`` rests on, directly or not."""
    found: set[str] = set()
    waiting = [*alone[id].rests_on]
    while waiting:
        below = waiting.pop()
        if below not in found:
            found.add(below)
            waiting += alone[below].rests_on if below in alone else ()
    return found
