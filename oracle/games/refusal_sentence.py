"""A refusal in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.games.refusal import WhyNot

if TYPE_CHECKING:
    from dicelaw.oracle.games.session import Session


def refusal(session: Session, why: WhyNot) -> str:
    """``why`` in one sentence with the rules."""
    if why.passed and why.legal:
        return f"{quoted(why.asked)} is legal as soon as {_have(session, why)} passed"
    if why.spelled:
        return f"{quoted(why.asked)} is legal now: write {' or '.join(map(quoted, why.spelled))}"
    rules = ", ".join(dict.fromkeys(why.rules))
    by = f" by {rules}" * bool(rules)
    if why.passed:
        by += f", even when {_have(session, why)} passed"
    shown = ", ".join(why.moments[:6]) + (" and others" if len(why.moments) > 6 else "")
    when = f"; {_since(session, why)} it is legal at {shown}" * bool(shown)
    if why.turn_of is not None:
        who = session.machine.seats[why.turn_of]
        return f"{quoted(why.asked)} is not for that player now: {who} has the decision{when}"
    if why.later:
        at = f"{why.later}, which comes next,"
        return f"{quoted(why.asked)} ({why.transition}) is not allowed at {at}{by}{when}"
    if not why.unmet:
        return f"{quoted(why.asked)} does not happen at {session.at}{by}{when}"
    return f"{quoted(why.asked)} ({why.transition}) is not allowed at {session.at}{by}{when}"


def _since(session: Session, why: WhyNot) -> str:
    """Of which turn the moments are at which it is legal, as the beginning of a sentence."""
    if why.in_turn_of is None:
        return "from here"
    return "in the next turn" if why.turns == 1 else f"in the turn of {session.machine.seats[why.in_turn_of]}"


def _have(session: Session, why: WhyNot) -> str:
    """Who has to pass first, as the beginning of a sentence in which they have."""
    first, *others = (session.machine.seats[seat] for seat in why.passed)
    if not others:
        return f"{first}{', who has the decision,' * why.legal} has"
    return f"{', '.join([first, *others[:-1]])} and {others[-1]} have"
