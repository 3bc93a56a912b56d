"""Scenario files: a position of Dice Throne and what is played from it, as YAML.

Fields: ``game``; ``about``, a sentence; ``players``, two or more in the order of turns, each with ``hero``
and, where they differ from the beginning of a game, ``health``, ``cp``, ``tokens`` (status effect: number),
``hand`` and ``discard`` (cards), ``board`` (space: level), ``companion`` (its health, 0 when down) and
``companion_active``; ``mode`` (how more than two play); ``turn`` (the number of a player); ``start`` (a
timing point); ``readings``; ``edition``; ``play``, a list of decisions and dice. All cards that are named
nowhere are in the deck. A status effect or a companion may be one of another hero.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicelaw.model.content.document import Document, read
from dicelaw.model.content.document import Path as Place
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games import DUELS, EDITIONS, duel_game, known_game
from dicelaw.oracle.near import id_of, unknown_says
from dicelaw.oracle.ports import port
from dicelaw.oracle.reading import read_bytes

if TYPE_CHECKING:
    from dicelaw.oracle.ports import Position

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
FACES = ("roll", "dice")
LISTS = (*FACES, "draw", "discard")
STARTS = ("setup", "upkeep/begin", "income", "main-1", "offense/begin", "main-2", "discard")
"""Timing points at which nothing is under way, so that play can begin there; the first is the game's."""


@dataclass(frozen=True)
class Entry:
    """One entry of ``play``: what it is, its value, and where in the file it stands.

    ``kind`` is ``decide`` (``value`` is the text), ``pass``, ``until`` (a timing point), ``toss`` (the player
    on whom chance falls, from 1), ``faces``, ``draw`` or ``discard`` (lists).
    """

    kind: str
    value: Any
    line: int
    name: str

    @property
    def text(self) -> str:
        """The entry as a reader recognises it."""
        if isinstance(self.value, list):
            return f"{self.kind} {', '.join(str(one) for one in self.value)}"
        return str(self.value)


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
        return DUELS

    def own(self, text: str) -> str:
        """``text`` itself: a duel has one name for each thing."""
        return text


class Faults:
    """What is wrong with a file, by place; :meth:`stop` raises it all at once."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.only_names = True

    def wrong(self, place: Place, says: str) -> None:
        """Note that the value at ``place`` is wrong."""
        self.only_names = False
        self.document.wrong(place, says)

    def no_name(self, place: Place, what: str, name: object, known: Iterable[str]) -> None:
        """Note that there is no ``what`` called ``name``."""
        says = "" if self.document.full else unknown_says(what, str(name), known)
        self.document.wrong(place, says)

    def stop(self) -> None:
        """Raises UserError if anything is wrong."""
        problems = sorted(self.document.problems, key=lambda problem: problem.line)
        if problems:
            code = ExitCode.UNKNOWN_NAME if self.only_names else ExitCode.BAD_INPUT
            raise UserError([str(problem) for problem in problems], code, self.document.more)


def load(path: Path, game: str) -> Position:
    """The scenario in the file ``path``, for ``game``. Raises UserError that names all that is wrong."""
    known_game(game)
    return loaded(read(str(path), read_bytes(path)), game)


def loaded(document: Document, game: str) -> Position:
    """The scenario that ``document`` holds, for ``game``. Raises UserError that names all that is wrong."""
    return port(known_game(game).name).scenario(document, game)


def of_document(document: Document, game: str) -> Scenario:
    """The scenario that ``document`` holds, for ``game``. Raises UserError that names all that is wrong."""
    duel_game(game)
    stop_if_unread(document)
    faults = Faults(document)
    return Reader(faults, document.data).scenario(game)


def stop_if_unread(document: Document) -> None:
    """Raises UserError if ``document`` could not be read."""
    if document.problems:
        faults = Faults(document)
        faults.only_names = False
        faults.stop()


class Reader:
    """Reads the values of a file, noting what is wrong with them.

    ``sides`` is the highest number on a die, ``seats`` how many play.
    """

    def __init__(self, faults: Faults, data: dict[str, Any], sides: int = 6, seats: int = 2) -> None:
        self.faults = faults
        self.data = data
        self.sides, self.seats = sides, seats

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
            self.number(("turn",), self.data.get("turn", 1), 1, self.seats) - 1,
            str(start),
            self.readings(),
            edition,
            tuple(self.play()),
            mode if mode is None else id_of(mode),
        )
        self.faults.stop()
        return made

    def known_fields(self, fields: Sequence[str], what: str = "scenario") -> None:
        """Note the names that are not among ``fields``."""
        for name in self.data:
            if name not in fields:
                self.faults.no_name((name,), f"field of a {what}", name, fields)

    def about(self, game: str) -> None:
        """Note it if the file is about a game other than ``game``."""
        stated = self.data.get("game", game)
        if not isinstance(stated, str) or id_of(stated) != game:
            self.faults.wrong(("game",), f"this file is about {quoted(stated)}; it was opened for {game!r}")

    def readings(self) -> dict[str, str]:
        """The answers to open points."""
        given = self.mapping(("readings",), self.data)
        return {id_of(point): id_of(str(answer)) for point, answer in given.items()}

    def players(
        self, counts: Collection[int], fields: Sequence[str], says: str
    ) -> Iterable[tuple[Place, dict[str, Any]]]:
        """Each player with a hero and no other ``fields``; what is wrong, and another count, is noted."""
        entries = self.data.get("players")
        if not isinstance(entries, list) or len(entries) not in counts:
            self.faults.wrong(("players",), says)
            return
        for seat, entry in enumerate(entries):
            place: Place = ("players", seat)
            if not isinstance(entry, dict) or not isinstance(entry.get("hero"), str):
                self.faults.wrong(place, "a player is `hero: name` with further fields")
                continue
            for name in entry:
                if name not in fields:
                    self.faults.no_name((*place, name), "field of a player", name, fields)
            yield place, entry

    def _players(self) -> Iterable[Player]:
        says = "there is a list of 2 to 6 players, each with a hero"
        for place, entry in self.players(range(2, 7), PLAYER_FIELDS, says):
            numbers = {
                name: self.number((*place, name), entry[name], 0, top)
                for name, top in (("health", 60), ("cp", 15), ("companion", 7))
                if name in entry
            }
            counts = {
                name: {
                    id_of(key): self.number((*place, name, key), value, low, 7)
                    for key, value in self.mapping((*place, name), entry).items()
                }
                for name, low in (("tokens", 0), ("board", 1))
            }
            active = entry.get("companion_active")
            if not (active is None or isinstance(active, bool)):
                self.faults.wrong((*place, "companion_active"), f"{quoted(active)} is not true or false")
                active = None
            cards = {name: self.names((*place, name), entry.get(name, [])) for name in ("hand", "discard")}
            made = Player(id_of(entry["hero"]), **numbers, **counts, **cards)  # type: ignore[arg-type]  # by name
            yield replace(made, companion_active=active)

    def number(self, place: Place, value: object, low: int, top: int) -> int:
        """``value`` if it is a number from ``low`` to ``top``; else that is noted."""
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= top:
            self.faults.wrong(place, f"{quoted(value)} is not a number from {low} to {top}")
            return low
        return value

    def mapping(self, place: Place, parent: dict[str, Any]) -> dict[str, Any]:
        """The row of values that ``parent`` has at the end of ``place``; else that is noted."""
        value = parent.get(str(place[-1])) or {}
        if not isinstance(value, dict):
            self.faults.wrong(place, f"{quoted(value)} is not a row of `name: value`")
            return {}
        return value

    def names(self, place: Place, value: object) -> tuple[str, ...]:
        """``value`` if it is a list of names; else that is noted."""
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            self.faults.wrong(place, f"{quoted(value)} is not a list of names")
            return ()
        return tuple(value)

    def play(self) -> Iterable[Entry]:
        """The entries of what is played."""
        entries = self.data.get("play") or []
        if not isinstance(entries, list):
            self.faults.wrong(("play",), "this is not a list of decisions and dice")
            return
        for at, value in enumerate(entries):
            place: Place = ("play", at)
            line = self.faults.document.lines.get(place, 1)
            entry = self._entry(place, value, line)
            if entry:
                yield entry

    def _entry(self, place: Place, value: object, line: int) -> Entry | None:
        name = f"play[{place[1]}]"
        if isinstance(value, str) and value.strip():
            if value.strip().lower() in ("pass", "both pass", "all pass"):
                return Entry("pass", value, line, name)
            return Entry("decide", value, line, name)
        if not isinstance(value, dict) or len(value) != 1:
            says = f"{quoted(value)} is not a decision; write `who verb what`, `pass`, or one `name: value`"
            self.faults.wrong(place, says)
            return None
        (key, given), *_ = value.items()
        if key in FACES:
            faces = given if isinstance(given, list) else [given]
            for at, face in enumerate(faces):
                self.number((*place, key, at), face, 1, self.sides)
            return Entry("faces", faces, line, name)
        if key in LISTS:
            return Entry(key, list(self.names((*place, key), given)), line, name)
        if key == "toss":
            return Entry("toss", self.number((*place, key), given, 1, self.seats), line, name)
        if key == "until":
            return Entry("until", str(given), line, name)
        parts = given if isinstance(given, list) else [given]
        return Entry(
            "decide", " ".join([str(key), *(str(part) for part in parts if part is not None)]), line, name
        )
