"""What is stated of games whose content is known holds there, and a planted bug breaks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from dicelaw.checker.proof.induction import invariant_parts
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.kernel.expressions import Expr
from dicelaw.mutation.equivalence.houdini import inductive, struck
from dicelaw.mutation.ports import port
from dicelaw.mutation.worker import Act
from dicelaw.oracle.files.ruling_vectors import written
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.games.description import description
from dicelaw.specs.bugs import Bug
from dicelaw.specs.dice_masters.invariants.effects_under_way import effects_under_way
from dicelaw.specs.dice_masters.invariants.invariants import reactions, types_wanted
from dicelaw.specs.dice_throne.invariants.acting import acting
from dicelaw.specs.dice_throne.invariants.announced import announced
from dicelaw.specs.dice_throne.invariants.cards_in_play import cards_in_play
from dicelaw.specs.dice_throne.invariants.defensive_dice import defensive_dice
from dicelaw.specs.dice_throne.invariants.landed import landed
from dicelaw.specs.dice_throne.invariants.programs import programs
from dicelaw.specs.dice_throne.invariants.under_way import under_way
from dicelaw.specs.dice_throne.invariants.upgrades import upgrades
from dicelaw.specs.patterns import matches
from dicelaw.specs.property import Always, Property

pytestmark = pytest.mark.slow

GAME, TABLE = "dice-throne", "dice-masters@2018"
TABLES = {description(TABLE).between(one)[0]: one for one in description(TABLE).openings(TABLE)}
DUELS = {" against ".join(description(GAME).between(one)): one for one in description(GAME).openings(GAME)}


OF_DUELS = (
    programs, acting, cards_in_play, under_way, announced, landed, upgrades, defensive_dice,
)  # fmt: skip
OF_TABLES = (types_wanted, effects_under_way, reactions)
STATED = [
    *(((one,), DUELS["barbarian against paladin"]) for one in OF_DUELS if one is not landed),
    ((landed,), DUELS["barbarian against pyromancer"]),
    (OF_TABLES, TABLES["twin-professors"]),
]
"""What is stated of known games, each with one in which plays come to what it is about.

There are few of these games: what is proved of one of them is proved once, and the table takes longest.
"""


def parts_of(stated: Sequence[Property]) -> list[tuple[str, Always]]:
    """What each of ``stated`` says of single states, with its id."""
    return [(one.id, part) for one in stated for part in invariant_parts(one.claim)]


def candidates(opened: DuelMachine | TableMachine, stated: Sequence[Property]) -> dict[str, list[Expr]]:
    """What is ``stated`` of each point."""
    parts, points = parts_of(stated), [point.id for point in opened.machine.points]
    return {point: [part.holds for _, part in parts if matches(point, part.at)] for point in points}


@cache
def unproved(opened: DuelMachine | TableMachine) -> dict[str, list[str]]:
    """The points, by property, at which what is stated is not kept by steps that may assume all of it."""
    of = description(opened.machine.name)
    stated = port(opened.machine.name).invariants(opened)
    proved = inductive(opened.machine, candidates(opened, stated), of.begins(opened))
    found: dict[str, list[str]] = {}
    for id, part in parts_of(stated):
        folded = proved.folding.expression(part.holds)
        for point, left in proved.holds.items():
            if matches(point, part.at) and not any(one is folded for one in left):
                found.setdefault(id, []).append(point)
    return found


def is_noticed(bug: Bug, opened: DuelMachine | TableMachine, id: str) -> bool:
    """Whether the invariant ``id`` is not kept with ``bug`` by steps that may assume all that is stated."""
    of, buggy = description(opened.machine.name), replace(opened, machine=bug.planted(opened.machine))
    stated = port(opened.machine.name).invariants(buggy)
    own = [part for name, part in parts_of(stated) if name == id]
    return any(
        holds is part.holds and matches(point, part.at)
        for point, holds in struck(buggy.machine, candidates(buggy, stated), of.begins(buggy))
        for part in own
    )


@pytest.mark.parametrize("duel", [*DUELS][::3])
def test_what_is_stated_of_known_heroes_is_proved(duel: str) -> None:
    made = session_of(DUELS[duel]).game
    assert isinstance(made, DuelMachine)
    assert unproved(made) == {}


@pytest.mark.parametrize(("invariants", "opening"), STATED)
def test_it_is_proved_and_its_planted_bug_is_noticed(
    invariants: Sequence[Callable[[Any], Property]], opening: Mapping[str, Any]
) -> None:
    made = session_of(opening).game
    for stated in (invariant(made) for invariant in invariants):
        assert stated.id not in unproved(made)
        assert stated.bug is not None
        assert is_noticed(stated.bug, made, stated.id)


@pytest.mark.parametrize(("invariants", "opening"), STATED)
def test_plays_come_to_what_it_is_about(
    invariants: Sequence[Callable[[Any], Property]], opening: Mapping[str, Any]
) -> None:
    between = description(opening["game"]).between(opening)
    act = Act.of(opening, [one for one in written(opening["game"]) if one.between == between])
    machine, value = act.stage.machine, act.stage.reader.value
    states = [state for play in act.plays for steps in play.between for state, _ in steps]
    for goal in (invariant(act.opened).goal for invariant in invariants):
        assert goal is not None
        here = (state for state in states if matches(machine.point_of(state).id, goal.at))
        assert any(value(goal.holds, state) for state in here)
