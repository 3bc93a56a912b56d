"""A twin in Promela of a machine: as many states and steps, for SPIN to search.

Slots that change are variables, timing points are labels, and each step with all its choices made is one
indivisible step of SPIN. Conditions and values are written in C, as expressions of GNU C with names for what
is used again; this is what SPIN runs fastest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import assert_never

from dicelaw.checker.search.ground_transitions import Instance, instances
from dicelaw.model.kernel.expressions import Constant, Expr, Operation, Operator
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import Lookup
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import as_node, walk
from dicelaw.model.kernel.state import Cell, Field, Slot, State

FLOORED = (
    "QUOTIENT(a, b) ((a) / (b) - ((a) % (b) != 0 && ((a) < 0) != ((b) < 0)))",
    "REMAINDER(a, b) ((a) - (b) * QUOTIENT(a, b))",
)
"""Division that rounds down, as in Python."""


STEPS = "steps.h"
"""What the header of a twin is called."""


def twin(machine: Machine, start: State) -> tuple[str, str]:
    """The source of the twin of ``machine``, which begins in ``start``, and its header of conditions in C.

    A slot that has one value takes no room. Raises ValueError for a choice without bounds.
    """
    moving = [place for place, slot in enumerate(machine.slots) if place and slot.bits]
    variables = [f"{_type(machine.slots[place])} s{place} = {start[place]};" for place in moving]
    writer = _Writer(machine, start)
    points = [point.id for point in machine.points]
    first = points[start[0]]
    lines = [f"goto {_label(points.index(first))};"]
    for number, point in enumerate(points):
        steps = [step for one in machine.leaving[point] for step in _steps(writer, machine, one.id)]
        lines.append(f"{_label(number)}:")
        lines += ["if", *steps, "fi;"] if steps else ["false;"]
    head = [f'c_decl {{ \\#include "{STEPS}" }}', *variables]
    source = [*head, "active proctype play() {", *lines, "}", ""]
    return "\n".join(source), "".join(f"#define {one}\n" for one in (*FLOORED, *writer.macros))


def _type(slot: Slot) -> str:
    if slot.lo >= 0 and slot.hi < 1 << 8:
        return "byte"
    return "short" if slot.lo >= -(1 << 15) and slot.hi < 1 << 15 else "int"


def _label(point: int) -> str:
    return f"end{point}"


def _steps(writer: _Writer, machine: Machine, id: str) -> Iterator[str]:
    """An option for each step along the transition ``id``."""
    transition = machine.transition(id)
    target = _label(machine.point_index[transition.target])
    for instance in instances(machine, transition):
        for made in _choices(instance):
            guard = writer.condition(instance.requires, made)
            if guard is not None:
                effect = writer.effect(instance, made)
                yield f":: d_step {{ c_expr {{ {guard} }}; c_code {{ {effect} }} }} goto {target}"


def _choices(instance: Instance) -> Iterator[Mapping[int, int]]:
    """The numbers of the choices that are left, by their ids, in every way."""
    if any(one.top is None for one in instance.left):
        raise ValueError(f"{instance.transition.id} has a choice without bounds")
    ranges = [range(one.lo or 0, (one.top or 0) + 1) for one in instance.left]
    for numbers in product(*ranges):
        yield {id(one): value for one, value in zip(instance.left, numbers, strict=True)}


class _Writer:
    """Writes expressions of ``machine`` in C; a slot with one value has that of ``start``."""

    def __init__(self, machine: Machine, start: State) -> None:
        self._machine, self._start = machine, start
        self.macros: list[str] = []
        """SPIN takes no condition with names of its own, and no long ones."""

    def condition(self, requires: Sequence[Expr], made: Mapping[int, int]) -> str | None:
        """The name of the macro by which all of ``requires`` hold; None where they can't."""
        names, lines = self._lines(requires, made)
        whole = [names[id(one)] for one in requires]
        if "0" in whole:
            return None
        return self._macro(f"({{ {lines} {' && '.join(whole) or '1'}; }})")

    def effect(self, instance: Instance, made: Mapping[int, int]) -> str:
        """The name of the macro with all writes of ``instance``, of values that are read before."""
        cells = {
            number: place for number, (place, _) in enumerate(instance.effect) if isinstance(place, Cell)
        }
        roots = [*(place.index for place in cells.values()), *(value for _, value in instance.effect)]
        names, lines = self._lines(roots, made)
        held = [f"int w{number} = {names[id(value)]};" for number, (_, value) in enumerate(instance.effect)]
        held += [f"int i{number} = {names[id(place.index)]};" for number, place in cells.items()]
        writes = []
        for number, (place, _) in enumerate(instance.effect):
            for at, slot in enumerate(place.slots):
                if slot and self._machine.slots[slot].bits:
                    here = f"if (i{number} == {at}) " if number in cells else ""
                    writes.append(f"{here}now.s{slot} = w{number};")
        return self._macro(f"{{ {lines} {' '.join(held)} {' '.join(writes)} }}")

    def _macro(self, text: str) -> str:
        name = f"MACRO{len(self.macros)}"
        self.macros.append(f"{name} {text}")
        return name

    def _lines(self, roots: Sequence[Expr], made: Mapping[int, int]) -> tuple[dict[int, str], str]:
        """What each node below ``roots`` is called, and the lines of C before that."""
        names: dict[int, str] = {}
        lines = []
        for node in walk(*roots):
            said = self._text(node, [names[id(part)] for part in node.operands], made)
            if isinstance(node, Operation | Cell | Lookup) and not said.lstrip("-").isdigit():
                name = f"t{len(lines)}"
                lines.append(f"int {name} = {said};")
                said = name
            names[id(node)] = said
        return names, " ".join(lines)

    def _text(self, node: Expr, below: Sequence[str], made: Mapping[int, int]) -> str:
        match as_node(node):
            case Constant(value=value):
                return str(value)
            case Field(place=place):
                return self._slot(place)
            case Choice():
                return str(made[id(node)])
            case Cell(base=base, length=length):
                return _chosen(below[0], [self._slot(base + at) for at in range(length)])
            case Lookup(entries=entries):
                return _chosen(below[0], [*map(str, entries)])
            case Operation(op=op):
                return _operation(op, below)
            case other:
                assert_never(other)

    def _slot(self, place: int) -> str:
        return f"now.s{place}" if self._machine.slots[place].bits else str(self._start[place])


def _chosen(at: str, values: Sequence[str]) -> str:
    """The one of ``values`` that ``at`` says; 0 where there is none."""
    if at.isdigit():
        return values[int(at)] if int(at) < len(values) else "0"
    found = "0"
    for number, value in reversed([*enumerate(values)]):
        if value != "0" or found != "0":
            found = f"({at} == {number} ? {value} : {found})"
    return found


def _operation(op: Operator, below: Sequence[str]) -> str:
    match op:
        case "+" | "-" | "*" | "<" | "<=" | "==":
            return f"({f' {op} '.join(below)})"
        case "and":
            return f"({' && '.join(below)})"
        case "or":
            return f"({' || '.join(below)})"
        case "//":
            return f"QUOTIENT({below[0]}, {below[1]})"
        case "%":
            return f"REMAINDER({below[0]}, {below[1]})"
        case "not":
            return f"!{below[0]}"
        case "where":
            return f"({below[0]} ? {below[1]} : {below[2]})"
        case "min":
            return f"({below[0]} < {below[1]} ? {below[0]} : {below[1]})"
        case "max":
            return f"({below[0]} > {below[1]} ? {below[0]} : {below[1]})"
        case _:
            assert_never(op)
