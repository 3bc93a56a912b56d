"""Properties of the course of a game: what life and dice do between the steps that may change them."""

from __future__ import annotations

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import BAG, CARD, LEAST_LIFE, SEATS
from dicelaw.model.kernel.expressions import all_of, any_of, at_least, implies
from dicelaw.specs.bugs import allowing, dropping, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.property import Covered, Deterministic, EachStep, Goal, Property, Unchanged, after

BUYING = ("pay/purchase", "main/fabricating/purchase")
HURTING = ("draw/shortage", "damage/strike/deal", "resolve/pay-life", "resolve/drain")
GAINING = ("resolve/gain", "resolve/drain", "resolve/recall")


def course_properties(made: TableMachine) -> list[Property]:
    """Something can always happen, of one kind at a time, and nothing comes from nowhere."""
    t = made.table
    dice = range(t.count)
    carded = [t.zone[die] == CARD for die in dice]
    return [
        Property(
            "turn/one-thing-at-a-time",
            "What the rules do by themselves is never two things at once, but for what falls together.",
            Deterministic(("*", "!ko")),
            ("turn/five-steps",),
            using=STRUCTURE,
            goal=Goal("a turn is over", t.first_turn == 0, "clear"),
            bug=dropping("draw/refill-from-used", "draw/refill"),
        ),
        Property(
            "model/paid-in-full",
            "No more energy is paid than is owed or there, and no more damage divided than is left.",
            Covered(("pay/*", "assign/give", "resolve/divide/give"), ("owed", "left")),
            ("cost/unavoidable",),
            using=STRUCTURE,
            goal=Goal("all is paid", t.owed == 0, "pay"),
            bug=allowing(("pay/pay", "pay/half", "pay/virtual")),
        ),
        Property(
            "life/by-rule",
            "Life changes only by damage, a shortage of dice to draw, and the words of effects.",
            Unchanged((*t.life,), along=("*", *(f"!{one}" for one in (*HURTING, *GAINING)))),
            ("life/lose-vs-damage",),
            goal=Goal("a player has lost life", any_of(*(life < t.life_start for life in t.life)), "main"),
            bug=rewriting("cleanup/turn-ends", t.life[0], lambda _: t.life[0] * 0 + 1, "a turn costs life"),
        ),
        Property(
            "life/by-damage",
            "Damage that is dealt takes from each player's life what was on its way there, and no more.",
            EachStep(
                all_of(
                    *(
                        after(t.life[seat]) == at_least(t.life[seat] - t.aimed[seat], LEAST_LIFE)
                        for seat in range(SEATS)
                    )
                ),
                along="damage/strike/deal",
            ),
            ("life/lose-vs-damage",),
            using=STRUCTURE,
            goal=Goal("damage is on its way to a player", t.aimed[0] >= 1, "damage/strike"),
            bug=rewriting("damage/strike/deal", t.life[0], lambda _: t.life[0], "player 1 loses nothing"),
        ),
        Property(
            "dice/bought-only",
            "A die leaves its card only when it is bought, or taken by an effect.",
            EachStep(
                all_of(*(implies(one, after(t.zone[die]) == CARD) for die, one in enumerate(carded))),
                along=("*", *(f"!{one}" for one in BUYING), "!resolve/*"),
            ),
            ("purchase/sources", "purchase/finite-supply"),
            using=STRUCTURE,
            goal=Goal("a die is on its card", any_of(*carded), "main"),
            bug=rewriting("cleanup/turn-ends", t.zone[0], lambda _: t.zone[0] * 0 + BAG, "the bag fills"),
        ),
    ]
