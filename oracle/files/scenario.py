"""Reading a scenario file: what every game's have in common.

A file is YAML with fields of its game, and ``play``, a list of decisions and dice. What is wrong with it is
noted by place, and told all at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicelaw.model.content.document import Document, read
from dicelaw.model.content.document import Path as Place
from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.kinds import stop_if_another_kind
from dicelaw.oracle.files.reading import read_bytes
from dicelaw.oracle.games.games import known_game
from dicelaw.oracle.games.ports import port
from dicelaw.oracle.suggestions import id_of, unknown_says

if TYPE_CHECKING:
    from dicelaw.oracle.games.ports import Position

FACES = ("roll", "dice")
LISTS = (*FACES, "draw", "discard")


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
    stop_if_another_kind(document, "scenario")
    return port(known_game(game).name).scenario(document, game)


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

    def number(self, place: Place, value: object, low: int, top: int) -> int:
        """``value`` if it is a number from ``low`` to ``top``; else that is noted."""
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= top:
            self.faults.wrong(place, f"{quoted(value)} is not a number from {low} to {top}")
            return low
        return value

    def seat(self, field: str, usual: int) -> int:
        """The seat, from 0, that ``field`` says as ``1`` or ``"1"``, or ``usual``, from 1."""
        given = self.data.get(field, usual)
        found = whole_number(given) if isinstance(given, str) else None
        return self.number((field,), given if found is None else found, 1, max(self.seats, 1)) - 1

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
