"""Damage to heroes: point by point, to one of them or clockwise to all, avoided or taken."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import Cause
from dicelaw.model.dice_conquest.rules import Rules, Writes
from dicelaw.model.kernel.expressions import Expr, at_least, negate, where
from dicelaw.model.kernel.graph import Agent, Kind, rules_where


def add_damage(rules: Rules) -> None:
    """From the damage that is due to its last point; a hero at the skull has lost for all at once."""
    q, timing = rules.quest, rules.timing
    timing.point("damage", Kind.RULES, "the next point of damage is dealt")
    timing.point("damage/answer", Kind.DECISION, "the hero may avoid the point")
    timing.point("damage/taken", Kind.RULES, "who is fallen?")
    rule = "round-end/damage-dealt-one-by-one"

    def of(cause: Cause) -> Expr:
        return q.cause == int(cause)

    dealt = (q.due >= 1, rule)
    avoidable: Expr = q.guard[q.to] >= 1
    if rules.reads("avoidable", "abilities"):
        avoidable = avoidable & (q.cause != int(Cause.ROUND))
    onward = where(q.spread == 1, q.next_seat(q.to), q.to)
    allotted: Writes = {q.allotted[q.to]: q.allotted[q.to] + 1, q.to: onward, q.due: q.due - 1}
    taken = {**allotted, q.health[q.to]: at_least(q.health[q.to] - 1, 0)}
    timing.add(
        "damage/take", "damage", "damage/taken", Agent.RULES, "deal a point",
        requires=[dealt, (negate(avoidable), "clarify/avoid-damage-beats-creature")],
        effect=taken,
        cites=rules_where({
            rule: of(Cause.ROUND),
            "round-end/example-allocation": of(Cause.ROUND),
            "facts/allocation-formula": of(Cause.ROUND),
            "creature/reveal-abilities": of(Cause.REVEAL),
            "model/spread-reveal": of(Cause.REVEAL) & (q.spread == 1),
            "creature/standing-abilities": of(Cause.STING),
            "clarify/creature-ability-despite-slaying": of(Cause.STING) & q.is_slain(q.target),
        }),
    )  # fmt: skip
    timing.add(
        "damage/ask", "damage", "damage/answer", Agent.RULES, "ask the hero who can avoid it",
        requires=[dealt, (avoidable, "clarify/avoid-damage-beats-creature")],
        cites=["model/guard"],
    )  # fmt: skip
    timing.add(
        "damage/accept", "damage/answer", "damage/taken", q.to, "take the point",
        requires=[dealt], effect=taken,
    )  # fmt: skip
    spent: Writes = {q.guard[q.to]: at_least(q.guard[q.to] - 1, 0)}
    avoided: Writes = {**allotted, **spent}
    if rules.reads("avoided-point", "next"):
        passed_on = q.spread == 1
        avoided = {
            **spent,
            q.to: onward,
            q.due: where(passed_on, q.due, q.due - 1),
            q.allotted[q.to]: where(passed_on, q.allotted[q.to], q.allotted[q.to] + 1),
        }
    timing.add(
        "damage/avoid", "damage/answer", "damage", q.to, "avoid the point",
        requires=[dealt, (q.guard[q.to] >= 1, "model/guard")],
        effect=avoided,
        cites=["clarify/avoid-damage-beats-creature"],
    )  # fmt: skip
    timing.add(
        "damage/fallen", "damage/taken", "lost", Agent.RULES, "lose the game",
        requires=[(q.fallen(), "end/skull-hero-falls")],
        cites=["overview/any-hero-falls-all-lose", "end/loss-one-hero-fallen"],
    )  # fmt: skip
    timing.add(
        "damage/stands", "damage/taken", "damage", Agent.RULES, "go on",
        requires=[(negate(q.fallen()), "end/skull-hero-falls")],
    )  # fmt: skip
    over = {Cause.REVEAL: "reveal/draws", Cause.STING: "judge", Cause.ROUND: "round-end/dice"}
    for cause, target in over.items():
        timing.add(
            f"damage/over/{cause.name.lower()}", "damage", target, Agent.RULES, "go on after the last point",
            requires=[(q.due == 0, rule), (of(cause), rule)],
            effect={q.spread: 0},
        )  # fmt: skip
    timing.point("lost", Kind.FINAL, "a hero has fallen, and all have lost")
    timing.point("won", Kind.FINAL, "Kalterstorm is slain, and all have won")


def blow(rules: Rules, amount: Expr, cause: Cause, *, first: Expr, spread: bool) -> Writes:
    """What is written where ``amount`` of damage falls due, beginning with the hero ``first``."""
    q = rules.quest
    return {
        q.due: amount, q.dealt_from: amount, q.to: first, q.spread: int(spread), q.cause: int(cause),
        **{q.allotted[seat]: 0 for seat in q.seats},
    }  # fmt: skip
