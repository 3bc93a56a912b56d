"""Search for plays that tell the mutants of content from the game, and keep few of them as vectors.

Each ability, card, use of a token and status effect has plays of its own, aimed at it.

Usage: python scripts/record_content_vectors.py FILE [HERO ...]
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

from dicelaw.checker.walks.observed_play import Play
from dicelaw.mutation.content_kill_check import Shown
from dicelaw.mutation.content_mutant import ContentMutant, Place
from dicelaw.mutation.dice_throne.arena import DuelArena
from dicelaw.mutation.dice_throne.content_goals import Aimed, aim_at
from dicelaw.mutation.dice_throne.content_mutants import content_mutants
from dicelaw.mutation.dice_throne.contents import home
from dicelaw.mutation.kills.kill_check import Judge
from dicelaw.mutation.worker import play_of
from dicelaw.oracle.dice_throne.opening import GAME, duel_of, known_statuses, open_game, pack_of
from dicelaw.oracle.dice_throne.recorded import DUELS
from dicelaw.oracle.dice_throne.view import view_of
from dicelaw.oracle.files.stage import session_of, stage_of
from dicelaw.oracle.files.trace import step_choices
from dicelaw.oracle.files.vectors import Record, record, records_of

TRIES = 100
"""How many plays are tried for one ability, card or status effect at most."""
PATIENCE = 20
"""After how many of them that tell nothing new no more are tried."""


Found = tuple[list[Record], list[ContentMutant]]
Task = tuple[tuple[str, str], list[ContentMutant]]


@dataclass
class Kept:
    """A play that tells mutants, each with after how many moves."""

    setup: Mapping[str, Any]
    play: Play
    told: dict[str, int]


class Recorder:
    """The search for plays of one duel."""

    def __init__(self, heroes: tuple[str, str]) -> None:
        self.heroes = heroes
        self.pack = pack_of("later")
        self.opened = open_game(heroes)
        self.stage = stage_of(self.opened)
        self.arena = DuelArena(self.pack, heroes, self.stage, view_of, self.opened.duel.statuses)

    def recorded(self, unit: Place, mutants: Sequence[ContentMutant], known: Sequence[Record]) -> Found:
        """New records that tell those of ``mutants``, all about ``unit``, that ``known`` do not."""
        patches = {one.id: self.arena.patch(one) for one in mutants}
        changes = {one.id: self.arena.changes(one) for one in mutants if patches[one.id] is None}
        left = {one.id: one for one in mutants}
        for one in known:
            stage, play = play_of(one)
            for id in (
                self.told(play, {id: patches[id] for id in left}, changes) if stage is self.stage else ()
            ):
                del left[id]
        kept: list[Kept] = []
        idle = 0
        aimed = Aimed(aim_at(unit, self.pack, self.opened, self.heroes), self.opened, self.heroes, str(unit))
        for _ in range(TRIES):
            if not left or idle >= PATIENCE:
                break
            setup = aimed.setup()
            session = session_of(setup)
            if duel_of(session).machine is not self.opened.machine:
                continue
            play = aimed.play(session, self.stage)
            found = self.told(play, {id: patches[id] for id in left}, changes)
            idle = 0 if found else idle + 1
            if found:
                kept.append(Kept(setup, play, found))
                for id in found:
                    del left[id]
        self.widen(kept, patches, changes)
        by_id = {one.id: one for one in mutants}
        return [self.as_record(one, by_id) for one in fewest(kept)], [*left.values()]

    def told(self, play: Play, patches: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, int]:
        """The mutants that ``play`` tells, with after how many moves."""
        shown, judge = Shown(self.arena, play), Judge(self.stage, [play]) if changes else None
        found: dict[str, int] = {}
        for id, patch in patches.items():
            if patch is not None:
                length = shown.tells(patch)
            elif judge is not None and changes[id] is not None:
                kill = next(judge.kills(changes[id]), None)
                length = kill and kill.length
            else:
                length = None
            if length is not None:
                found[id] = length
        return found

    def widen(self, kept: Sequence[Kept], patches: Mapping[str, Any], changes: Mapping[str, Any]) -> None:
        """Let each of ``kept`` know all mutants that it tells, also those told before."""
        every = [id for one in kept for id in one.told]
        for one in kept:
            others = {id: patches[id] for id in every if id not in one.told}
            one.told |= self.told(one.play, others, changes)

    def as_record(self, one: Kept, mutants: Mapping[str, ContentMutant]) -> Record:
        """``one`` as a record, cut after the last mutant that it tells."""
        play = one.play.cut(min(max(one.told.values()), len(one.play.moves)))
        session = session_of(one.setup)
        moves = [
            (session.transition(move).id, step_choices(session, move, state))
            for state, move in zip(play.states, play.moves, strict=False)
        ]
        first = mutants[next(iter(one.told))]
        rules = {rule for id in one.told for rule in mutants[id].rules}
        return Record(f"{first.owner}/{first.entry}", tuple(sorted(rules)), one.setup, tuple(moves))


def fewest(kept: Sequence[Kept]) -> Iterator[Kept]:
    """Few of ``kept`` that tell all that all tell; each has only what it is kept for."""
    left = {id for one in kept for id in one.told}
    while left:
        best = max(kept, key=lambda one: (len(left & one.told.keys()), -len(one.play.moves)))
        yield replace(best, told={id: length for id, length in best.told.items() if id in left})
        left -= best.told.keys()


def of_duel(task: Task) -> Found:
    """New records of one duel, with an id that has no number yet, and the mutants that no play tells."""
    heroes, mutants = task
    begin, found, left = time.perf_counter(), list[Record](), list[ContentMutant]()
    recorder, units = Recorder(heroes), units_of(mutants)
    for number, (unit, own) in enumerate(units.items()):
        known = [one for one in KNOWN if one.id.startswith(f"{PREFIX}{own[0].owner}/{own[0].entry}/")]
        records, survivors = recorder.recorded(unit, own, known)
        found += records
        left += survivors
        if number % 25 == 24 or number == len(units) - 1:
            so_far = f"{number + 1} of {len(units)}, {len(left)} survive, {len(found)} vectors"
            seconds = time.perf_counter() - begin
            click.echo(f"{' and '.join(heroes)}: {so_far}, {seconds:.0f} s", err=True)
    return found, left


def units_of(mutants: Sequence[ContentMutant]) -> dict[Place, list[ContentMutant]]:
    """``mutants`` by what they are about: an ability, a card, a status effect and so on."""
    found: dict[Place, list[ContentMutant]] = defaultdict(list)
    for one in mutants:
        place = one.places[0]
        deep = place[2] in PARTS if len(place) > 2 else False
        found[place[:4] if deep else place[:2]].append(one)
    return found


def second_home(mutant: ContentMutant) -> tuple[str, str]:
    """The duel in which ``mutant`` is tried again: against another hero, or the last that knows it."""
    root, name = mutant.places[0][:2]
    if root == "statuses":
        status = pack_of("later").statuses[int(name)].id
        return next((duel for duel in DUELS[::-1] if status in known_statuses(duel, "later")), DUELS[0])
    hero = mutant.owner if root == "heroes" and mutant.owner in pack_of("later").heroes else DUELS[0][0]
    return hero, RIVAL if hero != RIVAL else DUELS[0][0]


def tasks(mutants: Sequence[ContentMutant], home: Callable[[ContentMutant], tuple[str, str]]) -> list[Task]:
    """``mutants`` by the duel that is their home."""
    homes: dict[tuple[str, str], list[ContentMutant]] = defaultdict(list)
    for mutant in mutants:
        homes[home(mutant)].append(mutant)
    return sorted(homes.items(), key=lambda task: -len(task[1]))


def numbered(records: Iterable[Record]) -> Iterator[Record]:
    """``records`` with ids: numbers go on after those that are known."""
    last: Counter[str] = Counter()
    for one in KNOWN:
        about, _, number = one.id.rpartition("/")
        last[about] = max(last[about], int(number))
    for one in records:
        about = f"{PREFIX}{one.id}"
        last[about] += 1
        yield replace(one, id=f"{about}/{last[about]}")


def in_order(one: Record) -> tuple[str, int]:
    """What records are sorted by."""
    about, _, number = one.id.rpartition("/")
    return about, int(number)


def main(file: str, *wanted: str) -> None:
    """Record vectors."""
    if Path(file).exists():
        KNOWN.extend(records_of(Path(file)))
    left = [one for one in content_mutants(pack_of("later")) if not wanted or one.owner in wanted]
    for place in (home, second_home):
        work = tasks(left, place)
        left = []
        with ProcessPoolExecutor(PROCESSES, mp_context=get_context("fork")) as pool:
            for done in as_completed([pool.submit(of_duel, task) for task in work]):
                records, survivors = done.result()
                KNOWN.extend(numbered(records))
                left += survivors
                record(Path(file), sorted(KNOWN, key=in_order))
    for one in sorted(left, key=lambda one: one.id):
        click.echo(f"survives: {one.id}: {one.says}", err=True)
    click.echo(
        f"{len(left)} survive; {len(KNOWN)} vectors, {sum(len(one.moves) for one in KNOWN)} steps", err=True
    )


PARTS = ("offense", "defense", "cards", "board", "passives", "spend", "triggers")
RIVAL = "treant"
PROCESSES = 3
PREFIX = f"vector/{GAME}/content/"
KNOWN: list[Record] = []
"""The records so far; they keep their ids."""

if __name__ == "__main__":
    main(*sys.argv[1:])
