"""Opening a game of Dice Conquest: the pack of cards that has the heroes, and the machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from dicelaw.model.content.document import ContentError
from dicelaw.model.dice_conquest.components import SEATS_MOST
from dicelaw.model.dice_conquest.language import Pack
from dicelaw.model.dice_conquest.loader import OWN, PUBLISHED, load_pack
from dicelaw.model.dice_conquest.machine import QuestMachine, quest
from dicelaw.model.parts import Parts
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.kinds import content_error
from dicelaw.oracle.games.games import KEPT, check_readings
from dicelaw.oracle.games.identity import identify
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.suggestions import unknown

DEFAULT_HEROES = ("scholar", "shieldmaiden")


@cache
def packs(content: OwnContent | None = None) -> Sequence[Pack]:
    """The packs that a game may be played with: ours, or that of the user's own alone.

    Raises UserError that names everything that is wrong with it, by file, line and field.
    """
    if content is None:
        return [load_pack(own=own) for own in (OWN, PUBLISHED)]
    try:
        return [load_pack([content.folder])]
    except ContentError as error:
        raise content_error(error) from None


def pack_with(heroes: Sequence[str], content: OwnContent | None = None) -> Pack:
    """The pack that has all of ``heroes``. Raises UserError where there is none."""
    known = packs(content)
    for pack in known:
        if all(hero in pack.heroes for hero in heroes):
            return pack
    names = [hero for pack in known for hero in pack.heroes]
    for hero in heroes:
        if hero not in names:
            raise unknown("hero", hero, names)
    raise UserError(f"no pack has all of the heroes {', '.join(heroes)}; take those of one pack")


def opened(
    heroes: Sequence[str], readings: Mapping[str, str], content: OwnContent | None = None
) -> QuestMachine:
    """The machine of a game of ``heroes``. Raises UserError for what is unknown or cannot be."""
    if not 1 <= len(heroes) <= SEATS_MOST:
        raise UserError(f"1 to {SEATS_MOST} heroes play; given: {len(heroes)}")
    if len(set(heroes)) < len(heroes):
        raise UserError(f"there is one card of each hero; given: {', '.join(heroes)}")
    check_readings(readings, "dice-conquest")
    pack_with(heroes, content)
    return _quest(tuple(heroes), tuple(sorted(readings.items())), content)


@lru_cache(maxsize=KEPT)
def _quest(
    heroes: tuple[str, ...], readings: tuple[tuple[str, str], ...], content: OwnContent | None
) -> QuestMachine:
    parts = _parts(heroes, content)
    with parts.building:
        made = quest(pack_with(heroes, content), heroes, dict(readings), parts=parts)
    own = None if content is None else content.digest
    identify(made.machine, ("dice-conquest", heroes, readings, own), made.quest)
    return made


@lru_cache(maxsize=KEPT)
def _parts(_heroes: tuple[str, ...], _content: OwnContent | None) -> Parts:
    """What was built of such a game, for other readings."""
    return Parts()
