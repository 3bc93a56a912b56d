"""What an onlooker sees of a game of Dice Masters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dicelaw.checker.walks.observed_play import View
from dicelaw.model.dice_masters.cards.cards import Face
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.figures import FACE_CODES
from dicelaw.model.dice_masters.state.table_state import ASIDE, ATTACK, BAG, CARD, FIELD, OUT, PREP, USED
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr, where
from dicelaw.model.kernel.state import Field, State
from dicelaw.oracle.dice_masters.copies import copied
from dicelaw.oracle.dice_masters.standing import face_name

UNROLLED = (BAG, OUT, USED, ASIDE)
ACROSS = ("zone", "owner", "face", "life", "damage", "blocks", "keeper", "winner")
"""What an onlooker sees in both editions, beside what applies to dice in the Field."""
_NO_CHOICES: Mapping[str, int] = {}


def view_of(opened: TableMachine) -> View:
    """What an ``Observation`` has of a state: two look the same where their observations are equal."""
    t, reader = opened.table, Concrete(opened.machine)
    counts = [_place(cell) for cell in (t.turn, *t.life, *t.virtual, *t.aimed, *t.worn_by)]
    arrays = (t.zone, t.owner, t.face, t.keeper)
    zones, owners, faces, keepers = ([_place(cell) for cell in array] for array in arrays)
    marks = [
        [_place(array[die]) for array in (t.damage, t.incoming, t.shielded, t.blocks)]
        for die in range(t.count)
    ]
    strengths: list[list[Callable[..., Any]]] = [
        [reader.compiled(part) for part in (t.attack(die), t.defense(die))] for die in range(t.count)
    ]
    alike = [_alike(t.dice.kinds[kind].faces) for kind in t.dice.dice]
    over, winner = opened.machine.point_index["over"], _place(t.winner)

    def held(state: State, die: int) -> int:
        return state[keepers[die]] if state[zones[die]] != PREP else 0

    def view(state: State) -> object:
        rows: list[object] = [state[0], *(state[place] for place in counts)]
        for die, place in enumerate(zones):
            zone = state[place]
            if zone == CARD:
                rows.append(CARD)
            elif zone in UNROLLED:
                rows.append((zone, state[owners[die]]))
            elif zone not in (FIELD, ATTACK):
                rows.append((zone, state[owners[die]], alike[die][state[faces[die]]], held(state, die)))
            else:
                strength = [part(state, _NO_CHOICES) for part in strengths[die]]
                more = [*(state[mark] for mark in marks[die]), copied(t, state, die)]
                shown = (zone, state[owners[die]], alike[die][state[faces[die]]], held(state, die))
                rows.append((*shown, *strength, *more))
        return rows, state[winner] if state[0] == over else None

    return view


def _alike(faces: Sequence[Face]) -> list[int]:
    """For each number of a face, the first that shows the same."""
    names = ["", *map(face_name, faces)]
    return [names.index(name) for name in names] + [*range(len(names), FACE_CODES)]


def shown(opened: TableMachine) -> list[Expr]:
    """What an onlooker sees: states at a timing point in which it all has the same values look alike."""
    t = opened.table
    found: list[Expr] = [t.turn, t.winner, *t.life, *t.virtual, *t.aimed, *t.worn_by]
    for die in range(t.count):
        marks = (t.damage, t.incoming, t.shielded, t.blocks, t.copies, t.text)
        standing = [t.attack(die), t.defense(die), *(array[die] for array in marks)]
        rolled = [t.face[die], t.keeper[die]]
        found += [t.zone[die], where(t.zone[die] == CARD, 0, t.owner[die])]
        found += [where(t.in_zone(die, CARD, *UNROLLED), 0, one) for one in rolled]
        found += [where(t.in_zone(die, FIELD, ATTACK), one, 0) for one in standing]
    return found


def _place(cell: Field | Expr) -> int:
    assert isinstance(cell, Field)
    return cell.place


def view_across(opened: TableMachine) -> View:
    """What an onlooker sees of a state that both editions have."""
    places = [at for at, slot in enumerate(opened.machine.slots) if slot.name.partition("[")[0] in ACROSS]
    t = opened.table
    lasting = (t.plus_attack, t.plus_defense, t.traded, t.bound, t.shielded)
    dice = [(_place(t.zone[die]), [_place(array[die]) for array in lasting]) for die in range(t.count)]

    def view(state: State) -> object:
        marks = [[state[mark] for mark in cells] for zone, cells in dice if state[zone] in (FIELD, ATTACK)]
        return [state[place] for place in places], marks

    return view
