"""Properties of Nyra: the damage that is passed to her, and what stays with her hero."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.resolution.totals import totals
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, implies
from dicelaw.specs.bugs import allowing, rewriting
from dicelaw.specs.dice_throne.invariants.moving import TURN_LOST, all_but
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.property import Always, EachStep, Goal, Never, Property, Theorem, Unchanged, after


def companion_properties(made: DuelMachine) -> list[Property]:
    """What holds when a companion takes damage for her hero."""
    d, rules = made.duel, made.rules
    attack: Expr = d.printed + d.added
    if not d.seats.duel:
        attack = attack + d.beside_printed
    return [
        Property(
            "nyra/forfeits-defense",
            "Damage is never both passed to Nyra and met with the Defensive Ability.",
            Always(implies(any_of(d.passed_on == 1), d.defense_used == 0), ("*", "!over")),
            ("nyra/taking-damage-forfeits-defense", "nyra/after-defense-roll-no-pass"),
            using=STRUCTURE,
            goal=Goal("damage is passed to Nyra", d.passed_on == 1, "conclusion"),
            bug=rewriting(
                "defense/choose/companion",
                d.defense_used,
                lambda old: old * 0 + 1,
                "the Defensive Ability is used all the same",
            ),
        ),
        Property(
            "nyra/choice-final",
            "Once damage is passed to Nyra it stays with her until the conclusion.",
            EachStep(after(d.passed_on) == 1, d.passed_on == 1, all_but("conclusion/apply/all", TURN_LOST)),
            ("nyra/choice-is-final",),
            using=STRUCTURE,
            goal=Goal(
                "damage is added after it was passed to Nyra",
                all_of(d.passed_on == 1, d.added >= 1),
                "conclusion",
            ),
            bug=rewriting(
                "resolve/add", d.passed_on, lambda old: old * 0, "added damage takes the choice back"
            ),
        ),
        Property(
            "nyra/not-ultimate",
            "An Ultimate's damage is never passed to Nyra.",
            Never(any_of(d.ultimate == 1, d.is_attack == 0), "defense/choose/companion"),
            ("companion/nyra/pass-damage",),
            using=STRUCTURE,
            goal=Goal("damage is passed to Nyra", d.passed_on == 1, "conclusion"),
            bug=allowing("defense/choose/companion"),
        ),
        Property(
            "nyra/not-collateral",
            "Nyra takes at most what the attack deals: collateral damage stays with her hero.",
            Theorem(
                all_of(*(totals(rules, seat).companion <= at_least(attack, 0) for seat in d.seats.numbers)),
                all_of(*(doubled == 0 for doubled in d.doubled)),
            ),
            ("damage/collateral/not-attack", "companion/nyra/pass-damage"),
            goal=Goal("damage is passed to Nyra", d.passed_on == 1, "conclusion"),
        ),
        Property(
            "nyra/no-statuses",
            "Tokens go to players, whatever Nyra takes.",
            Unchanged((*d.companion, *d.companion_up), along="resolve/token"),
            ("nyra/status-stays-on-huntress", "nyra/not-a-player"),
            using=STRUCTURE,
            goal=Goal("an attack inflicted a token", any_of(*(n >= 1 for n in d.landed)), "conclusion"),
            bug=rewriting(
                "resolve/token",
                d.companion[0],
                lambda _: at_least(d.companion[0] - 1, 0),
                "a token hurts the companion",
            ),
        ),
    ]
