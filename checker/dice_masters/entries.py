"""What can be used of cards of Dice Masters: dice, effects that wait for something, interrupts, Globals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dicelaw.model.dice_masters.cards.cards import ACTION_FACES, BURSTS, ON_ATTACK, Card, Global, Moment
from dicelaw.model.dice_masters.cards.interrupts import Interrupt, line_of_interrupt
from dicelaw.model.dice_masters.declared.moments import BURST, TRIGGERS

GLOBAL = "global/"
"""What the names of Globals begin with."""
PLAIN = {
    **{burst: plain for plain, burst in BURSTS.items()},
    **dict.fromkeys(ACTION_FACES[1:], ACTION_FACES[0]),
    ON_ATTACK[1]: ON_ATTACK[0],
}
"""The moments that are another one on a face with bursts."""


@dataclass(frozen=True)
class Entry:
    """Something that can be used, with the card or the Global that plays are steered to for it.

    An effect waits for ``moments``, several where it is the same on faces with bursts. There are several
    ``interrupts`` where a card does the same to damage of several sources, or at several times.
    """

    name: str
    aim: str
    card: Card
    moments: tuple[Moment, ...] = ()
    interrupts: tuple[Interrupt, ...] = ()
    ability: Global | None = None


def entries_of(cards: Iterable[Card]) -> dict[str, Entry]:
    """What can be used of ``cards``, by name.

    That is the die of a card, each effect that waits for something, what it does to damage on its way, and
    each Global. What holds by itself while a die is active is left out: bonuses, prices, keywords.
    """
    found: dict[str, Entry] = {}
    for card in cards:
        found[card.id] = Entry(card.id, card.id, card)
        effects = effects_of(card)
        for name in dict.fromkeys(effects.values()):
            moments = tuple(moment for moment, other in effects.items() if other == name)
            found[name] = Entry(name, card.id, card, moments)
        for name in dict.fromkeys(named_interrupt(card, one) for one in card.interrupts):
            alike = tuple(one for one in card.interrupts if named_interrupt(card, one) == name)
            found[name] = Entry(name, card.id, card, interrupts=alike)
        for ability in card.globals:
            name = GLOBAL + ability.id
            found[name] = Entry(name, name, card, ability=ability)
    return found


def effects_of(card: Card) -> dict[Moment, str]:
    """What each effect of ``card`` is called; one that is the same on faces with bursts is so only once."""
    names: dict[Moment, str] = {}
    for moment, program in card.programs.items():
        plain = PLAIN.get(moment, moment)
        same = card.programs.get(plain) == program
        if program:
            names[moment] = f"{card.id}: {_line(card, plain if same else moment)}"
    return names


def _line(card: Card, moment: Moment) -> str:
    """What ``card`` calls ``moment``, or what the moment is called where a keyword brings it."""
    limit = card.only.get(moment, "")
    named = [
        one.name.format(affiliation=limit)
        for one in TRIGGERS
        if one.number == moment and (one.limit == limit or (limit and one.arguments))
    ]
    if named:
        return named[0]
    plain = PLAIN.get(moment)
    if plain is not None:
        return _line(card, plain) + BURST
    return moment.name.lower().replace("_", " ")


def named_interrupt(card: Card, one: Interrupt) -> str:
    """What the interrupt ``one`` of ``card`` is called."""
    return f"{card.id}: {line_of_interrupt(one)}"
