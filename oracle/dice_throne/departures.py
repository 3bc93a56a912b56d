"""Where a play meets what is printed otherwise: for several players, or as the language can't say it."""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_throne.language import RAISED_MOST
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.oracle.dice_throne.opening import duel_of
from dicelaw.oracle.games.departures import Departure
from dicelaw.oracle.games.session import Session, Step

OTHERWISE = {
    "ninja/kuji-kiri": "the share of another opponent than the target is collateral damage here, not pure",
}
"""What abilities, cards and other actions do otherwise than printed where more than two play."""
CAPPED = (
    "stack-limit",
    "Stack limit",
    f"it is {RAISED_MOST} above that of the token at most here, where nothing bounds it",
)


def departures(session: Session) -> Iterator[Departure]:
    """What was used in the play of ``session``."""
    duel, content = duel_of(session).duel, duel_of(session).content
    if not isinstance(content, TableContent):
        return
    if any(_is_capped(session, step) for step in session.events):
        yield {"card": CAPPED[0], "name": CAPPED[1], "says": CAPPED[2]}
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


def _is_capped(session: Session, step: Step) -> bool:
    """Whether a stack limit was to rise in ``step`` and did not."""
    same = (step.before[cell.place] == step.after[cell.place] for cell in duel_of(session).duel.raised)
    return session.transition(step.move).id == "resolve/limit" and all(same)
