"""Judging mutants of content by plays of a game.

The machine is built once, with tables whose entries can be replaced; a mutant is what these tables become. A
mistake that tables do not carry, such as a standing effect that is left out, has a machine of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from dicelaw.checker.walks.observed_play import Play, Stage
from dicelaw.model.content.look import Key, OpenTables
from dicelaw.model.kernel.concrete import Move, OutsideDomain
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.mutation.content_mutant import ContentMutant
from dicelaw.mutation.differences import replacements
from dicelaw.mutation.kills.kill_check import Judge, told
from dicelaw.mutation.mutants import Changes

OF_INSTRUCTIONS = " of the instruction"
Patch = Mapping[Key, tuple[int, ...]]
"""The tables that a mutant changes, with their entries."""


Teller = Callable[["Shown"], int | None]


class Arena(ABC):
    """A game with ``tables`` that can be replaced, on a ``stage`` beside the ``usual`` one."""

    usual: Stage
    stage: Stage
    tables: Sequence[Key]
    open: OpenTables

    @abstractmethod
    def patch(self, mutant: ContentMutant) -> Patch | None:
        """What ``mutant`` makes of the tables; None where they cannot carry it."""

    @abstractmethod
    def rebuilt(self, mutant: ContentMutant) -> Machine:
        """The machine with the mistake, built anew."""

    def teller(self, mutant: ContentMutant) -> Teller:
        """What says of a play after how many moves it is seen what ``mutant`` makes of the game."""
        patch = self.patch(mutant)
        return self.built_teller(mutant) if patch is None else lambda shown: shown.tells(patch)

    def built_teller(self, mutant: ContentMutant) -> Teller:
        """As :meth:`teller`, by a machine that is built with the mistake."""
        changes = self.changes(mutant)
        if changes is None:
            return lambda _: None
        return lambda shown: next(
            (kill.length for kill in Judge(self.usual, [shown.usual]).kills(changes)), None
        )

    def changes(self, mutant: ContentMutant) -> Changes | None:
        """What ``mutant`` makes of the transitions, built anew; None where there are others, or points."""
        made = self.rebuilt(mutant)
        same = made.slot_index == self.usual.machine.slot_index
        return replacements(self.usual.machine, made) if same else None

    def changed(self, made: Sequence[Key]) -> Patch | None:
        """How tables become those ``made``; None where that needs other tables."""
        if [(name, len(entries)) for name, entries in made] != [
            (name, len(entries)) for name, entries in self.tables
        ]:
            return None
        changes: dict[Key, tuple[int, ...]] = {}
        for old, (_, entries) in zip(self.tables, made, strict=True):
            if changes.setdefault(old, entries) != entries:
                return None
        changes = {key: entries for key, entries in changes.items() if key[1] != entries}
        return changes if self.open.fits(changes) else None

    def replaced(self, patch: Patch) -> AbstractContextManager[None]:
        """The tables are as ``patch`` has them for a while."""
        return self.open.replaced(patch)

    def carried(self, play: Play) -> Play:
        """``play``, made on the usual stage, on the one with open tables."""
        there, here = self.usual.machine, self.stage.machine
        state = (here.point_index[there.points[play.start[0]].id], *play.start[1:])
        names = [there.transitions[move[0]].id for move in play.moves]
        moves = (
            (here.transition_index[name], *move[1:]) for name, move in zip(names, play.moves, strict=True)
        )
        return self.stage.made(state, moves)

    def read(self, _play: Play) -> Mapping[int, tuple[int, int]]:
        """The addresses of the instructions that a play reads, each with its first and last move."""
        return {}


class Shown:
    """A play on the stage with open tables, and what is seen of it."""

    def __init__(self, arena: Arena, play: Play) -> None:
        """``play`` is one on the ``usual`` stage."""
        self._arena = arena
        self.usual = play
        self.play = arena.carried(play)
        stage = arena.stage
        self._sights = [stage.seen(state, stage.reader.enabled(state)) for state in self.play.states]
        self._reads = arena.read(self.play)

    def tells(self, patch: Patch) -> int | None:
        """After how many moves it is seen what ``patch`` makes of the game; None where it never is."""
        stage, play = self._arena.stage, self.play
        first, last = self._concerned(patch)
        if first > last:
            return None
        with self._arena.replaced(patch):
            return told(Altered(stage), play, self._sights.__getitem__, first, last)

    def _concerned(self, patch: Patch) -> tuple[int, int]:
        """First and last before which move something is read that ``patch`` changes."""
        if not all(name.endswith(OF_INSTRUCTIONS) for name, _ in patch):
            return 0, len(self.play.states)
        changed = {at for (_, old), new in patch.items() for at in self._reads if old[at] != new[at]}
        spans = [self._reads[at] for at in changed]
        return min((one for one, _ in spans), default=1), max((other for _, other in spans), default=0)


@dataclass(frozen=True)
class Altered:
    """Plays on a stage whose tables were replaced."""

    stage: Stage

    def after(self, state: State | None, move: Move) -> State | None:
        """See :class:`~dicelaw.mutation.kills.kill_check.Player`."""
        if state is None:
            return None
        try:
            return self.stage.reader.attempt(state, move)
        except OutsideDomain:
            return None

    def legal(self, state: State) -> list[Move]:
        """See :class:`~dicelaw.mutation.kills.kill_check.Player`."""
        return self.stage.reader.enabled(state)
