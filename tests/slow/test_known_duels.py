"""What is stated of duels whose heroes are known holds in each that vectors are about."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from dicelaw.checker.induction import invariant_parts
from dicelaw.checker.suggested import inductive
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.oracle.description import description
from dicelaw.oracle.stage import session_of
from dicelaw.specs.dice_throne.acting import acting
from dicelaw.specs.dice_throne.programs import programs
from dicelaw.specs.dice_throne.structure import due, structure
from dicelaw.specs.property import Property, matches

pytestmark = pytest.mark.slow

GAME = "dice-throne"
DUELS = {" against ".join(description(GAME).between(one)): one for one in description(GAME).openings(GAME)}


def unproved(made: DuelMachine, stated: list[Property]) -> dict[str, list[str]]:
    """The points, by property, at which what is ``stated`` is not kept by steps that may assume all of it."""
    parts = [(one.id, part) for one in stated for part in invariant_parts(one.claim)]
    holds = {
        point.id: [part.holds for _, part in parts if matches(point.id, part.at)]
        for point in made.machine.points
    }
    proved = inductive(made.machine, holds, description(GAME).begins(made))
    found: dict[str, list[str]] = {}
    for id, part in parts:
        folded = proved.folding.expression(part.holds)
        for point, left in proved.holds.items():
            if matches(point, part.at) and not any(one is folded for one in left):
                found.setdefault(id, []).append(point)
    return found


@pytest.mark.parametrize("duel", DUELS)
def test_programs_and_who_acts_are_proved(duel: str) -> None:
    made = session_of(DUELS[duel]).game
    assert isinstance(made, DuelMachine)
    assert unproved(made, [structure(made), due(made), programs(made), acting(made)]) == {}


@pytest.mark.parametrize("invariant", [programs, acting])
def test_the_planted_bug_is_noticed(invariant: Callable[[DuelMachine], Property]) -> None:
    made = session_of(DUELS["barbarian against paladin"]).game
    assert isinstance(made, DuelMachine)
    stated = invariant(made)
    assert stated.bug is not None
    buggy = replace(made, machine=stated.bug.planted(made.machine))
    assert stated.id in unproved(buggy, [structure(buggy), due(buggy), programs(buggy), acting(buggy)])
