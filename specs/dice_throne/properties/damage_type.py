"""Properties of the types of damage, and of what is added to each."""

from __future__ import annotations

from dicelaw.model.dice_throne.language import DamageType
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.kernel.expressions import all_of, any_of, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.property import Always, EachStep, Goal, Property, Unchanged, after


def damage_type_properties(made: DuelMachine) -> list[Property]:
    """What each type of damage allows to be added."""
    d = made.duel
    return [
        Property(
            "damage/pure/never-enhanced",
            "Nothing is ever added to pure damage.",
            Always(
                implies(any_of(d.kind == DamageType.NONE, d.kind == DamageType.PURE), d.added == 0),
                ("*", "!over"),
            ),
            ("damage/pure/enhanceable",),
            using=STRUCTURE,
            goal=Goal(
                "pure damage is on its way", all_of(d.kind == DamageType.PURE, d.printed >= 1), "conclusion"
            ),
            bug=dropping("damage/pure/enhanceable"),
        ),
        Property(
            "damage/collateral/never-enhanced",
            "Collateral damage is what the effect says: nothing else raises it.",
            Unchanged(
                tuple(d.collateral),
                along=("resolve/*", "targeting/*", "!resolve/collateral", "!resolve/fizzle"),
            ),
            ("damage/collateral/enhanceable",),
            using=STRUCTURE,
            goal=Goal(
                "collateral damage is on its way", any_of(*(c >= 1 for c in d.collateral)), "conclusion"
            ),
            bug=rewriting(
                "resolve/add",
                d.collateral[0],
                lambda _: d.collateral[0] + 1,
                "an Attack Modifier raises collateral damage",
            ),
        ),
        Property(
            "modifier/same-damage-type",
            "The type of an attack's damage changes only from normal to undefendable; additions keep it.",
            EachStep(
                any_of(
                    after(d.kind) == d.kind,
                    d.kind == DamageType.NONE,
                    all_of(d.kind == DamageType.NORMAL, after(d.kind) == DamageType.UNDEFENDABLE),
                ),
                d.activated == 1,
                (
                    "resolve/*",
                    "targeting/*",
                    "offense/*",
                    "defense/*",
                    "*/act",
                    "*/play",
                    "!resolve/fizzle",
                ),
            ),
            ("modifier/same-damage-type",),
            using=STRUCTURE,
            goal=Goal(
                "an attack became undefendable",
                all_of(d.kind == DamageType.UNDEFENDABLE, d.added >= 1),
                "conclusion",
            ),
            bug=rewriting(
                "resolve/add", d.kind, lambda old: old * 0 + DamageType.PURE, "added damage is pure"
            ),
        ),
        Property(
            "modifier/needs-attack",
            "Damage is added only to an attack of at least 1 damage.",
            EachStep(
                implies(after(d.added) != d.added, d.is_attack),
                along=("resolve/add", "targeting/land", "resolve/end/landing"),
            ),
            ("modifier/needs-attack",),
            using=STRUCTURE,
            goal=Goal("damage was added", d.added >= 1, "conclusion"),
            bug=dropping("modifier/needs-attack"),
        ),
    ]
