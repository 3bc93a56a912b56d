"""Which cards are under way: an invariant about a duel whose cards are told apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import FRAMES, IN_PLAY
from dicelaw.model.kernel.expressions import Expr, at_least, at_most, implies, number
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.property import AllOf, Always, Goal, Property


def cards_in_play(made: DuelMachine) -> Property:
    """Each card that is being played is in play, its player's, and under way once."""
    d = made.duel
    return Property(
        "play/cards-in-play",
        "A card that is being played is in play, belongs to whoever plays it, and is under way once.",
        AllOf(tuple(Always(part, ("*", "!over")) for part in _played(made))),
        ("cards/action-single-use",),
        goal=Goal("a card is being played", d.played[1] >= 1),
        bug=rewriting(
            "resolve/end/action", d.played[d.top], lambda _: d.played[d.top], "a finished card is played on"
        ),
    )


def _played(made: DuelMachine) -> Iterator[Expr]:
    d = made.duel
    assert d.zone is not None
    yield d.played[0] == 0
    for frame in range(1, FRAMES):
        card = d.played[frame]
        place = at_most(at_least(card - 1, 0), len(d.zone) - 1)
        yield card <= len(d.zone)
        yield implies(card >= 1, d.zone[place] == IN_PLAY)
        yield implies(card >= 1, d.owner[frame] == number(card > d.deck))
        yield implies(d.depth < frame, card == 0)
    for one, other in combinations(range(1, FRAMES), 2):
        yield implies(d.played[one] >= 1, d.played[one] != d.played[other])
