"""Judging mutants by plays: what does an onlooker see that is other than it should be?

A play is a start, and the decisions, dice and cards of it; what the rules do by themselves is not part of it.
An onlooker sees what is on the table whenever something has to be decided or rolled, and then, where a seat
decides, all that it may do. A mutant differs from its machine in a few transitions, so only these are
compiled, and compared in the states of the plays that they can leave; a play is played with the mutant from
the first state on in which they differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from dicelaw.checker.mutation import Changes, Mutant
from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, walk
from dicelaw.model.kernel.graph import Agent, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.offers import offers
from dicelaw.model.kernel.pycode import Emitter
from dicelaw.model.kernel.state import State

LONGEST = 2_000
"""More steps than the rules take by themselves between two decisions of a sound play."""
View = Callable[[State], object]
"""What an onlooker sees of a state."""
Offers = Callable[[State], list[Move]]
Place = tuple[int, int]
"""Where in the plays: the number of a play, and before which of its states."""
Evaluator = Callable[[State, Mapping[str, int]], int]
Near = tuple[State, Move, int | None]
"""A move in a state, with the only requirement that forbids it, by place, or None."""
NONE, SEVERAL = -1, -2


@dataclass(frozen=True)
class Play:
    """A play: the state in which nothing happens by itself any more before and after each of ``moves``.

    ``between`` has the steps that follow each of ``moves``, first that move itself.
    """

    states: tuple[State, ...]
    moves: tuple[Move, ...]
    between: tuple[tuple[tuple[State, Move], ...], ...]

    @property
    def start(self) -> State:
        """The state in which the play begins."""
        return self.between[0][0][0] if self.between[0] else self.states[0]

    def cut(self, length: int) -> Play:
        """The play up to its move number ``length``."""
        return Play(self.states[: length + 1], self.moves[:length], self.between[: length + 1])


@dataclass(frozen=True)
class Kill:
    """A play that tells a mutant from its machine, by what is seen after its first ``length`` moves."""

    play: int
    length: int


class Stage:
    """A machine on which plays are made and watched; ``view`` is what an onlooker sees of a state."""

    def __init__(self, machine: Machine, view: View) -> None:
        self.machine = machine
        self.view = view
        self.reader = Concrete(machine)
        self.rules = [transition.actor is Agent.RULES for transition in machine.transitions]

    def settled(self, state: State) -> tuple[State, list[tuple[State, Move]]]:
        """``state`` after all that the rules do by themselves, and the steps that lead there."""
        steps = []
        while len(legal := self.reader.enabled(state)) == 1 and self.rules[legal[0][0]]:
            steps.append((state, legal[0]))
            state = self.reader.step(state, legal[0])
        return state, steps

    def begun(self, state: State) -> Play:
        """The play that begins in ``state``, before any decision."""
        first, steps = self.settled(state)
        return Play((first,), (), (tuple(steps),))

    def played(self, play: Play, move: Move) -> Play:
        """``play`` with one more move. Raises Illegal, or OutsideDomain."""
        last = play.states[-1]
        after, steps = self.settled(self.reader.step(last, move))
        return Play((*play.states, after), (*play.moves, move), (*play.between, ((last, move), *steps)))

    def made(self, state: State, moves: Iterable[Move]) -> Play:
        """The play of ``moves`` from ``state``. Raises Illegal, or OutsideDomain."""
        play = self.begun(state)
        for move in moves:
            play = self.played(play, move)
        return play

    def seen(self, state: State, legal: Sequence[Move]) -> object:
        """What an onlooker sees in ``state``: also who has to act, and what a seat may do."""
        if not legal:
            return self.view(state), None, None
        actor = self.reader.actor(state, legal[0])
        return self.view(state), actor, frozenset(legal) if isinstance(actor, int) else None


class Judge:
    """Holds mutants against ``plays`` on a stage."""

    def __init__(self, stage: Stage, plays: Sequence[Play]) -> None:
        self.stage = stage
        self.plays = plays
        self._visited: dict[int, dict[State, list[Place]]] = defaultdict(lambda: defaultdict(list))
        self._taken: dict[int, dict[tuple[State, Move], list[Place]]] = defaultdict(lambda: defaultdict(list))
        self._legal: dict[State, list[Move]] = {}
        self._near: dict[int, list[Near]] = {}
        for number, play in enumerate(plays):
            for at, steps in enumerate(play.between):
                for state, move in steps:
                    self._visited[state[0]][state].append((number, at))
                    self._taken[move[0]][state, move].append((number, at))
                last = play.states[at]
                self._visited[last[0]][last].append((number, at))

    def kill(self, mutant: Mutant) -> Kill | None:
        """The first play that tells ``mutant`` from its machine; None where no play does."""
        return None if self._agrees(mutant) else next(self.kills(mutant.make()), None)

    def _agrees(self, mutant: Mutant) -> bool:
        """Whether the expressions that the mutant confuses are worth the same in all states of the plays."""
        if mutant.site is None or any(node.op == "choice" for node in walk(*mutant.site)):
            return False
        one, other = map(_evaluator, mutant.site)
        machine = self.stage.machine
        points = {machine.point_index[machine.transition(id).source] for id in mutant.transitions}
        return all(
            one(state, {}) == other(state, {}) for point in points for state in self._visited.get(point, ())
        )

    def kills(self, changes: Changes) -> Iterator[Kill]:
        """Each play that tells a machine with ``changes`` from the machine itself."""
        faulty = Faulty(self.stage, changes, self._visited)
        places: dict[int, list[int]] = defaultdict(list)
        for number, at in self._suspects(faulty):
            places[number].append(at)
        for number in sorted(places):
            length = self._told(faulty, self.plays[number], min(places[number]), max(places[number]))
            if length is not None:
                yield Kill(number, length)

    def legal(self, state: State) -> list[Move]:
        """The legal moves of ``state`` on the machine itself."""
        if state not in self._legal:
            self._legal[state] = self.stage.reader.enabled(state)
        return self._legal[state]

    def _suspects(self, faulty: Faulty) -> Iterator[Place]:
        """Where in the plays the mutant may do otherwise; everywhere else it does the same."""
        machine = self.stage.machine
        for place, new in faulty.changes.items():
            old = machine.transitions[place]
            for state in self._otherwise(faulty, place, new):
                yield from self._visited[state[0]][state]
            if new is not None and (differs := _differs(old, new)) is not None:
                for (state, move), places in self._taken[place].items():
                    if differs(state, self.stage.reader, move):
                        yield from places

    def _otherwise(self, faulty: Faulty, place: int, new: Transition | None) -> set[State]:
        """The states in which the moves along the transition differ; their moves are noted in ``faulty``."""
        old = self.stage.machine.transitions[place]
        point = self.stage.machine.point_index[old.source]
        changed = None if new is None else _requirements(old, new)
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
        failing, holds = only
        test = self.stage.reader.compiled(holds)
        differing = set()
        for state, move, fails in self.near(place):
            if fails is not None and fails != failing:
                continue
            allowed = bool(test(state, named(old, move)))
            if allowed == (fails is not None):
                differing.add(state)
                faulty.note(state, move, allowed, self.legal(state))
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

    def _told(self, faulty: Faulty, play: Play, first: int, last: int) -> int | None:
        """After how many moves of ``play`` the mutant is told, which may differ in between."""

        def sight(length: int) -> object:
            there = play.states[length]
            return self.stage.seen(there, self.legal(there))

        return told(faulty, self.stage.seen, play, sight, first, last)


class Player(Protocol):
    """Something that plays a machine with a mistake."""

    def after(self, state: State | None, move: Move) -> State | None:
        """The state after ``move``; None where it is not legal or leaves a domain, or there is no state."""

    def settled(self, state: State | None) -> tuple[State | None, list[Move]]:
        """``state`` after all that the rules do by themselves, with its moves; None where they get stuck."""


def told(
    player: Player,
    seen: Callable[[State, Sequence[Move]], object],
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
        state, legal = player.settled(state)
        if state is None or seen(state, legal) != sight(length):
            return length
        if length < len(play.moves) and play.moves[length] not in legal:
            return length + 1
        if state == play.states[length] and length >= last:
            return None
    return None


def named(transition: Transition, move: Move) -> dict[str, int]:
    """The choices of ``move`` by name."""
    return {choice.name: value for choice, value in zip(transition.choices, move[1:], strict=True)}


def failing(machine: Machine, transition: Transition) -> Callable[..., int]:
    """A function from a state and choices to the only requirement that fails, or NONE or SEVERAL."""
    emitter = Emitter(machine)
    for number, choice in enumerate(transition.choices):
        emitter.choices[id(choice)] = f"c_{number}"
    emitter.lines.append(f"f = {NONE}")
    for number, requirement in enumerate(transition.requires):
        emitter.share([requirement.holds])
        emitter.lines.append(f"if not {emitter.text(requirement.holds)}:")
        emitter.lines += [f"    if f != {NONE}: return {SEVERAL}", f"    f = {number}"]
    emitter.lines.append("return f")
    return emitter.function(
        "failing", ", ".join(["s", *(f"c_{i}" for i, _ in enumerate(transition.choices))])
    )


def _requirements(old: Transition, new: Transition) -> list[tuple[int, Expr]]:
    """The requirements that differ, by place, with what they say instead: nothing for one left out."""
    gone = _only_gone(old.requires, new.requires)
    if gone is not None:
        return [(gone, TRUE)]
    if len(new.requires) != len(old.requires):
        return [(0, FALSE), (0, FALSE)]
    pairs = zip(old.requires, new.requires, strict=True)
    return [(at, b.holds) for at, (a, b) in enumerate(pairs) if a.holds is not b.holds]


def _differs(old: Transition, new: Transition) -> Callable[[State, Concrete, Move], bool] | None:
    """Whether a step may write something else; None where the effects are the same."""
    gone = _only_gone(old.effect, new.effect)
    if gone is not None:
        place = old.effect[gone][0]
        slots = slice(place.args[0], place.args[0] + (place.args[1] if place.op == "cell" else 1))
        return lambda state, reader, move: state[slots] != reader.step(state, move)[slots]
    if old.target != new.target or len(new.effect) != len(old.effect):
        return lambda _state, _reader, _move: True
    sides = [
        (_read(one), _read(other))
        for a, b in zip(old.effect, new.effect, strict=True)
        for one, other in zip(a, b, strict=True)
        if one is not other
    ]
    if not sides:
        return None

    def differs(state: State, _reader: Concrete, move: Move) -> bool:
        chosen = named(old, move)
        return any(one(state, chosen) != other(state, chosen) for one, other in sides)

    return differs


def _only_gone(old: Sequence[object], new: Sequence[object]) -> int | None:
    """The place in ``old`` of the only thing that is not in ``new``; None where they differ otherwise."""
    if len(new) != len(old) - 1:
        return None
    at = next(
        (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one is not other), len(new)
    )
    return at if all(one is other for one, other in zip(old[at + 1 :], new[at:], strict=True)) else None


def _read(side: Expr) -> Evaluator:
    return _evaluator(side.args[3] if side.op == "cell" else side)


def _evaluator(expression: Expr) -> Evaluator:
    return Emitter(None).evaluator(expression)


class Faulty:
    """A mutant that plays: its own transitions are compiled when they are needed."""

    def __init__(self, stage: Stage, changes: Changes, visited: Mapping[int, Container[State]]) -> None:
        """In the states ``visited`` of a point, all moves are as usual but for those that are noted."""
        machine = stage.machine
        self.stage = stage
        self.changes = {machine.transition_index[id]: new for id, new in changes.items()}
        self._visited = visited
        self.places: dict[int, set[int]] = defaultdict(set)
        for place in self.changes:
            self.places[machine.point_index[machine.transitions[place].source]].add(place)
        self._noted: dict[State, set[Move]] = {}
        self._offers: dict[int, Offers] = {}
        self._steps: dict[int, Callable[..., State | None]] = {}

    def note(self, state: State, move: Move, allowed: bool, legal: Sequence[Move]) -> None:
        """Note that ``move`` is, or is not, among the moves of ``state``, unlike on the machine."""
        moves = self._noted.setdefault(state, set(legal))
        (moves.add if allowed else moves.discard)(move)

    def offered(self, point: int) -> Offers:
        """The moves along the mutant's own transitions, in the states of ``point``."""
        if point not in self._offers:
            found = [(place, self.changes[place]) for place in sorted(self.places[point])]
            leaving = [(place, new) for place, new in found if new is not None]
            self._offers[point] = offers(Emitter(self.stage.machine), leaving) if leaving else lambda _: []
        return self._offers[point]

    def legal(self, state: State) -> list[Move]:
        """Every legal move of ``state``."""
        if state in self._noted:
            return sorted(self._noted[state])
        found = self.stage.reader.enabled(state)
        changed = self.places.get(state[0], ())
        if state in self._visited.get(state[0], ()) or all(self._keeps(place) for place in changed):
            return found
        own = self.offered(state[0])(state)
        return sorted([*(move for move in found if move[0] not in self.changes), *own])

    def _keeps(self, place: int) -> bool:
        """Whether the requirements of a transition are those of the machine itself."""
        new = self.changes[place]
        return new is not None and not _requirements(self.stage.machine.transitions[place], new)

    def after(self, state: State | None, move: Move) -> State | None:
        """The state after ``move``; None where it is not legal or leaves a domain, or there is no state."""
        if state is None:
            return None
        try:
            if move[0] not in self.changes:
                return self.stage.reader.attempt(state, move)
            new = self.changes[move[0]]
            if new is None:
                return None
            if move[0] not in self._steps:
                emitter = Emitter(self.stage.machine)
                emitter.step(new, self.stage.machine.point_index)
                arguments = ["s", *(f"c_{number}" for number, _ in enumerate(new.choices))]
                self._steps[move[0]] = emitter.function("step", ", ".join(arguments))
            return self._steps[move[0]](state, *move[1:])
        except OutsideDomain:
            return None

    def settled(self, state: State | None) -> tuple[State | None, list[Move]]:
        """``state`` after all that the rules do by themselves, with its moves; None where they get stuck."""
        for _ in range(LONGEST):
            if state is None:
                break
            found = self.legal(state)
            if len(found) != 1 or not self.stage.rules[found[0][0]]:
                return state, found
            state = self.after(state, found[0])
        return None, []


def first_kills(
    stage: Stage, plays: Sequence[Play], mutants: Iterable[Mutant], first: int = 4
) -> Iterator[tuple[Mutant, Kill | None]]:
    """Each mutant with the first play that tells it; a few plays are tried before the many."""
    judges: list[tuple[int, Judge]] = []
    begin, size = 0, first
    while begin < len(plays):
        judges.append((begin, Judge(stage, plays[begin : begin + size])))
        begin, size = begin + size, size * 2
    for mutant in mutants:
        yield mutant, _first(judges, mutant)


def _first(judges: Sequence[tuple[int, Judge]], mutant: Mutant) -> Kill | None:
    for begin, judge in judges:
        found = judge.kill(mutant)
        if found is not None:
            return Kill(begin + found.play, found.length)
    return None


__all__ = ["Judge", "Kill", "Play", "Stage", "first_kills"]
