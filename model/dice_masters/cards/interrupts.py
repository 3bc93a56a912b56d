"""What active cards do to damage on its way, as data: prevent or redirect it, or take less of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import product


class Whom(IntEnum):
    """What damage is on its way to, as the owner of the card sees it."""

    NONE = 0
    YOU = 1
    THIS = 2
    OWN = 3
    OTHER = 4
    SIDEKICK = 5
    EITHER = 6
    DIE = 7
    BLOCKED = 8
    OPPONENT = 9


class Source(IntEnum):
    """What deals damage; an effect is everything but the A of a die in combat."""

    ANY = 0
    COMBAT = 1
    EFFECT = 2
    ABILITY = 3
    ACTION = 4
    GLOBAL = 5


class Limit(IntEnum):
    """How often it happens: once for damage dealt together, once a turn, or the first time in a turn."""

    EVENT = 0
    TURN = 1
    FIRST = 2


SOURCES = {
    "": Source.ANY,
    "combat": Source.COMBAT,
    "effect": Source.EFFECT,
    "ability": Source.ABILITY,
    "action die": Source.ACTION,
    "global": Source.GLOBAL,
}
LIMITS = {"": Limit.EVENT, "turn": Limit.TURN, "first": Limit.FIRST}
_OF = {
    "you": Whom.YOU,
    "this": Whom.THIS,
    "own die": Whom.OWN,
    "own other die": Whom.OTHER,
    "own sidekick": Whom.SIDEKICK,
    "you or own die": Whom.EITHER,
}
_TO = {"this": Whom.THIS, "die": Whom.DIE, "what it blocks": Whom.BLOCKED, "opponent": Whom.OPPONENT}
TYPED = ("", "fist", "bolt", "mask", "shield")
_AMOUNT = r"(?:(?P<exactly>exactly )?(?P<amount>[1-9])|all|up to (?P<by>fist|bolt|mask|shield) energy)"
_LINE = re.compile(
    rf"(?P<op>prevent|redirect) {_AMOUNT} from (?P<of>{'|'.join(_OF)})(?: to (?P<to>{'|'.join(_TO)}))?"
)
_AMOUNTS = (
    "all",
    *(f"{exactly}{amount}" for exactly in ("", "exactly ") for amount in range(1, 10)),
    *(f"up to {by} energy" for by in TYPED[1:]),
)
EXAMPLES = (
    "prevent all from you or own die",
    "redirect 2 from you to this",
    "redirect up to shield energy from you to this",
    "redirect exactly 1 from own sidekick to this",
)


@dataclass(frozen=True)
class Interrupt:
    """What an active card does to damage on its way. ``amount`` 0 is all of it."""

    redirects: bool
    amount: int
    exactly: bool
    of: Whom
    to: Whom
    source: Source = Source.ANY
    limit: Limit = Limit.EVENT
    must: bool = False
    by: int = 0
    """The type whose energy in the Reserve Pool is the amount; 0 where ``amount`` is."""
    kos: bool = False
    """Whether the die that does it is KO'd for it."""
    spins: bool = False
    """Whether the die that gets the damage is spun up before."""
    dealer: int = 0
    """The type of the characters whose damage it is about; 0 for whatever deals it."""
    moves: bool = False
    """Whether a starting die of its player goes to the Used Pile for it, as often as there is one."""


@dataclass(frozen=True)
class Guard:
    """How much less damage from ``source`` each die of a card takes; 0 is none."""

    amount: int = 0
    source: Source = Source.ANY


UNGUARDED = Guard()


def interrupt_of(line: str) -> Interrupt | None:
    """What ``line`` says, if it has the form of :data:`EXAMPLES`."""
    found = _LINE.fullmatch(line)
    if found is None or (found["op"] == "redirect") != bool(found["to"]):
        return None
    if found["to"] == "what it blocks" and found["of"] != "this":
        return None
    redirects = found["op"] == "redirect"
    to = _TO[found["to"]] if redirects else Whom.THIS
    by = TYPED.index(found["by"] or "")
    return Interrupt(
        redirects, int(found["amount"] or 0), bool(found["exactly"]), _OF[found["of"]], to, by=by
    )


def every_line() -> Iterator[str]:
    """All lines that :func:`interrupt_of` understands."""
    for amount, of, to in product(_AMOUNTS, _OF, ("", *_TO)):
        text = f"redirect {amount} from {of} to {to}" if to else f"prevent {amount} from {of}"
        if interrupt_of(text) is not None:
            yield text


def line_of_interrupt(one: Interrupt) -> str:
    """What ``one`` does as a line of a content file; :func:`interrupt_of` understands it."""
    amount = f"up to {TYPED[one.by]} energy" if one.by else f"{'exactly ' * one.exactly}{one.amount or 'all'}"
    whose = next(name for name, whom in _OF.items() if whom is one.of)
    onto = next(name for name, whom in _TO.items() if whom is one.to)
    verb = "redirect" if one.redirects else "prevent"
    return f"{verb} {amount} from {whose}" + f" to {onto}" * one.redirects
