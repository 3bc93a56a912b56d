"""The code of a machine's functions: compiled when it is asked for, or as it was kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal, assert_never

from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.offers import Offers
from dicelaw.model.kernel.pycode import Compiled, Emitter
from dicelaw.model.kernel.structures import Structures

Kind = Literal["passing", "offer", "step", "actor"]
Key = tuple[Kind, int]
"""Which function: which transitions may be taken at a timing point of this number, or how one of them is
offered, what comes of it, and who decides it."""
Code = Callable[[Key], Compiled]
"""Gives the code of each function of a machine."""


def leaving_by_point(machine: Machine) -> Sequence[Sequence[int]]:
    """The places of the transitions that leave each timing point."""
    leaving: list[list[int]] = [[] for _ in machine.points]
    for place, transition in enumerate(machine.transitions):
        leaving[machine.point_index[transition.source]].append(place)
    return leaving


class Compiler:
    """Compiles functions of ``machine``; ``structures`` may be shared by those of several machines."""

    def __init__(self, machine: Machine, structures: Structures) -> None:
        self.machine, self._structures = machine, structures
        self._offers: dict[int, Offers] = {}

    def __call__(self, key: Key) -> Compiled:
        """The code of the function called ``key``."""
        kind, number = key
        match kind:
            case "passing":
                return self._offers_at(number).passing()
            case "offer":
                at = self.machine.point_index[self.machine.transitions[number].source]
                return self._offers_at(at).offer(self._leaving[at].index(number))
            case "step":
                transition = self.machine.transitions[number]
                emitter = Emitter(self.machine, self._structures)
                emitter.step(transition, self.machine.point_index)
                return emitter.compiled("step", arguments(transition))
            case "actor":
                actor = self.machine.transitions[number].actor
                assert isinstance(actor, Expr)
                return Emitter(None, self._structures).evaluates(actor)
            case _:
                assert_never(kind)

    @cached_property
    def _leaving(self) -> Sequence[Sequence[int]]:
        return leaving_by_point(self.machine)

    def _offers_at(self, point: int) -> Offers:
        if point not in self._offers:
            leaving = [(place, self.machine.transitions[place]) for place in self._leaving[point]]
            self._offers[point] = Offers(self.machine, leaving, self._structures)
        return self._offers[point]


def arguments(transition: Transition) -> str:
    """The parameters of the function that takes ``transition``: a state and each of its choices."""
    return ", ".join(["s", *(f"c_{number}" for number, _ in enumerate(transition.choices))])
