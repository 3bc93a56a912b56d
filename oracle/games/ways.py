"""Ways to do a thing, and those that are never for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.nodes import walk
from dicelaw.oracle.games.decisions import verb_of

if TYPE_CHECKING:
    from dicelaw.oracle.games.session import Session


@lru_cache(maxsize=2**12)
def is_fixed(condition: Expr) -> bool:
    """Whether ``condition`` is about nothing but what is chosen, however play stands."""
    return not any(part.op in ("field", "cell") for part in walk(condition))


def is_a_way(session: Session, move: Move) -> bool:
    """Whether ``move`` is, somewhere in play, a way to do what it chooses: a card is not played at once that
    is no Instant.
    """
    own = session.transition(move)
    alike = [
        one
        for one in session.machine.transitions
        if verb_of(one.id) == verb_of(own.id) and len(one.choices) == len(own.choices)
    ]
    return any(not never(session, one, move[1:]) for one in alike)


def never(session: Session, transition: Transition, values: Sequence[int]) -> bool:
    """Whether ``transition`` is not for ``values`` of its choices, however play stands."""
    named = dict(zip((choice.name for choice in transition.choices), values, strict=True))
    return any(
        is_fixed(need.holds) and not session.reader.value(need.holds, session.start, named)
        for need in transition.requires
    )
