"""Which vector notices which mutant of content."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from dicelaw.mutation.content_kill_check import Arena, Shown
from dicelaw.mutation.content_mutant import ContentMutant
from dicelaw.mutation.ports import Contents, Key, Proofs, contents_of
from dicelaw.mutation.trial import Tell, untold
from dicelaw.mutation.worker import Judged, play_of
from dicelaw.oracle.files.ruling_vectors import written
from dicelaw.oracle.files.vectors import Record

if TYPE_CHECKING:
    pass


class Trials:
    """Plays of one machine that mutants of its content are held against; each is made when it is needed."""

    def __init__(self, contents: Contents, records: Sequence[Record]) -> None:
        self.contents = contents
        self.records = tuple(records)
        self.key = contents.key(records[0].setup)
        self._shown: dict[int, Shown] = {}

    @cached_property
    def between(self) -> tuple[str, ...]:
        """Who plays, or with what."""
        return self.records[0].between

    @cached_property
    def arena(self) -> Arena:
        """The machine of the plays, with tables that can be replaced."""
        return self.contents.arena(self.records[0].setup)

    def shown(self, number: int) -> Shown:
        """The play of the record ``number``. Raises Illegal or UserError for one that cannot be played."""
        if number not in self._shown:
            self._shown[number] = Shown(self.arena, play_of(self.records[number])[1])
        return self._shown[number]

    def told(self, mutant: ContentMutant) -> Iterator[tuple[Record, int]]:
        """The records of the plays that tell ``mutant``, those that are asked first before the others."""
        teller, begin = self.arena.teller(mutant), self.contents.first(mutant)
        for number in sorted(
            range(len(self.records)), key=lambda at: not self.records[at].id.startswith(begin)
        ):
            length = teller(self.shown(number))
            if length is not None:
                yield self.records[number], length


def trials_of(contents: Contents, records: Iterable[Record]) -> list[Trials]:
    """``records`` by their machine, in the order of what these are made of."""
    groups: dict[Key, list[Record]] = defaultdict(list)
    for one in records:
        groups[contents.key(one.setup)].append(one)
    return [Trials(contents, groups[key]) for key in sorted(groups, key=repr)]


def chosen_mutants(
    contents: Contents, rule: str | None = None, only: str | None = None
) -> list[ContentMutant]:
    """The mutants of content that break ``rule``, and whose ids are ``only`` or begin with it; else all."""
    return [
        one
        for one in contents.mutants()
        if (rule is None or rule in one.rules)
        and (
            only is None
            or f"{one.id.replace('#', '/')}/".startswith(f"{only.replace('#', '/').rstrip('/')}/")
        )
    ]


class ContentTrial:
    """The mutants of the content of ``game``, held against the plays of ``records``.

    These are by default those of all vectors in ``mode``; ``tell`` is as for the mutants of the rules.
    """

    def __init__(
        self, game: str, records: Sequence[Record] | None = None, tell: Tell = untold, mode: str = ""
    ) -> None:
        self._tell = tell
        self._contents = contents_of(game, mode)
        self._records = written(game, mode) if records is None else records
        self._proofs: dict[tuple[str, ...], Proofs] = {}

    def judged(self, rule: str | None = None, entry: str | None = None) -> Iterator[Judged]:
        """Each mutant of content, or each that is chosen, with what notices it.

        It is held against the vectors of those machines that may notice it, one after another until one does.
        """
        homes = self._contents.homes(self._records)
        waiting = []
        for one in chosen_mutants(self._contents, rule, entry):
            if homes[one.id]:
                waiting.append(one)
            else:
                yield Judged(one, self._contents.home(one))
        last = {one.id: max(map(repr, homes[one.id])) for one in waiting}
        for trials in trials_of(self._contents, self._records):
            for mutant in [one for one in waiting if trials.key in homes[one.id]]:
                record, length = next(trials.told(mutant), (None, 0))
                if record is not None:
                    yield Judged(mutant, trials.between, record.id, length)
                    waiting.remove(mutant)
                elif repr(trials.key) == last[mutant.id]:
                    yield Judged(mutant, trials.between)
                    waiting.remove(mutant)
                self._tell("content", len(last) - len(waiting), len(last))

    def unproved(self, survived: Sequence[Judged], *, anew: bool) -> dict[str, tuple[str, ...]]:
        """Those that ``survived`` which are not proved equivalent in the game that judged each, by id.

        None is tried unless it is to be proved ``anew``: of content nothing is recorded.
        """
        if not anew:
            return {one.mutant.id: () for one in survived}
        found = {}
        for done, one in enumerate(survived):
            self._tell("proofs about content", done, len(survived))
            if not (isinstance(one.mutant, ContentMutant) and self._proved(one.mutant, one.between)):
                found[one.mutant.id] = one.between
        self._tell("proofs about content", len(survived), len(survived))
        return found

    def _proved(self, mutant: ContentMutant, between: tuple[str, ...]) -> bool:
        if between not in self._proofs:
            self._proofs[between] = self._contents.proofs(between)
        return self._proofs[between].proved(mutant)
