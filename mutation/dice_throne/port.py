"""Dice Throne, as those ask who plant mistakes in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING

from dicelaw.model.dice_throne.machine import DuelMachine

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from dicelaw.checker.verify.proof_session import Plan
    from dicelaw.model.kernel.expressions import Expr
    from dicelaw.mutation.content_mutant import ContentMutant
    from dicelaw.mutation.ports import Contents
    from dicelaw.oracle.games.ports import Opened
    from dicelaw.specs.property import Property


class DuelPort:
    """See :class:`~dicelaw.mutation.ports.Port`."""

    def contents(self, _game: str, mode: str) -> Contents:
        """Heroes, cards and status effects."""
        from dicelaw.mutation.dice_throne.contents import DuelContents

        return DuelContents(mode)

    def plan(self, mode: str) -> Plan:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        from dicelaw.checker.verify.plans import plan
        from dicelaw.specs.dice_throne.modes.port import PORT as SEVERAL
        from dicelaw.specs.dice_throne.modes.properties import MACHINES

        found, own = plan(SEVERAL.game), MACHINES[mode]
        stated = [one for one in found.properties if one.machine in own]
        return replace(found, properties=stated, machines={name: found.machines[name] for name in own})

    def noticed(self, mutant: ContentMutant) -> str:
        """The row of `dicelaw verify` about content that no longer holds."""
        from dicelaw.mutation.dice_throne.contents import noticed

        return noticed(mutant)

    def shown(self, opened: Opened) -> Sequence[Expr]:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        from dicelaw.oracle.dice_throne.view import shown

        assert isinstance(opened, DuelMachine)
        return shown(opened.duel)

    def invariants(self, opened: Opened) -> Sequence[Property]:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        from dicelaw.specs.dice_throne.invariants.acting import acting
        from dicelaw.specs.dice_throne.invariants.announced import announced
        from dicelaw.specs.dice_throne.invariants.cards_in_play import cards_in_play
        from dicelaw.specs.dice_throne.invariants.defensive_dice import defensive_dice
        from dicelaw.specs.dice_throne.invariants.instruction_due import instruction_due
        from dicelaw.specs.dice_throne.invariants.landed import landed
        from dicelaw.specs.dice_throne.invariants.programs import programs
        from dicelaw.specs.dice_throne.invariants.structure import structure
        from dicelaw.specs.dice_throne.invariants.under_way import under_way
        from dicelaw.specs.dice_throne.invariants.upgrades import upgrades

        assert isinstance(opened, DuelMachine)
        stated = (
            structure, instruction_due, programs, acting, cards_in_play, under_way, announced, landed,
            upgrades, defensive_dice,
        )  # fmt: skip
        return [one(opened) for one in stated]

    def properties(self, opened: Opened) -> Sequence[Property]:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        from dicelaw.specs.dice_throne.modes.properties import mode_properties
        from dicelaw.specs.dice_throne.properties.properties import properties

        assert isinstance(opened, DuelMachine)
        return properties(opened) if opened.duel.seats.duel else mode_properties(opened)

    def going_back(self, opened: Opened) -> Sequence[Expr]:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        from dicelaw.specs.dice_throne.invariants.structure import going_back

        assert isinstance(opened, DuelMachine)
        return going_back(opened.duel)

    def equivalents(self, _game: str) -> Traversable:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        return files("dicelaw.specs.dice_throne") / "equivalents"


PORT = DuelPort()
