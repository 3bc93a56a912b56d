"""When programs of status effects and passive abilities run by themselves, and whose they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_throne.language import Moment
from dicelaw.model.effects.triggers import Trigger

if TYPE_CHECKING:
    from dicelaw.model.dice_throne.state.duel import Duel
    from dicelaw.model.kernel.expressions import Expr


def _turn(d: Duel) -> Expr:
    return d.turn


def _attacker(d: Duel) -> Expr:
    return d.attacker


def _defender(d: Duel) -> Expr:
    return d.defender


TRIGGERS = (
    Trigger(
        "setup", Moment.SETUP, ("setup",), "before the first turn", uses={"setup": ()}, does=_attacker
    ),
    Trigger(
        "upkeep", Moment.UPKEEP, ("upkeep",), "in the bearer's Upkeep Phase",
        uses={"upkeep": ("upkeep",)}, does=_turn,
    ),
    Trigger(
        "concluding", Moment.CONCLUDING, ("concluding",),
        "when the bearer's Offensive Roll Phase comes to its conclusion",
        uses={"concluding": ("concluding",)}, does=_attacker,
    ),
    Trigger(
        "attacking", Moment.ATTACKING, ("attacking",), "when the bearer attacks",
        uses={"attacking": ("attacking",)}, does=_attacker,
    ),
    Trigger(
        "phase-over", Moment.PHASE_OVER, ("phase-over",),
        "at the conclusion of the bearer's Roll Phase, before its damage is applied",
        uses={"phase-over": ("conclusion",)}, does=_attacker,
    ),
    Trigger(
        "opponent-phase-over", Moment.OPPONENT_PHASE_OVER, ("opponent-phase-over",),
        "at the conclusion of the Roll Phase of the bearer's opponent",
        uses={"phase-over": ("conclusion",)}, does=_defender,
    ),
    Trigger(
        "turn-end", Moment.TURN_END, ("turn-end",), "at the end of the bearer's turn",
        uses={"turn-end": ("turn-end",)}, does=_turn,
    ),
)  # fmt: skip
"""The moments, each with whose programs run; before the first turn those of all do, which that does not tell.

``uses`` has where what is due is resolved, and the window between two effects. Set-up is in nobody's turn.
"""
BEARERS = {Moment(one.number): one.does for one in TRIGGERS if one.does is not None}
"""Whose programs run at each moment, as the state of a duel has it."""
