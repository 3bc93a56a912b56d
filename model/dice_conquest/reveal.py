"""Reveal effects, from left to right: those of cards that they draw come after all that lie there already."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import Cause, Place
from dicelaw.model.dice_conquest.damage import blow
from dicelaw.model.dice_conquest.rules import Rules
from dicelaw.model.kernel.expressions import all_of, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind


def add_reveal(rules: Rules) -> None:
    """The cards that were drawn are revealed in the order in which they were drawn."""
    q, timing, content = rules.quest, rules.timing, rules.content
    timing.point("reveal", Kind.RULES, "the next card is revealed")
    timing.point("reveal/effect", Kind.RULES, "its damage is looked at")
    timing.point("reveal/draws", Kind.RULES, "further cards are looked at")
    card = Choice("card", 1, content.cards, q.current.slot.labels[1:])
    timing.add(
        "reveal/card", "reveal", "reveal/effect", Agent.RULES, "reveal {card}",
        choices=[card],
        requires=[
            (q.revealed < q.drawn, "setup/resolve-reveals-left-to-right"),
            (q.order[card] == q.revealed + 1, "setup/resolve-reveals-left-to-right"),
        ],
        effect={q.revealed: q.revealed + 1, q.current: card},
        cites=[
            "creature/reveal-abilities", "trap/reveals-left-to-right", "round-end/reveal-new-left-to-right",
            "setup/extra-draws-also-reveal",
        ],
    )  # fmt: skip
    timing.add(
        "reveal/done", "reveal", "round", Agent.RULES, "begin the round",
        requires=[(q.revealed >= q.drawn, "setup/resolve-reveals-left-to-right")],
        effect={q.current: 0},
    )  # fmt: skip
    damage, to_all = content.card("reveal_damage", q.current), content.card("reveal_all", q.current) == 1
    timing.add(
        "reveal/harmless", "reveal/effect", "reveal/draws", Agent.RULES, "deal no damage",
        requires=[(damage == 0, "creature/reveal-abilities")],
    )  # fmt: skip
    _hit_one(rules)
    timing.add(
        "reveal/all", "reveal/effect", "damage", Agent.RULES, "deal its damage to all heroes in turn",
        requires=[(all_of(damage >= 1, to_all), "creature/reveal-abilities")],
        effect=blow(rules, damage, Cause.REVEAL, first=q.first, spread=True),
        cites=["model/spread-reveal"],
    )  # fmt: skip
    more = content.card("reveal_draws", q.current)
    trap = q.current > content.boss
    timing.add(
        "reveal/draw", "reveal/draws", "draw", Agent.RULES, "draw as many creatures as the card says",
        effect={
            q.to_draw: more,
            q.place[q.current]: where(trap, int(Place.GONE), q.place[q.current]),
        },
        cites=["facts/some-creatures-draw-more", "setup/reveal-extra-draws-join-display"],
    )  # fmt: skip


def _hit_one(rules: Rules) -> None:
    q, timing, content = rules.quest, rules.timing, rules.content
    damage, to_all = content.card("reveal_damage", q.current), content.card("reveal_all", q.current) == 1
    by_chance = rules.reads("reveal-target", "chance")
    timing.point("reveal/target", Kind.CHANCE if by_chance else Kind.DECISION, "a hero takes the damage")
    timing.add(
        "reveal/one", "reveal/effect", "reveal/target", Agent.RULES, "deal its damage to a hero",
        requires=[(all_of(damage >= 1, ~to_all), "creature/reveal-abilities")],
    )  # fmt: skip
    seat = Choice("hero", 0, len(q.seats) - 1, q.seat_names)
    allowed = (seat == q.first) if rules.reads("reveal-target", "first") else (q.heroes > seat)
    timing.add(
        "reveal/hit", "reveal/target", "damage",
        Agent.CHANCE if by_chance else rules.team, "let {hero} take it",
        choices=[seat],
        requires=[(allowed, "creature/example-giant-spider-reveal")],
        effect=blow(rules, damage, Cause.REVEAL, first=seat, spread=False),
    )  # fmt: skip
