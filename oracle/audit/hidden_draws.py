"""Cards that were drawn without being named: which one it was is settled when a line names it.

Such a card has a stand-in, any card of the deck. The rules ask of a card only where it is, and only when it
is named. So a play in which stand-in and another card that was never seen change places is as legal as the
play itself; that is done as soon as a line names the other card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple, TypeAlias

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games.description import Decks

Past: TypeAlias = "tuple[Past | None, Move, int] | None"
"""The steps of a play, the last one first, each with the number of the line that it belongs to.

A draw of an unseen card has the place ``-1 - serial`` of the card.
"""


class Unseen(NamedTuple):
    """A card that was drawn without being named.

    ``card`` is its stand-in, or the card itself once it is ``known``, and ``may_be`` all that it may be;
    cards are numbered as in the slots called zone.
    """

    serial: int
    card: int
    may_be: frozenset[int]
    known: bool = False


class Fit(NamedTuple):
    """A play that fits the log: its state, its steps, and the cards that were drawn unseen."""

    state: State
    past: Past = None
    cards: tuple[Unseen, ...] = ()


class Hands:
    """What is known of the hands of a game whose cards are in ``decks``, one of each of ``seats``."""

    def __init__(self, decks: Decks, seats: Iterable[int]) -> None:
        self.seats = tuple(seats)
        self.deck = decks.size
        self.base = decks.base
        self.inside = decks.inside

    def in_deck(self, state: State, seat: int) -> Iterator[int]:
        """The cards in the deck of ``seat``."""
        for card in range(seat * self.deck, (seat + 1) * self.deck):
            if state[self.base + card] == self.inside:
                yield card

    def drawn(self, fit: Fit, after: State, move: Move, seat: int, line: int) -> Fit:
        """``fit`` after the draw ``move`` of ``seat``, of a card that the log does not name."""
        card = seat * self.deck + move[1]
        serial = len(fit.cards)
        hidden = {one.card for one in fit.cards if not one.known and one.card // self.deck == seat}
        unseen = Unseen(serial, card, frozenset({*self.in_deck(fit.state, seat), *hidden}))
        return Fit(after, (fit.past, (move[0], -1 - serial), line), (*fit.cards, unseen))

    def pruned(self, fit: Fit) -> Fit:
        """``fit`` where no unseen card may be one that has been seen to leave the deck."""
        if all(one.known for one in fit.cards):
            return fit
        open_cards = {one.card for one in fit.cards if not one.known}
        free = {card for seat in self.seats for card in self.in_deck(fit.state, seat)} | open_cards
        cards = tuple(one if one.known else one._replace(may_be=one.may_be & free) for one in fit.cards)
        return fit._replace(cards=cards)

    def naming(self, fit: Fit, card: int) -> Iterator[Fit]:
        """Each way in which ``fit`` goes on once a line names ``card``.

        It is where it is known to be, or it is still in the deck, or it is one of the unseen cards.
        """
        holder = next((one for one in fit.cards if one.card == card and not one.known), None)
        if holder is None and fit.state[self.base + card] != self.inside:
            yield fit
            return
        if holder is None:
            yield fit
        else:
            others = (one for one in sorted(holder.may_be) if fit.state[self.base + one] == self.inside)
            for other in islice(others, 1):  # which one does not matter, as long as it is not named
                yield self._swapped(fit, holder, other, known=False)
        tried = set()
        for one in sorted(fit.cards, key=lambda one: one is not holder):
            fits = not one.known and card in one.may_be
            if fits and (holder is None or one.card in holder.may_be) and one.may_be not in tried:
                tried.add(one.may_be)
                yield self._swapped(fit, one, card, known=True)

    def _swapped(self, fit: Fit, chosen: Unseen, card: int, *, known: bool) -> Fit:
        """``fit`` where ``chosen`` is ``card``, and its stand-in is wherever ``card`` was."""
        other = {chosen.card: card, card: chosen.card}
        cards = []
        for one in fit.cards:
            if one.known:
                cards.append(one)
                continue
            may_be = frozenset(other.get(each, each) for each in one.may_be)
            cards.append(Unseen(one.serial, other.get(one.card, one.card), may_be, known and one is chosen))
        state = list(fit.state)
        mine, theirs = self.base + chosen.card, self.base + card
        state[mine], state[theirs] = state[theirs], state[mine]
        return Fit(tuple(state), fit.past, tuple(cards))

    def moves(self, fit: Fit) -> list[tuple[Move, int]]:
        """The steps of ``fit`` from the first on, each with its line; unseen cards are what fits."""
        cards = {one.serial: one.card % self.deck for one in fit.cards}
        found: list[tuple[Move, int]] = []
        past = fit.past
        while past is not None:
            past, move, line = past
            found.append(((move[0], cards[-1 - move[1]]) if len(move) == 2 and move[1] < 0 else move, line))
        found.reverse()
        return found
