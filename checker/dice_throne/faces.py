"""Dice that an ability of Dice Throne asks for."""

from __future__ import annotations

from random import Random

from dicelaw.model.dice_throne.language import Needs
from dicelaw.model.dice_throne.state.duel_state import DICE


def asked_for(needs: Needs, draw: Random) -> list[int]:
    """For each die that ``needs`` asks for the faces that do, as a bit set; of several ways one by chance."""
    if needs.of_a_kind:
        return [1 << draw.randint(0, 5)] * needs.of_a_kind
    if needs.straight:
        first = draw.randint(0, 6 - needs.straight)
        return [1 << face for face in range(first, first + needs.straight)]
    return [mask for mask, count in needs.symbols for _ in range(count)]


def faces_for(needs: Needs, draw: Random) -> list[int]:
    """Five dice that fulfil ``needs``, the others by chance."""
    masks = [*asked_for(needs, draw), *[63] * DICE][:DICE]
    return [draw.choice([face for face in range(1, 7) if mask >> (face - 1) & 1]) for mask in masks]
