"""The plays of all vectors about one machine, and what its mutants make of them.

A process holds some acts, by their number, and is asked about mutants by their ids: machines and mutants
stay where they were made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dicelaw.checker.walks.observed_play import Play, Stage
from dicelaw.model.kernel.concrete import OutsideDomain
from dicelaw.model.kernel.state import State
from dicelaw.mutation.content_mutant import ContentMutant
from dicelaw.mutation.kills.kill_check import first_kills
from dicelaw.mutation.mutants import Mutant, Named, mutants
from dicelaw.mutation.ports import port
from dicelaw.mutation.recorded_proofs import fitting, recorded_equivalents
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.codec import move_of
from dicelaw.oracle.files.stage import session_of, stage_of
from dicelaw.oracle.files.vectors import Record
from dicelaw.oracle.games.description import description

if TYPE_CHECKING:
    from dicelaw.mutation.equivalence.houdini import Proved
    from dicelaw.mutation.equivalence.proofs import Equivalence
    from dicelaw.oracle.games.ports import Opened


OWN = "model/"
"""How the ids of what the model adds to the documents begin."""
RANDOM = 100
"""How many random plays suggest invariants, besides the vectors."""


@dataclass(frozen=True)
class Judged:
    """A mutant of a machine: the vector that notices it and after how many moves, if any.

    ``between`` says who plays there, or with what; ``reached`` of one that none notices whether it did
    otherwise in the vectors of its machine, and ``unproved`` between whom it is not proved that it changes
    nothing, where that was asked.
    """

    mutant: Named | ContentMutant
    between: tuple[str, ...]
    vector: str = ""
    after: int = 0
    reached: bool = False
    unproved: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """What the mistake is in: ``machine`` or ``content``."""
        return "content" if isinstance(self.mutant, ContentMutant) else "machine"

    @property
    def why(self) -> str:
        """Why it is not noticed."""
        if self.unproved:
            return f"{self._why}; that it changes nothing is not proved of {' and '.join(self.unproved)}"
        return self._why

    @property
    def _why(self) -> str:
        if self.mutant.rules and all(rule.startswith(OWN) for rule in self.mutant.rules):
            return "it is about what the model adds, such as a limit, and breaks no rule of the documents"
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


@dataclass(frozen=True)
class Roster:
    """What an act has: its transitions, those that are taken in its plays, and its mutants.

    ``first`` has the ids of the mutants in order, each with the transition that it belongs to, and ``rules``
    the rules that each breaks.
    """

    has: frozenset[str]
    taken: frozenset[str]
    first: Mapping[str, str]
    rules: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Act:
    """The plays of all vectors about the machine that ``opening`` opens, between whom or what it says."""

    opening: Mapping[str, Any]
    opened: Opened
    between: tuple[str, ...]
    stage: Stage
    ids: tuple[str, ...]
    plays: tuple[Play, ...]

    @classmethod
    def of(cls, opening: Mapping[str, Any], records: Sequence[Record]) -> Act:
        """The act of ``opening``, with the plays of those of ``records`` that are of its machine."""
        between = description(opening["game"]).between(opening)
        opened = session_of(opening).game
        stage = stage_of(opened)
        own = [one for one in records if one.between == between]
        made = [(one.id, play) for one in own for there, play in [play_of(one)] if there is stage]
        ids, plays = tuple(id for id, _ in made), tuple(play for _, play in made)
        return cls(opening, opened, between, stage, ids, plays)

    @cached_property
    def mutants(self) -> dict[str, Mutant]:
        """The mutants of the machine by id."""
        return {one.id: one for one in mutants(self.stage.machine)}

    @cached_property
    def known(self) -> Proved:
        """What is proved of the machine."""
        return known_of(self.opened, self.visited())

    def proofs(self) -> Equivalence:
        """Proofs about the mutants of the machine; what solvers find out is kept as long as these are."""
        return proofs_of(self.opened, self.known)

    def roster(self) -> Roster:
        """What is here."""
        transitions = self.stage.machine.transitions
        taken = {
            transitions[move[0]].id for play in self.plays for steps in play.between for _, move in steps
        }
        return Roster(
            frozenset(one.id for one in transitions),
            frozenset(taken),
            {id: one.transitions[0] for id, one in self.mutants.items()},
            {id: one.rules for id, one in self.mutants.items()},
        )

    def visited(self) -> Mapping[int, Collection[State]]:
        """The states of the plays, and of some random ones, by the number of their point."""
        found: dict[int, set[State]] = defaultdict(set)
        for play in (*self.plays, *self._at_random(RANDOM)):
            for state in (*play.states, *(state for steps in play.between for state, _ in steps)):
                found[state[0]].add(state)
        return found

    def _at_random(self, number: int) -> Iterator[Play]:
        """So many plays at most, from positions in which much can happen."""
        game = self.opening["game"]
        stage = stage_of(session_of(self.opening).game)  # made again, where it is not kept any more
        seeker = description(game).seeker(game, self.opening, " ".join(self.between))
        for _ in range(number):
            with suppress(OutsideDomain, UserError):  # UserError: a position in which nobody may act
                session = session_of(seeker.setup())
                if session.machine is stage.machine:
                    yield seeker.play(session, stage)

    def judged(self, ids: Sequence[str]) -> list[Judged]:
        """The mutants ``ids``, with what of the plays notices each."""
        chosen = [self.mutants[id] for id in ids]
        return [
            Judged(mutant.named(), self.between, reached=reached)
            if kill is None
            else Judged(mutant.named(), self.between, self.ids[kill.play], kill.length)
            for mutant, kill, reached in first_kills(self.stage, self.plays, chosen)
        ]

    def proved(self, ids: Sequence[str]) -> list[str]:
        """Those of the mutants ``ids`` that are proved equivalent."""
        proofs = self.proofs()
        return [id for id in ids if proofs.proved(self.mutants[id])]

    @cached_property
    def recorded(self) -> frozenset[str]:
        """The mutants that are recorded as proved equivalent in the machine as it is."""
        return fitting(recorded_equivalents(self.opening["game"]).get(self.between), self.opened)


_ACTS: dict[int, Act] = {}
"""What this process holds."""


def hold(number: int, opening: Mapping[str, Any], records: Sequence[Record]) -> Roster:
    """Hold the act of ``opening`` in this process under ``number``."""
    _ACTS[number] = Act.of(opening, records)
    return _ACTS[number].roster()


def judge(number: int, ids: Sequence[str]) -> list[Judged]:
    """See :meth:`Act.judged`, of the act ``number`` of this process."""
    return _ACTS[number].judged(ids)


def prove(number: int, ids: Sequence[str]) -> list[str]:
    """See :meth:`Act.proved`, of the act ``number`` of this process."""
    return _ACTS[number].proved(ids)


def recall(number: int, ids: Sequence[str]) -> list[str]:
    """Those of the mutants ``ids`` that are recorded as proved equivalent, of the act ``number``."""
    return [id for id in ids if id in _ACTS[number].recorded]


def known_of(opened: Opened, visited: Mapping[int, Collection[State]]) -> Proved:
    """What is proved of the machine of ``opened``.

    It stands on the structure of play, and on what the states ``visited``, by the number of their point,
    suggest.
    """
    from dicelaw.checker.proof.induction import invariant_parts
    from dicelaw.mutation.equivalence.counting_invariants import counted, counts
    from dicelaw.mutation.equivalence.houdini import inductive
    from dicelaw.mutation.equivalence.invariant_templates import suggested
    from dicelaw.specs.patterns import matches

    game = description(opened.machine.name)
    stated = [
        part for one in port(opened.machine.name).invariants(opened) for part in invariant_parts(one.claim)
    ]
    holds = {
        point.id: [part.holds for part in stated if matches(point.id, part.at)]
        for point in opened.machine.points
    }
    for point, more in suggested(opened.machine, visited).items():
        holds[point] += more
    begins = game.begins(opened)
    known = inductive(opened.machine, holds, begins)
    return known.with_more(counted(known, counts(opened.machine, visited), begins))


def proofs_of(opened: Opened, known: Proved) -> Equivalence:
    """Proofs of equivalence in the machine of ``opened``, of which all that is ``known`` is proved."""
    from dicelaw.mutation.equivalence.proofs import Equivalence

    # its own reader and solvers: those of dozens of games would fill the memory if they were kept
    game = port(opened.machine.name)
    return Equivalence(replace(known), game.shown(opened), game.going_back(opened))
