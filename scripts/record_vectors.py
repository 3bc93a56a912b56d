"""Search for plays that tell the mutants which no vector notices, and add them to the recorded vectors.

An answer to an open point that makes something else of no vector yet is sought like a mutant. Recorded
vectors stay as they are, under their ids; new ones get new ids, and one that the rules no longer allow is
left out. JUDGED is what `dicelaw mutate GAME --only machine --format json` printed: the mutants that survived
are sought in every machine that has them. Of many random plays those that show most that was not seen before
are held against all of them at once; then compiled code makes very many more, of which those are looked at in
which a mutant does otherwise, and very many again, of which only those are looked at that meet a state in
which one does; and then plays are led to states in which one differs that is left, unless it is proved that
nobody could tell it in this machine. A vector without rules gets those of the mutants that it notices.
Of each machine SELDOM further plays at most are kept in which a move is made, or follows another, as in no
play of the machine so far; they are about the mutants of that move that they tell.
All is random, and the same for the same SEED: another one often finds what was not found before.
With a MODE all is about games of that, and vectors of other modes in FILE stay.

Usage: python scripts/record_vectors.py GAME[:MODE] FILE JUDGED
       [PLAYS [ROUNDS [TRIES [SELDOM [SEED [BETWEEN ...]]]]]]
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from operator import ne
from pathlib import Path
from random import Random
from typing import Any

import click

from dicelaw.checker.walks.observed_play import Play
from dicelaw.model.kernel.concrete import OutsideDomain
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State
from dicelaw.mutation.dice_throne.contents import CONTENT
from dicelaw.mutation.differences import replacements
from dicelaw.mutation.equivalence.proofs import Equivalence
from dicelaw.mutation.kills.kill_check import Judge, Kill, first_kills
from dicelaw.mutation.kills.online_kill_check import Watch
from dicelaw.mutation.mutants import Mutant, mutants
from dicelaw.mutation.play_search.compiled_kill_search import Meeting, departure
from dicelaw.mutation.play_search.kept_records import other_answers, rules_of, still_fits, write
from dicelaw.mutation.play_search.novelty import newest
from dicelaw.mutation.play_search.same_view import alike
from dicelaw.mutation.play_search.vectorised_kill_search import Walks
from dicelaw.mutation.worker import Act, play_of
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.ruling_vectors import written
from dicelaw.oracle.files.stage import session_of, stage_of
from dicelaw.oracle.files.trace import step_choices
from dicelaw.oracle.files.vectors import Record, recorded, records_of
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.session import Session

PLAYS, ROUNDS, TRIES, SELDOM = "40", "4", "60", "0"
"""How many random plays are made of a machine, how often compiled code makes ``POSITIONS`` times ``WALKS``
of ``STEPS``, how many are led towards each mutant that is left, and how many do what is seldom done."""
POSITIONS, WALKS, STEPS = 40, 25, 250
MEETING = 1500
"""How many plays compiled code makes of a position to meet a state in which a mutant does otherwise."""
ONWARD = 60
"""How many steps more of a play are looked at after the one in which a mutant does otherwise."""
ANSWER = "answer"
"""The operator of what is made of another answer to an open point."""
VAIN = 3
"""In how many rounds a mutant may do otherwise without being told."""
AMONG = 200
"""Of how many random plays those are kept in which something is done that is seldom done."""
Tried = tuple[dict[str, Any], Play]
"""A play with the position that it begins in."""


@dataclass
class Kept:
    """A play that is kept, the position that it begins in, and the mutants that it tells."""

    setup: dict[str, Any]
    play: Play
    told: list[Mutant] = field(default_factory=list)
    seldom: Collection[str] = ()
    """What it does that no play did before, in words."""


class Recorder:
    """The plays of the machine of ``opening``, and what of them is kept."""

    def __init__(
        self, opening: Mapping[str, Any], sought: Collection[str], noticed: set[str], seed: str = ""
    ) -> None:
        """``sought`` are mutants by id; ``noticed`` has answers as ``point=answer`` that are not sought."""
        self.opening = opening
        self.game = description(opening["game"])
        self.between = self.game.between(opening)
        self.opened = session_of(opening).game
        self.stage = stage_of(self.opened)
        self.seeker = self.game.seeker(opening["game"], opening, " ".join((*self.between, seed)).strip())
        self.every = [*mutants(self.stage.machine)]
        self.mutants = {one.id: one for one in self.every if one.id in sought}
        self.mutants |= {one.id: one for one in self.answers(noticed)}
        self.left = set(self.mutants)
        self.kept: list[Kept] = []
        self.names = [slot.name.rpartition("/")[0] or slot.name for slot in self.stage.machine.slots]

    def answers(self, noticed: set[str]) -> Iterator[Mutant]:
        """The other answers to open points that are not ``noticed``, as mutants."""
        for point, answer in other_answers(self.opening["game"]):
            if f"{point.id}={answer}" in noticed:
                continue
            session_of(self.opening)  # so that the usual machine stays among those that are kept
            other = session_of(self.opening, {point.id: answer}).machine
            if changes := replacements(self.stage.machine, other):
                yield Mutant(
                    f"{point.id}={answer}", ANSWER, point.statements, tuple(changes),
                    partial(dict, changes), partial(str, point.answers[answer]),
                )  # fmt: skip

    def made(self, aim: object = None) -> Tried | None:
        """A play with the position that it begins in; None for a position in which nothing can be played."""
        setup = self.seeker.setup(aim)
        try:
            session = session_of(setup)
            if session.machine is not self.stage.machine:
                return None
            return setup, self.seeker.play(session, self.stage, aim)
        except (OutsideDomain, UserError):  # UserError: a position in which nobody may act
            return None

    def keep(self, setup: dict[str, Any], play: Play, told: Mapping[str, Kill]) -> None:
        """Keep ``play``, which tells mutants that are left, up to the last move that it takes."""
        length = max(kill.length for kill in told.values())
        self.kept.append(Kept(setup, play.cut(length), [self.mutants[id] for id in told]))
        self.left -= told.keys()

    def at_random(self, number: int) -> None:
        """Keep those of so many random plays that are the first to tell a mutant, the most telling first."""
        tried = self.newest([found for _ in range(number) if (found := self.made()) is not None])
        told: dict[int, dict[str, Kill]] = defaultdict(dict)
        plays = [play for _, play in tried]
        for mutant, kill, _ in first_kills(self.stage, plays, [*self.mutants.values()]):
            if kill is not None:
                told[kill.play][mutant.id] = kill
        for place in sorted(told):
            self.keep(*tried[place], told[place])

    def newest(self, tried: Sequence[Tried]) -> list[Tried]:
        """Those of ``tried`` that show what those before them do not, the one that shows most first."""
        about = {id for one in self.mutants.values() for id in one.transitions}
        shows = [self.shows(play, about) for _, play in tried]
        found, seen = [], set[tuple[str, str]]()
        while tried:
            best = max(range(len(tried)), key=lambda place: len(shows[place] - seen))
            if shows[best] <= seen:
                break
            found.append(tried[best])
            seen |= shows[best]
        return found

    def shows(self, play: Play, about: Collection[str]) -> set[tuple[str, str]]:
        """Which steps along the transitions ``about`` change what, of dice of one name the same."""
        found = set[tuple[str, str]]()
        for steps, last in zip(play.between, play.states, strict=True):
            after = [*(state for state, _ in steps), last][1:]
            for (state, move), then in zip(steps, after, strict=True):
                id = self.stage.machine.transitions[move[0]].id
                if id in about:
                    changed = (place for place, pair in enumerate(zip(state, then, strict=True)) if ne(*pair))
                    found |= {(id, self.names[place]) for place in changed}
        return found

    def seldom(self, most: int, before: Sequence[Play]) -> None:
        """Keep ``most`` random plays that do what none of ``before``, nor any that is kept, has done."""
        tried = [found for _ in range(AMONG * (most > 0)) if (found := self.made()) is not None]
        done = [*before, *(one.play for one in self.kept)]
        for place, play, new in newest(self.stage, [play for _, play in tried], done, most):
            late = {moves[-1] for moves in new}
            about = [one for one in self.every if late & {*one.transitions}]
            told = [one for one, kill, _ in first_kills(self.stage, [play], about) if kill is not None]
            names = [" then ".join((*self.between, *moves)) for moves in new]
            self.kept.append(Kept(tried[place][0], play, told, names))

    def walked(self, watch: Watch, rounds: int) -> None:
        """Keep plays of compiled code in which mutants that are left do otherwise, where that can be seen."""
        walks, vain = Walks(self.stage.machine, STEPS), Counter[str]()
        for seed in range(rounds):
            setups = [self.position() for _ in range(POSITIONS)]
            walks.play([session_of(setup).state for setup in setups], WALKS, seed)
            left = {id: self.mutants[id].make() for id in sorted(self.left) if vain[id] < VAIN}
            seen: dict[int, int] = {}
            for id, places in walks.differing(left).items():
                vain[id] += 1
                for play, step in places:
                    if id in self.left and seen.get(play, -1) < step:
                        seen[play] = step + ONWARD
                        made = self.again(walks.states(play, step + ONWARD))
                        if told := watch.told(made):
                            self.keep(setups[play // WALKS], made, told)
            self.say(f"round {seed + 1} of {rounds} walked")

    def met(self, watch: Watch, rounds: int) -> None:
        """Keep plays that come to a state in which a mutant that is left does otherwise, if it is told."""
        left = {id: self.mutants[id].make() for id in sorted(self.left)}
        found = {id: departure(self.stage.machine, changes) for id, changes in left.items()}
        meeting = Meeting(
            self.stage.machine, {id: one for id, one in found.items() if one is not None}, STEPS
        )
        for seed in range(rounds * POSITIONS):
            setup = self.position()
            for states, last in meeting.plays(session_of(setup).state, MEETING, seed):
                made = self.again(states[: last + ONWARD])
                if told := watch.told(made):
                    self.keep(setup, made, told)
        self.say(f"{rounds * POSITIONS} positions played on")

    def position(self) -> dict[str, Any]:
        """A position of this machine in which something can be played."""
        while True:
            setup = self.seeker.setup()
            with suppress(OutsideDomain, UserError):
                if session_of(setup).machine is self.stage.machine:
                    return setup

    def again(self, states: Sequence[State]) -> Play:
        """The play that leads through ``states``."""
        play = self.stage.begun(states[0])
        transitions = self.stage.machine.transitions
        for before, after in pairwise(states):
            reader = self.stage.reader
            move = next(one for one in reader.enabled(before) if reader.step(before, one) == after)
            if transitions[move[0]].actor is not Agent.RULES:
                play = self.stage.played(play, move)
        return play

    def led(self, watch: Watch, equivalence: Equivalence, tries: int) -> None:
        """Lead plays to where mutants differ that are left and that a play of this machine may tell."""
        judged = [self.mutants[id] for id in sorted(self.left) if self.mutants[id].operator != ANSWER]
        self.left -= {one.id for one in judged if equivalence.proved(one)}
        self.say("what no play tells is proved")
        order = sorted(self.left, key=lambda id: (self.mutants[id].transitions[0], id))
        for number, id in enumerate(order):
            if id not in self.left:
                continue
            for state, move in equivalence.differing(self.mutants[id]):
                aim = self.seeker.aim(state, move)
                for _ in range(tries):
                    if id in self.left and (found := self.made(aim)) is not None:
                        told = watch.told(found[1])
                        if told:
                            self.keep(*found, told)
            if number % 20 == 19:
                self.say(f"{number + 1} of {len(order)} sought")

    def say(self, text: str) -> None:
        """Report progress."""
        click.echo(
            f"{' and '.join(self.between)}: {text}; {len(self.left)} mutants left, {len(self.kept)} "
            f"plays kept, {time.process_time():.0f} s", err=True,
        )  # fmt: skip

    def others(self) -> dict[int, list[tuple[str, str]]]:
        """For each play, the answers to open points that make something else of it."""
        judge = Judge(self.stage, [one.play for one in self.kept])
        found: dict[int, list[tuple[str, str]]] = defaultdict(list)
        if not self.kept:
            return found
        for point, answer in other_answers(self.opening["game"]):
            session_of(self.opening)
            other = session_of(self.opening, {point.id: answer})
            for place in self.told(judge, other):
                found[place].append((point.id, answer))
        return found

    def told(self, judge: Judge, other: Session) -> Iterator[int]:
        """The plays of ``judge`` of which the machine of another session makes something else."""
        changes = replacements(self.stage.machine, other.machine)
        if changes is not None:
            yield from (kill.play for kill in judge.kills(changes))
            return
        stage = stage_of(other.game)
        for number, play in enumerate(judge.plays):
            if not alike(self.stage, stage, play):
                yield number

    def records(self) -> list[Record]:
        """The records of what is kept, without ids."""
        others = self.others()
        found = []
        for number, one in enumerate(self.kept):
            session = session_of(one.setup)
            moves = [
                (session.transition(move).id, step_choices(session, move, state))
                for state, move in zip(one.play.states, one.play.moves, strict=False)
            ]
            rules = rules_of([mutant.rules for mutant in one.told])
            found.append(Record("", rules, one.setup, tuple(moves), tuple(others[number])))
        return found


def found_in(
    opening: Mapping[str, Any],
    sought: Collection[str],
    noticed: set[str],
    plays: int,
    rounds: int,
    tries: int,
    seldom: int,
    seed: str,
    known: Sequence[Record],
) -> list[tuple[Record, set[str]]]:
    """New records of one machine, without ids, each with what is told or done in it alone.

    That are those of the mutants ``sought`` that it tells, and what no play did before; ``known`` are the
    records of this machine.
    """
    recorder = Recorder(opening, sought, noticed, seed)
    recorder.say("begins")
    recorder.at_random(plays)
    recorder.say("random plays made")
    watch = Watch(recorder.stage, [recorder.mutants[id] for id in sorted(recorder.left)], Random(0))
    if rounds:
        recorder.walked(watch, rounds)
        recorder.met(watch, rounds)
    mode = recorder.game.mode_of(opening)
    if tries:
        recorder.led(watch, Act.of(opening, written(recorder.opened.machine.name, mode)).proofs(), tries)
        recorder.say("plays led")
    recorder.seldom(seldom, [play_of(one)[1] for one in known])
    told = [{*(mutant.id for mutant in one.told), *one.seldom} for one in recorder.kept]
    return [*zip(recorder.records(), told, strict=True)]


def main(
    named: str,
    file: str,
    judged: str,
    plays: str = PLAYS,
    rounds: str = ROUNDS,
    tries: str = TRIES,
    seldom: str = SELDOM,
    seed: str = "",
    *between: str,
) -> None:
    """Record vectors."""
    game, _, mode = named.partition(":")
    rows = [json.loads(line) for line in Path(judged).read_text().splitlines()]
    noticed = {row["mutant"] for row in rows if row["verdict"] != "survived"}
    sought = {row["mutant"] for row in rows if row["verdict"] == "survived"}
    by_vector: dict[str, list[Sequence[str]]] = defaultdict(list)
    for row in rows:
        by_vector[row["noticed_by"]].append(row["rules"])
    kept = [one for one in recorded(game, mode) if not one.id.startswith(CONTENT) and still_fits(one)]
    known = [replace(one, rules=one.rules or rules_of(by_vector[one.id])) for one in kept]
    noticed |= {f"{point}={answer}" for one in known for point, answer in one.accepts}
    written_too = records_of(Path(file)) if mode else []
    others = [one for one in written_too if description(game).mode_of(one.setup) != mode]
    found = [*known]
    with ProcessPoolExecutor() as pool:
        openings = [
            one
            for one in description(game).openings(game, mode)
            if not between or set(between) & set(description(game).between(one))
        ]
        tasks = [
            pool.submit(
                found_in,
                one,
                sought,
                noticed,
                int(plays),
                int(rounds),
                int(tries),
                int(seldom),
                seed,
                [record for record in known if record.between == description(game).between(one)],
            )
            for one in openings
        ]
        for task in tasks:
            for one, told in task.result():
                if told - noticed:
                    found.append(one)
                    noticed |= told
            write("/".join(filter(None, (game, mode))), Path(file), found, known, others)


if __name__ == "__main__":
    main(*sys.argv[1:])
