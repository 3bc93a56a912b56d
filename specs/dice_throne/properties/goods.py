"""Properties of cards: none is lost or comes from nowhere, and each moves only as the text says.

Each says of its steps where the cards of both players are after them, from where they were before; what is
written in the transitions is not read.
"""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import FRAMES
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, count, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_throne.invariants.contexts import in_phase
from dicelaw.specs.dice_throne.invariants.moving import TURN_LOST, UPGRADING, USING, all_but, keeping, moving
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.property import AllOf, Always, EachStep, Goal, Never, Property, Unchanged, after

UNDER_WAY = "goods/cards-under-way"


def goods_properties(made: DuelMachine) -> list[Property]:
    """Cards stay as many as they are."""
    return [*_cards(made), *_draws(made)]


def owned(made: DuelMachine, seat: int) -> Expr:
    """The cards of ``seat`` in deck, hand and discard pile, and those being played."""
    d = made.duel
    playing = count(all_of(d.played[f] >= 1, d.owner[f] == seat) for f in range(1, FRAMES))
    return d.hand[seat] + d.library[seat] + d.pile[seat] + playing


def _cards(made: DuelMachine) -> list[Property]:
    d = made.duel
    mine = [owned(made, seat) for seat in d.seats.numbers]
    return [
        Property(
            UNDER_WAY,
            "A card is being played only as an action under way, and no more cards are to be discarded at "
            "random than are in hand.",
            AllOf(
                (
                    Always(d.played[0] == 0, ("*", "!over")),
                    *(
                        Always(implies(d.depth < f, d.played[f] == 0), ("*", "!over"))
                        for f in range(1, FRAMES)
                    ),
                    Always(d.draws <= d.hand[d.drawing], "resolve/discard"),
                )
            ),
            ("cards/action-single-use",),
            using=STRUCTURE,
            goal=Goal("a card is being played", d.played[1] >= 1),
            bug=rewriting(
                "resolve/end/action",
                d.played[d.top],
                lambda _: d.played[d.top],
                "a finished card is played on",
            ),
        ),
        Property(
            "goods/cards-conserved",
            "The cards of each player in deck, hand and discard pile, and those being played, stay as many "
            "as they are, whatever happens but an upgrade.",
            EachStep(all_of(*(after(cards) == cards for cards in mine)), along=all_but(*UPGRADING)),
            ("cards/sell-to-own-discard", "cards/draw-empty-deck", "main/action-card-procedure"),
            using=(*STRUCTURE, UNDER_WAY),
            goal=Goal("a card lies in a discard pile", any_of(*(pile >= 1 for pile in d.pile)), "main-2"),
            bug=rewriting(
                "draw/reshuffle", d.pile[d.drawing], lambda _: d.pile[d.drawing], "the old pile stays"
            ),
        ),
        Property(
            "goods/upgrade-stays",
            "An upgrade takes one card out of the active player's hand for good, and no other card moves.",
            EachStep(
                all_of(moving([*d.hand], d.turn, -1), keeping((*d.library, *d.pile, *d.played))),
                along=UPGRADING,
            ),
            ("main/upgrade-card-procedure", "upgrade/not-sellable-after-play"),
            using=STRUCTURE,
            goal=Goal("a board is upgraded", any_of(*(level >= 2 for level in d.level)), "main-1"),
            bug=rewriting("main-1/upgrade", d.pile[0], lambda _: d.pile[0] + 1, "an upgrade is thrown away"),
        ),
    ]


def _draws(made: DuelMachine) -> list[Property]:
    d = made.duel
    moves = ("draw/card", "draw/reshuffle", "resolve/discard/card", "resolve/*/pick", "*/sell", "*/upgrade")
    playing = (*USING, "resolve/end/action", "answer/lost", TURN_LOST)
    return [
        Property(
            "goods/cards-move-by-rule",
            "Cards leave deck, hand and discard pile only by a draw, a new deck, a discard, a sale, an "
            "upgrade, or as they are played.",
            Unchanged((*d.hand, *d.library, *d.pile), along=all_but(*moves, *playing)),
            ("income/draw-card", "cards/draw-empty-deck"),
            using=STRUCTURE,
            goal=Goal("a card was drawn", any_of(*(hand >= 5 for hand in d.hand)), "main-1"),
            bug=rewriting(
                "turn-end/pass/turn", d.hand[0], lambda _: d.hand[0] + 1, "a card comes from nowhere"
            ),
        ),
        Property(
            "income/one-card",
            "In the Income Phase the active player is to draw exactly one card.",
            EachStep(all_of(after(d.draws) == 1, after(d.drawing) == d.turn), along="income/take"),
            ("income/draw-card", "income/no-gain-at-cap"),
            goal=Goal("a card of the Income Phase is drawn", in_phase(d, "income"), "draw"),
            bug=rewriting("income/take", d.draws, lambda _: d.draws * 0 + 2, "two cards are drawn"),
        ),
        Property(
            "goods/one-draw",
            "A draw moves one card from the deck of whoever draws to the hand, and counts as one.",
            EachStep(
                all_of(
                    moving([*d.hand], d.drawing, 1),
                    moving([*d.library], d.drawing, -1),
                    keeping(d.pile),
                    after(d.draws) == d.draws - 1,
                ),
                along="draw/card",
            ),
            ("income/draw-card", "setup/shuffle-and-draw"),
            goal=Goal("two cards are still to be drawn", d.draws == 2, "draw"),
            bug=rewriting("draw/card", d.draws, lambda _: at_least(d.draws - 2, 0), "a draw counts twice"),
        ),
        Property(
            "goods/all-drawn",
            "Play goes on only when every card that is to be drawn was drawn.",
            Never(d.draws >= 1, ("draw/income-done", "draw/effect-done", "draw/dealt", "draw/deal-*")),
            ("income/draw-card",),
            goal=Goal("a card is still to be drawn", d.draws == 1, "draw"),
            bug=dropping("income/draw-card", "draw/income-done"),
        ),
        Property(
            "goods/new-deck",
            "Only where a deck is empty the whole discard pile becomes the new deck, and draws are lost only "
            "where that is empty, too.",
            EachStep(
                all_of(
                    d.library[d.drawing] == 0,
                    implies(d.pile[d.drawing] >= 1, after(d.library[d.drawing]) == d.pile[d.drawing]),
                    implies(d.pile[d.drawing] >= 1, after(d.pile[d.drawing]) == 0),
                    implies(d.pile[d.drawing] >= 1, after(d.draws) == d.draws),
                    keeping(d.hand),
                ),
                along=("draw/reshuffle", "draw/nothing"),
            ),
            ("cards/draw-empty-deck",),
            goal=Goal("a deck is empty", d.library[d.drawing] == 0, "draw"),
            bug=dropping("cards/draw-empty-deck", "draw/nothing"),
        ),
    ]
