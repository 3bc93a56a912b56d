"""Strategies for content: heroes of Dice Throne that nobody has printed, in the effect language."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

Entry = dict[str, Any]
STATUSES = ("evasive", "protect", "stun", "knockdown", "concussion")
"""Status effects of ours that a made-up hero may bring about."""
SYMBOLS = ("bow", "boot", "moon")
FACES = ("bow", "bow", "bow", "boot", "boot", "moon")
TIMINGS = ("main", "instant")
SLOTS = ("one", "two", "three")
ID = "made-up"


def content() -> st.SearchStrategy[str]:
    """The text of a content file with a hero called ``made-up``: abilities, a defence and cards.

    It is JSON, and so YAML too: in a folder of its own it is loaded by ``load_pack`` and ``--content``.
    """
    return _heroes().map(lambda hero: json.dumps({"source": "a strategy", "hero": hero}, indent=1))


def effects(*, attacking: bool = False) -> st.SearchStrategy[list[str]]:
    """One to three lines of the effect language; with damage of an attack first where it is ``attacking``."""
    few, status = st.integers(1, 5), st.sampled_from(STATUSES)
    line = st.one_of(
        few.map("heal {}".format), few.map("gain {} cp".format), st.integers(1, 2).map("draw {}".format),
        status.map("inflict {}".format), status.map("gain {}".format), few.map("deal {}".format),
    )  # fmt: skip
    if not attacking:
        return st.lists(line, min_size=1, max_size=3)
    damage = st.builds("damage {}{}".format, st.integers(1, 9), st.sampled_from(["", " undefendable"]))
    return st.builds(lambda first, more: [first, *more], damage, st.lists(line, max_size=2))


@st.composite
def _heroes(draw: st.DrawFn) -> Entry:
    needs = st.builds("{} {}".format, st.integers(2, 5), st.sampled_from(SYMBOLS))
    straights = st.sampled_from(["small straight", "large straight"])
    slots = SLOTS[: draw(st.integers(1, len(SLOTS)))]
    offense = [
        {"slot": slot, "name": slot.title(), "level": 1, "needs": draw(needs | straights),
         "effect": draw(effects(attacking=True))}
        for slot in slots
    ]  # fmt: skip
    guard = f"prevent {draw(st.integers(1, 2))} per {draw(st.sampled_from(SYMBOLS))}"
    defense = {
        "slot": "guard",
        "name": "Guard",
        "level": 1,
        "dice": draw(st.integers(1, 5)),
        "effect": [guard],
    }
    cards = [
        {"id": f"card-{number}", "name": f"Card {number}", "timing": draw(st.sampled_from(TIMINGS)),
         "cost": draw(st.integers(0, 4)), "effect": draw(effects())}
        for number in range(1, 1 + draw(st.integers(0, 4)))
    ]  # fmt: skip
    return {
        "id": ID, "name": "Made Up", "symbols": draw(st.permutations(FACES)),
        "slots": [*slots, "guard"], "offense": offense, "defense": [defense], "cards": cards,
    }  # fmt: skip
