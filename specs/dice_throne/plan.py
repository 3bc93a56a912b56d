"""What is checked of Dice Throne: its machines, its properties, and the situations that walks start from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import DuelMachine, duel, open_duel
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

USUAL = 0.6
"""How often a number that a situation leaves open is the usual one; else it is one more, or any."""


DUELS = {"duel": ("barbarian", "paladin"), "rich": ("cursed-pirate", "artificer")}
"""The machines with the content of two heroes; those of ``rich`` bring most of what runs by itself."""
OPEN = "open"
"""The machine with open content."""


def machines(
    readings: Mapping[str, str] | None = None,
    content: Path | None = None,
    names: Sequence[str] = (OPEN, *DUELS),
) -> dict[str, DuelMachine]:
    """The machines ``names``: :data:`OPEN` and :data:`DUELS`.

    The status effects and the common cards are ours and those in the folder ``content``.
    """
    pack = load_pack([content] if content is not None else ())
    return {
        name: open_duel(pack, readings) if name == OPEN else duel(pack, DUELS[name], readings)
        for name in names
    }


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
