"""Guarantees of the damage pipeline and of what strikes at the same moment."""

from __future__ import annotations

from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, count, half_up, implies
from dicelaw.model.kernel.fragments.pipeline import ORDER_RULE, PLAY_RULE, Damage
from dicelaw.model.kernel.fragments.simultaneous import outcome
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.fragments.fields import Fields
from dicelaw.specs.property import AllOf, Always, Commute, EachStep, Goal, Property, Theorem, Unchanged, after

PARTS = ("base", "added", "prevented", "doublings", "halvings")
PLAYS = ("damage/add", "damage/prevent", "damage/double", "damage/halve")


def pipeline_properties(name: str, machine: Machine) -> list[Property]:
    """The guarantees of the damage pipeline."""
    f = Fields(machine)
    parts = [f[f"damage.{part}"] for part in PARTS]
    base, added, _, doublings, halvings = parts
    subtotal, amount, health = f["damage.subtotal"], f["damage.amount"], f["health"]
    damage = Damage(*parts)
    return [
        Property(
            f"fragment/{name}/steps-agree-with-formula",
            "The steps of the pipeline end with what the formula says.",
            AllOf(
                (
                    Always(subtotal == damage.subtotal(), "damage/multiply-and-divide"),
                    Always(amount == damage.total(), ("damage/apply", "damage/over")),
                )
            ),
            (ORDER_RULE,),
            goal=Goal("it was doubled and halved", all_of(doublings >= 1, halvings >= 1), "damage/over"),
            bug=rewriting("damage/add-up", subtotal, lambda _: subtotal, "nothing is added up"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/any-order",
            "Whatever is played on damage may be played in any order.",
            Commute((*parts, f["plays"]), PLAYS),
            (ORDER_RULE,),
            goal=Goal("it was added to and halved", all_of(added >= 1, halvings >= 1), "damage/over"),
            bug=rewriting("damage/double", added, lambda _: added + added, "doubling is done at once"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/lowers-health-at-last",
            "Health changes only when the damage arrives, and never to less than 0.",
            Unchanged((health,), along=("*", "!damage/arrive")),
            (ORDER_RULE,),
            goal=Goal("damage arrived", amount >= 1, "damage/over"),
            bug=rewriting("damage/scale", health, lambda _: at_least(health - subtotal, 0), "it hurts early"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/arrives",
            "What arrives is taken from health, and never more than there is.",
            EachStep(after(health) == at_least(health - amount, 0), along="damage/arrive"),
            (ORDER_RULE,),
            goal=Goal("more arrives than there is health", amount > health, "damage/apply"),
            bug=rewriting("damage/arrive", health, lambda _: health - amount, "health falls below 0"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/two-halves",
            "Two halves of the subtotal, each rounded up, leave nothing of it.",
            Theorem(damage.total() == 0, all_of(doublings == 0, halvings >= 2)),
            (ORDER_RULE,),
            goal=Goal("it was halved twice", all_of(halvings == 2, base == 3), "damage/over"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/one-half",
            "One half leaves the smaller half of the subtotal.",
            Theorem(
                damage.total() == damage.subtotal() - half_up(damage.subtotal()),
                all_of(doublings == 0, halvings == 1),
            ),
            (ORDER_RULE,),
            goal=Goal("it was halved once", halvings == 1, "damage/over"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/never-negative",
            "No damage is less than 0.",
            Theorem(damage.total() >= 0),
            (ORDER_RULE,),
            goal=Goal("more was prevented than came", f["damage.prevented"] > base + added, "damage/over"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/plays-paid",
            "Every play costs one of those that are left.",
            EachStep(all_of(f["plays"] >= 1, after(f["plays"]) == f["plays"] - 1), along=PLAYS),
            (PLAY_RULE,),
            goal=Goal("no plays are left", f["plays"] == 0, "damage/over"),
            bug=dropping(PLAY_RULE, "damage/halve"),
            machine=name,
        ),
    ]


def simultaneous_properties(name: str, machine: Machine) -> list[Property]:
    """The guarantees of damage and healing that strike at the same moment."""
    f = Fields(machine)
    healths, damages, healings = (f.array(part) for part in ("health", "damage", "healing"))
    ceiling, winner = healths[0].slot.hi, f["winner"]
    living = count(health >= 1 for health in healths)
    nobody = winner == f.seats
    struck: list[Expr] = []
    for health, damage, healing in zip(healths, damages, healings, strict=True):
        new = at_least(at_most(health + healing - damage, ceiling), 0)
        struck += [after(health) == new, after(damage) == 0, after(healing) == 0]
    result = outcome(healths)
    wins = [all_of(winner == seat, health >= 1) for seat, health in enumerate(healths)]
    rule = ("fragment/simultaneous/at-once",)
    return [
        Property(
            f"fragment/{name}/over-when-at-most-one-lives",
            "Play goes on while two are alive; the last one wins, and if nobody is left it is a draw.",
            AllOf(
                (
                    Always(living == 0, "drawn"),
                    Always(all_of(living == 1, any_of(*wins)), "won"),
                    Always(living >= 2, ("collect", "stopped")),
                    Always(nobody, ("collect", "stopped", "drawn", "moment/*")),
                )
            ),
            (*rule, "fragment/simultaneous/draw"),
            goal=Goal("nobody is left", living == 0, "drawn")
            if f.seats == 2
            else Goal("one is left", living == 1, "won"),
            bug=dropping(*rule, "moment/won"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/strikes-all-at-once",
            "Damage and healing of a moment are netted for everybody in one step, which uses them up.",
            EachStep(all_of(*struck), along="moment/strike"),
            rule,
            goal=Goal(
                "somebody is healed and hurt to death",
                any_of(*(all_of(d > h, h >= 1) for d, h in zip(damages, healings, strict=True))),
                "moment/apply",
            ),
            bug=rewriting("moment/strike", damages[-1], lambda _: damages[-1], "damage strikes twice"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/only-when-struck",
            "Between moments nobody's health changes.",
            Unchanged(tuple(healths), along=("*", "!moment/strike")),
            rule,
            goal=Goal("somebody was hurt", any_of(*(health < ceiling for health in healths)), "collect"),
            bug=rewriting(
                "collect/hurt/1", healths[0], lambda _: at_least(healths[0] - 1, 0), "hurt at once"
            ),
            machine=name,
        ),
        Property(
            f"fragment/{name}/one-outcome",
            "It goes on, somebody won, or it is a draw: one of the three, and a winner is alive.",
            Theorem(
                all_of(
                    count((result.goes_on, result.won, result.draw)) == 1,
                    result.draw == all_of(*(health == 0 for health in healths)),
                    result.won == (result.winner < f.seats),
                    *(implies(result.winner == seat, health >= 1) for seat, health in enumerate(healths)),
                )
            ),
            rule,
            goal=Goal("somebody won", winner < f.seats, "won"),
            machine=name,
        ),
    ]
