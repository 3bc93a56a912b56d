"""Seeking plays: from positions in which much can happen to where few plays have been, or to one moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from functools import cache
from random import Random
from typing import Any

import networkx as nx

from dicelaw.checker.walks.observed_play import Play, Stage
from dicelaw.model.dice_throne.language import Hero, Op
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import CP_MAX, DICE, DISCARD, HAND, HEALTH_MAX, SLOTS
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_throne.aims import Aim, Aims
from dicelaw.oracle.dice_throne.opening import GAME, duel_of
from dicelaw.oracle.dice_throne.positions import with_side_health
from dicelaw.oracle.dice_throne.recorded import named
from dicelaw.oracle.dice_throne.results import results
from dicelaw.oracle.dice_throne.scenario import STARTS
from dicelaw.oracle.games.session import Session

LENGTHS = (36, 36, 150)
"""How many decisions and rolls a play of two has at most: few, or enough for what stays behind for turns."""
HEALTHS = (1, 2, 3, 5, 8, 12, 20, 50, 55, 59, HEALTH_MAX)
POINTS = (0, 1, 2, 4, 8, CP_MAX - 1, CP_MAX)
RICH = 0.3
"""How often a player has much of everything, and how often what players have later before the set-up."""
SOUGHT = 0.7
"""How often a transition that is sought is taken where it may be."""
SWAPPING = 0.1
"""How often a token that bars its bearer from acting may be moved to the other player."""
STARTING = {
    "upkeep": "upkeep/begin", "income": "income", "main-1": "main-1", "offense": "offense/begin",
    "targeting": "offense/begin", "defense": "offense/begin", "main-2": "main-2", "discard": "discard",
}  # fmt: skip


POOLS = {"offense/roll": 0, "defense/roll": 1, "resolve/roll": 2}
"""Whose dice are rolled where; those of an action are the next after those of an ability."""


class Seeker:
    """Makes positions and plays; the choices are random, and the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.seen: Counter[str] = Counter()
        self.sought: Set[int] = frozenset()
        """The places of transitions that are mostly taken where they may be."""

    def setup(self, heroes: Sequence[str], opened: DuelMachine, aim: Aim | None = None) -> dict[str, Any]:
        """A position of ``heroes`` in which much can happen, or one that resembles ``aim``."""
        draw = self.random
        start = draw.choices(STARTS, [1, 3, 1, 5, 8, 3, 1])[0]
        turn = draw.randint(0, len(heroes) - 1)
        if aim is not None:
            phase = opened.duel.phase.slot.label(aim.state[opened.duel.phase.place])
            if draw.random() < aim.hinted:
                start = STARTING.get(phase, "setup")
                first = aim.state[opened.duel.first_turn.place] == 1 and phase in ("upkeep", "income")
                if first or opened.machine.points[aim.state[0]].id.startswith("setup"):
                    start = "setup"
            if draw.random() < aim.hinted:
                turn = aim.state[opened.duel.turn.place]
            if aim.attacker is not None and draw.random() < 0.95:
                turn = aim.attacker
        assert isinstance(opened.content, TableContent)
        rows = [
            self._fresh(opened, seat, name, aim)
            if start == "setup"
            else self._player(opened, seat, name, aim)
            for seat, name in enumerate(heroes)
        ]
        seats = opened.duel.seats
        if start != "setup" and draw.random() < SWAPPING:
            other = one_of(seats.opponents(turn), draw)
            self._swapping(opened, rows[turn], rows[other], opened.content.heroes[turn])
        players = with_side_health(seats, rows)
        more = named(opened.rules.mode.id)
        return {"game": GAME, "players": players, **more, "turn": str(turn + 1), "start": start}

    def _swapping(
        self, opened: DuelMachine, mine: dict[str, Any], theirs: dict[str, Any], hero: Hero
    ) -> None:
        """Let whoever's turn it is have what could move a token that bars an opponent from acting."""
        barring = [status.id for status in opened.duel.statuses[1:] if status.bars_actions]
        movers = [
            card.action.id for card in hero.cards if any(i.op is Op.TRANSFER for i in card.action.program)
        ]
        if barring and movers:
            for player in (mine, theirs):
                player["tokens"] = {id: n for id, n in player["tokens"].items() if id not in barring}
            theirs["tokens"][self.random.choice(barring)] = 1
            mine["hand"] = [*dict.fromkeys((*movers, *mine["hand"]))]
            mine["discard"] = [id for id in mine["discard"] if id not in movers]
            mine["cp"] = max(mine["cp"], CP_MAX // 2)

    def _fresh(self, opened: DuelMachine, seat: int, name: str, aim: Aim | None) -> dict[str, Any]:
        """What a player has before the set-up: nothing, or as later; of what ``aim`` has only the tokens."""
        if aim is not None and self.random.random() < aim.hinted:
            return {"hero": name, "tokens": _held(opened, seat, aim)}
        if aim is None and self.random.random() < RICH:
            return self._player(opened, seat, name, aim)
        return {"hero": name}

    def _player(self, opened: DuelMachine, seat: int, name: str, aim: Aim | None) -> dict[str, Any]:
        """What a player begins with."""
        assert isinstance(opened.content, TableContent)
        hero = opened.content.heroes[seat]
        found = self._random_player(opened, hero, name)
        if aim is not None:
            self._like(opened, seat, hero, aim, found)
        found["health"] = min(found["health"], opened.duel.health_most)
        return found

    def _random_player(self, opened: DuelMachine, hero: Hero, name: str) -> dict[str, Any]:
        draw = self.random
        rich = draw.random() < RICH
        often = 0.8 if rich else draw.choice((0.05, 0.15, 0.4))
        full = draw.random() < 0.3
        tokens = {
            status.id: min(status.limit, 7) if full else draw.randint(1, min(status.limit, 7))
            for status in opened.duel.statuses[1:]
            if status.limit and status.sign != "mark" and draw.random() < often
            and not (status.bars_actions and (rich or draw.random() < 0.6))
        }  # fmt: skip
        board, used = {}, set()
        for space, slot in enumerate(hero.slots):
            levels = [
                card.upgrade.level for card in hero.cards if card.upgrade and card.upgrade.slot == space
            ]
            if levels and draw.random() < 0.4:
                board[slot] = draw.choice(levels)
                used.add((space, board[slot]))
        free = [
            card.action.id for card in hero.cards
            if not card.upgrade or (card.upgrade.slot, card.upgrade.level) not in used
        ]  # fmt: skip
        draw.shuffle(free)
        hand = draw.choice((0, 2, 4, 5, 6, 8))
        gone = draw.choice((0, 0, 3, len(free) - hand))
        found = {
            "hero": name, "health": draw.choice(HEALTHS[5:] if rich else HEALTHS),
            "cp": draw.choice(POINTS[-3:] if rich else POINTS),
            "tokens": tokens, "board": board, "hand": free[:hand], "discard": free[hand : hand + gone],
        }  # fmt: skip
        if hero.companion or draw.random() < 0.25:
            found["companion"] = draw.randint(0, hero.companion_max or 5)
            if draw.random() < 0.3:
                found["companion_active"] = False
        return found

    def _like(self, opened: DuelMachine, seat: int, hero: Hero, aim: Aim, found: dict[str, Any]) -> None:
        """Make ``found`` more like what ``seat`` has in ``aim``."""
        d, state, draw = opened.duel, aim.state, self.random
        assert isinstance(opened.content, TableContent)
        if draw.random() < aim.hinted:
            found["health"] = max(state[d.health[d.seats.side(seat)].place], 1)
        if draw.random() < aim.hinted / 2:
            found["cp"] = state[d.cp[seat].place]
        if draw.random() < aim.hinted:
            found["tokens"] = _held(opened, seat, aim)
        if draw.random() < aim.hinted:
            board = {}
            for space, slot in enumerate(hero.slots):
                level = state[d.level[seat * SLOTS + space].place]
                if _is_brought(hero, space, level):
                    board[slot] = level
            found["board"] = board
        if found["health"] < 4 and draw.random() < 0.5:
            found["health"] = draw.choice(HEALTHS[4:])
        if seat in aim.boards:
            space, level = aim.boards[seat]
            found["board"].pop(hero.slots[space], None)
            if _is_brought(hero, space, level):
                found["board"][hero.slots[space]] = level
        in_play = {(hero.slots.index(slot), level) for slot, level in found["board"].items()}
        free = [
            (place, card.action.id) for place, card in enumerate(hero.cards)
            if not card.upgrade or (card.upgrade.slot, card.upgrade.level) not in in_play
        ]  # fmt: skip
        if draw.random() < aim.hinted and d.zone is not None:
            zones = [state[d.zone[seat * d.deck + place].place] for place, _ in free]
            hand = [id for (_, id), zone in zip(free, zones, strict=True) if zone == HAND]
            gone = [id for (_, id), zone in zip(free, zones, strict=True) if zone == DISCARD]
        else:
            names = {id for _, id in free}
            hand = [id for id in found["hand"] if id in names]
            gone = [id for id in found["discard"] if id in names]
        own = range(seat * d.deck, seat * d.deck + len(hero.cards))
        for action in aim.actions:
            if action in own:
                id = hero.cards[action - own.start].action.id
                if any(id == other for _, other in free) and id not in hand and draw.random() < 0.9:
                    hand.append(id)
                    gone = [other for other in gone if other != id]
                if found["cp"] < 2 and draw.random() < aim.hinted:
                    found["cp"] = draw.choice((2, 4, 8))
        found["hand"], found["discard"] = hand, [id for id in gone if id not in hand]
        if (hero.companion or state[d.has_companion[seat].place]) and draw.random() < aim.hinted:
            found["companion"] = min(state[d.companion[seat].place], max(hero.companion_max, 5))
            found["companion_active"] = bool(state[d.companion_up[seat].place])

    def play(self, session: Session, stage: Stage, aim: Aim | None = None, length: int | None = None) -> Play:
        """A random play from the present state of ``session``; towards ``aim`` where there is one."""
        play = stage.begun(session.state)
        draw = self.random
        lucky, calm = draw.choice((0, 0.3, 0.8)), draw.choice((0.1, 0.5, 0.8))
        near = distances(stage, aim.state[0]) if aim is not None and draw.random() < 0.9 else {}
        plans = self._plans(duel_of(session), aim)
        most = length or draw.choice(LENGTHS)
        for _ in range(most * len(stage.machine.seats) // 2):
            state = play.states[-1]
            moves = stage.reader.enabled(state)
            if not moves:
                break
            if stage.reader.actor(state, moves[0]) is Agent.CHANCE:
                move = self._chance(stage, duel_of(session), state, moves, aim, plans, lucky)
            else:
                move = self._decided(stage, session, state, moves, aim, near, plans, calm)
            play = stage.played(play, move)
        return play

    def _plans(self, opened: DuelMachine, aim: Aim | None) -> dict[int, tuple[int, ...]]:
        """For each seat faces that let it announce what is aimed at, or anything."""
        assert isinstance(opened.content, TableContent)
        found = {}
        abilities = opened.content.printed()
        if aim is not None and "announce" in aim.abilities and self.random.random() < 0.9:
            seat, ability = abilities[aim.abilities["announce"]]
            if (faces := results(ability)) and len(faces) > 0:
                found[seat] = self.random.choice(faces)
        for seat in opened.duel.seats.numbers:
            needed = aim is not None and seat == aim.attacker
            if seat not in found and (needed or self.random.random() < 0.5):
                own = [ability for owner, ability in abilities if owner == seat]
                faces = results(self.random.choice(own))
                if faces:
                    found[seat] = self.random.choice(faces)
        return found

    def _chance(
        self, stage: Stage, opened: DuelMachine, state: State, moves: Sequence[Move], aim: Aim | None,
        plans: Mapping[int, tuple[int, ...]], lucky: float,
    ) -> Move:  # fmt: skip
        d, draw = opened.duel, self.random
        here = stage.machine.points[state[0]].id
        attacker = state[d.attacker.place]
        if here in POOLS and moves[0][1:]:
            pending = state[d.pending.place]
            which = next((place for place in range(DICE) if pending >> place & 1), 0)
            wanted = 0
            if here == "offense/roll" and attacker in plans:
                wanted = plans[attacker][which]
            elif here != "offense/roll" and aim is not None and draw.random() < aim.hinted:
                pool = POOLS[here] + (here == "resolve/roll" and state[d.depth.place] > 0)
                wanted = aim.state[d.dice[pool * DICE + which].place]
            for move in moves:
                if move[1] == wanted:
                    return move
        return moves[-1] if draw.random() < lucky else draw.choice(moves)

    def _decided(
        self, stage: Stage, session: Session, state: State, moves: Sequence[Move], aim: Aim | None,
        near: Mapping[int, int], plans: Mapping[int, object], calm: float,
    ) -> Move:  # fmt: skip
        draw = self.random
        transitions = stage.machine.transitions
        here = stage.machine.points[state[0]].id
        if (fresh := [move for move in moves if move[0] in self.sought]) and draw.random() < SOUGHT:
            return draw.choice(fresh)
        if aim is not None and draw.random() < 0.9:
            timely = not aim.window or aim.window == here
            wanted = [move for move in moves if self._wanted(stage, move, aim, timely)]
            if wanted:
                return draw.choice(wanted)
            kept = [move for move in moves if not self._wanted(stage, move, aim, True)]
            moves = kept or moves
            if here == "offense/choose" and plans:
                tell = [move for move in moves if transitions[move[0]].id == "offense/choose/announce"]
                if tell and draw.random() < 0.8:
                    return draw.choice(tell)
            if near and draw.random() < 0.7:
                best = min(near.get(stage.machine.point_index[transitions[m[0]].target], 99) for m in moves)
                moves = [
                    m for m in moves
                    if near.get(stage.machine.point_index[transitions[m[0]].target], 99) == best
                ]  # fmt: skip
        quiet = [move for move in moves if session.is_pass(move)] if draw.random() < calm else []
        return self._rarest(stage, quiet or moves)

    def _wanted(self, stage: Stage, move: Move, aim: Aim, timely: bool) -> bool:
        """Whether ``move`` uses what ``aim`` asks for; actions only where it is ``timely``."""
        transition = stage.machine.transitions[move[0]]
        for choice, chosen in zip(transition.choices, move[1:], strict=True):
            if choice.name == "action" and chosen in aim.actions:
                return timely
            if choice.name == "ability":
                kind = "defend" if transition.id.startswith("defense") else "announce"
                if aim.abilities.get(kind) == chosen:
                    return True
        return False

    def _rarest(self, stage: Stage, moves: Sequence[Move]) -> Move:
        """One of ``moves``, the more likely the fewer times it was made."""
        names = [self._named(stage, move) for move in moves]
        by_transition = Counter(move[0] for move in moves)
        weights = [
            1 / (1 + self.seen[stage.machine.transitions[move[0]].id]) ** 0.5
            / (1 + self.seen[name]) / by_transition[move[0]] ** 0.5
            for move, name in zip(moves, names, strict=True)
        ]  # fmt: skip
        place = self.random.choices(range(len(moves)), weights)[0]
        self.seen[names[place]] += 1
        self.seen[stage.machine.transitions[moves[place][0]].id] += 1
        return moves[place]

    @staticmethod
    def _named(stage: Stage, move: Move) -> str:
        """What ``move`` is about: an action or an ability, wherever it is used."""
        transition = stage.machine.transitions[move[0]]
        labels = [choice.label(value) for choice, value in zip(transition.choices, move[1:], strict=True)]
        return " ".join([transition.id.rsplit("/", 1)[-1], *labels])


class DuelSeeker:
    """A seeker for the duel ``opened`` of ``heroes``; see ``Seeking``."""

    def __init__(self, heroes: Sequence[str], opened: DuelMachine, seed: str) -> None:
        self.heroes, self.opened = heroes, opened
        self.seeker, self.aims = Seeker(seed), Aims(opened)

    @property
    def random(self) -> Random:
        """What all choices come from."""
        return self.seeker.random

    @random.setter
    def random(self, draw: Random) -> None:
        self.seeker.random = draw

    def setup(self, aim: Aim | None = None) -> dict[str, Any]:
        """A position in which much can happen, or one that resembles ``aim``."""
        return self.seeker.setup(self.heroes, self.opened, aim)

    def play(self, session: Session, stage: Stage, aim: Aim | None = None) -> Play:
        """A random play from the present state of ``session``; towards ``aim`` where there is one."""
        return self.seeker.play(session, stage, aim)

    def aim(self, state: State, move: Move | None = None) -> Aim:
        """The aim at ``state`` before ``move``."""
        return self.aims.of(state, move)


def one_of(seats: Sequence[int], draw: Random) -> int:
    """One of ``seats``; nothing is drawn where there is only one."""
    return seats[0] if len(seats) == 1 else draw.choice(seats)


def _is_brought(hero: Hero, space: int, level: int) -> bool:
    """Whether a card brings this space of the board of ``hero`` to ``level``."""
    steps = ((card.upgrade.slot, card.upgrade.level) for card in hero.cards if card.upgrade)
    return (space, level) in steps


def _held(opened: DuelMachine, seat: int, aim: Aim) -> dict[str, int]:
    """The tokens that ``seat`` has in ``aim``, as far as a position may have them."""
    d = opened.duel
    held = {
        status.id: min(aim.state[d.tokens[seat * d.kinds + kind].place], status.limit, 7)
        for kind, status in enumerate(d.statuses[1:])
        if status.sign != "mark"
    }
    return {id: count for id, count in held.items() if count}


def distances(stage: Stage, point: int) -> Mapping[int, int]:
    """From how far each timing point leads to ``point``, not through the end of an action."""
    return _distances(stage, point)


@cache
def _distances(stage: Stage, point: int) -> Mapping[int, int]:
    machine = stage.machine
    there = machine.points[point].id
    back = [id for id in ("resolve/return", "answer") if id != there]
    graph = machine.graph.copy()
    graph.remove_edges_from([*graph.out_edges(back)])
    found = nx.single_source_shortest_path_length(graph.reverse(copy=False), there)
    return {machine.point_index[id]: length for id, length in found.items()}
