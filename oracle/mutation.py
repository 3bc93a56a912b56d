"""Which vector notices which mutant of the duel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dicelaw.checker.content_mutation import ContentMutant
from dicelaw.checker.judge import Play, Stage, first_kills
from dicelaw.checker.mutation import Mutant, mutants
from dicelaw.oracle.games import open_game
from dicelaw.oracle.rulings import GAME
from dicelaw.oracle.stage import session_of, stage_of
from dicelaw.oracle.vectors import DUELS, Record, recorded
from dicelaw.oracle.wire import move_of

if TYPE_CHECKING:
    from dicelaw.checker.equivalence import Equivalence


@dataclass(frozen=True)
class Judged:
    """A mutant of the duel of ``heroes``: the vector that notices it and after how many moves, if any."""

    mutant: Mutant | ContentMutant
    heroes: tuple[str, ...]
    vector: str = ""
    after: int = 0


def play_of(one: Record) -> tuple[Stage, Play]:
    """The play of ``one``, with the stage that it is played on."""
    session = session_of(one.setup)
    stage = stage_of(session.opened)
    play = stage.begun(session.state)
    for transition, choices in one.moves:
        session.state = play.states[-1]
        play = stage.played(play, move_of(session, transition, choices))
    return stage, play


def judged(rule: str | None = None, records: Sequence[Record] | None = None) -> Iterator[Judged]:
    """Each mutant, or each that breaks ``rule``, with what notices it.

    A transition has its mutants in the first duel in which a vector takes it, or else in the first that has
    it; only the vectors of that duel are asked.
    """
    known = recorded() if records is None else records
    homes: dict[str, int] = {}
    acts = [_Act.of(heroes, known) for heroes in DUELS]
    for find in (_Act.taken, _Act.has):
        for number, act in enumerate(acts):
            for id in find(act):
                homes.setdefault(id, number)
    done: set[str] = set()
    for number, act in enumerate(acts):
        among = {id for id, home in homes.items() if home == number}
        chosen = [
            one
            for one in mutants(act.stage.machine, among)
            if one.id not in done and (rule is None or rule in one.rules)
        ]
        done |= {one.id for one in chosen}
        for mutant, kill in first_kills(act.stage, act.plays, chosen):
            if kill is None:
                yield Judged(mutant, act.heroes)
            else:
                yield Judged(mutant, act.heroes, act.ids[kill.play], kill.length)


@dataclass(frozen=True)
class _Act:
    """The plays of all vectors about one duel."""

    heroes: tuple[str, ...]
    stage: Stage
    ids: tuple[str, ...]
    plays: tuple[Play, ...]

    @classmethod
    def of(cls, heroes: tuple[str, ...], records: Sequence[Record]) -> _Act:
        own = [one for one in records if tuple(player["hero"] for player in one.setup["players"]) == heroes]
        players = [{"hero": hero} for hero in heroes]
        begin = {"game": GAME, "players": players, "turn": 1, "start": "setup"}
        stage = stage_of(session_of(begin).opened)
        made = [(one.id, play) for one in own for there, play in [play_of(one)] if there is stage]
        return cls(heroes, stage, tuple(id for id, _ in made), tuple(play for _, play in made))

    def taken(self) -> set[str]:
        """The transitions that are taken in the plays."""
        transitions = self.stage.machine.transitions
        return {transitions[move[0]].id for play in self.plays for steps in play.between for _, move in steps}

    def has(self) -> set[str]:
        """The transitions of the machine."""
        return {transition.id for transition in self.stage.machine.transitions}


def equivalence_of(heroes: Sequence[str]) -> Equivalence:
    """Proofs of equivalence in the duel of ``heroes``, by what is proved of it to hold in every state."""
    from dicelaw.checker.equivalence import Equivalence
    from dicelaw.checker.obligations import Reader
    from dicelaw.checker.run import Plan, Session
    from dicelaw.specs.dice_throne import properties
    from dicelaw.specs.property import AllOf, Always

    opened = open_game(GAME, heroes)
    stated = {one.id: replace(one, machine="duel") for one in properties(opened)}
    wanted = {id: one for id, one in stated.items() if isinstance(one.claim, Always | AllOf)}
    plan = Plan(GAME, [*stated.values()], {"duel": opened.machine}, lambda machine, _: machine.start, steps=0)
    session = Session(plan)
    proved = [one for one in wanted.values() if session.verdict(one).is_proof]
    return Equivalence(Reader(opened.machine), proved)
