"""The games by name, and how one is opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.near import id_of, unknown
from dicelaw.oracle.own_content import OwnContent, must_be

if TYPE_CHECKING:
    from dicelaw.model.dice_masters.cards import Pack as TablePack
    from dicelaw.model.dice_masters.cards import Teams
    from dicelaw.model.dice_masters.machine import TableMachine
    from dicelaw.model.dice_throne.language import Pack
    from dicelaw.model.dice_throne.machine import DuelMachine
    from dicelaw.model.dice_throne.modes import Mode
    from dicelaw.model.open_points import OpenPoint
    from dicelaw.oracle.ports import Opened


@dataclass(frozen=True)
class Game:
    """A game under one profile. ``modelled`` says whether there is a machine of it that can be played."""

    name: str
    title: str
    modelled: bool

    @property
    def family(self) -> str:
        """The game without its edition."""
        return self.name.partition("@")[0]

    @property
    def edition(self) -> str:
        """The edition, where there are several."""
        return self.name.partition("@")[2]


GAMES = {
    game.name: game
    for game in (
        Game("dice-throne", "Dice Throne", True),
        Game("dice-masters@2016", "Dice Masters, Faerûn Under Siege (2016)", True),
        Game("dice-masters@2018", "Dice Masters, X-Men Forever (2018)", True),
        Game("dice-conquest", "Dice Conquest", True),
        Game("diceland", "Diceland: Dragons", False),
    )
}
KEPT = 12
"""How many machines are kept once they are built; a dozen takes some 300 MB when all is compiled."""
DUELS = "dice-throne"
TABLES = "dice-masters"
DEFAULT_HEROES = ("barbarian", "paladin")
DEFAULT_TEAMS = {"2016": "faerun-demo", "2018": "x-men-demo"}
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


def duel_game(name: str) -> Game:
    """As :func:`known_game`, for what there is of Dice Throne only: raises UserError for other games."""
    game = known_game(name)
    if game.family != DUELS:
        raise UserError(
            f"this is there for {DUELS} only so far; {name} can be drawn, played, asked about, verified "
            "and compared",
            ExitCode.UNKNOWN_NAME,
        )
    return game


def open_machine(
    name: str,
    heroes: Sequence[str] = (),
    teams: str | None = None,
    readings: Mapping[str, str] | None = None,
    edition: str = "later",
    content: OwnContent | None = None,
    mode: str | None = None,
) -> Opened:
    """The machine of any game, between or with ``heroes`` in one of its modes, or between ``teams``.

    Raises UserError for what is unknown, and for what the game does not have.
    """
    from dicelaw.oracle.ports import Asked, port

    asked = Asked(tuple(heroes), teams, edition, content, mode)
    return port(known_game(name).name).opened(name, asked, readings or {})


def open_table(
    name: str, teams: str | None = None, readings: Mapping[str, str] | None = None
) -> TableMachine:
    """The machine of the Dice Masters edition ``name`` with ``teams``, by default those of its demo.

    Raises UserError for what is unknown.
    """
    edition = known_game(name).edition
    check_readings(readings or {}, name)
    chosen = default_teams(name) if teams is None else teams
    if teams_called(chosen) is None:
        raise unknown("pair of teams", chosen, table_pack().teams)
    return _table(chosen, edition, tuple(sorted((readings or {}).items())))


def teams_called(name: str) -> Teams | None:
    """Our teams called ``name``, or those of the cards that it tells; None where there are none."""
    from dicelaw.model.dice_masters.drawn_teams import told_teams

    return table_pack().teams.get(name) or told_teams(table_pack(), name)


def default_teams(name: str) -> str:
    """The teams of the demo of the Dice Masters edition ``name``."""
    return DEFAULT_TEAMS[known_game(name).edition]


@cache
def table_pack() -> TablePack:
    """The cards and teams of Dice Masters, read once."""
    from dicelaw.model.dice_masters.loader import load_pack

    return load_pack()


@lru_cache(maxsize=KEPT)
def _table(teams: str, edition: str, readings: tuple[tuple[str, str], ...]) -> TableMachine:
    from dicelaw.model.dice_masters.machine import game

    found = teams_called(teams)
    assert found is not None
    return game(found, edition, dict(readings))


def open_game(
    name: str,
    heroes: Sequence[str] = DEFAULT_HEROES,
    readings: Mapping[str, str] | None = None,
    edition: str = "later",
    also: Iterable[str] = (),
    content: OwnContent | None = None,
    mode: str | None = None,
) -> DuelMachine:
    """The machine of the game called ``name``, with ``content`` beside ours; ``mode`` says how it is played.

    It knows the status effects in ``also`` besides those that the heroes can bring about. Raises UserError
    for what is unknown, and for what is wrong with ``content``.
    """
    duel_game(name)
    from dicelaw.model.dice_throne.loader import EDITIONS as KNOWN

    if edition not in KNOWN:
        raise unknown("edition", edition, KNOWN)
    played = known_mode(mode, heroes)
    check_readings(readings or {})
    _check_points(readings or {}, played)
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
    return _duel(tuple(heroes), tuple(sorted(answers.items())), edition, further, content, played)


def known_mode(name: str | None, heroes: Sequence[str]) -> Mode:
    """The mode called ``name``, or else what ``heroes`` play by themselves.

    Raises UserError for an unknown one, and for a number of heroes that cannot play it.
    """
    from dicelaw.model.dice_throne.modes import MODES, usual_mode

    if name is not None and name not in MODES:
        raise unknown("mode", name, MODES)
    mode = usual_mode(heroes) if name is None else MODES[name]
    if len(heroes) not in mode.sides:
        if name is None:
            raise UserError(f"2 to 6 heroes play; given: {len(heroes)}")
        allowed = " or ".join(str(count) for count in mode.sides)
        raise UserError(f"{mode.title} is played by {allowed} heroes; given: {len(heroes)}")
    return mode


def _check_points(readings: Mapping[str, str], mode: Mode) -> None:
    """Raises UserError for an answer to a point that is not open in ``mode``."""
    from dicelaw.model.dice_throne.machine import open_points as open_in

    for point in readings:
        if point not in {one.id for one in open_in(mode)}:
            raise UserError(f"{point} is not asked in {mode.title}; leave it out, or let more heroes play")


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
        pack = load_pack([content.folder] if content is not None else (), edition)
    except ContentError as error:
        raise UserError(error.lines, more=error.more) from None
    if content is not None:
        must_be(content)
    return pack


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
    mode: Mode,
) -> DuelMachine:
    from dicelaw.model.dice_throne.machine import duel

    return duel(pack_of(edition, content), heroes, dict(readings), also=also, mode=mode)


def open_points(name: str = DUELS) -> Sequence[OpenPoint]:
    """The points that the texts of the game called ``name`` leave open."""
    from dicelaw.oracle.ports import port

    return port(known_game(name).name).open_points(name)


def check_readings(readings: Mapping[str, str], name: str = DUELS) -> None:
    """Raises UserError for a point or an answer that the game called ``name`` does not have."""
    known = {point.id: point for point in open_points(name)}
    for point, answer in readings.items():
        if point not in known:
            raise unknown("open point", point, known)
        if answer not in known[point].answers:
            raise unknown(f"answer to {point}", answer, known[point].answers)


def reading_of(text: str) -> tuple[str, str]:
    """A point and its answer from ``point=answer``; the form ``game?point=answer`` is understood too."""
    point, equals, answer = text.partition("=")
    if not equals or not point or not answer:
        raise UserError(f"{quoted(text)} is not a reading; write point=answer", ExitCode.USAGE)
    return id_of(point.rpartition("?")[2]), id_of(answer)
