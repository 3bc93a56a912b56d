"""The players as the table of steps knows them: who comes next, who is aimed at, who opposes whom.

Of two each has one opponent; of several it is told who is aimed at, and who is defeated plays no more.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, count, number, where
from dicelaw.specs.steps import Step, step

Makes = dict[Expr, Expr | int]


def of(cells: Sequence[Expr | int], seat: Expr) -> Expr:
    """What ``seat`` has of ``cells``, of which each seat has one."""
    found = number(cells[-1])
    for one in reversed(range(len(cells) - 1)):
        found = where(seat == one, cells[one], found)
    return found


def following(d: Duel, seat: Expr) -> Expr:
    """The player who comes after ``seat`` in the order of turns: in a duel the other one."""
    return 1 - seat if d.seats.duel else of([*d.seats.numbers[1:], 0], seat)


def target(d: Duel) -> Expr:
    """Whom the ability under way is aimed at: of two the one who does not attack."""
    return following(d, d.attacker) if d.seats.duel else at_least(d.target - 1, 0)


def struck(d: Duel, seat: Expr) -> Expr:
    """Whether the ability under way is aimed at ``seat``, or strikes it beside its target."""
    if d.seats.duel:
        return seat != d.attacker
    return any_of(d.target == seat + 1, d.beside == seat + 1)


def aimed_at(d: Duel, seat: Expr) -> Expr:
    """Whether the ability under way is aimed at ``seat``."""
    return seat != d.attacker if d.seats.duel else d.target == seat + 1


def side(d: Duel, seat: Expr) -> Expr:
    """The side of ``seat``, which has one health."""
    return seat if d.seats.sides == tuple(d.seats.numbers) else of(d.seats.sides, seat)


def opposed(d: Duel, one: Expr, two: Expr) -> Expr:
    """Whether two players are opponents."""
    return side(d, one) != side(d, two)


def plays(d: Duel, seat: Expr) -> Expr:
    """Whether ``seat`` has health."""
    return of([*d.health], side(d, seat)) >= 1


def going_on(d: Duel) -> Expr:
    """Whether two sides have health, so that the game is not over."""
    if d.seats.duel:
        return all_of(*(health >= 1 for health in d.health))
    return count(health >= 1 for health in d.health) >= 2


def turn_goes_on(d: Duel) -> Expr:
    """Whether the game is not over and neither is the turn, as its player has health."""
    return going_on(d) if d.seats.duel else all_of(going_on(d), plays(d, d.turn))


def next_to_play(d: Duel) -> Expr:
    """Whose turn is next: of several the first after the active player who has health."""
    if d.seats.duel:
        return following(d, d.turn)
    found: Expr = d.turn
    for places in reversed(range(1, len(d.seats))):
        seat = of([(one + places) % len(d.seats) for one in d.seats.numbers], d.turn)
        found = where(plays(d, seat), seat, found)
    return found


def aimless(d: Duel) -> Makes:
    """Nobody is aimed at any more, where it is told who is."""
    return {} if d.seats.duel else {d.target: 0}


def picked_nobody(d: Duel, frame: Expr | int) -> Makes:
    """The action in ``frame`` has picked nobody yet, which is told of several players."""
    if d.seats.duel:
        return {}
    found: Makes = {}
    for cells in (d.rival, d.named):
        found |= {cell: where(frame == place, 0, cell) for place, cell in enumerate(cells)}
    for place, cell in enumerate(d.met):
        found[cell] = where(frame == place // len(d.seats), 0, cell)
    return found


def turn_lost(d: Duel, point: str) -> list[Step]:
    """The row about the end of a turn whose player is defeated while others play on, if there are others."""
    if d.seats.duel:
        return []
    given = all_of(going_on(d), ~plays(d, d.turn))
    says = "The turn of a player who is defeated is over."
    return [step(f"{point}/lost-turn", says, given, cites=("health/zero-is-defeat",))]


def engaged(d: Duel, seat: Expr) -> Expr:
    """Whether ``seat`` attacks or is struck, so that among several it is known who its opponent is."""
    return all_of(d.target >= 1, any_of(seat == d.attacker, struck(d, seat)))


def opponent_of(d: Duel, mine: Expr, rival: Expr | bool) -> Expr:
    """The opponent of the player ``mine``: of several the one of the Attack, or else the ``rival`` chosen."""
    if d.seats.duel:
        return following(d, mine)
    met = where(mine == d.attacker, target(d), d.attacker)
    return where(engaged(d, mine), met, at_least(number(rival) - 1, 0))
