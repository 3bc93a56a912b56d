"""The ways to play Dice Throne: how many seats there are on which sides, and how a target is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dicelaw.model.kernel.seats import Seats


@dataclass(frozen=True, eq=False)
class Mode:
    """One way to play.

    ``sides`` has the side of each seat in the order of turns, for each number of seats that can play it.
    ``health`` is what each side starts with, by the number of seats, for each answer to ``koth-health``; or
    for the answer ``""`` where none is asked. ``die`` has for each face of the targeting die whom it means:
    a seat by its place among the opponents as they sit, from 1, or :data:`ATTACKER` or :data:`OPPONENTS`
    for who chooses; it is empty where nothing is rolled. ``cites`` are the rules that say all this.
    """

    id: str
    title: str
    sides: Mapping[int, tuple[int, ...]]
    health: Mapping[str, Mapping[int, int]]
    die: tuple[int, ...] = ()
    cites: tuple[str, ...] = ()
    health_cites: tuple[str, ...] = field(default=("team/shared-health-50",))

    def seats(self, count: int) -> Seats:
        """``count`` seats of this mode, named by their numbers. Raises ValueError for another number."""
        if count not in self.sides:
            allowed = " or ".join(str(one) for one in self.sides)
            raise ValueError(f"{self.title} is played by {allowed}; given: {count}")
        return Seats.made([str(seat + 1) for seat in range(count)], self.sides[count])

    def starting_health(self, count: int, answer: str = "") -> int:
        """What each side of ``count`` seats starts with."""
        table = self.health.get(answer) or self.health[""]
        return table[count]


ATTACKER, OPPONENTS = 0, -1
"""Who chooses the target, where the targeting die names no seat."""
FIFTY = {"": dict.fromkeys(range(2, 7), 50)}
DUEL = Mode("duel", "a duel", {2: (0, 1)}, FIFTY, health_cites=("setup/health-50-1v1",))
DUEL_SEATS = DUEL.seats(2).numbers
"""The seats of a duel, for what is about duels only."""
KING_OF_THE_HILL = Mode(
    "king-of-the-hill", "King of the Hill",
    {count: tuple(range(count)) for count in range(3, 7)},
    {
        "": {3: 35, 4: 25, 5: 20, 6: 20},
        "first": {3: 30, 4: 25, 5: 20, 6: 20},
        "variants": dict.fromkeys(range(3, 7), 35),
    },
    cites=("koth/clockwise",),
    health_cites=("koth/starting-health",),
)  # fmt: skip
TWO_TEAMS = Mode(
    "2v2", "2 against 2", {4: (0, 1, 0, 1)}, FIFTY, (1, 1, 2, 2, OPPONENTS, ATTACKER),
    ("team/2v2/four-players", "team/zigzag-order", "team/seating", "team/2v2/target-table"),
)  # fmt: skip
THREE_EACH = Mode(
    "3v3", "3 against 3", {6: (0, 1, 0, 1, 0, 1)}, FIFTY, (1, 1, 2, 2, 3, 3),
    ("team/3v3/six-players", "team/zigzag-order", "team/seating", "team/3v3/target-table"),
)  # fmt: skip
THREE_TEAMS = Mode(
    "2v2v2", "2 against 2 against 2", {6: (0, 1, 2, 0, 1, 2)}, FIFTY, (1, 2, 3, 4, ATTACKER, ATTACKER),
    ("team/2v2v2/six-players", "team/2v2v2/turn-order", "team/seating", "team/2v2v2/target-table"),
)  # fmt: skip
MODES = {mode.id: mode for mode in (DUEL, KING_OF_THE_HILL, TWO_TEAMS, THREE_EACH, THREE_TEAMS)}


def usual_mode(heroes: Sequence[str]) -> Mode:
    """The mode that is meant where only the heroes are said: a duel of two, else King of the Hill."""
    return DUEL if len(heroes) == 2 else KING_OF_THE_HILL


def targets(seats: Seats, attacker: int, *, left_first: bool = True) -> tuple[int, ...]:
    """The opponents of ``attacker`` from left to right, as they sit.

    Of three teams everybody sits in the order of turns, so it is those who come after the attacker. Two teams
    sit across from each other, each in the order of its turns along the table: for one team the first of the
    others is on the left, for the other team the last. With ``left_first`` that is so for the first team.
    """
    opponents = seats.opponents(attacker)
    if len(seats.side_numbers) > 2:
        return opponents
    along = tuple(sorted(opponents, key=seats.order.index))
    return along if (seats.side(attacker) == 0) == left_first else along[::-1]
