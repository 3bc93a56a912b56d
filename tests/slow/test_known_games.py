"""What is stated of games whose content is known holds there, and a planted bug breaks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from dicelaw.checker.induction import invariant_parts
from dicelaw.checker.suggested import inductive
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.oracle.acts import Act
from dicelaw.oracle.description import description
from dicelaw.oracle.ruled import written
from dicelaw.oracle.stage import session_of
from dicelaw.specs.dice_masters.effects_under_way import effects_under_way
from dicelaw.specs.dice_masters.invariants import reactions, types_wanted
from dicelaw.specs.dice_throne.acting import acting
from dicelaw.specs.dice_throne.cards_in_play import cards_in_play
from dicelaw.specs.dice_throne.programs import programs
from dicelaw.specs.property import Property, matches

pytestmark = pytest.mark.slow

GAME, TABLE = "dice-throne", "dice-masters@2018"
TABLES = {description(TABLE).between(one)[0]: one for one in description(TABLE).openings(TABLE)}
DUELS = {" against ".join(description(GAME).between(one)): one for one in description(GAME).openings(GAME)}


def unproved(opened: DuelMachine | TableMachine, stated: Sequence[Property]) -> dict[str, list[str]]:
    """The points, by property, at which what is ``stated`` is not kept by steps that may assume all of it."""
    parts = [(one.id, part) for one in stated for part in invariant_parts(one.claim)]
    points = [point.id for point in opened.machine.points]
    holds = {point: [part.holds for _, part in parts if matches(point, part.at)] for point in points}
    proved = inductive(opened.machine, holds, description(opened.machine.name).begins(opened))
    found: dict[str, list[str]] = {}
    for id, part in parts:
        folded = proved.folding.expression(part.holds)
        for point, left in proved.holds.items():
            if matches(point, part.at) and not any(one is folded for one in left):
                found.setdefault(id, []).append(point)
    return found


@pytest.mark.parametrize("duel", DUELS)
def test_what_is_stated_of_known_heroes_is_proved(duel: str) -> None:
    made = session_of(DUELS[duel]).game
    assert isinstance(made, DuelMachine)
    assert unproved(made, description(GAME).invariants(made)) == {}


@pytest.mark.parametrize("invariant", [programs, acting, cards_in_play])
def test_the_planted_bug_is_noticed(invariant: Callable[[DuelMachine], Property]) -> None:
    made = session_of(DUELS["barbarian against paladin"]).game
    assert isinstance(made, DuelMachine)
    stated = invariant(made)
    assert stated.bug is not None
    buggy = replace(made, machine=stated.bug.planted(made.machine))
    assert stated.id in unproved(buggy, description(GAME).invariants(buggy))


@pytest.mark.parametrize("invariant", [programs, acting, cards_in_play])
def test_plays_come_to_what_it_is_about(invariant: Callable[[DuelMachine], Property]) -> None:
    opening = DUELS["barbarian against paladin"]
    between = description(GAME).between(opening)
    act = Act.of(opening, [one for one in written(GAME) if one.between == between])
    assert isinstance(act.opened, DuelMachine)
    goal = invariant(act.opened).goal
    assert goal is not None
    states = (state for play in act.plays for state in play.states)
    assert any(act.stage.reader.value(goal.holds, state) for state in states)


@pytest.mark.parametrize(
    ("invariant", "cards"),
    [(types_wanted, "x-men-demo"), (effects_under_way, "x-men-demo"), (reactions, "protectors")],
)
def test_what_is_stated_of_known_cards_is_proved_and_its_planted_bug_is_noticed(
    invariant: Callable[[TableMachine], Property], cards: str
) -> None:
    made = session_of(TABLES[cards]).game
    assert isinstance(made, TableMachine)
    stated = invariant(made)
    assert stated.id not in unproved(made, description(TABLE).invariants(made))
    assert stated.bug is not None
    buggy = replace(made, machine=stated.bug.planted(made.machine))
    assert stated.id in unproved(buggy, description(TABLE).invariants(buggy))


def test_plays_come_to_an_effect_of_a_die_that_is_under_way() -> None:
    opening = TABLES["x-men-demo"]
    between = description(TABLE).between(opening)
    act = Act.of(opening, [one for one in written(TABLE) if one.between == between])
    assert isinstance(act.opened, TableMachine)
    goal = effects_under_way(act.opened).goal
    assert goal is not None
    states = (state for play in act.plays for state in play.states)
    assert any(act.stage.reader.value(goal.holds, state) for state in states)
