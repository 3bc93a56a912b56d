"""Scenario files of Dice Conquest: a position and what is played from it, as YAML.

Fields: ``game``; ``about``, a sentence; ``players``, one to four of them, each with ``hero`` and, where they
differ from the beginning of a game, ``health``, ``guard`` (points that can be avoided in this round) and
``items`` (creatures whose magic item the hero holds); ``first`` and ``turn``, seats from 1; ``display``, the
creatures from left to right, each with a row of the dice that lie on it (``d8: 4``) and perhaps ``damage``
without dice; ``available``, dice with the numbers that they show; ``spent``, dice likewise, or a list of dice
that show 1; ``deck``, the cards that are still in it, by default all creatures that are nowhere else;
``start`` (a timing point); ``readings``; ``play``. Dice that are named nowhere are Available; at ``turn``
each of these shows a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dicelaw.model.content.document import Document
from dicelaw.model.content.document import Path as Place
from dicelaw.model.dice_conquest.components import DICE, MOST, SEATS_MOST, SIDES
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.files.scenario import Entry, Faults, Reader, stop_if_unread
from dicelaw.oracle.games.ports import PRINTING
from dicelaw.oracle.suggestions import id_of

FIELDS = (
    "game", "about", "players", "first", "turn", "display", "available", "spent", "deck", "start", "readings",
    "play",
)  # fmt: skip
PLAYER_FIELDS = ("hero", "health", "guard", "items")
STARTS = ("setup/heroes", "draw", "round", "turn", "round-end")
"""Timing points at which play can begin; the first is that of a game, the second has three cards to draw."""
DAMAGE = "damage"
NUMBERS = {"health": (1, 20), "guard": (0, MOST)}
"""The numbers of a hero, each with the least and the most that it may be."""


@dataclass(frozen=True)
class QuestPlayer:
    """What the file says of one hero; None where it says nothing."""

    hero: str
    health: int | None = None
    guard: int | None = None
    items: tuple[str, ...] = ()


@dataclass(frozen=True)
class QuestScenario:
    """A scenario file that is well-formed; its cards are looked up when its position is set up."""

    document: Document
    game: str
    players: tuple[QuestPlayer, ...]
    first: int
    turn: int
    display: Mapping[str, Mapping[str, int]]
    available: Mapping[str, int]
    spent: tuple[str, ...] | Mapping[str, int]
    """Dice with the numbers that they show, or, where the file does not say these, dice alone."""
    deck: tuple[str, ...] | None
    start: str
    readings: Mapping[str, str]
    play: tuple[Entry, ...]

    @property
    def heroes(self) -> tuple[str, ...]:
        """The heroes in the order of the seats."""
        return tuple(player.hero for player in self.players)

    @property
    def edition(self) -> str:
        """There is one printing of the content."""
        return PRINTING


def of_document(document: Document, game: str) -> QuestScenario:
    """The scenario that ``document`` holds. Raises UserError that names all that is wrong."""
    stop_if_unread(document)
    faults = Faults(document)
    found = document.data.get("players")
    seats = len(found) if isinstance(found, list) else 1
    return _Reader(faults, document.data, max(SIDES), seats).quest(game)


def setup_of(scenario: QuestScenario, answers: Mapping[str, str]) -> dict[str, Any]:
    """``scenario`` as a ``QuestSetup`` with ``answers`` to open points."""
    setup: dict[str, Any] = {
        "game": scenario.game,
        "players": [_row(player) for player in scenario.players],
        "first": str(scenario.first + 1),
        "turn": str(scenario.turn + 1),
        "display": {card: dict(row) for card, row in scenario.display.items()},
        "available": dict(scenario.available),
        "spent": dict(scenario.spent) if isinstance(scenario.spent, Mapping) else list(scenario.spent),
    }
    setup |= {} if scenario.deck is None else {"deck": list(scenario.deck)}
    return {**setup, "start": scenario.start, **({"readings": dict(answers)} if answers else {})}


def _row(player: QuestPlayer) -> dict[str, Any]:
    row: dict[str, Any] = {"hero": player.hero}
    row |= {name: value for name in ("health", "guard") if (value := getattr(player, name)) is not None}
    return row | ({"items": list(player.items)} if player.items else {})


class _Reader(Reader):
    """Reads the values of a file, noting what is wrong with them."""

    def quest(self, game: str) -> QuestScenario:
        """The scenario. Raises UserError if anything is wrong."""
        self.known_fields(FIELDS)
        self.about(game)
        start = str(self.data.get("start", "turn"))
        if start not in STARTS:
            self.faults.no_name(("start",), "timing point where a position can begin", start, STARTS)
        players = tuple(self._heroes())
        display = self.mapping(("display",), self.data)
        first = self.seat("first", 1)
        made = QuestScenario(
            self.faults.document,
            game,
            players,
            first,
            self.seat("turn", first + 1),
            {id_of(str(card)): self._on_card(card, row) for card, row in display.items()},
            self._numbered("available"),
            self._spent(),
            tuple(map(id_of, self._listed("deck"))) if "deck" in self.data else None,
            start,
            self.readings(),
            tuple(_decided(entry) for entry in self.play()),
        )  # fmt: skip
        self.faults.stop()
        return made

    def _heroes(self) -> Iterable[QuestPlayer]:
        says = f"a game has a list of 1 to {SEATS_MOST} players, each with a hero"
        for place, entry in self.players(range(1, SEATS_MOST + 1), PLAYER_FIELDS, says):
            numbers = {
                name: self.number((*place, name), entry[name], low, top)
                for name, (low, top) in NUMBERS.items()
                if name in entry
            }
            items = entry.get("items", [])
            if not isinstance(items, list):
                self.faults.wrong((*place, "items"), f"{quoted(items)} is not a list of creatures")
                items = []
            made = QuestPlayer(id_of(entry["hero"]), items=tuple(id_of(str(item)) for item in items))
            yield replace(made, health=numbers.get("health"), guard=numbers.get("guard"))

    def _listed(self, field: str) -> tuple[str, ...]:
        return self.names((field,), self.data.get(field) or [])

    def _numbered(self, field: str) -> dict[str, int]:
        row = self.mapping((field,), self.data)
        return {str(die): self._shown((field, die), die, face) for die, face in row.items()}

    def _spent(self) -> tuple[str, ...] | dict[str, int]:
        if isinstance(self.data.get("spent"), dict):
            return self._numbered("spent")
        found = self._listed("spent")
        for at, die in enumerate(found):
            if die not in DICE:
                self.faults.no_name(("spent", at), "die", die, DICE)
        return found

    def _on_card(self, card: object, row: object) -> dict[str, int]:
        place: Place = ("display", str(card))
        if row is None:
            return {}
        if not isinstance(row, dict):
            self.faults.wrong(place, f"{quoted(row)} is not a row of `die: number`")
            return {}
        return {
            str(die): self.number((*place, die), face, 0, MOST) if die == DAMAGE
            else self._shown((*place, die), die, face)
            for die, face in row.items()
        }  # fmt: skip

    def _shown(self, place: Place, die: object, face: object) -> int:
        if die not in DICE:
            self.faults.no_name(place, "die", die, DICE)
            return 1
        return self.number(place, face, 1, SIDES[DICE.index(str(die))])


def _decided(entry: Entry) -> Entry:
    """``entry``, a pass being a decision: in this game it ends a round."""
    return replace(entry, kind="decide", value="pass") if entry.kind == "pass" else entry
