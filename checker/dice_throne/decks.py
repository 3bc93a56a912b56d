"""Loops that cards come back in: how many cards must be in hand before a deck goes round for nothing.

A card that was played comes back only when the deck is empty and the discard pile is shuffled. So between two
such moments each card leaves a hand once at most, and all that is not in hands or in play has to be drawn.
Were there plays without end in one phase with few cards in hand, their averages between two shuffles would
solve the linear inequalities below; where nothing solves them, there are none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import z3

from dicelaw.checker.dice_throne.goods import cards, drawn, points
from dicelaw.checker.dice_throne.phases import DuelActs
from dicelaw.checker.loops.acts import Row, rows_of
from dicelaw.model.dice_throne.modes import DUEL_SEATS
from dicelaw.model.dice_throne.state.duel_state import FRAMES, HAND_LIMIT

HAND_WANTED = HAND_LIMIT + 2
"""A proof for fewer cards says little: this is one more than a hand has when a Main Phase begins."""


@dataclass(frozen=True)
class DeckFound:
    """``most`` cards in each hand are proved not to be enough; the smaller deck has ``deck`` cards."""

    most: int
    deck: int


def enough(acts: DuelActs) -> DeckFound:
    """The most cards in each hand with which the deck of the first hero cannot go round without end."""
    decks = [len(hero.cards) for hero in acts.goods.heroes]
    low, high = 0, min(decks)
    asked = _Question(acts)
    while low < high:
        middle = (low + high + 1) // 2
        if asked.impossible(middle):
            low = middle
        else:
            high = middle - 1
    return DeckFound(low, min(decks))


class _Question:
    """The inequalities of the duel of ``acts``, for any number of cards in hand."""

    def __init__(self, acts: DuelActs) -> None:
        self.solver = z3.SolverFor("QF_LRA")
        self.rounds = [z3.Real(f"rounds of {seat}") for seat in DUEL_SEATS]
        self.decks = [len(hero.cards) for hero in acts.goods.heroes]
        self.upgrades = [
            len({(card.upgrade.slot, card.upgrade.level) for card in hero.cards if card.upgrade})
            for hero in acts.goods.heroes
        ]
        self.solver.add(self.rounds[0] == 1, self.rounds[1] >= 0)
        self.totals: dict[str, list[z3.ArithRef]] = {}
        self.drawn: list[list[z3.ArithRef]] = [[], []]
        for place, row in enumerate(rows_of([act for _, act in acts.lasting])):
            self._count(row, z3.Real(f"act {place}"))
        left: dict[tuple[int, str], list[z3.ArithRef]] = {}
        for place, (one, act) in enumerate(acts.played):
            for number, row in enumerate(rows_of([act])):
                times = z3.Real(f"card {place} {number}")
                self._count(row, times)
                left.setdefault((one.seat, one.card), []).append(times)
        self._sell(left, acts)
        self.solver.add(*(z3.Sum(changes) >= 0 for changes in self.totals.values()))

    def _count(self, row: Row, times: z3.ArithRef) -> None:
        """Count ``row``, taken so many ``times``; what a player draws is counted apart."""
        self.solver.add(times >= 0)
        for good, by in row.change:
            self.totals.setdefault(good, []).append(by * times)
            for seat in DUEL_SEATS:
                if good == drawn(seat):
                    self.drawn[seat].append(by * times)

    def _sell(self, left: Mapping[tuple[int, str], list[z3.ArithRef]], acts: DuelActs) -> None:
        """Each card leaves the hand once a round at most, played or sold; upgrades can be sold as well."""
        for seat, hero in enumerate(acts.goods.heroes):
            sold = z3.Real(f"sold by {seat}")
            self.solver.add(sold >= 0)
            self.totals.setdefault(cards(seat), []).append(-sold)
            self.totals.setdefault(points(seat), []).append(1 * sold)
            mine = [times for (owner, _), all_times in left.items() if owner == seat for times in all_times]
            self.solver.add(z3.Sum([sold, *mine]) <= len(hero.cards) * self.rounds[seat])
        for (seat, _), times in left.items():
            self.solver.add(z3.Sum(times) <= self.rounds[seat])

    def impossible(self, most: int) -> bool:
        """Whether nothing solves the inequalities with ``most`` cards in each hand."""
        self.solver.push()
        for seat in DUEL_SEATS:
            going = self.decks[seat] - self.upgrades[seat] - most - (FRAMES - 1)
            if going > 0:
                self.solver.add(z3.Sum([z3.RealVal(0), *self.drawn[seat]]) >= going * self.rounds[seat])
        found = bool(self.solver.check() == z3.unsat)
        self.solver.pop()
        return found
