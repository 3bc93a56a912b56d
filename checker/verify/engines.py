"""The engines by name, in the order in which their verdicts count, and which claims each can decide.

An engine is a function of a session and a property: its budgets are resource units, states and steps, so it
says the same on every machine and in every run. Its verdict is conclusive where it proves or refutes; what
takes other properties for granted says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.number_of import number_of
from dicelaw.specs.property import (
    AllOf,
    Always,
    Claim,
    Commute,
    Covered,
    Deterministic,
    EachStep,
    Exactly,
    Goal,
    InDomain,
    Never,
    NeverStuck,
    Odds,
    OneOwner,
    OnGraph,
    Progress,
    Property,
    Reaches,
    Symmetric,
    Theorem,
    Unchanged,
)

if TYPE_CHECKING:
    from dicelaw.checker.proof.induction import Proofs
    from dicelaw.checker.verify.proof_session import ProofSession

C = TypeVar("C", bound=Claim)

SHOWN_BY_A_STEP = (Always, AllOf, EachStep, Unchanged, Never)
"""Claims that a single step of a play shows to be broken."""
STEP_BY_STEP = (*SHOWN_BY_A_STEP, Exactly, InDomain, Covered, OneOwner, NeverStuck, Deterministic)
"""Claims about every step of every play."""
STATES = 1 << 22
"""How many states an exhaustive search stores."""
WORDS = 2
"""How many 64-bit words hold a state of a machine that is searched exhaustively."""
STARTS = 10_000
"""How many starts it may have."""
TRANSITIONS = 250
"""How many transitions a machine may have, for Spacer to take all of it at once."""


@dataclass(frozen=True)
class Engine:
    """It decides claims of ``kinds`` about machines that it ``fits``; the ``cheap`` ones are asked first.

    ``needs`` is a package that has to be installed.
    """

    name: str
    kinds: tuple[type, ...]
    decide: Callable[[ProofSession, Property], Verdict]
    cheap: bool = False
    fits: Callable[[Machine], bool] = lambda _: True
    needs: str = ""

    def applies(self, claim: Claim, machine: Machine) -> bool:
        """Whether it can be asked about ``claim`` of ``machine``."""
        return isinstance(claim, self.kinds) and self.fits(machine) and self.installed

    @property
    def installed(self) -> bool:
        """Whether the package that it needs is there."""
        return not self.needs or find_spec(self.needs) is not None


def _claim(property: Property, kind: type[C]) -> C:
    if not isinstance(property.claim, kind):
        raise TypeError(f"{property.id} is not of the kind {kind.__name__}")
    return property.claim


def _graph(session: ProofSession, property: Property) -> Verdict:
    machine = session.plan.machines[property.machine]
    wrong = _claim(property, OnGraph).check(machine)
    outcome = Outcome.PROVED if wrong is None else Outcome.REFUTED
    cost = {"transitions": len(machine.transitions)}
    return Verdict(outcome, "graph", machine.scope, wrong or "every path was looked at", cost=cost)


def _odds(session: ProofSession, property: Property) -> Verdict:
    holds, says = _claim(property, Odds).check()
    scope = session.plan.machines[property.machine].scope
    return Verdict(Outcome.PROVED if holds else Outcome.REFUTED, "odds", scope, says)


def _ranking(session: ProofSession, property: Property) -> Verdict:
    from dicelaw.checker.proof.ranking import Ranking, prove_progress

    proofs = session.proofs(property.machine)
    before = proofs.spent
    assumed = [session.properties[id] for id in property.using]
    ranking = Ranking(proofs.reader, assumed, session.known, session.resources)
    found = prove_progress(ranking, property)
    if ranking.gave_up and not found.is_proof:
        proofs.undecided.add(property.id)
    return replace(found, rests_on=property.using, cost={"z3 units": proofs.spent - before})


def _induction(session: ProofSession, property: Property) -> Verdict:
    proofs = session.proofs(property.machine)
    before = proofs.spent
    found, gap = proofs.verdict(property)
    found = replace(found, rests_on=property.using, cost={"z3 units": proofs.spent - before})
    if gap is None or gap.state is None or not isinstance(property.claim, Theorem):
        return found
    reader, claim = Concrete(session.plan.machines[property.machine]), property.claim
    if not reader.value(claim.given, gap.state) or reader.value(claim.holds, gap.state):
        return found
    evidence, witness = "fails in a state that the concrete reader confirms", Witness(gap.state, ())
    return replace(found, outcome=Outcome.REFUTED, evidence=evidence, witness=witness, rests_on=())


def _walk(session: ProofSession, property: Property) -> Verdict:
    scope, claim = session.plan.machines[property.machine].scope, property.claim
    if isinstance(claim, Reaches):
        play = session.goals([replace(property, goal=Goal(property.says, claim.goal, claim.at))])
        if property.id in play:
            shown = play[property.id]
            return Verdict(Outcome.PROVED, "walk", scope, f"in {number_of(len(shown.moves), 'step')}", shown)
        return Verdict(Outcome.UNKNOWN, "walk", scope, f"not seen in {session.plan.steps} steps")
    witness = session.broken(property)
    if witness is not None:
        return Verdict(
            Outcome.REFUTED, "walk", scope, f"broken in {number_of(len(witness.moves), 'step')}", witness
        )
    return Verdict(Outcome.UNKNOWN, "walk", scope, f"not broken in {session.plan.steps // 4} steps")


def _exhaustive(session: ProofSession, property: Property) -> Verdict:
    from dicelaw.checker.search.decide import Decidable, decide
    from dicelaw.checker.search.layout import TooWide
    from dicelaw.checker.search.starts import starts

    machine, claim = session.plan.machines[property.machine], property.claim
    if not isinstance(claim, Decidable):
        raise TypeError(f"{property.id} is not decided by looking at every state")
    try:
        return decide(machine, claim, starts=starts(machine), budget=STATES)
    except TooWide as wide:
        return Verdict(Outcome.UNKNOWN, "exhaustive", machine.scope, str(wide))


def _small(machine: Machine) -> bool:
    from dicelaw.checker.search.starts import number_of_starts

    return machine.packing.words <= WORDS and number_of_starts(machine) <= STARTS


def _k_induction(session: ProofSession, property: Property) -> Verdict:
    from dicelaw.checker.proof.k_induction import unfold

    def solved(proofs: Proofs) -> tuple[str, str, Witness | None]:
        found = unfold(proofs, property)
        tried = number_of(len(found.refuted), "sequence")
        says = f"none of {tried} of up to {number_of(found.steps, 'step')} breaks it"
        return found.why, says, found.play

    return _strengthened(session, property, "k-induction", solved)


def _spacer(session: ProofSession, property: Property) -> Verdict:
    from dicelaw.checker.proof.spacer import Spacer

    def solved(proofs: Proofs) -> tuple[str, str, Witness | None]:
        found = Spacer(proofs, property).solve()
        at, held = number_of(len(found.at), "point"), number_of(len(found.obligations), "obligation")
        says = f"an invariant at each of {at}, by {held}"
        return found.why, says, found.play

    return _strengthened(session, property, "spacer", solved)


def _strengthened(
    session: ProofSession,
    property: Property,
    engine: str,
    solve: Callable[[Proofs], tuple[str, str, Witness | None]],
) -> Verdict:
    """What ``solve`` finds: why it gave up if it did, what it says of a proof, and a play that may refute.

    Refuted where the concrete reader plays that to a breach.
    """
    proofs = session.proofs(property.machine)
    before = proofs.spent
    why, says, play = solve(proofs)
    cost = {"z3 units": proofs.spent - before}
    if not why:
        return Verdict(Outcome.PROVED, engine, proofs.scope, says, None, property.using, cost=cost)
    if play is not None and session.shows(play, property):
        evidence = f"broken in {number_of(len(play.moves), 'step')}"
        return Verdict(Outcome.REFUTED, engine, proofs.scope, evidence, play, cost=cost)
    return Verdict(Outcome.UNKNOWN, engine, proofs.scope, why, None, property.using, cost=cost)


def _bounded(session: ProofSession, property: Property) -> Verdict:
    from dicelaw.checker.proof.k_induction import unfold
    from dicelaw.checker.walks.monitors import goal_watch
    from dicelaw.checker.walks.walks import Walker

    proofs, claim = session.proofs(property.machine), _claim(property, Reaches)
    before = proofs.spent
    found = unfold(proofs, property)
    cost = {"z3 units": proofs.spent - before}
    walker = Walker(session.plan.machines[property.machine])
    watch = goal_watch(walker, property.id, Goal(property.says, claim.goal, claim.at))
    if found.play is not None and walker.shows(found.play, watch):
        says = f"in {number_of(len(found.play.moves), 'step')}"
        return Verdict(Outcome.PROVED, "bounded", proofs.scope, says, found.play, cost=cost)
    outcome = Outcome.UNKNOWN if found.why else Outcome.REFUTED
    excluded = number_of(len(found.refuted), "sequence")
    says = found.why or f"no play of any length: {excluded} of steps excluded"
    return Verdict(outcome, "bounded", proofs.scope, says, None, property.using, cost=cost)


ENGINES = (
    Engine("graph", (OnGraph,), _graph, cheap=True),
    Engine("odds", (Odds,), _odds, cheap=True),
    Engine("ranking", (Progress,), _ranking, cheap=True),
    Engine("induction", (*STEP_BY_STEP, Commute, Symmetric, Theorem), _induction, cheap=True),
    Engine("walk", (*SHOWN_BY_A_STEP, Reaches), _walk, cheap=True),
    Engine(
        "exhaustive", (*SHOWN_BY_A_STEP, InDomain, NeverStuck, Reaches), _exhaustive,
        fits=_small, needs="llvmlite",
    ),
    Engine("bounded", (Reaches,), _bounded),
    Engine("k-induction", STEP_BY_STEP, _k_induction),
    Engine("spacer", STEP_BY_STEP, _spacer, fits=lambda one: len(one.transitions) <= TRANSITIONS),
)  # fmt: skip
"""In the order in which verdicts of equal weight count."""
BY_NAME = {engine.name: engine for engine in ENGINES}
