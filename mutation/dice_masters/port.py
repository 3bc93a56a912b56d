"""Dice Masters, as those ask who plant mistakes in it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.oracle.games.games import known_game

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from dicelaw.model.kernel.expressions import Expr
    from dicelaw.mutation.content_mutant import ContentMutant
    from dicelaw.mutation.ports import Contents
    from dicelaw.oracle.games.ports import Opened
    from dicelaw.specs.property import Property


class TablePort:
    """See :class:`~dicelaw.mutation.ports.Port`."""

    def contents(self, game: str, _mode: str) -> Contents:
        """The cards of all teams."""
        from dicelaw.mutation.dice_masters.contents import TableContents

        return TableContents(game)

    def noticed(self, _mutant: ContentMutant) -> str:
        """None: properties hold for whatever may be printed on cards."""
        return ""

    def shown(self, opened: Opened) -> Sequence[Expr]:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        from dicelaw.oracle.dice_masters.view import shown

        assert isinstance(opened, TableMachine)
        return shown(opened)

    def invariants(self, opened: Opened) -> Sequence[Property]:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        from dicelaw.specs.dice_masters.invariants.effects_under_way import effects_under_way
        from dicelaw.specs.dice_masters.invariants.invariants import (
            reactions,
            structure,
            types_wanted,
            zones_in_combat,
        )

        assert isinstance(opened, TableMachine)
        return [
            structure(opened), zones_in_combat(opened), types_wanted(opened), reactions(opened),
            effects_under_way(opened),
        ]  # fmt: skip

    def properties(self, opened: Opened) -> Sequence[Property]:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        from dicelaw.specs.dice_masters.properties.properties import of_game

        assert isinstance(opened, TableMachine)
        return of_game(opened)

    def going_back(self, _opened: Opened) -> Sequence[Expr]:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        return ()

    def equivalents(self, game: str) -> Traversable:
        """See :class:`~dicelaw.mutation.ports.Port`."""
        return files(f"dicelaw.specs.dice_masters.edition_{known_game(game).edition}") / "equivalents"


PORT = TablePort()
