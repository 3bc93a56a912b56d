"""Opening a game of Dice Throne: content in a printing, the mode, and the machine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dicelaw.model.parts import Parts
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.kinds import content_error
from dicelaw.oracle.games.games import KEPT, check_readings
from dicelaw.oracle.games.identity import identify
from dicelaw.oracle.games.own_content import OwnContent, must_be
from dicelaw.oracle.games.ports import PRINTING
from dicelaw.oracle.suggestions import unknown

if TYPE_CHECKING:
    from dicelaw.model.dice_throne.language import Pack
    from dicelaw.model.dice_throne.machine import DuelMachine
    from dicelaw.model.dice_throne.modes import Mode
    from dicelaw.oracle.games.session import Session

GAME = "dice-throne"
DEFAULT_HEROES = ("barbarian", "paladin")
EDITIONS = (PRINTING, "2017")
"""The printings of its content, the one that is taken by itself first."""


def duel_of(session: Session) -> DuelMachine:
    """The machine of ``session``. Raises UserError for a play of another game."""
    from dicelaw.model.dice_throne.machine import DuelMachine

    if not isinstance(session.game, DuelMachine):
        raise UserError(f"this is there for duels only, not for {session.name}")
    return session.game


def open_game(
    heroes: Sequence[str] = DEFAULT_HEROES,
    readings: Mapping[str, str] | None = None,
    edition: str = PRINTING,
    also: Iterable[str] = (),
    content: OwnContent | None = None,
    mode: str | None = None,
) -> DuelMachine:
    """The machine of a duel, with ``content`` beside ours; ``mode`` says how it is played.

    It knows the status effects in ``also`` besides those that the heroes can bring about. Raises UserError
    for what is unknown, and for what is wrong with ``content``.
    """
    if edition not in EDITIONS:
        raise unknown("edition", edition, sorted(EDITIONS))
    played = known_mode(mode, heroes)
    check_readings(readings or {}, GAME)
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
    """The status effects that a game between ``heroes`` knows by itself."""
    from dicelaw.model.dice_throne.tables.narrow import narrowed

    statuses, _ = narrowed(pack_of(edition, content), heroes, several=len(heroes) > 2)
    return frozenset(status.id for status in statuses[1:])


@cache
def pack_of(edition: str, content: OwnContent | None = None) -> Pack:
    """Our content in the printing ``edition``, with that of the user's own, read once.

    Raises UserError that names everything that is wrong with it, by file, line and field.
    """
    if content is None:
        from dicelaw.oracle.dice_throne.kept_pack import our_pack

        return our_pack(edition)
    from dicelaw.model.dice_throne.loader import ContentError, load_pack

    try:
        pack = load_pack([content.folder], edition)
    except ContentError as error:
        raise content_error(error) from None
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

    pack, parts = pack_of(edition, content), _parts(heroes, edition, also, content, mode)
    with parts.building:
        made = duel(pack, heroes, dict(readings), also=also, mode=mode, parts=parts)
    own = None if content is None else content.digest
    identify(made.machine, (GAME, heroes, readings, edition, also, own, mode.id), made.duel, made.content)
    return made


@lru_cache(maxsize=KEPT)
def _parts(
    _heroes: tuple[str, ...],
    _edition: str,
    _also: tuple[str, ...],
    _content: OwnContent | None,
    _mode: Mode,
) -> Parts:
    """What was built of such a duel, for other readings."""
    return Parts()
