"""Where the programs of known content lie in the table of instructions, and what they have yet to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from dicelaw.model.dice_throne.language import Instruction, Op
from dicelaw.model.dice_throne.resolution.triggers import GROUPS
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.expressions import Expr, all_of, any_of
from dicelaw.model.kernel.lookups import lookup


class Addresses:
    """The addresses of the instructions of ``content``, by the program that they are of."""

    def __init__(self, duel: Duel, content: TableContent) -> None:
        self.content = content
        starts = {start for places in content.starts().values() for start in places}
        for moments in GROUPS.values():
            starts.update(start for start, _ in content.due_programs(duel, moments))
        bounds = [*sorted(starts - {0}), len(content.rows)]
        self._end = {0: 1, **dict(pairwise(bounds))}

    def among(self, name: str, starts: Iterable[int], pc: Expr) -> Expr:
        """Whether ``pc`` is in one of the programs that begin at ``starts``, or nothing is left to do."""
        inside = {0}.union(*(range(start, self._end[start]) for start in starts))
        rows = range(len(self.content.rows))
        return lookup(f"an instruction of {name}", [int(place in inside) for place in rows], pc) == 1

    def of(self, name: str, starts: list[int], which: Expr, pc: Expr) -> Expr:
        """Whether ``pc`` is in the program ``which`` (from 1) of those that begin at ``starts``."""
        first = lookup(f"where {name} begins", [0, *starts], which)
        last = lookup(f"where {name} ends", [0, *(self._end[start] - 1 for start in starts)], which)
        return any_of(pc == 0, all_of(first <= pc, pc <= last))


def to_come(
    content: TableContent,
    name: str,
    wanted: Callable[[Instruction], bool],
    pc: Expr,
    given: Callable[[Sequence[Op]], bool] = lambda _: True,
) -> Expr:
    """Whether an instruction that is ``wanted`` is yet to come in the program, that at ``pc`` among them.

    It is said of those programs of whose words ``given`` holds.
    """
    table: list[int] = []
    for program in programs(content):
        last = max((place for place, row in enumerate(program) if wanted(row)), default=-1)
        said = given([row.op for row in program])
        table += [int(said and place <= last) for place in range(len(program))]
    return lookup(f"{name} is yet to come", table, pc) == 1


def programs(content: TableContent) -> Iterator[Sequence[Instruction]]:
    """All programs of ``content``, one after the other, each with the END that it ends with."""
    first = 0
    for place, row in enumerate(content.rows):
        if row.op is Op.END:
            yield content.rows[first : place + 1]
            first = place + 1
