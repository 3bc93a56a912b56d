"""The turn of a hero: choosing a die, rerolling it, and placing it on a creature."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import (
    AVAILABLE,
    DICE,
    FIRST_CARD,
    SLEW,
    SPENT,
    Back,
    Cause,
    Rolled,
)
from dicelaw.model.dice_conquest.damage import blow
from dicelaw.model.dice_conquest.rules import Demands, Rules, Writes
from dicelaw.model.dice_conquest.words.reroll import REROLL
from dicelaw.model.kernel.expressions import Expr, any_of, implies, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, rules_where


def add_turn(rules: Rules) -> None:
    """From the choice of a die to the end of the turn."""
    _choose(rules)
    _reroll(rules)
    _place(rules)
    _stranded(rules)
    _placed(rules)


def _choose(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    timing.point("turn", Kind.DECISION, "the hero in turn chooses a die, or passes")
    die = Choice("die", 0, len(DICE) - 1, DICE)
    timing.add(
        "turn/choose", "turn", "attack", q.turn, "choose the {die}",
        choices=[die],
        requires=[(q.at[die] == AVAILABLE, "turn/must-choose-available-die")],
        effect={
            q.chosen: die, q.rerolls: 0, q.used_ability: 0, q.used_critical: 0, q.target: 0,
            q.back: int(Back.ATTACK),
        },
        cites=["turn/one-die-per-turn", "overview/fight-by-placing-dice"],
    )  # fmt: skip
    demands: Demands = []
    if rules.reads("passing", "unable"):
        demands = [(negate(_any_placeable(rules)), "turn/must-choose-available-die")]
    timing.add(
        "turn/pass", "turn", _pass_to(rules), q.turn, "pass",
        requires=demands,
        effect=_passing(rules),
        cites=["round-end/hero-passes"],
    )  # fmt: skip


def _pass_to(rules: Rules) -> str:
    return "round-end" if rules.reads("pass-ends", "round") else "round/next"


def _passing(rules: Rules) -> Writes:
    return {} if rules.reads("pass-ends", "round") else {rules.quest.passed[rules.quest.turn]: 1}


def accepted(rules: Rules, card: Expr | int, value: Expr) -> Expr:
    """Whether a die that shows ``value`` may be placed on ``card``."""
    return rules.quest.accepts(card, value, over_exact=rules.reads("exact", "stuck"))


def _any_placeable(rules: Rules) -> Expr:
    q = rules.quest
    return any_of(
        *(
            (q.at[die] == AVAILABLE) & any_of(*(accepted(rules, card, q.face[die]) for card in q.cards))
            for die in q.dice
        )
    )


def _reroll(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    timing.point("attack", Kind.DECISION, "the hero attacks with the chosen die")
    rerolls = q.ability(q.turn) == REROLL.number
    further, free = rerolls & (q.rerolls >= 1), negate(q.any_shown("bars_abilities"))
    allowed = where(rerolls, q.ability_amount(q.turn) + 1, 1)
    timing.add(
        "attack/reroll", "attack", "roll", q.turn, "reroll the die",
        requires=[
            (q.rerolls < allowed, "turn/reroll-once"),
            (implies(further, free), "clarify/creature-beats-hero-and-item"),
            (negate(q.any_shown("bars_rerolls")), "creature/example-basilisk-no-reroll"),
        ],
        effect={q.rerolls: q.rerolls + 1, q.unrolled[q.chosen]: 1, q.rolled: int(Rolled.ATTACK)},
        cites=[
            "turn/keep-or-reroll", "turn/reroll-result-binding",
            *rules_where(dict.fromkeys([
                "facts/wizard-reroll-twice", "hero/ability-may-change-rules",
                "clarify/creature-beats-hero-and-item",
            ], further)),
        ],
    )  # fmt: skip


def _place(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    value = q.face[q.chosen]
    card = Choice("card", 1, q.content.cards, q.current.slot.labels[1:])
    demands: Demands = [
        (q.shown(card), "turn/must-attack-a-creature"),
        (q.reachable(card), "facts/ogre-first"),
        (q.suits_parity(card, value), "clarify/odd-even-members"),
        (q.suits_limit(card, value), "clarify/number-limit-members"),
    ]
    if rules.reads("exact", "barred"):
        demands.append((q.suits_exact(card, value), "clarify/exact-members"))
    timing.add(
        "attack/place", "attack", "attack/placed" if rules.reads("last-blow", "ability-first") else "judge",
        q.turn, "place it on {card}",
        choices=[card],
        requires=demands,
        effect={
            q.at[q.chosen]: card + (FIRST_CARD - 1), q.target: card, q.pending: 1,
            q.back: int(Back.AFTER),
        },
        cites=[
            "placement/on-creature-keep-value", "placement/value-is-damage", "overview/cooperative",
            "turn/must-attack-a-creature",
        ],
    )  # fmt: skip


def _stranded(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    none = negate(any_of(*(accepted(rules, card, q.face[q.chosen]) for card in q.cards)))
    spends = rules.reads("no-placement", "spend")
    passes = rules.reads("no-placement", "pass")
    timing.add(
        "attack/stranded", "attack", _pass_to(rules) if passes else "round/next", q.turn,
        "give up: no creature accepts the die",
        requires=[(none, "turn/must-attack-a-creature")],
        effect={q.at[q.chosen]: SPENT} if spends else _passing(rules) if passes else {},
        cites=["turn/choice-of-die-binding"],
    )  # fmt: skip
    timing.add(
        "attack/used", "attack", "after", q.turn, "lay the die into the Spent Dice area",
        requires=[(q.used_critical == SLEW, "hero/example-wizard-outcome")],
        effect={q.at[q.chosen]: SPENT, q.target: 0, q.used_critical: 1, q.back: int(Back.AFTER)},
    )  # fmt: skip


def _placed(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    rule = "clarify/creature-ability-despite-slaying"
    timing.point("attack/placed", Kind.RULES, "what the placement sets off takes place")
    sting = q.content.card("sting", q.target)
    timing.add(
        "placed/sting", "attack/placed", "damage", Agent.RULES, "deal its damage to the hero",
        requires=[(sting >= 1, rule)],
        effect={**blow(rules, sting, Cause.STING, first=q.turn, spread=False), q.pending: 0},
        cites=[
            "creature/standing-abilities", "clarify/damage-dealers-members",
            *rules_where({"facts/kalterstorm-deals-damage": q.target == q.content.boss}),
        ],
    )  # fmt: skip
    timing.add(
        "placed/quiet", "attack/placed", "judge", Agent.RULES, "set nothing off",
        requires=[(sting == 0, rule)],
        effect={q.pending: 0},
    )  # fmt: skip
    timing.point("after", Kind.DECISION, "the die is used; the turn is not over yet")
    timing.add(
        "after/end", "after", "round/next", q.turn, "end the turn",
        effect={q.back: int(Back.TURN)},
        cites=["turn/one-die-per-turn"],
    )  # fmt: skip
