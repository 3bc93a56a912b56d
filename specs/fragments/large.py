"""Machines of a size at which it matters how they are searched; nothing is claimed of them."""

from __future__ import annotations

from dicelaw.model.kernel.expressions import Expr, all_of, constant, count, total
from dicelaw.model.kernel.fragments import reaction_window
from dicelaw.model.kernel.fragments.reaction_window import Limit
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration

RULE = "fragment/dice-pool"
DICE = (3, 5)


def large_machines() -> dict[str, Machine]:
    """The machines by name: a pool of dice, and a reaction window with 1.3 million states."""
    window = reaction_window.proving_ground(seats=3, most=3, limit=Limit.NONE, energy=3, events=4)
    return {**{f"dice-pool/{dice}": dice_pool(dice) for dice in DICE}, "reaction-window/large": window}


def dice_pool(dice: int, *, faces: int = 6, attempts: int = 3) -> Machine:
    """A roll of several dice, one after another; what is not kept is rolled again, up to all ``attempts``."""
    declaration, timing = Declaration(), TimingGraph()
    left = declaration.integer("attempts", 0, attempts, "how many attempts are left")
    shown = declaration.array("die", dice, 0, faces, "the face of die, or that it is to be rolled")
    kept = declaration.array("kept", dice, 0, 1, "whether this is kept: die", labels=("no", "yes"))
    score = declaration.integer("score", 0, dice * faces, "the sum of the dice")
    timing.point("roll", Kind.CHANCE, "the dice are rolled")
    timing.point("keep", Kind.DECISION, "what is kept?")
    timing.point("end", Kind.FINAL, "the end")
    which, face = Choice("die", 0, dice - 1), Choice("face", 1, faces)
    timing.add("roll/one", "roll", "roll", Agent.CHANCE, "roll {die}: {face}", choices=[which, face],
               requires=[(shown[which] == 0, RULE)], effect={shown[which]: face})  # fmt: skip
    rolled = all_of(*(die >= 1 for die in shown))
    timing.add("roll/all", "roll", "keep", Agent.CHANCE, "all are rolled", requires=[(rolled, RULE)])
    timing.add("keep/one", "keep", "keep", constant(0), "keep {die}", choices=[which],
               requires=[(kept[which] == 0, RULE), (left >= 1, RULE)], effect={kept[which]: 1})  # fmt: skip
    some = count(one == 0 for one in kept) >= 1
    again: dict[Expr, Expr | int] = {
        left: left - 1,
        **{die: die * one for die, one in zip(shown, kept, strict=True)},
    }
    timing.add("keep/again", "keep", "roll", constant(0), "roll the rest again",
               requires=[(left >= 1, RULE), (some, RULE)],
               effect={**again, **dict.fromkeys(kept, 0)})  # fmt: skip
    timing.add("keep/enough", "keep", "end", constant(0), "leave it at that", effect={score: total(shown)})
    seats = ("the player",)
    return build(
        f"dice-pool/{dice}", declaration, timing, start_at="roll", start={left: attempts - 1}, seats=seats
    )
