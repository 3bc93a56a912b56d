"""Properties of damage: assigned, prevented, dealt; of KOs and of winning."""

from __future__ import annotations

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import ATTACK, BAG, FIELD, OUT, PREP, SEATS
from dicelaw.model.dice_masters.zones.sparing import spared
from dicelaw.model.dice_masters.zones.targets import is_starting
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, count, implies, where
from dicelaw.specs.bugs import dropping, retargeting, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import ASSIGNING, COMBAT, INFILTRATING, STRUCTURE
from dicelaw.specs.property import (
    AllOf,
    Always,
    Chosen,
    EachStep,
    Goal,
    Never,
    OnGraph,
    Property,
    Unchanged,
    after,
)

SETTLED = ("*", "!ko", "!regenerate", "!damage/falls", "!infiltrate/falls", "!damage/judge", "!damage/dealt",
           "!cleave", "!leftover", "!cleanup/end", "!over")  # fmt: skip
"""Every timing point but those at which KOs are looked at, or are next to be."""


def damage_properties(made: TableMachine) -> list[Property]:
    """Damage arrives once, in full, where it was sent, and KOs follow in the order of the edition."""
    t = made.table
    dice = range(t.count)
    edition = made.rules.edition
    newer = made.rules.newer
    lethal = [
        all_of(t.fielded(die), t.damage[die] >= t.defense(die), t.may_fall(die, by_damage=True))
        for die in dice
    ]
    coming = any_of(*(cell >= 1 for cell in t.incoming))
    unblocked = [
        all_of(t.combat == 1, t.of(die, t.turn, ATTACK), t.blocked[die] == 0, t.assigned[die] == 1)
        for die in dice
    ]
    lent = [all_of(t.controlled(die), not t.lent_out) for die in dice]
    dealt = Goal("damage is on its way", coming, "damage/strike")
    found = [
        Property(
            "damage/dealt-in-full",
            "All damage on its way is dealt, and to nobody else: to dice that stay, and to the players.",
            EachStep(
                all_of(
                    *(
                        implies(~unblocked[die], after(t.damage[die]) == t.damage[die] + t.incoming[die])
                        for die in dice
                    ),
                    *(after(t.life[seat]) == at_least(t.life[seat] - t.aimed[seat], 0)
                      for seat in range(SEATS)),
                ),
                along="damage/strike/deal",
            ),
            ("damage/simultaneous", "damage/cumulative-over-turn"),
            goal=dealt,
            bug=rewriting("damage/strike/deal", t.damage[0], lambda _: t.damage[0], "a die is not hurt"),
        ),
        Property(
            "damage/once",
            "Life changes nowhere but where damage is dealt, or life is gained, paid or lost.",
            Unchanged((*t.life,), along=("*", "!damage/strike/deal", "!resolve/gain", "!resolve/pay-life",
                                         "!resolve/drain", "!resolve/recall", "!draw/shortage")),
            ("damage/simultaneous",),
            goal=Goal("a player has lost life", t.life[0] < t.life_start),
            bug=rewriting("ko/fall", t.life[0], lambda _: t.life[0] * 0, "a KO ends the game"),
        ),
        Property(
            "damage/nothing-left-over",
            "No damage is left to be divided but while an attacker divides it.",
            Always(t.left == 0, ("*", "!assign/divide", "!resolve/divide", "!resolve/corrupting")),
            ("damage/attacker-must-assign-all", "damage/attacker-divides"),
            goal=Goal("damage is being divided", t.left >= 1, "assign/divide"),
            bug=dropping("damage/attacker-must-assign-all", "assign/divided"),
        ),
        Property(
            "prevent/takes-no-damage",
            "A die that takes no damage this turn gets none.",
            EachStep(
                all_of(
                    *(implies(t.shielded[die] == 1, after(t.damage[die]) <= t.damage[die]) for die in dice)
                )
            ),
            ("prevent/takes-no-damage",),
            using=(*STRUCTURE, "prevent/none-on-its-way"),
            goal=Goal("damage is dealt while a die is shielded",
                      all_of(any_of(*(cell == 1 for cell in t.shielded)), coming), "damage/strike"),
            bug=rewriting("damage/strike/deal", t.damage[0], lambda _: t.damage[0] + 1, "one more is dealt"),
        ),
        Property(
            "prevent/none-on-its-way",
            "No damage is on its way to a die that takes none.",
            Always(all_of(*(implies(t.shielded[die] == 1, t.incoming[die] == 0) for die in dice))),
            ("prevent/takes-no-damage", f"prevent/result@{edition}"),
            using=STRUCTURE,
            goal=Goal("damage is dealt while a die is shielded",
                      all_of(any_of(*(cell == 1 for cell in t.shielded)), coming), "damage/strike"),
            bug=rewriting("assign/blocker", t.incoming[0], lambda _: t.incoming[0] + 1, "it is hit anyway"),
        ),
        Property(
            "queue/no-trigger-from-prevented",
            "A die that gets no damage, and whose player gets none, has no effect of being damaged.",
            EachStep(
                all_of(
                    *(implies(all_of(t.incoming[die] == 0, t.aimed[t.owner[die]] == 0),
                              after(t.hurt[die]) == t.hurt[die])
                      for die in dice)
                ),
                along="damage/strike/deal",
            ),
            (f"global/all-prevented@{edition}", f"prevent/result@{edition}"),
            goal=Goal("being damaged is due for a die", any_of(*(cell >= 1 for cell in t.hurt)), "due"),
            bug=rewriting("damage/strike/deal", t.hurt[0], lambda old: old * 0 + 1, "any damage triggers"),
        ),
        Property(
            f"damage/unblocked-out-of-play@{edition}",
            "An unblocked attacker that is no token goes Out of Play with its combat damage"
            + ("." if t.lent_out else ", and one that is controlled to its owner's Prep Area."),
            EachStep(
                all_of(
                    *(
                        implies(one, after(t.zone[die]) == where(lent[die], PREP, OUT))
                        for die, one in enumerate(unblocked) if die not in t.tokens_made
                    )
                ),
                along="damage/strike/deal",
            ),
            (f"damage/unblocked-out-of-play@{edition}",),
            goal=Goal("an unblocked attacker deals damage", any_of(*unblocked), "damage/strike"),
            bug=rewriting("damage/strike/deal", t.zone[0], lambda _: t.zone[0], "it stays"),
        ),
        Property(
            "ko/to-owner-prep",
            "A KO'd die that is no token, and to which nothing happens instead, goes to the Prep Area of its "
            "owner, or, as a card may say of starting dice, to the bag.",
            EachStep(
                all_of(*(implies(all_of(one, ~spared(made.rules, die)), _gone(made, die))
                         for die, one in enumerate(lethal) if die not in t.tokens_made)),
                along="ko/fall",
            ),
            ("ko/to-owner-prep", "damage/ko-threshold"),
            goal=Goal("a die is to be KO'd", any_of(*lethal), "ko"),
            bug=rewriting("ko/fall", t.zone[0], lambda _: t.zone[0], "a KO'd die stays"),
        ),
        Property(
            "ko/nobody-left",
            "Wherever damage or a D has changed, KOs come before anything else goes on: nowhere else has "
            "a die in the Field damage of at least its D, but by Iron Will."
            + (" Only while effects of being damaged resolve in combat they wait." if newer else ""),
_nobody_left(made, any_of(*lethal)),
            ("damage/ko-threshold", "stats/zero-defense-ko", "level/spin-one"),
            using=(*STRUCTURE, "combat/attack-zone-empty"),
            goal=Goal("a die is to be KO'd", any_of(*lethal), "ko"),
            bug=retargeting("resolve/spin-down", "resolve", "a die that is spun down is not looked at"),
        ),
        Property(
            f"win/zero@{edition}",
            "As soon as a player has no life left the game is over.",
            Always(all_of(*(life >= 1 for life in t.life)), ("*", "!*/judge", "!over")),
            (f"win/zero@{edition}",),
            using=STRUCTURE,
            goal=Goal("a player has won", t.winner <= 1, "over"),
            bug=dropping(f"win/zero@{edition}"),
        ),
        Property(
            f"win/tie@{edition}",
            "The winner has life left and the loser none; in a tie neither has.",
            Always(
                all_of(
                    *(implies(t.winner == one, all_of(t.life[one] >= 1, t.life[t.seats.opponent(one)] == 0))
                      for one in t.seats.numbers),
                    implies(t.winner == SEATS, all_of(*(life == 0 for life in t.life))),
                ),
                "over",
            ),
            (f"win/tie@{edition}", f"win/zero@{edition}"),
            goal=Goal("the second player has won", t.winner == 1, "over"),
            bug=dropping(f"win/tie@{edition}"),
        ),
        Property(
            "combat/blocks-one",
            "Only dice in the Attack Zone block, and only while there is an attack.",
            Always(all_of(*(implies(t.blocks[die] >= 1, t.zone[die] == ATTACK) for die in dice)), COMBAT),
            ("combat/block-one-attacker", "combat/blockers-to-attack-zone"),
            using=(*STRUCTURE, "combat/blocks-elsewhere"),
            goal=Goal("two dice block the same attacker",
                      any_of(*(all_of(t.blocks[one] >= 1, t.blocks[one] == t.blocks[two])
                               for one in dice for two in range(one))), "attack/window"),
            bug=rewriting("block/block", t.zone[0], lambda old: old * 0 + FIELD, "a blocker stays back"),
        ),
        Property(
            "combat/blocks-elsewhere",
            "Nowhere does a die block that is not in the Attack Zone.",
            Always(all_of(*(implies(t.blocks[die] >= 1, t.zone[die] == ATTACK) for die in dice))),
            ("combat/block-one-attacker",),
            using=(*STRUCTURE, "combat/attack-zone-empty"),
            goal=Goal("a die blocks", any_of(*(cell >= 1 for cell in t.blocks)), "attack/window"),
            bug=rewriting("resolve/withdraw", t.blocks[0], lambda _: t.blocks[0], "it still blocks"),
        ),
        _order(made),
    ]  # fmt: skip
    if newer:
        events = at_least(count(made.table.dealers[0]), 1) if t.reacts_each else 1
        again = all_of(t.incoming[0] >= 1, t.reacted[0] >= events)
        found.append(
            Property(
                "global/reactive-once-per-event",
                "A reactive Global is paid once for each event and each die.",
                Never(all_of(again, _about(0)), "damage/react/prevents"),
                ("global/reactive-once-per-event",),
                goal=Goal("a die was protected once and more damage is coming", again, "damage/react"),
                bug=dropping("global/reactive-once-per-event"),
            )
        )
    return found


def _nobody_left(made: TableMachine, left: Expr) -> AllOf:
    """That no die is ``left`` where KOs are over; they wait for nothing but effects of combat damage."""
    if not made.rules.newer:
        return AllOf((Always(~left, SETTLED),))
    waiting = made.rules.before_kos
    before = ("block", *INFILTRATING, "attack/window", *ASSIGNING)
    return AllOf((Always(any_of(~left, waiting), SETTLED), Always(~waiting, before)))


def _gone(made: TableMachine, die: int) -> Expr:
    """That ``die`` goes to its owner after the step."""
    t = made.table
    bagged = all_of(is_starting(made.rules, die), after(t.zone[die]) == BAG)
    return all_of(any_of(after(t.zone[die]) == PREP, bagged), after(t.owner[die]) == t.owned_by(die))


def _about(event: int) -> Expr:
    return Chosen("event") == event


def _order(made: TableMachine) -> Property:
    """When KOs come after combat damage: an order that the editions disagree on."""
    if made.rules.newer:
        return Property(
            "ko/combat-order@2018",
            "No die is KO'd while effects of being damaged in combat are pending.",
            Never(made.rules.before_kos, "ko/fall"),
            ("ko/combat-order@2018", "ko/when-damaged-before-ko"),
            goal=Goal("effects of being damaged in combat resolve", made.rules.before_kos, "resolve"),
            bug=dropping("ko/combat-order@2018"),
        )
    return Property(
        "ko/combat-order@2016",
        "After combat damage dice are KO'd before any effect of it is put into the queue.",
        OnGraph(
            lambda machine: (
                None
                if machine.transition("damage/dealt/combat").target in ("ko", "leftover", "cleave")
                else "combat damage goes on to something else than the KOs"
            )
        ),
        ("ko/combat-order@2016",),
        bug=retargeting("damage/dealt/combat", "due", "effects come before the KOs"),
    )
