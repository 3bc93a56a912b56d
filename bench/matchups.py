"""Games of two a second of processor time: random and sensible ones, compiled and by the concrete reader."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

from grid import Table
from paired import Figures, ratio, rounds, spread

from dicelaw.checker.dice_masters import sensible as tables_sensible
from dicelaw.checker.dice_masters.strength import against, teams_in
from dicelaw.checker.dice_throne import sensible as duels_sensible
from dicelaw.checker.playing import STEPS, playing
from dicelaw.checker.search.policy import Policy
from dicelaw.checker.search.random_plays import Walker
from dicelaw.model.dice_masters.loader import load_pack as load_cards
from dicelaw.model.dice_masters.machine import TableMachine, game
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import DuelMachine, duel
from dicelaw.model.kernel.machine import Machine

HEROES = (("barbarian", "monk"), ("ninja", "paladin"), ("artificer", "cursed-pirate"))
TEAMS = (("faerun-demo/1", "x-men-demo/1"), ("brawl/1", "texts/2"))
AGAINST = " against "
DUELS = frozenset(AGAINST.join(pair) for pair in HEROES)
"""The pairs that the goals are about."""
PLAYS = {"random, compiled": 2_000, "sensible, compiled": 2_000, "sensible, concrete reader": 40}
BUILT, CONCRETE = "seconds to build", "sensible, concrete reader"
GOALS = (("random, compiled", 3_000, True), ("sensible, compiled", 300, True), (BUILT, 2, False))
"""By the figures of all duels: what is wanted of each, and whether it is to be so much at least."""
TITLE = "Duels"


def measure(quick: bool) -> dict[str, Any]:
    """For each two who meet the games a second of each kind, by round, and the seconds to build them."""
    rows = (HEROES[:1], TEAMS[:1]) if quick else (HEROES, TEAMS)
    made = (_duel, _table)
    return {
        AGAINST.join(pair): _of(*make(*pair), quick=quick)
        for pairs, make in zip(rows, made, strict=True)
        for pair in pairs
    }


def _duel(one: str, other: str) -> tuple[Machine, Callable[[], Policy]]:
    made: DuelMachine = duel(load_pack(), (one, other))
    return made.machine, lambda: duels_sensible.sensible(made)


def _table(one: str, other: str) -> tuple[Machine, Callable[[], Policy]]:
    teams = {team.name: team for pair in load_cards().teams.values() for team in teams_in(pair)}
    made: TableMachine = game(against(teams[one], teams[other]), "2018")
    return made.machine, lambda: tables_sensible.sensible(made)


def _of(machine: Machine, sensible: Callable[[], Policy], *, quick: bool) -> dict[str, Any]:
    walker = Walker(machine, length=STEPS)
    slow = playing(machine, sensible(), compiled=False)
    begun = process_time()
    fast = playing(machine, sensible(), compiled=True)
    built = {"rate": process_time() - begun}
    subjects: dict[str, Callable[[int], object]] = {
        "random, compiled": walker.walk,
        "sensible, compiled": lambda count: [fast.play(0, number) for number in range(count)],
        CONCRETE: lambda count: [slow.play(0, number) for number in range(count)],
    }
    slow.play(0, 0)  # which builds what it needs
    plays = {name: max(count // 100, 2) if quick else count for name, count in PLAYS.items()}
    found = rounds(
        {name: lambda n=name: _rate(subjects[n], plays[n]) for name in subjects},
        1 if quick else 3,
        "matchups",
    )
    return {**found, BUILT: [built]}


def _rate(play: Callable[[int], object], count: int) -> Figures:
    begun = process_time()
    play(count)
    return {"rate": count / (process_time() - begun)}


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each pair."""
    rows = [
        [
            pair,
            *(spread(found[name], "rate").text(",.0f") for name in PLAYS),
            ratio(found["sensible, compiled"], found[CONCRETE], "rate").text(",.0f"),
            f"{found[BUILT][0]['rate']:.1f}",
        ]
        for pair, found in data.items()
    ]
    note = (
        "Whole duels of Dice Throne and games of two teams of Dice Masters, by time of the processor, on one "
        "core. Random ones take each legal move alike, and are about twice as long; sensible ones are those "
        "of `dicelaw matchups`, the same ones compiled and not. Random ones are compiled for speed, sensible "
        "ones to be compiled soon: the last column says how long that takes for a pair."
    )
    heads = ["", *PLAYS, "compiled, in times", BUILT]
    return [Table("Duels a second", note, heads, rows)]
