"""Where a play of several players meets what is printed otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.oracle.dice_throne.opening import duel_of
from dicelaw.oracle.games.departures import Departure
from dicelaw.oracle.games.session import Session

OTHERWISE = {
    "ninja/kuji-kiri": "the share of another opponent than the target is collateral damage here, not pure",
}
"""What abilities, cards and other actions do otherwise than printed where more than two play."""


def departures(session: Session) -> Iterator[Departure]:
    """What was used in the play of ``session``."""
    duel, content = duel_of(session).duel, duel_of(session).content
    if not isinstance(content, TableContent):
        return
    if duel.seats.duel:
        return
    for id, name in dict.fromkeys(_used(session, content)):
        if id in OTHERWISE:
            yield {"card": id, "name": name, "says": OTHERWISE[id]}


def _used(session: Session, content: TableContent) -> Iterator[tuple[str, str]]:
    """The ids and the names of the abilities and the actions that were used."""
    for step in session.events:
        transition = session.transition(step.move)
        for choice, value in zip(transition.choices, step.move[1:], strict=True):
            if choice.name == "ability":
                _, ability = content.printed(transition.source.startswith("defense/"))[value]
                yield ability.id, ability.name
            elif choice.name == "action" and (action := content.used()[value][1]) is not None:
                yield action.id, action.name
