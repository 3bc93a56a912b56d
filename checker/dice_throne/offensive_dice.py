"""The offensive dice as a number, and tables by that number of what they are worth to the attacker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from operator import sub

from dicelaw.checker.dice_throne.activation import FACES, Result, altered, results
from dicelaw.checker.dice_throne.boards import Board
from dicelaw.model.dice_throne.modes import DUEL_SEATS
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import DICE, SLOTS
from dicelaw.model.dice_throne.tables.tables import TOP_LEVEL
from dicelaw.model.kernel.expressions import Expr, at_least, at_most, total, where
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.lookups import Table, lookup, open_lookup
from dicelaw.model.kernel.state import Cell

SCALE = 1000
"""Points of health are counted in thousandths."""
UNROLLED = len(results())
"""The number of dice of which some are not rolled."""
NUMBERS = UNROLLED + 1
MOST = 1 << 20
THREE = 3
"""So many dice are numbered first, the others apart, and both together."""


def fixed(worth: float) -> int:
    """``worth`` in the unit that scores are counted in."""
    return round(SCALE * worth)


class OffensiveDice:
    """What the offensive dice of a duel are worth, where each seat has one of ``boards``."""

    def __init__(self, duel: Duel, boards: Sequence[Board]) -> None:
        self.duel, self.boards = duel, boards
        self.now, self.better, self.worse = (Table([0] * NUMBERS) for _ in range(3))
        self.kept = Table([0] * (2 * NUMBERS))
        self.tables = (self.now, self.better, self.worse, self.kept)
        self.faces: list[Expr] = [duel.die(0, place) for place in range(DICE)]
        self.number = number_of_dice(self.faces)
        self.spaces = sorted({one.slot for board in boards for one in board.hero.offense})
        own = [where(duel.attacker == 0, *(duel.level[seat * SLOTS + slot] for seat in DUEL_SEATS))
               for slot in self.spaces]  # fmt: skip
        levels = total((level - 1) * TOP_LEVEL**place for place, level in enumerate(own))
        self.key = levels * len(DUEL_SEATS) + duel.attacker

    def filled(self, key: int) -> tuple[Sequence[int], ...]:
        """The entries of ``tables`` for the attacker and the levels that ``key`` stands for."""
        levels, attacker = divmod(key, len(DUEL_SEATS))
        spaces = [1] * SLOTS
        for place, space in enumerate(self.spaces):
            spaces[space] = levels // TOP_LEVEL**place % TOP_LEVEL + 1
        rolling = self.boards[attacker].rolling(tuple(spaces))
        now = [fixed(worth) for worth in rolling.worth[0].values()]
        least, most = zip(*altered(now), strict=True)
        kept = [[_codes()[dice] for dice in rolling.kept[left].values()] for left in (1, 2)]
        return (
            [*now, 0],
            [*map(sub, most, now), 0],
            [*((own - after) // 2 for own, after in zip(now, least, strict=True)), 0],
            [*kept[0], -1, *kept[1], -1],
        )

    def worth(self, faces: Sequence[Expr]) -> Expr:
        """What dice with these ``faces`` are worth to the attacker where no reroll is left."""
        return open_lookup("dice", self.now, number_of_dice(faces), -MOST, MOST)

    def is_best_reroll(self, dice: Choice) -> Expr:
        """Whether to reroll ``dice``, a set of bits, is best with the attempts that are left."""
        held = total(
            where(lookup("left alone", [int(not mask >> place & 1) for mask in range(2**DICE)], dice) == 1,
                  lookup("face", [0, *(8**face for face in range(FACES))], face), 0)
            for place, face in enumerate(self.faces)
        )  # fmt: skip
        left = at_most(at_least(self.duel.attempts, 1), 2) - 1
        return held == open_lookup("kept", self.kept, left * NUMBERS + self.number, -1, MOST)

    def gain(self, seat: Expr) -> Expr:
        """What it is worth to ``seat`` to alter one of the dice, where that is all that may still happen."""
        d = self.duel
        better = open_lookup("better", self.better, self.number, -MOST, MOST)
        worse = open_lookup("worse", self.worse, self.number, -MOST, MOST)
        return where(d.attacker == seat, better, worse)

    def change(self, transition: Transition, seat: Expr) -> Expr:
        """What the dice are worth more to ``seat`` after ``transition``, which alters one of them."""
        place, value = next(
            (place, value) for place, value in transition.effect
            if isinstance(place, Cell) and place.base == self.duel.dice.base
        )  # fmt: skip
        after = [where(place.index == at, value, face) for at, face in enumerate(self.faces)]
        return self._signed(self.worth(after), seat)

    def reroll(self, die: Choice, seat: Expr) -> Expr:
        """What the dice are worth more to ``seat`` on average once ``die`` is rolled again."""
        thrown = (
            self.worth([where(die == at, face, old) for at, old in enumerate(self.faces)])
            for face in range(1, FACES + 1)
        )
        return self._signed(total(thrown) // FACES, seat)

    def _signed(self, after: Expr, seat: Expr) -> Expr:
        gained = after - self.worth(self.faces)
        return where(self.duel.attacker == seat, gained, 0 - gained)


def number_of_dice(faces: Sequence[Expr]) -> Expr:
    """Which of the results ``faces`` are, from 0; UNROLLED where some are 0."""
    some = [_numbered(THREE), _numbered(DICE - THREE)]
    parts = (faces[:THREE], faces[THREE:])
    first, second = (
        lookup("dice together", rows, total(face * (FACES + 1) ** place for place, face in enumerate(part)))
        for rows, part in zip(some, parts, strict=True)
    )
    return lookup("dice", _joined(), first * (max(some[1]) + 1) + second)


@cache
def _numbered(size: int) -> tuple[int, ...]:
    """The number of what ``size`` dice show, in whichever order, by their faces as digits."""
    rows = [tuple(sorted(faces)) for faces in product(range(FACES + 1), repeat=size)]
    number = {row: place for place, row in enumerate(sorted({*rows}))}
    return tuple(number[row] for row in rows)


@cache
def _joined() -> tuple[int, ...]:
    """The number of five dice by that of three and that of the others."""
    parts = (
        sorted({tuple(sorted(faces)) for faces in product(range(FACES + 1), repeat=size)})
        for size in (THREE, DICE - THREE)
    )
    number = {dice: place for place, dice in enumerate(results())}
    return tuple(number.get(tuple(sorted(one + other)), UNROLLED) for one, other in product(*parts))


@cache
def _codes() -> dict[Result, int]:
    """Each row of up to five dice as a number in which each face has a digit of its own."""
    rows = (combinations_with_replacement(range(1, FACES + 1), size) for size in range(DICE + 1))
    return {dice: sum(8 ** (face - 1) for face in dice) for some in rows for dice in some}
