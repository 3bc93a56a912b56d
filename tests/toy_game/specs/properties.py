"""What must hold of every play of Lantern."""

from __future__ import annotations

from dicelaw.specs.bugs import rewriting
from dicelaw.specs.property import Always, Goal, Property
from toy_game.model.machine import Lantern


def properties(made: Lantern) -> list[Property]:
    """Every property, about the fields of ``made``."""
    return [
        Property(
            "end/lost-in-the-dark",
            "All have lost only where the light is out, and won only where it burns.",
            Always(made.light == 0, "lost"),
            ("end/dark",),
            machine="game",
            goal=Goal("it is dark", made.light == 0, "lost"),
            bug=rewriting("next/lost", made.light, lambda light: light + 1, "a light is left"),
        ),
    ]
