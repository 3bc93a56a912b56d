"""What programs are told of a duel of Dice Throne."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicelaw.model.dice_throne.duel_state import DECK, DICE, HAND
from dicelaw.model.dice_throne.tables import TableContent
from dicelaw.model.kernel.state import State
from dicelaw.oracle.description import Concealed, Description
from dicelaw.oracle.dice_throne.standing import standing
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games import DEFAULT_HEROES, open_game
from dicelaw.oracle.own_content import OwnContent
from dicelaw.oracle.session import Session

POOLS = ("offense", "defense", "ability", "action")
"""The rolls whose dice may lie on the table."""
HIDDEN = frozenset({DECK, HAND})


class DuelDescription:
    """See :class:`Description`."""

    chance_about = "drawing"

    def begun(
        self,
        game: str,
        seats: Mapping[str, Any],
        readings: Mapping[str, str],
        edition: str,
        content: OwnContent | None,
    ) -> Session:
        """See :class:`Description`; ``heroes`` are those of the two seats."""
        if seats.get("teams") is not None:
            raise UserError(f"{game} has heroes, no teams; leave teams out", ExitCode.USAGE)
        heroes = tuple(seats.get("heroes") or DEFAULT_HEROES)
        return Session(open_game(game, heroes, readings, edition, content=content), None, heroes, content)

    def standing(self, session: Session, state: State) -> dict[str, Any]:
        """See :class:`Description`."""
        return standing(session.opened, state)

    def dice(self, session: Session) -> dict[str, list[int]]:
        """See :class:`Description`; 0 is a die that is still to be rolled."""
        first = session.opened.duel.dice.base
        faces = session.state[first : first + len(POOLS) * DICE]
        rolls = {pool: list(faces[at * DICE : (at + 1) * DICE]) for at, pool in enumerate(POOLS)}
        return {pool: found for pool, found in rolls.items() if any(found)}

    def cards(self, session: Session, seat: int) -> list[str]:
        """See :class:`Description`: the hand."""
        content = session.opened.content
        cells = self.concealed(session, seat).cells
        if not cells or not isinstance(content, TableContent):
            return []
        zones = [session.state[cell] for cell in cells]
        return [name for name, zone in zip(content.card_names(seat), zones, strict=True) if zone == HAND]

    def concealed(self, session: Session, seat: int) -> Concealed:
        """See :class:`Description`: which cards are in the deck, and which in the hand."""
        d = session.opened.duel
        if d.zone is None:
            return Concealed()
        return Concealed(tuple(d.zone[seat * d.deck + place].args[0] for place in range(d.deck)), HIDDEN)


DUEL: Description = DuelDescription()
