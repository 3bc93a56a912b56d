"""Goals in words: a timing point, values of the state, or both, as in `over, health[1]=0`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Slot, State
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.near import unknown
from dicelaw.specs.patterns import matches

_COMPARED = re.compile(r"(?P<slot>[^<>=!]+)(?P<how><=|>=|!=|=|<|>)(?P<value>[^<>=!]+)")
_HOW: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge,
}  # fmt: skip

Test = Callable[[State], bool]


def goal(machine: Machine, text: str) -> Test:
    """Whether a state of ``machine`` is as ``text`` says: all of its conditions, between commas, hold.

    A condition is a timing point (with `*` for anything), or a slot, one of = != < <= > >= and a value.
    Raises UserError for names and values that the machine does not have.
    """
    tests = [_condition(machine, part.strip()) for part in text.split(",")]
    return lambda state: all(test(state) for test in tests)


def at_points(machine: Machine, pattern: str) -> Test:
    """Whether play is at a timing point that fits ``pattern``. Raises UserError where none does."""
    points = {place for place, point in enumerate(machine.points) if matches(point.id, pattern)}
    if not points or not pattern:
        raise unknown(f"timing point of {machine.name}", pattern, [point.id for point in machine.points])
    return lambda state: state[0] in points


def _condition(machine: Machine, text: str) -> Test:
    compared = _COMPARED.fullmatch(text)
    if compared is None:
        return at_points(machine, text)
    name = compared["slot"].strip()
    if name not in machine.slot_index:
        raise unknown(f"slot of {machine.name}", name, machine.slot_index)
    place = machine.slot_index[name]
    value, how = _value(machine.slots[place], compared["value"].strip()), _HOW[compared["how"]]
    return lambda state: how(state[place], value)


def _value(slot: Slot, text: str) -> int:
    if text in slot.labels:
        return slot.labels.index(text) + slot.lo
    number = whole_number(text)
    if number is not None and slot.lo <= number <= slot.hi:
        return number
    named = f", or one of {', '.join(slot.labels)}" if slot.labels else ""
    raise UserError(f"{slot.name} is a number from {slot.lo} to {slot.hi}{named}; {quoted(text)} is not")
