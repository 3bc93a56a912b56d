"""Random walks: plays that reach a goal or break a claim, found by seeded sampling and then shortened.

A walk samples the choices of a transition instead of listing them all, so it also plays open content, where a
single decision has billions of choices. It can find a witness; it never proves that there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from dicelaw.checker.verdicts import Witness
from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

SAMPLES = 12
"""How often the choices of one transition are drawn before another transition is tried."""
LOWEST = (0.97, 0.9, 0.5)
"""How often a choice takes its lowest value: content says no to most of what the language offers."""
HIGHEST = 0.5
"""How often another choice takes its highest value: plays at the bounds show most."""
DRAWS = 10_000
"""How often a start is drawn before it counts as one that cannot be drawn."""


class NoStart(Exception):
    """Nothing that is drawn is a state in which play may begin."""


@dataclass(frozen=True)
class Watch:
    """Something to look for after each step: given the state before, the move and the state after."""

    name: str
    seen: Callable[[State, Move | None, State], bool]
    points: frozenset[int]
    """The numbers of the timing points after a step at which it is worth looking."""


class Walker:
    """Walks over one machine, the same for the same seed on every machine.

    With ``listed`` all legal moves are listed and each transition is taken alike: for a machine whose
    decisions have few values, where sampling would miss them.
    """

    def __init__(self, machine: Machine, seed: int = 0, *, listed: bool = False) -> None:
        self.machine = machine
        self.listed = listed
        self.reader = Concrete(machine)
        self.random = Random(seed)
        self._leaving: list[list[int]] = [[] for _ in machine.points]
        for place, transition in enumerate(machine.transitions):
            self._leaving[machine.point_index[transition.source]].append(place)

    def begins(self, state: State) -> bool:
        """Whether play may begin in ``state``: it differs from the start only where that is left open."""
        machine = self.machine
        fits = all(
            slot.lo <= value <= slot.hi if place in machine.given else value == usual
            for place, (slot, value, usual) in enumerate(
                zip(machine.slots, state, machine.start, strict=True)
            )
        )
        return fits and bool(self.reader.value(machine.given_holds, state))

    def next_step(self, state: State) -> tuple[Move, State] | None:
        """A legal move of ``state`` with the state after it; None where none is found."""
        if self.listed:
            moves = self.reader.enabled(state)
            if not moves:
                return None
            chosen = self.random.choice(list(dict.fromkeys(move[0] for move in moves)))
            move = self.random.choice([move for move in moves if move[0] == chosen])
            return move, self.reader.step(state, move)
        places = list(self._leaving[state[0]])
        self.random.shuffle(places)
        for place in places:
            choices = self.machine.transitions[place].choices
            for _ in range(SAMPLES if choices else 1):
                lowest = self.random.choice(LOWEST)
                move = (place, *(self._draw(choice, lowest) for choice in choices))
                after = self.reader.attempt(state, move)
                if after is not None:
                    return move, after
        return None

    def _draw(self, choice: Choice, lowest: float) -> int:
        low, top = choice.lo or 0, choice.top if choice.top is not None else choice.lo or 0
        if top - low > 1 and choice.hi is not None:
            return self.random.choice(
                (low, top, self.random.randint(low, top), self.random.randint(low, top))
            )
        if self.random.random() < lowest:
            return low
        return top if self.random.random() < HIGHEST else self.random.randint(low, top)

    def walk(
        self, begin: Callable[[], State], watches: Mapping[str, Watch], *, steps: int, length: int
    ) -> dict[str, Witness]:
        """For each watch that was seen within ``steps`` steps in all, a shortened play that shows it.

        Each walk starts where ``begin`` says, as often as it takes for play to begin there, and ends after
        ``length`` steps. A step that leaves a domain ends its walk. Raises NoStart.
        """
        waiting: dict[int, dict[str, Watch]] = {place: {} for place in range(len(self.machine.points))}
        for name, watch in watches.items():
            for place in watch.points:
                waiting[place][name] = watch
        found: dict[str, Witness] = {}
        done = 0

        def look(start: State, before: State, moves: list[Move], after: State) -> None:
            last = moves[-1] if moves else None
            for name, watch in list(waiting[after[0]].items()):
                if watch.seen(before, last, after):
                    for place in watch.points:
                        waiting[place].pop(name, None)
                    found[name] = self.shortened(Witness(start, tuple(moves)), watch)

        while len(found) < len(watches) and done < steps:
            start = state = self._drawn(begin)
            moves: list[Move] = []
            look(start, start, moves, start)
            for _ in range(length):
                done += 1
                try:
                    taken = self.next_step(state)
                except OutsideDomain:
                    break
                if taken is None:
                    break
                before, state = state, taken[1]
                moves.append(taken[0])
                look(start, before, moves, state)
        return found

    def _drawn(self, begin: Callable[[], State]) -> State:
        for _ in range(DRAWS):
            state = begin()
            if self.begins(state):
                return state
        raise NoStart(f"{self.machine.name}: none of {DRAWS} states that were drawn is a start of play")

    def shortened(self, witness: Witness, watch: Watch) -> Witness:
        """``witness`` without the moves that it can do without, as far as leaving out runs of them tells."""
        moves = list(witness.moves)
        size = max(len(moves) // 2, 1)
        while True:
            place, shorter = 0, False
            while place < len(moves):
                trial = moves[:place] + moves[place + size :]
                if self.shows(Witness(witness.start, tuple(trial)), watch):
                    moves, shorter = trial, True
                else:
                    place += 1 if size == 1 else size
            if size == 1 and not shorter:
                return Witness(witness.start, tuple(moves))
            size = max(size // 2, 1)

    def shows(self, witness: Witness, watch: Watch) -> bool:
        """Whether the moves of ``witness`` can be played from a start, and ``watch`` sees the last."""
        before = state = witness.start
        if not self.begins(state):
            return False
        for move in witness.moves:
            try:
                reached = self.reader.attempt(state, move)
            except OutsideDomain:
                return False
            if reached is None:
                return False
            before, state = state, reached
        last = witness.moves[-1] if witness.moves else None
        return state[0] in watch.points and watch.seen(before, last, state)
