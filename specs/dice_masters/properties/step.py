"""Properties of single steps: each may be taken just where the text allows it, and does just what it says.

From each row of the table of steps follows one over all content and in any state, reachable or not: what it
names becomes so much, and all else that players, dice and the course of play have is what it was.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.kernel.expressions import all_of
from dicelaw.model.kernel.state import Field
from dicelaw.specs.bugs import allowing, forgetting, rewriting
from dicelaw.specs.dice_masters.steps.combat import steps_of_combat
from dicelaw.specs.dice_masters.steps.effects import steps_of_effects
from dicelaw.specs.dice_masters.steps.energy import steps_of_energy
from dicelaw.specs.dice_masters.steps.row import Step
from dicelaw.specs.dice_masters.steps.turns import steps_of_turns
from dicelaw.specs.property import EachStep, Exactly, Goal, Property, after


def step_properties(made: TableMachine, name: str) -> list[Property]:
    """A property of each row of the table whose step there is in the game ``made``, called ``name``."""
    tables = (steps_of_turns, steps_of_energy, steps_of_combat, steps_of_effects)
    rows = [row for table in tables for row in table(made.rules)]
    return [_property(made, row, name) for row in rows if row.id in made.machine.transition_index]


def _property(made: TableMachine, row: Step, name: str) -> Property:
    makes = {cell.args[0]: value for cell, value in row.makes}
    left = [cell for cell in _goods(made) if cell.slot.name.partition("[")[0] not in row.besides]
    worth = all_of(*(after(cell) == makes.get(cell.args[0], cell) for cell in left))
    taken = made.machine.transition(row.id)
    if makes:
        bug = forgetting(row.id, [cell for cell, _ in row.makes], "it does nothing of it")
    elif row.when is not None and taken.requires:
        bug = allowing(row.id)
    else:
        bug = rewriting(row.id, made.table.life[0], lambda old: old * 0 + 1, "it costs life")
    told = "and nothing else comes of it."
    claim = (
        EachStep(worth, row.given, row.id)
        if row.when is None
        else Exactly(row.when, row.id, worth, row.given)
    )
    return Property(
        f"step/{row.id}",
        f"{row.says} " + (f"This is done just where the text allows it, {told}" if row.when is not None
                          else "Nothing else comes of it."),
        claim,
        row.cites,
        goal=Goal("it may be near", all_of(), taken.source),
        bug=bug,
        machine=name,
    )  # fmt: skip


def _goods(made: TableMachine) -> Iterator[Field]:
    """All that there is but the figures of cards, which no step changes."""
    life = {cell.args[0] for cell in made.table.life}
    given = set(made.machine.given) - life
    for place, slot in enumerate(made.machine.slots):
        if place and place not in given:
            yield Field(place, slot)
