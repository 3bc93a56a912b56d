"""What is checked of Dice Masters: a machine with open content, its properties, and where walks start."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import FEW, SEVERAL, TableMachine, game, open_game
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.model.parts import Parts

ONE = ("printed cost", "printed fielding cost", "printed global cost")
"""Figures that walks keep small, so that something can be paid."""


STARTING = 4
"""How many starting dice each player has where proofs are about tokens."""
DEMO_TEAMS = {"2016": "faerun-demo", "2018": "x-men-demo"}
_PARTS: defaultdict[tuple[str, str], Parts] = defaultdict(Parts)
"""What was built of each game in this process, by edition and name."""


def proving_tables(edition: str, readings: Mapping[str, str] | None = None) -> dict[str, TableMachine]:
    """The games that proofs are about: few and several dice with any cards, the demo's teams, and tokens."""
    teams = load_pack().teams
    few, several = (
        open_game(edition, readings, teams=one, parts=_PARTS[edition, name])
        for name, one in (("open", FEW), ("several", SEVERAL))
    )
    demo, tokens = (
        game(one, edition, readings, parts=_PARTS[edition, name])
        for name, one in (
            ("demo", teams[DEMO_TEAMS[edition]]),
            ("tokens", replace(teams["tokens"], sidekicks=STARTING)),
        )
    )
    return {"open": few, "several": several, "demo": demo, "tokens": tokens}


def situation(machine: Machine, random: Random) -> State:
    """A start of ``machine`` with some life, and with any figures and programs."""
    state = list(machine.start)
    for place in sorted(machine.given):
        slot = machine.slots[place]
        if slot.name.startswith(ONE):
            state[place] = random.choice((0, 1, 1, 2))
        elif slot.name.startswith("life"):
            state[place] = random.randint(1, 6)
        else:
            state[place] = random.randint(0, 3) if slot.open_above else random.randint(slot.lo, slot.hi)
    return tuple(state)
