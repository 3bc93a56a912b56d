"""Experience: tokens on the cards of adventurers for the Monsters of the opponent that were KO'd."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.zones.sparing import spared
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, number, where
from dicelaw.model.kernel.graph import rules_where

MOST = 20
MONSTER = "monster"


def earned(rules: Rules, falls: Sequence[Expr], by: Expr) -> Writes:
    """What makes a token due for each card with Experience of which the active player has a die in the Field.

    ``falls`` tells of each die whether it is KO'd, and ``by`` who does it. A controlled die is one of its
    owner's card.
    """
    t = rules.table
    hunted = any_of(
        *(
            all_of(one, t.owner[die] != t.turn, ~spared(rules, die), t.affiliated(die, MONSTER))
            for die, one in enumerate(falls)
        )
    )
    writes: Writes = {}
    for place, kind in enumerate(t.experienced):
        seat = _whose(rules, kind)
        gains = all_of(hunted, by == t.turn, t.turn == seat, t.active(kind, seat), t.learns(kind))
        writes[t.earned[place]] = where(gains, 1, t.earned[place])
    return writes


def _whose(rules: Rules, kind: int) -> Expr:
    """Who may have a die of the card ``kind`` that learns: its owner, or whoever's turn it is."""
    t = rules.table
    seat = t.dice.kinds[kind].seat
    assert seat is not None
    return t.turn if t.lends else number(seat)


def gained(rules: Rules) -> Writes:
    """What the end of a turn makes of the tokens that are due: at most one for each card."""
    t = rules.table
    writes: Writes = {}
    for place, kind in enumerate(t.experienced):
        gains: Expr = t.earned[place]
        if rules.reads("experience-active", "turn-end"):
            gains = where(t.active(kind, _whose(rules, kind)), gains, 0)
        room = t.tokens[place] < MOST
        writes[t.tokens[place]] = t.tokens[place] + where(room, gains, 0)
        writes[t.earned[place]] = 0
    return writes


def cites(rules: Rules) -> Sequence[str]:
    """The rules on how tokens are gained, where any is, if a card may have Experience."""
    t = rules.table
    parts = ("gain", "monster", "one-per-turn", "many-cards", "self-ko")
    known = [rules.keyword(f"experience-{part}") for part in parts]
    gains = any_of(*(cell >= 1 for cell in t.earned))
    told = [*known, rules.keyword("adventurer"), "model/experience"] if t.experienced else []
    return rules_where(dict.fromkeys(told, gains))
