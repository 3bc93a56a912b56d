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
)  # fmt: skip
INFLICTED = replace(TOKEN, says="inflict {n} on {who}")
"""How it is said of tokens for an opponent."""

WORDS = (
    Word(
        "pay", Op.PAY, ("pay up to {n} {status}",), "give up as many as you like of {n:CP}", (N, STATUS),
        uses=EVERYWHERE, examples=("pay up to 4 chi",),
    ),
    Word(
        "turn into", Op.TURN_INTO, ("{who}turn[s] {status} into {other}",),
        "turn one {status} of {who} into one {other}", (SUBJECT, STATUS, OTHER), uses=EVERYWHERE,
        examples=("turn seedling into sapling",),
    ),
    Word(
        "ward", Op.WARD, ("prevent one inflicted status",),
        "remove one status effect token that this attack inflicted", uses=EVERYWHERE,
    ),
    Word(
        "shield", Op.SHIELD, ("keep off one negative status",),
        "one negative status effect token that the attack would inflict may be kept off", uses=EVERYWHERE,
    ),
    TOKEN,
    Word(
        "remove", Op.REMOVE, ("{who}lose[s] {n}{status}{per}",), "{who:lose} {n}",
        (SUBJECT, COUNT, STATUS, PER), uses=EVERYWHERE, examples=("opponent loses 1 chi",),
    ),
    Word(
        "remove one", Op.REMOVE_ONE, ("remove one status{who}",),
        "remove one status effect token from {who}", (OF,), uses=EVERYWHERE,
        examples=("remove one status of chosen player",),
    ),
    Word(
        "remove all", Op.REMOVE_ALL, ("remove all {sign}statuses{who}",),
        "remove all status effect tokens from {who}", (SIGN, OF), uses=EVERYWHERE,
        examples=("remove all negative statuses",),
    ),
    Word(
        "transfer", Op.TRANSFER, ("transfer one status{who}",),
        "move one status effect token from {who} to another player", (OF_CHOSEN,), uses=EVERYWHERE,
        examples=("transfer one status",),
    ),
    Word(
        "limit", Op.LIMIT, ("raise limit of {status} by {n}",), "raise your stack limit by {n}",
        (STATUS, N), uses=EVERYWHERE, examples=("raise limit of chi by 1",),
    ),
)  # fmt: skip
