"""Scenario files: a position of Dice Throne and what is played from it, as YAML.

Fields: ``game``; ``about``, a sentence; ``players``, two or more in the order of turns, each with ``hero``
and, where they differ from the beginning of a game, ``health``, ``cp``, ``tokens`` (status effect: number),
``hand`` and ``discard`` (cards), ``board`` (space: level), ``companion`` (its health, 0 when down) and
``companion_active``; ``mode`` (how more than two play); ``turn`` (the number of a player); ``start`` (a
timing point); ``readings``; ``edition``; ``play``, a list of decisions and dice. All cards that are named
nowhere are in the deck. A status effect or a companion may be one of another hero.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from dicelaw.model.content.document import Document
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.dice_throne.opening import EDITIONS, GAME
from dicelaw.oracle.files.scenario import Entry, Faults, Reader, stop_if_unread
from dicelaw.oracle.suggestions import id_of

FIELDS = ("game", "about", "players", "mode", "turn", "start", "readings", "edition", "play")
PLAYER_FIELDS = (
    "hero",
    "health",
    "cp",
    "tokens",
    "hand",
    "discard",
    "board",
    "companion",
    "companion_active",
)
NUMBERS = {"health": 60, "cp": 15, "companion": 7}
"""The numbers of a player, each with the highest that it may be."""
COUNTS = {"tokens": 0, "board": 1}
"""What a player has so many of, each with the least; seven are the most."""
MOST = 7
PLAYERS = range(2, 7)
ANY_CARDS = re.compile(r"any ([1-9]) cards?")
"""How a hand is said of which only the number of cards is known."""
STARTS = ("setup", "upkeep/begin", "income", "main-1", "offense/begin", "main-2", "discard")
"""Timing points at which nothing is under way, so that play can begin there; the first is the game's."""


@dataclass(frozen=True)
class Player:
    """What the file says of one player; None and empty where it says nothing."""

    hero: str
    health: int | None = None
    cp: int | None = None
    tokens: Mapping[str, int] = field(default_factory=dict)
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    board: Mapping[str, int] = field(default_factory=dict)
    companion: int | None = None
    companion_active: bool | None = None
    unnamed: int | None = None
    """How many cards of the hand are any of those that are named nowhere, where it is left open."""


@dataclass(frozen=True)
class Scenario:
    """A scenario file that is well-formed; its names are checked when its position is set up."""

    document: Document
    players: tuple[Player, ...]
    turn: int
    start: str
    readings: Mapping[str, str]
    edition: str
    play: tuple[Entry, ...]
    mode: str | None = None

    @property
    def heroes(self) -> tuple[str, ...]:
        """The heroes in the order of the seats."""
        return tuple(player.hero for player in self.players)

    @property
    def game(self) -> str:
        """Its game, which has no editions."""
        return GAME


def of_document(document: Document, game: str) -> Scenario:
    """The scenario that ``document`` holds, for ``game``. Raises UserError that names all that is wrong."""
    stop_if_unread(document)
    faults = Faults(document)
    return _DuelReader(faults, document.data).scenario(game)


class _DuelReader(Reader):
    """Reads the values of a file about Dice Throne."""

    def scenario(self, game: str) -> Scenario:
        """The scenario. Raises UserError if anything is wrong."""
        self.known_fields(FIELDS)
        self.about(game)
        edition = self.data.get("edition", EDITIONS[0])
        edition = id_of(str(edition))
        if edition not in EDITIONS:
            self.faults.no_name(("edition",), "edition", edition, EDITIONS)
        start = self.data.get("start", "offense/begin")
        if start not in STARTS:
            self.faults.no_name(("start",), "timing point where a position can begin", start, STARTS)
        players = tuple(self._players())
        self.seats = max(len(players), 2)
        mode = self.data.get("mode")
        if not (mode is None or isinstance(mode, str)):
            self.faults.wrong(("mode",), f"{quoted(mode)} is not the name of a mode")
            mode = None
        made = Scenario(
            self.faults.document,
            players,
            self.seat("turn", 1),
            str(start),
            self.readings(),
            edition,
            tuple(self.play()),
            mode if mode is None else id_of(mode),
        )
        self.faults.stop()
        return made

    def _players(self) -> Iterable[Player]:
        says = "there is a list of 2 to 6 players, each with a hero"
        for place, entry in self.players(PLAYERS, PLAYER_FIELDS, says):
            numbers = {
                name: self.number((*place, name), entry[name], 0, top)
                for name, top in NUMBERS.items()
                if name in entry
            }
            counts = {
                name: {
                    id_of(key): self.number((*place, name, key), value, low, MOST)
                    for key, value in self.mapping((*place, name), entry).items()
                }
                for name, low in COUNTS.items()
            }
            active = entry.get("companion_active")
            if not (active is None or isinstance(active, bool)):
                self.faults.wrong((*place, "companion_active"), f"{quoted(active)} is not true or false")
                active = None
            hand = entry.get("hand", [])
            open_hand = ANY_CARDS.fullmatch(hand) if isinstance(hand, str) else None
            if isinstance(hand, str) and open_hand is None:
                says = f"{quoted(hand)} is neither a list of cards nor open as `any 3 cards` (1 to 9) is"
                self.faults.wrong((*place, "hand"), says)
            given = {"hand": [] if isinstance(hand, str) else hand, "discard": entry.get("discard", [])}
            cards = {name: self.names((*place, name), value) for name, value in given.items()}
            made = Player(id_of(entry["hero"]), **numbers, **counts, **cards)  # type: ignore[arg-type]  # by name
            unnamed = int(open_hand[1]) if open_hand else None
            yield replace(made, companion_active=active, unnamed=unnamed)
