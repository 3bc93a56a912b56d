"""What it takes to write rows of the table of steps: what the text says of dice, cards and heroes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicelaw.model.dice_conquest.components import AVAILABLE, SPENT, STARTING_HEALTH
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    at_most,
    implies,
    number,
    total,
    where,
)
from dicelaw.specs.property import Chosen
from dicelaw.specs.steps import every

CARD, DIE, HERO, FACE, NUMBER = (Chosen(name) for name in ("card", "die", "hero", "face", "number"))


def begun_with(q: Quest) -> Expr:
    """The health that each hero began with."""
    return total(where(q.heroes == many, STARTING_HEALTH[many], 0) for many in range(1, 5))


def clockwise(q: Quest, seat: Expr) -> Expr:
    """The seat clockwise of ``seat``: after the last hero who plays comes the first."""
    last = len(q.seats) - 1
    return where(seat == q.heroes - 1, 0, at_most(seat + 1, last))


def freed(q: Quest, card: Expr | int) -> dict[Expr, Expr | int]:
    """The dice on ``card`` are Spent."""
    return every([*q.at], lambda _, at: where(at == number(card) + 1, SPENT, at))


def hurt_by(q: Quest, card: int) -> Expr:
    """The damage on ``card``: the numbers of the dice that lie there, and what came without dice."""
    return q.hurt[card] + total(where(at == card + 1, face, 0) for at, face in zip(q.at, q.face, strict=True))


def slain(q: Quest, card: int) -> Expr:
    """Whether ``card`` lies there and has suffered its health, or more where that need not be exact."""
    suffered, health = hurt_by(q, card), q.content.card("health", card)
    exactly = all_of(q.content.card("exact", card) == 1, suffered == health)
    enough = all_of(q.content.card("exact", card) == 0, suffered >= health)
    return all_of(q.shown(card), any_of(q.doomed == card, exactly, enough))


def of_card(cards: Sequence[int], says: Callable[[int], Expr]) -> Expr:
    """What is said of the card that is chosen, one of ``cards``."""
    chosen = any_of(*(card == CARD for card in cards))
    return all_of(chosen, *(implies(card == CARD, says(card)) for card in cards))


def open_to_attack(q: Quest, card: int) -> Expr:
    """Whether ``card`` lies there, and is attacked first or has no other before it that has to be."""
    first = [all_of(q.shown(one), q.content.card("first", one) == 1) for one in q.cards]
    return all_of(q.shown(card), any_of(q.content.card("first", card) == 1, ~any_of(*first)))


def takes(q: Quest, card: int, value: Expr, *, over: bool) -> Expr:
    """Whether a die that shows ``value`` may be placed on ``card``; ``over`` an exact health, if it may."""
    parity, health = q.content.card("parity", card), q.content.card("health", card)
    even = value % 2 == 0
    fits = TRUE if over else implies(
        q.content.card("exact", card) == 1, hurt_by(q, card) + value <= health
    )  # fmt: skip
    return all_of(
        open_to_attack(q, card),
        implies(parity == 1, ~even),
        implies(parity == 2, even),
        value >= q.content.card("least", card),
        value <= q.content.card("most", card),
        fits,
    )


def barred(q: Quest, what: str) -> Expr:
    """Whether a creature that lies there bars ``what``: rerolls, or abilities."""
    return any_of(*(all_of(q.shown(card), q.content.card(f"bars_{what}", card) == 1) for card in q.cards))


def available(q: Quest) -> list[Expr]:
    """Of each die whether it is Available."""
    return [at == AVAILABLE for at in q.at]
