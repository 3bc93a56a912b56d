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
from dicelaw.specs.dice_conquest.properties.step import step_properties as steps_of_quests
from dicelaw.specs.dice_masters.properties.step import step_properties as steps_of_tables
from dicelaw.specs.dice_throne.properties.step import step_properties as steps_of_duels
from dicelaw.specs.property import Property

pytestmark = pytest.mark.slow
Built = Callable[[Mapping[str, str], Parts | None], tuple[Machine, list[Property]]]
"""The machine of a game under readings, and the properties of its steps."""


def _duel(readings: Mapping[str, str], parts: Parts | None) -> tuple[Machine, list[Property]]:
    made = duel(throne_pack(), readings=readings, parts=parts)
    return made.machine, steps_of_duels(made)


def _table(edition: str) -> Built:
    def built(readings: Mapping[str, str], parts: Parts | None) -> tuple[Machine, list[Property]]:
        made = game(masters_pack().teams["tokens"], edition, readings, parts=parts)
        return made.machine, steps_of_tables(made, "tokens")

    return built


def _quest(readings: Mapping[str, str], parts: Parts | None) -> tuple[Machine, list[Property]]:
    made = open_quest(readings, parts=parts)
    return made.machine, steps_of_quests(made)


GAMES: dict[str, Callable[[], Built]] = {
    "dice-conquest": lambda: _quest,
    "dice-throne": lambda: _duel,
    "dice-masters@2016": lambda: _table("2016"),
    "dice-masters@2018": lambda: _table("2018"),
}


@pytest.mark.parametrize("name", GAMES)
def test_parts_of_other_readings_change_nothing(name: str) -> None:
    build, parts = GAMES[name](), Parts()
    points = port(name).open_points
    others = [{one.id: answer} for one in points for answer in one.answers if answer != one.default]
    others = others[::2]  # to build each twice takes long
    machine, stated = build({}, parts)
    before = {*map(id, machine.transitions), *map(id, stated)}
    shared = taken = 0
    for readings in others:
        again, properties = build(readings, parts)
        alone, fresh = build(readings, None)
        assert _said(again) == _said(alone), readings
        assert _stated(again, properties) == _stated(alone, fresh), readings
        now = [*map(id, again.transitions), *map(id, properties)]
        taken += len(before.intersection(now))
        shared += len(now)
    assert 2 * taken > shared  # or sharing would be for nothing


def _said(machine: Machine) -> object:
    digests = digests_for(machine)
    steps = [(digests.of_transition(one), one.says, one.rules, one.family) for one in machine.transitions]
    defined = {name: [*map(digests.of, those)] for name, those in machine.definitions.items()}
    lost = {
        name: [(digests.of(a), digests.of(b)) for a, b in those] for name, those in machine.writes.items()
    }
    return machine.slots, machine.points, machine.start, steps, defined, lost, dict(machine.readings)


def _stated(machine: Machine, properties: list[Property]) -> object:
    claims = digests_for(machine)
    return [(one.id, one.says, claims.of_claim(one.claim), one.cites, one.using) for one in properties]
