"""Teams that are told by their cards, as ``card/card//card/card//basic``, and random ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from dicelaw.model.dice_masters.cards.card_names import plain_name
from dicelaw.model.dice_masters.cards.cards import Card, Pack, Teams

APART, WITH = "//", "/"
LIFE, DICE = 20, 2
"""The life of each player, and the dice on a card, if it may have as many."""
CARDS, BASICS = 4, 2
"""How many cards a player brings to teams that are drawn, and how many Basic Action Cards there are."""


def told_teams(pack: Pack, name: str) -> Teams | None:
    """The teams that ``name`` tells of, or None where it is not made of cards of ``pack`` in their places."""
    parts = [part.split(WITH) for part in name.split(APART)]
    if len(parts) != 3 or not all(one in pack.cards for part in parts for one in part):
        return None
    first, second, basics = ([pack.cards[one] for one in part] for part in parts)
    if any(card.basic for card in (*first, *second)) or not all(card.basic for card in basics):
        return None
    if any(len({plain_name(card.name) for card in row}) < len(row) for row in (first, second, basics)):
        return None
    return Teams(name, f"the teams {name}", LIFE, (_with_dice(first), _with_dice(second)), tuple(basics))


def _with_dice(cards: Sequence[Card]) -> tuple[tuple[Card, int], ...]:
    return tuple((card, min(DICE, card.maximum)) for card in cards)


def drawn_teams(pack: Pack) -> Iterator[str]:
    """Names of teams of random cards, the same each time; any two cards that can be in one game are once."""
    draw = Random("teams")
    cards = [card for card in pack.cards.values() if not card.basic]
    basics = [card for card in pack.cards.values() if card.basic]
    waiting = [
        (one, other)
        for one, other in combinations([*cards, *basics], 2)
        if not (one.basic and other.basic and plain_name(one.name) == plain_name(other.name))
    ]
    draw.shuffle(waiting)
    met: set[frozenset[str]] = set()
    for one, other in waiting:
        if frozenset((one.id, other.id)) in met:
            continue
        rows: list[list[Card]] = [[], [], []]
        for card in (one, other):
            rows[2 if card.basic else int(bool(rows[0]))].append(card)
        for row, known, size in zip(rows, (cards, cards, basics), (CARDS, CARDS, BASICS), strict=True):
            _fill(row, known, size, [card for other in rows if other is not row for card in other], draw)
        found = [card.id for row in rows for card in row]
        met |= {frozenset(pair) for pair in combinations(found, 2)}
        yield APART.join(WITH.join(card.id for card in row) for row in rows)


def _fill(row: list[Card], known: Sequence[Card], size: int, others: Sequence[Card], draw: Random) -> None:
    """Add cards of ``known`` to ``row`` up to ``size``, of other names, and none of ``others``."""
    for card in draw.sample(known, len(known)):
        names = {plain_name(one.name) for one in row}
        if len(row) < size and plain_name(card.name) not in names and card not in others:
            row.append(card)
