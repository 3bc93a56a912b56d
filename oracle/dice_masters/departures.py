"""Cards of Dice Masters whose printed text is partly left out, where a play meets them."""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_masters.cards.cards import Card
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import CARD
from dicelaw.oracle.games.departures import Departure
from dicelaw.oracle.games.session import Session


def full_name(card: Card) -> str:
    """The name of ``card`` with its subtitle, if it has one."""
    return f"{card.name}: {card.subtitle}" if card.subtitle else card.name


def departures(session: Session) -> Iterator[Departure]:
    """Those of which a die is not on its card, and those with a Global that is missing, which needs none."""
    assert isinstance(session.game, TableMachine)
    table = session.game.table
    zones = [table.zone[die].place for die in range(table.count)]
    states = [session.start, *(step.before for step in session.events), session.state]
    met = {table.dice.dice[die] for state in states for die, at in enumerate(zones) if state[at] != CARD}
    cards = {
        one.card.id: one.card
        for kind, one in enumerate(table.dice.kinds)
        if one.card and one.card.departs and (kind in met or one.card.lacks_global)
    }
    for card in cards.values():
        yield {"card": card.id, "name": full_name(card), "says": card.departs}
