"""The concrete reader: Python functions on plain integers, generated from the definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from dicelaw.model.kernel.codes import Code, Compiler, arguments, leaving_by_point
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Agent, Requirement, RuleByCase, RuleWhere, Transition
from dicelaw.model.kernel.likeness import ByName, Likeness
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.offers import Offers, offers
from dicelaw.model.kernel.pycode import Emitter
from dicelaw.model.kernel.state import State
from dicelaw.model.kernel.structures import Structures

Move = tuple[int, ...]
"""A decision as the readers pass it: the number of the transition, then its choices in order."""


@dataclass(frozen=True)
class Decision:
    """A transition by id, with the value of each of its choices by name."""

    transition: str
    choices: Mapping[str, int]


class Illegal(Exception):
    """A decision that the rules forbid; ``unmet`` has the requirements that fail, none for a wrong moment."""

    def __init__(self, message: str, unmet: Sequence[Requirement] = ()) -> None:
        super().__init__(message)
        self.unmet = tuple(unmet)


class OutsideDomain(Exception):
    """A step that would leave a field's domain: a defect of the model, or a scope that is too small."""


class Concrete:
    """Plays a machine on states that are tuples of integers. Holds no state of its own.

    Where ``like`` reads a machine that differs in some transitions only, as that of a mutant or of another
    reading does, its compiled code serves for all others. ``code`` gives that of this machine, where it is
    not to be compiled; ``compiler`` compiles it.
    """

    def __init__(self, machine: Machine, like: Concrete | None = None, code: Code | None = None) -> None:
        self.machine = machine
        self._like = like
        self._likeness = like.likeness(machine) if like is not None else None
        self._structures: Structures = Structures() if like is None else like._structures
        self._enabled: dict[int, Callable[[State], list[Move]]] = {}
        self._steps: dict[int, Callable[..., State | None]] = {}
        self._movers: dict[int, Callable[..., list[int] | None]] = {}
        self._compared: ByName | None = None
        self.leaving = leaving_by_point(machine)
        self.compiler = Compiler(machine, self._structures)
        self._code = self.compiler if code is None else code

    @property
    def offered(self) -> frozenset[str]:
        """The timing points of which this has said what is legal, by code of its own."""
        return frozenset(self.machine.points[at].id for at in self._enabled)

    @property
    def tried(self) -> frozenset[str]:
        """The transitions of which this has said what comes of them, by code of its own."""
        return frozenset(self.machine.transitions[place].id for place in self._steps)

    def likeness(self, machine: Machine) -> Likeness:
        """Which transitions of ``machine`` are as here."""
        if self._compared is None:
            self._compared = ByName()
        return Likeness(machine, self.machine, self._compared)

    def enabled(self, state: State) -> list[Move]:
        """Every legal decision, die result and rules step of ``state``, in a stable order."""
        at = state[0]
        function = self._enabled.get(at)
        if function is None:
            leaving, code = self.leaving[at], self._code
            # a point that nothing leaves may have another number in the machine that is like this one
            if self._like is not None and leaving and all(map(self._is_alike, leaving)):
                return self._like.enabled(state)
            function = self._enabled[at] = offers(
                self.machine.slots, code(("passing", at)), lambda number: code(("offer", leaving[number]))
            )
        return function(state)

    def offering(self, transitions: Sequence[Transition]) -> Callable[[State], list[Move]]:
        """What :meth:`enabled` does with ``transitions`` of one timing point alone, for use in a loop."""
        places = [(self.machine.transition_index[one.id], one) for one in transitions]
        if not places:
            return lambda _: []
        some = Offers(self.machine, places, self._structures)
        return offers(self.machine.slots, some.passing(), some.offer)

    def step(self, state: State, move: Move) -> State:
        """The state after ``move``. Raises Illegal, naming what fails, or OutsideDomain."""
        result = self.attempt(state, move)
        if result is None:
            raise self._refusal(state, move)
        return result

    def attempt(self, state: State, move: Move) -> State | None:
        """The state after ``move``, or None where it is not legal. Raises OutsideDomain."""
        return self.stepper(move[0])(state, *move[1:])

    def stepper(self, place: int) -> Callable[..., State | None]:
        """What :meth:`attempt` does with the moves of transition number ``place``, for use in a loop.

        It takes the state and each choice.
        """
        function = self._steps.get(place)
        if function is None:
            if self._like is not None and self._is_alike(place):
                return self._like.stepper(place)
            function = self._steps[place] = self._code(("step", place)).function(self.machine.slots)
        return function

    def _is_alike(self, place: int) -> bool:
        return self._likeness is not None and self._likeness.alike(place)

    def mover(self, place: int) -> Callable[..., list[int] | None]:
        """As :meth:`stepper`, for a state that is a list: it is changed and returned, or left alone."""
        function = self._movers.get(place)
        if function is None:
            emitter, transition = Emitter(self.machine, self._structures), self.machine.transitions[place]
            emitter.step(transition, self.machine.point_index, in_place=True)
            function = self._movers[place] = emitter.function("step", arguments(transition))
        return function

    def why_not(self, state: State, move: Move) -> list[Requirement]:
        """The requirements of ``move`` that do not hold in ``state``; none when it is legal or not timely."""
        transition = self.machine.transitions[move[0]]
        choices = self._named(transition, move)
        return [
            requirement
            for requirement in transition.requires
            if not self.value(requirement.holds, state, choices)
        ]

    def rule_of(self, requirement: Requirement, state: State, move: Move) -> str:
        """The rule that demands ``requirement`` of what ``move`` chooses in ``state``."""
        rule = requirement.rule
        if not isinstance(rule, RuleByCase):
            return rule
        case = self.value(rule.of, state, self._named(self.machine.transitions[move[0]], move))
        return rule.rules.get(case, str(rule))

    def forbidding(self, state: State, move: Move) -> list[str]:
        """The rules by which ``move`` is not legal in ``state``, one for each of :meth:`why_not`."""
        return [self.rule_of(one, state, move) for one in self.why_not(state, move)]

    def decisive(self, state: State, move: Move) -> list[str]:
        """The rules cited by ``move`` that make a difference in ``state``; if none, those it requires."""
        transition = self.machine.transitions[move[0]]
        named = self._named(transition, move)
        found = [
            rule
            for rule in transition.cites
            if not isinstance(rule, RuleWhere) or self.value(rule.holds, state, named)
        ]
        required = [self.rule_of(one, state, move) for one in transition.requires] if not found else []
        return list(dict.fromkeys([*found, *required]))

    def actor(self, state: State, move: Move) -> int | Agent:
        """The seat (from 0) that decides ``move``, or chance, or the rules."""
        transition = self.machine.transitions[move[0]]
        if isinstance(transition.actor, Agent):
            return transition.actor
        choices = self._named(transition, move) if transition.choices else None
        return self.value(transition.actor, state, choices)

    def weight(self, state: State, move: Move, among: int | None = None) -> tuple[int, int]:
        """The chance of ``move`` among the legal moves of a chance point, as numerator and denominator.

        There are ``among`` legal moves where that is known.
        """
        transition = self.machine.transitions[move[0]]
        if transition.weights is not None:
            exact = transition.weights[move[1]]
            return exact.numerator, exact.denominator
        return 1, len(self.enabled(state)) if among is None else among

    def value(self, expression: Expr, state: State, choices: Mapping[str, int] | None = None) -> int:
        """What ``expression`` is worth in ``state`` (conditions: 0 or 1)."""
        return int(_evaluator(expression)(state, choices or {}))

    def compiled(self, expression: Expr) -> Callable[[State, Mapping[str, int]], Any]:
        """``expression`` as a function of a state and of choices by name, for use in a loop."""
        return _evaluator(expression)

    def move(self, decision: Decision) -> Move:
        """``decision`` as a move. Raises Illegal for an unknown transition, missing or foreign choices."""
        place = self.machine.transition_index.get(decision.transition)
        if place is None:
            raise Illegal(f"{self.machine.name} has no transition {decision.transition!r}")
        names = [choice.name for choice in self.machine.transitions[place].choices]
        if sorted(names) != sorted(decision.choices):
            wanted = ", ".join(names) or "none"
            given = ", ".join(decision.choices) or "none"
            raise Illegal(f"{decision.transition} takes the choices {wanted}; given: {given}")
        return (place, *(decision.choices[name] for name in names))

    def decision(self, move: Move) -> Decision:
        """``move`` with its names."""
        transition = self.machine.transitions[move[0]]
        return Decision(transition.id, self._named(transition, move))

    @staticmethod
    def _named(transition: Transition, move: Move) -> dict[str, int]:
        return {choice.name: value for choice, value in zip(transition.choices, move[1:], strict=True)}

    def _refusal(self, state: State, move: Move) -> Illegal:
        transition = self.machine.transitions[move[0]]
        here = self.machine.point_of(state).id
        if transition.source != here:
            return Illegal(f"{transition.id} happens at {transition.source}; the game is at {here}")
        for choice, value in zip(transition.choices, move[1:], strict=True):
            if choice.lo is None or choice.top is None or not choice.lo <= value <= choice.top:
                return Illegal(
                    f"{transition.id}: {choice.name} = {value} is not in {choice.lo}..{choice.top}"
                )
        unmet = self.why_not(state, move)
        rules = ", ".join(dict.fromkeys(requirement.rule for requirement in unmet))
        return Illegal(f"{transition.id} is not allowed now by {rules}", unmet)


@lru_cache(maxsize=4096)
def _evaluator(expression: Expr) -> Callable[[State, Mapping[str, int]], Any]:
    emitter = Emitter(None)
    return emitter.evaluator(expression)


def seat_moves(reader: Concrete, state: State) -> Iterator[tuple[int, Move]]:
    """Each legal move that a seat decides, with the seat."""
    for move in reader.enabled(state):
        actor = reader.actor(state, move)
        if isinstance(actor, int):
            yield actor, move
