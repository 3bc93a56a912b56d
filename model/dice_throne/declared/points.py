"""Words about combat points; the machine has them in ``words``."""

from __future__ import annotations

from dicelaw.model.dice_throne.declared.arguments import COUNT, EVERYWHERE, HALF, PER, SUBJECT, WHOLE
from dicelaw.model.dice_throne.language import Op
from dicelaw.model.effects.words import Word

WORDS = (
    Word(
        "cp", Op.CP, ("{who}gain[s] {all} as cp", "{who}gain[s] {part} as cp", "{who}gain[s] {n}cp{per}"),
        "{who:gain} {n:CP}", (SUBJECT, WHOLE, HALF, COUNT, PER), uses=EVERYWHERE,
        examples=("gain half of rolled as cp", "gain half of own cp as cp", "gain 1 cp per prayer"),
        does_if="always; up to 15",
    ),
    Word(
        "lose-cp", Op.LOSE_CP, ("{who}lose[s] {n}cp{per}",), "{who:lose} {n:CP}", (SUBJECT, COUNT, PER),
        uses=EVERYWHERE, examples=("opponent loses 1 cp",),
        does_if="always; down to 0",
    ),
    Word(
        "steal-cp", Op.STEAL_CP, ("steal {n}cp{per}",), "steal {n:CP}", (COUNT, PER), uses=EVERYWHERE,
        examples=("steal 2 cp",),
        does_if="always; as many as there are",
    ),
    Word(
        "steal-health", Op.STEAL_HEALTH, ("steal {n}health{per}",), "steal {n:health}", (COUNT, PER),
        uses=EVERYWHERE, examples=("steal 1 health",),
        does_if="always; as much as there is",
    ),
)  # fmt: skip
