"""What a hero uses: the hero ability, the Critical Hit and magic items, each by the word on its card."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import AVAILABLE, Back, Place
from dicelaw.model.dice_conquest.rules import Demands, Rules
from dicelaw.model.dice_conquest.vocabulary import ABILITIES
from dicelaw.model.dice_conquest.wording import ABILITY, CRITICAL, ITEM, TRIGGERS
from dicelaw.model.effects.frames import NO_WORD
from dicelaw.model.kernel.expressions import Expr, any_of, negate
from dicelaw.model.kernel.graph import Choice, Kind

POINTS = {Back(one.number): one.name for one in TRIGGERS}
"""The timing points at which a hero uses something, by where play goes on afterwards."""


def add_uses(rules: Rules) -> None:
    """Where each of them may be used; what it does then is settled at the point ``effect``."""
    rules.timing.point("effect", Kind.DECISION, "the hero settles what is done")
    for back in (Back.ATTACK, Back.AFTER):
        _ability(rules, back)
        _critical(rules, back)
    for back in POINTS if rules.reads("item-timing", "any") else (Back.TURN, Back.AFTER):
        _item(rules, back)


def _ability(rules: Rules, back: Back) -> None:
    q = rules.quest
    word, point = q.ability(q.turn), POINTS[back]
    unused = (one.number for one in ABILITIES if point not in one.uses[ABILITY])
    suits = negate(any_of(*(word == one for one in (NO_WORD, *unused))))
    rules.timing.add(
        f"{point}/ability", point, "effect", q.turn, "use the hero ability",
        requires=[
            (q.used_ability == 0, "model/ability-once-a-turn"),
            (suits, "hero/ability-when-attacking"),
            (negate(q.any_shown("bars_abilities")), "clarify/creature-beats-hero-and-item"),
        ],
        effect={
            **q.frame.begun(ABILITY, lambda figure: q.content.hero(figure, q.hero[q.turn])),
            q.used_ability: 1, q.by_item: 0, q.back: int(back),
        },
        cites=["hero/ability-when-attacking", "hero/abilities-any-order", "overview/hero-means"],
    )  # fmt: skip


def _critical(rules: Rules, back: Back) -> None:
    q = rules.quest
    point, hero = POINTS[back], q.hero[q.turn]
    word = q.content.hero("critical", hero)
    hits: Expr = q.face[q.chosen] == q.content.hero("critical_number", hero)
    demands: Demands = [
        (q.used_critical == 0, "hero/critical-optional"),
        (word != NO_WORD, "hero/critical-when-die-equals-number"),
        (hits | (q.pierced == q.chosen + 1), "hero/critical-when-die-equals-number"),
    ]
    if back is Back.AFTER:
        demands.append((q.at[q.chosen] != AVAILABLE, "hero/critical-when-die-equals-number"))
    rules.timing.add(
        f"{point}/critical", point, "effect", q.turn, "use the Critical Hit",
        requires=demands,
        effect={
            **q.frame.begun(CRITICAL, lambda figure: q.content.hero(figure, hero)), q.used_critical: 1,
            q.by_item: 0, q.back: int(back),
        },
        cites=["hero/critical-optional", "hero/abilities-any-order", "layout/hero-card-fields"],
    )  # fmt: skip


def _item(rules: Rules, back: Back) -> None:
    q = rules.quest
    point = POINTS[back]
    card = Choice("card", 1, q.content.boss, q.current.slot.labels[1 : q.content.boss + 1])
    rules.timing.add(
        f"{point}/item", point, "effect", q.turn, "discard the magic item of {card}",
        choices=[card],
        requires=[(q.place[card] == q.turn + int(Place.HELD), "item/use-any-time-own-turn")],
        effect={
            **q.frame.begun(ITEM, lambda figure: q.content.card(figure, card)),
            q.place[card]: int(Place.GONE), q.by_item: 1, q.back: int(back),
        },
        cites=["item/discard-to-use", "item/use-any-time-own-turn"],
    )  # fmt: skip
