"""What the cards of two teams say about themselves: never used, of no use, worse, or beyond a limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicelaw.checker.dice_masters.entries import entries_of
from dicelaw.checker.dice_masters.limits import Limits
from dicelaw.checker.dice_masters.never import Never
from dicelaw.checker.dice_masters.worse import worse_than
from dicelaw.checker.limit import Limit
from dicelaw.model.dice_masters.cards.cards import Card, Pack, Teams


@dataclass(frozen=True)
class Judged:
    """What is so in every play: of the ``entries`` those that are ``never`` used, with the reason.

    What is ``useless`` never changes anything: entries, and what holds by itself while a card is active.
    Each card that is ``worse`` than others of the same cost has the first of these.
    """

    entries: tuple[str, ...]
    never: Mapping[str, str]
    useless: Mapping[str, str]
    worse: Mapping[str, str]
    limits: tuple[Limit, ...]


def judged(teams: Teams, cards: Sequence[Card], pack: Pack) -> Judged:
    """What is so of ``cards``, all of ``teams``, which are compared with all of ``pack``."""
    says, bounds = Never(teams), Limits(teams)
    every = entries_of(cards)
    never = {name: why for name, entry in every.items() if (why := says.used(entry))}
    useless = {
        name: why for name, entry in every.items() if name not in never and (why := says.useful(entry))
    }
    useless |= dict(pair for card in cards for pair in says.lasting(card))
    better = {card.id: worse_than(card, pack.cards.values(), pack) for card in cards}
    limits = [one for entry in every.values() for one in bounds.of_entry(entry)]
    limits += [one for card in cards for one in bounds.of_prices(card)]
    worse = {id: others[0] for id, others in better.items() if others}
    return Judged(tuple(every), never, useless, worse, tuple(limits))
