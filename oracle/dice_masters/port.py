"""The editions of Dice Masters, as verbs ask about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dicelaw.model.content.document import Document
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.state import State
from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.dice_masters import standing
from dicelaw.oracle.dice_masters.description import TABLE
from dicelaw.oracle.dice_masters.opening import open_table, table_pack
from dicelaw.oracle.dice_masters.own_teams import told_of
from dicelaw.oracle.games.description import Description
from dicelaw.oracle.games.games import known_game
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import Asked, Carried, OfHero, Port, Position, Rows, without_modes
from dicelaw.oracle.games.session import Session, Step
from dicelaw.oracle.games.usual import Usual


class TablePort(Usual):
    """See :class:`~dicelaw.oracle.games.ports.Port`."""

    description: Description = TABLE
    tells_rolls = False

    def opened(self, game: str, asked: Asked, readings: Mapping[str, str]) -> TableMachine:
        """The machine of a game between two teams."""
        without_modes(game, asked)
        return open_table(game, told_of(game, asked), readings, asked.content)

    def begun(self, game: str, asked: Asked, readings: Mapping[str, str]) -> Session:
        """A session at the beginning."""
        return Session(self.opened(game, asked, readings), content=asked.content)

    def open_points(self, game: str) -> Sequence[OpenPoint]:
        """Those of the edition."""
        from dicelaw.model.dice_masters.readings import OPEN_POINTS

        return OPEN_POINTS[known_game(game).edition]

    def scenario(self, document: Document, game: str) -> Position:
        """A position of two players with their dice."""
        from dicelaw.oracle.dice_masters.scenario import of_document
        from dicelaw.oracle.files.scenario import stop_if_unread

        stop_if_unread(document)
        return of_document(document, game)

    def session(self, scenario: Any, readings: Mapping[str, str], content: OwnContent | None) -> Session:
        """A session at its position."""
        from dicelaw.oracle.dice_masters.scenario import position

        return Session(*position(scenario, readings, content), content=content)

    def lines(self, found: Mapping[str, Any]) -> list[str]:
        """A line a player, and more for dice that fight."""
        return standing.lines(dict(found))

    def winner(self, found: Mapping[str, Any]) -> str:
        """The seat that has won, or ``draw``."""
        return " and ".join(found["winners"]) or "draw"

    def value(
        self, _session: Session, scenario: Any, player: Mapping[str, Any], key: tuple[Any, ...]
    ) -> int | str:
        """Life, or where a die is and what it shows."""
        name, _, *rest = key
        if not rest:
            return int(player[name])
        zone, row = standing.lying(player, scenario.own(rest[0]))
        if name == "zone":
            return zone.replace("_", " ")
        found: int | str = row.get(name, "nothing")
        return found

    def accounts(self, _session: Session, _step: Step) -> None:
        """Damage is dealt at once, without a total that would have to be worked out."""

    def visible(self, session: Session, before: State, after: State) -> list[str]:
        """What changes for dice and life."""
        assert isinstance(session.game, TableMachine)
        return standing.visible(session.game, before, after)

    def listed(self, game: str, asked: Asked) -> Mapping[str, Callable[[], Rows]]:
        """Cards, teams, dice, readings and properties."""
        from dicelaw.oracle.dice_masters.lists import kinds

        return kinds(game, told_of(game, asked), asked.content)

    def hero(self, game: str, name: str, asked: OfHero) -> Iterable[dict[str, Any]]:
        """A card, or the cards of a team, with what their dice come to."""
        from dicelaw.oracle.dice_masters.card_odds import card_rows

        return card_rows(game, name, asked)

    def advice(self, _session: Session, _goal: Expr, _stop: Expr) -> None:
        """Nothing is known beforehand."""

    def carried(self, game: str) -> Carried:
        """What cites the rules of the edition."""
        from dicelaw.specs.dice_masters.citations import citations

        return citations(known_game(game).edition)

    def check_content(self, _game: str, content: OwnContent) -> None:
        """Cards and teams."""
        table_pack(content)

    def own_heroes(self, _content: OwnContent, _edition: str) -> tuple[()]:
        """There are teams, no heroes."""
        return ()

    def header(self, session: Session) -> Mapping[str, Any]:
        """The teams."""
        assert isinstance(session.game, TableMachine)
        return {"teams": session.game.teams.id}


PORT: Port = TablePort()
