"""What holds for damage to heroes, and for their health."""

from __future__ import annotations

from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.dice_conquest.round_end import damage_left
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies, negate, total, where
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_conquest.invariants.structure import DAMAGE, STRUCTURE
from dicelaw.specs.dice_conquest.properties.spoiling import spoiling
from dicelaw.specs.property import Always, EachStep, Goal, Never, Property, Unchanged, after

ALIVE = ("*", "!setup/heroes", "!damage/taken", "!lost")


def damage_properties(made: QuestMachine) -> list[Property]:
    """The properties about damage and healing."""
    q = made.quest
    dealt = total(q.allotted)
    low = any_of(*(all_of(q.plays(seat), q.health[seat] < q.starting_health()) for seat in q.seats))
    return [
        Property(
            "damage/all-is-allotted",
            "The damage that is due and the points that were allotted are together what was dealt.",
            Always(q.due + dealt == q.dealt_from, DAMAGE),
            ("round-end/damage-dealt-one-by-one", "facts/allocation-formula"),
            using=(STRUCTURE,),
            goal=Goal("two points were allotted", all_of(dealt >= 2, q.due >= 1), "damage"),
            bug=rewriting("damage/take", q.due, lambda new: new - 1, "a point is lost"),
        ),
        Property(
            "damage/spread-evenly",
            "Damage that is dealt to all differs by at most one point between heroes, clockwise from "
            "the first.",
            Always(implies(q.spread == 1, _even(q)), DAMAGE),
            ("round-end/damage-dealt-one-by-one", "round-end/example-allocation", "facts/allocation-formula"),
            using=(STRUCTURE,),
            goal=Goal("a hero took two points and another one",
                      all_of(q.spread == 1, q.due == 0, dealt == q.heroes + 1, q.heroes >= 2), "damage"),
            bug=rewriting("damage/take", q.to, lambda _: q.to, "one hero takes all"),
        ),
        Property(
            "round-end/damage-is-sum",
            "The damage of a round's end is the sum of the damage numbers of the creatures in the display.",
            EachStep(
                all_of(after(q.due) == damage_left(made.rules), after(q.to) == q.first),
                along="round-end/deal",
            ),
            ("round-end/damage-is-sum", "round-end/damage-if-creatures-remain", "round-end/mandatory-steps"),
            goal=Goal("two creatures are left", q.creatures_left() >= 2, "round-end"),
            bug=rewriting("round-end/deal", q.due, lambda new: new + 1, "one point more is dealt"),
        ),
        Property(
            "health/never-above-start",
            "No hero's health is above the starting health.",
            Always(all_of(*(q.health[seat] <= q.starting_health() for seat in q.seats))),
            ("clarify/heal-cap-start", "clarify/heal-moves-token-up", "setup/health-token-by-hero-count"),
            using=(STRUCTURE,),
            goal=Goal("a hero with low health may be healed", low, "effect"),
            bug=spoiling("effect/heal", q.health, lambda _: 20, "healing knows no cap"),
        ),
        Property(
            "setup/health-by-number",
            "Each hero starts with 20, 10, 6 or 4 health where one, two, three or four play.",
            EachStep(
                all_of(
                    *(
                        implies(all_of(q.heroes == number, q.plays(seat)), after(q.health[seat]) == health)
                        for number, health in ((1, 20), (2, 10), (3, 6), (4, 4))
                        for seat in q.seats
                    )
                ),
                along="setup/health",
            ),
            (
                "setup/health-one-hero-20", "setup/health-two-heroes-10", "setup/health-three-heroes-6",
                "setup/health-four-heroes-4", "facts/team-health-totals",
            ),
            goal=Goal("three heroes play", q.heroes == 3, "turn"),
            bug=spoiling("setup/health", q.health, lambda _: 4, "four health for any number"),
        ),
        Property(
            "health/lowered-by-damage-only",
            "Health goes down by points of damage only, one at a time.",
            EachStep(
                all_of(
                    *(
                        after(q.health[seat]) >= q.health[seat] - where(q.due >= 1, 1, 0)
                        for seat in q.seats
                    )
                ),
                along=("*", "!setup/*"),
            ),
            ("round-end/damage-dealt-one-by-one",),
            using=("health/never-above-start",),
            goal=Goal("a hero is hurt", low, "turn"),
            bug=spoiling("damage/accept", q.health, lambda _: 0, "a point is all health"),
        ),
        Property(
            "end/loss-at-once",
            "Wherever play goes on, no hero is at the skull: the first who comes there has lost for all.",
            Always(negate(q.fallen()), ALIVE),
            (
                "end/skull-hero-falls", "overview/any-hero-falls-all-lose", "end/loss-one-hero-fallen",
                "overview/cooperative",
            ),
            using=(STRUCTURE,),
            goal=Goal("a hero has one point left",
                      any_of(*(all_of(q.plays(seat), q.health[seat] == 1) for seat in q.seats)), "turn"),
            bug=dropping("end/skull-hero-falls", "damage/stands"),
        ),
        Property(
            "clarify/avoiding-prevails",
            "Nobody who can avoid a point takes it without being asked, whatever deals it.",
            Never(q.guard[q.to] >= 1, "damage/take"),
            ("clarify/avoid-damage-beats-creature", "clarify/avoid-damage-members", "model/guard"),
            goal=Goal("a hero can avoid a point", q.guard[q.to] >= 1, "damage/answer"),
            bug=dropping("clarify/avoid-damage-beats-creature", "damage/take"),
        ),
        Property(
            "damage/avoided-hurts-nobody",
            "A point that is avoided lowers nobody's health.",
            Unchanged(tuple(q.health), along="damage/avoid"),
            ("clarify/avoid-damage-beats-creature",),
            goal=Goal("a hero can avoid a point", q.guard[q.to] >= 1, "damage/answer"),
            bug=rewriting("damage/avoid", q.health[0], lambda _: q.health[1], "it hurts all the same"),
        ),
    ]  # fmt: skip


def _even(q: Quest) -> Expr:
    """That heroes before the next one have a point more than the others, clockwise from the first."""
    more = (where(_place(q, q.to) > _place(q, seat), 1, 0) for seat in q.seats)
    level = q.allotted[q.to]
    return all_of(
        *(
            implies(q.plays(seat), q.allotted[seat] == level + one)
            for seat, one in zip(q.seats, more, strict=True)
        )
    )


def _place(q: Quest, seat: Expr | int) -> Expr:
    """How many seats clockwise of the First Player ``seat`` is."""
    return where(q.first <= seat, 0, q.heroes) + seat - q.first
