"""Where a play meets what is printed otherwise: for several players, or as the language can't say it."""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_throne.language import RAISED_MOST, Action, When
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.oracle.dice_throne.opening import duel_of
from dicelaw.oracle.games.departures import Departure
from dicelaw.oracle.games.session import Session

OTHERWISE = {
    "ninja/kuji-kiri": "the share of another opponent than the target is collateral damage here, not pure",
}
"""What abilities, cards and other actions do otherwise than printed where more than two play."""
UNAIMED = "it is for an opponent who is chosen here before the target is found, where the target is meant"
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
    for id, name, says in dict.fromkeys(_otherwise(session, content)):
        yield {"card": id, "name": name, "says": says}
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


def _otherwise(session: Session, content: TableContent) -> Iterator[tuple[str, str, str]]:
    """The ids and names of actions that did something else than is printed, or met somebody else, and how."""
    d = duel_of(session).duel
    actions: dict[int, Action] = {}
    for step in session.events:
        transition = session.transition(step.move)
        under_way = actions.get(step.before[d.depth.place])
        if under_way and transition.id == "resolve/choose-opponent/pick" and When.MODIFIER in under_way.when:
            yield under_way.id, under_way.name, UNAIMED
        if transition.id == "resolve/limit" and all(
            step.before[cell.place] == step.after[cell.place] for cell in d.raised
        ):
            yield CAPPED
        depth = step.after[d.depth.place]
        actions = {each: action for each, action in actions.items() if each <= depth}
        for choice, value in zip(transition.choices, step.move[1:], strict=True):
            if choice.name == "action" and (action := content.used()[value][1]) is not None:
                actions[depth] = action
