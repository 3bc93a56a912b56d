"""What programs are told of a game of Dice Masters.

Nothing in the state is hidden: every die goes to a bag in the open, and in which order dice will come out of
it is decided by chance when they are drawn, so there is nothing that could be told before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.kernel.state import State
from dicelaw.oracle.description import Concealed, Description
from dicelaw.oracle.dice_masters import standing
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games import open_machine
from dicelaw.oracle.own_content import OwnContent
from dicelaw.oracle.session import Session


class TableDescription:
    """See :class:`Description`."""

    chance_about = "turn"

    def begun(
        self,
        game: str,
        seats: Mapping[str, Any],
        readings: Mapping[str, str],
        edition: str,  # noqa: ARG002 (the edition is in the name of the game)
        content: OwnContent | None,
    ) -> Session:
        """See :class:`Description`; ``teams`` are those of the two seats."""
        if seats.get("heroes"):
            raise UserError(f"{game} has teams, no heroes; leave heroes out", ExitCode.USAGE)
        return Session(open_machine(game, (), seats.get("teams"), readings, content=content))

    def standing(self, session: Session, state: State) -> dict[str, Any]:
        """See :class:`Description`."""
        opened = session.game
        assert isinstance(opened, TableMachine)
        return standing.standing(opened, session.reader, state)

    def dice(self, _session: Session) -> dict[str, list[int]]:
        """See :class:`Description`: all dice are among what players have."""
        return {}

    def cards(self, _session: Session, _seat: int) -> None:
        """See :class:`Description`: the cards lie open."""

    def concealed(self, _session: Session, _seat: int) -> Concealed:
        """See :class:`Description`."""
        return Concealed()


TABLE: Description = TableDescription()
