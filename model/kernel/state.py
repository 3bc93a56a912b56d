"""State declarations: named fields with finite domains, and their packing into 64-bit words.

A state is a tuple of plain integers. Slot 0 is the timing point; the other slots are the declared fields in
the order of their declaration, an array taking one slot for each of its cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, overload

from dicelaw.model.kernel.expressions import Expr, is_constant, number
from dicelaw.model.kernel.interning import interned
from dicelaw.model.kernel.intervals import Bound

State = tuple[int, ...]
WORD_BITS = 64


@dataclass(frozen=True)
class Slot:
    """One number of a state.

    ``lo..hi`` is its domain. Where ``open_above`` is set the rules know no upper bound: proofs assume none,
    and ``hi`` only says how far the packed readers can count before they stop. ``labels`` names the values
    from ``lo`` up, where they have names. ``family`` is the array that the slot is a cell of, where its cells
    are about things of one sort, such as dice, of each of which the rules say the same.
    """

    name: str
    lo: int
    hi: int
    says: str
    labels: tuple[str, ...] = ()
    open_above: bool = False
    family: str = ""

    @property
    def bits(self) -> int:
        """How many bits hold a value of the domain; none where there is only one."""
        return (self.hi - self.lo).bit_length()

    def label(self, value: int) -> str:
        """The name of ``value`` where it has one, else its digits."""
        place = value - self.lo
        return self.labels[place] if 0 <= place < len(self.labels) else str(value)


class Field(Expr):
    """The value of the slot at ``place``: an expression, and a place that an effect may write."""

    __slots__ = ("place", "slot")
    op: Literal["field"] = "field"
    is_named = True

    def __init__(self, place: int, slot: Slot) -> None:
        super().__init__((), slot.lo, None if slot.open_above else slot.hi)
        self.reads = 1 << place
        self.place = place
        self.slot = slot

    @property
    def parameters(self) -> tuple[object, ...]:
        """The place and the name of the slot."""
        return (self.place, self.slot.name)

    @property
    def slots(self) -> range:
        """The place of its slot."""
        return range(self.place, self.place + 1)

    reach = slots

    def is_value(self, label: str) -> Expr:
        """The condition that this field has the value named ``label``."""
        if label not in self.slot.labels:
            raise ValueError(f"{self.slot.name} has no value {label!r} among {', '.join(self.slot.labels)}")
        return self == self.slot.labels.index(label) + self.slot.lo


class Cell(Expr):
    """The value of one of ``length`` slots from ``base`` on, and a place as a field is one."""

    __slots__ = ("base", "length", "name")
    op: Literal["cell"] = "cell"

    def __init__(self, base: int, length: int, name: str, index: Expr, lo: Bound, hi: Bound) -> None:
        super().__init__((index,), lo, hi)
        self.reads |= (1 << length) - 1 << base
        self.base = base
        self.length = length
        self.name = name

    @property
    def index(self) -> Expr:
        """Which of the slots it is, from 0."""
        return self.operands[0]

    @property
    def parameters(self) -> tuple[object, ...]:
        """Where the array lies, how long it is, and its name."""
        return (self.base, self.length, self.name)

    @property
    def inside(self) -> range:
        """What the index may be, as far as it lies in the array."""
        return within(self.index, self.length)

    @property
    def slots(self) -> range:
        """The places of the slots of its array."""
        return range(self.base, self.base + self.length)

    @property
    def reach(self) -> range:
        """The places of the slots that it may be, by the bounds of its index."""
        return self.slots[self.inside.start : self.inside.stop]


Place = Field | Cell


def field_at(place: int, slot: Slot) -> Field:
    """The value of ``slot``, which is at ``place``."""
    return interned(("field", place, slot), Field, place, slot)


def cell_at(base: int, length: int, name: str, index: Expr, lo: Bound, hi: Bound) -> Cell:
    """The value of the slot at ``index`` of ``length`` from ``base`` on: a cell of the array ``name``."""
    key = ("cell", base, length, name, id(index), lo, hi)
    return interned(key, Cell, base, length, name, index, lo, hi)


def as_place(value: Expr) -> Place:
    """``value``, which an effect may write. Raises TypeError for what is neither a field nor a cell."""
    if not isinstance(value, Field | Cell):
        raise TypeError(f"{value!r} is neither a field nor a cell of an array")
    return value


def within(index: Expr, length: int) -> range:
    """What ``index`` may be from 0 to under ``length``."""
    low = 0 if index.lo is None else max(index.lo, 0)
    return range(low, length if index.hi is None else min(index.hi + 1, length))


class ArrayField(Sequence[Field]):
    """Fields of one domain under one name; an index may be an expression."""

    def __init__(self, cells: Sequence[Field], name: str) -> None:
        self._cells = tuple(cells)
        self.name = name
        self.base = cells[0].place

    def __len__(self) -> int:
        return len(self._cells)

    @property
    def slots(self) -> range:
        """The places of its cells."""
        return range(self.base, self.base + len(self))

    def __iter__(self) -> Iterator[Field]:
        return iter(self._cells)

    @overload
    def __getitem__(self, index: int) -> Field: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Field]: ...
    @overload
    def __getitem__(self, index: Expr) -> Place: ...
    def __getitem__(self, index: int | slice | Expr) -> Place | Sequence[Field]:
        """The cell at ``index``; an index that is an expression must lie inside of the array."""
        if not isinstance(index, Expr):
            return self._cells[index]
        at = number(index)
        if at.lo is None or at.lo < 0 or at.hi is None or at.hi >= len(self):
            raise IndexError(f"{self.name}: an index from {at.lo} to {at.hi} leaves 0..{len(self) - 1}")
        if is_constant(at):
            return self._cells[at.value]
        hi = self._cells[0].hi
        return cell_at(self.base, len(self), self.name, at, self._cells[0].lo, hi)


class Declaration:
    """The fields of a machine, in order; :meth:`slots` starts with the timing point.

    ``repeated`` has the names that were declared more than once; each of ``alike`` names things of one sort.
    ``well_formed`` has the transitions that were found to be so with these fields: machines share them.
    """

    def __init__(self, *alike: Sequence[str]) -> None:
        self._alike = {tuple(names) for names in alike if names}
        self._slots: list[Slot] = [Slot("at", 0, 0, "the timing point")]
        self._names = {"at"}
        self.repeated: list[str] = []
        self.well_formed: set[object] = set()
        self.arrays: dict[str, ArrayField] = {}
        self.scalars: dict[str, Field] = {}

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Every slot, the timing point first."""
        return tuple(self._slots)

    def _claim(self, name: str) -> None:
        if name in self._names and name.partition("[")[0] not in self.repeated:
            self.repeated.append(name)
        self._names.add(name)

    def _declare(self, slot: Slot) -> Field:
        self._claim(slot.name)
        self._slots.append(slot)
        return field_at(len(self._slots) - 1, slot)

    def integer(
        self, name: str, lo: int, hi: int, says: str, *, labels: Sequence[str] = (), open_above: bool = False
    ) -> Field:
        """A whole number from ``lo`` to ``hi``."""
        field = self._declare(Slot(name, lo, hi, says, tuple(labels), open_above))
        self.scalars[name] = field
        return field

    def flag(self, name: str, says: str) -> Field:
        """A yes-or-no field: 1 or 0."""
        return self.integer(name, 0, 1, says, labels=("no", "yes"))

    def choice_of(self, name: str, labels: Sequence[str], says: str) -> Field:
        """An enumeration: 0 stands for the first of ``labels``, and so on."""
        return self.integer(name, 0, len(labels) - 1, says, labels=labels)

    def array(
        self,
        name: str,
        length: int,
        lo: int,
        hi: int,
        says: str,
        *,
        labels: Sequence[str] = (),
        index: Sequence[str] = (),
        open_above: bool = False,
        alike: bool = False,
    ) -> ArrayField:
        """``length`` fields of one domain; ``index`` names the cells where they have names.

        They are about things of one sort where they have the names of such, or are said to be ``alike``.
        """
        self._claim(name)
        family = name if alike or tuple(index) in self._alike else ""
        cells = []
        for place in range(length):
            cell = index[place] if place < len(index) else str(place)
            slot = Slot(f"{name}[{cell}]", lo, hi, says, tuple(labels), open_above, family)
            cells.append(self._declare(slot))
        self.arrays[name] = ArrayField(cells, name)
        return self.arrays[name]

    def with_points(self, points: Sequence[str]) -> tuple[Slot, ...]:
        """The slots, the first of them naming ``points``."""
        return (Slot("at", 0, len(points) - 1, "the timing point", tuple(points)), *self._slots[1:])


@dataclass(frozen=True)
class Packing:
    """Where each slot lies in a state packed into 64-bit words; no slot crosses a word boundary."""

    slots: tuple[Slot, ...]
    places: tuple[tuple[int, int], ...]
    words: int

    @classmethod
    def of(cls, slots: tuple[Slot, ...]) -> Packing:
        """The packing of ``slots`` in declaration order, first fit."""
        free: list[int] = []
        places = []
        for slot in slots:
            if slot.bits > WORD_BITS:
                raise ValueError(f"{slot.name}: a domain of {slot.bits} bits does not fit a word")
            if not slot.bits:
                places.append((0, 0))
                continue
            word = next((w for w, left in enumerate(free) if left >= slot.bits), len(free))
            if word == len(free):
                free.append(WORD_BITS)
            places.append((word, WORD_BITS - free[word]))
            free[word] -= slot.bits
        return cls(slots, tuple(places), max(len(free), 1))

    def pack(self, state: State) -> tuple[int, ...]:
        """``state`` as words. Raises ValueError for a value outside of its domain."""
        words = [0] * self.words
        for value, slot, (word, shift) in zip(state, self.slots, self.places, strict=True):
            if not slot.lo <= value <= slot.hi:
                raise ValueError(f"{slot.name} = {value} is outside of {slot.lo}..{slot.hi}")
            words[word] |= (value - slot.lo) << shift
        return tuple(words)

    def unpack(self, words: Sequence[int]) -> State:
        """The state that :meth:`pack` made ``words`` of."""
        return tuple([(words[word] >> shift & mask) + lo for word, shift, mask, lo in self._reading])

    @cached_property
    def _reading(self) -> tuple[tuple[int, int, int, int], ...]:
        """The word of each slot, how far it is shifted there, which bits are its own, and its least value."""
        both = zip(self.slots, self.places, strict=True)
        return tuple((word, shift, (1 << slot.bits) - 1, slot.lo) for slot, (word, shift) in both)
