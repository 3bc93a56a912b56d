"""What the lines of a log mean in one game: wishes for steps, and checks of the state.

What a line means depends on nothing but its kind and the values of its fields, so each is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import product
from math import prod
from typing import Any, NamedTuple

from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.machine import Machine
from dicelaw.oracle.audit.log_lines import Line
from dicelaw.oracle.audit.mapping import PLACEHOLDER, Kind, LogMapping, Source
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.decisions import is_subset, labels_of, matching
from dicelaw.oracle.suggestions import unknown_says

KEPT = 50_000
"""How many different lines are remembered."""
SPELT_OUT = 64
"""A wish that leaves more ways than this open is matched with what is legal, way by way."""


class Candidate(NamedTuple):
    """One transition that a wish may mean; ``move`` where every choice is given.

    ``values`` has what each choice may be (None: anything) and ``seat`` who must be the one to do it, if a
    line says who, or names something that only this seat has.
    """

    place: int
    move: Move | None
    values: tuple[frozenset[int] | None, ...]
    seat: int | None


@dataclass(frozen=True, eq=False)
class Wish:
    """A step that a line says: its candidates by the number of the timing point, and what is asked for."""

    says: str
    at: Mapping[int, tuple[Candidate, ...]]


class Check(NamedTuple):
    """A slot of the state and the value that a line states of it."""

    slot: int
    value: int


class Meaning(NamedTuple):
    """All that a line says about a play under way."""

    wishes: tuple[Wish, ...]
    checks: tuple[Check, ...]


class Meanings:
    """The meanings of lines in plays of ``machine``; ``fields`` gets those that lines of each kind have."""

    def __init__(self, mapping: LogMapping, machine: Machine, fields: dict[Kind, set[str]]) -> None:
        self.fields = fields
        self.mapping = mapping
        self.machine = machine
        self._seats = [str(seat + 1) for seat in machine.seats.numbers]
        for name, seat in mapping.seats.items():
            if str(seat) not in self._seats:
                line = mapping.document.lines.get(("seats", name), 1)
                says = f"seats.{name}: {seat} is not a seat; allowed: {', '.join(self._seats)}"
                raise UserError(f"{says} ({mapping.document.file}:{line})")
        self._places: dict[tuple[str | None, ...], tuple[int, ...]] = {}
        self._meant_by: dict[tuple[Any, ...], list[tuple[int, int | None]]] = {}
        self._known: dict[tuple[Kind, tuple[Any, ...]], Meaning] = {}

    def of(self, line: Line) -> Meaning:
        """What ``line`` means. Raises UserError for names that the game does not have."""
        key = (line.kind, line.values)
        try:
            found = self._known.get(key)
        except TypeError:  # a list among the values
            key = (line.kind, tuple([_frozen(value) for value in line.values]))
            found = self._known.get(key)
        if found is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            values = given(line)
            self.fields.setdefault(line.kind, set()).update(
                name for name, value in values.items() if value is not None
            )
            found = self._known[key] = self._meaning(line.kind, values)
        return found

    def _meaning(self, kind: Kind, values: Mapping[str, Any]) -> Meaning:
        wishes = tuple(self._wishes(kind, values)) if kind.steps or kind.step_field else ()
        return Meaning(wishes, tuple(self._checks(kind, values)))

    def _mistake(self, kind: Kind, says: str, code: ExitCode = ExitCode.BAD_INPUT) -> UserError:
        file = self.mapping.document.file
        return UserError(f"{says} ({file}:{kind.line}: kinds.{kind.name})", code)

    def _seat(self, kind: Kind, field: object, name: object) -> int:
        number = str(self._seat_number(name))
        if number in self._seats:
            return self._seats.index(number)
        says = unknown_says("seat", str(name), [*self.mapping.seats, *self._seats])
        raise self._mistake(kind, f"{field}: {says}", ExitCode.UNKNOWN_NAME)

    def _seat_number(self, value: Any) -> Any:
        """The number of the seat that ``value`` names, or ``value`` itself."""
        return self.mapping.seats.get(str(value), value)

    def _seat_name(self, value: Any) -> Any:
        """What the machine calls the seat that ``value`` names, or ``value`` itself."""
        number = str(self._seat_number(value))
        return self.machine.seats[self._seats.index(number)] if number in self._seats else value

    def _wishes(self, kind: Kind, values: Mapping[str, Any]) -> Iterator[Wish]:
        patterns: Sequence[str] = kind.steps
        if kind.step_field is not None:
            named = values.get(kind.step_field)
            if named is None:
                raise self._mistake(kind, f"{kind.step_field}: this field, which tells the step, is missing")
            patterns = (str(named),)
        who = _value(kind.by, values)
        seat = None if who is None else self._seat(kind, kind.by, who)
        stated = {name: _value(source, values) for name, source in kind.choices.items()}
        chosen = {name: value for name, value in stated.items() if value is not None}
        places = self._meant(kind, patterns, chosen)
        runs = {name: run for name, run in chosen.items() if isinstance(run, tuple) and name != "dice"}
        lengths = {len(run) for run in runs.values()}
        if len(lengths) > 1:
            raise self._mistake(kind, f"the lists of {', '.join(runs)} differ in length")
        for at in range(lengths.pop() if lengths else 1):
            yield self._wish(kind, places, seat, {**chosen, **{name: run[at] for name, run in runs.items()}})

    def _meant(self, kind: Kind, patterns: Sequence[str], chosen: Iterable[str]) -> tuple[int, ...]:
        """The transitions that ``patterns`` name and that have the choices ``chosen``."""
        key = (*patterns, None, *chosen)
        if key not in self._places:
            self._places[key] = self._looked_up(kind, patterns, chosen)
        return self._places[key]

    def _looked_up(self, kind: Kind, patterns: Sequence[str], chosen: Iterable[str]) -> tuple[int, ...]:
        index = self.machine.transition_index
        named = [id for id in index if any(fnmatchcase(id, pattern) for pattern in patterns)]
        if not named:
            raise self._mistake(kind, unknown_says("transition", patterns[0], index), ExitCode.UNKNOWN_NAME)
        having = [
            id
            for id in named
            if set(chosen) <= {choice.name for choice in self.machine.transition(id).choices}
        ]
        if not having:
            says = f"no transition of {', '.join(patterns)} has the choice {', '.join(chosen)}"
            raise self._mistake(kind, says)
        return tuple(index[id] for id in having)

    def _wish(self, kind: Kind, places: Iterable[int], seat: int | None, chosen: Mapping[str, Any]) -> Wish:
        at: dict[int, list[Candidate]] = {}
        unnamed: list[tuple[Choice, Any]] = []
        for place in places:
            transition = self.machine.transitions[place]
            ways: list[list[tuple[int, int | None]] | None] = []
            for choice in transition.choices:
                if choice.name not in chosen:
                    ways.append(None)
                    continue
                value = chosen[choice.name]
                ways.append(
                    self._ways(choice, self._seat_number(value) if choice.name == "player" else value)
                )
                if not ways[-1]:
                    unnamed.append((choice, chosen[choice.name]))
            point = self.machine.point_index[transition.source]
            at.setdefault(point, []).extend(_candidates(place, ways, seat))
        if not any(at.values()) and unnamed:
            choice, value = unnamed[0]
            known = [name for one, _ in unnamed for _, name in labels_of(one)]
            says = f"{unknown_says(choice.name, str(value), known)}; other names go into `names`"
            raise self._mistake(kind, says, ExitCode.UNKNOWN_NAME)
        ids = sorted({self.machine.transitions[place].id for place in places})
        shown = ids[0] if len(ids) == 1 else kind.name
        parts = [shown, *(f"{name}={_text(value)}" for name, value in chosen.items())]
        parts += [f"by {self.machine.seats[seat]}"] if seat is not None else []
        return Wish(" ".join(parts), {point: tuple(found) for point, found in at.items()})

    def _ways(self, choice: Choice, value: Any) -> list[tuple[int, int | None]]:
        """What ``value`` may mean for ``choice``, worked out once for all choices that are alike."""
        key = (choice.name, choice.lo, choice.top, choice.labels, value)
        if key not in self._meant_by:
            self._meant_by[key] = _ways(choice, value, self.machine.seats.numbers)
        return self._meant_by[key]

    def _checks(self, kind: Kind, values: Mapping[str, Any]) -> Iterator[Check]:
        index = self.machine.slot_index
        for template, source in kind.checks.items():
            stated = _value(source, values)
            fields = PLACEHOLDER.findall(template)
            if stated is None or any(values.get(field) is None for field in fields):
                continue
            by_number, by_name = (
                _filled(template, {field: called(values[field]) for field in fields})
                for called in (self._seat_number, self._seat_name)
            )
            filled = by_name if by_name in index else by_number
            if filled not in index:
                says = unknown_says("field of the state", filled, index)
                raise self._mistake(kind, says, ExitCode.UNKNOWN_NAME)
            slot = self.machine.slots[index[filled]]
            label = str(self._seat_number(stated))
            if label in slot.labels:
                yield Check(index[filled], slot.labels.index(label) + slot.lo)
            elif isinstance(stated, int):
                yield Check(index[filled], int(stated))
            else:
                known = slot.labels or (f"{slot.lo}..{slot.hi}",)
                says = unknown_says(f"value of {filled}", str(stated), known)
                raise self._mistake(kind, says, ExitCode.UNKNOWN_NAME)


def given(line: Line) -> dict[str, Any]:
    """The values of the fields of ``line`` by name, as its kind says that they are read."""
    read = line.kind.values
    found = {}
    for name, raw in zip(line.kind.fields, line.values, strict=True):
        value = raw
        if isinstance(value, str) and name in read.split:
            value = [part.strip() for part in value.split(read.split[name].strip() or None) if part.strip()]
        if isinstance(value, list):
            found[name] = tuple(_plain(line.kind, name, one) for one in value)
        else:
            found[name] = _plain(line.kind, name, value)
    return found


def _plain(kind: Kind, name: str, raw: Any) -> Any:
    """One value: another name where there is one, and a number where it is one."""
    read = kind.values
    if name in read.names and str(raw) in read.names[name]:
        raw = read.names[name][str(raw)]
    if isinstance(raw, str) and (number := whole_number(raw)) is not None:
        raw = number
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw + read.offsets.get(name, 0)
    if isinstance(raw, dict | list | float):
        raise UserError(f"{name}: {quoted(raw)} is neither a name, a whole number, nor a list of these")
    return raw


def _value(source: Source | None, values: Mapping[str, Any]) -> Any:
    return values.get(source) if isinstance(source, str) else source


def _filled(template: str, values: Mapping[str, Any]) -> str:
    """``template`` with ``values`` for its fields."""
    for field, value in values.items():
        template = template.replace(f"{{{field}}}", str(value))
    return template


def _frozen(value: Any) -> Any:
    return repr(value) if isinstance(value, list | dict) else value


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _ways(choice: Choice, value: Any, seats: Iterable[int]) -> list[tuple[int, int | None]]:
    """Each value of ``choice`` that is meant, with a seat whose deck or board it is, if not all have it."""
    text = _text(value)
    first, *others = by_seat = [matching(choice, text, seat) for seat in seats]
    shared = [one for one in first if all(one in row for row in others)]
    found: list[tuple[int, int | None]] = [(one, None) for one in shared]
    for seat, row in enumerate(by_seat):
        found += [(one, seat) for one in row if one not in shared]
    if not found and isinstance(value, int) and not is_subset(choice):
        return [(value, None)]  # no value that there is, so the step is illegal; names must be known
    return found


def _candidates(
    place: int, ways: Sequence[list[tuple[int, int | None]] | None], seat: int | None
) -> Iterator[Candidate]:
    """The moves that ``ways`` spell out, those of another seat than ``seat`` left out."""
    told = [way for way in ways if way is not None]
    if len(told) < len(ways) or prod(map(len, told)) > SPELT_OUT:
        values = tuple(None if way is None else frozenset(one for one, _ in way) for way in ways)
        owners = {owner for way in told for _, owner in way}
        owner = owners.pop() if len(owners) == 1 else None
        if seat is None or owner is None or owner == seat:
            yield Candidate(place, None, values, seat if seat is not None else owner)
        return
    for way in product(*told):
        seats = {owner for _, owner in way if owner is not None}
        if seat is not None:
            seats.add(seat)
        if len(seats) <= 1:
            move = (place, *(one for one, _ in way))
            values = tuple(frozenset((one,)) for one in move[1:])
            yield Candidate(place, move, values, next(iter(seats), None))
