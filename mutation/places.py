"""Where a mistake stands: by what a rule says there, not by how many dice or cards it says it of.

The id of a mutant hangs on what is written at its site. A machine with open content, or with other dice, has
the same rule spelled otherwise: a sum of three instead of seven, a figure that is open instead of printed. So
that a property of that machine can be asked about it, the mistake is looked for there by its place: the
family of transitions, its operator, the requirement or the write that it is in, and what is read at its site.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from dicelaw.model.kernel.expressions import Expr, is_constant
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.lookups import Lookup
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import Cell, Field
from dicelaw.mutation.mutants import Changes, Mutant, family_of, mutants

ALIKE = 0.5
"""From what share of words on two sites are one: those that both read, of all that either reads."""
MANY = 6
"""Of how many mistakes that are alike it cannot be told which one is meant."""
PRINTED = "printed "
"""How the name of a figure begins that is left open."""
Reading = Field | Cell | Choice | Lookup
"""What reads something that has a name."""


@dataclass(frozen=True)
class Place:
    """Where a mistake stands: of what ``sort`` it is, in what ``parts``, and the ``words`` at its site.

    A part is a requirement, by its rule, or a write, by what it writes to, in a family of transitions; of a
    mistake in an expression it is the family alone. The ``numbers`` that stand there hang on how many things
    there are, so they only decide between sites that read the same.
    """

    sort: tuple[str, str]
    parts: frozenset[tuple[str, ...]]
    words: frozenset[str]
    numbers: frozenset[int] = frozenset()

    @property
    def homes(self) -> frozenset[str]:
        """The families of its transitions."""
        return frozenset(home for home, *_ in self.parts)

    def alike(self, other: Place) -> tuple[float, int] | None:
        """How much is at both sites: the share of words, and how many numbers; None if not of one sort."""
        if self.sort != other.sort or self.parts.isdisjoint(other.parts):
            return None
        either = self.words | other.words
        share = len(self.words & other.words) / len(either) if either else 1.0
        enough = ALIKE if self.sort[1] else 0.0
        return (share, len(self.numbers & other.numbers)) if share >= enough else None


def place_of(machine: Machine, mutant: Mutant) -> Place:
    """The place of ``mutant`` in ``machine``."""
    if mutant.site is None:
        changed = [*_changed(machine, mutant.make())]
        words = [word for _, read in changed for word in _words(read)]
        return Place((mutant.operator, ""), frozenset(part for part, _ in changed), frozenset(words))
    site, _ = mutant.site
    homes = frozenset((family_of(machine.transition(id)),) for id in mutant.transitions)
    numbers = frozenset(part.value for part in site.operands if is_constant(part))
    return Place((mutant.operator, site.op), homes, frozenset(_words([site])), numbers)


class Places:
    """The mutants of ``machine`` by where they stand."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._places: dict[str, Place] = {}

    def planted(self, place: Place) -> list[Machine]:
        """The machine with each mistake whose place is most like ``place``, in the transitions of that."""
        found = ({id: one for id, one in mutant.make().items() if self._home(id) in place.homes}
                 for mutant in self.like(place))  # fmt: skip
        return [self._machine.rewritten(_putting(changes)) for changes in found]

    def like(self, place: Place) -> list[Mutant]:
        """The mutants whose place is most like ``place``; none if it might be any of too many."""
        near = {one.id: one for home in sorted(place.homes) for one in self._by_home[home, place.sort[0]]}
        worth = {id: much for id, one in near.items() if (much := self._place(one).alike(place)) is not None}
        best = max(worth.values(), default=None)
        found = [near[id] for id, much in worth.items() if much == best]
        return found if len(found) <= MANY else []

    def _home(self, id: str) -> str:
        return family_of(self._machine.transition(id))

    def _place(self, mutant: Mutant) -> Place:
        if mutant.id not in self._places:
            self._places[mutant.id] = place_of(self._machine, mutant)
        return self._places[mutant.id]

    @cached_property
    def _by_home(self) -> Mapping[tuple[str, str], list[Mutant]]:
        """The mutants that change something in a family of transitions, by that and their operator."""
        found: defaultdict[tuple[str, str], list[Mutant]] = defaultdict(list)
        for one in mutants(self._machine):
            for home in dict.fromkeys(map(self._home, one.transitions)):
                found[home, one.operator].append(one)
        return found


def _changed(machine: Machine, changes: Changes) -> Iterator[tuple[tuple[str, ...], list[Expr]]]:
    """The parts of ``machine`` that the ``changes`` have otherwise, each with what is written there."""
    for name, new in changes.items():
        old = machine.transition(name)
        home = family_of(old)
        if new is None:
            yield (home,), []
            continue
        kept = {(id(one.holds), one.rule) for one in new.requires}
        for one in old.requires:
            if (id(one.holds), one.rule) not in kept:
                yield (home, "requires", one.rule), [one.holds]
        written = {(id(place), id(value)) for place, value in new.effect}
        for place, value in old.effect:
            if (id(place), id(value)) not in written:
                yield (home, "writes", _name(place)), [value]


def _putting(changes: Changes) -> Callable[[Transition], Transition | None]:
    return lambda old: changes.get(old.id, old)


def _words(several: Iterable[Expr]) -> set[str]:
    """The names of what is read in ``several``."""
    return {_name(node) for node in walk(*several) if isinstance(node, Reading)}


def _name(node: Reading) -> str:
    if isinstance(node, Field):
        return (node.slot.family or node.slot.name.partition("[")[0]).removeprefix(PRINTED)
    return node.name.removeprefix(PRINTED)
