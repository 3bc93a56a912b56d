"""What every seat may do: at once, and once those before it have passed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dicelaw.model.kernel.concrete import Move
from dicelaw.oracle.files.trace import actor_name
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.passing import as_they_pass
from dicelaw.oracle.games.session import Session


@dataclass(frozen=True)
class Offer:
    """A move that is legal: for whom, as it is typed, and after whose pass if not at once.

    ``means`` says what it is where how it is typed does not, as for the options of a choice.
    """

    actor: str
    text: str
    transition: str
    cites: tuple[str, ...]
    means: str = ""
    after_pass_of: str | None = None

    def as_json(self) -> dict[str, Any]:
        """This as plain values."""
        return {
            "actor": self.actor, "decision": self.text, "transition": self.transition,
            "cites": list(self.cites), "means": self.means, "after_pass_of": self.after_pass_of,
        }  # fmt: skip


def offered(session: Session) -> list[Offer]:
    """All that is legal now, and what more may be done at this timing point once the first have passed."""
    present = session.state
    found: list[Offer] = []
    try:
        for state, passed in as_they_pass(session):
            session.state = state
            after = actor_name(passed[-1]) if passed else None
            legal = session.legal()
            known = {(one.actor, one.text) for one in found}
            new = [_offer(session, move, after) for move in legal if after is None or _acts(session, move)]
            found += [one for one in new if (one.actor, one.text) not in known]
    finally:
        session.state = present
    return found


def _acts(session: Session, move: Move) -> bool:
    """Whether ``move`` is something that a seat does."""
    return session.transition(move).by_seat and not session.is_pass(move)


def _offer(session: Session, move: Move, after: str | None) -> Offer:
    transition = session.transition(move)
    means = description(session.name).option(session, move)
    who = actor_name(session.actor(move))
    return Offer(who, session.text(move), transition.id, transition.rules, means, after)
