"""Mutants of a machine: one small mistake each, with an id that stays, the same ones in every run.

Each requirement is left out and turned round, each effect and each transition left out, two steps of the
rules that follow each other swapped; and each expression has the mutants of
:mod:`dicelaw.mutation.operators`. What many transitions share is one definition, and is changed for all of
them at once: an expression, a requirement for the sake of the same rule, an effect that writes the same to
the same place. Rules say it once, as what the use of any card demands, and an engine has it in one function:
to forget it in one of these transitions alone is not one small mistake. So it is with the transitions of a
family. What the machine itself names as a definition is shared by any two of them, with all that it is made
of; of what else few share, each has its own mutants.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, negate, number, truth
from dicelaw.model.kernel.graph import Agent, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import Node, as_node, walk
from dicelaw.model.kernel.prose import phrase
from dicelaw.model.kernel.rewriting import rebuilt
from dicelaw.model.kernel.state import Cell, Field, Place
from dicelaw.mutation.operators import NAMED, Replacing, Signatures, signatures_of, variants

BOUNDS = ("min", "max")
SHARED = 4
"""From how many transitions on what is alike in them counts as one definition that they share."""
Homes = Mapping[Transition, Sequence[int]]
"""Where a requirement or an effect stands: the transitions, and the places in each."""
Changes = Mapping[str, Transition | None]
"""The transitions that differ, by id; None for one that is left out."""


@dataclass(frozen=True)
class Named:
    """What is said of a mutant: the mistake in words, and whatever else needs no machine."""

    id: str
    operator: str
    rules: tuple[str, ...]
    transitions: tuple[str, ...]
    says: str


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

    def named(self) -> Named:
        """What is said of it."""
        return Named(self.id, self.operator, self.rules, self.transitions, self.says)


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
        self.signatures = signatures_of(machine)
        self.exact = Signatures()
        self.citing: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        """The rules that rest on an expression in a transition, by the ids of both."""
        self.roots: dict[str, set[int]] = defaultdict(set)
        """In which whole expressions, by identity, one stands."""
        self.around: dict[tuple[str, str], list[Expr | None]] = defaultdict(list)
        """What a bound stands in directly in a transition, by both ids; None where it is all there is."""

    def of_parts(self) -> Iterator[Mutant]:
        """Requirements left out and turned round, effects left out, transitions left out."""
        demands: dict[tuple[str, str], dict[Transition, list[int]]] = defaultdict(dict)
        writes: dict[tuple[str, ...], dict[Transition, list[int]]] = defaultdict(dict)
        for one in self.machine.transitions:
            for place, requirement in enumerate(one.requires):
                demand = demands[requirement.rule, self.signatures.of(requirement.holds)]
                demand.setdefault(one, []).append(place)
            for place, (target, value) in enumerate(one.effect):
                if self.exact.of(target) == self.exact.of(value):
                    continue  # writes what is there: of a die that the rule is not about
                writes[self.signatures.of_write(target, value)].setdefault(one, []).append(place)
        for (rule, name), homes in demands.items():
            for several in self._definitions(homes, name):
                yield from _of_requirement(
                    f"requirement-{rule}-{name[:NAMED]}", {one: homes[one] for one in several}
                )
        for names, homes in writes.items():
            for several in self._definitions(homes, names[-1]):
                name = "-".join(["effect", *(one[:NAMED] for one in names)])
                yield _of_effect(name, {one: homes[one] for one in several})
        for several in self._families(self.machine.transitions):
            if self._belong(several):
                never = partial(str, "it never happens")
                gone = dict.fromkeys(several, ())
                yield _part("transition-left-out", "left-out", _rules(several), gone, _gone, never)

    def _definitions(self, homes: Iterable[Transition], name: str) -> Iterator[list[Transition]]:
        """Those of ``homes`` that are changed at once, all or each family; they belong to their first."""
        families = self._families(homes)
        once = len(families) >= SHARED or self.signatures.defined(name)
        shared = [[one for several in families for one in several]]
        for several in shared if once else families:
            if self._belong(several):
                yield several

    def _families(self, homes: Iterable[Transition]) -> list[list[Transition]]:
        """``homes`` by family, one of none by itself."""
        found: dict[str, list[Transition]] = defaultdict(list)
        for one in homes:
            found[family_of(one)].append(one)
        return [*found.values()]

    def _belong(self, several: Sequence[Transition]) -> bool:
        """Whether what ``several`` share is asked for here."""
        return self.among is None or several[0].id in self.among

    def of_expressions(self) -> Iterator[Mutant]:
        """The mutants of expressions, in the transitions that they stand in."""
        homes: dict[str, dict[Transition, None]] = defaultdict(dict)
        nodes: dict[str, Node] = {}
        for transition in self.machine.transitions:
            for root, rules in _roots(transition):
                if root.op in BOUNDS:
                    self.around[transition.id, self.signatures.of(root)].append(None)
                for node in walk(root):
                    name = self.signatures.of(node)
                    for part in node.operands:
                        if part.op in BOUNDS:
                            self.around[transition.id, self.signatures.of(part)].append(node)
                    nodes.setdefault(name, node)
                    self.citing[transition.id, name] |= dict.fromkeys(rules)
                    self.roots[name].add(id(root))
                    homes[name][transition] = None
        for name, node in nodes.items():
            for operator, new in variants(node):
                if self.exact.of(new) == self.exact.of(node):
                    continue
                for transitions in self._definitions(homes[name], name):
                    if self._only_keeps_inside(name, operator, transitions):
                        continue
                    yield self._replacing(f"{name[:NAMED]}-{operator}", node, new, transitions)

    def _only_keeps_inside(self, name: str, operator: str, homes: Sequence[Transition]) -> bool:
        """Whether what is mistaken only keeps an index inside of its array, which a mistake cannot leave."""
        around = [one for home in homes for one in self.around.get((home.id, name), ())]
        cells = [one for one in around if one is not None and one.op == "cell"]
        return (
            bool(cells) and len(cells) == len(around) and all(self._same_cell(one, operator) for one in cells)
        )

    def _same_cell(self, cell: Expr, operator: str) -> bool:
        (index,) = cell.operands
        new = dict(variants(index)).get(operator, index)
        return self.exact.of(rebuilt(as_node(cell), [new])) == self.exact.of(cell)

    def _replacing(self, id: str, old: Expr, new: Expr, homes: Sequence[Transition]) -> Mutant:
        name, operator = self.signatures.of(old), id.partition("-")[2]

        def changes() -> Changes:
            put = _among(self.roots[name], Replacing(self.signatures, name, operator).of)
            return {one.id: _rewritten(one, put) for one in homes}

        return Mutant(
            f"{_home(homes)}#{id}",
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


def _of_requirement(name: str, homes: Homes) -> Iterator[Mutant]:
    """The mutants of a requirement that stands in each of ``homes``."""
    first, (place, *_) = next(iter(homes.items()))
    requirement = first.requires[place]
    demand = partial("the requirement of {} is {}".format, requirement.rule)
    if requirement.holds is not TRUE:
        forgotten = partial(demand, "forgotten")
        yield _part(f"{name}-dropped", "dropped", requirement.rules, homes, _not_requiring, forgotten)
    if negate(requirement.holds) is not FALSE:
        turned = partial(demand, "turned round")
        yield _part(f"{name}-negated", "negated", requirement.rules, homes, _requiring_contrary, turned)


def _of_effect(name: str, homes: Homes) -> Mutant:
    """The mutant that leaves out an effect that stands in each of ``homes``."""
    first, (place, *more) = next(iter(homes.items()))
    stays = partial(_kept, first.effect[place][0], bool(more))
    return _part(f"{name}-left-out", "left-out", _rules(homes), homes, _not_writing, stays)


def _part(
    mark: str, operator: str, rules: tuple[str, ...], homes: Homes,
    change: Callable[[Transition, Sequence[int]], Transition | None], mistake: Callable[[], str],
) -> Mutant:  # fmt: skip
    """The mutant with a ``change`` at each of ``homes``."""
    ids = tuple(one.id for one in homes)
    made = partial(_changed, homes, change)
    return Mutant(f"{_home(homes)}#{mark}", operator, rules, ids, made, mistake)


def family_of(one: Transition) -> str:
    """The family of ``one``; of one of none its own id."""
    return one.family or one.id


def _home(homes: Iterable[Transition]) -> str:
    """What a mutant of ``homes`` is called after: their family, if they are of one."""
    families = {*map(family_of, homes)}
    return families.pop() if len(families) == 1 else "shared"


def _rules(homes: Iterable[Transition]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for one in homes for rule in one.rules))


def _changed(homes: Homes, change: Callable[[Transition, Sequence[int]], Transition | None]) -> Changes:
    return {one.id: change(one, places) for one, places in homes.items()}


def _kept(place: Expr, several: bool) -> str:
    return f"{phrase(place)}{' and its like stay as they were' if several else ' stays as it was'}"


def _swapped(first: Transition, second: Transition) -> Changes:
    return {first.id: _moved(second, first), second.id: _moved(first, second)}


def _moved(what: Transition, there: Transition) -> Transition:
    """What ``what`` does, in the place of ``there``."""
    return replace(what, id=there.id, source=there.source, target=there.target)


def _roots(transition: Transition) -> list[tuple[Expr, tuple[str, ...]]]:
    """Each expression of ``transition`` with the rules that it carries: for an effect all of them."""
    found = [(requirement.holds, requirement.rules) for requirement in transition.requires]
    return found + [(side, transition.rules) for pair in transition.effect for side in pair]


def _not_requiring(old: Transition, places: Sequence[int]) -> Transition:
    return replace(old, requires=tuple(one for at, one in enumerate(old.requires) if at not in places))


def _requiring_contrary(old: Transition, places: Sequence[int]) -> Transition:
    return replace(
        old,
        requires=tuple(
            replace(one, holds=negate(one.holds)) if at in places else one
            for at, one in enumerate(old.requires)
        ),
    )


def _not_writing(old: Transition, places: Sequence[int]) -> Transition:
    return replace(old, effect=tuple(pair for at, pair in enumerate(old.effect) if at not in places))


def _gone(_old: Transition, _places: Sequence[int]) -> None:
    """A transition that is left out."""


def _among(roots: Container[int], put: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    """``put`` for the expressions ``roots``, by identity; others stay as they are."""
    return lambda root: put(root) if id(root) in roots else root


def _rewritten(old: Transition, put: Callable[[Expr], Expr]) -> Transition:
    """``old`` with ``put`` applied to all of its expressions; a place stays a place."""
    requires = tuple(replace(one, holds=truth(put(one.holds))) for one in old.requires)
    effect = tuple((_place(target, put), number(put(value))) for target, value in old.effect)
    return replace(old, requires=requires, effect=effect)


def _place(target: Place, put: Callable[[Expr], Expr]) -> Place:
    new = put(target)
    return new if isinstance(new, Field | Cell) else target
