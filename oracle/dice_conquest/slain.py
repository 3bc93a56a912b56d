"""Which creatures a goal of Dice Conquest wants slain in this round."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import Place
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr, conjuncts
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.state import Field, State
from dicelaw.oracle.dice_conquest.hopes import Hopes
from dicelaw.oracle.dice_conquest.standing import at

POINT = 0
"""The slot that has the timing point."""


def hopes(made: QuestMachine, start: State, goal: Expr, stop: Expr) -> Hopes | None:
    """What is known of plays from ``start`` to ``goal``; None where they don't end with the round.

    None as well where the goal wants nothing slain. A part of it that reads where a creature is and nothing
    else, and fails while it is in the display, wants it slain; and so does victory.
    """
    reader, index = Concrete(made.machine), made.machine.point_index
    at_end = (index["round-end"], *start[1:])
    if not slots_read(stop) <= {POINT} or not reader.value(stop, at_end):
        return None
    found = {card for part in conjuncts(goal) for card in _wanted(made, reader, start, part)}
    return Hopes(made, start, found) if found else None


def _wanted(made: QuestMachine, reader: Concrete, start: State, part: Expr) -> list[int]:
    """The creatures that ``part`` of a goal wants slain."""
    slots, q = slots_read(part), made.quest
    if slots == {POINT}:
        points = range(len(made.machine.points))
        where = [made.machine.points[one].id for one in points if reader.value(part, (one, *start[1:]))]
        there = at(start, q.place[q.content.boss]) == Place.DISPLAY
        return [q.content.boss] if where == ["won"] and there else []
    shown = (card for card in q.cards if at(start, q.place[card]) == Place.DISPLAY)
    return [card for card in shown if slots == {_slot(q.place[card])} and not reader.value(part, start)]


def _slot(cell: Expr) -> int:
    assert isinstance(cell, Field)
    return cell.place
