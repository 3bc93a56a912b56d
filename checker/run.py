"""Checking the properties of a game: each by the engine for its claim, with its goal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from dicelaw.checker.induction import Proofs, can_share, closure, is_inductive
from dicelaw.checker.obligations import Reader
from dicelaw.checker.progress import prove_progress
from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.checker.walks import Walker, Watch
from dicelaw.checker.witnesses import recorded
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import walk
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.specs.property import (
    After,
    Always,
    Chosen,
    EachStep,
    Goal,
    Never,
    Odds,
    OnGraph,
    Progress,
    Property,
    Reaches,
    Theorem,
    Unchanged,
    matches,
)

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
class Session:
    """Checks of one plan; ``known`` carries proved steps over from one machine to another.

    ``considered`` limits proofs to steps along these transitions, for a machine that differs from a checked
    one only there.
    """

    plan: Plan
    known: set[str] | None = None
    considered: frozenset[str] | None = None
    _readers: dict[str, Reader] = field(default_factory=dict)
    _proofs: dict[str, Proofs] = field(default_factory=dict)
    _verdicts: dict[str, Verdict] = field(default_factory=dict)

    @cached_property
    def properties(self) -> dict[str, Property]:
        """The properties of the plan by id."""
        return {property.id: property for property in self.plan.properties}

    def verdict(self, property: Property) -> Verdict:
        """The verdict on ``property``: a proof counts only if the invariants that it assumes are proved."""
        needed = closure(property, self.properties) | {property.id}
        return settled(property, self.properties, {id: self.alone(self.properties[id]) for id in needed})

    def alone(self, property: Property) -> Verdict:
        """The verdict on ``property`` as far as it depends on itself, taking the invariants for granted."""
        if property.id not in self._verdicts:
            self._verdicts[property.id] = self._decide(property)
        return self._verdicts[property.id]

    def screen(self, name: str, properties: Sequence[Property]) -> set[str]:
        """The ids of those of ``properties``, about the machine ``name``, that are proved together."""
        return self.proofs(name).screened([one for one in properties if can_share(one.claim)])

    def _decide(self, property: Property) -> Verdict:
        claim = property.claim
        scope = self.plan.machines[property.machine].scope
        match claim:
            case OnGraph():
                wrong = claim.check(self.plan.machines[property.machine])
                outcome = Outcome.PROVED if wrong is None else Outcome.REFUTED
                return Verdict(outcome, "graph", scope, wrong or "every path was looked at")
            case Odds():
                holds, says = claim.check()
                return Verdict(Outcome.PROVED if holds else Outcome.REFUTED, "odds", scope, says)
            case Progress():
                assumed = [self.properties[id] for id in property.using]
                return prove_progress(self._reader(property.machine), property, assumed)
            case Reaches():
                reached = self.goals([replace(property, goal=Goal(property.says, claim.goal, claim.at))])
                if property.id in reached:
                    shown = reached[property.id]
                    return Verdict(Outcome.PROVED, "walk", scope, f"in {len(shown.moves)} steps", shown)
                return Verdict(Outcome.UNKNOWN, "walk", scope, f"not seen in {self.plan.steps} steps")
        if not is_inductive(claim):
            raise TypeError(f"no engine decides {type(claim).__name__}")
        verdict, gap = self.proofs(property.machine).verdict(property)
        if gap is None:
            return verdict
        if isinstance(claim, Theorem) and gap.state is not None:
            return self._counterexample(property, claim, gap.state, verdict)
        witness = self.broken(property)
        if witness is None:
            return verdict
        evidence = f"broken in {len(witness.moves)} steps"
        return Verdict(Outcome.REFUTED, "walk", scope, evidence, witness)

    def _counterexample(self, property: Property, claim: Theorem, state: State, verdict: Verdict) -> Verdict:
        """Refuted where the concrete reader agrees that the theorem fails in ``state``, else as it was."""
        reader = Concrete(self.plan.machines[property.machine])
        if not reader.value(claim.given, state) or reader.value(claim.holds, state):
            return verdict
        evidence = "fails in a state that the concrete reader confirms"
        return replace(
            verdict, outcome=Outcome.REFUTED, engine="z3", evidence=evidence, witness=Witness(state, ())
        )

    def _reader(self, name: str) -> Reader:
        if name not in self._readers:
            self._readers[name] = Reader(self.plan.machines[name], self.considered)
        return self._readers[name]

    def proofs(self, name: str) -> Proofs:
        """The proofs about the machine ``name``."""
        if name not in self._proofs:
            self._proofs[name] = Proofs(self._reader(name), self.properties, self.known)
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

    def broken(self, property: Property) -> Witness | None:
        """A play that breaks the claim of ``property``, where walks find one."""
        machine = self.plan.machines[property.machine]
        walker = Walker(machine, seed=1, listed=self.plan.listed)
        watch = breach_watch(walker, property)
        if watch is None:
            return None
        found = walker.walk(
            partial(self.plan.situation, machine, walker),
            {property.id: watch},
            steps=self.plan.steps // 4,
            length=self.plan.length,
        )
        return found.get(property.id)


def settled(property: Property, properties: Mapping[str, Property], alone: Mapping[str, Verdict]) -> Verdict:
    """The verdict on ``property`` when ``alone`` has its own and those of the invariants that it assumes."""
    found = alone[property.id]
    if found.is_proof:
        for id in sorted(closure(property, properties)):
            if not alone[id].is_proof:
                return replace(found, outcome=Outcome.UNKNOWN, evidence=f"rests on {id}, which is not proved")
    return found


def goal_watch(walker: Walker, name: str, goal: Goal) -> Watch:
    """What sees that ``goal`` is reached."""
    points = frozenset(
        place for place, point in enumerate(walker.machine.points) if matches(point.id, goal.at)
    )
    holds = walker.reader.compiled(goal.holds)
    return Watch(name, lambda _before, _move, after: bool(holds(after, {})), points)


def breach_watch(walker: Walker, property: Property) -> Watch | None:
    """What sees that a step breaks the claim of ``property``; None where single steps don't show it."""
    machine, reader = walker.machine, walker.reader
    claim = property.claim
    everywhere = frozenset(range(len(machine.points)))
    if isinstance(claim, Always):
        points = frozenset(place for place, point in enumerate(machine.points) if matches(point.id, claim.at))
        holds = reader.compiled(claim.holds)
        return Watch(property.id, lambda _before, _move, after: not holds(after, {}), points)
    if isinstance(claim, Never | Unchanged):
        given = reader.compiled(claim.given)
        values = [reader.compiled(value) for value in (claim.values if isinstance(claim, Unchanged) else ())]
        seat = claim.seat if isinstance(claim, Never) else None
        named = {node.name for node in walk(claim.given) if isinstance(node, Chosen)}

        def happens(before: State, move: tuple[int, ...] | None, after: State) -> bool:
            if move is None or not matches(machine.transitions[move[0]].id, claim.along):
                return False
            offered = zip(machine.transitions[move[0]].choices, move[1:], strict=True)
            chosen = {f"chosen:{choice.name}": value for choice, value in offered}
            if not named <= chosen.keys() or not given(before, chosen):
                return False
            if isinstance(claim, Unchanged):
                return any(read(before, {}) != read(after, {}) for read in values)
            return seat is None or reader.actor(before, move) == reader.value(seat, before)

        return Watch(property.id, happens, everywhere)
    if isinstance(claim, EachStep):
        given, kept = reader.compiled(claim.given), reader.compiled(claim.holds)
        later = [
            (node.name, reader.compiled(node.inner)) for node in walk(claim.holds) if isinstance(node, After)
        ]

        def breaks(before: State, move: tuple[int, ...] | None, after: State) -> bool:
            if move is None or not matches(machine.transitions[move[0]].id, claim.along):
                return False
            values = {name: int(read(after, {})) for name, read in later}
            return bool(given(before, {})) and not kept(before, values)

        return Watch(property.id, breaks, everywhere)
    return None
