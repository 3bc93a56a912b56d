"""The rules that set when something in Dice Masters may be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.oracle.games.decisions import PASSES, verb_of
from dicelaw.oracle.games.session import Session

MOMENTS = {
    "act": "turn/five-steps",
    "attack": "turn/five-steps",
    "block": "turn/attack-parts-in-order",
    "buy": "purchase/own-turn-only",
    "field": "field/main-step-only",
    "give": "damage/attacker-must-assign-all",
    "go": "combat/declare-together",
    "pay": "energy/no-pointless-spend",
    "virtual": "energy/no-pointless-spend",
    "reroll": "roll/no-second-reroll",
    "pick": "roll/no-second-reroll",
    "send": "turn/attack-parts-in-order",
    "leave": "turn/attack-parts-in-order",
}
"""By the last part of the id of a transition."""
IN_THE_ATTACK = {"act": "action/second-window"}
"""The same, of what the Attack Step has a part for."""
WAITING = {
    "assign/divide": "damage/attacker-must-assign-all",
    "due": "queue/own-order-chosen",
    "resolve": "queue/resolve-fully",
}
"""By timing point, what is to be done there before anything else."""
EDITED = frozenset({"global/reactive-def", "queue/resolve-fully", "queue/interrupt", "global/attack-window"})
"""The rules that each edition states in words of its own."""


def moment(session: Session, transitions: Sequence[str]) -> Iterator[str]:
    """See :class:`~dicelaw.oracle.games.description.Description`."""
    edition = session.name.partition("@")[2]
    found = dict.fromkeys(_rule(session, id) for id in transitions)
    yield from (f"{rule}@{edition}" if rule in EDITED else rule for rule in found)


def _rule(session: Session, id: str) -> str:
    verb = verb_of(id)
    if id.startswith("damage/react/") and verb not in PASSES:
        return "global/reactive-def"
    if verb == "global":
        return "queue/interrupt" if session.at.endswith("/react") else "global/attack-window"
    if session.at.partition("/")[0] in {"attack", "block", "assign"} and verb in IN_THE_ATTACK:
        return IN_THE_ATTACK[verb]
    return MOMENTS.get(verb) or WAITING.get(session.at) or "queue/resolve-fully"
