"""Tokens: characters that effects field, and that exist in the Field Zone only.

One that does not exist lies on the card that fields it, where nothing can be done with it.
"""

from __future__ import annotations

from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.timing.fielding import entering
from dicelaw.model.dice_masters.zones.targets import level_one, next_token
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Agent

ABOUT = ("is-character", "stats-from-card", "no-energy-type")


def add_tokens(rules: Rules, says: tuple[Expr, str], onward: Writes) -> None:
    """The word by which the card of the effect fields a token; ``says`` that it comes next."""
    t, seat = rules.table, rules.queue.owners[0]
    token, there = next_token(rules)
    rules.timing.add(
        "resolve/token", "resolve", "ko", Agent.RULES, "field a token",
        requires=[says, (there, "model/token-room")],
        effect={
            **entering(rules, token, seat), t.owner[token]: seat, t.face[token]: level_one(rules, token),
            **onward,
        },
        cites=[f"fielded/def@{rules.edition}", *(rules.token(part) for part in ABOUT)],
    )  # fmt: skip
