"""Plays of some decisions with one thing changed: an entry is not used, or one more is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State
from dicelaw.oracle.conform.plays import PASS, legal_move
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files import scenario_runner as walk
from dicelaw.oracle.files.codec import decision
from dicelaw.oracle.files.trace import actor_name
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.trail import MOST_STEPS, in_this_window
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.ports import port
from dicelaw.oracle.games.session import Session

Path = tuple[str, ...]
Numbers = Mapping[Path, int]
"""How a play stands: each number by where it is read, and 1 for each thing that lies somewhere."""
Allowed = Mapping[tuple[int, str], int]
"""Which seat may use which entry, and before which item number last."""
SETUPS = 64
"""How many setups are kept as they begin, as a meeting has many plays from few setups."""


@dataclass(frozen=True)
class Item:
    """A decision, die or card of a play, with the entries that it uses; passes are none."""

    decision: Mapping[str, Any]
    uses: tuple[str, ...]
    point: str
    after_pass: bool
    """Whether somebody passed before it, since the item before."""
    follows: tuple[str, ...]
    """The entries that were used last before it."""
    phase: int
    """How many phases had ended before it."""

    def is_free(self, free: Set[str]) -> bool:
        """Whether it need not come where these are ``free``: their uses and choices, and dice and cards.

        Nor does what else is done with their dice.
        """
        by_chance = self.decision["actor"] == Agent.CHANCE.value
        return by_chance or not free.isdisjoint((*(self.uses or self.follows), *self._named))

    @property
    def _named(self) -> Iterator[str]:
        """What it may be about: what is chosen, and of what that is one."""
        for chosen in self.decision["choices"].values():
            yield from (str(chosen), str(chosen).rpartition("/")[0])


@dataclass(frozen=True)
class Followed:
    """A play as it came: how it stands at the end of its phase, and what might be used on the way."""

    session: Session
    numbers: Numbers
    used: tuple[str, ...]
    lay: Set[str]
    """The entries that lay on the table in the beginning."""
    allowed: Allowed
    fell: tuple[tuple[str, str], ...]
    """The dice and cards, in order, where they came and what came; then what was chosen after the items."""
    ended: bool
    """Whether it came to the end of the phase."""
    turn: int
    """Who was in turn when it ended."""

    @cached_property
    def decisive(self) -> tuple[str, ...]:
        """The rules that made a difference, in order."""
        reader, events = self.session.reader, self.session.events
        return tuple(
            dict.fromkeys(rule for step in events for rule in reader.decisive(step.before, step.move))
        )

    @cached_property
    def end(self) -> tuple[bool, bool, str, int]:
        """Whether it came to the end of a phase or the game, of which phase, and in whose turn.

        Plays that have the same end compare, whatever comes next.
        """
        session = self.session
        last = session.transition(session.events[-1].move) if session.events else None
        if last is None or not walk.ends_phase(session, last):
            return self.ended, session.over, session.at, self.turn
        return self.ended, session.over, port(session.name).phase_ended(last), self.turn

    def allowed_after(self, item: int) -> Set[tuple[int, str]]:
        """Which seat may use which entry at some moment after this ``item``."""
        return {one for one, last in self.allowed.items() if last > item}


@dataclass(frozen=True)
class Change:
    """What is otherwise in a play than its items say.

    Uses of the entries ``left`` are left out, and those of the entries that are ``free`` come if they can.
    ``also`` is used at the first moment after item number ``since`` at which it can be.
    """

    left: Set[str] = frozenset()
    free: Set[str] = frozenset()
    also: str = ""
    since: int = -1


AS_IT_IS = Change()


def followed(
    arena: Arena, setup: Mapping[str, Any], items: Sequence[Item], change: Change = AS_IT_IS,
    draw: Random | None = None,
) -> Followed | None:  # fmt: skip
    """The play of ``items`` from ``setup`` to the end of the phase; None where one of them cannot happen.

    Whoever may pass does so until an item can happen. What is chosen for an entry that is left out or free is
    so where it does not come, and dice and cards are. What is open after the items goes the first way there
    is that uses nothing, one without a choice before others; for what is used also a way that ``draw`` gives.
    """
    try:
        player = _Player(arena, arena.session(_begun(arena, Same(setup))), change, draw)
        if not player.made(items):
            return None
        ended = player.finish()
    except UserError:
        return None
    session = player.session
    used = tuple(entry for step in session.events for entry in arena.used(step.move, step.after))
    return Followed(
        session, numbers_of(standing(session)), used, arena.lying(session.start),
        player.allowed, (*_fallen(session), *player.chosen), ended, arena.in_turn(session.state),
    )  # fmt: skip


@dataclass(frozen=True)
class Same:
    """A setup that is the same as itself alone, so that it need not be read to be told from others."""

    setup: Mapping[str, Any]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.setup is other.setup

    def __hash__(self) -> int:
        return id(self.setup)


@lru_cache(maxsize=SETUPS)
def _begun(arena: Arena, same: Same) -> State:
    return arena.state(same.setup)


class _Player:
    """Plays items with a change."""

    def __init__(self, arena: Arena, session: Session, change: Change, draw: Random | None) -> None:
        self.arena, self.session, self.change, self.draw = arena, session, change, draw
        self.allowed: dict[tuple[int, str], int] = {}
        self.number = 0
        """The item that comes next."""
        self.also = change.also
        self.chosen: list[tuple[str, str]] = []
        self._ended: list[bool] = []
        """Whether each step so far ended a phase, as far as that was asked."""

    def made(self, items: Sequence[Item]) -> bool:
        """Whether all of ``items`` happen that have to."""
        for number, item in enumerate(items):
            self.number = number
            if not self.change.left.isdisjoint(item.uses):
                self._reach(item)
            elif not self._made(item, items[number + 1 :]):
                return False
        self.number = len(items)
        return True

    def _made(self, item: Item, later: Sequence[Item]) -> bool:
        """Whether ``item`` happens, after passes if need be, or is left out as it may be.

        What may be left out comes in a phase no later than it came, or not at all. What uses an entry is not
        left out while it waits for a choice that none of the ``later`` items makes.
        """
        session, free = self.session, item.is_free(self.change.left | self.change.free)
        state, count = session.state, len(session.events)
        meanwhile: set[tuple[int, str]] = set()
        for _ in range(MOST_STEPS):
            walk.settle(session)
            if free and self._phases() > item.phase:
                break
            found = self._open()
            meanwhile |= {*found}
            if self._used_also(found):
                continue
            move = self._now(item)
            if move is not None:
                session.apply(move)
                self._allow(meanwhile)
                return True
            move = legal_move(session, PASS)
            if move is None:
                free &= not item.uses or self._chance_or_over() or any(map(self._now, later))
                break
            session.apply(move)
        if free:
            self._back(state, count)
        return free

    def _chance_or_over(self) -> bool:
        """Whether no seat has to choose something now."""
        legal = self.session.legal()
        return not legal or not self.session.transition(legal[0]).by_seat

    def _now(self, item: Item) -> Move | None:
        """The move that ``item`` is now, if whoever made it may make it."""
        session, by = self.session, item.decision["actor"]
        for way in (item.decision, *in_this_window(session, item.decision)):
            move = legal_move(session, way)
            if move is not None and actor_name(session.actor(move)) == by:
                return move
        return None

    def _phases(self) -> int:
        """How many phases have ended so far."""
        session, ended = self.session, self._ended
        for step in session.events[len(ended) :]:
            ended.append(walk.ends_phase(session, session.transition(step.move)))
        return sum(ended)

    def _reach(self, item: Item) -> None:
        """Let those who may pass do so up to where ``item`` came; where that does not come, nobody does."""
        session = self.session
        state, count = session.state, len(session.events)
        for _ in range(MOST_STEPS):
            walk.settle(session)
            if self._phases() > item.phase:
                break
            if session.at == item.point:
                return
            move = legal_move(session, PASS)
            if move is None:
                break
            session.apply(move)
        self._back(state, count)

    def _back(self, state: State, count: int) -> None:
        self.session.state = state
        del self.session.events[count:], self._ended[count:]

    def _open(self) -> dict[tuple[int, str], Move]:
        """What may be used now, by whom, and how."""
        found = {}
        for move in self.session.legal():
            if isinstance(seat := self.session.actor(move), int):
                found.update({(seat, entry): move for entry in self.arena.used(move, self.session.state)})
        return found

    def _used_also(self, found: Mapping[tuple[int, str], Move]) -> bool:
        """Whether what is to be used also is among ``found``; then it is used."""
        now = next((move for (_, entry), move in found.items() if entry == self.also), None)
        if now is None or self.number <= self.change.since:
            return False
        self.also = ""
        self._use(now)
        return True

    def _allow(self, found: Iterable[tuple[int, str]]) -> None:
        self.allowed.update(dict.fromkeys(found, self.number))

    def _use(self, move: Move) -> None:
        """Make ``move``, and what has to be chosen or rolled for it."""
        session = self.session
        session.apply(move)
        for _ in range(MOST_STEPS):
            while (step := session.automatic(passing=False)) is not None:
                if walk.ended_phase(session) or session.transition(step).actor is not Agent.RULES:
                    break
                session.apply(step)
            if legal_move(session, PASS) is not None or not session.legal() or walk.ended_phase(session):
                return
            session.apply((self.draw or Random(0)).choice(session.legal()))

    def finish(self) -> bool:
        """Go on to the end of the phase; whether it is reached."""
        session = self.session
        for _ in range(walk.MANY):
            if session.over or walk.ended_phase(session):
                return True
            found = self._open()
            if self._used_also(found):
                continue
            self._allow(found)
            move = session.automatic()
            if move is None:
                ways = [one for one in session.legal() if not [*self.arena.used(one, session.state)]]
                move = min(ways, key=lambda one: len(one) > 1, default=None)
                if move is not None and session.transition(move).by_seat:
                    self.chosen.append((session.transition(move).id, session.text(move)))
            if move is None:
                return False
            session.apply(move)
        return False


def items_of(arena: Arena, session: Session, steps: Sequence[tuple[Any, Move, Any]]) -> list[Item]:
    """The decisions, dice and cards of ``steps``, but for passes."""
    found: list[Item] = []
    passed, phase = False, 0
    last: tuple[str, ...] = ()
    for before, move, after in steps:
        transition = session.transition(move)
        if session.is_pass(move):
            passed = True
        elif transition.actor is not Agent.RULES:
            session.state = before
            uses = tuple(arena.used(move, after)) if transition.by_seat else ()
            found.append(Item(decision(session, move), uses, transition.source, passed, last, phase))
            passed, last = False, uses or last
        phase += walk.ends_phase(session, transition)
    return found


def numbers_of(value: Any, path: Path = ()) -> dict[Path, int]:
    """``value``, plain data, as numbers by where they stand."""
    return dict(_numbers(value, path))


def _numbers(value: Any, path: Path) -> Iterator[tuple[Path, int]]:
    match value:
        case Mapping():
            for name, inner in value.items():
                yield from _numbers(inner, (*path, str(name)))
        case list() | tuple():
            for place, inner in enumerate(value, 1):
                named = str(place) if isinstance(inner, Mapping) else str(inner)
                yield from _numbers(inner if isinstance(inner, Mapping) else 1, (*path, named))
        case int():
            yield path, int(value)
        case _:
            yield (*path, str(value)), 1


def _fallen(session: Session) -> Iterator[tuple[str, str]]:
    for step in session.events:
        if step.actor is Agent.CHANCE:
            yield session.transition(step.move).id, session.text(step.move, step.before)
