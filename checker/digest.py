"""Structural digests of expressions and transitions: equal definitions have equal digests in every run."""

from __future__ import annotations

import hashlib

from dicelaw.model.kernel.expressions import Expr, walk
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.specs.property import After


class Digests:
    """Digests of shared expressions, each computed once."""

    def __init__(self) -> None:
        self._known: dict[int, str] = {}
        self._kept: list[Expr] = []

    def of(self, expression: Expr) -> str:
        """The digest of ``expression``: operators, operands and tables, but not object identity."""
        for node in walk(expression):
            if id(node) not in self._known:
                parts = [self._known[id(arg)] if isinstance(arg, Expr) else repr(arg) for arg in node.args]
                if isinstance(node, After):
                    parts = ["after", self.of(node.inner)]
                elif isinstance(node, Choice):
                    parts.append(f"{node.lo}..{node.hi}")
                text = "\x1f".join((node.op, *parts))
                self._known[id(node)] = hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
                self._kept.append(node)
        return self._known[id(expression)]

    def of_transition(self, transition: Transition) -> str:
        """The digest of all that a transition does and requires; its wording and citations are left out."""
        actor = self.of(transition.actor) if isinstance(transition.actor, Expr) else transition.actor.value
        parts = [transition.id, transition.source, transition.target, actor]
        parts += [self.of(choice) for choice in transition.choices]
        parts += [self.of(requirement.holds) for requirement in transition.requires]
        parts += [self.of(side) for pair in transition.effect for side in pair]
        return hashlib.blake2b("\x1e".join(parts).encode(), digest_size=16).hexdigest()
