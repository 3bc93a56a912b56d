"""Playing rounds of a loop on the concrete reader, from a state that a play from the set-up comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from dicelaw.checker.dice_masters.loop_dice import EVENTS, SEATS, SIDEKICK
from dicelaw.checker.dice_masters.loop_gains import Gains
from dicelaw.model.dice_masters.cards.cards import BURSTS, Moment
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import (
    ATTACK,
    BAG,
    CARD,
    DRAW,
    FIELD,
    IN_PLAY,
    PREP,
    RESERVE,
    USED,
)
from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State

PLAYS, STEPS = 150, 700
"""How many plays are steered to a loop, and how long each may be."""
NODES, TRIES = 1_000, 60
"""How many states are looked at for a round, and from how many states of all plays rounds are looked for."""
ROUNDS = 3
BY_LOT, OFTEN = 0.15, 0.5
ACTS = {"global": "global", "field": "field", "act": "use", "send-on": "send"}
HOME = ("main", "attack/window")
_PLAIN = {burst: plain for plain, burst in BURSTS.items()}


@dataclass(frozen=True)
class Round:
    """A round that was played: its moves, the state after it, and what it gained, by name."""

    moves: tuple[Move, ...]
    after: State
    gains: Mapping[str, int]


@dataclass(frozen=True)
class Reached:
    """A play from the set-up, and the rounds that follow it."""

    start: State
    moves: tuple[Move, ...]
    rounds: tuple[Round, ...]
    by_chance: bool
    """Whether chance has to have it so in a round."""


class LoopPlays:
    """Looks for rounds in the game ``made``."""

    def __init__(self, made: TableMachine) -> None:
        t = made.table
        self.machine, self.t = made.machine, t
        self.reader = Concrete(made.machine)
        self.gains = Gains(made)
        cards = [t.dice.kinds[kind].card for kind in t.dice.dice]
        self.ids = [card.id if card else "" for card in cards]
        self.cost = [card.cost if card else 0 for card in cards]
        self.faces = [int(t.face[die].place) for die in range(t.count)]
        self.queue = self.reader.compiled(made.rules.queue.effects[0])

    def dear(self, ids: set[str], seat: int) -> tuple[int, list[int]]:
        """The least cost of a die of ``seat`` among ``ids``, if a turn has fewer dice, and these dice."""
        found = [die for die, id in enumerate(self.ids) if id in ids and self.t.dice.owners[die] == seat]
        costs = [self.cost[die] for die in found]
        return (min(costs), found) if costs and min(costs) > DRAW else (0, [])

    def act(self, state: State, move: Move) -> str:
        """What ``move`` of a player is called, where it is an act; else nothing."""
        transition = self.machine.transitions[move[0]]
        point, _, last = transition.id.rpartition("/")
        name = ACTS.get(last) if point in HOME else None
        actor = self.reader.actor(state, move)
        if name is None or not transition.choices or not isinstance(actor, int):
            return ""
        if name == "global":
            return f"{actor + 1} global/{transition.choices[0].label(move[1])}"
        return f"{actor + 1} {name} {self.ids[move[1]] or SIDEKICK}"

    def to(self, acts: Sequence[str], dice: set[str], gainer: int) -> Reached | None:
        """A play to a state from which rounds of ``acts`` repeat, or None where none was found.

        ``dice`` are the cards that they are about; ``gainer`` is to lose nothing by them.
        """
        seek = _Seeking(self, frozenset(acts), dice, gainer)
        for number in range(PLAYS):
            found = seek.play(Random(number))
            if found is not None or seek.tries >= TRIES:
                return found
        return None


class _Seeking:
    """Looks for one loop."""

    def __init__(self, plays: LoopPlays, acts: frozenset[str], dice: set[str], gainer: int) -> None:
        self.plays, self.acts, self.dice, self.gainer = plays, acts, dice, gainer
        self.reader, self.machine = plays.reader, plays.machine
        self.seats = {int(act.partition(" ")[0]) - 1 for act in acts}
        named = [act.partition(": ") for act in acts]
        self.bearers = {bearer for bearer, _, event in named if event and event != EVENTS[Moment.FIELDED]}
        self.tries = 0
        self.dear = [plays.dear(dice, seat) for seat in SEATS]

    def play(self, random: Random) -> Reached | None:
        """A play that ends with rounds, or None."""
        state, moves = self.machine.start, list[Move]()
        for _ in range(STEPS):
            legal = self.reader.enabled(state)
            if not legal:
                return None
            if self.tries < TRIES and random.random() < OFTEN and self._may_begin(state, legal):
                rounds = self._repeated(state)
                self.tries += 1
                if rounds:
                    by_chance = self._by_chance(state, rounds[0].moves)
                    return Reached(self.machine.start, tuple(moves), tuple(rounds), by_chance)
            move = self._next(state, legal, random)
            moves.append(move)
            try:
                state = self.reader.step(state, move)
            except OutsideDomain:
                return None
        return None

    def _may_begin(self, state: State, legal: Sequence[Move]) -> bool:
        """Whether one of the acts can be done now, or an effect among them is the next one."""
        point = self.machine.point_of(state).id
        if point in HOME:
            return self._at_hand(state) and any(self.plays.act(state, move) in self.acts for move in legal)
        return point == "resolve/read" and self._waiting(state) in self.acts

    def _at_hand(self, state: State) -> bool:
        """Whether there are dice in the Field whose effects are among the acts."""
        gains, ids = self.plays.gains, self.plays.ids
        there = {
            f"{state[gains.owner[die]] + 1} {id}"
            for die, id in enumerate(ids)
            if state[gains.zone[die]] in (FIELD, ATTACK)
        }
        return self.bearers <= there

    def _waiting(self, state: State) -> str:
        """What the first effect in the queue is called."""
        t = self.plays.t
        head = self.plays.queue(state, {}) - 1
        if head < 0 or head >= len(Moment) * t.count:
            return ""
        moment, die = Moment(head // t.count), head % t.count
        owner = state[self.plays.gains.owner[die]]
        return f"{owner + 1} {self.plays.ids[die]}: {EVENTS.get(_PLAIN.get(moment, moment), '')}"

    def _repeated(self, start: State) -> list[Round]:
        found: list[Round] = []
        state = start
        while len(found) < ROUNDS:
            one = self._round(state)
            if one is None:
                return []
            found.append(one)
            state = one.after
        return found

    def _round(self, start: State) -> Round | None:
        """A round that loses nothing and gains something, and after which the next can begin."""
        gains = self.plays.gains
        wanted = gains.key(start)
        waiting: list[tuple[State, tuple[Move, ...]]] = [(start, ())]
        seen: set[State] = set()
        while waiting and len(seen) < NODES:
            state, moves = waiting.pop()
            if moves and state[0] == start[0] and gains.key(state) == wanted:
                gained = gains.free(start, state, self.gainer)
                if gained:
                    return Round(moves, state, gained)
            if state in seen:
                continue
            seen.add(state)
            for move in reversed([*self._onward(state)]):
                try:
                    waiting.append((self.reader.step(state, move), (*moves, move)))
                except OutsideDomain:
                    continue
        return None

    def _onward(self, state: State) -> Iterator[Move]:
        """The moves that may belong to a round: its acts, and what has to be decided within them."""
        point = self.machine.point_of(state).id
        for move in self.reader.enabled(state):
            passes = self.machine.transitions[move[0]].id.endswith("/pass")
            belongs = point not in HOME or self.plays.act(state, move) in self.acts
            if belongs or (passes and self._gives_way(state, move)):
                yield move

    def _gives_way(self, state: State, move: Move) -> bool:
        """Whether who makes ``move``, a pass, has no part in the loop, or both have."""
        return len(self.seats) > 1 or self.reader.actor(state, move) not in self.seats

    def _by_chance(self, state: State, moves: Sequence[Move]) -> bool:
        for move in moves:
            if self.reader.actor(state, move) is Agent.CHANCE and len(self.reader.enabled(state)) > 1:
                return True
            state = self.reader.step(state, move)
        return False

    def _next(self, state: State, legal: Sequence[Move], random: Random) -> Move:
        """A move that brings the dice of the loop into the Field, or one by lot."""
        if len(legal) == 1 or random.random() < BY_LOT:
            return random.choice(legal)
        if self.reader.actor(state, legal[0]) is Agent.CHANCE:
            sample = legal if len(legal) <= 12 else random.sample(legal, 12)
            return max(sample, key=lambda move: self._worth(state, move, random))
        return max(legal, key=lambda move: (self._wish(state, move, random), random.random()))

    def _wish(self, state: State, move: Move, random: Random) -> float:
        """How much ``move`` of a player is for the loop."""
        transition = self.machine.transitions[move[0]]
        id = transition.id
        about = [choice.name for choice in transition.choices]
        mine = "die" in about and self.plays.ids[move[1 + about.index("die")]] in self.dice
        actor = self.reader.actor(state, move)
        if isinstance(actor, int) and self._gathers(state, actor):
            mine |= id in ("main/field", "attack/send", "block/block")
        if id in ("main/field", "main/buy"):
            return 60 if mine else 30 * random.random()
        if self.plays.act(state, move) in self.acts:
            return 18 * random.random() if id.endswith("/global") else 45
        if id in ("attack/send", "block/block", "reroll/pick"):
            return (40 if mine else 0) if id != "reroll/pick" else 0
        if id == "attack/go":
            return 30
        if id.endswith(("/pass", "/close")):
            return 15
        return 20 * random.random()

    def _gathers(self, state: State, seat: int) -> bool:
        """Whether ``seat`` has bought no die that costs more than a turn has dice, and has not enough for it.

        Then its starting dice are to fight and fall, as they are rolled beside those that are drawn.
        """
        gains, (price, dear) = self.plays.gains, self.dear[seat]
        if not dear or any(state[gains.zone[die]] != CARD for die in dear):
            return False
        places = zip(gains.owner, gains.zone, strict=True)
        return sum(state[owner] == seat and state[zone] in (PREP, RESERVE) for owner, zone in places) < price

    def _worth(self, state: State, move: Move, random: Random) -> float:
        """How good it is for the loop that chance has it so."""
        try:
            after = self.reader.step(state, move)
        except OutsideDomain:
            return -1
        gathering = [self._gathers(after, seat) for seat in SEATS]
        dice = range(len(self.plays.ids))
        return sum(self._place(after, die, gathering) for die in dice) + random.random()

    def _place(self, state: State, die: int, gathering: Sequence[bool]) -> float:
        zone, face = state[self.plays.gains.zone[die]], state[self.plays.faces[die]]
        wanted = self.plays.ids[die] in self.dice
        if zone in (PREP, RESERVE) and face:
            shown = self.plays.t.dice.kinds[self.plays.t.dice.dice[die]].faces[min(face, 6) - 1]
            if wanted:
                return 9 if shown.level or shown.action else 3
            if gathering[state[self.plays.gains.owner[die]]] and shown.level:
                return 4
            return 2 + shown.amount if shown.amount else 0
        if zone in (PREP, RESERVE):
            return 8 if wanted else 1
        return {FIELD: 10, ATTACK: 10, IN_PLAY: 10, BAG: 0, USED: 1, CARD: 0}.get(zone, 0) if wanted else 0
