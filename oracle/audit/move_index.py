"""What is the same in all plays of a machine that a log tells: who acts where, and what needs no line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State
from dicelaw.oracle.audit.events import Candidate
from dicelaw.oracle.games.description import description

if TYPE_CHECKING:
    from dicelaw.oracle.games.ports import Opened

FEW = 4
"""Where the rules may go on in no more ways than these, trying each is faster than listing what is legal."""


_NONE: Mapping[str, int] = {}


class Ways:
    """The ways on from each timing point of a game.

    ``implied`` has, for each point, the transitions of seats and of chance that may happen without a line,
    and ``rules`` what the rules may do there by themselves.
    """

    def __init__(self, opened: Opened, reader: Concrete, implied: Iterable[int]) -> None:
        self.opened = opened
        self.machine = machine = opened.machine
        self.reader = reader
        self.game = description(machine.name)
        self.decks = self.game.decks(opened)
        self.draw = machine.transition_index.get(self.decks.draw, -1)
        self.implied: list[set[int]] = [set() for _ in machine.points]
        for place in implied:
            self.implied[machine.point_index[machine.transitions[place].source]].add(place)
        self.rules: list[list[Move]] = [[] for _ in machine.points]
        self._listed: set[int] = set()
        for place, transition in enumerate(machine.transitions):
            if transition.actor is Agent.RULES:
                point = machine.point_index[transition.source]
                self.rules[point].append((place,))
                if transition.choices or len(self.rules[point]) > FEW:
                    self._listed.add(point)
        self._cards = {
            place: (at, choice.name)
            for place, transition in enumerate(machine.transitions)
            for at, choice in enumerate(transition.choices, 1)
            if self.decks.size and choice.name in ("card", "action")
        }
        self._seats: dict[int, Callable[[Any, Mapping[str, int]], Any] | None] = {}

    def by_rules(self, state: State) -> tuple[Move, State] | None:
        """What the rules do now by themselves, and the state after it."""
        after = list(state)
        move = self.go_on(after)
        return None if move is None else (move, tuple(after))

    def go_on(self, state: list[int]) -> Move | None:
        """Change ``state`` to what the rules make of it now by themselves, by the step that is returned."""
        moves = self.rules[state[0]]
        mover = self.reader.mover
        if state[0] in self._listed:
            legal = self.reader.enabled(state)  # type: ignore[arg-type]  # it reads cells only
            moves = [move for move in legal[:1] if (move[0],) in moves]
        for move in moves:
            if mover(move[0])(state, *move[1:]) is not None:
                return move
        return None

    def seat(self, state: Sequence[int], move: Move) -> int | None:
        """Whose decision, die or card ``move`` is; None for dice of which that is not told apart."""
        place = move[0]
        if place not in self._seats:
            self._seats[place] = self._whose(place)
        whose = self._seats[place]
        if whose is None:
            return None
        if len(move) == 1:
            return int(whose(state, _NONE))
        choices = self.machine.transitions[place].choices
        return int(whose(state, {choice.name: one for choice, one in zip(choices, move[1:], strict=True)}))

    def _whose(self, place: int) -> Callable[[Any, Mapping[str, int]], Any] | None:
        transition = self.machine.transitions[place]
        acts = transition.actor
        whose = self.game.whose(self.opened, transition) if isinstance(acts, Agent) else acts
        return None if whose is None else self.reader.compiled(whose)

    def may(self, state: Sequence[int], one: Candidate, move: Move) -> bool:
        """Whether ``move`` is of the seat that ``one`` asks for."""
        return one.seat is None or self.seat(state, move) in (None, one.seat)

    def card(self, state: State, move: Move) -> int | None:
        """The card that ``move`` names, if any, numbered as in the slots called zone."""
        named = self._cards.get(move[0])
        if named is None:
            return None
        value = move[named[0]]
        if named[1] == "action":
            return value if value < len(self.machine.seats) * self.decks.size else None
        return (self.seat(state, move) or 0) * self.decks.size + value

    def naming(self, place: int, card: int) -> Move | None:
        """The move of transition number ``place`` that names ``card``, if that is all that it chooses."""
        named = self._cards.get(place)
        if named is None or len(self.machine.transitions[place].choices) > 1:
            return None
        return (place, card if named[1] == "action" else card % self.decks.size)
