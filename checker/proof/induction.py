"""Proof by induction: one small z3 query for each transition that can break a claim.

A proof may assume invariants that the property names; a property counts as proved only where those are proved
too. Numbers are unbounded integers wherever the rules know no bound, so what is proved holds for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

import z3

from dicelaw.checker.digest import Writes, text_digest
from dicelaw.checker.proof.commuting import commuting
from dicelaw.checker.proof.obligation import Obligation, Taken
from dicelaw.checker.proof.obligations import obligations
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.proof.reader import Reader
from dicelaw.checker.proof.step_solver import Assumed, StepSolver
from dicelaw.checker.proof.symmetric import symmetric
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.state import State
from dicelaw.model.kernel.z3_terms import some_holds
from dicelaw.model.number_of import number_of
from dicelaw.specs.patterns import matches
from dicelaw.specs.property import (
    AllOf,
    Always,
    Claim,
    Commute,
    Odds,
    OnGraph,
    Progress,
    Property,
    Reaches,
    Symmetric,
    Theorem,
    matching_nothing,
)

RESOURCES = 20_000_000
"""z3 resource units for one query: the same on every machine."""
FALSE_FIRST = {"phase_selection": 0}
"""An option of z3: it guesses that what it does not know is false, which halves what large queries take."""
FAST = {"arith.solver": 2}
"""A further option for steps: z3's older simplex takes a fifth less for small queries. How long it takes for
large ones is a matter of luck, and it does not decide theorems about halves and caps."""
FIRST = 5_000_000
"""z3 resource units for a step with ``FAST``; then it is asked without."""


@dataclass(frozen=True)
class Gap:
    """A step that the proof could not exclude: a state and a move, not known to be reachable."""

    name: str
    state: State | None
    move: Move | None
    why: str


class Proofs:
    """Proofs about one machine. ``known`` keeps the steps that were proved, by content, across machines."""

    def __init__(
        self,
        reader: Reader,
        properties: Mapping[str, Property],
        known: Known | None = None,
        resources: int = RESOURCES,
    ) -> None:
        """``resources`` is how many units z3 may use for one query."""
        self.reader = reader
        self.resources = resources
        self.undecided: set[str] = set()
        """The properties of which z3 gave up a step."""
        self.properties = properties
        self.known = known if known is not None else Known()
        self.queries = 0
        self.elsewhere = 0
        """How many z3 resource units were used in other contexts than the one of this process."""
        self._fast, self._usual = StepSolver(reader, FALSE_FIRST | FAST), StepSolver(reader, FALSE_FIRST)
        self._obligations: dict[Property, tuple[Obligation, ...]] = {}
        self._steps: dict[Obligation, str] = {}
        self._screened: dict[Property, int] = {}
        """Of how many checks what is proved together consists, by property."""
        self._holding: dict[tuple[str, str], list[Expr]] = {}
        """What the invariant of this name says at this point."""
        self._requirements: dict[Taken, Mapping[str, Expr]] = {}
        self._frames: dict[tuple[Property, str | None], Assumed] = {}
        """What a step of this property from this point may assume."""

    def verdict(self, property: Property) -> tuple[Verdict, Gap | None]:
        """Whether the steps keep what ``property`` claims, given the invariants that it names.

        Where they do not, the verdict is ``unknown`` with the gap: only a play that breaks the claim refutes
        it.
        """
        done = self._screened.get(property, 0)
        for obligation in () if done else self.obligations(property):
            gap = self._refute(obligation, property)
            if gap is not None:
                why = f"{gap.name}: {gap.why} after {number_of(done, 'check')}"
                return Verdict(Outcome.UNKNOWN, "induction", self.scope, why), gap
            done += 1
        kinds = number_of(len(self.reader.machine.transitions), "kind")
        evidence = f"{number_of(done, 'check')} about {kinds} of steps; none breaks it"
        if not done:
            evidence = f"0 checks: {self._untouched(property)}"
        return Verdict(Outcome.PROVED, "induction", self.scope, evidence), None

    def obligations(self, property: Property) -> Sequence[Obligation]:
        """What must be unsatisfiable for ``property``, which is inductive; made once."""
        if property not in self._obligations:
            self._obligations[property] = tuple(self._made(property))
        return self._obligations[property]

    def _made(self, property: Property) -> Iterable[Obligation]:
        assumed = partial(self.assumed, property)
        if isinstance(property.claim, Commute):
            return commuting(self.reader, property.claim)
        if isinstance(property.claim, Symmetric):
            return symmetric(self.reader, property.claim, assumed)
        return obligations(self.reader, property.claim, assumed)

    def _untouched(self, property: Property) -> str:
        """Why no step has to be looked at for ``property``."""
        machine, claim = self.reader.machine, property.claim
        nothing = matching_nothing(claim, machine)
        if nothing:
            return f"{nothing[0]} of this machine"
        return f"by what they write, none of {len(machine.transitions)} kinds of steps can break it"

    def screened(self, properties: Sequence[Property]) -> set[str]:
        """The ids of those of ``properties`` that are proved, asking once a step for all of them together.

        Properties that assume the same invariants share the query of a step; where that one fails, each of
        them is asked for alone. Steps that assume the same come one after the other, so that it is told to
        the solver once. Raises TypeError for a claim that is not proved step by step.
        """
        groups: dict[object, dict[object, list[tuple[str, Obligation]]]] = {}
        suited = {one.id for one in properties}
        checks: Counter[Property] = Counter()
        for one in properties:
            for obligation in self.obligations(one):
                step = (obligation.source, obligation.name, obligation.taken)
                frame = self._assumed(obligation, one).names
                groups.setdefault(frame, {}).setdefault(step, []).append((one.id, obligation))
                checks[one] += 1
        for members in chain.from_iterable(frame.values() for frame in groups.values()):
            waiting = [
                (id, one)
                for id, one in members
                if id in suited and self._known(one, self.properties[id]) is None
            ]
            if not waiting:
                continue
            together, first = _together(waiting), self.properties[waiting[0][0]]
            if self._refute(together, first) is not None:
                suited -= {id for id, one in waiting if self._refute(one, self.properties[id]) is not None}
            else:
                needs = self._known(together, first) or ()
                for _, obligation in waiting:
                    self.known.add(self._step(obligation), needs)
        self._screened |= {one: count for one, count in checks.items() if one.id in suited}
        return suited

    @property
    def spent(self) -> int:
        """How many z3 resource units were used so far: by whatever is in this process, and ``elsewhere``."""
        return self._fast.spent + self.elsewhere

    @property
    def scope(self) -> str:
        """What the proofs hold for."""
        return self.reader.scope

    def assumed(self, property: Property, point: str, *, own: bool = True) -> list[Expr]:
        """The invariants that a step of ``property`` from ``point`` may assume; its own claim if ``own``."""
        found = self.said_at(point, property.claim) if own else []
        for id in property.using:
            if (id, point) not in self._holding:
                self._holding[id, point] = self.said_at(point, self.properties[id].claim)
            found += self._holding[id, point]
        return found

    def said_at(self, point: str, claim: Claim) -> list[Expr]:
        """What ``claim`` says of every state at ``point``."""
        parts = (part.holds for part in invariant_parts(claim) if matches(point, part.at))
        return [self.reader.at(point, holds) for holds in parts]

    def ask(
        self, obligation: Obligation, property: Property, resources: int = RESOURCES
    ) -> z3.ModelRef | str | None:
        """None where ``obligation`` of ``property`` is unsatisfiable; else a model, or why z3 gave up."""
        if self._known(obligation, property) is not None:
            return None
        self.queries += 1
        assumed, required = self._assumed(obligation, property), self._required(obligation)
        answer: z3.ModelRef | str | frozenset[str] = ""
        for one, solver, most in self._attempts(obligation, resources):
            known = None if one is obligation else self._known(one, property)
            answer = solver.answer(one, assumed, required, most) if known is None else known
            if isinstance(answer, frozenset):
                self.known.add(self._step(one), answer)
                self.known.add(self._step(obligation), answer)
                return None
            if one is obligation:
                if not isinstance(answer, str):
                    break
                if solver is self._fast:
                    self.known.add(self._like(obligation))
        return answer

    def _attempts(
        self, obligation: Obligation, resources: int
    ) -> Iterator[tuple[Obligation, StepSolver, int]]:
        """What is asked of whom, one after the other: the weaker ones first, each of which would do.

        The fast solver comes first, unless it gave up on an obligation like it.
        """
        few = min(FIRST, resources)
        for weaker in obligation.weaker:
            yield weaker, self._fast, few
        fast, usual = (obligation, self._fast, few), (obligation, self._usual, resources)
        if obligation.source is None:
            yield usual
        elif self.known.needed(self._like(obligation), frozenset()) is None:
            yield from (fast, usual)
        else:
            yield from (usual, fast)

    def _like(self, obligation: Obligation) -> str:
        """The digest of where ``obligation`` stands and what it claims, under whatever rules."""
        claims = (one for one in obligation.about if not isinstance(one, Writes | Transition | Expr))
        place = obligation.name, str(obligation.source)
        return text_digest("gave up", *place, *map(self.reader.digests.of_claim, claims))

    def _assumed(self, obligation: Obligation, property: Property) -> Assumed:
        """What ``obligation`` of ``property`` may assume."""
        point = obligation.source
        if (property, point) not in self._frames:
            claims = self.assumed(property, point) if point is not None else []
            self._frames[property, point] = Assumed({self.reader.digests.of(one): one for one in claims})
        return self._frames[property, point]

    def _required(self, obligation: Obligation) -> Mapping[str, Expr]:
        """What ``obligation`` may assume of its step, by digests."""
        found: dict[str, Expr] = {}
        for one in obligation.taken:
            if one not in self._requirements:
                self._requirements[one] = {self.reader.digests.of(holds): holds for holds in one.assumed}
            found |= self._requirements[one]
        return found

    def _known(self, obligation: Obligation, property: Property) -> frozenset[str] | None:
        """What the known proof of ``obligation`` of ``property`` needs, if there is one."""
        given = self._assumed(obligation, property).claims.keys() | self._required(obligation).keys()
        return self.known.needed(self._step(obligation), given)

    def _refute(self, obligation: Obligation, property: Property) -> Gap | None:
        answer = self.ask(obligation, property, self.resources)
        if answer is None:
            return None
        if isinstance(answer, str):
            self.undecided.add(property.id)
            return Gap(obligation.name, None, None, f"z3 gave up ({answer})")
        return self._counterexample(obligation, answer)

    def _step(self, obligation: Obligation) -> str:
        """The digest of what is proved, whatever is assumed: equal for equal definitions, in every run."""
        if obligation not in self._steps:
            self._steps[obligation] = self._digest(obligation)
        return self._steps[obligation]

    def _digest(self, obligation: Obligation) -> str:
        digests, machine = self.reader.digests, self.reader.machine
        parts = [obligation.name, str(obligation.source)]
        if obligation.source is not None:
            parts += map(str, self.reader.numbers(obligation.source, obligation.about))
        else:
            parts += [
                self.reader.slots_digest,
                str(machine.start),
                str(sorted(machine.given)),
                digests.of(machine.given_holds),
            ]
        for one in obligation.about:
            if isinstance(one, Writes):
                parts.append(digests.of_writes(one, obligation.counted(one)))
            else:
                parts.append(digests.of_any(one))
        return text_digest(*parts)

    def _counterexample(self, obligation: Obligation, model: z3.ModelRef) -> Gap:
        state = self.reader.symbolic.state_of(model)
        if obligation.source is not None:
            state = (self.reader.machine.point_index[obligation.source], *state[1:])
        if obligation.transition is None:
            return Gap(obligation.name, state, None, "there is a state that breaks it")
        move = self.reader.symbolic.move_of(model, obligation.transition)
        return Gap(obligation.name, state, move, "a step from some state breaks it")


def _together(members: Sequence[tuple[str, Obligation]]) -> Obligation:
    if len(members) == 1:
        return members[0][1]
    formula = some_holds(*(obligation.built for _, obligation in members))
    about = tuple(one for _, obligation in members for one in obligation.about)
    return replace(members[0][1], build=lambda: formula, about=about, weaker=())


def invariant_parts(claim: Claim) -> tuple[Always, ...]:
    """What ``claim`` says of single states; nothing for a claim of another shape."""
    match claim:
        case Always():
            return (claim,)
        case AllOf():
            return claim.parts
    return ()


def is_inductive(claim: Claim) -> bool:
    """Whether ``claim`` is decided by this engine."""
    return not isinstance(claim, OnGraph | Odds | Progress | Reaches)


def can_share(claim: Claim) -> bool:
    """Whether ``claim`` is proved step by step, so that others can be asked about in the same query."""
    return is_inductive(claim) and not isinstance(claim, Commute | Symmetric | Theorem)
