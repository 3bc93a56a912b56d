"""From a scenario, or a position as a message says it, to a session that begins there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dicelaw.model.content.document import Document
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import Position, port
from dicelaw.oracle.games.session import Session

if TYPE_CHECKING:
    from dicelaw.oracle.formats.formats_of_games import AnySetup


def open_scenario(
    scenario: Position,
    readings: Mapping[str, str] | None = None,
    content: OwnContent | None = None,
    *,
    any_hands: bool = False,
) -> Session:
    """A session at the beginning of ``scenario``, with ``content`` beside ours.

    ``readings`` win over those of the file. Raises UserError for a hand that is left open, unless
    ``any_hands`` are meant.
    """
    session = port(scenario.game).session(scenario, readings or {}, content)
    if session.left_open and not any_hands:
        seat = session.left_open[0]
        line = scenario.document.lines.get(("players", seat, "hand"), 1)
        where = f"{scenario.document.file}:{line}: players[{seat}].hand"
        raise UserError(f"{where}: only `dicelaw search` answers for a hand left open; name its cards")
    return session


def open_setup(
    setup: AnySetup, content: OwnContent | None = None, readings: Mapping[str, str] | None = None
) -> Session:
    """A session in the position ``setup``, as :func:`open_scenario` opens it.

    Raises UserError that names all that is wrong with it.
    """
    document = Document("setup", setup.model_dump(exclude_none=True, by_alias=True))
    try:
        return open_scenario(loaded(document, setup.game), readings, content)
    except UserError as error:
        lines = [line.replace("setup:1: ", "setup.") for line in error.lines]
        raise UserError(lines, error.exit_code, error.more) from None
