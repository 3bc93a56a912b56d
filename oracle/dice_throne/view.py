"""What an onlooker sees of a duel."""

from __future__ import annotations

from dicelaw.checker.stage import View
from dicelaw.model.dice_throne.duel import Duel
from dicelaw.model.kernel.state import State


def view_of(d: Duel) -> View:
    """What an ``Observation`` has of a state: two look the same where their observations are equal."""
    shown = _shown(d)
    beside = [
        tuple(array[seat].args[0] for array in (d.has_companion, d.companion, d.companion_up))
        for seat in range(len(d.health))
    ]

    def view(state: State) -> object:
        companions = [state[has] and (state[health], state[up]) for has, health, up in beside]
        return state[0], [state[place] for place in shown], companions

    return view


def _shown(d: Duel) -> list[int]:
    arrays = (d.health, d.cp, d.tokens, d.hand, d.library, d.pile, d.dice)
    return [cell.args[0] for array in arrays for cell in array]


def seen_slots(d: Duel) -> list[int]:
    """Every slot that an onlooker sees."""
    beside = [cell.args[0] for array in (d.has_companion, d.companion, d.companion_up) for cell in array]
    return [*_shown(d), *beside]
