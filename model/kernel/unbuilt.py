"""A machine under another reading, read by code that was kept of it, without being built."""

from __future__ import annotations

from collections.abc import Callable, Collection

from dicelaw.model.kernel.codes import Code
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.offers import offers
from dicelaw.model.kernel.state import State


class Unbuilt:
    """Reads a machine that is as that of ``like`` but for the transitions ``differing``, by its ``code``.

    What it offers at their timing points, what comes of them and who decides them is by ``code``; they have
    their places, and chances, in ``like``.
    """

    def __init__(self, like: Concrete, differing: Collection[int], code: Code) -> None:
        self.machine = like.machine
        self._like, self._differing, self._code = like, frozenset(differing), code
        self._enabled: dict[int, Callable[[State], list[Move]]] = {}
        self._steps: dict[int, Callable[..., State | None]] = {}
        self._actors: dict[int, Callable[..., int]] = {}

    def differs(self, place: int) -> bool:
        """Whether transition number ``place`` says something else than in ``like``."""
        return place in self._differing

    def differs_at(self, at: int) -> bool:
        """Whether one that leaves timing point number ``at`` does."""
        return not self._differing.isdisjoint(self._like.leaving[at])

    def enabled(self, state: State) -> list[Move]:
        """See :class:`Concrete`."""
        at = state[0]
        if not self.differs_at(at):
            return self._like.enabled(state)
        if at not in self._enabled:
            leaving, code = self._like.leaving[at], self._code
            self._enabled[at] = offers(
                self.machine.slots, code(("passing", at)), lambda number: code(("offer", leaving[number]))
            )
        return self._enabled[at](state)

    def stepper(self, place: int) -> Callable[..., State | None]:
        """See :class:`Concrete`."""
        if not self.differs(place):
            return self._like.stepper(place)
        if place not in self._steps:
            self._steps[place] = self._code(("step", place)).function(self.machine.slots)
        return self._steps[place]

    def actor(self, state: State, move: Move) -> int | Agent:
        """See :class:`Concrete`."""
        place, transition = move[0], self.machine.transitions[move[0]]
        if not (self.differs(place) and isinstance(transition.actor, Expr)):
            return self._like.actor(state, move)
        if place not in self._actors:
            self._actors[place] = self._code(("actor", place)).function()
        return int(self._actors[place](state, self._like.decision(move).choices))

    def weight(self, state: State, move: Move, among: int) -> tuple[int, int]:
        """See :class:`Concrete`."""
        return self._like.weight(state, move, among)
