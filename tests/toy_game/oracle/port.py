"""Lantern, as verbs ask about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from dicelaw.model.content.document import Document
from dicelaw.model.kernel.machine import Machine
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.games import check_readings
from dicelaw.oracle.games.partial import PartialPort
from dicelaw.oracle.games.ports import Asked, Rows
from dicelaw.oracle.games.session import Session
from dicelaw.specs.property import Property
from toy_game.model.machine import CARDS, KEEPERS, WORTH, Lantern, lantern
from toy_game.oracle import scenario as scenarios
from toy_game.oracle.description import LANTERN
from toy_game.specs.properties import properties


@dataclass(frozen=True)
class Carried:
    """What cites the rules."""

    carriers: Mapping[str, tuple[str, ...]]
    machine: Machine

    def properties(self) -> Sequence[Property]:
        """All."""
        return properties(lantern())


class LanternPort(PartialPort):
    """See :class:`~dicelaw.oracle.games.ports.Port`."""

    game = "lantern"
    description = LANTERN
    passes = frozenset({"pass"})

    def opened(self, game: str, asked: Asked, readings: Mapping[str, str]) -> Lantern:
        """The game of the three keepers."""
        if asked.heroes not in ((), KEEPERS) or asked.teams or asked.mode or asked.content:
            raise UserError(f"{game} is played by ann, ben and cyd alone; leave the rest out", ExitCode.USAGE)
        check_readings(readings, game)
        return lantern()

    def begun(self, game: str, asked: Asked, readings: Mapping[str, str]) -> Session:
        """A session at the beginning."""
        return Session(self.opened(game, asked, readings), heroes=KEEPERS)

    def scenario(self, document: Document, _game: str) -> scenarios.Scenario:
        """A position of the three."""
        return scenarios.of_document(document)

    def session(self, scenario: Any, _readings: Any, _content: Any) -> Session:
        """A session at its position."""
        return scenarios.session(scenario)

    def lines(self, found: Mapping[str, Any]) -> list[str]:
        """The light, and a line a keeper."""
        rows = [f"light {found['players'][0]['health']}"]
        for one in found["players"]:
            used = ", ".join(one["used"]) or "nothing"
            rows.append(f"{one['hero']}: {one['hand']} in hand, {one['deck']} in the deck, used {used}")
        return rows + ([f"winner: the {self.winner(found)}"] if "winners" in found else [])

    def winner(self, found: Mapping[str, Any]) -> str:
        """``keepers`` or ``dark``."""
        return "keepers" if found["winners"] else "dark"

    def value(self, _session: Any, _scenario: Any, player: Mapping[str, Any], key: tuple[Any, ...]) -> int:
        """The light, or how many cards are in hand."""
        return int(player[key[0]])

    def ends_phase(self, transition: Any) -> bool:
        """Whether a turn is over."""
        return bool(transition.source == "next")

    def listed(self, _game: str, _asked: Asked) -> Mapping[str, Callable[[], Rows]]:
        """Cards and properties."""
        return {
            "cards": lambda: [{"id": card, "worth": worth} for card, worth in zip(CARDS, WORTH, strict=True)],
            "properties": lambda: [{"id": one.id, "says": one.says} for one in properties(lantern())],
        }

    def carried(self, _game: str) -> Carried:
        """Transitions, then properties."""
        return _carried()


@cache
def _carried() -> Carried:
    made, found = lantern(), {}
    rows = [(one.id, one.rules) for one in made.machine.transitions]
    rows += [(one.carrier, one.cites) for one in properties(made)]
    for carrier, rules in rows:
        for rule in rules:
            found.setdefault(rule, {})[carrier] = None
    return Carried({rule: tuple(carriers) for rule, carriers in found.items()}, made.machine)


PORT = LanternPort()
