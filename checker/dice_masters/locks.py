"""Locks: whether a player can be kept from having turns, and so from deciding anything, for ever.

No card of the model gives a further turn, or takes one away: the timing graph has each step that sets whose
turn it is. That a turn goes on for ever by nothing but what its players do is proved beside the rules.
"""

from __future__ import annotations

import networkx as nx

from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import Cell, Field, as_place
from dicelaw.model.number_of import number_of

ENGINE = "graph"
BEGIN = "clear"
"""The timing point with which each turn begins."""
SEATS = 2
RESTS_ON = ("turn/ends", "turn/never-stuck")
"""The properties of the rules that say how a turn goes on, and that it does."""


def locks(made: TableMachine, called: str) -> Verdict:
    """Whether each turn of a player of the game ``made`` is followed by one of the other."""
    graph, place = made.machine.graph, made.table.turn.place
    scope = f"{called}; turns that players or effects draw out for ever are loops"
    written = [
        (one, value) for one in made.machine.transitions for cell, value in one.effect
        if place in as_place(cell).slots and nx.has_path(graph, BEGIN, one.source)
    ]  # fmt: skip
    ends = [one for one, _ in written]
    wrong = [one.id for one, value in written if one.target != BEGIN or not _hands_on(made, value, place)]
    if wrong or not ends:
        says = (
            f"whose turn it is may be set otherwise by {', '.join(wrong)}" if wrong else "no step ends a turn"
        )
        return Verdict(Outcome.UNKNOWN, ENGINE, scope, says)
    ids, steps = [one.id for one in ends], number_of(len(made.machine.transitions), "step")
    says = (
        f"of {steps} only {', '.join(ids)} sets whose turn it is once a turn has begun, and "
        "gives it to the other player"
    )
    return Verdict(Outcome.PROVED, ENGINE, scope, says, rests_on=RESTS_ON)


def _hands_on(made: TableMachine, value: Expr, place: int) -> bool:
    """Whether ``value`` is always the player who is not the one in the slot ``place``."""
    reader, start = Concrete(made.machine), made.machine.start
    if _read(value) != {place}:
        return False
    states = ((*start[:place], seat, *start[place + 1 :]) for seat in range(SEATS))
    return all(reader.value(value, state) == SEATS - 1 - state[place] for state in states)


def _read(expression: Expr) -> set[int]:
    """The slots that ``expression`` may read."""
    return {slot for node in walk(expression) if isinstance(node, Field | Cell) for slot in node.slots}
