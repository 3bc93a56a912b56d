"""Scenario files of Lantern: ``players`` (``hero``, ``hand``, ``used``), ``light``, ``round``, ``turn``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dicelaw.model.content.document import Document
from dicelaw.oracle.files.scenario import Entry, Faults, Reader, stop_if_unread
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.suggestions import id_of
from toy_game.model.machine import CARDS, HAND, KEEPERS, MOST, ROUNDS, SPENT, lantern

FIELDS = ("game", "about", "players", "light", "round", "turn", "start", "readings", "play")


@dataclass(frozen=True)
class Scenario:
    """A scenario that is well-formed."""

    document: Document
    players: tuple[dict[str, list[int]], ...]
    light: int
    round: int
    turn: int
    play: tuple[Entry, ...]
    game: str = "lantern"
    edition: str = "later"
    readings: dict[str, str] = field(default_factory=dict)


class _Reader(Reader):
    def scenario(self) -> Scenario:
        """The scenario. Raises UserError for all that is wrong."""
        self.known_fields(FIELDS)
        self.about("lantern")
        says = "there are three players, each with a hero"
        players = []
        for place, entry in self.players([len(KEEPERS)], ("hero", "hand", "used"), says):
            if id_of(entry["hero"]) != KEEPERS[len(players)]:
                self.faults.no_name((*place, "hero"), "keeper in this seat", entry["hero"], KEEPERS)
            cards = {}
            for name in ("hand", "used"):
                cards[name] = []
                for card in self.names((*place, name), entry.get(name, [])):
                    if card in CARDS:
                        cards[name].append(CARDS.index(card))
                    else:
                        self.faults.no_name((*place, name), "card", card, CARDS)
            players.append(cards)
        numbers = [
            self.number((name,), self.data.get(name, usual), 1, top)
            for name, usual, top in (("light", 3, MOST), ("round", 1, ROUNDS))
        ]
        turn = self.seat("turn", 1)
        made = Scenario(self.faults.document, tuple(players), *numbers, turn, tuple(self.play()))
        self.faults.stop()
        return made


def of_document(document: Document) -> Scenario:
    """The scenario that ``document`` holds."""
    stop_if_unread(document)
    return _Reader(Faults(document), document.data, seats=len(KEEPERS)).scenario()


def session(scenario: Scenario) -> Session:
    """A session at its position."""
    made = lantern()
    state = list(made.machine.start)
    for keeper, cards in enumerate(scenario.players):
        for name, zone in (("hand", HAND), ("used", SPENT)):
            for card in cards[name]:
                state[made.zone[2 * keeper + card].place] = zone
    values = (made.light, scenario.light), (made.round, scenario.round), (made.turn, scenario.turn)
    for place, value in values:
        state[place.place] = value
    return Session(made, tuple(state), KEEPERS)


def setup_of(scenario: Scenario) -> dict[str, Any]:
    """The position as a ``LanternSetup``."""
    players = [
        {"hero": hero} | {name: [CARDS[card] for card in cards[name]] for name in cards}
        for hero, cards in zip(KEEPERS, scenario.players, strict=True)
    ]
    numbers = {"turn": str(scenario.turn + 1), "round": scenario.round, "light": scenario.light}
    return {"game": "lantern", "players": players, **numbers, "start": "turn"}
