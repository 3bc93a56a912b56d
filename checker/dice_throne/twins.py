"""Plays made twice from the use of one entry on: as it is, and as if the entry did nothing.

In both it is used and paid for alike, but for negative tokens. All that follows is decided and falls by what
a seed says of each moment, whatever came before, so plays differ only by what the entry does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import blake2b
from random import Random

from dicelaw.checker.dice_throne.faces import faces_for
from dicelaw.checker.dice_throne.rounds import USING, Rounds
from dicelaw.model.dice_throne.state.duel_state import DICE, ZONES
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.concrete import Move, OutsideDomain
from dicelaw.model.kernel.graph import Agent, Kind
from dicelaw.model.kernel.state import State

STEPS = 300
"""How many steps are made after a use at the most; most turns are over sooner."""
BEGINS = {False: ("/act", "/play", "answer/carry-out"), True: ("/activate", "targeting/land", "/defend")}
"""What begins the program of an action, and those of an ability."""
UNWANTED = (*USING, "/upgrade", "/sell")
"""What nobody does in these plays while there is something else to do."""
Differing = Mapping[str, tuple[str, str]]
"""What ends otherwise, by name: with what the entry does, and without."""


@dataclass(frozen=True)
class Useful:
    """A play of ``heroes`` in which an entry is used by move number ``at``, and what that changed."""

    heroes: tuple[str, str]
    moves: tuple[Move, ...]
    at: int
    differing: Differing


@dataclass(frozen=True)
class Use:
    """The use of an ability or an action by ``seat``: a ``move`` in the state ``before``."""

    before: State
    move: Move
    seat: int
    is_ability: bool


class Twins:
    """Makes plays of one duel twice."""

    def __init__(self, rounds: Rounds) -> None:
        content = rounds.made.content
        assert isinstance(content, TableContent)
        self.rounds = rounds
        self.content = content
        self.ids = [one.id for one in rounds.machine.transitions]

    def differing(self, use: Use, seed: str) -> tuple[list[Move], Differing]:
        """The moves from ``use`` on, and what is otherwise than without what it does.

        That is what lasts at the end of the turn, and dice once an action is over.
        """
        with_it, without = (_Told(self, use, seed, does=does) for does in (True, False))
        if not (with_it.run() and without.run()):
            return [], {}
        pairs = ((with_it.dice, without.dice), (self.lasting(with_it.state), self.lasting(without.state)))
        found = {
            name: (mine[name], its[name])
            for mine, its in pairs
            for name in mine.keys() & its.keys()
            if mine[name] != its[name]
        }
        return with_it.moves, dict(sorted(found.items()))

    def situation(self, state: State) -> State:
        """What is alike in states in which a use is likely to change the same: the moment, and tokens."""
        d = self.rounds.made.duel
        cells = (d.turn, d.live, d.activated, d.defended, *d.tokens)
        return (state[0], *(state[_place(cell)] for cell in cells))

    def lasting(self, state: State) -> dict[str, str]:
        """What lasts beyond a turn in ``state``, by name."""
        return {name: says(state) for name, says in self._lasting}

    @cached_property
    def _lasting(self) -> list[tuple[str, Callable[[State], str]]]:
        return [(name, partial(_shown, place, labels)) for name, place, labels in self._places()]

    def _places(self) -> Iterator[tuple[str, int, Sequence[str]]]:
        d = self.rounds.made.duel
        arrays = {
            "combat points": d.cp, "cards in hand": d.hand, "cards in the deck": d.library,
            "cards in the discard pile": d.pile, "health of the companion": d.companion,
            "activity of the companion": d.companion_up,
        }  # fmt: skip
        for seat in d.seats.numbers:
            player = f"player {seat + 1}"
            yield f"health of {player}", _place(d.health[d.seats.side(seat)]), ()
            for name, array in arrays.items():
                yield f"{name} of {player}", _place(array[seat]), ()
            for kind, status in enumerate(d.statuses[1:]):
                if status.sign != "mark":
                    yield f"{status.name} of {player}", _place(d.tokens[seat * d.kinds + kind]), ()
                    raised = d.raised[seat * d.kinds + kind]
                    yield f"stack limit of {status.name} of {player}, raised by", _place(raised), ()
            hero = self.content.heroes[seat]
            for space, slot in enumerate(hero.slots):
                level = d.level[seat * (len(d.spaces) // len(d.seats)) + space]
                yield f"level of {slot} of {player}", _place(level), ()
            for number, card in enumerate(hero.cards if d.zone is not None else ()):
                assert d.zone is not None
                place = _place(d.zone[seat * d.deck + number])
                yield f"{card.action.name} of {player}", place, ZONES


class _Told:
    """One of the two plays; the same ``seed`` says the same of the same moment."""

    def __init__(self, twins: Twins, use: Use, seed: str, *, does: bool) -> None:
        self.twins, self.use, self.seed, self.does = twins, use, seed, does
        self.state, self.moves = use.before, list[Move]()
        self.dice: dict[str, str] = {}
        self.begun = self.over = False
        self.visits: Counter[tuple[int, ...]] = Counter()

    def run(self) -> bool:
        """Make the play to the end of the turn; whether it came to that."""
        rounds, duel = self.twins.rounds, self.twins.rounds.made.duel
        turn, move = _place(duel.turn), self.use.move
        try:
            for _ in range(STEPS):
                self._step(move)
                legal = rounds.reader.enabled(self.state)
                ended = not legal or rounds.machine.point_of(self.state).kind is Kind.FINAL
                if ended or self.state[turn] != self.use.before[turn]:
                    return True
                move = self._next(legal)
        except OutsideDomain:
            pass
        return False

    def _step(self, move: Move) -> None:
        duel, before = self.twins.rounds.made.duel, self.state
        self.state = self.twins.rounds.reader.step(before, move)
        self.moves.append(move)
        depth, level = _place(duel.depth), self.use.before[_place(duel.depth)]
        if self._begins(self.twins.ids[move[0]]):
            self.begun = True
            if not self.does:
                self.state = self._without(before)
        elif self.begun and not self.over and not self.use.is_ability and self.state[depth] <= level:
            self.over = True
            shown = [self.state[_place(duel.dice[die])] for die in range(2 * DICE)]
            if self.state[_place(duel.live)]:
                self.dice = {"the dice of the roll": " ".join(str(face) for face in shown if face)}

    def _without(self, before: State) -> State:
        """The state, with nothing to do for the program that has begun since ``before``.

        Negative tokens are not spent for it, as to be rid of them is something as well.
        """
        duel, state = self.twins.rounds.made.duel, self.state
        frame = state[_place(duel.depth)]
        kind = state[_place(duel.spent[frame])]
        state = _written(state, _place(duel.pc[frame]), 0)
        if not self.use.is_ability and kind and duel.statuses[kind].sign == "negative":
            tokens = _place(duel.tokens[self.use.seat * duel.kinds + kind - 1])
            state = _written(state, tokens, before[tokens])
        return state

    def _begins(self, id: str) -> bool:
        """Whether the transition ``id`` has begun a program of what is used."""
        if not id.endswith(BEGINS[self.use.is_ability]) or (self.begun and not self.use.is_ability):
            return False
        duel = self.twins.rounds.made.duel
        return self.state[_place(duel.owner[self.state[_place(duel.depth)]])] == self.use.seat

    def _next(self, legal: Sequence[Move]) -> Move:
        if len(legal) == 1:
            return legal[0]
        twins, duel = self.twins, self.twins.rounds.made.duel
        depth = self.state[_place(duel.depth)]
        resolving = twins.rounds.machine.point_of(self.state).id.startswith("resolve/")
        moment = (self.state[0], depth, self.state[_place(duel.pc[depth])] if resolving else 0)
        self.visits[moment] += 1
        told = partial(_told, f"{self.seed}/{moment}/{self.visits[moment]}")
        if twins.rounds.reader.actor(self.state, legal[0]) is Agent.CHANCE:
            if twins.ids[legal[0][0]] == "offense/roll/die":
                face = self._face(self.visits[moment] - 1)
                return next((move for move in legal if move[-1] == face), legal[0])
            return max(legal, key=told)
        wanted = [move for move in legal if not twins.ids[move[0]].endswith(UNWANTED)] or legal
        kind = max({move[0] for move in wanted}, key=told)
        return max((move for move in wanted if move[0] == kind), key=told)

    def _face(self, die: int) -> int:
        """What die number ``die`` of the offensive rolls shows: five fulfil what some ability needs."""
        attempt, place = divmod(die, DICE)
        attacker = self.state[_place(self.twins.rounds.made.duel.attacker)]
        draw = Random(f"{self.seed}/{attempt}")
        return faces_for(draw.choice(self.twins.content.heroes[attacker].offense).needs, draw)[place]


def _told(moment: str, move: object) -> bytes:
    """How much ``move`` is wanted at ``moment``: by lot, whatever else could be done."""
    return blake2b(f"{moment}/{move}".encode(), digest_size=8).digest()


def _written(state: State, place: int, value: int) -> State:
    return (*state[:place], value, *state[place + 1 :])


def _shown(place: int, labels: Sequence[str], state: State) -> str:
    return labels[state[place]] if labels else str(state[place])


def _place(cell: object) -> int:
    return int(cell.place)  # type: ignore[attr-defined]  # of a field
