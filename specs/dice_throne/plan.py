"""What is checked of Dice Throne: its machines, its properties, and the situations that walks start from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from random import Random

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import DuelMachine, duel, open_duel
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.model.parts import Parts

_PARTS: defaultdict[str, Parts] = defaultdict(Parts)
"""What was built of each game of our own content in this process, by name."""
USUAL = 0.6
"""How often a number that a situation leaves open is the usual one; else it is one more, or any."""


def machine(readings: Mapping[str, str] | None = None, content: Path | None = None) -> DuelMachine:
    """The duel with open content; the status effects are ours and those in the folder ``content``."""
    if content is not None:
        return open_duel(load_pack([content]), readings)
    return open_duel(load_pack(), readings, parts=_PARTS["open"])


def with_cards(readings: Mapping[str, str] | None = None) -> DuelMachine:
    """A duel of two of our heroes, whose cards are told apart."""
    return duel(load_pack(), readings=readings, parts=_PARTS["cards"])


def situation(machine: Machine, random: Random) -> State:
    """A start of ``machine`` with other health, combat points and tokens where its start leaves them open."""
    state = list(machine.start)
    for place in sorted(machine.given):
        slot = machine.slots[place]
        draw = random.random()
        if slot.name.startswith("health"):
            state[place] = random.choice((1, 2, 3, 8, slot.hi)) if draw < USUAL else state[place]
        elif draw > USUAL:
            state[place] = min(slot.lo + 1, slot.hi)
    return tuple(state)
