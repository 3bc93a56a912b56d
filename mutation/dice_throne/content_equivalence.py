"""Mutants of content that no play of a duel can tell: proved, never assumed.

A mistake in an instruction matters only where that instruction is read. There its columns are numbers, so the
transitions that read it become small, and each is compared with what the mistake makes of it. What never
changes in the duel may be taken for granted: that is proved first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

import z3

from dicelaw.checker.digest import Digests
from dicelaw.checker.proof.reader import Reader
from dicelaw.model.dice_throne.language import Op
from dicelaw.model.kernel.expressions import Expr, constant, number, truth
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.lookups import Lookup
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import Node, walk
from dicelaw.model.kernel.rewriting import Rewriting, rewritten
from dicelaw.model.kernel.state import Field, as_place
from dicelaw.mutation.content_kill_check import OF_INSTRUCTIONS, Patch
from dicelaw.mutation.content_mutant import ContentMutant
from dicelaw.mutation.dice_throne.arena import DuelArena
from dicelaw.mutation.equivalence.houdini import Proved
from dicelaw.mutation.equivalence.proofs import Equivalence
from dicelaw.mutation.mutants import Mutant
from dicelaw.mutation.operators import Signatures

GIVEN = (
    "at", "turn", "attacker", "holder", "first_turn", "phase", "offense_begun", "health*", "cp*", "tokens*",
    "companion*", "has_companion*", "level*", "zone*", "library*", "hand*", "pile*",
)  # fmt: skip
"""The slots that a position may set."""
RESOURCES = 2_000_000
"""z3 resource units for one question: the same on every machine."""
Row = Mapping[str, int]
"""The columns of one instruction."""


class ContentProofs:
    """Proofs about mutants of the content of the duel of ``arena``."""

    def __init__(self, arena: DuelArena, begins: Collection[str]) -> None:
        """``begins`` are the timing points where positions may begin."""
        self.arena = arena
        self._machine = arena.stage.machine
        self._signatures = Signatures()
        self._pc = self._signatures.of(arena.address)
        self._reading = [one for one in self._machine.transitions if _reads(one)]
        self._constants = [
            Field(slot, self._machine.slots[slot]) == value
            for slot, value in constants(arena.usual.machine, begins).items()
        ]

    def proved(self, mutant: ContentMutant) -> bool:
        """Whether ``mutant`` is proved to change nothing in this duel; False if the budget runs out."""
        patch = self.arena.patch(mutant)
        if patch == {}:
            return True
        if patch is None or not all(name.endswith(OF_INSTRUCTIONS) for name, _ in patch):
            return False
        changed = {at for (_, old), new in patch.items() for at, value in enumerate(new) if value != old[at]}
        ahead = {
            at + far for at, row in enumerate(self.arena.rows) if row.op is Op.OR for far in (1, row.arg)
        }
        return not changed & ahead and all(self._same(at, patch) for at in sorted(changed))

    def _same(self, at: int, patch: Patch) -> bool:
        """Whether nothing is done otherwise where the instruction at the address ``at`` is read."""
        old = {name: entries[at] for name, entries in self.arena.tables if name.endswith(OF_INSTRUCTIONS)}
        new = {**old, **{name: entries[at] for (name, _), entries in patch.items()}}
        digests, before, after = Digests(), dict[str, Transition](), dict[str, Transition]()
        for one in self._reading:
            usual, faulty = self._reduced(one, old), self._reduced(one, new)
            if digests.of_transition(usual) != digests.of_transition(faulty):
                before[one.id], after[one.id] = usual, faulty
        machine = self._machine.rewritten(lambda one: before.get(one.id, one))
        holds = [self.arena.address == at, *self._constants]
        mutant = Mutant("", "", (), tuple(after), lambda: after, str)
        known = Proved.of(machine, {point.id: holds for point in machine.points})
        return Equivalence(known).proved(mutant)

    def _reduced(self, transition: Transition, row: Row) -> Transition:
        """``transition`` where the instruction that is due is ``row``."""

        def entry(node: Node, operands: Sequence[Expr]) -> Expr:
            if isinstance(node, Lookup) and node.name in row and self._signatures.of(node.index) == self._pc:
                return constant(row[node.name])
            return rewritten(node, operands)

        put = Rewriting(entry)
        requires = tuple(replace(one, holds=truth(put(one.holds))) for one in transition.requires)
        effect = tuple((as_place(put(place)), number(put(value))) for place, value in transition.effect)
        return replace(transition, requires=requires, effect=effect)


def _reads(transition: Transition) -> bool:
    roots = [one.holds for one in transition.requires] + [side for pair in transition.effect for side in pair]
    return any(isinstance(node, Lookup) and node.name.endswith(OF_INSTRUCTIONS) for node in walk(*roots))


def constants(machine: Machine, begins: Collection[str]) -> dict[int, int]:
    """The slots that keep their value in every play from any position at ``begins``, each with that value.

    A slot is among them if no step writes anything else, as long as all the others keep theirs; only points
    that are reached then count.
    """
    return _Constants(machine).found(begins)


class _Constants:
    """Looks for the slots that keep their value, and the points that are never reached."""

    def __init__(self, machine: Machine) -> None:
        self.reader = Reader(machine)
        self.values = {
            place: machine.start[place]
            for place, slot in enumerate(machine.slots)
            if not any(fnmatchcase(slot.name, pattern) for pattern in GIVEN)
        }
        self._solver = z3.SimpleSolver()
        self._solver.set("rlimit", RESOURCES)
        self._solver.add(*self.reader.symbolic.within())

    def found(self, begins: Collection[str]) -> dict[int, int]:
        """See :func:`constants`."""
        pre = self.reader.symbolic.pre
        while True:
            self._solver.push()
            self._solver.add(*(pre[place] == value for place, value in self.values.items()))
            taken = self._taken(begins)
            gone = {place for one in taken for place in self._changed(one)}
            self._solver.pop()
            if not gone:
                return self.values
            for place in gone:
                del self.values[place]

    def _taken(self, begins: Collection[str]) -> list[Transition]:
        """The transitions that may be taken."""
        waiting, known, taken = [*begins], {*begins}, list[Transition]()
        while waiting:
            for one in self.reader.leaving[waiting.pop()]:
                if self._possible(self.reader.edge(one).guard):
                    taken.append(one)
                    if one.target not in known:
                        known.add(one.target)
                        waiting.append(one.target)
        return taken

    def _changed(self, transition: Transition) -> Iterator[int]:
        """The slots that ``transition`` may give another value."""
        edge = self.reader.edge(transition)
        for place in self.values.keys() & edge.post.keys():
            if self._possible(edge.guard, edge.post[place] != self.values[place]):
                yield place

    def _possible(self, *conditions: z3.BoolRef) -> bool:
        """Whether ``conditions`` may hold together; True also where the budget runs out."""
        self._solver.push()
        self._solver.add(*conditions)
        possible = bool(self._solver.check() != z3.unsat)
        self._solver.pop()
        return possible
