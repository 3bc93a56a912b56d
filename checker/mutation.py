"""Mutants of a machine: one small mistake each, with an id that stays, the same ones in every run.

Each requirement is left out and turned round, each effect and each transition left out, two steps of the
rules that follow each other swapped; and each expression has the mutants of
:mod:`dicelaw.checker.operators`. An expression that many transitions share is one definition, and is changed
for all of them at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from dicelaw.checker.operators import NAMED, Replacing, Signatures, variants
from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, negate, number, truth, walk
from dicelaw.model.kernel.graph import Agent, Requirement, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.prose import phrase

SHARED = 4
"""From how many transitions on an expression counts as one definition that they share."""
Changes = Mapping[str, Transition | None]
"""The transitions that differ, by id; None for one that is left out."""


@dataclass(frozen=True, eq=False)
class Mutant:
    """A machine with one mistake: ``make`` gives what differs, and ``rules`` are those that it breaks."""

    id: str
    operator: str
    rules: tuple[str, ...]
    transitions: tuple[str, ...]
    make: Callable[[], Changes] = field(repr=False)
    mistake: Callable[[], str] = field(repr=False)
    site: tuple[Expr, Expr] | None = None
    """For an expression that is read as another: both."""

    @property
    def says(self) -> str:
        """The mistake in words."""
        where = self.transitions[0] if len(self.transitions) == 1 else f"{len(self.transitions)} transitions"
        return f"{where}: {self.mistake()}"


def mutants(machine: Machine, among: Collection[str] | None = None) -> list[Mutant]:
    """Every mutant of the transitions ``among`` those of ``machine``, one for each id, in a stable order."""
    maker = _Maker(machine, among)
    found = [*maker.of_parts(), *maker.of_expressions(), *maker.swaps()]
    return list({mutant.id: mutant for mutant in found}.values())


def planted(machine: Machine, mutant: Mutant) -> Machine:
    """``machine`` with the mistake."""
    changes = mutant.make()
    return machine.rewritten(lambda old: changes.get(old.id, old))


class _Maker:
    """Makes the mutants of one machine."""

    def __init__(self, machine: Machine, among: Collection[str] | None) -> None:
        self.machine = machine
        self.among = among
        self.wanted = [one for one in machine.transitions if among is None or one.id in among]
        self.signatures = Signatures()
        self.citing: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        """The rules that rest on an expression in a transition, by the ids of both."""

    def of_parts(self) -> Iterator[Mutant]:
        """Requirements left out and turned round, effects left out, transitions left out."""
        for old in self.wanted:
            for place, requirement in enumerate(old.requires):
                rule, where = (requirement.rule,), f"requirement-{place + 1}"
                demand = partial("the requirement of {} is {}".format, requirement.rule)
                if requirement.holds is not TRUE:
                    new = _requiring(old, place, None)
                    yield _one(f"{where}-dropped", rule, old, new, partial(demand, "forgotten"))
                turned = replace(requirement, holds=negate(requirement.holds))
                if turned.holds is not FALSE:
                    new = _requiring(old, place, turned)
                    yield _one(f"{where}-negated", rule, old, new, partial(demand, "turned round"))
            for place, (target, _) in enumerate(old.effect):
                new = replace(old, effect=(*old.effect[:place], *old.effect[place + 1 :]))
                yield _one(f"effect-{place + 1}-left-out", old.rules, old, new, partial(_kept, target))
            yield _one("transition-left-out", old.rules, old, None, lambda: "it never happens")

    def of_expressions(self) -> Iterator[Mutant]:
        """The mutants of expressions, in the transitions that they stand in.

        Those that several transitions share are among the mutants of the first of them.
        """
        homes: dict[str, list[Transition]] = defaultdict(list)
        nodes: dict[str, Expr] = {}
        for transition in self.machine.transitions:
            for root, rules in _roots(transition):
                for node in walk(root):
                    name = self.signatures.of(node)
                    nodes.setdefault(name, node)
                    self.citing[transition.id, name] |= dict.fromkeys(rules)
                    if not homes[name] or homes[name][-1] is not transition:
                        homes[name].append(transition)
        for name, node in nodes.items():
            for operator, new in variants(node):
                if self.signatures.of(new) == name:
                    continue
                several = len(homes[name]) >= SHARED
                for transitions in [homes[name]] if several else [[one] for one in homes[name]]:
                    if self.among is not None and transitions[0].id not in self.among:
                        continue
                    yield self._replacing(f"{name[:NAMED]}-{operator}", node, new, transitions)

    def _replacing(self, id: str, old: Expr, new: Expr, homes: Sequence[Transition]) -> Mutant:
        name, operator = self.signatures.of(old), id.partition("-")[2]

        def changes() -> Changes:
            put = Replacing(self.signatures, name, operator)
            return {one.id: _rewritten(one, put.of) for one in homes}

        return Mutant(
            f"{homes[0].id if len(homes) == 1 else 'shared'}#{id}",
            operator,
            tuple(dict.fromkeys(rule for one in homes for rule in self.citing[one.id, name])),
            tuple(one.id for one in homes),
            changes,
            lambda: f"{phrase(old)} is read as {phrase(new)}",
            (old, new),
        )

    def swaps(self) -> Iterator[Mutant]:
        """Two steps of the rules swapped where the second always follows the first, and only it."""
        graph = self.machine.graph
        for first in self.wanted:
            after = [data["transition"] for _, _, data in graph.out_edges(first.target, data=True)]
            before = [data["transition"] for _, _, data in graph.in_edges(first.target, data=True)]
            if len(after) != 1 or before != [first]:
                continue
            both = (first, *after)
            if all(one.actor is Agent.RULES and not one.choices and one.source != one.target for one in both):
                (second,) = after
                yield Mutant(
                    f"{first.id}#order-swapped",
                    "swapped",
                    tuple(dict.fromkeys((*first.rules, *second.rules))),
                    (first.id, second.id),
                    partial(_swapped, first, second),
                    partial("{} happens first".format, second.id),
                )


def _one(
    mark: str, rules: tuple[str, ...], old: Transition, new: Transition | None, mistake: Callable[[], str]
) -> Mutant:
    operator = mark.partition("-")[2].lstrip("0123456789-")
    return Mutant(f"{old.id}#{mark}", operator, rules, (old.id,), lambda: {old.id: new}, mistake)


def _kept(place: Expr) -> str:
    return f"{phrase(place)} stays as it was"


def _swapped(first: Transition, second: Transition) -> Changes:
    return {first.id: _moved(second, first), second.id: _moved(first, second)}


def _moved(what: Transition, there: Transition) -> Transition:
    """What ``what`` does, in the place of ``there``."""
    return replace(what, id=there.id, source=there.source, target=there.target)


def _roots(transition: Transition) -> list[tuple[Expr, tuple[str, ...]]]:
    """Each expression of ``transition`` with the rules that it carries: for an effect all of them."""
    found = [(requirement.holds, (requirement.rule,)) for requirement in transition.requires]
    return found + [(side, transition.rules) for pair in transition.effect for side in pair]


def _requiring(old: Transition, place: int, new: Requirement | None) -> Transition:
    between = () if new is None else (new,)
    return replace(old, requires=(*old.requires[:place], *between, *old.requires[place + 1 :]))


def _rewritten(old: Transition, put: Callable[[Expr], Expr]) -> Transition:
    """``old`` with ``put`` applied to all of its expressions; a place stays a place."""
    requires = tuple(replace(one, holds=truth(put(one.holds))) for one in old.requires)
    effect = tuple((_place(target, put), number(put(value))) for target, value in old.effect)
    return replace(old, requires=requires, effect=effect)


def _place(target: Expr, put: Callable[[Expr], Expr]) -> Expr:
    new = put(target)
    return new if new.op in ("field", "cell") else target
