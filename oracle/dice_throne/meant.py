"""Which of its ways to play a card a decision of Dice Throne means."""

from __future__ import annotations

from dataclasses import replace

from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.oracle.dice_throne.opening import duel_of
from dicelaw.oracle.games.decisions import ACTS, Wanted, moves_of, verb_of
from dicelaw.oracle.games.session import Session


def meant(session: Session, wanted: Wanted) -> Wanted:
    """See :class:`~dicelaw.oracle.games.description.Description`: an upgrade is played onto the board."""
    acts = frozenset(id for id in wanted.transitions if verb_of(id) in ACTS)
    upgrades = wanted.transitions - acts
    if not acts or not upgrades:
        return wanted
    return replace(
        wanted, transitions=upgrades if _is_upgrade(session, replace(wanted, transitions=acts)) else acts
    )


def _is_upgrade(session: Session, wanted: Wanted) -> bool:
    """Whether the cards that ``wanted`` may name are upgrades, which are no actions."""
    content = duel_of(session).content
    if not isinstance(content, TableContent):
        return False
    actions = content.used()
    named = {move[1] for move in moves_of(session.machine, wanted)}
    return bool(named) and all(actions[place][1] is None for place in named)
