"""Corrupt: dice are taken from a player's bag, and one of them goes to the Used Pile."""

from __future__ import annotations

from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.state.table_state import BAG, BOTH, USED
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, at_least, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind


def add_corrupt(rules: Rules, says: tuple[Expr, str], amount: Expr, onward: Writes) -> None:
    """The word by which ``amount`` dice of a bag are taken; ``says`` that it comes next."""
    t, timing = rules.table, rules.timing
    taking, taken, rule = "resolve/corrupting", "resolve/corrupted", rules.keyword("corrupt")
    player, die = Choice("player", 0, 1, BOTH), rules.die()
    timing.point(taking, Kind.CHANCE, "dice are taken from a bag")
    timing.point(taken, Kind.DECISION, "one of the dice that were taken goes to the Used Pile")
    timing.add(
        "resolve/corrupt", "resolve", taking, rules.queue.owners[0], "corrupt player {player}",
        choices=[player], requires=[says], effect={t.left: amount, t.corrupted: player, **onward},
        cites=[rule],
    )  # fmt: skip
    in_bag = t.some(lambda one: all_of(t.of(one, t.corrupted, BAG), t.picked[one] == 0))
    in_used = t.some(lambda one: t.of(one, t.corrupted, USED))
    refills = FALSE if rules.reads("corrupt-short", "fewer") else in_used
    timing.add(
        "resolve/corrupting/take", taking, taking, Agent.CHANCE, "take {die}",
        choices=[die],
        requires=[
            (t.left >= 1, rule),
            (all_of(t.of(die, t.corrupted, BAG), t.picked[die] == 0), "zone/bag-source"),
        ],
        effect={t.picked[die]: 1, t.left: at_least(t.left - 1, 0)},
    )  # fmt: skip
    timing.add(
        "resolve/corrupting/refill", taking, taking, Agent.RULES, "refill the bag from the Used Pile",
        requires=[(t.left >= 1, rule), (negate(in_bag), rule), (refills, "draw/refill-from-used")],
        effect={t.zone[one]: where(t.of(one, t.corrupted, USED), BAG, t.zone[one]) for one in range(t.count)},
    )  # fmt: skip
    timing.add(
        "resolve/corrupting/taken", taking, taken, Agent.RULES, "all are taken",
        requires=[(any_of(t.left == 0, negate(any_of(in_bag, refills))), rule)], effect={t.left: 0},
    )  # fmt: skip
    picks = t.corrupted if rules.reads("corrupt-picks", "target") else rules.queue.owners[0]
    there = any_of(*(cell == 1 for cell in t.picked))
    timing.add(
        "resolve/corrupted/place", taken, "resolve", picks, "put {die} into the Used Pile",
        choices=[die],
        requires=[(t.picked[die] == 1, rule)], effect={**dict.fromkeys(t.picked, 0), t.zone[die]: USED},
    )  # fmt: skip
    timing.add(
        "resolve/corrupted/none", taken, "resolve", Agent.RULES, "there was no die to take",
        requires=[(negate(there), rule)],
    )  # fmt: skip
