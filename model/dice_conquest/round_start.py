"""A round begins: guards are up again, all Available dice are rolled, and the First Player's turn comes."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import AVAILABLE, DICE, SIDES, Back, Rolled
from dicelaw.model.dice_conquest.resolving import passing_over
from dicelaw.model.dice_conquest.rules import Rules
from dicelaw.model.dice_conquest.wording import ROUND, TURN_LONG
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind


def add_round_start(rules: Rules) -> None:
    """The opening roll, and whether the round goes on with the turn of a hero."""
    q, timing = rules.quest, rules.timing
    timing.point("round", Kind.RULES, "a round begins")
    timing.add(
        "round/begin", "round", "roll", Agent.RULES, "roll all Available dice",
        effect={
            q.turn: q.first, q.rolled: int(Rolled.ROUND), q.back: int(Back.TURN),
            **passing_over(rules, ROUND),
            **{q.passed[seat]: 0 for seat in q.seats},
            **{q.unrolled[die]: where(q.at[die] == AVAILABLE, 1, 0) for die in q.dice},
        },
        cites=[
            "round/series-of-rounds", "round/start-roll-all-available", "turn/order-clockwise-from-first",
            "model/guard",
        ],
    )  # fmt: skip
    add_roll(rules)
    _check(rules)


def add_roll(rules: Rules) -> None:
    """Each die that is to be rolled shows any of its numbers, in the order of the dice."""
    q, timing = rules.quest, rules.timing
    timing.point("roll", Kind.CHANCE, "dice are rolled")
    for die in q.dice:
        face = Choice("face", 1, SIDES[die])
        before = all_of(*(q.unrolled[other] == 0 for other in range(die)))
        timing.add(
            f"roll/{DICE[die]}", "roll", "roll", Agent.CHANCE, f"roll {{face}} with the {DICE[die]}",
            choices=[face],
            requires=[
                (q.unrolled[die] == 1, "round/start-roll-all-available"),
                (before, "model/roll-order"),
            ],
            effect={q.face[die]: face, q.unrolled[die]: 0},
            cites=[
                "component/dice-7", "facts/dice-identities", "clarify/die-maximum",
                *(_TENS if SIDES[die] == 10 else ()),
            ],
            family="roll",
        )  # fmt: skip
    done = all_of(*(q.unrolled[die] == 0 for die in q.dice))
    targets = {Rolled.ROUND: "round/check", Rolled.ATTACK: "attack", Rolled.EFFECT: "effect"}
    for what, target in targets.items():
        timing.add(
            f"roll/done/{what.name.lower()}", "roll", target, Agent.RULES, "go on after the roll",
            requires=[(done, "model/roll-order"), (q.rolled == int(what), "model/roll-order")],
        )  # fmt: skip


_TENS = (
    "dice/d10-zero-is-ten", "dice/d10-percent-double-zero-is-ten", "dice/d10-percent-first-digit",
    "dice/d10-percent-face-ten-is-one", "facts/both-d10-uniform",
)  # fmt: skip


def over(rules: Rules) -> Expr:
    """Whether the round is over: no creature is left, no die is Available, or every hero has passed."""
    q = rules.quest
    left, free = (q.shown(card) for card in q.cards), (q.at[die] == AVAILABLE for die in q.dice)
    causes = [negate(any_of(*left)), negate(any_of(*free))]
    if rules.reads("pass-ends", "hero"):
        causes.append(all_of(*(implies(q.plays(seat), q.passed[seat] == 1) for seat in q.seats)))
    return any_of(*causes)


def following(rules: Rules) -> Expr:
    """The hero whose turn is next: clockwise, passing over those who have passed."""
    q = rules.quest
    seat = q.next_seat(q.turn)
    if rules.reads("pass-ends", "round"):
        return seat
    found = seats = seat
    for _ in q.seats[2:]:
        seats = q.next_seat(seats)
        found = where(q.passed[found] == 1, seats, found)
    return where(q.passed[found] == 1, q.turn, found)


def _check(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    timing.point("round/check", Kind.RULES, "is the round over?")
    timing.point("round/next", Kind.RULES, "the turn of a hero is over")
    timing.add(
        "round/over", "round/check", "round-end", Agent.RULES, "end the round",
        requires=[(over(rules), "round-end/all-dice-used")],
        cites=["round-end/all-creatures-slain", "turn/cycle-until-round-end"],
    )  # fmt: skip
    timing.add(
        "round/goes-on", "round/check", "turn", Agent.RULES, "begin the turn of a hero",
        requires=[(negate(over(rules)), "turn/cycle-until-round-end")],
    )  # fmt: skip
    timing.add(
        "round/turn", "round/next", "round/check", Agent.RULES, "give the turn to the next hero",
        effect={q.turn: following(rules), **passing_over(rules, TURN_LONG), q.back: int(Back.TURN)},
        cites=["turn/order-clockwise-from-first", "turn/cycle-until-round-end"],
    )  # fmt: skip
