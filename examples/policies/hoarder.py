"""A player who spends nothing: of what is legal, whatever costs no combat points and no energy, by lot.

dicelaw matchups dice-throne --heroes barbarian monk --policy examples/policies/hoarder.py:hoard --games 4
"""

from dicelaw.testing.policy import Decision, ToDecide

DEAR = ("play", "buy", "upgrade", "global")


def hoard(asked: ToDecide) -> Decision:
    """Pass where that is legal; else anything that is not dear, if there is something."""
    for decision in asked.legal:
        if decision["text"] == "pass":
            return decision
    free = [one for one in asked.legal if not one["text"].startswith(DEAR)]
    return asked.random.choice(free or list(asked.legal))
