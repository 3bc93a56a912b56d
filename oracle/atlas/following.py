"""Plays of some decisions with one thing changed: without an entry, in another order, under another reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle import walk
from dicelaw.oracle.conform.plays import PASS, legal_move
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.trail import MOST_STEPS, in_this_window
from dicelaw.oracle.session import Session
from dicelaw.oracle.standing import standing
from dicelaw.oracle.wire import decision

Path = tuple[str, ...]
Numbers = Mapping[Path, int]
"""How a play stands: each number by where it is read, and 1 for each thing that lies somewhere."""
Allowed = frozenset[tuple[int, str]]
"""Which seat may use which entry."""


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

    def is_free(self, gone: Set[str]) -> bool:
        """Whether it need not come where these entries are ``gone``: dice and cards, and what they choose."""
        by_chance = self.decision["actor"] == Agent.CHANCE.value
        return by_chance or (not self.uses and not gone.isdisjoint(self.follows))


@dataclass(frozen=True)
class Followed:
    """A play as it came: how it stands at the end of its phase, and what might be used ``since`` some item."""

    session: Session
    numbers: Numbers
    used: tuple[str, ...]
    allowed: Allowed
    fell: tuple[tuple[str, str], ...]
    """The dice and cards, in order: where they came, and what came."""

    @cached_property
    def decisive(self) -> tuple[str, ...]:
        """The rules that made a difference, in order."""
        reader, events = self.session.reader, self.session.events
        return tuple(dict.fromkeys(rule for step in events for rule in reader.decisive(step.before, step.move)))


def followed(
    arena: Arena, setup: Mapping[str, Any], items: Sequence[Item], left: Set[str] = frozenset(),
    blunt: Set[str] = frozenset(), since: int = -1,
) -> Followed | None:  # fmt: skip
    """The play of ``items`` from ``setup`` to the end of the phase; None where one of them cannot happen.

    Whoever may pass does so until an item can happen. Uses of the entries ``left`` are left out, and what is
    chosen for them, or for those that are ``blunt`` in ``arena``, is so where it does not come. The same goes
    for dice and cards, and none comes that is not among ``items``: play stops where one is missing. What
    might be used is noted from after the item number ``since`` on.
    """
    try:
        session = arena.session(arena.state(setup))
        allowed: set[tuple[int, str]] = set()
        walk.settle(session)
        for number, item in enumerate(items):
            noted = allowed if number > since else None
            if not left.isdisjoint(item.uses):
                _reach(session, item.point)
            elif not _made(arena, session, item, item.is_free(left | blunt), noted):
                return None
        _finish(arena, session, allowed)
    except UserError:
        return None
    used = tuple(entry for step in session.events for entry in arena.used(step.move, step.after))
    return Followed(session, numbers_of(standing(session)), used, frozenset(allowed), tuple(_fallen(session)))


def _made(
    arena: Arena, session: Session, item: Item, free: bool, allowed: set[tuple[int, str]] | None
) -> bool:
    """Whether ``item`` happens, after passes if need be, or is left out as it is ``free`` to be.

    What might be used before it is ``allowed``.
    """
    state, count = session.state, len(session.events)
    meanwhile: set[tuple[int, str]] = set()
    for _ in range(MOST_STEPS):
        meanwhile |= _usable(arena, session) if allowed is not None else set()
        ways = (item.decision, *in_this_window(session, item.decision))
        move = next(filter(None, (legal_move(session, way) for way in ways)), None)
        if move is not None:
            session.apply(move)
            walk.settle(session)
            if allowed is not None:
                allowed |= meanwhile
            return True
        move = legal_move(session, PASS)
        if move is None:
            break
        session.apply(move)
        if free and walk.ended_phase(session):
            break
        walk.settle(session)
    if free:
        session.state = state
        del session.events[count:]
    return free


def _reach(session: Session, point: str) -> None:
    """Let those who may pass do so up to ``point``; where it does not come, nobody does."""
    state, count = session.state, len(session.events)
    for _ in range(MOST_STEPS):
        if session.at == point:
            return
        move = legal_move(session, PASS)
        if move is None:
            break
        session.apply(move)
        if walk.ended_phase(session):
            break
        walk.settle(session)
    session.state = state
    del session.events[count:]


def _finish(arena: Arena, session: Session, allowed: set[tuple[int, str]]) -> None:
    """Go on to the end of the phase, or to what is open."""
    for _ in range(walk.MANY):
        if session.over or walk.ended_phase(session):
            return
        allowed |= _usable(arena, session)
        move = session.automatic()
        if move is None or session.transition(move).actor is Agent.CHANCE:
            return
        session.apply(move)


def _usable(arena: Arena, session: Session) -> set[tuple[int, str]]:
    """What may be used now, and by whom."""
    return {
        (seat, entry)
        for move in session.legal()
        if isinstance(seat := session.actor(move), int)
        for entry in arena.used(move, session.state)
    }


def items_of(arena: Arena, session: Session, steps: Sequence[tuple[Any, Move, Any]]) -> list[Item]:
    """The decisions, dice and cards of ``steps``, but for passes."""
    found: list[Item] = []
    passed, last = False, ()
    for before, move, after in steps:
        transition = session.transition(move)
        if session.is_pass(move):
            passed = True
        elif transition.actor is not Agent.RULES:
            session.state = before
            uses = tuple(arena.used(move, after)) if transition.by_seat else ()
            found.append(Item(decision(session, move), uses, transition.source, passed, last))
            passed, last = False, uses or last
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
