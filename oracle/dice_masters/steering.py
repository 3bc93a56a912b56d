"""Plays of Dice Masters in which two cards, or Globals, may well be used."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from dicelaw.model.dice_masters.cards.cards import Energy
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import FIELD, RESERVE
from dicelaw.oracle.dice_masters.guided_play import TableSeeker

LENGTH = 50
"""How many decisions, dice and draws a play has at most."""
FIELDED, PAYING = 0.6, 0.6
"""How often a character of the pair is fielded already, and a starting die shows energy to pay with."""


class SteeredSeeker(TableSeeker):
    """Makes positions in which dice of the cards ``wanted`` lie ready, and plays in which they are used."""

    def __init__(self, game: str, teams: str, opened: TableMachine, draw: Random) -> None:
        super().__init__(game, teams, opened, "")
        self.random = draw
        self._laid: dict[int, tuple[int, int]] = {}

    def ready(self, cards: Collection[str]) -> dict[str, Any]:
        """A position with a die of each of ``cards`` in play or in reserve, and energy to pay with."""
        dice, draw = self.opened.table.dice, self.random
        self._laid = {}
        for card in cards:
            mine = [
                die for die, kind in enumerate(dice.dice)
                if (one := dice.kinds[kind].card) is not None and one.id == card
            ]  # fmt: skip
            for die in draw.sample(mine, draw.randint(1, len(mine))):
                self._laid[die] = self._ready(die)
        for die, kind in enumerate(dice.dice):
            if not kind and draw.random() < PAYING:
                self._laid[die] = RESERVE, draw.choice(self._energies(die))
        setup = self.setup()
        while setup["start"] == "setup":
            setup = self.setup()
        for seat, row in enumerate(setup["players"], 1):
            most = self.opened.table.life_start
            row["life"] = min(max(row["life"], draw.choice((1, 5, 10))), most)
            if str(seat) != setup["turn"]:
                self._at_rest(row)
        return setup

    def _at_rest(self, row: dict[str, Any]) -> None:
        """Let ``row``, of the player whose turn it is not, have nothing but energy in reserve."""
        dice, names = self.opened.table.dice, self.opened.table.dice.names
        for name, face in row.get("reserve", {}).items():
            die = names.index(name)
            if dice.kinds[dice.dice[die]].faces[face - 1].energy is Energy.NONE:
                row["reserve"][name] = self.random.choice(self._energies(die))

    def _ready(self, die: int) -> tuple[int, int]:
        """Where a wanted die lies, and what it shows."""
        faces = self.opened.table.dice.kinds[self.opened.table.dice.dice[die]].faces
        levels = [at for at, face in enumerate(faces, 1) if face.level]
        if levels:
            return FIELD if self.random.random() < FIELDED else RESERVE, self.random.choice(levels)
        return RESERVE, self.random.choice([at for at, face in enumerate(faces, 1) if face.action])

    def _energies(self, die: int) -> list[int]:
        faces = self.opened.table.dice.kinds[self.opened.table.dice.dice[die]].faces
        return [at for at, face in enumerate(faces, 1) if face.energy is not Energy.NONE]

    def _place(self, die: int, crowd: float) -> tuple[int, int]:
        """Where it was laid, or anywhere."""
        return self._laid[die] if die in self._laid else super()._place(die, crowd)
