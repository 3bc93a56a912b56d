"""What makes a machine ill-formed: every fault is found in one pass over its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dicelaw.model.kernel.expressions import FALSE, Expr, conjuncts
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph, Transition, reachable
from dicelaw.model.kernel.state import Cell, Declaration, Field, Place, Slot, State


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: its code, where, and a sentence."""

    code: str
    where: str
    says: str

    def __str__(self) -> str:
        return f"{self.where}: {self.says} [{self.code}]"


def faults_of(
    declaration: Declaration,
    timing: TimingGraph,
    slots: tuple[Slot, ...],
    start: State,
    start_at: str,
    known_rules: frozenset[str] | None,
) -> list[Fault]:
    """Every fault of the machine made of these parts, in a stable order."""
    found = [*_repeated_names(declaration, timing)]
    found += _start_faults(timing, slots, start, start_at)
    found += _graph_faults(timing, start_at)
    for transition in timing.transitions:
        if transition not in declaration.well_formed:
            faults = [*_transition_faults(transition, slots)]
            found += faults
            if not faults:
                declaration.well_formed.add(transition)
        if known_rules is not None:
            found += [
                Fault("unknown-rule", transition.id, f"the rule {rule!r} is not in the specs")
                for rule in transition.rules
                if rule not in known_rules
            ]
    return found


def _repeated_names(declaration: Declaration, timing: TimingGraph) -> Iterator[Fault]:
    for name in declaration.repeated:
        yield Fault("name-twice", name, "two fields have this name")
    for what, ids in (
        ("timing points", [point.id for point in timing.points]),
        ("transitions", [transition.id for transition in timing.transitions]),
    ):
        for id, times in Counter(ids).items():
            if times > 1:
                yield Fault("name-twice", id, f"{times} {what} have this id")
    for transition in timing.transitions:
        for name, times in Counter(choice.name for choice in transition.choices).items():
            if times > 1:
                yield Fault("name-twice", transition.id, f"{times} choices are called {name!r}")


def _start_faults(
    timing: TimingGraph, slots: tuple[Slot, ...], start: State, start_at: str
) -> Iterator[Fault]:
    if start_at not in {point.id for point in timing.points}:
        yield Fault("unknown-point", start_at, "the start is not a timing point of this machine")
    for slot, value in zip(slots[1:], start[1:], strict=True):
        if not slot.lo <= value <= slot.hi:
            yield Fault(
                "outside-domain", slot.name, f"the start value {value} is outside of {slot.lo}..{slot.hi}"
            )


def _graph_faults(timing: TimingGraph, start_at: str) -> Iterator[Fault]:
    kinds = {point.id: point.kind for point in timing.points}
    for transition in timing.transitions:
        for end in (transition.source, transition.target):
            if end not in kinds:
                yield Fault("unknown-point", transition.id, f"{end!r} is not a timing point")
    reached = reachable(timing.transitions, start_at) if start_at in kinds else set(kinds)
    leaving = {transition.source for transition in timing.transitions}
    for point in timing.points:
        if point.id not in reached:
            yield Fault("unreachable-point", point.id, f"no path leads here from {start_at}")
        if point.kind is not Kind.FINAL and point.id not in leaving:
            yield Fault("no-exit", point.id, "not final, and no transition leaves it")
        if point.kind is Kind.FINAL and point.id in leaving:
            yield Fault("exit-from-final", point.id, "final, but a transition leaves it")


def _transition_faults(transition: Transition, slots: tuple[Slot, ...]) -> Iterator[Fault]:
    for choice in transition.choices:
        if choice.lo is None or choice.top is None:
            yield Fault("unbounded-choice", transition.id, f"the choice {choice.name!r} has no bound")
        elif choice.top < choice.lo:
            yield Fault("empty-choice", transition.id, f"the choice {choice.name!r} offers nothing")
    for requirement in transition.requires:
        if requirement.holds is FALSE:
            yield Fault(
                "never-enabled", transition.id, f"the requirement of {requirement.rule!r} never holds"
            )
    yield from _undeclared_choices(transition)
    yield from _weight_faults(transition)
    for place, value in transition.effect:
        yield from _write_faults(transition, place, value, slots)


def _undeclared_choices(transition: Transition) -> Iterator[Fault]:
    declared = {id(choice) for choice in transition.choices}
    roots = [requirement.holds for requirement in transition.requires]
    roots += [side for pair in transition.effect for side in pair]
    if isinstance(transition.actor, Expr):
        roots.append(transition.actor)
    seen: set[int] = set()
    while roots:
        node = roots.pop()
        if not node.chooses or id(node) in seen:
            continue
        seen.add(id(node))
        roots += node.operands
        if isinstance(node, Choice) and id(node) not in declared:
            yield Fault("undeclared-choice", transition.id, f"{node.name!r} is used but not offered")


def _weight_faults(transition: Transition) -> Iterator[Fault]:
    if transition.weights is None:
        return
    if transition.actor is not Agent.CHANCE or len(transition.choices) != 1:
        yield Fault("weights", transition.id, "only a chance transition with one choice has weights")
        return
    (choice,) = transition.choices
    values = set(range(choice.lo or 0, (choice.top or 0) + 1))
    if set(transition.weights) != values:
        yield Fault(
            "weights", transition.id, f"the weights do not name exactly the values of {choice.name!r}"
        )
    total = sum(transition.weights.values())
    if total != 1 or any(weight < 0 for weight in transition.weights.values()):
        yield Fault("weights", transition.id, f"the weights add up to {total}, not to 1")


def _write_faults(
    transition: Transition, place: Place, value: Expr, slots: tuple[Slot, ...]
) -> Iterator[Fault]:
    if not isinstance(place, Field | Cell):
        yield Fault("not-a-field", transition.id, "an effect writes to something that is not a field")
        return
    slot = slots[place.slots.start]
    low, high = narrowed(value, [requirement.holds for requirement in transition.requires])
    top = None if slot.open_above else slot.hi
    certain = value.op in ("const", "choice")
    below = (high is not None and high < slot.lo) or (certain and low is not None and low < slot.lo)
    above = top is not None and (
        (low is not None and low > top) or (certain and (high is None or high > top))
    )
    if below or above:
        yield Fault(
            "outside-domain",
            transition.id,
            f"the effect gives {slot.name} a value from {low} to {high}, outside of {slot.lo}..{top}",
        )


def narrowed(value: Expr, conditions: Sequence[Expr]) -> tuple[int | None, int | None]:
    """The interval of ``value``, cut by those ``conditions`` that compare ``value`` itself with something."""
    low, high = value.lo, value.hi
    for condition in conditions:
        for part in conjuncts(condition):
            if part.op not in ("<", "<=", "=="):
                continue
            left, right = part.operands
            strict = 1 if part.op == "<" else 0
            for one, other in ((left, right), (right, left)):
                if one is not value:
                    continue
                if other.hi is not None and (one is left or part.op == "=="):
                    high = other.hi - strict if high is None else min(high, other.hi - strict)
                if other.lo is not None and (one is right or part.op == "=="):
                    low = other.lo + strict if low is None else max(low, other.lo + strict)
    return low, high
