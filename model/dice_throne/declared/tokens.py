"""Words about tokens of status effects; the machine has them in ``words_tokens``."""

from __future__ import annotations

from dataclasses import replace

from dicelaw.model.dice_throne.declared.arguments import (
    COUNT,
    EVERYWHERE,
    OF,
    OF_CHOSEN,
    OPPONENT,
    OTHER,
    PER,
    SIGN,
    STATUS,
    SUBJECT,
    SUBJECT_OR_EACH,
    WHOLE,
    N,
)
from dicelaw.model.dice_throne.language import Op
from dicelaw.model.effects.words import Word

TOKEN = Word(
    "token", Op.TOKEN,
    ("{who}gain[s] {all} as {status}", "{who}gain[s] {n}{status}{per}", "inflict {n}{status}{per}"),
    "{who:gain} {n}", (SUBJECT, WHOLE, COUNT, STATUS, PER), uses=EVERYWHERE,
    examples=("gain half of rolled as chi", "chosen player gains crit", "inflict stun"), target=OPPONENT,
    does_if="always; up to the stack limit",
)  # fmt: skip
INFLICTED = replace(TOKEN, says="inflict {n} on {who}")
"""How it is said of tokens for an opponent."""

WORDS = (
    Word(
        "pay", Op.PAY, ("pay up to {n} {status}",), "give up as many as you like of {n:CP}", (N, STATUS),
        uses=EVERYWHERE, examples=("pay up to 4 chi",),
        does_if="the owner has some of it",
    ),
    Word(
        "turn-into", Op.TURN_INTO, ("{who}turn[s] {status} into {other}",),
        "turn one {status} of {who} into one {other}", (SUBJECT, STATUS, OTHER), uses=EVERYWHERE,
        examples=("turn seedling into sapling",),
        does_if="the player has the one, and room for the other",
    ),
    Word(
        "ward", Op.WARD, ("prevent one inflicted status",),
        "remove one status effect token that this attack inflicted", uses=EVERYWHERE,
        does_if="the attack inflicted a token on the owner, who defends",
    ),
    Word(
        "shield", Op.SHIELD, ("keep off one negative status",),
        "one negative status effect token that the attack would inflict may be kept off", uses=EVERYWHERE,
        does_if="the attack against the owner concludes, and is no Ultimate",
    ),
    TOKEN,
    Word(
        "remove", Op.REMOVE, ("{who}lose[s] {n}{status}{per}",), "{who:lose} {n}",
        (SUBJECT_OR_EACH, COUNT, STATUS, PER), uses=EVERYWHERE, examples=("opponent loses 1 chi",),
        does_if="always; as many as there are",
    ),
    Word(
        "remove-one", Op.REMOVE_ONE, ("remove one status{who}",),
        "remove one status effect token from {who}", (OF,), uses=EVERYWHERE,
        examples=("remove one status of chosen player",),
        does_if="the player has a token that may be removed",
    ),
    Word(
        "remove-all", Op.REMOVE_ALL, ("remove all {sign}statuses{who}",),
        "remove all status effect tokens from {who}", (SIGN, OF), uses=EVERYWHERE,
        examples=("remove all negative statuses",),
    ),
    Word(
        "transfer", Op.TRANSFER, ("transfer one status{who}",),
        "move one status effect token from {who} to another player", (OF_CHOSEN,), uses=EVERYWHERE,
        examples=("transfer one status",),
        does_if="the player has a token that may be moved",
    ),
    Word(
        "limit", Op.LIMIT, ("raise limit of {status} by {n}",), "raise your stack limit by {n}",
        (STATUS, N), uses=EVERYWHERE, examples=("raise limit of chi by 1",),
        does_if="always; for the rest of the game",
    ),
)  # fmt: skip
