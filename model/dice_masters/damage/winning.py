"""Winning: a player who has no life left has lost (Dice Masters 2016 and 2018, Winning)."""

from __future__ import annotations

from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.table_state import SEATS
from dicelaw.model.kernel.expressions import all_of, any_of, negate, where
from dicelaw.model.kernel.graph import Agent, Kind


def add_judge(rules: Rules, id: str, goes_on_at: str) -> None:
    """Whether the game is over: a player has no life left."""
    t, timing = rules.table, rules.timing
    timing.point(id, Kind.RULES, "has anybody won?")
    rule, tie = f"win/zero@{rules.edition}", f"win/tie@{rules.edition}"
    dead = [t.life[seat] <= 0 for seat in range(SEATS)]
    timing.add(
        f"{id}/goes-on", id, goes_on_at, Agent.RULES, "go on",
        requires=[(negate(any_of(*dead)), rule)], family="judge/goes-on",
    )  # fmt: skip
    timing.add(
        f"{id}/won", id, "over", Agent.RULES, "win",
        requires=[(any_of(*dead), rule), (negate(all_of(*dead)), tie)],
        effect={t.winner: where(dead[0], 1, 0)}, family="judge/won",
    )  # fmt: skip
    timing.add(
        f"{id}/tied", id, "over", Agent.RULES, "tie",
        requires=[(all_of(*dead), tie)], effect={t.winner: 2}, family="judge/tied",
    )  # fmt: skip
