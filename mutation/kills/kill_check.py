"""Judging mutants by plays: what does an onlooker see that is other than it should be?

A mutant differs from its machine in a few transitions, and in few nodes of these, so only what these are
worth is compared, in the states of the plays that the transitions can leave; a play is played with the mutant
from the first state on in which they differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from dicelaw.checker.walks.observed_play import Play, Stage
from dicelaw.model.kernel.batch_evaluator import Columns, States
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import FALSE, Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.state import State
from dicelaw.mutation.differences import (
    NONE,
    SEVERAL,
    changed_requirements,
    changed_sides,
    failing,
    named,
)
from dicelaw.mutation.kills.mutant_reader import MutantReader
from dicelaw.mutation.mutants import Changes, Mutant

LONGEST = 2_000
"""More steps than the rules take by themselves between two decisions of a sound play."""
CELLS = 10_000_000
"""How many values are kept in columns at most."""
Place = tuple[int, int]
"""Where in the plays: the number of a play, and before which of its states."""
Near = tuple[State, Move, int | None]
"""A move in a state, with the only requirement that forbids it, by place, or None."""


@dataclass(frozen=True)
class Kill:
    """A play that tells a mutant from its machine, by what is seen after its first ``length`` moves."""

    play: int
    length: int


class Judge:
    """Holds mutants against ``plays`` on a stage."""

    def __init__(self, stage: Stage, plays: Sequence[Play]) -> None:
        self.stage = stage
        self.plays = plays
        self.reached: set[str] = set()
        """The mutants that did otherwise in a play, whether or not it could be seen."""
        self._visited: dict[int, dict[State, list[Place]]] = defaultdict(lambda: defaultdict(list))
        self._taken: dict[int, dict[tuple[State, Move], list[Place]]] = defaultdict(lambda: defaultdict(list))
        self._legal: dict[State, list[Move]] = {}
        self._near: dict[int, list[Near]] = {}
        self._columns: dict[tuple[int, bool], Columns[list[int]]] = {}
        for number, play in enumerate(plays):
            for at, steps in enumerate(play.between):
                for state, move in steps:
                    self._visited[state[0]][state].append((number, at))
                    self._taken[move[0]][state, move].append((number, at))
                last = play.states[at]
                self._visited[last[0]][last].append((number, at))

    def kill(self, mutant: Mutant, changes: Changes | None = None) -> Kill | None:
        """The first play that tells ``mutant`` from its machine; None where no play does.

        ``changes`` are those of the mutant, where they have been made.
        """
        faulty = MutantReader(self.stage, mutant.make() if changes is None else changes, self._visited)
        places = self._places(faulty)
        if places:
            self.reached.add(mutant.id)
        return next(self._kills(faulty, places), None)

    def kills(self, changes: Changes) -> Iterator[Kill]:
        """Each play that tells a machine with ``changes`` from the machine itself."""
        faulty = MutantReader(self.stage, changes, self._visited)
        yield from self._kills(faulty, self._places(faulty))

    def _places(self, faulty: MutantReader) -> Mapping[int, list[int]]:
        """Where in which plays the mutant may do otherwise."""
        places: dict[int, list[int]] = defaultdict(list)
        for number, at in self._suspects(faulty):
            places[number].append(at)
        return places

    def _kills(self, faulty: MutantReader, places: Mapping[int, list[int]]) -> Iterator[Kill]:
        for number in sorted(places):
            length = self._told(faulty, self.plays[number], min(places[number]), max(places[number]))
            if length is not None:
                yield Kill(number, length)

    def legal(self, state: State) -> list[Move]:
        """The legal moves of ``state`` on the machine itself."""
        if state not in self._legal:
            self._legal[state] = self.stage.reader.enabled(state)
        return self._legal[state]

    def _suspects(self, faulty: MutantReader) -> Iterator[Place]:
        """Where in the plays the mutant may do otherwise; everywhere else it does the same."""
        machine = self.stage.machine
        for place, new in faulty.changes.items():
            old = machine.transitions[place]
            for state in self._otherwise(faulty, place, new):
                yield from self._visited[state[0]][state]
            if new is not None:
                yield from self._elsewhere(place, old, new)

    def _elsewhere(self, place: int, old: Transition, new: Transition) -> Iterator[Place]:
        """Where in the plays a step along the transition may lead elsewhere."""
        taken = self._taken[place]
        if not taken:
            return
        sides = changed_sides(old, new)
        if sides is None:
            yield from (there for places in taken.values() for there in places)
        if not sides:
            return
        columns = self._in_columns(place, True)
        differing = [False] * len(taken)
        for one, other in sides:
            pairs = zip(columns.of(one), columns.changed(one, other), strict=True)
            differing = [before or a != b for before, (a, b) in zip(differing, pairs, strict=True)]
        for differs, places in zip(differing, taken.values(), strict=True):
            if differs:
                yield from places

    def _in_columns(self, place: int, steps: bool) -> Columns[list[int]]:
        """The steps along a transition that are taken, or the moves that are near to it, as rows."""
        key = (place, steps)
        found = self._columns.pop(key, None)
        if found is None:
            rows = [*self._taken[place]] if steps else [(state, move) for state, move, _ in self.near(place)]
            transition = self.stage.machine.transitions[place]
            found = Columns(
                States([state for state, _ in rows], [named(transition, move) for _, move in rows])
            )
        self._columns[key] = found
        while len(self._columns) > 1 and sum(one.cells for one in self._columns.values()) > CELLS:
            del self._columns[next(iter(self._columns))]
        return found

    def _otherwise(self, faulty: MutantReader, place: int, new: Transition | None) -> set[State]:
        """The states in which the moves along the transition differ; their moves are noted in ``faulty``."""
        old = self.stage.machine.transitions[place]
        point = self.stage.machine.point_index[old.source]
        changed = None if new is None else changed_requirements(old, new)
        if changed is not None and not changed:
            return set()
        if changed is not None and len(changed) > 1:
            differing = set()
            for state in self._visited[point]:
                own = {*faulty.offered(point)(state)}
                for move in own ^ {one for one in self.legal(state) if one[0] in faulty.places[point]}:
                    differing.add(state)
                    faulty.note(state, move, move in own, self.legal(state))
            return differing
        only: tuple[int | None, Expr] = changed[0] if changed else (None, FALSE)
        failed, holds = only
        near = self.near(place)
        if not near:
            return set()
        demanded = FALSE if failed is None else old.requires[failed].holds
        differing = set()
        tests = self._in_columns(place, False).changed(demanded, holds)
        for (state, move, fails), allowed in zip(near, tests, strict=True):
            if fails is not None and fails != failed:
                continue
            if bool(allowed) == (fails is not None):
                differing.add(state)
                faulty.note(state, move, bool(allowed), self.legal(state))
        return differing

    def near(self, place: int) -> list[Near]:
        """The moves along a transition in the states of the plays that at most one requirement forbids."""
        if place not in self._near:
            transition = self.stage.machine.transitions[place]
            fails = failing(self.stage.machine, transition)
            ways = [*product(*(range(one.lo or 0, (one.top or 0) + 1) for one in transition.choices))]
            point = self.stage.machine.point_index[transition.source]
            self._near[place] = [
                (state, (place, *way), None if number == NONE else number)
                for state in self._visited[point]
                for way in ways
                if (number := fails(state, *way)) != SEVERAL
            ]
        return self._near[place]

    def _told(self, faulty: MutantReader, play: Play, first: int, last: int) -> int | None:
        """After how many moves of ``play`` the mutant is told, which may differ in between."""

        def sight(length: int) -> object:
            there = play.states[length]
            return self.stage.seen(there, self.legal(there))

        return told(faulty, play, sight, first, last)


class Player(Protocol):
    """Something that plays the machine of a stage with a mistake."""

    @property
    def stage(self) -> Stage:
        """The stage with the machine."""

    def legal(self, state: State) -> list[Move]:
        """Every legal move of ``state``."""

    def after(self, state: State | None, move: Move) -> State | None:
        """The state after ``move``; None where it is not legal or leaves a domain, or there is no state."""


def settled(player: Player, state: State | None) -> tuple[State | None, list[Move]]:
    """``state`` after all that the rules do by themselves, with its moves; None where they get stuck."""
    for _ in range(LONGEST):
        if state is None:
            break
        found = player.legal(state)
        if len(found) != 1 or not player.stage.rules[found[0][0]]:
            return state, found
        state = player.after(state, found[0])
    return None, []


def told(
    player: Player,
    play: Play,
    sight: Callable[[int], object],
    first: int,
    last: int,
) -> int | None:
    """After how many moves of ``play`` an onlooker sees that ``player`` makes something else of it.

    ``sight`` is what is to be seen after so many moves. What ``player`` does can differ only after the move
    number ``first`` and up to that number ``last``.
    """
    state: State | None = play.states[first - 1] if first else play.start
    for length in range(first, len(play.states)):
        if length:
            state = player.after(state, play.moves[length - 1])
        state, legal = settled(player, state)
        if state is None or player.stage.seen(state, legal) != sight(length):
            return length
        if length < len(play.moves) and play.moves[length] not in legal:
            return length + 1
        if state == play.states[length] and length >= last:
            return None
    return None


def first_kills(
    stage: Stage, plays: Sequence[Play], mutants: Iterable[Mutant], first: int = 4
) -> Iterator[tuple[Mutant, Kill | None, bool]]:
    """Each mutant with the first play that tells it, and whether it did otherwise in any that was tried.

    A few plays are tried before the many.
    """
    judges: list[tuple[int, Judge]] = []
    begin, size = 0, first
    while begin < len(plays):
        judges.append((begin, Judge(stage, plays[begin : begin + size])))
        begin, size = begin + size, size * 2
    for mutant in mutants:
        kill = _first(judges, mutant)
        yield mutant, kill, any(mutant.id in judge.reached for _, judge in judges)


def _first(judges: Sequence[tuple[int, Judge]], mutant: Mutant) -> Kill | None:
    changes = mutant.make()
    for begin, judge in judges:
        found = judge.kill(mutant, changes)
        if found is not None:
            return Kill(begin + found.play, found.length)
    return None
