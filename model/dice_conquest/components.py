"""What the game is made of: its dice, where dice and cards can be, and the greatest figures of cards."""

from __future__ import annotations

from enum import IntEnum

SIDES = (4, 6, 8, 10, 10, 12, 20)
DICE = ("d4", "d6", "d8", "d10", "d10%", "d12", "d20")
STARTING_HEALTH = (0, 20, 10, 6, 4)
"""The health that each hero starts with, by the number of heroes."""
SEATS_MOST = 4
AVAILABLE, SPENT, FIRST_CARD = 0, 1, 2
"""Where a die is; on card number c it is at ``FIRST_CARD + c - 1``."""
CREATURES_DRAWN = 3
MOST = 60
"""The greatest amount, health or damage that a card can have."""
SLEW = 2
"""That the Critical Hit was used, and a creature is slain by it."""


class Place(IntEnum):
    """Where a card is; from ``HELD`` on with the hero of that seat."""

    DECK = 0
    DISPLAY = 1
    GONE = 2
    BOX = 3
    HELD = 4


class Back(IntEnum):
    """Where play goes on after an effect or a judgement of what is slain."""

    TURN = 0
    ATTACK = 1
    AFTER = 2
    DICE = 3


class Cause(IntEnum):
    """What deals damage."""

    REVEAL = 0
    STING = 1
    ROUND = 2


class Rolled(IntEnum):
    """What dice are rolled for."""

    ROUND = 0
    ATTACK = 1
    EFFECT = 2
