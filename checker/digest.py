"""Structural digests of expressions and transitions: equal definitions have equal digests in every run."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache

from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import Cell, Field, Slot
from dicelaw.specs.property import After, Claim


@dataclass(frozen=True)
class Writes:
    """A transition as far as a proof is about it: when it may be taken, and what it writes into ``slots``."""

    transition: Transition
    slots: frozenset[int] = frozenset()


class Digests:
    """Digests of shared expressions, each computed once.

    Where ``slots`` are given, a field counts by the name and the domain of its slot and not by its place, so
    that machines of which one has more slots agree on all that is about the others. Of the timing point
    only the name counts, as no solver is told how many points there are.
    """

    def __init__(self, slots: Sequence[Slot] = ()) -> None:
        self._slots = [(one.name, f"{one.lo} {one.hi} {one.open_above}") for one in slots]
        self._slots[:1] = [(one.name, "") for one in slots[:1]]
        self._known: dict[int, str] = {}
        self._kept: list[Expr | Transition | Claim] = []
        self._offers: dict[tuple[Transition, frozenset[int] | None], str] = {}
        self._writes: dict[tuple[Writes, frozenset[int] | None], str] = {}

    def of(self, expression: Expr) -> str:
        """The digest of ``expression``: operators, operands and tables, but not object identity."""
        if id(expression) in self._known:
            return self._known[id(expression)]
        for node in walk(expression, known=self._known):
            said = [*map(repr, node.parameters)]
            if self._slots and isinstance(node, Field | Cell):
                said = [part for slot in node.slots for part in self._slots[slot]]
            parts = [*said, *(self._known[id(part)] for part in node.operands)]
            if isinstance(node, After):
                parts = ["after", self.of(node.inner)]
            elif isinstance(node, Choice):
                parts.append(f"{node.lo}..{node.hi}")
                if node.top != node.hi:
                    parts.append(f"offered up to {node.top}")
            self._known[id(node)] = text_digest(node.op, *parts)
            self._kept.append(node)
        return self._known[id(expression)]

    def of_transition(self, transition: Transition) -> str:
        """The digest of all that a transition does and requires; its wording and citations are left out."""
        if id(transition) not in self._known:
            parts = [self.of(side) for pair in transition.effect for side in pair]
            if transition.weights is not None:
                parts += [f"{value} by {chance}" for value, chance in sorted(transition.weights.items())]
            self._known[id(transition)] = text_digest(self._of_offer(transition), *parts)
            self._kept.append(transition)
        return self._known[id(transition)]

    def _of_offer(self, transition: Transition, counted: frozenset[int] | None = None) -> str:
        """The digest of who takes ``transition``, from where to where, with which choices, and when.

        Of what it requires only what stands at these places is ``counted``; by default all.
        """
        key = (transition, counted)
        if key not in self._offers:
            actor = (
                self.of(transition.actor) if isinstance(transition.actor, Expr) else transition.actor.value
            )
            parts = [transition.id, transition.source, transition.target, actor]
            parts += [self.of(choice) for choice in transition.choices]
            required = [self.of(one.holds) for one in transition.requires]
            parts += required if counted is None else [required[place] for place in sorted(counted)]
            self._offers[key] = text_digest(*parts)
        return self._offers[key]

    def of_writes(self, step: Writes, counted: frozenset[int] | None = None) -> str:
        """The digest of ``step``: the same for transitions that differ only in what else they write.

        What they require counts too: all of it, or what is ``counted``, by its places.
        """
        key = (step, counted)
        if key not in self._writes:
            written = [pair for pair in step.transition.effect if not step.slots.isdisjoint(pair[0].slots)]
            parts = [self.of(side) for pair in written for side in pair]
            self._writes[key] = text_digest(self._of_offer(step.transition, counted), *parts)
        return self._writes[key]

    def of_any(self, one: Expr | Transition | Writes | Claim) -> str:
        """The digest of ``one``."""
        match one:
            case Expr():
                return self.of(one)
            case Transition():
                return self.of_transition(one)
            case Writes():
                return self.of_writes(one)
        return self.of_claim(one)

    def of_claim(self, claim: Claim) -> str:
        """The digest of the kind of ``claim`` and all that it says. Raises TypeError for functions in it."""
        if id(claim) not in self._known:
            self._known[id(claim)] = self._of_said(claim)
            self._kept.append(claim)
        return self._known[id(claim)]

    def _of_said(self, value: object) -> str:
        """The digest of a part of a claim, whatever it consists of."""
        if isinstance(value, Expr):
            return self.of(value)
        if isinstance(value, tuple | list):
            return text_digest("several", *map(self._of_said, value))
        if is_dataclass(value) and not isinstance(value, type):
            parts = (f"{item.name} {self._of_said(getattr(value, item.name))}" for item in fields(value))
            return text_digest(type(value).__name__, *parts)
        if callable(value):
            raise TypeError(f"{value!r} is a function, which has no digest")
        return repr(value)


def digests_for(machine: Machine) -> Digests:
    """The digests for the slots of ``machine``, the same object for all machines that have these."""
    return _digests(machine.slots[1:])


@lru_cache(maxsize=16)
def _digests(slots: tuple[Slot, ...]) -> Digests:
    return Digests((Slot("at", 0, 0, "the timing point"), *slots))


def text_digest(*parts: str) -> str:
    """The digest of ``parts``, of which none runs into the next."""
    return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()
