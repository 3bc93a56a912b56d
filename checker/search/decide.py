"""Verdicts by exhaustive search: a claim about a machine, decided for all plays from its start."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.checker.search.counterexample import shown
from dicelaw.checker.search.kernel import Reductions, compiled
from dicelaw.checker.search.observers import Ordering, observed
from dicelaw.checker.search.search import BUDGET, AfterLayer, Found, search_with
from dicelaw.checker.search.slices import sliced
from dicelaw.checker.search.step_monitor import remembering
from dicelaw.checker.verdicts import Outcome, Verdict, Witness
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, negate
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.model.number_of import number_of
from dicelaw.specs.patterns import is_at, matches
from dicelaw.specs.property import AllOf, Always, EachStep, InDomain, Never, NeverStuck, Reaches, Unchanged

ENGINE = "exhaustive"
ALL = Reductions(symmetry=True, order=True, skips=True)
Decidable = Always | AllOf | Never | EachStep | Unchanged | NeverStuck | InDomain | Reaches | Ordering


def decide(
    machine: Machine,
    claim: Decidable,
    *,
    budget: int = BUDGET,
    threads: int = 1,
    starts: Sequence[State] | None = None,
    slices: bool = True,
    reductions: Reductions = ALL,
    after_layer: AfterLayer | None = None,
) -> Verdict:
    """Whether ``claim`` holds in all plays of ``machine`` from ``starts``, by default from its own start.

    ``proved`` or ``refuted`` is for the values and choices that the machine counts up to; a play that shows
    it is a shortest one, but where independent steps are taken in one order only. ``unknown`` where the
    budget ran out, or where a step leaves a domain first: what comes after it was not seen. With ``slices``
    the search leaves out what the claim cannot see, whose domains are then not checked. Raises as
    :func:`search`.
    """
    searched, watched = observing(machine, claim)
    out: tuple[str, ...] = ()
    if slices and not isinstance(claim, InDomain):
        searched, out = sliced(searched, watched.values())
    width = len(machine.slots)
    begin = [(*state, *searched.start[width:]) for state in starts or [machine.start]]
    kernel = compiled(searched, watched, shared=threads > 1, reductions=reductions)
    found = search_with(kernel, budget=budget, threads=threads, starts=begin, after_layer=after_layer)
    bounded = counts_only_so_far(machine)
    scope = _scope(machine, len(begin), bounded=bounded, out=out, reduced=kernel.reduced)
    seen = counts_of(found, reductions)
    cost = {"states": found.states, "steps": found.steps}
    if _met(claim, found):
        plays = shown(searched, watched, found, begin, reductions, kernel=kernel)
        play = plays.met.get("it") or (plays.stuck if isinstance(claim, NeverStuck) else plays.outside)
        outcome = Outcome.PROVED if isinstance(claim, Reaches) else Outcome.REFUTED
        witness = None if play is None else Witness(play.start[:width], play.moves)
        if isinstance(claim, NeverStuck) and not _is_meant(machine, claim, witness):
            text = "play is stuck where the claim says nothing, and no other such state was looked for"
            return Verdict(Outcome.UNKNOWN, ENGINE, scope, text, cost=cost)
        if out and witness is not None and not _plays(machine, witness):
            return decide(
                machine,
                claim,
                budget=budget,
                threads=threads,
                starts=starts,
                slices=False,
                reductions=reductions,
                after_layer=after_layer,
            )
        play_found = "a shortest play" if plays.shortest and not kernel.ordered else "a play"
        return Verdict(outcome, ENGINE, scope, f"{play_found}; {seen}", witness, cost=cost)
    if found.outside is not None:
        return Verdict(Outcome.UNKNOWN, ENGINE, scope, "a step leaves a domain", cost=cost)
    if not found.complete:
        text = f"more than {number_of(budget, 'state')}; {seen} up to depth {found.depth} show nothing"
        return Verdict(Outcome.UNKNOWN, ENGINE, scope, text, cost=cost)
    outcome = Outcome.REFUTED if isinstance(claim, Reaches) else Outcome.PROVED
    return Verdict(outcome, ENGINE, scope, f"all {seen}", bounded=bounded, cost=cost)


def counts_of(found: Found, reductions: Reductions) -> str:
    """How many states and steps there were."""
    states = f"{number_of(found.states, 'state')}{' stored' * reductions.skips}"
    passed = f", {found.passed:,} passed through" if found.passed else ""
    return f"{states}{passed}, {number_of(found.steps, 'step')}"


def counts_only_so_far(machine: Machine) -> bool:
    """Whether the rules know no bound for some number or choice that the packed readers count up to one."""
    choices = (choice for transition in machine.transitions for choice in transition.choices)
    return any(slot.open_above for slot in machine.slots) or any(one.hi != one.top for one in choices)


def _plays(machine: Machine, witness: Witness) -> bool:
    """Whether ``witness`` stays in all domains."""
    reader, state = Concrete(machine), witness.start
    try:
        for move in witness.moves:
            state = reader.step(state, move)
    except OutsideDomain:
        return False
    return True


def _is_meant(machine: Machine, claim: NeverStuck, play: Witness | None) -> bool:
    """Whether ``claim`` is about the state in which ``play`` is stuck."""
    if play is None:
        return claim.given is TRUE and claim.at == "*"
    reader, state = Concrete(machine), play.start
    for move in play.moves:
        state = reader.step(state, move)
    return matches(machine.points[state[0]].id, claim.at) and bool(reader.value(claim.given, state))


def _scope(
    machine: Machine, starts: int, *, bounded: bool, out: Sequence[str], reduced: Sequence[str]
) -> str:
    """What was searched: from how many ``starts``, what was left ``out``, and how it was ``reduced``."""
    begun = "its start" if starts == 1 else f"{starts} starts"
    said = [f"{machine.scope or machine.name}; all plays from {begun}"]
    said += ["numbers as far as they are counted"] if bounded else []
    said += [f"without {', '.join(out)}"] if out else []
    return ", ".join([*said, *reduced])


def _met(claim: Decidable, found: Found) -> bool:
    if isinstance(claim, NeverStuck):
        return found.stuck is not None
    return found.outside is not None if isinstance(claim, InDomain) else bool(found.met)


def observing(machine: Machine, claim: Decidable) -> tuple[Machine, dict[str, Expr]]:
    """The machine to search, and the condition to watch for, called ``it``; none for what is always noted."""
    match claim:
        case Always():
            return machine, {"it": all_of(is_at(machine, claim.at), negate(claim.holds))}
        case AllOf():
            broken = [all_of(is_at(machine, part.at), negate(part.holds)) for part in claim.parts]
            return machine, {"it": any_of(*broken)}
        case Reaches():
            return machine, {"it": all_of(is_at(machine, claim.at), claim.goal)}
        case Never() | EachStep() | Unchanged():
            made, breach = remembering(machine, claim)
            return made, {"it": breach}
        case Ordering():
            return observed(machine, {"it": claim})
    return machine, {}
