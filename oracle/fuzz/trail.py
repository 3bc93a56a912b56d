"""Trails: the steps of one play, made by a seeker or by playing decisions again, however it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from dicelaw.checker.walks.observed_play import Play, Stage
from dicelaw.model.kernel.concrete import Move, OutsideDomain
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State
from dicelaw.oracle.conform.plays import PASS, legal_move
from dicelaw.oracle.files.codec import decision
from dicelaw.oracle.files.scenario_runner import MANY
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.games.decisions import ACTS, verb_of
from dicelaw.oracle.games.session import Session

OUTSIDE, ENDLESS = "outside", "endless"
MOST_STEPS = 24
"""More passes, dice and cards than there are between two decisions of one phase."""
Taken = tuple[State, Move, State]
"""A step: before, the move, after."""


class Ended(Exception):
    """A play that cannot go on."""


@dataclass(frozen=True)
class Trail:
    """The ``steps`` of a play from ``start``.

    ``ended`` says that it cannot go on: the step ``last`` leaves a domain, as ``says`` tells, or the rules
    go on by themselves for ever.
    """

    start: State
    steps: tuple[Taken, ...]
    ended: str = ""
    says: str = ""
    last: tuple[State, Move] | None = None

    @property
    def end(self) -> State:
        """The state after the last step."""
        return self.steps[-1][2] if self.steps else self.start

    def cut(self, steps: int) -> Trail:
        """The first ``steps`` of it."""
        return self if steps >= len(self.steps) else Trail(self.start, self.steps[:steps])


class Recorder(Stage):
    """A stage that keeps each step of the play that is made on it, and breaks off one that cannot go on."""

    def __init__(self, arena: Arena) -> None:
        super().__init__(arena.machine, lambda _: None)
        self.reader = arena.session(arena.machine.start).reader  # which has compiled some of it already
        self.sought: Set[int] = frozenset()
        """The places of the transitions that no play has taken yet."""
        self.begin(arena.machine.start)

    def begin(self, state: State) -> None:
        """Record a play from ``state``."""
        self.start = state
        self.steps: list[Taken] = []
        self.ended, self.says = "", ""
        self.last: tuple[State, Move] | None = None

    @property
    def trail(self) -> Trail:
        """What is recorded."""
        return Trail(self.start, tuple(self.steps), self.ended, self.says, self.last)

    def restore(self, trail: Trail) -> None:
        """Go on from ``trail``."""
        self.begin(trail.start)
        self.steps = [*trail.steps]
        self.ended, self.says, self.last = trail.ended, trail.says, trail.last

    def take(self, state: State, move: Move) -> State:
        """The state after ``move``. Raises Ended where that leaves a domain."""
        try:
            after = self.reader.step(state, move)
        except OutsideDomain as outside:
            self.ended, self.says, self.last = OUTSIDE, str(outside), (state, move)
            raise Ended from None
        self.steps.append((state, move, after))
        return after

    def settled(self, state: State) -> tuple[State, list[tuple[State, Move]]]:
        """See Stage; raises Ended where the rules go on by themselves for ever, or leave a domain."""
        steps: list[tuple[State, Move]] = []
        while len(legal := self.reader.enabled(state)) == 1 and self.rules[legal[0][0]]:
            steps.append((state, legal[0]))
            state = self.take(state, legal[0])
            if len(steps) > MANY:
                self.ended, self.says = ENDLESS, f"the rules go on by themselves for more than {MANY} steps"
                raise Ended
        return state, steps

    def played(self, play: Play, move: Move) -> Play:
        """See Stage; raises Ended where the play cannot go on."""
        last = play.states[-1]
        after, steps = self.settled(self.take(last, move))
        return Play((*play.states, after), (*play.moves, move), (*play.between, ((last, move), *steps)))

    def go(self, state: State, move: Move) -> State:
        """The state after ``move``, and after what the rules do then. Raises Ended."""
        return self.settled(self.take(state, move))[0]


def decisions_of(arena: Arena, trail: Trail) -> list[dict[str, Any]]:
    """The decisions, dice and cards of ``trail``, as ``Decision``s; the one that leaves a domain included."""
    session = arena.session(trail.start)
    taken = [(before, move) for before, move, _ in trail.steps]
    if trail.last is not None:
        taken.append(trail.last)
    found = []
    for before, move in taken:
        if session.transition(move).actor is not Agent.RULES:
            session.state = before
            found.append(decision(session, move))
    return found


def played(
    arena: Arena, recorder: Recorder, state: State, decisions: Sequence[Mapping[str, Any]]
) -> Trail | None:
    """The play of ``decisions`` from ``state``; None where one of them is not legal.

    Where one is not legal at once, it is made in the present window, or those who may pass do so before it.
    Dice and cards for which it is not the time are left out; where one is missing, the first that may come
    does.
    """
    session = arena.session(state)
    recorder.begin(state)
    try:
        session.state, _ = recorder.settled(state)
        for wanted in decisions:
            if not _made(session, recorder, wanted):
                return None
    except Ended:
        pass
    return recorder.trail


def _made(session: Session, recorder: Recorder, wanted: Mapping[str, Any]) -> bool:
    """Whether ``wanted`` is made in ``session``, after passes if need be. Raises Ended."""
    by_chance = wanted["actor"] == Agent.CHANCE.value
    for _ in range(MOST_STEPS):
        ways = (wanted, *in_this_window(session, wanted))
        move = next(filter(None, (legal_move(session, way) for way in ways)), None)
        passing = move is None
        if passing and by_chance:
            return True
        if move is None:
            move = legal_move(session, PASS) or _by_chance(session)
        if move is None:
            return False
        session.state = recorder.go(session.state, move)
        if not passing:
            return True
    return False


def _by_chance(session: Session) -> Move | None:
    """The first thing that chance may bring now, if anything."""
    legal = session.legal()
    return legal[0] if legal and session.actor(legal[0]) is Agent.CHANCE else None


def in_this_window(session: Session, wanted: Mapping[str, Any]) -> list[dict[str, Any]]:
    """``wanted`` as it is done at the present timing point."""
    verb = verb_of(wanted["transition"])
    verbs = sorted(ACTS) if verb in ACTS else [verb]
    return [{**wanted, "transition": f"{session.at}/{one}"} for one in verbs]
