"""The end of a round: damage, keeping or removing dice, and the preparation of the next round."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import (
    AVAILABLE,
    CREATURES_DRAWN,
    DICE,
    FIRST_CARD,
    SPENT,
    Back,
    Cause,
)
from dicelaw.model.dice_conquest.damage import blow
from dicelaw.model.dice_conquest.rules import Demands, Rules, Writes
from dicelaw.model.kernel.expressions import Expr, total, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind


def add_round_end(rules: Rules) -> None:
    """The three steps, in their order."""
    q, timing = rules.quest, rules.timing
    timing.point("round-end", Kind.RULES, "creatures that are left deal damage")
    timing.add(
        "round-end/deal", "round-end", "damage", Agent.RULES, "deal the damage of what is left",
        effect=blow(rules, damage_left(rules), Cause.ROUND, first=q.first, spread=True),
        cites=[
            "round-end/mandatory-steps", "round-end/damage-if-creatures-remain", "round-end/damage-is-sum",
            "layout/creature-card-fields",
        ],
    )  # fmt: skip
    _dice(rules)
    _prepare(rules)


def damage_left(rules: Rules) -> Expr:
    """The sum of the damage numbers of the creatures in the display."""
    q = rules.quest
    return total(where(q.shown(card), q.content.card("damage", card), 0) for card in q.cards)


def _dice(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    timing.point("round-end/dice", Kind.DECISION, "dice on creatures are kept or removed")
    die = Choice("die", 0, len(DICE) - 1, DICE)
    timing.add(
        "round-end/remove", "round-end/dice", "judge", rules.team, "remove the {die}",
        choices=[die],
        requires=[(q.at[die] >= FIRST_CARD, "round-end/keep-or-remove-dice")],
        effect={
            q.at[die]: AVAILABLE if rules.reads("spent-dice", "removed") else SPENT, q.back: int(Back.DICE),
        },
        cites=["round-end/heroes-decide-removal", "setup/spent-dice-area", "slay/by-altered-dice"],
    )  # fmt: skip
    demands: Demands = []
    if rules.reads("no-dice", "freed"):
        demands = [(q.dice_placed() < len(DICE), "round-end/all-dice-used")]
    timing.add(
        "round-end/keep", "round-end/dice", "round-end/prepare", rules.team, "keep the dice that are left",
        requires=demands,
        effect={q.cause: int(Cause.REVEAL)},
        cites=["round-end/keep-or-remove-dice"],
    )  # fmt: skip


def _prepare(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    timing.point("round-end/prepare", Kind.RULES, "the next round is prepared")
    back: Writes = {}
    if rules.reads("spent-dice", "return"):
        back = {q.at[die]: where(q.at[die] == SPENT, AVAILABLE, q.at[die]) for die in q.dice}
    wanted: Expr | int = CREATURES_DRAWN
    if rules.reads("short-deck", "none"):
        wanted = where(q.in_deck(q.cards[: q.content.boss]) >= CREATURES_DRAWN, CREATURES_DRAWN, 0)
    timing.add(
        "round-end/next", "round-end/prepare", "draw", Agent.RULES, "prepare the next round",
        effect={q.first: q.next_seat(q.first), q.to_draw: wanted, q.fresh: 0, **back},
        cites=[
            "round-end/three-prepare-next", "round-end/token-clockwise", "round-end/draw-three-new",
            "round-end/removed-dice-rolled-next-round", "round-end/empty-deck-continue",
        ],
    )  # fmt: skip
