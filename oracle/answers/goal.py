"""Goals in words: a timing point, values of the state, or both, as in `over, health[1]=0`.

What is said goes by names: `announced=reckless` is every level of that ability, `winner=1` that player 1 has
won, and a slot whose values have names is compared with them. `dicelaw list goals` shows what can be said.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, is_constant, negate
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Cell, Field, Slot, State, field_at
from dicelaw.model.number_of import number_of
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games.decisions import labels_of, matching
from dicelaw.oracle.suggestions import id_of, plain, unknown
from dicelaw.specs.patterns import is_at, matches

_COMPARED = re.compile(r"(?P<slot>[^<>=!]+)(?P<how><=|>=|!=|=|<|>)(?P<value>[^<>=!]+)")
_HOW: dict[str, Callable[[Expr, int], Expr]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
    ">=": operator.ge,
}  # fmt: skip
_SIGNS = frozenset("<>=![]")
"""What a comparison has, and the id of a timing point has not."""
WINNER = "winner"
OVER = "over"
LIFE = ("health", "life")
"""What a player has who has not lost, as the games call it."""

Test = Callable[[State], bool]


def goal(machine: Machine, text: str) -> Test:
    """Whether a state of ``machine`` is as ``text`` says. Raises UserError as :func:`condition`."""
    return test_of(machine, condition(machine, text))


def test_of(machine: Machine, wanted: Expr) -> Test:
    """Whether ``wanted`` holds in a state of ``machine``."""
    holds = Concrete(machine).compiled(wanted)
    return lambda state: bool(holds(state, {}))


def condition(machine: Machine, text: str) -> Expr:
    """The condition that a state of ``machine`` is as ``text`` says: all of its parts, between commas, hold.

    A part is a timing point (with `*` for anything), or a slot, one of = != < <= > >= and a value: a number
    or a name. Raises UserError for names and values that the machine does not have.
    """
    return all_of(*(_condition(machine, part.strip()) for part in text.split(",")))


def at_points(machine: Machine, pattern: str) -> Test:
    """Whether play is at a timing point that fits ``pattern``. Raises UserError where none does."""
    return test_of(machine, points_called(machine, pattern))


def points_called(machine: Machine, pattern: str) -> Expr:
    """The condition that play is at a point that fits ``pattern``. Raises UserError where none does."""
    ids = [point.id for point in machine.points]
    meant = "*".join(map(plain, pattern.split("*")))
    found = next((one for one in (pattern, meant) if one and any(matches(id, one) for id in ids)), None)
    if found is None:
        raise unknown(f"timing point of {machine.name}", pattern, ids)
    return is_at(machine, found)


@dataclass(frozen=True)
class Sayable:
    """What a goal may be about: ``name``, what it ``says``, and the ``values`` that it may have."""

    name: str
    says: str
    values: Sequence[str]


def sayable(machine: Machine) -> Iterator[Sayable]:
    """All that a goal about ``machine`` may compare."""
    named, cells = names_of(machine), cells_of(machine)
    if _won(machine):
        yield Sayable(WINNER, "the player who has won", _seats(machine))
    names: Sequence[str] = ()
    for place, slot in enumerate(machine.slots):
        array, _, index = slot.name.partition("[")
        if index in ("", "0]"):
            names = list(_first_names(cells.get(place, ())).values())
        if place and slot.name != WINNER:
            called = f"{array}[{names[int(index[:-1])]}]" if index and names else slot.name
            known = slot.labels or tuple(
                dict.fromkeys(name for _, choice in named.get(place, ()) for _, name in labels_of(choice))
            )
            yield Sayable(called, slot.says, known or (f"{slot.lo} to {slot.hi}",))


def _first_names(choices: Sequence[Choice]) -> dict[int, str]:
    """The first name of each value of the first of ``choices``."""
    found: dict[int, str] = {}
    for value, name in labels_of(choices[0]) if choices else ():
        found.setdefault(value, name)
    return found


Named = Mapping[int, Sequence[tuple[int, Choice]]]


@lru_cache(maxsize=64)
def names_of(machine: Machine) -> Named:
    """By slot, the choices with named values that are written there, each with what is added to it."""
    found: dict[int, list[tuple[int, Choice]]] = {}
    for transition in machine.transitions:
        for place, value in transition.effect:
            if not isinstance(place, Field) or machine.slots[place.place].labels:
                continue
            made = _chosen(value)
            known = found.setdefault(place.place, [])
            if made is not None and not any(made[0] == by and made[1] is one for by, one in known):
                known.append(made)
    return found


def _chosen(value: Expr) -> tuple[int, Choice] | None:
    """The choice with named values that ``value`` is, and what is added to it."""
    parts = value.operands if value.op == "+" else (value,)
    choices = [part for part in parts if isinstance(part, Choice) and part.labels]
    added = [part.value for part in parts if is_constant(part)]
    if len(choices) != 1 or len(choices) + len(added) != len(parts):
        return None
    return sum(added), choices[0]


def _condition(machine: Machine, text: str) -> Expr:
    compared = _COMPARED.fullmatch(text)
    if compared is None and (not text or not _SIGNS.isdisjoint(text)):
        says = (
            f"{quoted(text)} is no part of a goal; write a timing point (over) or a comparison (health[1]=0)"
        )
        raise UserError(f"{says}, with commas between such parts")
    if compared is None:
        return points_called(machine, text)
    name, how, value = (compared[part].strip() for part in ("slot", "how", "value"))
    if name == WINNER and _won(machine):
        return _winner(machine, how, value)
    places = [machine.slot_index[name]] if name in machine.slot_index else _cells_called(machine, name)
    if not places:
        raise unknown(f"slot of {machine.name}", name, [one.name for one in sayable(machine)])
    values = _values(machine, places[0], value)
    fields = [field_at(place, machine.slots[place]) for place in places]
    if how in ("=", "!="):
        among = any_of(*(field == one for field in fields for one in values))
        return among if how == "=" else negate(among)
    if len(values) > 1 or len(fields) > 1:
        slots, numbers = number_of(len(fields), "slot"), number_of(len(values), "value")
        says = f"{quoted(text)} compares {slots} with {numbers}; write = or !=, or say more of the name"
        raise UserError(says)
    return _HOW[how](fields[0], values[0])


def _cells_called(machine: Machine, name: str) -> list[int]:
    """The slots that ``name`` means by what stands for their index, as `zone[vegas-baby]` for a card."""
    array, _, index = name.partition("[")
    base = next((place for place, slot in enumerate(machine.slots) if slot.name == f"{array}[0]"), None)
    if base is None or not index.endswith("]"):
        return []
    choices = cells_of(machine).get(base, ())
    return sorted(
        {base + value for choice in choices for value in matching(choice, index[:-1])}
        & {place for place, slot in enumerate(machine.slots) if slot.name.startswith(f"{array}[")}
    )


@lru_cache(maxsize=64)
def cells_of(machine: Machine) -> Mapping[int, Sequence[Choice]]:
    """By the first slot of an array that goes by numbers, the choices whose names stand for them."""
    found: dict[int, list[Choice]] = {}
    for transition in machine.transitions:
        for place, _ in transition.effect:
            if isinstance(place, Cell) and machine.slots[place.base].name.endswith("[0]"):
                index = place.index
                known = found.setdefault(place.base, [])
                for part in index.operands if index.op == "min" else (index,):
                    if not (isinstance(part, Choice) and part.labels and part.lo == 0):
                        continue
                    if all(part is not one for one in known):
                        known.append(part)
    return found


def _values(machine: Machine, place: int, text: str) -> list[int]:
    """The values of a slot that ``text`` means, by name or as a number."""
    slot = machine.slots[place]
    if text in slot.labels:
        return [slot.labels.index(text) + slot.lo]
    number = whole_number(text)
    if number is not None and slot.lo <= number <= slot.hi:
        return [number]
    choices = names_of(machine).get(place, ())
    found = [added + value for added, choice in choices for value in matching(choice, text) if number is None]
    if found:
        return sorted(set(found))
    names = [*slot.labels, *(name for _, choice in choices for _, name in labels_of(choice))]
    if choices and number is None:
        raise unknown(f"value of {slot.name}", text, names)
    raise _no_value(slot, text)


def _no_value(slot: Slot, text: str) -> UserError:
    named = f", or one of {', '.join(slot.labels)}" if slot.labels else ""
    return UserError(f"{slot.name} is a number from {slot.lo} to {slot.hi}{named}; {quoted(text)} is not")


def _seats(machine: Machine) -> list[str]:
    return [str(seat + 1) for seat in range(len(machine.seats))]


def _won(machine: Machine) -> list[Expr]:
    """For each seat the condition that it has won; none where the machine has no such thing."""
    if OVER not in machine.point_index:
        return []
    over = is_at(machine, OVER)
    if WINNER in machine.slot_index:
        place = machine.slot_index[WINNER]
        winner = field_at(place, machine.slots[place])
        return [all_of(over, winner == seat) for seat in range(len(machine.seats))]
    for life in LIFE:
        places = [machine.slot_index.get(f"{life}[{seat}]") for seat in _seats(machine)]
        left = [field_at(place, machine.slots[place]) for place in places if place is not None]
        if left and len(left) == len(places):
            return [
                all_of(over, one >= 1, *(other <= 0 for other in left if other is not one)) for one in left
            ]
    return []


def _winner(machine: Machine, how: str, text: str) -> Expr:
    won = _won(machine)
    names = [id_of(name) for name in machine.seats]
    seats = [seat for seat in range(len(won)) if text == str(seat + 1) or id_of(text) == names[seat]]
    if len(seats) != 1 or how not in ("=", "!="):
        players = ", ".join([*_seats(machine), *names])
        says = f"{WINNER} is compared by = or != with a player ({players})"
        raise UserError(f"{says}; {quoted(how + text)} is not")
    return won[seats[0]] if how == "=" else negate(won[seats[0]])
