"""What the slots of a machine are about, told by their names and labels.

A *thing* is what some arrays have a cell for; one of these may say where each thing lies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from dicelaw.model.foreign.numbers import is_whole
from dicelaw.model.kernel.expressions import Expr, number, where
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read, walk
from dicelaw.model.kernel.state import Cell, Field, Slot

SEATS = ("1", "2")
"""What the values of a field are called that names a seat."""
TURN = "turn"
"""The field that says whose turn it is."""
FEW = range(3, 17)
"""How many labels a field has that says where something lies, or how play goes on."""
SOME = range(2, 64)
"""How far apart the least and the greatest value are of a field that decides what play goes on with."""


def arrays(slots: Sequence[Slot]) -> list[tuple[list[int], list[int]]]:
    """The slots of each array about things of one sort, and those that say where these lie, if any do."""
    found: dict[str, list[int]] = defaultdict(list)
    for place, slot in enumerate(slots):
        if slot.family:
            found[slot.family].append(place)
    lies: dict[tuple[str, ...], list[int]] = {}
    about = []
    for family, cells in found.items():
        things = tuple(slots[cell].name.removeprefix(family) for cell in cells)
        if len(slots[cells[0]].labels) in FEW:
            lies.setdefault(things, cells)
        about.append((cells, things))
    return [(cells, [] if lies.get(things) is cells else lies.get(things, [])) for cells, things in about]


def is_cell(slot: Slot) -> bool:
    """Whether ``slot`` is one of several that are alike."""
    return bool(slot.family) or "[" in slot.name


def numbered(name: str) -> bool:
    """Whether ``name`` is that of a cell that has a number, not the name of a thing."""
    return is_whole(name.partition("[")[2].removesuffix("]"))


def asked(machine: Machine) -> frozenset[int]:
    """The slots that each of the several transitions of some point asks about."""
    found: dict[str, list[frozenset[int]]] = defaultdict(list)
    for one in machine.transitions:
        found[one.source].append(slots_read(*(demand.holds for demand in one.requires)))
    common = (frozenset.intersection(*each) for each in found.values() if len(each) > 1)
    return frozenset[int]().union(*common)


def deciding(machine: Machine) -> frozenset[int]:
    """The fields by which it is decided at a point whether each of its several transitions is allowed."""
    return frozenset(
        place
        for place in asked(machine)
        if not is_cell(slot := machine.slots[place]) and not slot.open_above and slot.hi - slot.lo in SOME
    )


def in_use(machine: Machine) -> dict[int, Expr]:
    """Whether a cell is in use, where a field that decides says how many of its row are, or the last one."""
    fields = [Field(place, slot) for place, slot in enumerate(machine.slots)]
    counts = {machine.slots[place].hi: place for place in sorted(deciding(machine), reverse=True)}
    found: dict[int, Expr] = {}
    for row, lies in arrays(machine.slots):
        if not lies and (count := counts.get(len(row))) is not None:
            found |= {cell: fields[count] > number for number, cell in enumerate(row)}
    for last, stack in stacks(machine):
        found |= {cell: fields[last] >= number for number, cell in enumerate(stack)}
    return found


def stacks(machine: Machine) -> list[tuple[int, Sequence[int]]]:
    """The arrays of which the last cell in use has the number that a field says, each with that field.

    It decides, and is the index of arrays of its size: of several such fields the one of most arrays.
    """
    found: dict[int, set[int]] = defaultdict(set)
    effects = [side for one in machine.transitions for pair in one.effect for side in pair]
    demands = [need.holds for one in machine.transitions for need in one.requires]
    for node in walk(*effects, *demands):
        if not (isinstance(node, Cell) and isinstance(index := node.index, Field)):
            continue
        if machine.slots[index.place].hi == node.length - 1:
            found[index.place].add(node.base)
    last = max(deciding(machine) & found.keys(), key=lambda field: len(found[field]), default=0)
    return [(last, range(base, base + machine.slots[last].hi + 1)) for base in sorted(found.get(last, ()))]


def going_on(machine: Machine) -> list[Expr]:
    """What says how play goes on: fields that decide with few labels, and whether open counts are 0."""
    found = []
    for place in sorted(asked(machine)):
        slot = machine.slots[place]
        field = Field(place, slot)
        if slot.open_above and not is_cell(slot):
            found.append(where(field == slot.lo, 0, 1))
        elif len(slot.labels) in FEW and not is_cell(slot):
            found.append(number(field))
    return found
