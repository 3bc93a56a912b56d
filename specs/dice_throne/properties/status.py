"""Properties of status effects: Knockdown, Blessing of Divinity, Evasive, and Shadows."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.resolution.totals import final_total
from dicelaw.model.kernel.expressions import all_of, any_of, at_least, constant, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.property import EachStep, Goal, Never, Property, Theorem, after


def status_properties(made: DuelMachine) -> list[Property]:
    """What each status effect keeps from happening to its bearer."""
    d, rules = made.duel, made.rules
    seats = d.seats.numbers
    saving = d.kinds_with(lambda status: status.saves)
    saved = [d.token(seat, saving[0]) if saving else constant(0) for seat in seats]
    shadow = [d.has_trait(seat, lambda status: status.no_offense_damage) for seat in seats]
    down = d.has_trait(d.turn, lambda status: status.skips_offense)
    return [
        Property(
            "status/knockdown/skips",
            "A player who is knocked down begins no Offensive Roll Phase.",
            Never(down, "offense/begin/roll"),
            ("status/knockdown/skip-offense",),
            goal=Goal("the active player is knocked down", down, "offense/begin"),
            bug=dropping("status/knockdown/skip-offense", "offense/begin/roll"),
        ),
        Property(
            "status/blessing-of-divinity/never-zero",
            "A player with Blessing of Divinity never falls to 0 health.",
            EachStep(
                all_of(
                    *(
                        implies(
                            all_of(saved[seat] >= 1, d.health_of(seat) >= 1), after(d.health_of(seat)) >= 1
                        )
                        for seat in seats
                    )
                )
            ),
            ("status/blessing-of-divinity/health-never-zero", "status/blessing-of-divinity/set-health-one"),
            using=STRUCTURE,
            goal=Goal("a player has the Blessing", saved[0] >= 1, "conclusion"),
            bug=rewriting(
                "*/apply",
                d.health[0],
                lambda _: at_least(d.health[0] - d.dealt[0], 0),
                "the Blessing is forgotten in the Upkeep Phase",
            ),
        ),
        Property(
            "status/blessing-of-divinity/after-ultimate",
            "The Blessing prevents none of an Ultimate's damage; afterwards its bearer has 1 health and no "
            "token.",
            EachStep(
                all_of(
                    *(
                        implies(
                            all_of(
                                d.ultimate == 1,
                                d.activated == 1,
                                d.defends(seat),
                                d.opposed(seat, d.attacker),
                                ~d.beside_target(seat),
                                saved[seat] >= 1,
                                d.health_of(seat) >= 1,
                                d.printed + d.added >= d.health_of(seat),
                                d.healing[seat] == 0,
                                *(d.healing[one] == 0 for one in d.seats.allies(seat)),
                                *(saved[one] == 0 for one in d.seats.allies(seat)),
                                d.passed_on == 0,
                                d.shared == 0,
                                d.split == 0,
                                d.doubled[seat] == 0,
                            ),
                            all_of(after(d.health_of(seat)) == 1, after(saved[seat]) == 0),
                        )
                        for seat in seats
                    )
                ),
                along="conclusion/apply/all",
            ),
            ("status/blessing-of-divinity/after-ultimate",),
            using=STRUCTURE,
            goal=Goal(
                "an Ultimate is about to hit a blessed player",
                all_of(d.ultimate == 1, any_of(*(s >= 1 for s in saved))),
                "conclusion",
            ),
            bug=rewriting(
                "conclusion/apply/all", d.health[1], lambda _: d.health[1], "the second player is not hurt"
            ),
        ),
        Property(
            "status/evasive/covers-phase",
            "One success avoids everything that its player would receive in the phase, but for an Ultimate.",
            Theorem(
                all_of(
                    *(
                        implies(all_of(d.avoided[seat] == 1, d.ultimate == 0), final_total(rules, seat) == 0)
                        for seat in seats
                    )
                )
            ),
            ("status/evasive/final-total-zero", "status/evasive/upkeep-all-damage"),
            goal=Goal(
                "damage was added after it was avoided",
                all_of(any_of(*(a == 1 for a in d.avoided)), d.added >= 1),
                "conclusion",
            ),
        ),
        Property(
            "status/shadows/no-damage",
            "A player in Shadows receives no damage from an opponent's attack, but for an Ultimate.",
            Theorem(
                all_of(
                    *(
                        implies(
                            all_of(
                                shadow[seat],
                                d.defends(seat),
                                d.activated == 1,
                                d.ultimate == 0,
                                d.dealt[seat] == 0,
                                d.collateral[seat] == 0,
                            ),
                            final_total(rules, seat) == 0,
                        )
                        for seat in seats
                    )
                )
            ),
            ("status/shadows/no-damage",),
            goal=Goal(
                "a player in Shadows is attacked",
                all_of(d.activated == 1, d.printed >= 1, any_of(*shadow)),
                "conclusion",
            ),
        ),
        Property(
            "status/shadows/no-defense",
            "A player in Shadows makes no defence.",
            Never(d.has_trait(d.defender, lambda status: status.no_offense_damage), "defense/choose/defend"),
            ("status/shadows/no-defense",),
            using=STRUCTURE,
            goal=Goal(
                "a player in Shadows is attacked",
                d.has_trait(d.defender, lambda s: s.no_offense_damage),
                "defense/choose",
            ),
            bug=dropping("status/shadows/no-defense"),
        ),
    ]
