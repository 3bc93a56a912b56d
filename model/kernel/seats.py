"""Seats and sides: who decides, who wins and loses together, and who comes after whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from dicelaw.model.kernel.expressions import Expr, number
from dicelaw.model.kernel.lookups import lookup


@dataclass(frozen=True)
class Seats(Sequence[str]):
    """The seats of a machine, as the sequence of their names.

    ``sides`` has the side of each seat, a number from 0; ``order`` the seats in the order of their turns.
    What is asked of a seat that an expression says is an expression, and of a number a number.
    """

    names: tuple[str, ...]
    sides: tuple[int, ...]
    order: tuple[int, ...]

    @classmethod
    def made(
        cls, names: Sequence[str], sides: Sequence[int] | None = None, order: Sequence[int] | None = None
    ) -> Seats:
        """Seats with these ``names``, each on a side of its own and in this order unless told otherwise.

        Raises ValueError for sides that leave out a number, and for an order that is none of these seats.
        """
        numbers = range(len(names))
        made = cls(tuple(names), tuple(numbers if sides is None else sides), tuple(order or numbers))
        if len(made.sides) != len(names) or set(made.sides) != set(range(len(set(made.sides)))):
            raise ValueError(f"the sides {list(made.sides)} are not numbers from 0 for {len(names)} seats")
        if sorted(made.order) != [*numbers]:
            raise ValueError(f"{list(made.order)} is not an order of {len(names)} seats")
        return made

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self.names[index]

    @property
    def numbers(self) -> range:
        """The seats by number."""
        return range(len(self.names))

    @property
    def side_numbers(self) -> range:
        """The sides by number."""
        return range(len(set(self.sides)))

    @property
    def duel(self) -> bool:
        """Whether it is one seat against another: then everybody has exactly one opponent."""
        return self.sides == (0, 1)

    def named(self, names: Sequence[str]) -> Seats:
        """These seats under other ``names``."""
        return Seats.made(names, self.sides, self.order)

    def members(self, side: int) -> tuple[int, ...]:
        """The seats of ``side``."""
        return tuple(seat for seat in self.numbers if self.sides[seat] == side)

    def allies(self, seat: int) -> tuple[int, ...]:
        """The other seats on the side of ``seat``."""
        return tuple(other for other in self.members(self.sides[seat]) if other != seat)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """The seats that are not on the side of ``seat``, in the order of turns from it on."""
        at = self.order.index(seat)
        following = (*self.order[at:], *self.order[:at])
        return tuple(other for other in following if self.sides[other] != self.sides[seat])

    @overload
    def side(self, seat: int) -> int: ...
    @overload
    def side(self, seat: Expr) -> Expr: ...
    def side(self, seat: Expr | int) -> Expr | int:
        """The side of ``seat``."""
        if isinstance(seat, int):
            return self.sides[seat]
        return seat if self.sides == tuple(self.numbers) else lookup("side of the seat", self.sides, seat)

    def opposed(self, one: Expr | int, other: Expr | int) -> Expr:
        """Whether two seats are on different sides."""
        return self.side(number(one)) != self.side(number(other))

    def next(self, seat: Expr, places: int = 1) -> Expr:
        """The seat whose turn comes so many ``places`` after that of ``seat``."""
        count = len(self.names)
        if count == 2 and places == 1:
            return 1 - seat
        if self.order == tuple(self.numbers):
            return (seat + places) % count
        following = [self.order[(self.order.index(one) + places) % count] for one in self.numbers]
        return lookup("seat in the order of turns", following, seat)

    @overload
    def opponent(self, seat: int) -> int: ...
    @overload
    def opponent(self, seat: Expr) -> Expr: ...
    def opponent(self, seat: Expr | int) -> Expr | int:
        """The opponent of ``seat`` in a duel. Raises ValueError where there are several to choose from."""
        if not self.duel:
            raise ValueError(f"there is not one opponent on the sides {list(self.sides)}: it must be chosen")
        return 1 - seat
