"""Lantern, as those ask who plant mistakes in it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from dicelaw.model.kernel.expressions import Expr
from dicelaw.oracle.games.ports import lacks
from dicelaw.specs.property import Property
from toy_game.specs.properties import properties


class LanternPort:
    """See :class:`~dicelaw.mutation.ports.Port`."""

    def contents(self, game: str, _mode: str) -> Any:
        """There is no content apart from the rules."""
        raise lacks(game, "content in which mistakes could be planted")

    def noticed(self, _mutant: Any) -> str:
        """Nothing is proved of content."""
        return ""

    def shown(self, opened: Any) -> Sequence[Expr]:
        """All but who holds what."""
        return [opened.turn, opened.light, opened.face, *(cell == 2 for cell in opened.zone)]

    def invariants(self, _opened: Any) -> Sequence[Property]:
        """None are needed."""
        return ()

    def properties(self, opened: Any) -> Sequence[Property]:
        """All."""
        return properties(opened)

    def going_back(self, _opened: Any) -> Sequence[Expr]:
        """Nothing is gone back to."""
        return ()

    def equivalents(self, _game: str) -> Any:
        """None are proved."""
        return files("toy_game.specs") / "equivalents"


PORT = LanternPort()
