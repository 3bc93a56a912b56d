"""Slaying: looked at whenever the damage on creatures may have changed."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import SPENT, Back, Place
from dicelaw.model.dice_conquest.rules import Rules, Writes
from dicelaw.model.dice_conquest.uses import POINTS
from dicelaw.model.effects.frames import NO_WORD
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, rules_where


def add_slaying(rules: Rules) -> None:
    """A slain creature leaves the game or goes to a hero, its dice are Spent; slain Kalterstorm wins."""
    q, timing = rules.quest, rules.timing
    timing.point("judge", Kind.RULES, "is a creature slain?")
    timing.point("judge/gift", Kind.DECISION, "its magic item goes to a hero")
    card = Choice("card", 1, q.content.boss, q.current.slot.labels[1 : q.content.boss + 1])
    slain = all_of(q.shown(card), q.is_slain(card))
    item = q.content.card("item", card) != NO_WORD
    lesser = card < q.content.boss
    timing.add(
        "judge/remove", "judge", "judge", Agent.RULES, "remove {card} from the game",
        choices=[card],
        requires=[
            (slain, "slay/sum-at-least-health"),
            (negate(item), "slay/no-item-remove-from-game"),
            (lesser, "end/win-kalterstorm-slain"),
        ],
        effect={**_freed(rules, card), q.place[card]: int(Place.GONE)},
        cites=_slaying(rules, card),
    )  # fmt: skip
    timing.add(
        "judge/item", "judge", "judge/gift", Agent.RULES, "give the card of {card} to a hero",
        choices=[card],
        requires=[
            (slain, "slay/sum-at-least-health"),
            (item, "item/some-creatures-bear-items"),
            (lesser, "end/win-kalterstorm-slain"),
        ],
        effect={**_freed(rules, card), q.current: card},
        cites=_slaying(rules, card),
    )  # fmt: skip
    timing.add(
        "judge/win", "judge", "won", Agent.RULES, "win the game",
        requires=[(_boss_slain(rules), "end/win-kalterstorm-slain")],
        effect=_freed(rules, q.content.boss),
        cites=["facts/dragon-death-wins-regardless"],
    )  # fmt: skip
    seat = Choice("hero", 0, len(q.seats) - 1, q.seat_names)
    timing.add(
        "judge/give", "judge/gift", "judge", q.turn, "give it to {hero}",
        choices=[seat],
        requires=[(q.heroes > seat, "slay/item-card-to-any-hero")],
        effect={q.place[q.current]: seat + int(Place.HELD), q.current: 0},
        cites=["item/slayer-takes-or-gives", "slay/item-card-to-any-hero"],
    )  # fmt: skip
    _go_on(rules)


def _slaying(rules: Rules, card: Expr) -> tuple[str, ...]:
    """What the slaying of ``card`` rests on: its damage, by the placed die or by others, or an effect."""
    q = rules.quest
    placed, damaged = q.on_card(q.chosen, card), q.doomed != card
    return (
        "slay/dice-to-spent",
        *rules_where(
            {
                "overview/defeat-at-health-total": damaged,
                "slay/by-new-die": all_of(damaged, placed),
                "slay/by-altered-dice": all_of(damaged, negate(placed)),
                "clarify/killing-die-dice-spent-at-once": placed,
                "clarify/exact-members": all_of(damaged, q.content.card("exact", card) == 1),
            }
        ),
    )


def _freed(rules: Rules, card: Expr | int) -> Writes:
    """What is written when ``card`` is slain: its dice are Spent."""
    q = rules.quest
    dice: Writes = {q.at[die]: where(q.on_card(die, card), SPENT, q.at[die]) for die in q.dice}
    return {**dice, q.doomed: 0}


def _boss_slain(rules: Rules) -> Expr:
    q = rules.quest
    return all_of(q.shown(q.content.boss), q.is_slain(q.content.boss))


def _go_on(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    none = negate(any_of(*(all_of(q.shown(c), q.is_slain(c)) for c in q.cards[: q.content.boss])))
    if rules.reads("last-blow", "slain-first"):
        timing.add(
            "judge/pending", "judge", "attack/placed", Agent.RULES, "let the placement set off what it does",
            requires=[(none, "slay/sum-at-least-health"), (q.pending == 1, "end/win-kalterstorm-slain")],
            effect={q.doomed: 0},
        )  # fmt: skip
    for back, target in {**POINTS, Back.DICE: "round-end/dice"}.items():
        timing.add(
            f"judge/none/{target}", "judge", target, Agent.RULES, "go on",
            requires=[
                (none, "slay/sum-at-least-health"),
                (q.pending == 0, "clarify/creature-ability-despite-slaying"),
                (q.back == int(back), "hero/abilities-any-order"),
                (q.word == NO_WORD, "model/programs"),
            ],
            effect={q.doomed: 0},
        )  # fmt: skip
    timing.add(
        "judge/none/effect", "judge", "effect", Agent.RULES, "go on with the next line",
        requires=[
            (none, "slay/sum-at-least-health"),
            (q.pending == 0, "clarify/creature-ability-despite-slaying"),
            (q.word != NO_WORD, "model/programs"),
        ],
        effect={q.doomed: 0},
    )  # fmt: skip
