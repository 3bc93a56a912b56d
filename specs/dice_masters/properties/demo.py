"""Properties of the draw, shown with the full bags of the demo teams."""

from __future__ import annotations

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import BAG, DRAW, OUT, PREP, USED
from dicelaw.model.kernel.expressions import all_of, any_of, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.property import EachStep, Goal, Never, Property, after

DEMO = "demo"


def demo_properties(made: TableMachine) -> list[Property]:
    """Where drawn dice go, and when a bag is refilled."""
    t = made.table
    edition = made.rules.edition
    newer = made.rules.newer
    goes = OUT if newer else PREP
    fourth = all_of(t.first_turn == 1, t.drawn == DRAW - 1)
    in_bag = any_of(*(t.of(die, t.turn, BAG) for die in range(t.count)))
    in_used = any_of(*(t.of(die, t.turn, USED) for die in range(t.count)))
    return [
        Property(
            f"draw/first-turn@{edition}",
            "On the first turn the fourth die goes Out of Play."
            if newer
            else "On the first turn all four dice go to the Prep Area.",
            EachStep(
                all_of(
                    *(
                        implies(
                            all_of(t.zone[die] == BAG, after(t.zone[die]) != BAG), after(t.zone[die]) == goes
                        )
                        for die in range(t.count)
                    )
                ),
                fourth,
                "draw/draw",
            ),
            (f"draw/first-turn@{edition}",),
            goal=Goal("three dice are drawn on the first turn", fourth, "draw"),
            bug=rewriting("draw/draw", t.zone[0], lambda old: old * 0 + USED, "a die is used up at once"),
            machine=DEMO,
        ),
        Property(
            "draw/refill-when-empty",
            "A bag is refilled only when a die must be drawn from it and it is empty.",
            Never(any_of(in_bag, t.drawn >= DRAW), "draw/refill"),
            ("draw/refill-from-used", "draw/partial-then-refill"),
            goal=Goal("a bag is empty", all_of(~in_bag, in_used, t.drawn < DRAW), "draw"),
            bug=dropping("draw/refill-from-used"),
            machine=DEMO,
        ),
        Property(
            "draw/shortage-last",
            "Life is lost for missing dice only when neither the bag nor the Used Pile has any.",
            Never(any_of(in_bag, in_used), "draw/shortage"),
            (f"draw/shortage-life@{edition}",),
            goal=Goal("a bag is empty", all_of(~in_bag, in_used, t.drawn < DRAW), "draw"),
            bug=dropping("draw/refill-from-used"),
            machine=DEMO,
        ),
    ]
