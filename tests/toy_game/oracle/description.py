"""What is said of plays of Lantern: who sees what, and where they begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games.description import Concealed, Decks
from dicelaw.oracle.games.partial import PartialDescription
from dicelaw.oracle.games.session import Session
from toy_game.model.machine import DECK, HAND, KEEPERS, SPENT, Lantern, lantern
from toy_game.oracle import scenario as scenarios
from toy_game.specs.questions import load


class LanternDescription(PartialDescription):
    """See :class:`~dicelaw.oracle.games.description.Description`."""

    game = "lantern"
    chance_about = "turn"
    implied: frozenset[str] = frozenset()

    def begun(self, game: str, seats: Mapping[str, Any], readings: Any, *_more: Any) -> Session:
        """A session at the beginning."""
        from dicelaw.oracle.games.ports import Asked, port

        return port(game).begun(game, Asked(tuple(seats.get("heroes") or ()), seats.get("teams")), readings)

    def standing(self, _session: Session, state: State) -> dict[str, Any]:
        """The light is every keeper's health."""
        made = lantern()
        point, light = made.machine.point_of(state), state[made.light.place]
        found: dict[str, Any] = {
            "at": point.id,
            "turn": str(state[made.turn.place] + 1),
            "players": [
                {
                    "seat": str(keeper + 1), "hero": hero, "health": light,
                    "deck": len(made.has(keeper, DECK, state)),
                    "hand": len(made.has(keeper, HAND, state)), "used": made.has(keeper, SPENT, state),
                }
                for keeper, hero in enumerate(KEEPERS)
            ],
        }  # fmt: skip
        if point.kind.value == "final":
            found["winners"] = [player["seat"] for player in found["players"]] * (point.id == "won")
        return found

    def dice(self, session: Session) -> dict[str, list[int]]:
        """The die that lies before the dark comes."""
        face = session.machine.value(session.state, "face")
        return {"turn": [face]} if face else {}

    def cards(self, session: Session, seat: int) -> list[str]:
        """The hand."""
        return lantern().has(seat, HAND, session.state)

    def concealed(self, _session: Session, seat: int) -> Concealed:
        """Which of their own cards are in hand, and which in the deck."""
        cells = tuple(cell.place for cell in lantern().zone[2 * seat : 2 * seat + 2])
        return Concealed(cells, frozenset({DECK, HAND}))

    def decks(self, _opened: Any) -> Decks:
        """Two cards each."""
        return Decks(2, lantern().zone.base, DECK, "draw/card")

    def whose(self, opened: Any, transition: Any) -> Expr | None:
        """The keeper in turn draws and rolls."""
        return opened.turn if transition.source in ("draw", "roll") else None

    def view(self, opened: Lantern) -> Any:
        """What a standing has, and the die."""
        session = Session(opened)
        at = opened.machine.slot_index["face"]
        return lambda state: (state[at], repr(self.standing(session, state)))

    def setup_of(self, scenario: Any, _answers: Any) -> dict[str, Any]:
        """Without what is played."""
        return scenarios.setup_of(scenario)

    def records(self, _game: str) -> Sequence[Any]:
        """There are none beside those of the rulings."""
        return ()

    def ruled(self, _game: str) -> Any:
        """The plays of the examples."""
        return files("toy_game.specs") / "ruling-vectors"

    def rulings(self) -> Any:
        """The examples of the rules."""
        return load()

    def openings(self, game: str, _mode: str = "") -> Sequence[Mapping[str, Any]]:
        """There is one."""
        players = [{"hero": hero} for hero in KEEPERS]
        return [{"game": game, "players": players, "turn": "1", "round": 1, "light": 3, "start": "turn"}]

    def starters(self) -> Sequence[str]:
        """The keepers."""
        return KEEPERS

    def beginnings(self, game: str, *_asked: Any) -> Any:
        """The same for each play."""
        return _Beginnings(dict(self.openings(game)[0]))


class _Beginnings:
    def __init__(self, opening: dict[str, Any]) -> None:
        self.opening = opening

    def next(self, _made: int) -> tuple[dict[str, Any], str]:
        """The beginning of a game, which is played to its end."""
        return self.opening, ""

    def change(self) -> None:
        """There are no others."""


LANTERN = LanternDescription()
