"""Properties of the final total: how damage is added up, and when health changes."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.resolution.totals import final_health, final_total, sent_back, totals
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    constant,
    half_up,
    implies,
    number,
)
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import Cell, Field
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.property import Commute, Goal, Property, Theorem, Unchanged

ISOLATED = (
    "resolve/isolated", "resolve/token-bursting", "resolve/sting/hurt", "resolve/pick-token/transfer",
)  # fmt: skip
"""The steps that deal isolated damage."""
DEALING = tuple(
    f"resolve/{word}"
    for word in (
        "damage",
        "collateral",
        "deal",
        "recoil",
        "add",
        "prevent",
        "halve",
        "double",
        "reflect",
        "avoid",
        "heal",
        "suffer",
        "drain",
    )
)


def damage_properties(made: DuelMachine) -> list[Property]:
    """The arithmetic of damage, and the moment at which it is dealt."""
    d, rules = made.duel, made.rules
    formula = []
    for seat in d.seats.numbers:
        damage = d.damage_to(seat)
        subtotal = at_least(number(damage.base) + damage.added - damage.prevented, 0)
        formula.append(
            implies(
                all_of(d.doubled[seat] == 0, d.halved[seat] == 1),
                damage.total() == at_least(subtotal - half_up(subtotal), 0),
            )
        )
        formula.append(implies(all_of(d.doubled[seat] == 0, d.halved[seat] == 0), damage.total() == subtotal))
        formula.append(
            implies(all_of(d.doubled[seat] == 1, d.halved[seat] == 0), damage.total() == subtotal * 2)
        )
    nothing_left = all_of(
        *(
            implies(all_of(d.doubled[seat] == 0, d.halved[seat] == 2), d.damage_to(seat).total() == 0)
            for seat in d.seats.numbers
        )
    )
    subtotal = at_least(
        d.printed + d.other_damage(d.defender) + d.added - number(d.damage_to(d.defender).prevented), 0
    )
    truce = d.has_trait(d.attacker, lambda status: status.deals_nothing)
    reflected = implies(
        all_of(d.is_attack, d.reflects == 1, d.recoil == 0, d.ultimate == 0, ~truce, *_one_struck(d)),
        sent_back(rules) == half_up(subtotal),
    )
    accumulators = (
        d.printed, d.added, d.recoil, d.reflects, *d.dealt, *d.collateral, *d.prevented, *d.halved,
        *d.doubled, *d.avoided, *d.healing, *d.certain,
    )  # fmt: skip
    return [
        Property(
            "damage/total/step-order",
            "The final total is the subtotal of all additions and preventions, then halved or multiplied.",
            Theorem(all_of(*formula)),
            ("damage/total/step-order", "damage/total/subtotal", "damage/total/multiply-last"),
            goal=Goal("damage was added to an attack", all_of(d.added >= 1, d.printed >= 1), "conclusion"),
        ),
        Property(
            "damage/total/two-halves",
            "Two halves of a subtotal, each rounded up, leave nothing of it.",
            Theorem(nothing_left),
            ("damage/total/each-multiplier-from-subtotal", "damage/total/example-two-protects"),
            goal=Goal("damage is halved", any_of(*(h >= 1 for h in d.halved)), "conclusion"),
        ),
        Property(
            "damage/total/reflected",
            "What is reflected is half of the same subtotal, however much of it is prevented by halves.",
            Theorem(reflected),
            ("damage/total/dependent-effects-same-step", "damage/total/example-retribution-pays-half"),
            goal=Goal("damage is reflected", d.reflects >= 1, "conclusion"),
        ),
        Property(
            "damage/total/worked-example",
            "In the rulebook's example, whatever its numbers were: two halves of an odd subtotal leave 0, "
            "and half goes back.",
            Theorem(_worked_example(made)),
            (
                "damage/total/example-retribution-pays-half",
                "damage/total/example-two-protects",
                "damage/total/floor-zero",
            ),
            goal=Goal("damage is reflected", d.reflects >= 1, "conclusion"),
        ),
        Property(
            "damage/total/any-order",
            "The final total does not depend on the order in which the same effects were used.",
            Commute(accumulators, DEALING, own=("pc*", "chosen")),
            ("damage/total/multiply-last", "damage/total/example-modifier-after-defense"),
            goal=Goal("damage was prevented", any_of(*(p >= 1 for p in d.prevented)), "conclusion"),
            bug=rewriting(
                "resolve/halve", d.printed, lambda _: half_up(d.printed), "halving is done at once"
            ),
        ),
        Property(
            "damage/total/never-negative",
            "No player receives less than 0 damage.",
            Theorem(
                all_of(
                    *(totals(rules, seat).final >= 0 for seat in d.seats.numbers),
                    *(totals(rules, seat).player >= 0 for seat in d.seats.numbers),
                )
            ),
            ("damage/total/floor-zero",),
            goal=Goal(
                "more is prevented than comes",
                any_of(*(p > d.printed + d.added for p in d.prevented)),
                "conclusion",
            ),
        ),
        Property(
            "damage/only-at-conclusion",
            "Health changes only when a phase is concluded, but for isolated damage.",
            Unchanged(
                tuple(d.health),
                along=("*", "!*/apply", "!conclusion/apply/all", *(f"!{name}" for name in ISOLATED)),
            ),
            (
                "damage/accumulate-in-roll-phase",
                "damage/isolated-immediate",
                "defense/apply-all-at-conclusion",
            ),
            goal=Goal("damage was applied", any_of(*(health < 50 for health in d.health)), "main-2"),
            bug=rewriting(
                "resolve/deal", d.health[0], lambda _: at_least(d.health[0] - 1, 0), "damage is dealt at once"
            ),
        ),
        Property(
            "health/both-at-once",
            "What a player receives does not depend on what the other's health becomes: order can't change "
            "who wins.",
            Theorem(_independent(made)),
            ("health/simultaneous-zero-draw",),
            goal=Goal("both players are at 0", all_of(*(health == 0 for health in d.health)), "over"),
        ),
    ]


def _one_struck(d: Duel) -> list[Expr]:
    """That the attack strikes its target and nobody beside, of several."""
    return [] if d.seats.duel else [d.target >= 1, d.beside == 0]


def _worked_example(made: DuelMachine) -> Expr:
    """For any odd subtotal: two Protects leave nothing of it, and Retribution sends (S + 1) / 2 back."""
    d, rules = made.duel, made.rules
    parts = []
    for seat in d.seats.numbers:
        subtotal = d.printed + d.added - d.prevented[seat]
        given = all_of(
            d.defends(seat), *_one_struck(d), d.is_attack, d.ultimate == 0, subtotal >= 1, subtotal % 2 == 1,
            d.other_damage(seat) == 0, d.halved[seat] == 2, d.doubled[seat] == 0, d.reflects == 1,
            d.recoil == 0, d.lowered == 0, d.weakened == 0,
            ~d.has_trait(d.attacker, lambda s: s.deals_nothing),
        )  # fmt: skip
        parts.append(
            implies(given, all_of(final_total(rules, seat) == 0, sent_back(rules) * 2 == subtotal + 1))
        )
    return all_of(*parts)


def _independent(made: DuelMachine) -> Expr:
    d = made.duel
    for side in d.seats.side_numbers:
        health, _ = final_health(made.rules, side)
        others = {d.health[one].place for one in d.seats.side_numbers if one != side}
        reads = {node.place for node in walk(health) if isinstance(node, Field)}
        cells = [node for node in walk(health) if isinstance(node, Cell) and node.base == d.health.base]
        if others & reads or cells:
            return constant(0) == 1
    return constant(0) == 0
