"""What the slots of machines are about: cells of rows that are in use as far as a field says."""

from __future__ import annotations

import pytest

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.machine import Machine
from dicelaw.mutation.equivalence.slot_roles import in_use, stacks
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.games.description import description


def machine_of(game: str) -> Machine:
    return session_of(description(game).openings(game)[0]).machine


@pytest.mark.parametrize(
    ("game", "field", "cells"),
    [
        ("dice-throne", "depth", {"pc[0]": 0, "pc[2]": 2, "back[3]": 3}),
        ("dice-masters@2018", "queue.length", {"queue.owner[0]": 1, "queue.effect[7]": 8}),
    ],
)
def test_a_cell_is_in_use_from_some_value_of_a_field_on(game: str, field: str, cells: dict[str, int]) -> None:
    machine, reader = machine_of(game), Concrete(machine_of(game))
    used, place = in_use(machine), machine.slot_index[field]
    for cell, first in cells.items():
        for value in range(machine.slots[place].hi + 1):
            state = (*machine.start[:place], value, *machine.start[place + 1 :])
            assert bool(reader.value(used[machine.slot_index[cell]], state)) == (value >= first)


def test_the_arrays_of_actions_under_way_are_stacks_and_others_are_not() -> None:
    machine = machine_of("dice-throne")
    found = {machine.slots[row[0]].name.partition("[")[0] for _, row in stacks(machine)}
    assert {"pc", "owner", "back"} <= found
    assert not {"health", "dice", "zone"} & found
