"""What is checked of Dice Conquest: its machine, and the situations that walks start from."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from dicelaw.model.dice_conquest.content_tables import LINE_FIGURES
from dicelaw.model.dice_conquest.machine import OPEN_CREATURES, QuestMachine, open_quest
from dicelaw.model.dice_conquest.vocabulary import ABILITIES, CRITICALS, ITEMS
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.model.parts import Parts

_PARTS = Parts()
"""What was built of the game in this process."""
USUAL = 0.85
"""How often a figure of a card that a situation leaves open is the usual one."""
SMALL = 8
"""The greatest figure that is drawn but for the greatest that there is."""
WORDS = {"hero.ability": ABILITIES, "hero.critical": CRITICALS, "card.item": ITEMS}
"""The figures that are words, each with those that are drawn; the amount of each is drawn with it."""

LINE = tuple(f"line.{figure}" for figure in LINE_FIGURES)
"""The figures of further lines."""
SELDOM = 0.3
"""How often a line has a condition, or another line after it."""

BOSS = ("card.item", f"{OPEN_CREATURES}]")
"""The boss has no item."""


def machine(readings: Mapping[str, str] | None = None) -> QuestMachine:
    """The game with open content."""
    return open_quest(readings, parts=_PARTS)


def situation(machine: Machine, random: Random) -> State:
    """A start of ``machine`` with any number of heroes, and some figures of cards that are not the usual."""
    state = list(machine.start)
    for place in sorted(machine.given):
        slot = machine.slots[place]
        figure, _, of = slot.name.partition("[")
        if slot.name == "heroes":
            state[place] = random.randint(slot.lo, slot.hi)
        elif of == "0]":  # no card
            continue
        elif figure in WORDS:
            if random.random() > 0.5 and (figure, of) != BOSS:
                state[place] = random.choice(WORDS[figure]).number
        elif figure.partition("_")[0] in WORDS and "_number" not in figure:
            word = state[machine.slot_index[f"{figure.partition('_')[0]}[{of}"]]
            state[place] = _of_line(figure.rpartition("_")[2], slot.hi, random) if word else 0
        elif figure in LINE:
            state[place] = _of_line(figure.removeprefix("line."), slot.hi, random)
        elif random.random() > USUAL:
            state[place] = random.choice((slot.hi, random.randint(slot.lo, min(slot.hi, SMALL))))
    return tuple(state)


def _of_line(figure: str, most: int, random: Random) -> int:
    """A figure of a line, which is ``most`` at the most."""
    if figure in ("amount", "bound"):
        return random.randint(1, SMALL)
    if figure == "word":
        return random.randint(0, most)
    return random.randint(1, most) if random.random() < SELDOM else 0
