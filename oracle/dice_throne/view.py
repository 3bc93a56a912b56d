"""What an onlooker sees of a duel."""

from __future__ import annotations

from dicelaw.checker.walks.observed_play import View
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.kernel.expressions import Expr, where
from dicelaw.model.kernel.state import Field, State


def view_of(d: Duel) -> View:
    """What an ``Observation`` has of a state: two look the same where their observations are equal."""
    open_to_all = [cell.place for cell in _open(d)]
    beside = [
        tuple(array[seat].place for array in (d.has_companion, d.companion, d.companion_up))
        for seat in range(len(d.health))
    ]

    def view(state: State) -> object:
        companions = [state[has] and (state[health], state[up]) for has, health, up in beside]
        return state[0], [state[place] for place in open_to_all], companions

    return view


def shown(d: Duel) -> list[Expr]:
    """What an onlooker sees: states at a timing point in which it all has the same values look alike."""
    beside = [
        where(d.has_companion[seat] == 0, 0, array[seat])
        for array in (d.companion, d.companion_up)
        for seat in range(len(d.health))
    ]
    return [*_open(d), *d.has_companion, *beside]


def _open(d: Duel) -> list[Field]:
    arrays = (d.health, d.cp, d.tokens, d.hand, d.library, d.pile, d.dice)
    return [cell for array in arrays for cell in array]
