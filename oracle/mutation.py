"""Which vector notices which mutant of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from dicelaw.checker.content_mutation import ContentMutant
from dicelaw.checker.judge import first_kills
from dicelaw.checker.mutation import Mutant, mutants
from dicelaw.checker.stage import Play, Stage
from dicelaw.model.kernel.state import State
from dicelaw.oracle.description import description
from dicelaw.oracle.ruled import written
from dicelaw.oracle.stage import session_of, stage_of
from dicelaw.oracle.vectors import Record
from dicelaw.oracle.wire import move_of

if TYPE_CHECKING:
    from dicelaw.checker.equivalence import Equivalence
    from dicelaw.oracle.description import Opened

T = TypeVar("T")
Tell = Callable[[str, int, int], None]
"""What is told of a part of the work how much of it is done, and how much there is."""


def untold(_part: str, _done: int, _whole: int) -> None:
    """Nothing is made of what is told."""


@dataclass(frozen=True)
class Judged:
    """A mutant of a machine: the vector that notices it and after how many moves, if any.

    ``between`` says who plays there, or with what; ``reached`` of one that none notices whether it did
    otherwise in the vectors of its machine.
    """

    mutant: Mutant | ContentMutant
    between: tuple[str, ...]
    vector: str = ""
    after: int = 0
    reached: bool = False

    @property
    def kind(self) -> str:
        """What the mistake is in: ``machine`` or ``content``."""
        return "content" if isinstance(self.mutant, ContentMutant) else "machine"

    @property
    def why(self) -> str:
        """Why it is not noticed."""
        if self.kind == "content":
            return "nothing that is seen in the vectors about it differs"
        if self.reached:
            return "it does otherwise in vectors, but nothing that is seen there differs"
        return "no vector comes to a state in which it does otherwise"


def play_of(one: Record) -> tuple[Stage, Play]:
    """The play of ``one``, with the stage that it is played on."""
    session = session_of(one.setup)
    stage = stage_of(session.game)
    play = stage.begun(session.state)
    for transition, choices in one.moves:
        session.state = play.states[-1]
        play = stage.played(play, move_of(session, transition, choices))
    return stage, play


class Trial:
    """The mutants of ``game``, held against the plays of ``records``, by default of all vectors.

    ``tell`` is told how far it is with each part of the work.
    """

    def __init__(self, game: str, records: Sequence[Record] | None = None, tell: Tell = untold) -> None:
        known = written(game) if records is None else records
        self._tell = tell
        openings = description(game).openings(game)
        self._acts = [
            _Act.of(opening, known) for opening in _counted(openings, partial(tell, "opening games"))
        ]
        self._equivalence: dict[int, Equivalence] = {}
        self._mutants: dict[int, dict[str, Mutant]] = {}

    def judged(self, rule: str | None = None, _about: str | None = None) -> Iterator[Judged]:
        """Each mutant, or each that breaks ``rule``, with what notices it.

        A transition has its mutants in the first machine in which a vector takes it, or else in the first
        that has it. The vectors of that machine are asked first, then those of the others.
        """
        homes: dict[str, int] = {}
        for find in (_Act.taken, _Act.has):
            for number, act in enumerate(self._acts):
                for id in find(act):
                    homes.setdefault(id, number)
        done: set[str] = set()
        left: dict[str, Judged] = {}
        games = partial(self._tell, "rules, in their first games")
        for number, act in enumerate(_counted(self._acts, games)):
            among = {id for id, home in homes.items() if home == number}
            chosen = [
                one
                for one in (self._of(number).values() if among else ())
                if one.transitions[0] in among and one.id not in done and (rule is None or rule in one.rules)
            ]
            done |= {one.id for one in chosen}
            for one in act.judged(chosen):
                if one.vector:
                    yield one
                else:
                    left[one.mutant.id] = one
        games = partial(self._tell, "those left, in all games")
        for number, act in enumerate(_counted(self._acts, games)):
            waiting = {id for id, one in left.items() if not one.vector and one.between != act.between}
            own = self._of(number).items() if waiting and act.plays else ()
            others = [one for id, one in own if id in waiting]
            left |= {one.mutant.id: one for one in act.judged(others) if one.vector}
        yield from left.values()

    def equivalent(self, one: Judged) -> bool:
        """Whether the mutant of ``one`` is proved equivalent in every machine that has it."""
        order = sorted(range(len(self._acts)), key=lambda number: self._acts[number].between != one.between)
        return all(self._proved(number, _in_rules(one)) for number in order)

    def _of(self, number: int) -> dict[str, Mutant]:
        """The mutants of one machine by id."""
        if number not in self._mutants:
            found = mutants(self._acts[number].stage.machine)
            self._mutants[number] = {one.id: one for one in found}
        return self._mutants[number]

    def _proved(self, number: int, mutant: Mutant) -> bool:
        act, own = self._acts[number], self._of(number).get(mutant.id)
        if own is None:
            return True
        if number not in self._equivalence:
            self._equivalence[number] = equivalence_of(act.opened, act.visited())
        return self._equivalence[number].proved(own)


def _counted(things: Sequence[T], tell: Callable[[int, int], None]) -> Iterator[T]:
    """``things``, while it is told how many of them are done."""
    for done, one in enumerate(things):
        tell(done, len(things))
        yield one
    tell(len(things), len(things))


def _in_rules(one: Judged) -> Mutant:
    """The mutant of ``one``, which is one of the rules."""
    if isinstance(one.mutant, ContentMutant):
        raise TypeError(f"{one.mutant.id} is a mutant of content")
    return one.mutant


def judged(game: str, rule: str | None = None, records: Sequence[Record] | None = None) -> Iterator[Judged]:
    """Each mutant of ``game``, or each that breaks ``rule``, with what of ``records`` notices it."""
    return Trial(game, records).judged(rule)


@dataclass(frozen=True)
class _Act:
    """The plays of all vectors about the machine of ``opened``."""

    opened: Opened
    between: tuple[str, ...]
    stage: Stage
    ids: tuple[str, ...]
    plays: tuple[Play, ...]

    @classmethod
    def of(cls, opening: Mapping[str, Any], records: Sequence[Record]) -> _Act:
        between = description(opening["game"]).between(opening)
        opened = session_of(opening).game
        stage = stage_of(opened)
        own = [one for one in records if one.between == between]
        made = [(one.id, play) for one in own for there, play in [play_of(one)] if there is stage]
        return cls(opened, between, stage, tuple(id for id, _ in made), tuple(play for _, play in made))

    def taken(self) -> set[str]:
        """The transitions that are taken in the plays."""
        transitions = self.stage.machine.transitions
        return {transitions[move[0]].id for play in self.plays for steps in play.between for _, move in steps}

    def visited(self) -> Mapping[int, Collection[State]]:
        """The states of the plays, by the number of their point."""
        found: dict[int, set[State]] = defaultdict(set)
        for play in self.plays:
            for state in (*play.states, *(state for steps in play.between for state, _ in steps)):
                found[state[0]].add(state)
        return found

    def judged(self, chosen: Sequence[Mutant]) -> Iterator[Judged]:
        """What of the plays notices each of ``chosen``."""
        for mutant, kill, reached in first_kills(self.stage, self.plays, chosen):
            if kill is None:
                yield Judged(mutant, self.between, reached=reached)
            else:
                yield Judged(mutant, self.between, self.ids[kill.play], kill.length)

    def has(self) -> set[str]:
        """The transitions of the machine."""
        return {transition.id for transition in self.stage.machine.transitions}


def equivalence_of(opened: Opened, visited: Mapping[int, Collection[State]] | None = None) -> Equivalence:
    """Proofs of equivalence in the machine of ``opened``, for mutants of that very machine.

    They stand on what is proved of the structure of play and of what the states ``visited`` suggest. Where
    no states are given, the structure is taken for granted: good for finding states, not for verdicts.
    """
    from dicelaw.checker.candidates import suggested
    from dicelaw.checker.equivalence import Equivalence
    from dicelaw.checker.induction import invariant_parts
    from dicelaw.checker.reader import Reader
    from dicelaw.checker.suggested import inductive
    from dicelaw.specs.property import matches

    game = description(opened.machine.name)
    stated = [part for one in game.invariants(opened) for part in invariant_parts(one.claim)]
    holds = {
        point.id: [part.holds for part in stated if matches(point.id, part.at)]
        for point in opened.machine.points
    }
    seen = game.seen_slots(opened)
    if visited is None:
        return Equivalence(Reader(opened.machine), holds.__getitem__, seen)
    for point, more in suggested(opened.machine, visited).items():
        holds[point] += more
    known = inductive(opened.machine, holds, game.begins(opened))
    return Equivalence(known.reader, known.holds.__getitem__, seen, known.folding.transition)
