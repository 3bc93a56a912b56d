"""Findings: where the rule text of Dice Throne contradicts itself, is silent, or leads to something odd."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One finding: its kind (gap, conflict, open or odd), the statements it is about, and what shows it."""

    id: str
    kind: str
    says: str
    statements: tuple[str, ...]
    shown_by: str


FINDINGS = (
    Finding(
        "finding/stun-outside-attack",
        "gap",
        "Stun placed outside of an attack has no end of its own: its bearer skips whole turns, and only the "
        "next attack of an opponent that is concluded takes the token off.",
        ("status/stun/no-actions", "status/stun/extra-offensive-phase"),
        "the transitions offense/begin/stunned and discard/silent of the duel",
    ),
    Finding(
        "finding/stunned-hand-limit",
        "conflict",
        "A stunned player may do nothing, yet must sell down to six cards in the Discard Phase. The model "
        "lets the turn pass with too many cards.",
        ("status/stun/no-actions", "discard/excess-must-be-sold"),
        "the property discard/hand-limit",
    ),
    Finding(
        "finding/spent-token-answered",
        "conflict",
        "A spent token's effect can't be interrupted, yet the active player's instant that answers it takes "
        "effect first. The model tells declaring from spending: what is only declared can be answered.",
        (
            "status/spent-uninterruptible",
            "priority/active-player-first",
            "priority/example-active-removes-first",
        ),
        "the properties priority/answer-first and priority/declared-kept",
    ),
    Finding(
        "finding/floor-before-halves",
        "open",
        "Whether a negative subtotal counts as 0 before halves are taken matters after all: with three "
        "halvings of a negative subtotal the other answer deals damage where more was prevented than came.",
        ("damage/total/subtotal", "damage/total/floor-zero"),
        "the reading subtotal-floor=after of ultimate/exact-damage, nyra/not-collateral, "
        "status/shadows/no-damage",
    ),
    Finding(
        "finding/more-damage-helps",
        "odd",
        "Each half is rounded up by itself, so with one doubling and three halvings a subtotal of 2 deals 1 "
        "and a subtotal of 3 deals 0: one more damage can help the defender.",
        ("damage/total/each-multiplier-from-subtotal", "damage/total/division-rounds-up"),
        "a test of the damage pipeline (tests/fast/test_fragment_damage.py)",
    ),
    Finding(
        "finding/endless-stun",
        "odd",
        "Nothing limits how often Stun follows Stun: a turn may go on for ever. With dice alone that has "
        "probability 0.",
        ("status/stun/can-chain",),
        "the properties status/stun/chain-may-go-on and status/stun/chain-ends-almost-surely",
    ),
)
