"""Properties of the Ultimate: nothing stops it, lowers its damage, or answers it."""

from __future__ import annotations

from dataclasses import replace

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.resolution.totals import final_total
from dicelaw.model.dice_throne.state.duel_state import DICE
from dicelaw.model.kernel.expressions import all_of, any_of, at_least, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_throne.invariants.contexts import in_phase
from dicelaw.specs.dice_throne.invariants.moving import TURN_LOST, all_but
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.property import Always, EachStep, Goal, Never, Property, Theorem, after


def ultimate_properties(made: DuelMachine) -> list[Property]:
    """What holds from the announcement of an Ultimate to its conclusion."""
    d, rules = made.duel, made.rules
    struck = all_of(d.ultimate == 1, d.activated == 1, *(cell == 0 for cell in d.doubled))
    exact = all_of(
        *(
            implies(
                all_of(struck, d.defends(seat), d.other_damage(seat) == 0, ~d.beside_target(seat)),
                final_total(rules, seat) == d.printed + d.added,
            )
            for seat in d.seats.numbers
        )
    )
    at_least_exact = all_of(
        *(
            implies(all_of(struck, d.defends(seat)), final_total(rules, seat) >= d.printed + d.added)
            for seat in d.seats.numbers
        )
    )
    return [
        *_of_opponents(made),
        Property(
            "ultimate/exact-damage",
            "An Ultimate deals exactly its printed damage and what its user added, whatever was done against "
            "it.",
            Theorem(all_of(exact, at_least_exact)),
            ("ultimate/no-reduction-or-avoidance", "ultimate/enhanceable-by-attacker"),
            goal=Goal(
                "an Ultimate is about to deal damage", all_of(d.ultimate == 1, d.printed >= 1), "conclusion"
            ),
        ),
        Property(
            "ultimate/not-stopped",
            "Once activated, nothing ends an Ultimate before its conclusion, and nothing lowers its damage.",
            EachStep(
                all_of(after(d.ultimate) == 1, after(d.printed) >= d.printed, after(d.added) >= d.added),
                d.ultimate == 1,
                all_but("conclusion/apply/all", TURN_LOST),
            ),
            ("ultimate/no-reduction-or-avoidance",),
            using=STRUCTURE,
            goal=Goal("an Ultimate is being resolved", d.ultimate == 1, "resolve/next"),
            bug=rewriting(
                "resolve/prevent",
                d.added,
                lambda _: at_least(d.added - 1, 0),
                "prevention lowers the added damage",
            ),
        ),
        Property(
            "ultimate/stopped-before-activation",
            "Altering the dice after an Ultimate was announced keeps it from being activated.",
            Never(d.altered == 1, "offense/activation/activate"),
            ("ultimate/stopped-only-by-dice-before-activation", "offense/altered-dice-choose-other-ability"),
            using=STRUCTURE,
            goal=Goal("dice were altered after an announcement", d.altered == 1, "offense/activation"),
            bug=dropping("offense/window-before-activation"),
        ),
        Property(
            "ultimate/five-sixes",
            "An Ultimate is activated only with five 6s.",
            Never(
                all_of(d.announced_ultimate == 1, any_of(*(d.die(0, place) != 6 for place in range(DICE)))),
                "offense/activation/activate",
            ),
            ("ultimate/five-sixes",),
            using=(*STRUCTURE, "ultimate/announced-sixes"),
            goal=Goal("an Ultimate is announced", d.announced_ultimate == 1, "offense/activation"),
            bug=dropping("offense/requirement-must-be-met"),
        ),
        Property(
            "ultimate/announced-sixes",
            "While an Ultimate is announced and no die was altered since, five 6s lie on the table.",
            Always(
                implies(
                    all_of(
                        d.announced_ultimate == 1, d.altered == 0, in_phase(d, "offense"), d.activated == 0
                    ),
                    all_of(*(d.die(0, place) == 6 for place in range(DICE))),
                ),
                ("*", "!over"),
            ),
            ("offense/announce-intended-ability",),
            using=STRUCTURE,
            goal=Goal("an Ultimate is announced", d.announced_ultimate == 1, "offense/announced"),
            bug=rewriting(
                "resolve/alter/set", d.altered, lambda _: d.altered, "setting a die is not noticed"
            ),
        ),
    ]


def _of_opponents(made: DuelMachine) -> list[Property]:
    """That the opponent decides nothing; of several each, but for a target that the die lets them choose."""
    d = made.duel
    silent = Property(
        "ultimate/no-opponent-action",
        "From the activation of an Ultimate until the Roll Phase concludes, its user's opponent decides "
        "nothing.",
        Never(d.ultimate == 1, "*", d.defender),
        ("ultimate/no-opponent-action",),
        using=STRUCTURE,
        goal=Goal("an Ultimate reaches its conclusion", d.ultimate == 1, "conclusion"),
        bug=dropping("ultimate/no-opponent-action", "conclusion/act"),
    )
    if d.seats.duel:
        return [silent]
    seats = d.seats
    others = {
        places: seats.next(d.attacker, places)
        for places in seats.numbers
        if any(seats.sides[seat] != seats.sides[(seat + places) % len(seats)] for seat in seats.numbers)
    }
    along = ("*", "!targeting/opponents/*")
    return [
        replace(
            silent,
            id=f"{silent.id}/{places}",
            says="From the activation of an Ultimate until the Roll Phase concludes, the player "
            f"{places} places after its user decides nothing, if that is an opponent.",
            claim=Never(all_of(d.ultimate == 1, d.opposed(seat, d.attacker)), along, seat),
        )
        for places, seat in others.items()
    ]
