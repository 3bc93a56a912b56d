"""Under each reading a game is the same whether parts of it were built before, under others, or are not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from dicelaw.checker.digest import digests_for
from dicelaw.checker.ports import port
from dicelaw.model.dice_conquest.machine import open_quest
from dicelaw.model.dice_masters.loader import load_pack as masters_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.dice_throne.loader import load_pack as throne_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.parts import Parts

pytestmark = pytest.mark.slow
Built = Callable[[Mapping[str, str], Parts | None], Machine]


def _duel(readings: Mapping[str, str], parts: Parts | None) -> Machine:
    return duel(throne_pack(), readings=readings, parts=parts).machine


def _table(edition: str) -> Built:
    teams = masters_pack().teams["tokens"]
    return lambda readings, parts: game(teams, edition, readings, parts=parts).machine


GAMES: dict[str, Callable[[], Built]] = {
    "dice-conquest": lambda: lambda readings, parts: open_quest(readings, parts=parts).machine,
    "dice-throne": lambda: _duel,
    "dice-masters@2016": lambda: _table("2016"),
    "dice-masters@2018": lambda: _table("2018"),
}


@pytest.mark.parametrize("name", GAMES)
def test_parts_of_other_readings_change_nothing(name: str) -> None:
    build, parts = GAMES[name](), Parts()
    points = port(name).open_points
    others = [{one.id: answer} for one in points for answer in one.answers if answer != one.default]
    shared = taken = 0
    before = {id(step) for step in build({}, parts).transitions}
    for readings in others:
        again = build(readings, parts)
        assert _said(again) == _said(build(readings, None)), readings
        taken += len(before & {id(step) for step in again.transitions})
        shared += len(again.transitions)
    assert 2 * taken > shared  # or sharing would be for nothing


def _said(machine: Machine) -> object:
    digests = digests_for(machine)
    steps = [(digests.of_transition(one), one.says, one.rules, one.family) for one in machine.transitions]
    defined = {name: [*map(digests.of, those)] for name, those in machine.definitions.items()}
    lost = {
        name: [(digests.of(a), digests.of(b)) for a, b in those] for name, those in machine.writes.items()
    }
    return machine.slots, machine.points, machine.start, steps, defined, lost, dict(machine.readings)
