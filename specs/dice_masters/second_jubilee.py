"""Michele's third turn in the example of play of 2018: every roll that there may be, and what she is to do.

She draws four dice, may roll one that was Prepped besides, fields Jubilee, Hope Summers and a Sidekick, and
buys a second Jubilee. Whatever is rolled and rerolled, her Main Step begins with some face on each die.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product

from dicelaw.model.dice_masters.cards.cards import FACES
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import TableMachine, game
from dicelaw.model.dice_masters.state.table_state import BAG, FIELD, PREP, RESERVE, USED
from dicelaw.model.kernel.expressions import Expr, all_of
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

JUBILEE, SECOND, HOPE = "jubilee-wondra/1", "jubilee-wondra/2", "hope-summers-messiah-complex/1"
SIDEKICKS = ("1/sidekick/1", "1/sidekick/2", "1/sidekick/3")
"""The Prepped one, and two of the six that she can draw with Jubilee and Hope; starting dice are alike."""


@dataclass(frozen=True)
class Turn:
    """Her Main Step: a machine that ends with it, every state that it may begin in, and what she is to do."""

    machine: Machine
    starts: tuple[State, ...]
    told: Expr


def turn(cost: int, *, prepped: bool) -> Turn:
    """Her third turn if Jubilee costs ``cost``, and if the ``prepped`` die is rolled.

    Draws without Jubilee or Hope are left out, as neither can then be fielded.
    """
    made = _game(cost)
    t, names = made.table, made.table.dice.names
    rolled = [names.index(die) for die in (*SIDEKICKS[not prepped :], JUBILEE, HOPE)]
    fielded = names.index("1/sidekick/8")
    values = list(made.machine.start)
    values[0] = made.machine.point_index["main"]
    values[t.drawn.place] = 4
    for die, name in enumerate(names):
        if name.startswith("1/sidekick/"):
            values[t.zone[die].place] = BAG
    values[t.zone[names.index(SIDEKICKS[0])].place] = PREP
    values[t.zone[fielded].place] = FIELD
    values[t.face[fielded].place] = FACES
    for die in rolled:
        values[t.zone[die].place] = RESERVE
    starts = []
    for faces in _faces(len(rolled) - 2):
        for die, face in zip(rolled, faces, strict=True):
            values[t.face[die].place] = face
        starts.append(tuple(values))
    told = all_of(
        *(t.zone[die] == FIELD for die in rolled[-3:]),
        t.zone[names.index(SECOND)] == USED,
    )
    ends = ("main/over", "attack")
    machine = made.machine.rewritten(lambda one: None if one.source in ends else one)
    return Turn(machine, tuple(starts), told)


def _faces(sidekicks: int) -> Iterator[tuple[int, ...]]:
    """The faces of the Sidekicks, as many as there are, in order, and of Jubilee and Hope."""
    faces = range(1, FACES + 1)
    for alike in combinations_with_replacement(faces, sidekicks):
        for others in product(faces, repeat=2):
            yield *alike, *others


def _game(cost: int) -> TableMachine:
    teams = load_pack().teams["x-men-example"]
    first = tuple(
        (replace(card, cost=cost) if card.id in JUBILEE else card, dice) for card, dice in teams.seats[0]
    )
    return game(replace(teams, seats=(first, teams.seats[1])), "2018")
