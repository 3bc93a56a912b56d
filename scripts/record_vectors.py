"""Search for plays that tell the mutants of the duel from the machine, and keep few of them as vectors.

The mutants of requirements, effects and transitions choose; those of expressions are many and slow to judge.

Usage: python scripts/record_vectors.py FILE [PLAYS]
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import click

from dicelaw.checker.digest import Digests
from dicelaw.checker.judge import Judge, Kill, first_kills
from dicelaw.checker.mutation import Mutant, mutants
from dicelaw.checker.stage import Play, Stage
from dicelaw.model.dice_throne.duel_state import CP_MAX
from dicelaw.model.dice_throne.language import Hero
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.readings import OPEN_POINTS
from dicelaw.model.kernel.concrete import Illegal, Move
from dicelaw.model.kernel.graph import Agent, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games import open_game
from dicelaw.oracle.rulings import GAME
from dicelaw.oracle.scenario import STARTS
from dicelaw.oracle.session import Session
from dicelaw.oracle.stage import session_of, stage_of
from dicelaw.oracle.trace import step_choices
from dicelaw.oracle.vectors import DUELS, Record, record

LENGTH = 36
"""How many decisions and rolls a play has at most."""
HEALTHS = (1, 2, 3, 5, 8, 12, 20, 50, 55, 59, 60)


class Search:
    """Random plays that go where few have been."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.seen: Counter[str] = Counter()

    def setup(self, heroes: Sequence[str], opened: Any) -> dict[str, Any]:
        """A position of ``heroes`` in which much can happen."""
        start = self.random.choices(STARTS, [1, 3, 1, 5, 8, 3, 1])[0]
        setup: dict[str, Any] = {
            "game": GAME,
            "players": [],
            "turn": self.random.randint(1, 2),
            "start": start,
        }
        for seat, hero in enumerate(opened.content.heroes):
            setup["players"].append(
                {"hero": heroes[seat]} if start == "setup" else self.player(hero, heroes[seat], opened)
            )
        return setup

    def player(self, hero: Hero, name: str, opened: Any) -> dict[str, Any]:
        """What a player of ``hero`` begins with."""
        draw = self.random
        often = draw.choice((0.05, 0.15, 0.4))
        tokens = {
            status.id: draw.randint(1, min(status.limit, 7))
            for status in opened.duel.statuses[1:]
            if status.limit and status.sign != "mark" and draw.random() < often
            and not (status.bars_actions and draw.random() < 0.7)
        }  # fmt: skip
        board, used = {}, set()
        for space, slot in enumerate(hero.slots):
            levels = [
                card.upgrade.level for card in hero.cards if card.upgrade and card.upgrade.slot == space
            ]
            if levels and draw.random() < 0.4:
                board[slot] = draw.choice(levels)
                used.add((space, board[slot]))
        free = [
            card.action.id for card in hero.cards
            if not card.upgrade or (card.upgrade.slot, card.upgrade.level) not in used
        ]  # fmt: skip
        draw.shuffle(free)
        hand = draw.choice((0, 2, 4, 5, 6, 8))
        gone = draw.choice((0, 0, 3, len(free) - hand))
        found = {
            "hero": name, "health": draw.choice(HEALTHS), "cp": draw.choice((0, 1, 2, 4, 8, CP_MAX)),
            "tokens": tokens, "board": board, "hand": free[:hand], "discard": free[hand : hand + gone],
        }  # fmt: skip
        if hero.companion:
            found["companion"] = draw.randint(0, hero.companion_max)
        elif draw.random() < 0.1:
            found["companion"] = draw.randint(0, 5)
        return found

    def play(self, session: Session, stage: Stage) -> Play:
        """A random play from the present state of ``session``."""
        play = stage.begun(session.state)
        lucky, calm = self.random.choice((0, 0.3, 0.8)), self.random.choice((0.1, 0.5, 0.8))
        for _ in range(LENGTH):
            state = play.states[-1]
            moves = stage.reader.enabled(state)
            if not moves:
                break
            if stage.reader.actor(state, moves[0]) is Agent.CHANCE:
                move = moves[-1] if self.random.random() < lucky else self.random.choice(moves)
            else:
                quiet = (
                    [move for move in moves if session.is_pass(move)] if self.random.random() < calm else []
                )
                move = self.rarest(stage, quiet or moves)
            play = stage.played(play, move)
        return play

    def rarest(self, stage: Stage, moves: Sequence[Move]) -> Move:
        """One of ``moves``, the more likely the fewer times it was made."""
        names = [self.named(stage, move) for move in moves]
        by_transition = Counter(move[0] for move in moves)
        weights = [
            1 / (1 + self.seen[stage.machine.transitions[move[0]].id]) ** 0.5
            / (1 + self.seen[name]) / by_transition[move[0]] ** 0.5
            for move, name in zip(moves, names, strict=True)
        ]  # fmt: skip
        place = self.random.choices(range(len(moves)), weights)[0]
        self.seen[names[place]] += 1
        self.seen[stage.machine.transitions[moves[place][0]].id] += 1
        return moves[place]

    @staticmethod
    def named(stage: Stage, move: Move) -> str:
        """What ``move`` is about: an action or an ability, wherever it is used."""
        transition = stage.machine.transitions[move[0]]
        labels = [choice.label(value) for choice, value in zip(transition.choices, move[1:], strict=True)]
        return " ".join([transition.id.rsplit("/", 1)[-1], *labels])


class Recorder:
    """The plays of one duel, and what of them is kept."""

    def __init__(self, heroes: tuple[str, str], search: Search, count: int) -> None:
        self.heroes = heroes
        begin = {"game": GAME, "players": [{"hero": hero} for hero in heroes], "turn": 1, "start": "setup"}
        opened = session_of(begin).opened
        self.stage = stage_of(opened)
        self.setups: list[dict[str, Any]] = []
        self.plays: list[Play] = []
        while len(self.plays) < count:
            setup = search.setup(heroes, opened)
            session = session_of(setup)
            if session.opened.machine is opened.machine:
                self.setups.append(setup)
                self.plays.append(search.play(session, self.stage))
        self.kept: dict[int, int] = {}
        self.rules: dict[int, dict[str, None]] = defaultdict(dict)

    def taken(self) -> set[str]:
        """The transitions that are taken in the plays."""
        transitions = self.stage.machine.transitions
        return {transitions[move[0]].id for play in self.plays for steps in play.between for _, move in steps}

    def keep(self, found: Iterator[tuple[Mutant, Kill | None]], done: Counter[str]) -> None:
        """Keep the plays that tell the mutants ``found``, up to where they do; count them in ``done``."""
        begin = time.perf_counter()
        for number, (mutant, kill) in enumerate(found):
            done["killed" if kill else "survived"] += 1
            if kill is not None:
                self.kept[kill.play] = max(kill.length, self.kept.get(kill.play, 0))
                if mutant.operator in ("dropped", "negated"):
                    self.rules[kill.play] |= dict.fromkeys(mutant.rules)
            if number % 500 == 499:
                click.echo(f"  {number + 1}: {dict(done)}, {time.perf_counter() - begin:.0f} s", err=True)

    def cover(self, covered: set[str]) -> None:
        """Keep what shows abilities, cards and transitions that are not among those ``covered``."""
        for number, length in self.kept.items():
            for steps in self.plays[number].between[: length + 1]:
                covered |= {self.thing(move) for _, move in steps}
        for number, play in enumerate(self.plays):
            last = 0
            for length, steps in enumerate(play.between):
                new = {self.thing(move) for _, move in steps} - covered
                if new and length > self.kept.get(number, 0):
                    last = length
                    covered |= new
            if last:
                self.kept[number] = max(last, self.kept.get(number, 0))

    def thing(self, move: Move) -> str:
        """What is used by ``move``: an action or ability of content, or just a transition."""
        transition = self.stage.machine.transitions[move[0]]
        chosen = zip(transition.choices, move[1:], strict=True)
        return next(
            (one.label(value) for one, value in chosen if one.name in ("action", "card", "ability")),
            transition.id,
        )

    def others(self) -> dict[int, list[tuple[str, str]]]:
        """For each play that is kept, the answers to open points that make something else of it."""
        order = sorted(self.kept)
        plays = [self.plays[number].cut(self.kept[number]) for number in order]
        judge = Judge(self.stage, plays)
        found: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for point in OPEN_POINTS:
            for answer in [*point.answers][1:]:
                other = open_game(GAME, self.heroes, {point.id: answer})
                for place in self.told(judge, other):
                    found[order[place]].append((point.id, answer))
        return found

    def told(self, judge: Judge, other: DuelMachine) -> Iterator[int]:
        """The plays of ``judge`` of which another machine makes something else."""
        changes = difference(self.stage.machine, other.machine)
        if changes is not None:
            yield from (kill.play for kill in judge.kills(changes))
            return
        stage = stage_of(other)
        for number, play in enumerate(judge.plays):
            if not self.alike(stage, play):
                yield number

    def alike(self, stage: Stage, play: Play) -> bool:
        """Whether ``play`` looks the same on another ``stage``."""
        first, second = self.stage.machine, stage.machine
        state = (second.point_index[first.points[play.start[0]].id], *play.start[1:])
        try:
            made = stage.begun(state)
            for length, there in enumerate(play.states):
                if _sight(stage, made.states[-1]) != _sight(self.stage, there):
                    return False
                if length < len(play.moves):
                    move = play.moves[length]
                    place = second.transition_index[first.transitions[move[0]].id]
                    made = stage.played(made, (place, *move[1:]))
        except (Illegal, KeyError):
            return False
        return True

    def records(self) -> list[Record]:
        """The records of what is kept, without ids."""
        others, found = self.others(), []
        for number in sorted(self.kept):
            play, setup = self.plays[number].cut(self.kept[number]), self.setups[number]
            session = session_of(setup)
            moves = [
                (session.transition(move).id, step_choices(session, move, state))
                for state, move in zip(play.states, play.moves, strict=False)
            ]
            rules = tuple(sorted(self.rules[number]))
            found.append(Record("", rules, setup, tuple(moves), tuple(others[number])))
        return found


def _sight(stage: Stage, state: State) -> object:
    """What is seen of ``state``, with names where machines number differently."""
    moves = [(stage.machine.transitions[move[0]].id, *move[1:]) for move in stage.reader.enabled(state)]
    actor = stage.reader.actor(state, stage.reader.enabled(state)[0]) if moves else None
    seen = stage.view((0, *state[1:]))
    return stage.machine.point_of(state).id, seen, actor, sorted(moves) if isinstance(actor, int) else None


def difference(one: Machine, other: Machine) -> dict[str, Transition | None] | None:
    """The transitions of ``other`` that are not those of ``one``; None where it has others, or points."""
    digests = Digests()
    theirs = {transition.id: transition for transition in other.transitions}
    if theirs.keys() - one.transition_index.keys() or one.points != other.points:
        return None
    return {
        old.id: theirs.get(old.id)
        for old in one.transitions
        if old.id not in theirs or digests.of_transition(theirs[old.id]) != digests.of_transition(old)
    }


Kept = tuple[Counter[str], list[Record]]
RECORDERS: list[Recorder] = []
HOMES: dict[str, int] = {}
"""For each transition the first duel in which a play takes it: there its mutants are judged."""


def judged(number: int) -> Kept:
    """What is kept of the duel ``number``, its vectors not yet numbered, and how the mutants fared."""
    recorder, done = RECORDERS[number], Counter[str]()
    among = {id for id, home in HOMES.items() if home == number}
    chosen = [one for one in mutants(recorder.stage.machine, among) if one.site is None]
    recorder.keep(first_kills(recorder.stage, recorder.plays, chosen), done)
    recorder.cover(set())
    click.echo(f"{' and '.join(recorder.heroes)}: {len(among)} transitions, {dict(done)}", err=True)
    return done, recorder.records()


def main(file: str, count: int = 100) -> None:
    """Record vectors."""
    search = Search(0)
    for number, heroes in enumerate(DUELS):
        RECORDERS.append(Recorder(heroes, search, count))
        for id in RECORDERS[-1].taken():
            HOMES.setdefault(id, number)
    with ProcessPoolExecutor(mp_context=get_context("fork")) as pool:  # the plays are not sent, but shared
        results = list(pool.map(judged, range(len(DUELS))))
    numbers: Counter[str] = Counter()
    found = [numbered(one, numbers) for _, records in results for one in records]
    record(
        Path(file), sorted(found, key=lambda one: (one.id.rpartition("/")[0], int(one.id.rpartition("/")[2])))
    )
    done = sum((done for done, _ in results), Counter())
    click.echo(f"{dict(done)}; {len(found)} vectors, {sum(len(one.moves) for one in found)} steps", err=True)


def numbered(one: Record, numbers: Counter[str]) -> Record:
    """``one`` with an id: by the rule that it is about, the one with the fewest vectors so far."""
    about = min(one.rules, key=lambda rule: (numbers[rule], rule), default="play")
    numbers[about] += 1
    return replace(one, id=f"vector/{GAME}/{about}/{numbers[about]}")


if __name__ == "__main__":
    main(sys.argv[1], *(int(text) for text in sys.argv[2:3]))
