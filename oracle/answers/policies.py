"""The policies by which both decide where strength is measured: by name, or of the user's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.oracle.games.ports import lacks
from dicelaw.oracle.suggestions import unknown

if TYPE_CHECKING:
    from dicelaw.checker.duels import Players


def is_own(policy: str) -> bool:
    """Whether ``policy`` says a file of Python, and a function in it."""
    path, colon, _ = policy.rpartition(":")
    return policy.endswith(".py") or bool(colon and path.endswith(".py"))


def players(game: str, policy: str | None) -> Players:
    """Those who decide by ``policy``, or by the usual one. Raises UserError where ``game`` has none such.

    A ``policy`` of the user's own is a function in a file, which is run.
    """
    from dicelaw.checker.ports import matching, takes_matching

    if not takes_matching(game):
        raise lacks(game, "player who decides sensibly against another")
    if policy is not None and is_own(policy):
        from dicelaw.oracle.answers.own_policy import own_players

        return own_players(game, policy)
    known = {one.name: one for one in matching(game).POLICIES}
    if policy is None:
        return next(iter(known.values()))
    if policy not in known:
        raise unknown(f"policy of {game}", policy, known)
    return known[policy]
