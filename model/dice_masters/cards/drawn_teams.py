"""Teams that are told by their cards, as ``card@3/card//card/card//basic//15``, and random ones.

First come the cards of the first player with their dice, then those of the second, then the Basic Action
Cards, and at last the life. Two dice and 20 life need not be said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations
from random import Random

from dicelaw.model.dice_masters.cards.card_names import plain_name
from dicelaw.model.dice_masters.cards.cards import Card, Pack, Teams
from dicelaw.model.foreign.numbers import whole_number

APART, WITH, MANY = "//", "/", "@"
LIFE, DICE = 20, 2
"""The life of each player, and the dice on a card, if it may have as many."""
CARDS, BASICS = 4, 2
"""How many cards a player brings to teams that are drawn, and how many Basic Action Cards there are."""


def told_teams(pack: Pack, name: str) -> Teams | None:
    """The teams that ``name`` tells of, or None where it is not made of cards of ``pack`` in their places."""
    *parts, last = name.split(APART)
    life = whole_number(last)
    rows = parts if life is not None else [*parts, last]
    found = [[_with_dice(pack, one) for one in row.split(WITH) if row] for row in rows]
    if len(rows) != 3 or not 1 <= (LIFE if life is None else life) <= LIFE:
        return None
    first, second, basics = ([one for one in row if one is not None] for row in found)
    cards = [card for card, _ in (*first, *second)]
    if any(None in row for row in found) or not (first and second) or any(card.basic for card in cards):
        return None
    if not all(card.basic for card, _ in basics):
        return None
    if any(len({plain_name(card.name) for card, _ in row}) < len(row) for row in (first, second, basics)):
        return None
    middle = tuple(card for card, _ in basics)
    return Teams(name, f"the teams {name}", life or LIFE, (tuple(first), tuple(second)), middle)


def _with_dice(pack: Pack, text: str) -> tuple[Card, int] | None:
    """The card with its dice that ``text`` tells, or None where it may not be."""
    id, _, many = text.partition(MANY)
    card, dice = pack.cards.get(id), whole_number(many) if many else DICE
    if card is None or dice is None or not dice >= 1:
        return None
    if not many:
        return card, min(dice, card.maximum)
    return (card, dice) if dice <= card.maximum else None


def told(rows: Sequence[Mapping[str, int]], basics: Sequence[str], life: int) -> str:
    """How teams are told whose cards have these dice."""
    cards = [WITH.join(f"{id}{MANY}{dice}" for id, dice in row.items()) for row in rows]
    return APART.join((*cards, WITH.join(basics), str(life)))


def drawn_teams(pack: Pack, wanted: Set[str] = frozenset()) -> Iterator[str]:
    """Names of teams of random cards, the same each time; any two cards that can be in one game are once.

    Where cards are ``wanted``, it is any two of which one is wanted.
    """
    draw = Random("teams")
    cards = [card for card in pack.cards.values() if not card.basic]
    basics = [card for card in pack.cards.values() if card.basic]
    waiting = [
        (one, other)
        for one, other in combinations([*cards, *basics], 2)
        if not (one.basic and other.basic and plain_name(one.name) == plain_name(other.name))
        and (not wanted or one.id in wanted or other.id in wanted)
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
            while len(row) < size and (added := _next(row, known, rows, met, draw)) is not None:
                row.append(added)
        found = [card.id for row in rows for card in row]
        met |= {frozenset(pair) for pair in combinations(found, 2)}
        yield APART.join(WITH.join(card.id for card in row) for row in rows)


def teams_with(pack: Pack, groups: Sequence[Sequence[str]]) -> Iterator[str]:
    """Names of teams such that the cards of each of ``groups`` are in one of them, if they can be in any.

    The same each time. What is left of a team is cards with which more of the groups are whole.
    """
    cards = [card for card in pack.cards.values() if not card.basic]
    waiting = dict.fromkeys(frozenset(group) for group in groups)
    of: dict[str, set[frozenset[str]]] = {}
    for group in waiting:
        for id in group:
            of.setdefault(id, set()).add(group)
    while waiting:
        first = next(iter(waiting))
        rows: list[list[Card]] = [[], [], []]
        taken = {id for id in sorted(first) if _seated(pack.cards[id], rows, len(first))}
        while taken >= first:
            gains = {id: sum(len(one - taken) == 1 for one in of[id]) for id in sorted(of) if id not in taken}
            best = sorted((id for id in gains if gains[id]), key=lambda id: -gains[id])
            added = next((id for id in best if _seated(pack.cards[id], rows, 0)), None)
            if added is None:
                break
            taken.add(added)
        whole = {first, *(one for id in taken for one in of[id] if one <= taken)}
        for group in whole:
            del waiting[group]
            for id in group:
                of[id].discard(group)
        if taken >= first:
            others = (card for card in cards if card.id not in taken)
            for row in rows[:2]:
                row.extend([] if row else [next(others)])
            yield APART.join(WITH.join(card.id for card in row) for row in rows)


def can_meet(cards: Sequence[Card]) -> bool:
    """Whether all of ``cards`` can be in one game: a player brings one card of a name."""
    rows: list[list[Card]] = [[], [], []]
    return all(_seated(card, rows, len(cards)) for card in cards)


def _seated(card: Card, rows: Sequence[list[Card]], needed: int) -> bool:
    """Whether ``card`` found a place in the emptiest of ``rows`` that may have it, of ``needed`` at least."""
    places = rows[2:] if card.basic else sorted(rows[:2], key=len)
    size = max(BASICS if card.basic else CARDS, needed)
    for row in places:
        if len(row) < size and plain_name(card.name) not in {plain_name(one.name) for one in row}:
            row.append(card)
            return True
    return False


def _next(
    row: Sequence[Card], known: Sequence[Card], rows: Sequence[Sequence[Card]], met: Set[frozenset[str]],
    draw: Random,
) -> Card | None:  # fmt: skip
    """A card of ``known`` for ``row``, of another name: one of those that most in ``rows`` have not met."""
    names = {plain_name(one.name) for one in row}
    there = [card for other in rows for card in other]
    able = [card for card in known if plain_name(card.name) not in names and card not in there]
    draw.shuffle(able)
    return max(
        able, key=lambda card: sum(frozenset((card.id, one.id)) not in met for one in there), default=None
    )
