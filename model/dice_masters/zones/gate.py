"""Gate: a die that nobody has purchased is rolled, and may go to the Prep Area if it shows a character."""

from __future__ import annotations

from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.state.table_state import CARD, PREP, USED
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind
from dicelaw.model.kernel.lookups import lookup


def may_be_gated(rules: Rules, die: Expr | int, seat: Expr) -> Expr:
    """Whether ``die`` is on a card of ``seat`` and one that the die whose effect resolves gates in."""
    t = rules.table
    kinds = len(t.dice.kinds)
    by = t.figures.kind(t.source_die)
    named = t.figures.at("gates", by * kinds + t.figures.kind(die)) == 1
    return all_of(t.source >= 1, t.of(die, seat, CARD), named)


def add_gate(rules: Rules, says: tuple[Expr, str], onward: Writes) -> None:
    """The word by which a die gates another one in; ``says`` that it comes next."""
    t, timing, seat = rules.table, rules.timing, rules.queue.owners[0]
    rolling, rolled, die = "resolve/gating", "resolve/gated", rules.die()
    gate, result = rules.keyword("gate"), rules.keyword("gate-result")
    before = lookup("alike", [int(t.dice.alike(one)) for one in range(t.count)], die)
    timing.point(rolling, Kind.CHANCE, "a die that is gated in is rolled")
    timing.point(rolled, Kind.DECISION, "a die that is gated in has been rolled")
    timing.add(
        "resolve/gate", "resolve", rolling, seat, "gate {die} in",
        choices=[die],
        requires=[
            says, (may_be_gated(rules, die, seat), gate),
            (any_of(before == 0, t.zone[at_least(die - 1, 0)] != CARD), "model/alike-dice"),
        ],
        effect={t.picked[die]: 1, **onward}, cites=[rules.keyword("gate-type")],
    )  # fmt: skip
    timing.add(
        "resolve/gate-nothing", "resolve", "resolve", seat, "gate nothing in",
        requires=[says, (t.some(lambda one: may_be_gated(rules, one, seat)), gate)], effect=onward,
    )  # fmt: skip
    face, this = Choice("face", 1, 6), t.first(lambda one: t.picked[one] == 1)
    shows = t.face_figure("level", this, face) >= 1
    missed = USED if rules.reads("gate-result", "used") else CARD
    timing.add(
        "resolve/gating/roll", rolling, rolled, Agent.CHANCE, "roll the die",
        choices=[face],
        effect={
            **{cell: where(shows, cell, 0) for cell in t.picked},
            t.zone[this]: where(shows, t.zone[this], missed),
        },
        cites=[gate, result],
    )  # fmt: skip
    there = any_of(*(cell == 1 for cell in t.picked))
    for name, says_so, zone in (
        ("prep", "put it into the Prep Area", PREP), ("return", "put it back on its card", CARD),
    ):  # fmt: skip
        timing.add(
            f"resolve/gated/{name}", rolled, "resolve", seat, says_so,
            requires=[(there, result)], effect={**dict.fromkeys(t.picked, 0), t.zone[this]: zone},
        )  # fmt: skip
    timing.add(
        "resolve/gated/none", rolled, "resolve", Agent.RULES, "it shows no character",
        requires=[(negate(there), result)],
    )  # fmt: skip
