"""Random plays by compiled code in which entries meet, those first that have not met yet."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from dicelaw.checker.search.bit_fields import ALL
from dicelaw.checker.search.layout import Layout
from dicelaw.checker.search.meeting_code import BITS, LOT, MEMORY, NEW, TAKEN, PlayCode, Using
from dicelaw.checker.search.native import Code, Word, signed
from dicelaw.checker.search.random_plays import seeded
from dicelaw.checker.search.step_breaches import StepBreaches, watched
from dicelaw.checker.search.uses import Uses
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.specs.property import Property


@dataclass(frozen=True)
class Made:
    """A play that was made: its ``steps``, how much it ``met`` first, and whether something is ``wrong``."""

    steps: int
    met: int
    wrong: bool


class MeetingPlays:
    """A machine compiled for plays of at most ``length`` steps, of which each takes a legal move by lot.

    Mostly it is one that is new, where there is one: by which two entries meet that have not, or a transition
    that was not taken. Claims of ``properties`` about states and single steps are watched. Raises
    NotInstalled without the compiler, and TooWide for a machine whose numbers don't fit words.
    """

    def __init__(
        self, machine: Machine, uses: Uses, properties: Sequence[Property] = (), *, length: int
    ) -> None:
        self.machine, self.uses, self.length = machine, uses, length
        self.watched = watched(properties)
        self.layout = Layout.of(machine, len(self.watched))
        successors = Using(machine, self.layout, uses)
        self._row = successors.row
        breaches = StepBreaches(machine, self.layout, properties).text(successors.tables)
        text = (breaches if self.watched else "", successors.lying(), PlayCode(successors).text())
        self._code = Code("\n".join((*text, successors.text())), ("play",), quickly=True)
        self._play = self._code.function("play", 9)
        width = self.layout.words
        self._met = (Word * (len(uses.entries) * self._row))()
        self._taken = (Word * len(machine.transitions))()
        self._memory = (Word * MEMORY)()
        self._out = (Word * (max(self.layout.fan, 1) * (width + successors.beside)))()
        self._tally = (Word * (self.layout.tally + self.layout.noted))()
        self._trail = (Word * ((length + 1) * width))()
        self._start, self._went = (Word * width)(), (Word * length)()

    def waiting(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Only these pairs of places among the entries have not met."""
        rows = [0] * len(self.uses.entries)
        for one, other in pairs:
            rows[one] |= 1 << other
            rows[other] |= 1 << one
        self._met = (Word * len(self._met))(*signed(self._words(~row for row in rows)))

    def met(self) -> Iterator[tuple[int, int]]:
        """The pairs that have met, and those that did not wait."""
        for one in range(len(self.uses.entries)):
            words = self._met[one * self._row : (one + 1) * self._row]
            row = sum((word & ALL) << place * BITS for place, word in enumerate(words))
            yield from ((one, other) for other in range(one) if row >> other & 1)

    def _words(self, rows: Iterable[int]) -> Iterator[int]:
        return (row >> place * BITS & ALL for row in rows for place in range(self._row))

    def take(self, places: Iterable[int]) -> None:
        """Only the transitions with these numbers have been taken."""
        self._taken[:] = [0] * len(self._taken)
        for place in places:
            self._taken[place] = 1

    def taken(self) -> frozenset[int]:
        """The numbers of the transitions that were taken."""
        return frozenset(place for place, was in enumerate(self._taken) if was)

    def begin(self, start: State) -> None:
        """Let plays begin in ``start``."""
        self._start = (Word * len(self._start))(*signed(self.layout.pack(start)))

    def play(self, seed: int, number: int) -> Made:
        """Make play ``number``; the same for the same ``seed`` where as much has met."""
        memory, layout = self._memory, self.layout
        ctypes.memmove(self._trail, self._start, ctypes.sizeof(self._start))
        memory[TAKEN], memory[NEW], memory[LOT] = 0, 0, signed([seeded(seed, number)])[0]
        ctypes.memset(ctypes.addressof(self._tally) + layout.hits * 8, 0, (layout.tally - layout.hits) * 8)
        arrays = (self._trail, self._out, self._tally, memory, self._met, self._taken, self._went)
        self._play(*map(ctypes.addressof, arrays), number, self.length)
        return Made(memory[TAKEN], memory[NEW], any(self._tally[layout.hits : layout.leaving]))

    def wrong(self) -> frozenset[int]:
        """What is wrong with the last play, each by its place in a tally as :class:`Layout` says."""
        hits = range(self.layout.hits, self.layout.tally)
        return frozenset(hit for hit in hits if self._tally[hit] and hit != self.layout.outside)

    def broken(self, wrong: Set[int]) -> frozenset[str]:
        """The ids of the properties of which ``wrong`` says that they are broken."""
        first = self.layout.hits
        return frozenset(self.watched[hit - first] for hit in wrong if hit < first + len(self.watched))

    def leaving(self, wrong: Set[int]) -> frozenset[int]:
        """The numbers of the transitions of which ``wrong`` says that they leave a domain."""
        return frozenset(hit - self.layout.leaving for hit in wrong if hit >= self.layout.leaving)

    def steps(self) -> Iterator[tuple[int, State]]:
        """The steps of the last play: the number of the transition, and the state after it."""
        width = self.layout.words
        for step in range(self._memory[TAKEN]):
            words = self._trail[(step + 1) * width : (step + 2) * width]
            yield self._went[step], self.layout.unpack([word & ALL for word in words])
