"""Playing a round of a loop on the concrete reader, and what it gains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State

NODES = 12_000
"""How many states a search for one round may come to."""
ROUNDS = 3
"""How often a round has to be played, one after the other, to be one that repeats."""
USING = ("/act", "/declare", "/play")
ALTERING = ("resolve/reroll/", "resolve/alter/")
Wanted = Counter[tuple[int, str]]
"""How often each seat still uses each thing in this round; `sell` for selling a card."""


@dataclass(frozen=True)
class Round:
    """A round that was played: its moves, the state after it, and what there is more of, by name."""

    moves: tuple[Move, ...]
    after: State
    gains: Mapping[str, int]


class Rounds:
    """Looks for rounds in the duel ``made``."""

    def __init__(self, made: DuelMachine) -> None:
        self.made = made
        self.machine = made.machine
        self.reader = Concrete(made.machine)

    def repeated(self, start: State, wanted: Wanted) -> list[Round]:
        """Rounds of ``wanted`` from ``start``, each of which loses nothing and gains something; else none."""
        found: list[Round] = []
        state = start
        while len(found) < ROUNDS:
            one = self.round(state, wanted)
            if one is None:
                return []
            found.append(one)
            state = one.after
        return found

    def round(self, start: State, wanted: Wanted) -> Round | None:
        """A round of all that is ``wanted`` that leads back to where it began, richer in something."""
        seats = {seat for seat, _ in wanted}
        home, depth = start[0], start[self.depth]
        waiting: list[tuple[State, tuple[Move, ...], Wanted]] = [(start, (), wanted)]
        seen: set[tuple[State, tuple[tuple[tuple[int, str], int], ...]]] = set()
        while waiting and len(seen) < NODES:
            state, moves, left = waiting.pop()
            if moves and not left and state[0] == home and state[self.depth] == depth:
                gains = self.gains(start, state, moves, seats)
                if gains is not None:
                    return Round(moves, state, gains)
                continue
            key = (state, tuple(sorted(left.items())))
            if key in seen:
                continue
            seen.add(key)
            for move, rest in self._onward(state, left, at_home=state[0] == home):
                try:
                    after = self.reader.attempt(state, move)
                except OutsideDomain:
                    continue
                if after is not None:
                    waiting.append((after, (*moves, move), rest))
        return None

    def _onward(self, state: State, left: Wanted, *, at_home: bool) -> Iterator[tuple[Move, Wanted]]:
        """The moves from ``state`` that may belong to the round, the most hopeful last."""
        uses: list[tuple[Move, Wanted]] = []
        others: list[tuple[Move, Wanted]] = []
        for move in self.reader.enabled(state):
            actor = self.reader.actor(state, move)
            used = self.use(move, actor)
            if used is None:
                waits = at_home and left and not any(seat != actor for seat, _ in left)
                if not (waits and self.machine.transitions[move[0]].id.endswith(("/pass", "/close"))):
                    others.append((move, left))
            elif left[used]:
                rest = left.copy()
                rest[used] -= 1
                uses.append((move, +rest))
        yield from others
        yield from uses

    def use(self, move: Move, actor: int | Agent) -> tuple[int, str] | None:
        """Whose use of what ``move`` is, or None where it is none."""
        transition = self.machine.transitions[move[0]]
        if not isinstance(actor, int):
            return None
        if transition.id.endswith("/sell"):
            return actor, "sell"
        if transition.id.endswith(USING):
            return actor, transition.choices[0].label(move[1])
        if transition.id.endswith("/upgrade"):
            return actor, "upgrade"
        return None

    def can_begin(self, state: State, wanted: Wanted) -> bool:
        """Whether something of ``wanted`` may be used in ``state``, with no other action under way."""
        if state[self.depth]:
            return False
        return any(
            self.use(move, self.reader.actor(state, move)) in wanted for move in self.reader.enabled(state)
        )

    @cached_property
    def depth(self) -> int:
        """The place of the number of actions under way in a state."""
        return _place(self.made.duel.depth)

    @cached_property
    def _kept(self) -> dict[str, int]:
        """What no round may lose, by name, with its place in a state."""
        d = self.made.duel
        found: dict[str, int] = {}
        for seat in d.seats.numbers:
            player = f"player {seat + 1}"
            found[f"combat points of {player}"] = _place(d.cp[seat])
            found[f"cards in hand of {player}"] = _place(d.hand[seat])
            found[f"health of the companion of {player}"] = _place(d.companion[seat])
            for kind in d.kinds_with(lambda status: status.sign != "mark"):
                found[f"{d.statuses[kind].name} of {player}"] = _place(d.tokens[seat * d.kinds + kind - 1])
        return found

    @cached_property
    def _growing(self) -> dict[str, int]:
        """What can only grow in a phase and is good for somebody, by name."""
        d = self.made.duel
        found = {"damage added to the attack": _place(d.added), "halves sent back": _place(d.reflects)}
        found |= {"roll attempts": _place(d.attempts), "defensive roll attempts": _place(d.again)}
        found["tokens that may be kept off"] = _place(d.shield)
        for seat in d.seats.numbers:
            found[f"healing of player {seat + 1}"] = _place(d.healing[seat])
            found[f"damage prevented for player {seat + 1}"] = _place(d.prevented[seat])
            found[f"halvings for player {seat + 1}"] = _place(d.halved[seat])
        return found

    def harm(self, before: State, after: State, seat: int) -> int:
        """How much worse off the health of ``seat`` is in ``after``, what is on its way counted in.

        What a side loses of one health is counted for its first seat.
        """
        d = self.made.duel
        dial = _place(d.health[d.seats.side(seat)])
        is_first = d.seats.members(d.seats.side(seat))[0] == seat
        coming = sum(
            after[_place(array[seat])] - before[_place(array[seat])]
            for array in (d.dealt, d.collateral, d.certain)
        )
        return coming + (before[dial] - after[dial]) * is_first

    def loses(self, before: State, after: State) -> bool:
        """Whether a round lost something that no round may lose."""
        return any(after[place] < before[place] for place in self._kept.values())

    def gains(
        self, before: State, after: State, moves: tuple[Move, ...], seats: set[int]
    ) -> dict[str, int] | None:
        """What a round gained, by name; None where it lost something or gained nothing.

        ``seats`` are those who act. What one of them alone does to their own health is a loss, or that of its
        side; what is done to another is a gain.
        """
        found: dict[str, int] = {}
        sides = self.made.duel.seats
        acting = {sides.side(seat) for seat in seats}
        if self.loses(before, after):
            return None
        for name, place in (*self._kept.items(), *self._growing.items()):
            found[name] = after[place] - before[place]
        for seat in sides.numbers:
            harm, healed = self.harm(before, after, seat), found[f"healing of player {seat + 1}"]
            if acting == {sides.side(seat)}:
                found[f"healing of player {seat + 1}"] = healed - harm
                if harm > healed:
                    return None
            else:
                found[f"damage to player {seat + 1}"] = harm
        found["dice altered"] = sum(self._alters(move) for move in moves)
        gained = {name: some for name, some in found.items() if some > 0}
        return gained or None

    def _alters(self, move: Move) -> bool:
        transition = self.machine.transitions[move[0]]
        return transition.id.startswith(ALTERING) and any(one.name == "die" for one in transition.choices)


def _place(cell: object) -> int:
    return int(cell.place)  # type: ignore[attr-defined]  # of a field
