"""Properties of energy: what is spent for what, and what becomes of the halves of a face."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import TYPES, Energy
from dicelaw.model.dice_masters.costs.paying import payer_of, types_owed
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import RESERVE, SEATS
from dicelaw.model.kernel.expressions import all_of, any_of, at_least, implies, number, where
from dicelaw.specs.bugs import allowing, dropping, leaving_to, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.property import Always, Chosen, EachStep, Goal, Never, OneOwner, Property, after


def energy_properties(made: TableMachine) -> list[Property]:
    """Energy is spent where it is owed, of the types that are, and no more of a face than that."""
    t = made.table
    payer = payer_of(made.rules)
    edition = made.rules.edition
    shown = [where(t.zone[die] == RESERVE, t.gives(die), 0) for die in range(t.count)]
    found = [
        Property(
            "energy/never-created",
            "Paying brings no energy into a Reserve Pool, turns no die to more and keeps at most a half.",
            EachStep(
                all_of(
                    *(after(one) <= one for one in shown),
                    *(after(cell) <= cell + 1 for cell in (*t.virtual, *t.spare)),
                ),
                along="pay/*",
            ),
            ("energy/partial-typed-double", f"energy/partial-generic@{edition}", "energy/purpose"),
            using=STRUCTURE,
            goal=Goal("two energy are owed", t.owed == 2, "pay"),
            bug=rewriting("pay/pay", t.face[0], lambda _: t.face[0] * 0 + 3, "a die is turned up"),
        ),
        *_halves(made),
        Property(
            "energy/no-pointless-spend",
            "Energy is spent only while something is owed.",
            Never(t.owed == 0, ("pay/pay", "pay/half", "pay/virtual")),
            ("energy/no-pointless-spend",),
            goal=Goal("all is paid", t.owed == 0, "pay"),
            bug=allowing(("pay/pay", "pay/half", "pay/virtual")),
        ),
        Property(
            "cost/unavoidable",
            "Nothing takes effect before what it costs is paid in full and in the right type.",
            Never(
                any_of(t.owed >= 1, types_owed(made.rules) >= 1),
                ("pay/purchase", "pay/fielding", "pay/global", "pay/prevents", "pay/redirects"),
            ),
            ("cost/unavoidable", f"purchase/type-match@{edition}"),
            using=("energy/type-still-owed",),
            goal=Goal("a type is owed", t.wants[0] != Energy.NONE, "pay"),
            bug=dropping("cost/unavoidable"),
        ),
        Property(
            "energy/payment-can-end",
            "A payment that was begun can be completed: its player has the energy that is still owed.",
            Always(t.stock(payer) >= t.owed, "pay"),
            ("model/payment", "cost/unpayable-not-used"),
            using=STRUCTURE,
            goal=Goal("exactly what is owed is there", all_of(t.owed >= 1, t.stock(payer) == t.owed), "pay"),
            bug=dropping("cost/unpayable-not-used", "main/*"),
        ),
        Property(
            "play/one-owner",
            "All decisions that are open at once belong to one player.",
            OneOwner(),
            (f"priority/inactive-one-ability@{edition}", "queue/active-first"),
            goal=Goal("the inactive player has priority", t.holder != t.turn, "main"),
            bug=leaving_to("block/pass", t.turn, "the attacker says who blocks no further"),
        ),
    ]
    spare = any_of(*(all_of(t.turn == seat, t.spare[seat] == 1) for seat in range(SEATS)))
    if made.rules.newer:
        return [
            *found,
            Property(
                "energy/no-spare-half",
                "No half of a generic double is left outside of virtual energy.",
                Always(all_of(*(cell == 0 for cell in t.spare))),
                ("energy/partial-generic@2018",),
                goal=Goal("there is virtual energy", t.virtual[0] >= 1),
                bug=rewriting(
                    "pay/pay", t.spare[0], lambda _: at_least(t.spare[0], 1), "the half is put aside"
                ),
            ),
        ]
    return [
        *found,
        Property(
            "energy/half-at-once",
            "While a half of a generic double is unspent, nothing without a cost is done.",
            Never(spare, ("main/act", "attack/window/act")),
            ("energy/partial-generic@2016",),
            goal=Goal("a half is unspent", spare, "main"),
            bug=dropping("energy/partial-generic@2016", "*/act"),
        ),
    ]


def _halves(made: TableMachine) -> list[Property]:
    """What becomes of faces that show energy of two types."""
    t = made.table
    if not t.figures.mixes():
        return []
    left = [
        implies(
            Chosen("die") == die,
            after(t.symbols(die, kind)) == where(Chosen("type") == kind, 0, t.symbols(die, kind)),
        )
        for die in range(t.count)
        for kind in map(number, TYPES)
    ]
    mixed = [all_of(t.of(die, t.turn, RESERVE), t.second_energy(die) >= 1) for die in range(t.count)]
    kinds = [any(face.second for face in one.faces) for one in t.dice.kinds]
    turned = t.face[[kinds[kind] for kind in t.dice.dice].index(True)]
    return [
        Property(
            "energy/mixed-half",
            "Of a face with energy of two types one is spent, and the die shows the other.",
            EachStep(all_of(*left), along="pay/half"),
            ("energy/doubles-mixed" if made.rules.newer else "energy/doubles",),
            goal=Goal("a die shows two types", all_of(t.owed == 1, any_of(*mixed)), "pay"),
            bug=rewriting("pay/half", turned, lambda _: turned, "the die is not turned"),
        )
    ]
