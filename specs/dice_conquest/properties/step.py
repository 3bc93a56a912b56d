"""Properties of single steps: each may be taken just where the text allows it, and does just what it says.

From each row of the table of steps follows one over all content: what it names becomes so much, and all that
else counts of health, dice, cards and the turn is what it was.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.kernel.expressions import Expr, all_of
from dicelaw.specs.bugs import allowing, forgetting, rewriting
from dicelaw.specs.dice_conquest.invariants.structure import STRUCTURE
from dicelaw.specs.dice_conquest.properties.steps import Step
from dicelaw.specs.dice_conquest.properties.steps_of_rounds import steps_of_rounds
from dicelaw.specs.dice_conquest.properties.steps_of_turns import steps_of_turns
from dicelaw.specs.property import Exactly, Goal, Property, after

ARRAYS = ("hero", "health", "guard", "passed", "at", "face", "unrolled", "hurt", "place", "order", "allotted")
"""What heroes, dice and cards have."""
SCALARS = (
    "first", "turn", "drawn", "revealed", "to_draw", "fresh", "traps", "current", "due", "dealt_from", "to",
    "spread", "cause", "chosen", "target", "pending", "rerolls", "used_ability", "used_critical", "pierced",
    "word", "amount", "test", "bound", "next", "by_item", "doomed", "back", "rolled",
)  # fmt: skip
"""What there is once."""


def step_properties(made: QuestMachine) -> list[Property]:
    """A property of each row of the table."""
    return [_property(made, row) for row in (*steps_of_rounds(made.rules), *steps_of_turns(made.rules))]


def _property(made: QuestMachine, row: Step) -> Property:
    q = made.quest
    makes = dict(row.makes)
    worth = all_of(*(after(cell) == makes.get(cell, cell) for cell in _goods(q)))
    place = made.machine.transition_index.get(row.id)
    taken = None if place is None else made.machine.transitions[place]
    if makes:
        bug = forgetting(row.id, [*makes], "it does nothing of it")
    elif taken is not None and taken.requires:
        bug = allowing(row.id)
    else:
        bug = rewriting(row.id, q.hurt[1], lambda old: old + 1, "it hurts a creature")
    return Property(
        f"step/{row.id}",
        f"{row.says} This is done just where the text allows it, and nothing else comes of it.",
        Exactly(row.when, row.id, worth, row.given),
        row.cites,
        using=(STRUCTURE, "dice/rolled-before-use", "play/pending", "damage/all-is-allotted"),
        goal=Goal("it may be near", all_of(), taken.source if taken is not None else "turn"),
        bug=bug,
    )


def _goods(q: Quest) -> Iterator[Expr]:
    for name in ARRAYS:
        yield from getattr(q, name)
    for name in SCALARS:
        yield getattr(q, name)
