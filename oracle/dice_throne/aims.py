"""Aims: what a play has to bring about to come to a given moment, read off the state there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.state import Field, State

HINTED = 0.75
"""How often an aim is followed, where it says nothing else of that."""


@dataclass(frozen=True)
class Aim:
    """A moment to be reached: a state like ``state``, which need not be possible."""

    state: State
    actions: frozenset[int] = frozenset()
    """What may have to be used on the way there."""
    abilities: Mapping[str, int] = field(default_factory=dict)
    """The abilities to ``announce`` and to ``defend`` with."""
    window: str = ""
    """The timing point at which ``actions`` are used; empty where that is not clear."""
    attacker: int | None = None
    """Whose turn it has to be, where that is clear."""
    boards: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """By seat: a space of the board, and the level that it has to have."""
    hinted: float = HINTED
    """How often what it says of a position is followed, one thing at a time."""


class Aims:
    """Reads aims off the states of one duel."""

    def __init__(self, made: DuelMachine) -> None:
        assert isinstance(made.content, TableContent)
        self.made, self.content = made, made.content
        starts: dict[int, list[tuple[str, int]]] = {}
        for kind, places in self.content.starts().items():
            for number, start in enumerate(places):
                if start:
                    starts.setdefault(start, []).append((kind, number))
        self._starts = starts
        self._sorted = sorted(starts)

    def owners(self, pc: int) -> list[tuple[str, int]]:
        """The actions and abilities whose program has an instruction at ``pc``."""
        below = [start for start in self._sorted if start <= pc]
        return self._starts[below[-1]] if below else []

    def of(self, state: State, move: Move | None = None) -> Aim:
        """The aim at ``state`` before ``move``."""
        d, machine = self.made.duel, self.made.machine
        actions: set[int] = set()
        abilities: dict[str, int] = {}
        depth = state[d.depth.place]

        def value(place: Field) -> int:
            number: int = place.place
            return state[number]

        if value(d.announced):
            abilities["announce"] = value(d.announced) - 1
        for frame in range(depth + 1):
            pc = value(d.pc[frame])
            if frame == 0 and not value(d.program):
                continue
            for kind, number in self.owners(pc):
                if kind == "action":
                    actions.add(number)
                elif kind in ("activation", "landing"):
                    abilities["announce"] = number
                elif kind == "defending":
                    abilities["defend"] = number
        window = d.back[1].slot.label(value(d.back[1])) if depth else ""
        if value(d.declared):
            actions.add(value(d.declared) - 1)
            window = d.declared_at.slot.label(value(d.declared_at))
        if move is not None:
            transition = machine.transitions[move[0]]
            for choice, chosen in zip(transition.choices, move[1:], strict=True):
                if choice.name == "action":
                    actions.add(chosen)
                    window = transition.source
                elif choice.name == "ability":
                    abilities["defend" if transition.id.startswith("defense") else "announce"] = chosen
        attacker, boards = None, {}
        for kind, number in abilities.items():
            seat, ability = self.content.printed(defensive=kind == "defend")[number]
            opponents = d.seats.opponents(seat)
            attacker = seat
            if kind == "defend":
                attacker = opponents[0] if len(opponents) == 1 else None
            boards[seat] = (ability.slot, ability.level)
        return Aim(state, frozenset(actions), abilities, window, attacker, boards)
