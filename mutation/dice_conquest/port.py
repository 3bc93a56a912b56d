"""Dice Conquest, as those ask who plant mistakes in it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.machine import QuestMachine

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from dicelaw.model.kernel.expressions import Expr
    from dicelaw.mutation.content_mutant import ContentMutant
    from dicelaw.mutation.ports import Contents
    from dicelaw.oracle.games.ports import Opened
    from dicelaw.specs.property import Property


class QuestPort:
    """See :class:`~dicelaw.mutation.ports.Port`."""

    def contents(self, game: str, _mode: str) -> Contents:
        """Heroes and magic items."""
        from dicelaw.mutation.dice_conquest.contents import QuestContents

        return QuestContents(game)

    def noticed(self, _mutant: ContentMutant) -> str:
        """None: properties hold for whatever may be printed on cards."""
        return ""

    def shown(self, opened: Opened) -> Sequence[Expr]:
        """Heroes, dice and the cards that lie on the table."""
        from dicelaw.oracle.dice_conquest.view import shown

        assert isinstance(opened, QuestMachine)
        return shown(opened)

    def invariants(self, opened: Opened) -> Sequence[Property]:
        """The shape of every state."""
        from dicelaw.specs.dice_conquest.invariants.structure import structure

        assert isinstance(opened, QuestMachine)
        return [structure(opened)]

    def properties(self, opened: Opened) -> Sequence[Property]:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        from dicelaw.specs.dice_conquest.properties.properties import properties

        assert isinstance(opened, QuestMachine)
        return properties(opened)

    def going_back(self, _opened: Opened) -> Sequence[Expr]:
        """Nothing is gone back to."""
        return ()

    def equivalents(self, _game: str) -> Traversable:
        """None are proved so far."""
        return files("dicelaw.specs.dice_conquest") / "equivalents"


PORT = QuestPort()
