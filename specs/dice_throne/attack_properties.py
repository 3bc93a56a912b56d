"""Properties of the attack: the Ultimate, damage types, the final total, the defence, and Nyra."""

from __future__ import annotations

from dicelaw.model.dice_throne.duel_state import ATTEMPTS, DICE, SEATS
from dicelaw.model.dice_throne.language import DamageType
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.totals import final_health, final_total, sent_back, totals
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    constant,
    half_up,
    implies,
    number,
    walk,
)
from dicelaw.specs.dice_throne.structure import STRUCTURE, in_phase
from dicelaw.specs.property import (
    Always,
    Commute,
    EachStep,
    Goal,
    Never,
    Property,
    Theorem,
    Unchanged,
    after,
    allowing,
    dropping,
    rewriting,
)

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
    )
)


def attack_properties(made: DuelMachine) -> list[Property]:
    """Every property of the attack, for a duel with any content."""
    return [*_ultimate(made), *_totals(made), *_types(made), *_roll(made), *_companion(made)]


def _ultimate(made: DuelMachine) -> list[Property]:
    d, rules = made.duel, made.rules
    struck = all_of(d.ultimate == 1, d.activated == 1, d.doubled[0] == 0, d.doubled[1] == 0)
    exact = all_of(
        *(
            implies(
                all_of(struck, d.defender == seat, d.other_damage(seat) == 0),
                final_total(rules, seat) == d.printed + d.added,
            )
            for seat in range(SEATS)
        )
    )
    at_least_exact = all_of(
        *(
            implies(all_of(struck, d.defender == seat), final_total(rules, seat) >= d.printed + d.added)
            for seat in range(SEATS)
        )
    )
    return [
        Property(
            "ultimate/no-opponent-action",
            "From the activation of an Ultimate until the Roll Phase concludes, its user's opponent decides "
            "nothing.",
            Never(d.ultimate == 1, "*", d.defender),
            ("ultimate/no-opponent-action",),
            using=STRUCTURE,
            goal=Goal("an Ultimate reaches its conclusion", d.ultimate == 1, "conclusion"),
            bug=dropping("ultimate/no-opponent-action", "conclusion/act"),
        ),
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
                ("*", "!conclusion/apply/all"),
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


def _totals(made: DuelMachine) -> list[Property]:
    d, rules = made.duel, made.rules
    formula = []
    for seat in range(SEATS):
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
            for seat in range(SEATS)
        )
    )
    subtotal = at_least(d.printed + d.other_damage(d.defender) + d.added - d.prevented[d.defender], 0)
    reflected = implies(
        all_of(d.is_attack, d.reflects == 1, d.recoil == 0, d.ultimate == 0),
        sent_back(rules) == half_up(subtotal),
    )
    accumulators = (
        d.printed, d.added, d.recoil, d.reflects, *d.dealt, *d.collateral, *d.prevented, *d.halved,
        *d.doubled, *d.avoided, *d.healing,
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
            Commute(accumulators, DEALING),
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
                    *(totals(rules, seat).final >= 0 for seat in range(SEATS)),
                    *(totals(rules, seat).player >= 0 for seat in range(SEATS)),
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
            Unchanged(tuple(d.health), along=("*", "!*/apply", "!conclusion/apply/all", "!resolve/isolated")),
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


def _worked_example(made: DuelMachine) -> Expr:
    """For any odd subtotal: two Protects leave nothing of it, and Retribution sends (S + 1) / 2 back."""
    d, rules = made.duel, made.rules
    parts = []
    for seat in range(SEATS):
        subtotal = d.printed + d.added - d.prevented[seat]
        given = all_of(
            d.defender == seat, d.is_attack, d.ultimate == 0, subtotal >= 1, subtotal % 2 == 1,
            d.other_damage(seat) == 0, d.halved[seat] == 2, d.doubled[seat] == 0, d.reflects == 1,
            d.recoil == 0,
        )  # fmt: skip
        parts.append(
            implies(given, all_of(final_total(rules, seat) == 0, sent_back(rules) * 2 == subtotal + 1))
        )
    return all_of(*parts)


def _independent(made: DuelMachine) -> Expr:
    d = made.duel
    for seat in range(SEATS):
        health, _ = final_health(made.rules, seat)
        other = d.health[1 - seat].args[0]
        reads = {node.args[0] for node in walk(health) if node.op == "field"}
        cells = [node for node in walk(health) if node.op == "cell" and node.args[0] == d.health.base]
        if other in reads or cells:
            return constant(0) == 1
    return constant(0) == 0


def _types(made: DuelMachine) -> list[Property]:
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
            Unchanged(tuple(d.collateral), along=("resolve/*", "targeting/*", "!resolve/collateral")),
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
                ("resolve/*", "targeting/*", "offense/*", "defense/*", "*/act", "*/play", "!offense/begin/*"),
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
                along=("resolve/add", "targeting/land"),
            ),
            ("modifier/needs-attack",),
            using=STRUCTURE,
            goal=Goal("damage was added", d.added >= 1, "conclusion"),
            bug=dropping("modifier/needs-attack"),
        ),
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
    ]


def _roll(made: DuelMachine) -> list[Property]:
    d = made.duel
    return [
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
                implies(in_phase(d, "offense"), d.made + d.attempts == d.granted + ATTEMPTS), ("*", "!over")
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


def _companion(made: DuelMachine) -> list[Property]:
    d, rules = made.duel, made.rules
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
            EachStep(after(d.passed_on) == 1, d.passed_on == 1, ("*", "!conclusion/*", "!offense/begin/*")),
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
                all_of(
                    *(
                        totals(rules, seat).companion <= at_least(d.printed + d.added, 0)
                        for seat in range(SEATS)
                    )
                ),
                all_of(d.doubled[0] == 0, d.doubled[1] == 0),
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
