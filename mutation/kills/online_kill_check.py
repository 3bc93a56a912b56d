"""Watching plays as they are made: which mutants might do otherwise somewhere in them, and which do.

For each mutant the parts that differ are compiled once, so that many plays can be held against many mutants;
only where one might do otherwise is the play played again with it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random

from dicelaw.checker.walks.observed_play import Play, Stage
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import FALSE, TRUE
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.state import State
from dicelaw.mutation.differences import (
    NONE,
    SEVERAL,
    changed_requirements,
    effect_differs,
    failing,
    named,
)
from dicelaw.mutation.kills.kill_check import Judge, Kill
from dicelaw.mutation.mutants import Changes, Mutant

Test = Callable[[State, Move, int | None], bool]
"""Whether a mutant treats a move otherwise, which only the requirement at a place forbids (None: legal)."""
PATIENCE = 12
"""How many plays in vain make a mutant be tried less often."""


@dataclass
class _Watched:
    """A mutant with its changes, which are made once, and how often a play was tried on it in vain."""

    mutant: Mutant
    changes: Changes
    vain: int = 0


@dataclass
class _Here:
    """What is watched at one transition: tests of moves, and tests of steps that are taken."""

    moves: list[tuple[str, Test]] = field(default_factory=list)
    steps: list[tuple[str, Callable[[State, Move, State], bool]]] = field(default_factory=list)


class Watch:
    """The mutants of a stage that no play has told yet."""

    def __init__(self, stage: Stage, mutants: Iterable[Mutant], random: Random) -> None:
        self.stage = stage
        self.random = random
        self.open: dict[str, _Watched] = {}
        self.hits: Counter[str] = Counter()
        self._here: dict[int, _Here] = defaultdict(_Here)
        self._near: dict[int, Callable[..., int]] = {}
        machine = stage.machine
        self._leaving: dict[int, list[int]] = defaultdict(list)
        for place, transition in enumerate(machine.transitions):
            self._leaving[machine.point_index[transition.source]].append(place)
        for mutant in mutants:
            self._add(mutant)

    def _add(self, mutant: Mutant) -> None:
        changes = mutant.make()
        self.open[mutant.id] = _Watched(mutant, changes)
        for id, new in changes.items():
            place = self.stage.machine.transition_index[id]
            old, here = self.stage.machine.transitions[place], self._here[place]
            here.moves += [(mutant.id, test) for test in self._tests(old, new)]
            differs = None if new is None else effect_differs(old, new)
            if differs is not None:
                here.steps.append((mutant.id, differs))

    def _tests(self, old: Transition, new: Transition | None) -> Iterator[Test]:
        if new is None:
            yield lambda _state, _move, fails: fails is None
            return
        for place, holds in changed_requirements(old, new):
            if holds is TRUE:
                yield lambda _state, _move, fails, place=place: fails == place  # type: ignore[misc]
            elif holds is FALSE:
                yield lambda _state, _move, fails: fails is None
            else:
                value = self.stage.reader.compiled(holds)

                def test(
                    state: State,
                    move: Move,
                    fails: int | None,
                    place: int = place,
                    value: Callable[..., object] = value,
                ) -> bool:
                    if fails is not None and fails != place:
                        return False
                    return bool(value(state, named(old, move))) == (fails is not None)

                yield test

    def told(self, play: Play) -> dict[str, Kill]:
        """The open mutants that ``play`` tells, each with the moves that it takes; they are open no more."""
        suspects: dict[str, None] = {}
        states = set()
        for at, steps in enumerate(play.between):
            following = [*(state for state, _ in steps), play.states[at]][1:]
            for (state, move), then in zip(steps, following, strict=True):
                for id, differs in self._here[move[0]].steps if move[0] in self._here else ():
                    if id in self.open and id not in suspects and differs(state, move, then):
                        suspects[id] = None
                states.add(state)
            states.add(play.states[at])
        for state in states:
            self._compare(state, suspects)
        found: dict[str, Kill] = {}
        if suspects:
            judge = Judge(self.stage, [play])
            for id in suspects:
                watched = self.open[id]
                self.hits[id] += 1
                if watched.vain > PATIENCE and self.random.random() > PATIENCE / watched.vain:
                    continue
                kill = next(judge.kills(watched.changes), None)
                if kill is None:
                    watched.vain += 1
                else:
                    found[id] = kill
                    del self.open[id]
        return found

    def _compare(self, state: State, suspects: dict[str, None]) -> None:
        """Note whose moves differ in ``state``."""
        machine = self.stage.machine
        for place in self._leaving[state[0]]:
            here = self._here.get(place)
            if here is None:
                continue
            here.moves = tests = [one for one in here.moves if one[0] in self.open]
            tests = [one for one in tests if one[0] not in suspects]
            if not tests:
                continue
            transition = machine.transitions[place]
            if place not in self._near:
                self._near[place] = failing(machine, transition)
            fails = self._near[place]
            ways = product(*(range(one.lo or 0, (one.top or 0) + 1) for one in transition.choices))
            for way in ways:
                number = fails(state, *way)
                if number == SEVERAL:
                    continue
                move, forbids = (place, *way), None if number == NONE else number
                for id, test in tests:
                    if id not in suspects and test(state, move, forbids):
                        suspects[id] = None
