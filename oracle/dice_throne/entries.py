"""The entries of content that can meet in a duel, by id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.model.dice_throne.language import Action, Hero, Status, Timing, When
from dicelaw.model.dice_throne.tables.narrow import TWICE

STATUS, PASSIVE = "status/", "passive/"
OWN_TURN = frozenset({
    When.OWN_MAIN, When.OWN_UPKEEP, When.OWN_OFFENSE, When.MODIFIER, When.ATTACKING, When.ULTIMATE
})  # fmt: skip
"""Conditions that hold in a turn of the owner alone, as only whose turn it is attacks."""


def of_status(id: str) -> str:
    """The entry of the status effect ``id``, whichever of two players has it as one of their own."""
    return STATUS + id.removesuffix(TWICE)


def entry_of_due(name: str) -> str:
    """The entry whose program runs by itself under ``name``: a status effect, or a space of a board."""
    return PASSIVE + name if "/" in name else of_status(name)


def entries_of(statuses: Sequence[Status], heroes: Sequence[Hero]) -> dict[str, bool]:
    """Each entry of a duel, and whether something of it is used or runs; else its tokens lie there."""
    found: dict[str, bool] = {}
    for status in statuses[1:]:
        if status.sign != "mark":
            found[of_status(status.id)] = bool(status.spend or status.triggers)
    for hero in heroes:
        used = [ability.id for ability in (*hero.offense, *hero.defense) if not ability.unknown]
        used += [card.action.id for card in hero.cards] + [action.id for *_, action in hero.board]
        used += [f"{PASSIVE}{hero.id}/{hero.slots[slot]}" for slot, *_ in hero.passives]
        found |= dict.fromkeys(used, True)
    return found


def sorts_of(hero: Hero) -> Iterator[tuple[str, str]]:
    """What each entry of the board and the deck of ``hero`` is."""
    yield from ((one.id, "offensive ability") for one in hero.offense)
    yield from ((one.id, "defensive ability") for one in hero.defense)
    yield from ((one.action.id, "upgrade" if one.upgrade else "card") for one in hero.cards)
    yield from ((action.id, "board action") for *_, action in hero.board)


def of_own_turn(hero: Hero) -> Iterator[str]:
    """What ``hero`` uses in its own turn only: attacks, upgrades, what is for its phases and attacks."""
    yield from (one.id for one in hero.offense)
    yield from (one.action.id for one in hero.cards if one.upgrade or _in_own_turn(one.action))
    yield from (action.id for *_, action in hero.board if _in_own_turn(action))


def _in_own_turn(action: Action) -> bool:
    return action.timing is Timing.MAIN or not action.when.isdisjoint(OWN_TURN)
