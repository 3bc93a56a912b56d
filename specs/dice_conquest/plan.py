"""What is checked of Dice Conquest: its machine, and the situations that walks start from."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from dicelaw.model.dice_conquest.machine import QuestMachine, open_quest
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

USUAL = 0.85
"""How often a figure of a card that a situation leaves open is the usual one."""
SMALL = 8
"""The greatest figure that is drawn but for the greatest that there is."""


def machine(readings: Mapping[str, str] | None = None) -> QuestMachine:
    """The game with open content."""
    return open_quest(readings)


def situation(machine: Machine, random: Random) -> State:
    """A start of ``machine`` with any number of heroes, and some figures of cards that are not the usual."""
    state = list(machine.start)
    for place in sorted(machine.given):
        slot = machine.slots[place]
        if slot.name == "heroes":
            state[place] = random.randint(slot.lo, slot.hi)
        elif not slot.name.endswith("[none]") and random.random() > USUAL:
            state[place] = random.choice((slot.hi, random.randint(slot.lo, min(slot.hi, SMALL))))
    return tuple(state)
