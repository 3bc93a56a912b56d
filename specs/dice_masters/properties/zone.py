"""Properties of the areas that dice lie in, and of what the dice that lie there are."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Moment
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.rules import marks
from dicelaw.model.dice_masters.state.table_state import ARRIVALS, FIELD, OUT, USED
from dicelaw.model.dice_masters.zones.targets import is_starting
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.property import Always, EachStep, Goal, Property, after

EFFECTS = ("resolve*", "damage*", "ko*", "regenerate*", "due*", "assign*", "block*")
TAKES_FROM_FIELD = (
    "resolve/*", "attack/*", "block/*", "infiltrate/*", "leftover/*", "ko/*", "damage/*", "cleanup/clear",
    "cleanup/fall",
    "main/fabricating/purchase",
)  # fmt: skip
"""Where a die leaves the Field Zone: to attack or block, by damage or an effect, or when one ends."""
TO_ALL = ("resolve/strike-all", "resolve/strike-opposing")
"""Effects about dice that nobody chooses."""


def zone_properties(made: TableMachine) -> list[Property]:
    """Dice stay where they lie until something that may do so moves them."""
    t, newer = made.table, made.rules.newer
    dice = range(t.count)
    starting = [is_starting(made.rules, die) for die in dice]
    new = Moment.FIELDED, Moment.FIELDED_BURST
    arrives = [any_of(*(t.arriving[die] == ARRIVALS[one] for one in new)) for die in dice]
    arrived = [any_of(*(after(t.arriving[die]) == ARRIVALS[one] for one in new)) for die in dice]
    found = [
        Property(
            "zone/oop-no-interaction",
            "No effect moves a die that is Out of Play, turns it or puts anything on it.",
            EachStep(all_of(*_stay(made, OUT)), along=EFFECTS),
            ("zone/oop-no-interaction", *(() if newer else ("zone/oop-payment-untargetable",))),
            using=STRUCTURE,
            goal=Goal("a die is Out of Play while an effect resolves",
                      any_of(*(t.zone[die] == OUT for die in dice)), "resolve"),
            bug=rewriting("resolve/over", t.zone[0], lambda _: t.zone[0] * 0 + USED, "dice go on"),
        ),
        Property(
            "zone/used-def",
            "A die leaves the Used Pile only with all others, to refill the bag, or by an effect.",
            EachStep(all_of(*_stay(made, USED)), along=("*", "!draw/refill", "!resolve/*")),
            ("zone/used-def",),
            using=STRUCTURE,
            goal=Goal("a die is in the Used Pile", any_of(*(t.zone[die] == USED for die in dice)), "main"),
            bug=rewriting("cleanup/turn-ends", t.zone[0], lambda _: t.zone[0] * 0, "used dice go elsewhere"),
        ),
        Property(
            "dice/sidekick-rolled-is-character",
            "A starting die in the Field is a character of level 1.",
            Always(all_of(*(implies(all_of(t.fielded(die), starting[die]), t.shown("level", die) == 1)
                            for die in dice))),
            ("dice/sidekick-rolled-is-character", "level/def"),
            using=STRUCTURE,
            goal=Goal("a starting die is in the Field",
                      any_of(*(all_of(t.fielded(die), starting[die]) for die in dice))),
            bug=rewriting("pay/fielding", t.face[0], lambda _: t.face[0] * 0 + 1, "a fielded die is turned"),
        ),
        Property(
            "fielded/only-by-fielding",
            "Nothing but fielding a die triggers what it does when fielded: no attack, no other move.",
            EachStep(all_of(*(implies(arrived[die], arrives[die]) for die in dice)),
                     along=("*", "!pay/fielding", "!resolve/field")),
            ("fielded/not-attack-assignment", "fielded/not-moved-by-effect"),
            goal=Goal("a die has been fielded that does something then", any_of(*arrives), "due"),
            bug=rewriting("attack/send", t.arriving[0],
                          lambda _: t.arriving[0] * 0 + ARRIVALS[Moment.FIELDED], "attackers arrive"),
        ),
        Property(
            "level/spin-def",
            "Spinning turns dice in the Field, by one level at most, and changes nothing else about dice.",
            EachStep(all_of(*_turned(made)), along=("resolve/spin-up", "resolve/spin-down")),
            ("level/spin-def", "level/spin-one"),
            goal=Goal("a die of level 2 is in the Field while an effect resolves", any_of(
                *(all_of(t.fielded(die), t.shown("level", die) == 2) for die in dice)), "resolve"),
            bug=rewriting("resolve/spin-up", t.damage[0], lambda old: old * 0, "its damage is gone"),
        ),
    ]  # fmt: skip
    if newer:
        found += [
            Property(
                "target/non-targeting-still-field",
                "Damage that an effect deals without a target is on its way to dice in the Field only.",
                EachStep(all_of(*(implies(~t.fielded(die), after(t.incoming[die]) == t.incoming[die])
                                  for die in dice)), along=TO_ALL),
                ("target/non-targeting-still-field", "target/all-is-not-targeting"),
                goal=Goal("a die is not in the Field while an effect resolves",
                          any_of(*(~t.fielded(die) for die in dice)), "resolve"),
                bug=rewriting("resolve/strike-all", t.incoming[0], lambda old: old + 1, "another is hit"),
            ),
            Property(
                "zone/field-persist",
                "A die stays in the Field until it attacks or blocks, falls, or an effect moves it.",
                EachStep(
                    all_of(*(implies(t.zone[die] == FIELD, after(t.zone[die]) == FIELD) for die in dice)),
                    along=("*", *(f"!{one}" for one in TAKES_FROM_FIELD)),
                ),
                ("zone/field-persist",),
                using=STRUCTURE,
                goal=Goal("a die is in the Field when a turn begins",
                          any_of(*(t.zone[die] == FIELD for die in dice)), "clear"),
                bug=rewriting("cleanup/turn-ends", t.zone[0], lambda _: t.zone[0] * 0 + USED, "it is lost"),
            ),
        ]  # fmt: skip
    return found


def _stay(made: TableMachine, zone: int) -> list[Expr]:
    """That each die which lies in ``zone`` does so after the step, as it lay there."""
    t = made.table
    return [
        implies(
            t.zone[die] == zone,
            all_of(
                after(t.zone[die]) == zone,
                after(t.face[die]) == t.face[die],
                after(t.damage[die]) == t.damage[die],
            ),
        )
        for die in range(t.count)
    ]


def _turned(made: TableMachine) -> list[Expr]:
    """That dice in the Field have changed by a level at most, and nothing else of any die has."""
    t = made.table
    kept = [after(cell) == cell for array in (t.zone, t.owner, t.keeper, *marks(t)) for cell in array]
    for die in range(t.count):
        level = t.shown("level", die)
        apart = all_of(after(level) <= level + 1, after(level) >= level - 1)
        kept.append(all_of(apart, implies(~t.fielded(die), after(t.face[die]) == t.face[die])))
    return kept
