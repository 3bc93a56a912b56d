"""The games that can be verified, by name, and where each has its port."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from dicelaw.model.games import GAMES as ALL_GAMES
from dicelaw.model.games import Game
from dicelaw.specs.port import Port

if TYPE_CHECKING:
    from dicelaw.checker.duels import Meeting, Players
    from dicelaw.checker.playing import Arena
    from dicelaw.checker.proof.proof_cache import Known
    from dicelaw.checker.search.policy import Policy
    from dicelaw.checker.verify.content_row import ContentRow
    from dicelaw.specs.property import Property

FRAGMENTS = "fragments"
CONTENT = "own_content"
"""The module in the folder of a game where content of the user's own is checked beside ours."""
STRENGTH = "strength"
"""The module in the folder of a game that lets two play each other."""


class _Verified(Mapping[str, str]):
    """By name the module of the port; names of editions and modes are those of the games that have them.

    A game that has no port yet is not listed, so that all the others can be verified.
    """

    def __getitem__(self, name: str) -> str:
        if name == FRAGMENTS:
            return "dicelaw.specs.fragments.port"
        game = _game_of(name)
        room = game.verified[name]
        return ".".join(filter(None, (game.package("specs"), room, "port")))

    def __iter__(self) -> Iterator[str]:
        yield FRAGMENTS
        for game in ALL_GAMES.values():
            if game.modelled:
                yield from (
                    name for name, room in game.verified.items()
                    if game.has("specs", f"{room}.port" if room else "port")
                )  # fmt: skip

    def __len__(self) -> int:
        return sum(1 for _ in self)


GAMES: Mapping[str, str] = _Verified()
"""Everything that can be verified, in order; the fragments are what the games are made of."""


def _game_of(name: str) -> Game:
    """The game that verifies ``name``. Raises KeyError where none does."""
    if name in ALL_GAMES:
        game = ALL_GAMES[name]
    else:
        found = next((one for one in ALL_GAMES.values() if name in one.also), None)
        if found is None:
            raise KeyError(name)
        game = found
    if not game.modelled:
        raise KeyError(name)
    return game


class ContentChecks(Protocol):
    """What is checked of content of the user's own."""

    TABLES: tuple[str, ...]
    """The ids of the rows about all content at once."""

    def entries(self, content: Path) -> tuple[str, ...]:
        """The ids of what is checked by itself of the folder ``content``: its heroes, or its cards."""
        ...

    def rows_of(self, entry: str, stated: Sequence[Property]) -> tuple[str, ...]:
        """The ids of all that is found of ``entry``, where ``stated`` is what has to hold of every game."""
        ...

    def of_tables(self, content: Path | None) -> list[ContentRow]:
        """What is found of all content in the folder at once, or of all of ours."""
        ...

    def of_entry(self, game: str, content: Path, entry: str, known: Known, /) -> list[ContentRow]:
        """What is found of ``entry``, one of those in the folder ``content``, under the rules of ``game``.

        ``known`` has steps that are proved, and gets those that are proved here.
        """
        ...


class Matching(Protocol):
    """Lets two play each other by a policy, and so measure who wins."""

    POLICIES: Sequence[Players]
    """How they can decide; the first ones decide where nobody says."""
    at_random: Callable[[Any], Policy]
    """How those decide who take any legal move."""
    FEW: int
    """So few games are over before they would be compiled."""

    def arena(self, meeting: Meeting, *, compiled: bool) -> Arena:
        """The game of those who meet, compiled or not: that says nothing of what comes of it."""
        ...


def matching(game: str) -> Matching:
    """What lets two play ``game``. Raises KeyError for an unknown game, and NoPart for one without it."""
    found: Any = ALL_GAMES[game].part("checker", STRENGTH)
    those: Matching = found
    return those


def takes_matching(game: str) -> bool:
    """Whether two can be let play ``game``."""
    return game in ALL_GAMES and ALL_GAMES[game].has("checker", STRENGTH)


def takes_content(game: str) -> bool:
    """Whether content of the user's own is checked beside ours of ``game``."""
    return game in ALL_GAMES and ALL_GAMES[game].has("checker", CONTENT)


def content_checks(game: str) -> ContentChecks:
    """What checks content of ``game``. Raises KeyError for an unknown game, and NoPart where nothing does."""
    found: Any = ALL_GAMES[game].part("checker", CONTENT)
    checks: ContentChecks = found
    return checks


def own(game: str, content: Path | None) -> Path | None:
    """The folder ``content`` where that is content of ``game`` and something checks it; else None."""
    if content is None or not takes_content(game):
        return None
    from dicelaw.model.content.folder import fields_of

    return content if ALL_GAMES[game].content & fields_of(content) else None


@cache
def port(game: str) -> Port:
    """The port of ``game``; of other games nothing is loaded. Raises KeyError for an unknown game.

    Raises NoPart for a game that brings nothing to be checked.
    """
    if game == FRAGMENTS:
        found = import_module(GAMES[game]).PORT
    else:
        has = _game_of(game)
        found = has.part("specs", room=has.verified[game]).PORT
    if not isinstance(found, Port):
        raise TypeError(f"{GAMES[game]}: PORT is no port")
    return found
