"""What an onlooker sees of a game of Dice Conquest."""

from __future__ import annotations

from dicelaw.checker.walks.observed_play import View
from dicelaw.model.dice_conquest.components import SPENT, Place
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr, number, where
from dicelaw.model.kernel.state import State


def view_of(opened: QuestMachine) -> View:
    """What an ``Observation`` has of a state: two look the same where their observations are equal."""
    reader = Concrete(opened.machine)
    read = [reader.compiled(one) for one in _on_the_table(opened)]
    orders = [cell.place for cell in opened.quest.order]
    places = [cell.place for cell in opened.quest.place]

    def view(state: State) -> object:
        lying = [card for card in opened.quest.cards if state[places[card]] == Place.DISPLAY]
        row = sorted(lying, key=lambda card: state[orders[card]])
        return state[0], row, [one(state, {}) for one in read]

    return view


def shown(opened: QuestMachine) -> list[Expr]:
    """What an onlooker sees: states at a timing point in which it all has the same values look alike."""
    q = opened.quest
    return [*_on_the_table(opened), *(where(q.shown(card), q.order[card], 0) for card in q.cards)]


def _on_the_table(opened: QuestMachine) -> list[Expr]:
    """All but in which order the display lies."""
    q = opened.quest
    found: list[Expr] = [q.first, q.in_deck(), *q.hero, *q.health, *q.guard, *q.at]
    found += [where(q.at[die] == SPENT, 0, q.face[die]) for die in q.dice]
    for card in q.cards:
        lies = (q.place[card] == int(Place.DISPLAY)) | (q.place[card] >= int(Place.HELD))
        found += [where(lies, q.place[card], number(0)), where(q.shown(card), q.damage_on(card), 0)]
    return found
