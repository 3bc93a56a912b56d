"""What has to be refuted: a formula, and the conditions of steps that may be assumed one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import z3

from dicelaw.checker.digest import Writes
from dicelaw.model.kernel.expressions import TRUE, Expr
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.rewriting import replaced
from dicelaw.model.kernel.symbolic import Edge
from dicelaw.model.kernel.z3_terms import all_hold, substituted
from dicelaw.specs.property import Claim


@dataclass(frozen=True)
class Taken:
    """A transition of which what it requires is assumed one by one, but for what stands at ``own`` places.

    Its choices called ``renamed`` go by another name, as it is taken beside one that has the same choices.
    """

    edge: Edge
    own: frozenset[int] = frozenset()
    renamed: frozenset[str] = frozenset()

    @cached_property
    def others(self) -> tuple[tuple[Choice, Choice], ...]:
        """Each choice that is renamed, with the one that is made instead."""
        choices = self.edge.transition.choices
        return tuple(
            (one, _other(f"own:{one.name}", one.lo or 0, one.top, open_above=one.hi is None))
            for one in choices
            if one.name in self.renamed
        )

    @cached_property
    def assumed(self) -> tuple[Expr, ...]:
        """What is assumed of it."""
        needs = enumerate(self.edge.transition.requires)
        holds = [one.holds for place, one in needs if place not in self.own and one.holds is not TRUE]
        others = {id(one): other for one, other in self.others}
        return tuple(replaced(one, others) if others and one.chooses else one for one in holds)

    def by_its_own(self, term: z3.ExprRef) -> z3.ExprRef:
        """``term`` with what it chooses instead."""
        named = self.edge.reader.term
        return substituted(term, ((named(one), named(other)) for one, other in self.others))

    @property
    def left(self) -> tuple[z3.BoolRef, ...]:
        """What it requires besides, as terms."""
        return tuple(self.edge.guards[place] for place in sorted(self.own))


@lru_cache(maxsize=256)
def _other(name: str, lo: int, hi: int | None, *, open_above: bool) -> Choice:
    """The same choice each time, so that what speaks of it is the same."""
    return Choice(name, lo, hi, open_above=open_above)


@dataclass(frozen=True, eq=False)
class Obligation:
    """``formula`` must be unsatisfiable with the assumed invariants at ``source`` and the domains.

    It is built when it is asked for. ``about`` is all that it is made of, besides the slots and the start of
    the machine: the claim, the transitions as far as they matter, and the expressions of other invariants.
    ``build`` leaves out what is assumed of those that are ``taken``, so that a proof tells which of these
    conditions it needs.
    """

    name: str
    source: str | None
    build: Callable[[], z3.BoolRef]
    about: tuple[Claim | Transition | Writes | Expr, ...]
    transition: Transition | None = None
    taken: tuple[Taken, ...] = ()
    weaker: tuple[Obligation, ...] = ()
    """What follows from ``formula`` and is sooner asked: where one of these is unsatisfiable, so is that."""

    @cached_property
    def built(self) -> z3.BoolRef:
        """What must be unsatisfiable where all holds that is assumed of what is ``taken``."""
        return self.build()

    @cached_property
    def formula(self) -> z3.BoolRef:
        """What must be unsatisfiable."""
        guards = [one.edge.reader.term(holds) for one in self.taken for holds in one.assumed]
        return all_hold(*guards, self.built) if guards else self.built

    def counted(self, step: Writes) -> frozenset[int] | None:
        """The places of what ``step`` requires that the formula is made of, of itself; None for all."""
        return next((one.own for one in self.taken if one.edge.transition is step.transition), None)
