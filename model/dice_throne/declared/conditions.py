"""Conditions on dice and on what players have; the machine has them in columns of the instructions."""

from __future__ import annotations

from dataclasses import replace

from dicelaw.model.dice_throne.declared.arguments import FACES, NAME
from dicelaw.model.dice_throne.language import Pool, Who
from dicelaw.model.effects.words import Argument, Condition, numbered

DICE = Argument("dice", names={f"{pool.name.lower()} dice": pool for pool in Pool})
"""The dice that a condition looks at; a line says them at its end."""
SHOWN_FACES = Argument("faces", free=FACES, sample="sword")
HOLDER = Argument(
    "holder", names={"own": Who.SELF, "opponent's": Who.OPPONENT, "that player's": Who.THAT_PLAYER}
)
HELD = Argument("held", free="no|[0-9]|exactly [0-9]", after=" ", usual=1, sample="2")
STATUS = Argument("status", free=rf"(?!(?:cp|exactly|no)(?![a-z0-9-])){NAME}", sample="chi")

SHOWN = Condition(
    "shown", 1, ("{count}{faces}",), "{count} {dice} {faces:shows|show}",
    (Argument("count", 1, 5, after=" ", usual=1), SHOWN_FACES, DICE), examples=("2 sword",),
)  # fmt: skip
NONE = Condition(
    "none", 2, ("no {faces}",), "none of the {dice} shows {faces}",
    (replace(SHOWN_FACES, sample="helm"), DICE),
)  # fmt: skip
SUM = Condition(
    "sum", 3, ("sum {sum}",), "the sum of the {dice} is at least {sum}", (Argument("sum", 0, 99), DICE),
    examples=("sum 14",),
)  # fmt: skip
SUM_MOST = Condition(
    "sum-most", 4, ("sum at most {most}",), "the sum of the {dice} is at most {most}",
    (Argument("most", 0, 99), DICE), examples=("sum at most 6",),
)  # fmt: skip
ALIKE = Condition(
    "alike", 5, ("{alike} of a kind",), "{alike} of the {dice} are equal", (Argument("alike", 2, 5), DICE),
    examples=("4 of a kind",),
)  # fmt: skip
POINTS = Condition(
    "points", 6, ("{holder} {cp} cp",), "{holder:has} at least {cp} CP", (HOLDER, Argument("cp", 1, 9)),
    examples=("own 2 cp",),
)  # fmt: skip
TOKENS = Condition(
    "tokens", 7, ("{holder} {held}{status}",), "{holder:has} {held:tokens of} {status}",
    (HOLDER, HELD, STATUS), examples=("opponent's no bleed",),
)  # fmt: skip
CONDITIONS = tuple(numbered((SHOWN, NONE, SUM, SUM_MOST, ALIKE, POINTS, TOKENS)).values())
