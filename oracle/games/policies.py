"""The policies by which both decide where strength is measured, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.oracle.games.ports import lacks
from dicelaw.oracle.suggestions import unknown

if TYPE_CHECKING:
    from dicelaw.checker.duels import Players


def players(game: str, policy: str | None) -> Players:
    """Those who decide by ``policy``, or by the usual one. Raises UserError where ``game`` has none such."""
    from dicelaw.checker.ports import matching, takes_matching

    if not takes_matching(game):
        raise lacks(game, "player who decides sensibly against another")
    known = {one.name: one for one in matching(game).POLICIES}
    if policy is None:
        return next(iter(known.values()))
    if policy not in known:
        raise unknown(f"policy of {game}", policy, known)
    return known[policy]
