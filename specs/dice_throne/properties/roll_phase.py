"""Properties of the Roll Phases: the defence, the offensive roll, and Targeting."""

from __future__ import annotations

from dicelaw.model.dice_throne.language import DamageType
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import ATTEMPTS, DICE
from dicelaw.model.kernel.expressions import all_of, any_of, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_throne.invariants.contexts import in_phase
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.property import Always, Goal, Never, Property, Unchanged


def roll_phase_properties(made: DuelMachine) -> list[Property]:
    """What the dice of a Roll Phase may decide, and when."""
    d = made.duel
    return [
        Property(
            "defense/only-against-normal",
            "A Defensive Ability is used only against an attack of normal damage.",
            Never(
                any_of(d.kind != DamageType.NORMAL, d.printed == 0, d.ultimate == 1), "defense/choose/defend"
            ),
            (
                "defense/step2-activate-if-defendable",
                "damage/undefendable/defendable",
                "damage/pure/defendable",
                "damage/collateral/defendable",
                "damage/ultimate/defendable",
            ),
            using=STRUCTURE,
            goal=Goal("a Defensive Ability is used", d.defense_used == 1, "defense/rolled"),
            bug=dropping("defense/step2-activate-if-defendable"),
        ),
        Property(
            "defense/needs-defendable-damage",
            "Without an attack there is no defence: collateral damage alone never opens it.",
            Never(d.printed == 0, ("defense/start/*", "defense/choose/*")),
            ("defense/one-defendable-damage-needed", "damage/collateral/not-attack"),
            using=STRUCTURE,
            goal=Goal(
                "collateral damage without an attack",
                all_of(d.printed == 0, any_of(*(c >= 1 for c in d.collateral))),
                "conclusion",
            ),
            bug=dropping("defense/begins-after-attack"),
        ),
        Property(
            "offense/single-ability",
            "At most one offensive ability is activated in an Offensive Roll Phase.",
            Always(
                implies(in_phase(d, "offense", "targeting", "defense"), d.activations <= 1), ("*", "!over")
            ),
            ("offense/single-ability-per-phase",),
            using=STRUCTURE,
            goal=Goal("an ability is activated", d.activations == 1, "offense/end"),
            bug=rewriting(
                "offense/activation/activate",
                d.activations,
                lambda old: old + 1,
                "an ability is activated twice",
            ),
        ),
        Property(
            "offense/attempts",
            "An attacker makes at most three roll attempts, and one more for each that an effect grants.",
            Always(
                implies(in_phase(d, "offense"), d.made + d.attempts <= d.granted + ATTEMPTS),
                ("*", "!over", "!turn-end/pass"),  # a turn that is lost in this phase passes from there
            ),
            ("offense/up-to-three-attempts", "cards/named/one-more-time-optional"),
            using=STRUCTURE,
            goal=Goal("three attempts are made", d.made == ATTEMPTS, "offense/rolled"),
            bug=dropping("offense/up-to-three-attempts", "offense/choose/reroll"),
        ),
        Property(
            "targeting/dice-fixed",
            "No die of the offensive roll changes once an ability is activated, through Targeting and "
            "Defence.",
            Unchanged(
                tuple(d.die(0, place) for place in range(DICE)), d.activated == 1, ("*", "!conclusion/*")
            ),
            ("targeting/offense-dice-fixed-before",),
            using=STRUCTURE,
            goal=Goal("an attack is defended", d.defense_used == 1, "conclusion"),
            bug=rewriting(
                "offense/activation/activate",
                d.live,
                lambda _: d.live,
                "the dice can be altered after activation",
            ),
        ),
    ]
