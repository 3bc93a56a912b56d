"""What dice copy until the turn ends, in words: stats, abilities, or all of another die."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.figures import FACE_CODES
from dicelaw.model.dice_masters.state.table import Table
from dicelaw.model.dice_masters.state.table_state import ADDED, BESIDE, FIELD, INSTEAD, WHOLE
from dicelaw.model.dice_masters.words.copying import way_of_abilities
from dicelaw.model.kernel.expressions import Expr, all_of, any_of
from dicelaw.model.kernel.state import Field, State

_WAYS = {
    ADDED: "abilities of {}",
    INSTEAD: "abilities of {}",
    BESIDE: "{} beside its own abilities",
    WHOLE: "{}",
}
APART = " and "
"""What stands between two things that a die copies."""


def copied(table: Table, state: State, die: int, *, exact: bool = False) -> str:
    """What ``die`` copies in ``state``, such as ``abilities of rogue``; empty where it copies nothing.

    The level that a die had whose stats are copied is named where it makes a difference, or to be ``exact``.
    """
    face, text = (state[array[die].place] for array in (table.copies, table.text))
    stats = _stats(table, face, exact=exact or not table.copies_levels) if face else ""
    return APART.join(filter(None, (stats, _text(table, text) if text else "")))


def copyable(opened: TableMachine, die: int) -> dict[str, tuple[Field, int]]:
    """What ``die`` may copy, as :func:`copied` says it exactly, with the field and the value for it."""
    t = opened.table
    ways = {Op.COPY_TEXT: way_of_abilities(opened.rules), Op.COPY_DIE: WHOLE, Op.COPY_BESIDE: BESIDE}
    found: dict[str, tuple[Field, int]] = {}
    for kind, one in enumerate(t.dice.kinds):
        levels = [at for at, face in enumerate(one.faces, 1) if face.level]
        if die in t.copiers and levels:
            for way in (way for op, way in ways.items() if t.figures.uses(op)):
                number = 1 + kind + way * len(t.dice.kinds)
                found[_text(t, number)] = t.text[die], number
        for level in levels if _copies_stats(t, die) else ():
            number = kind * FACE_CODES + level
            found[_stats(t, number, exact=True)] = t.copies[die], number
    return found


def copies_well(opened: TableMachine, die: int, *, now: bool) -> Expr:
    """That ``die`` copies at most what a position can say; nothing where none may be copied ``now``."""
    t = opened.table
    allowed: dict[int, list[Expr]] = {}
    for cell, number in copyable(opened, die).values() if now else ():
        allowed.setdefault(cell.place, []).append(cell == number)
    there = t.zone[die] == FIELD
    return all_of(
        *(
            any_of(cell == 0, all_of(there, any_of(*allowed.get(cell.place, ()))))
            for cell in (t.copies[die], t.text[die])
        )
    )


def _copies_stats(table: Table, die: int) -> bool:
    own = table.figures.says(table.dice.dice[die], Op.COPY)
    return own or (die in table.copiers and table.figures.uses(Op.COPY))


def _text(table: Table, number: int) -> str:
    way, kind = divmod(number - 1, len(table.dice.kinds))
    return _WAYS[way].format(_card(table, kind))


def _stats(table: Table, number: int, *, exact: bool) -> str:
    kind, face = divmod(number, FACE_CODES)
    on_level = f" on level {table.dice.kinds[kind].faces[face - 1].level}" if exact else ""
    return f"stats of {_card(table, kind)}{on_level}"


def _card(table: Table, kind: int) -> str:
    """What dice of ``kind`` are called, without their number."""
    name = table.dice.names[table.dice.dice.index(kind)].rpartition("/")[0]
    return name if kind else name.rpartition("/")[2]
