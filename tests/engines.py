"""The example engines, and a short play for each classic mistake."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path

from dicelaw.oracle.conform.cases import read_vectors
from dicelaw.oracle.conform.engine import Supervised
from dicelaw.oracle.conform.plays import built
from dicelaw.oracle.conform.run import Plan, Tally, conform

ENGINES = Path(__file__).resolve().parents[1] / "examples" / "engines"
sys.path.insert(0, str(ENGINES))

from faithful import Engine  # noqa: E402 (the examples are no part of the package)
from faults import (  # noqa: E402 (same)
    FAULTS,
    avoided_ultimate,
    one_after_the_other,
    prevented_last,
    rounded_down,
)
from table_faults import TABLE_FAULTS  # noqa: E402 (same)


def setup(start, one=None, two=None, *, turn=1, heroes=("barbarian", "paladin")):
    players = [{"hero": hero, **(more or {})} for hero, more in zip(heroes, (one, two), strict=True)]
    return {"game": "dice-throne", "turn": str(turn), "start": start, "players": players}


def step(transition, **choices):
    return {"transition": transition, "choices": choices}


def dice(*faces, at="offense/roll/die"):
    return [step(at, face=face) for face in faces]


def announce(ability):
    return step("offense/choose/announce", ability=ability)


ATTACK = "offense/begin"
SMACK = [*dice(1, 1, 1, 4, 6), announce("barbarian/smack")]
REROLL = [step("offense/choose/reroll", dice=1), *dice(1)]
PROTECTED = {"tokens": {"protect": 1}}
OPENING = setup("setup")
DEALT = [
    step("setup/start-player", player="1"),
    *(
        step("draw/card", card=f"barbarian/{card}")
        for card in ("concuss", "head-bash", "get-some", "feelin-good")
    ),
    *(
        step("draw/card", card=f"paladin/{card}")
        for card in ("divine-favor", "mighty", "blessed", "absolution")
    ),
    step("main-1/pass"),
]
PLAYS = {
    "halves-in-turn": None,
    "prevention-last": None,
    "half-rounded-down": (
        setup(ATTACK, {}, PROTECTED),
        [*dice(1, 1, 1, 5, 6), announce("barbarian/smack"),
         step("defense/choose/defend", ability="paladin/divine-defense"),
         *dice(3, 1, 1, at="defense/roll/die"),
         step("defense/rolled/declare", action="status/protect/prevent-half"), step("main-2/pass")],
    ),
    "avoided-ultimate": None,
    "answered-ultimate": (
        setup(ATTACK, PROTECTED, turn=2),
        [*dice(6, 6, 6, 6, 6), announce("paladin/resolute-faith"), step("main-2/pass")],
    ),
    "healing-first": (
        setup(ATTACK, {"health": 60}, turn=2),
        [*dice(1, 1, 1, 3, 3), announce("paladin/righteous-combat"), *dice(1, 1, at="resolve/roll/die"),
         step("defense/choose/defend", ability="barbarian/thick-skin"), *dice(4, 4, 4, at="defense/roll/die"),
         step("main-2/pass")],
    ),
    "no-stack-limit": (
        setup("main-1", {}, {"cp": 15, "hand": ["consecration"], "tokens": {"protect": 1}}, turn=2),
        [step("main-1/play", action="paladin/consecration"), step("resolve/or/first")],
    ),
    "stun-acts": (setup("main-1", {"tokens": {"stun": 1}}), []),
    "knockdown-stays": (setup(ATTACK, {"tokens": {"knockdown": 1}}), []),
    "concussion-stays": (setup("income", {"tokens": {"concussion": 1}}), []),
    "fourth-attempt": (
        setup(ATTACK), [*dice(1, 1, 1, 4, 6), *REROLL, *REROLL, announce("barbarian/smack")]
    ),
    "main-card-anytime": (setup(ATTACK, {"cp": 3, "hand": ["concuss"]}), dice(1, 1, 1, 4, 6)),
    "free-cards": (setup("main-1", {"cp": 0, "hand": ["concuss"]}), []),
    "no-cp-limit": (setup("income", {"cp": 15}), []),
    "no-hand-limit": (
        setup("discard", {"hand": ["concuss", "head-bash", "get-some", "feelin-good", "adrenaline-surge",
                                   "transference", "tip-it"]}), []
    ),
    "pure-enhanced": (
        setup(ATTACK, {"cp": 5, "hand": ["throwing-stars"], "board": {"smoke-screen": 2}},
              heroes=("ninja", "paladin")),
        [*dice(4, 4, 4, 6, 6), announce("ninja/kuji-kiri"), step("defense/choose/decline"),
         step("main-2/pass")],
    ),
    "defends-undefendable": (
        setup(ATTACK),
        [*dice(1, 1, 6, 6, 4), announce("barbarian/sturdy-blow"), step("defense/choose/decline")],
    ),
    "instants-out-of-order": (
        setup("main-1", {}, {"cp": 5, "hand": ["getting-paid"]}), [step("main-1/pass")]
    ),
    "any-dice": (setup(ATTACK), [*dice(1, 1, 4, 4, 6), step("offense/choose/decline")]),
    "companion-for-anyone": (setup(ATTACK), [*SMACK, step("defense/choose/decline")]),
    "opening-hand-of-five": (OPENING, DEALT[:6]),
    "first-income": (OPENING, DEALT),
    "other-player-starts": (OPENING, DEALT[:-1]),
    "reacts-twice": (
        setup("main-1", {"tokens": {"blood-power": 4, "concussion": 1}},
              heroes=("vampire-lord", "barbarian")),
        [step("main-1/act", action="status/blood-power/cleanse"),
         step("resolve/pick-token/remove-one", status="concussion")],
    ),
    "half-sent-back-late": (
        setup(ATTACK, {}, {"tokens": {"protect": 1, "retribution": 1}}),
        [*SMACK, step("defense/start/declare", action="status/protect/prevent-half"),
         step("defense/start/declare", action="status/retribution/half-back"), step("defense/choose/decline"),
         step("main-2/pass")],
    ),
    "sold-for-two": (setup("main-1", {"hand": ["concuss"]}), [step("main-1/sell", card="barbarian/concuss")]),
}  # fmt: skip
"""For each fault a play that shows it; none where the damage totals do."""


@cache
def case(fault):
    """The play for ``fault`` as a case."""
    made = built(f"example/{fault}", *PLAYS[fault])
    assert made is not None, f"the play for {fault} is not legal"
    return made


def vectors(folder, faults):
    """Write the plays for ``faults`` into ``folder``; the folder."""
    folder.mkdir(exist_ok=True)
    rows = [case(fault).as_vector for fault in faults if PLAYS[fault] is not None]
    text = "".join(f"{json.dumps(row)}\n" for row in rows)
    (folder / "vectors.jsonl").write_text(text, encoding="utf-8")
    return folder


def run(engine, vectors=None, explore=0, seed=0, mode=""):
    """The tally of a run on ``engine``, here in this process."""
    tally = Tally()
    given = () if vectors is None else read_vectors(vectors, "dice-throne")
    for _ in conform(Plan("dice-throne", given, explore, seed, mode), Supervised(lambda: engine), tally):
        pass
    return tally


__all__ = [
    "ENGINES",
    "FAULTS",
    "PLAYS",
    "TABLE_FAULTS",
    "Engine",
    "avoided_ultimate",
    "case",
    "one_after_the_other",
    "prevented_last",
    "rounded_down",
    "run",
    "vectors",
]
