"""Duels as an onlooker sees them: stages for plays, and positions in the words of a setup."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dicelaw.checker.stage import Stage, View
from dicelaw.model.content.document import Document
from dicelaw.model.dice_throne.duel_state import Duel
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games import KEPT
from dicelaw.oracle.position import open_scenario
from dicelaw.oracle.scenario import of_document
from dicelaw.oracle.session import Session


def stage_of(opened: DuelMachine) -> Stage:
    """The stage of ``opened``; states are seen as an ``Observation`` has them."""
    return _stage(opened.machine, opened.duel)


@lru_cache(maxsize=KEPT)
def _stage(machine: Machine, duel: Duel) -> Stage:
    return Stage(machine, view_of(duel))


def view_of(d: Duel) -> View:
    """What an ``Observation`` has of a state: two look the same where their observations are equal."""
    shown = _shown(d)
    beside = [
        tuple(array[seat].args[0] for array in (d.has_companion, d.companion, d.companion_up))
        for seat in range(len(d.health))
    ]

    def view(state: State) -> object:
        companions = [state[has] and (state[health], state[up]) for has, health, up in beside]
        return state[0], [state[place] for place in shown], companions

    return view


def _shown(d: Duel) -> list[int]:
    arrays = (d.health, d.cp, d.tokens, d.hand, d.library, d.pile, d.dice)
    return [cell.args[0] for array in arrays for cell in array]


def seen_slots(d: Duel) -> list[int]:
    """Every slot that an onlooker sees."""
    beside = [cell.args[0] for array in (d.has_companion, d.companion, d.companion_up) for cell in array]
    return [*_shown(d), *beside]


def session_of(setup: Mapping[str, Any], readings: Mapping[str, str] | None = None) -> Session:
    """A session at the beginning of ``setup``, a ``Setup``; ``readings`` win over its own.

    Raises UserError for one that cannot be.
    """
    return open_scenario(of_document(Document("setup", dict(setup)), setup["game"]), readings)
