"""Properties of dice and their zones, of energy, and of what is bought and fielded."""

from __future__ import annotations

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import (
    ATTACK,
    CARD,
    FIELD,
    MAIN,
    OUT,
    PURCHASE,
    RESERVE,
    USED,
)
from dicelaw.model.kernel.expressions import all_of, any_of, count, implies, where
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.property import AllOf, Always, EachStep, Goal, InDomain, Property, Unchanged, after

COMBAT_ZONES = ("combat/attack-zone-empty",)


def dice_properties(made: TableMachine) -> list[Property]:
    """Dice are conserved, and go only where the rules send them."""
    t = made.table
    dice = range(t.count)
    lying = [t.zone[die] == CARD for die in dice if die not in t.tokens_made]
    first = t.zone[t.count - 1]
    edition = made.rules.edition
    newer = made.rules.newer
    out = count(t.zone[die] == OUT for die in dice)
    emptied = all_of(*(t.zone[die] != OUT for die in dice))
    on_field = [t.fielded(die) for die in dice]
    energy_only = [
        implies(t.of(die, 1 - t.turn, RESERVE), all_of(t.gives(die) >= 1, t.shown("level", die) == 0))
        for die in dice
    ]
    return [
        Property(
            "dice/owner-changes-by-purchase",
            "The owner of a die changes only when it is purchased.",
            Unchanged(tuple(t.owned_by(die) for die in dice), along=("*", "!pay/purchase")),
            ("purchase/basic-by-either", "setup/always-eight"),
            using=STRUCTURE,
            goal=Goal("the second player owns the Basic Action Die", t.owner[t.count - 1] == 1),
            bug=rewriting("ko/fall", t.owner[0], lambda old: 1 - old, "a KO'd die goes to the other player"),
        ),
        Property(
            "dice/cards-only-give",
            "A die that is no token never returns to a card.",
            EachStep(all_of(*(implies(after(there) == 1, there) for there in lying))),
            ("purchase/finite-supply", "zone/areas"),
            using=STRUCTURE,
            goal=Goal("all dice of a card are purchased", ~lying[-1]),
            bug=rewriting("cleanup/turn-ends", first, lambda _: first * 0, "a used die goes back"),
        ),
        Property(
            "dice/leave-cards-by-purchase",
            "A die that is no token leaves its card only when it is purchased, fabricated or gated in.",
            Unchanged(
                tuple(where(there, 1, 0) for there in lying),
                along=("*", "!pay/purchase", "!main/fabricating/purchase", "!resolve/gat*"),
            ),
            ("purchase/to-used", "purchase/pay-cost"),
            using=STRUCTURE,
            goal=Goal("a die is purchased", all_of(~lying[-1], t.zone[t.count - 1] == USED)),
            bug=rewriting("clear/clear", first, lambda _: first * 0 + USED, "clearing takes dice off cards"),
        ),
        Property(
            "purchase/to-used",
            "A purchased die goes to the Used Pile of its buyer.",
            EachStep(
                all_of(
                    *(
                        implies(t.subject == die, all_of(after(t.zone[die]) == USED,
                                                         after(t.owner[die]) == t.holder))
                        for die in dice
                    )
                ),
                along="pay/purchase",
            ),
            ("purchase/to-used",),
            goal=Goal("a purchase is paid", all_of(t.act == PURCHASE, t.owed == 0), "pay"),
            bug=rewriting("pay/purchase", t.zone[0], lambda _: t.zone[0], "a purchased die stays"),
        ),
        Property(
            "zone/oop-emptied",
            "When a turn begins no die is Out of Play.",
            AllOf((Always(emptied, "setup*"), Always(implies(t.stage == MAIN, emptied), "clear"))),
            ("zone/oop-emptied", "cleanup/oop-last"),
            goal=Goal("a die is Out of Play", out >= 1, "cleanup/end"),
            bug=rewriting("cleanup/turn-ends", t.zone[0], lambda _: t.zone[0], "a die stays Out of Play"),
        ),
        Property(
            "field/level",
            "A die in the Field Zone shows a character face.",
            Always(
                all_of(*(implies(there, t.shown("level", die) >= 1) for die, there in enumerate(on_field)))
            ),
            ("level/no-spin-below-one", "dice/rolled-by-face"),
            using=STRUCTURE,
            goal=Goal("a die of level 3 is in the Field", any_of(
                *(all_of(there, t.shown("level", die) == 3) for die, there in enumerate(on_field)))),
            bug=rewriting("pay/fielding", t.face[0], lambda _: t.face[0] * 0 + 1, "a fielded die is turned"),
        ),
        Property(
            "zone/reserve-opponents-turn",
            "During the opponent's turn a Reserve Pool holds energy only.",
            AllOf((Always(all_of(*energy_only)), *_reserve_empties(made))),
            ("zone/reserve-opponents-turn", f"action/unused-to-used@{edition}", "field/unfielded-to-used"),
            using=(*STRUCTURE, *COMBAT_ZONES),
            goal=Goal("the inactive player has energy",
                      any_of(*(t.of(die, 1 - t.turn, RESERVE) for die in dice)), "main"),
            bug=rewriting("cleanup/turn-ends", t.zone[0], lambda old: old * 0 + RESERVE, "a die is kept"),
        ),
        Property(
            "model/in-domain",
            "Life stays between 0 and what the players started with, and every other number in its domain.",
            InDomain(),
            ("life/cap", "win/zero@" + edition),
            using=(*STRUCTURE, *COMBAT_ZONES, "queue/nothing-under-way", "queue/reactions-in-effects"),
            goal=Goal("a player has lost life", t.life[0] < t.life_start),
            bug=rewriting("resolve/gain", t.life[0], lambda _: t.life[0] + 3, "life is not capped"),
        ),
        Property(
            f"combat/survivors-return@{edition}",
            "At the beginning of the Cleanup Step nobody is in the Attack Zone." if newer
            else "When a turn begins nobody is in the Attack Zone.",
            Always(all_of(*(t.zone[die] != ATTACK for die in dice)), "cleanup" if newer else "clear"),
            (f"combat/survivors-return@{edition}",),
            using=(*STRUCTURE, *COMBAT_ZONES),
            goal=Goal("a die is in the Field then", any_of(*(t.zone[die] == FIELD for die in dice)),
                      "cleanup" if newer else "clear"),
            bug=rewriting(
                "stage/over" if newer else "cleanup/turn-ends",
                t.zone[0],
                lambda old: old * 0 + ATTACK,
                "a survivor stays in the Attack Zone",
            ),
        ),
    ]  # fmt: skip


def _reserve_empties(made: TableMachine) -> list[Always]:
    """What the active player's Reserve Pool holds from the end of the Main Step on."""
    t = made.table
    mine = [t.of(die, t.turn, RESERVE) for die in range(t.count)]
    unfielded = [all_of(there, t.shown("level", die) >= 1) for die, there in enumerate(mine)]
    settled = all_of(*(~one for one in unfielded))
    unused = [all_of(there, t.shown("action", die) >= 1) for die, there in enumerate(mine)]
    return [
        Always(all_of(*(t.zone[die] != RESERVE for die in range(t.count))), "setup*"),
        Always(settled, ("attack", "cleanup/end")),
        Always(all_of(*(~one for one in unused)), "cleanup/end"),
    ]
