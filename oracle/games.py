"""The games by name, and how one is opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.near import unknown
from dicelaw.oracle.own_content import OwnContent

if TYPE_CHECKING:
    from dicelaw.model.dice_throne.language import Pack
    from dicelaw.model.dice_throne.machine import DuelMachine


@dataclass(frozen=True)
class Game:
    """A game under one profile. ``modelled`` says whether there is a machine of it that can be played."""

    name: str
    title: str
    modelled: bool


GAMES = {
    game.name: game
    for game in (
        Game("dice-throne", "Dice Throne, a duel", True),
        Game("dice-masters@2016", "Dice Masters, Faerûn Under Siege (2016)", False),
        Game("dice-masters@2018", "Dice Masters, X-Men Forever (2018)", False),
        Game("diceland", "Diceland: Dragons", False),
        Game("dice-conquest", "Dice Conquest", False),
    )
}
KEPT = 12
"""How many machines are kept once they are built; a dozen takes some 300 MB when all is compiled."""
DEFAULT_HEROES = ("barbarian", "paladin")
EDITIONS = ("later", "2017")
"""The printings of Dice Throne content, the one that is taken by itself first."""


def known_game(name: str) -> Game:
    """The game called ``name``, which can be played. Raises UserError for any other."""
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    game = GAMES[name]
    if not game.modelled:
        playable = ", ".join(other.name for other in GAMES.values() if other.modelled)
        raise UserError(
            f"{name} ({game.title}) is not modelled yet, so nothing can be played or answered about it; "
            f"modelled: {playable}",
            ExitCode.UNKNOWN_NAME,
        )
    return game


def open_game(
    name: str,
    heroes: Sequence[str] = DEFAULT_HEROES,
    readings: Mapping[str, str] | None = None,
    edition: str = "later",
    also: Iterable[str] = (),
    content: OwnContent | None = None,
) -> DuelMachine:
    """The machine of the game called ``name``, with ``content`` beside ours.

    It knows the status effects in ``also`` besides those that the heroes can bring about. Raises UserError
    for what is unknown, and for what is wrong with ``content``.
    """
    known_game(name)
    from dicelaw.model.dice_throne.loader import EDITIONS as KNOWN

    if edition not in KNOWN:
        raise unknown("edition", edition, KNOWN)
    if len(heroes) != 2:
        raise UserError(f"a duel is between 2 heroes; given: {len(heroes)}")
    check_readings(readings or {})
    pack = pack_of(edition, content)
    for hero in heroes:
        if hero not in pack.heroes:
            raise unknown("hero", hero, pack.heroes)
    statuses = [status.id for status in pack.statuses[1:]]
    for status in also:
        if status not in statuses:
            raise unknown("status effect", status, statuses)
    from dicelaw.model.dice_throne.readings import BY_ID

    answers = {id: answer for id, answer in (readings or {}).items() if answer != BY_ID[id].default}
    further = tuple(sorted(set(also) - known_statuses(tuple(heroes), edition, content)))
    return _duel(tuple(heroes), tuple(sorted(answers.items())), edition, further, content)


@cache
def known_statuses(
    heroes: tuple[str, ...], edition: str, content: OwnContent | None = None
) -> frozenset[str]:
    """The status effects that a duel between ``heroes`` knows by itself."""
    from dicelaw.model.dice_throne.narrow import narrowed

    statuses, _ = narrowed(pack_of(edition, content), heroes)
    return frozenset(status.id for status in statuses[1:])


@cache
def pack_of(edition: str, content: OwnContent | None = None) -> Pack:
    """Our content in the printing ``edition``, with that of the user's own, read once.

    Raises UserError that names everything that is wrong with it, by file, line and field.
    """
    from dicelaw.model.dice_throne.loader import ContentError, load_pack

    try:
        return load_pack([content.folder] if content is not None else (), edition)
    except ContentError as error:
        raise UserError(str(error), ExitCode.BAD_INPUT) from None


def own_heroes(edition: str, content: OwnContent) -> tuple[str, ...]:
    """The ids of the heroes that ``content`` brings."""
    return tuple(hero for hero in pack_of(edition, content).heroes if hero not in pack_of(edition).heroes)


@lru_cache(maxsize=KEPT)
def _duel(
    heroes: tuple[str, ...],
    readings: tuple[tuple[str, str], ...],
    edition: str,
    also: tuple[str, ...],
    content: OwnContent | None,
) -> DuelMachine:
    from dicelaw.model.dice_throne.machine import duel

    return duel(pack_of(edition, content), heroes, dict(readings), also=also)


def check_readings(readings: Mapping[str, str]) -> None:
    """Raises UserError for a point or an answer that the game does not have."""
    from dicelaw.model.dice_throne.readings import BY_ID

    for point, answer in readings.items():
        if point not in BY_ID:
            raise unknown("open point", point, BY_ID)
        if answer not in BY_ID[point].answers:
            raise unknown(f"answer to {point}", answer, BY_ID[point].answers)


def reading_of(text: str) -> tuple[str, str]:
    """A point and its answer from ``point=answer``; the form ``game?point=answer`` is understood too."""
    point, equals, answer = text.partition("=")
    if not equals or not point or not answer:
        raise UserError(f"{text!r} is not a reading; write point=answer", ExitCode.USAGE)
    return point.rpartition("?")[2].strip(), answer.strip()
