"""Properties of the timing of effects: what interrupts them, what they are about, and when they end."""

from __future__ import annotations

from dicelaw.model.dice_masters.costs.paying import payer_of
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import ATTACK, GLOBAL, OUT, REACTION, RESERVE, SEATS, USED
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies, total, where
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE, TURN_ENDS
from dicelaw.specs.property import AllOf, Always, Chosen, EachStep, Goal, Never, Property, Unchanged, after

REACTIONS = ("pay/prevents", "pay/redirects")
ABOUT_DICE = (
    "damage", "ko", "strengthen", "strengthen-one", "strengthen-two", "toughen", "trade", "hold-back",
    "compel", "shield", "withdraw", "spin-up", "spin-down",
)  # fmt: skip


def timing_properties(made: TableMachine) -> list[Property]:
    """What interrupts, what is targeted, what is spent, and what ends when."""
    return [*_interrupts(made), *_limits(made), *_ends(made)]


def _interrupts(made: TableMachine) -> list[Property]:
    t = made.table
    edition = made.rules.edition
    newer = made.rules.newer
    coming = total((*t.incoming, *t.aimed))
    coming_then = total(after(cell) for cell in (*t.incoming, *t.aimed))
    takes_all = [all_of(t.shielded[die] == 0, t.printed("guard", die) == 0) for die in range(t.count)]
    redirected = any_of(*(all_of(t.onto == die, whole) for die, whole in enumerate(takes_all)))
    reacting = Goal("a reaction is paid", all_of(t.act == REACTION, t.owed == 0), "pay")
    found = [
        Property(
            "prevent/never-more",
            "A reaction brings no new damage on its way.",
            EachStep(coming_then <= coming, along=REACTIONS),
            ("prevent/def", "redirect/def"),
            goal=reacting,
            bug=rewriting("pay/redirects", t.aimed[0], lambda _: t.aimed[0] + 1, "the player is hit as well"),
        ),
        Property(
            "redirect/conserves",
            "Redirected damage is as much as before, unless the new target takes less or none.",
            EachStep(coming_then == coming, redirected, "pay/redirects"),
            ("redirect/def", f"redirect/new-target@{edition}"),
            using=STRUCTURE,
            goal=Goal("damage is redirected to a die that takes damage", all_of(t.act == REACTION, redirected,
                      t.owed == 0), "pay"),
            bug=rewriting("pay/redirects", t.incoming[0], lambda _: t.incoming[0], "a die gets nothing"),
        ),
        Property(
            f"redirect/new-target@{edition}",
            "The new target of redirected damage is another die in the Field of the player who redirects it.",
            Never(
                any_of(
                    *(
                        all_of(Chosen("die") == die, any_of(
                            ~t.fielded(die), t.owner[die] != t.reactor, Chosen("event") == die))
                        for die in range(t.count)
                    )
                ),
                "damage/react/redirects",
            ),
            (f"redirect/new-target@{edition}",),
            goal=Goal("damage is redirected", all_of(t.act == REACTION, t.onto >= 1), "pay"),
            bug=dropping(f"redirect/new-target@{edition}"),
        ),
        Property(
            "prevent/no-refund",
            "What a reaction cost stays spent: its effect moves no die.",
            Unchanged((*t.zone, *t.face), along=REACTIONS),
            ("prevent/no-refund", "cost/unavoidable"),
            goal=reacting,
            bug=rewriting("pay/prevents", t.zone[0], lambda _: t.zone[0] * 0 + RESERVE, "a die comes back"),
        ),
        Property(
            f"global/reactive-def@{edition}",
            "A reactive Global is used only about damage that is on its way.",
            Never(
                any_of(
                    *(all_of(Chosen("event") == at, cell == 0)
                      for at, cell in enumerate((*t.incoming, *t.aimed)))
                ),
                ("damage/react/prevents", "damage/react/redirects"),
            ),
            (f"global/reactive-def@{edition}",),
            goal=Goal("damage is on its way", coming >= 1, "damage/react"),
            bug=dropping(f"global/reactive-def@{edition}", "damage/react/prevents"),
        ),
    ]  # fmt: skip
    if newer and any(t.dice.globals[at].id == "redirects" for at in t.reactions):
        crosses = all_of(
            any_of(*(Chosen("event") == t.count + seat for seat in range(SEATS))), _source(made) == 1
        )
        found += [
            Property(
                "redirect/no-player-die-cross",
                "Damage to a player is not redirected to a die by a text that does not say so.",
                Never(crosses, "damage/react/redirects"),
                ("redirect/no-player-die-cross",),
                goal=Goal("damage to a player meets such a text",
                          all_of(t.aimed[0] >= 1, _source(made) == 1), "damage/react"),
                bug=dropping("redirect/no-player-die-cross"),
            ),
            Property(
                "life/lose-vs-damage",
                "Losing or paying life is no damage: none is on its way, and no effect of damage is due.",
                Unchanged((*t.aimed, *t.incoming, *t.hurt, *t.damage),
                          along=("resolve/pay-life", "resolve/drain", "draw/shortage")),
                ("life/lose-vs-damage",),
                goal=Goal("a player has lost life", t.life[0] < t.life_start),
                bug=rewriting("resolve/drain", t.aimed[0], lambda _: t.aimed[0] + 1, "it is damage as well"),
            ),
        ]  # fmt: skip
    return found


def _source(made: TableMachine) -> Expr:
    """What the text of the open Global that redirects names as the place to take damage from."""
    t = made.table
    ability = next(at for at in t.reactions if t.dice.globals[at].id == "redirects")
    return t.figures.at("target", t.figures.at("global program", ability))


def _limits(made: TableMachine) -> list[Property]:
    t = made.table
    edition = made.rules.edition
    dice = range(t.count)
    payer = payer_of(made.rules)
    chosen_elsewhere = any_of(*(all_of(Chosen("die") == die, ~t.fielded(die)) for die in dice))
    other_uses = [implies(t.subject != at, after(cell) == cell) for at, cell in enumerate(t.used)]
    return [
        Property(
            "target/field-characters-only",
            "What effects target is a character die in the Field Zone.",
            Never(chosen_elsewhere, tuple(f"resolve/{name}" for name in ABOUT_DICE)),
            ("target/field-characters-only",),
            goal=Goal("a die is in the Field while an effect resolves", any_of(
                *(t.fielded(die) for die in dice)), "resolve"),
            bug=dropping("target/field-characters-only", "resolve/ko"),
        ),
        Property(
            "global/limited-each-own",
            "The use of one Global counts for no other: each has its own limit.",
            EachStep(all_of(*other_uses), along="pay/global"),
            ("ref/cards-separate", *(("global/limited-both-teams", "ref/globals-separate") if made.rules.newer
                                     else (f"global/repeat@{edition}",))),
            using=STRUCTURE,
            goal=Goal("a Global is paid", all_of(t.act == GLOBAL, t.owed == 0), "pay"),
            bug=rewriting("pay/global", t.used[-1], lambda old: old * 0 + 1, "another one counts as used"),
        ),
        Property(
            "energy/spend-opponents-turn",
            "Energy that is spent goes Out of Play in their own turn and to the Used Pile in the opponent's, "
            "but for controlled dice.",
            EachStep(
                all_of(
                    *(
                        implies(
                            all_of(after(t.zone[die]) != t.zone[die], ~t.controlled(die)),
                            after(t.zone[die]) == where(payer == t.turn, OUT, USED),
                        )
                        for die in dice
                    )
                ),
                along="pay/pay",
            ),
            ("energy/spend-own-turn", "energy/spend-opponents-turn",
             "zone/used-direct-on-opponents-turn"),
            goal=Goal("the inactive player pays", all_of(payer != t.turn, t.owed >= 1), "pay"),
            bug=rewriting("pay/pay", t.zone[0], lambda old: old * 0 + OUT, "another die goes out"),
        ),
        Property(
            "zone/oop-own-turn",
            "Only dice of the active player are Out of Play.",
            Always(all_of(*(implies(t.zone[die] == OUT, t.owner[die] == t.turn) for die in dice))),
            (f"zone/oop-contents@{edition}", "zone/oop-emptied",
             *(("zone/oop-absent-on-opponents-turn",) if made.rules.newer else ())),
            using=(*STRUCTURE, "zone/oop-emptied"),
            goal=Goal("a die is Out of Play", any_of(*(t.zone[die] == OUT for die in dice)), "main"),
            bug=rewriting("pay/pay", t.zone[0], lambda old: old * 0 + OUT, "another die goes out"),
        ),
    ]  # fmt: skip


def _ends(made: TableMachine) -> list[Property]:
    t = made.table
    edition = made.rules.edition
    lasting = (*t.damage, *t.plus_attack, *t.plus_defense, *t.traded, *t.bound, *t.shielded)
    return [
        Property(
            f"cleanup/effects-end@{edition}",
            "When a turn ends no die has damage or anything that was applied.",
            Always(all_of(*(cell == 0 for cell in lasting)), TURN_ENDS),
            (f"cleanup/effects-end@{edition}", "cleanup/clear-damage"),
            goal=Goal("a die has damage in the Cleanup Step",
                      any_of(*(cell >= 1 for cell in t.damage)), "cleanup"),
            bug=rewriting("cleanup/clear", t.damage[0], lambda _: t.damage[0], "damage stays"),
        ),
        Property(
            "energy/none-between-turns",
            "A turn begins without virtual energy and without an unspent half.",
            AllOf(
                (
                    Always(all_of(*(cell == 0 for cell in (*t.virtual, *t.spare))), ("clear", "setup*")),
                    Always(all_of(*(cell == 0 for cell in t.spare)), "cleanup/end"),
                )
            ),
            (f"draw/shortage-energy@{edition}", f"energy/partial-generic@{edition}"),
            goal=Goal("a player has virtual energy", t.virtual[0] >= 1, "main"),
            bug=rewriting("cleanup/turn-ends", t.virtual[0], lambda _: t.virtual[0], "some is kept"),
        ),
        Property(
            "combat/nothing-assigned-twice",
            "Every die assigns its damage once: no damage is assigned by a die that has done so.",
            EachStep(all_of(*(after(cell) >= cell for cell in t.assigned)), along="assign/*"),
            ("damage/blocker-assigns-full", "damage/attacker-must-assign-all"),
            goal=Goal("a die has assigned its damage", any_of(*(cell == 1 for cell in t.assigned)), "assign"),
            bug=rewriting("assign/back", t.assigned[0], lambda _: t.assigned[0] * 0, "it may do so again"),
        ),
        Property(
            "damage/assigned-equals-attack",
            "An unblocked attacker assigns exactly its A to the opponent, and a blocker at most its A.",
            EachStep(all_of(*_assigned(made)), along=("assign/player", "assign/back")),
            ("damage/unblocked-to-player", "damage/blocker-assigns-full"),
            goal=Goal("an unblocked attacker is to assign its damage", _to_player(made), "assign"),
            bug=rewriting("assign/player", t.aimed[0], lambda _: t.aimed[0] + 1, "one damage is assigned"),
        ),
    ]  # fmt: skip


def _assigned(made: TableMachine) -> list[Expr]:
    """For each die that assigns its damage in a step, what that brings on its way."""
    t = made.table
    hit = total(after(cell) for cell in t.aimed) - total(t.aimed)
    met = total(after(cell) for cell in t.incoming) - total(t.incoming)
    parts = []
    for die in range(t.count):
        assigns = all_of(t.assigned[die] == 0, after(t.assigned[die]) == 1)
        attacks = t.owner[die] == t.turn
        parts.append(implies(all_of(assigns, attacks), all_of(hit == t.attack(die), met == 0)))
        parts.append(implies(all_of(assigns, ~attacks), all_of(hit == 0, met <= t.attack(die))))
    return parts


def _to_player(made: TableMachine) -> Expr:
    t = made.table
    return t.some(lambda die: all_of(t.of(die, t.turn, ATTACK), t.blocked[die] == 0, t.attack(die) >= 1))
