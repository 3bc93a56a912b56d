"""Random plays aimed at one thing of content: an ability, a card, a use of a token, a status effect."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from dicelaw.checker.dice_throne.faces import asked_for
from dicelaw.checker.walks.observed_play import Play, Stage
from dicelaw.model.dice_throne.language import (
    Ability,
    Action,
    Hero,
    Instruction,
    Moment,
    Needs,
    Op,
    Pack,
    Program,
    Timing,
    Trigger,
)
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import CP_MAX, DICE
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.mutation.content_mutant import Place
from dicelaw.oracle.dice_throne.opening import GAME
from dicelaw.oracle.games.session import Session

LENGTH = 30
"""How many decisions a play has at most."""
BEYOND = 14
"""How many of them follow the first use of what is aimed at."""
HEALTHS = (4, 9, 20, 35, 50, 57)
USES = ("action", "card", "ability")
"""What choices of something to use are called."""
ANY_TIME = ("offense/begin", "main-1", "offense/begin", "main-2", "upkeep/begin")
STARTS = {
    Timing.MAIN: ("main-1", "main-2"),
    Timing.UPGRADE: ("main-1", "main-2"),
    Timing.ROLL: ("offense/begin",),
    Timing.INSTANT: ANY_TIME,
}
MOMENTS = {
    Moment.SETUP: ("setup",),
    Moment.UPKEEP: ("upkeep/begin",),
    Moment.TURN_END: ("main-2", "discard"),
}
"""Where play begins so that something runs by itself; else with an Offensive Roll Phase."""


@dataclass(frozen=True)
class Aim:
    """What a play is aimed at, and what it takes.

    ``uses`` are the names by which it is used, ``seats`` those who may; ``kinds`` the status effects that it
    is about, with numbers of tokens that make a difference; ``faces`` those that its conditions speak of.
    ``attacks`` says that the seat has to attack.
    """

    uses: frozenset[str]
    seats: tuple[int, ...]
    starts: tuple[str, ...]
    cards: tuple[str, ...] = ()
    level: tuple[int, int] | None = None
    needs: Needs | None = None
    kinds: Mapping[int, frozenset[int]] | None = None
    faces: tuple[int, ...] = ()
    attacks: bool = True
    cost: int = 0


def aim_at(unit: Place, pack: Pack, opened: DuelMachine, heroes: Sequence[str]) -> Aim:
    """The aim at what stands at ``unit`` in ``pack``, in the duel of ``heroes``."""
    match unit:
        case (
            "heroes",
            str(name),
            "offense" | "defense" | "cards" | "board" | "passives" as part,
            int(number),
        ):
            seat = heroes.index(name) if name in heroes else 0
            hero = pack.heroes[heroes[seat]]
            return _of_hero(hero, seat, part, number, pack, opened)
        case ("heroes", str(name), *_):
            return Aim(frozenset(), (heroes.index(name),), ("setup", *ANY_TIME))
        case ("statuses", int(kind), "spend", int(number)):
            return _of_action(pack.statuses[kind].spend[number], (0, 1), pack, opened)
        case ("statuses", int(kind), "triggers", int(number)):
            return _of_trigger(pack.statuses[kind].triggers[number], (0, 1), pack, opened, kind)
        case ("statuses", int(kind), *_):
            status = pack.statuses[kind]
            levels = frozenset({1, max(status.limit - 1, 1), status.limit})
            aim = Aim(_bringers(kind, pack, heroes), (0, 1), ANY_TIME)
            return _about(aim, (), pack, opened, {kind: levels})
    return Aim(frozenset(), (0, 1), ANY_TIME)


def _of_hero(hero: Hero, seat: int, part: str, number: int, pack: Pack, opened: DuelMachine) -> Aim:
    entry = getattr(hero, part)[number]
    if part == "cards":
        return _of_action(entry.action, (seat,), pack, opened, cards=(entry.action.id,))
    if part == "board":
        slot, level, action = entry
        return _of_action(action, (seat,), pack, opened, level=(slot, level))
    if part == "passives":
        slot, level, trigger = entry
        return _of_trigger(trigger, (seat,), pack, opened, 0, level=(slot, level))
    programs = (entry.activate, entry.land)
    aim = Aim(
        frozenset({entry.id}),
        (seat,),
        ("offense/begin",),
        level=(entry.slot, entry.level),
        needs=entry.needs if part == "offense" else None,
        attacks=part == "offense",
    )
    return _about(aim, programs, pack, opened, {})


def _of_action(action: Action, seats: tuple[int, ...], pack: Pack, opened: DuelMachine, **more: Any) -> Aim:
    aim = Aim(frozenset({action.id}), seats, STARTS[action.timing], cost=action.cp, **more)
    own = {action.token: frozenset({action.tokens, action.tokens + 1})} if action.token else {}
    if action.held:
        own[action.held] = frozenset({action.held_least, action.held_least - 1, action.held_most})
    return _about(aim, (action.program,), pack, opened, own)


def _of_trigger(
    trigger: Trigger, seats: tuple[int, ...], pack: Pack, opened: DuelMachine, kind: int, **more: Any
) -> Aim:
    aim = Aim(frozenset(), seats, MOMENTS.get(trigger.at, ("offense/begin",)), **more)
    return _about(aim, (trigger.program,), pack, opened, {kind: frozenset({1, 2})} if kind else {})


def _about(
    aim: Aim, programs: Sequence[Program], pack: Pack, opened: DuelMachine, own: Mapping[int, frozenset[int]]
) -> Aim:
    """``aim`` with the status effects and the faces that ``programs`` speak of, in numbers of the duel."""
    found: dict[int, set[int]] = {kind: set(counts) for kind, counts in own.items()}
    faces: list[int] = []
    for step in (step for program in programs for step in program):
        faces += [mask for mask in _masks(step) if mask]
        limit = pack.statuses[step.token].limit
        if step.token:
            found.setdefault(step.token, set()).update({0, 1, limit - step.base, limit})
        if step.counted:
            found.setdefault(step.counted, set()).update({1, 2})
        if step.held:
            found.setdefault(step.held, set()).update({step.held_least - 1, step.held_least, step.held_most})
    numbers = {status.id: kind for kind, status in enumerate(opened.duel.statuses)}
    kinds = {
        numbers[pack.statuses[kind].id]: frozenset(counts)
        for kind, counts in found.items()
        if pack.statuses[kind].id in numbers
    }
    return Aim(**{**vars(aim), "kinds": kinds, "faces": tuple(faces)})


def _masks(step: Instruction) -> Iterator[int]:
    yield from (step.faces, step.need_faces, step.also_faces, step.none_faces)
    if step.need_count > 1 or step.alike:
        yield from (step.need_faces, 1, 1)


def _bringers(kind: int, pack: Pack, heroes: Sequence[str]) -> frozenset[str]:
    """What brings about or uses the status effect ``kind`` in a duel of ``heroes``."""

    def speaks(program: Program) -> bool:
        return any(kind in (step.token, step.counted) for step in program)

    found = {action.id for action in pack.statuses[kind].spend}
    for hero in (pack.heroes[name] for name in heroes):
        abilities: tuple[Ability, ...] = (*hero.offense, *hero.defense)
        found |= {one.id for one in abilities if speaks(one.activate) or speaks(one.land)}
        actions = (*(card.action for card in hero.cards), *(action for *_, action in hero.board))
        found |= {one.id for one in actions if speaks(one.program)}
    return frozenset(found)


class Aimed:
    """Plays aimed at ``aim`` in a duel; the same ones for the same ``seed``."""

    def __init__(self, aim: Aim, opened: DuelMachine, heroes: Sequence[str], seed: str) -> None:
        self.aim = aim
        self.opened = opened
        self.heroes = heroes
        self.random = Random(seed)
        self._guards = {
            action.id: kind
            for kind, status in enumerate(opened.duel.statuses)
            for action in status.spend
            if any(step.op is Op.SHIELD for step in action.program)
        }
        """What keeps a token off its player, with the status effect that is spent for it."""
        self.seat = self.turn = 0

    def setup(self) -> dict[str, Any]:
        """A position in which what is aimed at is near."""
        draw, aim = self.random, self.aim
        self.seat = draw.choice(aim.seats)
        start = draw.choice(aim.starts)
        own_turn = draw.random() < (0.95 if aim.needs else 0.7) if aim.attacks else False
        players = [{"hero": hero} for hero in self.heroes]
        if start != "setup":
            players = [self._player(seat) for seat in range(2)]
        turn = self.seat if own_turn or start in ("main-1", "main-2", "setup") else 1 - self.seat
        self.turn = turn
        return {"game": GAME, "players": players, "turn": str(turn + 1), "start": start}

    def _player(self, seat: int) -> dict[str, Any]:
        draw, aim, hero = self.random, self.aim, self.opened.content.heroes[seat]  # type: ignore[attr-defined]  # of tables
        mine = seat == self.seat
        tokens = self._tokens(mine)
        board, used = {}, set()
        for space, slot in enumerate(hero.slots):
            levels = [
                card.upgrade.level for card in hero.cards if card.upgrade and card.upgrade.slot == space
            ]
            level = draw.choice(levels) if levels and draw.random() < 0.1 else 1
            if mine and aim.level and aim.level[0] == space:
                level = aim.level[1]
            if level > 1 and level in levels:
                board[slot] = level
                used.add((space, level))
        free = [
            card.action.id
            for card in hero.cards
            if not card.upgrade or (card.upgrade.slot, card.upgrade.level) not in used
        ]
        hand = [card for card in aim.cards if mine and card in free]
        rest = [card for card in free if card not in hand]
        draw.shuffle(rest)
        some = draw.choice((0, 0, 1, 3))
        cost = draw.choice((aim.cost, max(aim.cost - 1, 0), aim.cost + 1)) if mine else 0
        found = {
            "hero": self.heroes[seat],
            "health": draw.choice(HEALTHS),
            "cp": draw.choice((cost, 3, 9, CP_MAX)),
            "tokens": tokens,
            "board": board,
            "hand": hand + rest[:some],
            "discard": rest[some : some + draw.choice((0, 0, 2))],
        }
        if hero.companion:
            found["companion"] = draw.choice((0, 1, hero.companion, hero.companion_max))
        return found

    def _tokens(self, mine: bool) -> dict[str, int]:
        draw, statuses = self.random, self.opened.duel.statuses
        often = draw.choice((0.3, 0.6, 0.95))
        found = {}
        for kind, status in enumerate(statuses):
            counts = (self.aim.kinds or {}).get(kind)
            if mine and status.bars_actions:
                continue  # two players who may not do anything would go on for ever
            if counts is not None and draw.random() < (often if mine else often - 0.2):
                count = min(max(draw.choice(sorted(counts)), 0), status.limit, 7)
            elif kind in self._guards.values() and not mine and draw.random() < 0.5:
                count = 1
            elif kind and status.sign != "mark" and not status.bars_actions and draw.random() < 0.07:
                count = min(1, status.limit)
            else:
                count = 0
            if count:
                found[status.id] = count
        return found

    def play(self, session: Session, stage: Stage) -> Play:
        """A random play from the present state of ``session``."""
        play = stage.begun(session.state)
        dice = [*self._offense()]
        uses, left = 0, LENGTH
        while left:
            state = play.states[-1]
            moves = stage.reader.enabled(state)
            if not moves:
                break
            if stage.reader.actor(state, moves[0]) is Agent.CHANCE:
                move = self._rolled(session, moves, dice)
            else:
                actor = stage.reader.actor(state, moves[0])
                move, aimed = self._decided(session, moves, actor == self.seat, uses)
                if aimed and not uses:
                    left = min(left, BEYOND)
                uses += aimed
                left -= 1
            play = stage.played(play, move)
        return play

    def _offense(self) -> Iterator[int]:
        """The faces of the first five dice, which fulfil what the ability needs, or nearly."""
        draw, needs = self.random, self.aim.needs or self._other_needs()
        masks = asked_for(needs, draw) if needs is not None else []
        if masks and self.aim.needs and draw.random() < 0.3:
            masks.pop(draw.randrange(len(masks)))
        asked = 0
        for mask in masks:
            asked |= mask
        others: Sequence[int] = draw.choice([(63,), (63 & ~asked or 63,), self.aim.faces or (63,)])
        while len(masks) < DICE:
            masks.append(draw.choice(others))
        for mask in masks[:DICE]:
            yield draw.choice([face for face in range(1, 7) if mask >> (face - 1) & 1])

    def _other_needs(self) -> Needs | None:
        """What some ability of the attacker needs."""
        hero = self.opened.content.heroes[self.turn]  # type: ignore[attr-defined]  # of tables
        needs: list[Needs] = [one.needs for one in hero.offense if one.level == 1]
        return self.random.choice(needs)

    def _rolled(self, session: Session, moves: Sequence[Move], dice: list[int]) -> Move:
        """One of ``moves``, which are results: the ``dice`` wanted, or faces that conditions speak of."""
        transition = session.transition(moves[0])
        wanted: list[int] = []
        if transition.id == "offense/roll/die" and dice:
            wanted = [dice.pop(0)]
        elif transition.id.endswith("roll/die") and self.aim.faces and self.random.random() < 0.6:
            mask = self.random.choice(self.aim.faces)
            wanted = [face for face in range(1, 7) if mask >> (face - 1) & 1]
        return self.random.choice([move for move in moves if move[-1] in wanted] or [*moves])

    def _decided(self, session: Session, moves: Sequence[Move], mine: bool, uses: int) -> tuple[Move, bool]:
        """One of ``moves``, and whether it is a use of what is aimed at."""
        draw = self.random
        aimed = [move for move in moves if self._uses(session, move, self.aim.uses)]
        if aimed and draw.random() < (0.9 if uses < 2 else 0.3):
            return draw.choice(aimed), True
        passes = [move for move in moves if session.is_pass(move)]
        calm = 0.8 if uses or not mine else 0.7
        acts = [move for move in moves if not session.transition(move).id.endswith(("/reroll", "/sell"))]
        guards = [move for move in moves if not mine and self._uses(session, move, self._guards)]
        if guards and draw.random() < 0.5:
            return draw.choice(guards), False
        attack = [move for move in moves if session.transition(move).id.endswith(("/announce", "/defend"))]
        if attack and draw.random() < 0.85:
            return draw.choice(attack), False
        if passes and draw.random() < calm:
            return draw.choice(passes), False
        ways = sorted({move[0] for move in acts or moves})
        way = draw.choice(ways)
        return draw.choice([move for move in acts or moves if move[0] == way]), False

    def _uses(self, session: Session, move: Move, things: Collection[str]) -> bool:
        transition = session.transition(move)
        if transition.id.endswith("/sell"):
            return False
        return any(
            choice.name in USES and {*things} & {*choice.label(value).split(" or ")}
            for choice, value in zip(transition.choices, move[1:], strict=True)
        )
