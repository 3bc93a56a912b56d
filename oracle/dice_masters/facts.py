"""What stands in the way of a decision at a table, and what the options of a choice are."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games.decisions import verb_of
from dicelaw.oracle.games.session import Session

OPTIONS = frozenset({"first", "second"})


def option(session: Session, move: Move) -> str:
    """See :class:`~dicelaw.oracle.games.description.Description`."""
    transition = session.transition(move)
    return transition.says if verb_of(transition.id) in OPTIONS else ""


def facts(session: Session, state: State, move: Move) -> Sequence[str]:
    """See :class:`~dicelaw.oracle.games.description.Description`: where dice lie that may not lie there."""
    transition, table = session.transition(move), session.machine
    found = []
    for choice, value in zip(transition.choices, move[1:], strict=True):
        name = choice.label(value)
        slot = table.slot_index.get(f"zone[{name}]")
        if slot is not None and _in_the_way(session, state, move, slot):
            found.append(f"{name} is in this zone: {table.slots[slot].label(state[slot])}")
    return found


def _in_the_way(session: Session, state: State, move: Move, slot: int) -> bool:
    """Whether with another value of ``slot`` less would stand in the way of ``move``."""
    reader, domain = session.reader, session.machine.slots[slot]
    unmet = len(reader.why_not(state, move))
    values = range(domain.lo, domain.hi + 1)
    return any(len(reader.why_not((*state[:slot], one, *state[slot + 1 :]), move)) < unmet for one in values)
