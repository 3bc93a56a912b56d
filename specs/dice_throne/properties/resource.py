"""Properties of what players have: bounds, payment, stack limits, the hand, and income."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import HAND_LIMIT, HEALTH_START
from dicelaw.model.kernel.expressions import all_of, any_of, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.property import AllOf, Always, Covered, Goal, InDomain, Never, Property


def resource_properties(made: DuelMachine) -> list[Property]:
    """Nobody has more than allowed, or pays with what is not there."""
    d = made.duel
    seats = d.seats.numbers
    limits = all_of(
        *(d.token(seat, kind) <= d.limit(seat, kind) for seat in seats for kind in range(1, d.kinds + 1))
    )
    barred = d.stunned(d.turn) if d.seats.duel else any_of(d.stunned(d.turn), ~d.plays(d.turn))
    fits = d.hand[d.turn] <= HAND_LIMIT
    return [
        Property(
            "model/in-domain",
            "Health stays in 0..60, combat points in 0..15, dice in 1..6, and every other number in its "
            "domain.",
            InDomain(),
            ("health/heal-cap", "cp/maximum-15", "cp/overflow-lost", "damage/total/floor-zero"),
            using=STRUCTURE,
            goal=Goal(
                "a player has more health than at the start", any_of(*(h > HEALTH_START for h in d.health))
            ),
            bug=rewriting("resolve/cp", d.cp[0], lambda _: d.cp[0] + 3, "combat points are not capped"),
        ),
        Property(
            "model/paid-in-full",
            "Nothing is paid that is not there: no card, token, combat point or attempt is spent twice.",
            Covered(
                ("*", "!resolve/*", "!conclusion/*", "!*/apply", "!offense/begin/roll"),
                ("cp*", "hand*", "library*", "attempts", "draws"),
            ),
            ("cards/cost-paid", "status/spend-discards-no-cost", "main/sell-any-number"),
            using=STRUCTURE,
            goal=Goal("a player has no combat points left", any_of(*(c == 0 for c in d.cp)), "main-*"),
            bug=dropping("cards/cost-paid"),
        ),
        Property(
            "status/stack-limit",
            "No player has more tokens of a status effect than its stack limit.",
            Always(limits),
            ("status/stack-limit", "status/gain-at-limit-lost"),
            using=STRUCTURE,
            goal=Goal(
                "a limit is reached",
                any_of(*(d.token(0, kind) == d.limit(0, kind) for kind in range(1, d.kinds + 1))),
            ),
            bug=rewriting(
                "resolve/token", d.tokens[0], lambda _: d.tokens[0] + 1, "a token is placed beyond the limit"
            ),
        ),
        Property(
            "discard/hand-limit",
            "A turn ends with at most six cards in hand, unless its player is stunned and may not sell.",
            AllOf(
                (
                    Always(any_of(fits, barred), "discard/over"),
                    Always(implies(d.holder != d.turn, any_of(fits, barred)), "discard"),
                )
            ),
            ("discard/hand-limit-six", "discard/excess-must-be-sold"),
            using=STRUCTURE,
            goal=Goal("a hand is too large in the Discard Phase", d.hand[d.turn] > HAND_LIMIT, "discard"),
            bug=dropping("discard/excess-must-be-sold", "discard/pass"),
        ),
        Property(
            "income/first-turn",
            "The start player has no Income Phase in the first turn.",
            Never(d.first_turn == 1, "income/take"),
            ("income/start-player-skips",),
            goal=Goal("the first turn goes on", d.first_turn == 1, "main-1"),
            bug=dropping("income/start-player-skips", "income/take"),
        ),
    ]
