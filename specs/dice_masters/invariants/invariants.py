"""What is true of every reachable state: the invariants that other proofs rest on."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Energy, Op
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.costs.paying import types_owed
from dicelaw.model.dice_masters.damage.reactions import coming_to
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.rules import applied
from dicelaw.model.dice_masters.state.table_state import (
    ASIDE,
    ATTACK,
    ATTACKERS,
    BAG,
    BEGINNING,
    CAPTURED,
    CARD,
    ENDING,
    FALLEN,
    FIELD,
    FIELDING,
    GLOBAL,
    IN_PLAY,
    MAIN,
    NO_ACT,
    NO_ATTACK,
    OUT,
    OVER,
    PREP,
    PURCHASE,
    REACTION,
    RESERVE,
    USED,
)
from dicelaw.model.dice_masters.zones.regenerate import waits
from dicelaw.model.dice_masters.zones.targets import level_one
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.property import AllOf, Always, Goal, Property

STRUCTURE = ("play/structure",)
DEALING = ("damage/react", "damage/falls", "damage/strike")
INFILTRATING = ("infiltrate", "infiltrate/falls")
ASSIGNING = ("assign", "assign/divide")
PAYING = ("pay",)
GATING = ("resolve/gating", "resolve/gated")
CORRUPTING = ("resolve/corrupting", "resolve/corrupted")
FABRICATING = ("main/fabricating",)
KOS = ("cleave", "leftover")
REGENERATING = (*KOS, "damage/judge", "damage/dealt", "ko", "regenerate", "over")
ROLLING = ("roll", "roll/end", "reroll", "reroll/roll")
JUDGING = ("draw/judge", "damage/judge", "resolve/judge")
TURN_ENDS = ("setup*", "cleanup/end")
UNDER_WAY = ("pay", "batch", "due", "resolve*", "ko", "regenerate", "stage", "damage*", "queue/next")
COMBAT = ("block", *INFILTRATING, "attack/window", *ASSIGNING, *DEALING, "damage/judge", "damage/dealt")


def structure(made: TableMachine) -> Property:
    """The invariant that holds the parts of a state together, point by point."""
    t = made.table
    queue = made.rules.queue
    dice = range(t.count)
    away = [t.in_zone(die, CARD, BAG, OUT, USED) for die in dice]
    none_coming = all_of(*(cell == 0 for cell in (*t.aimed, *t.incoming)))
    none_reacted = all_of(*(cell == 0 for cell in t.reacted))
    filled = [
        implies(queue.length > cell, queue.effects[cell] >= 1)
        & implies(queue.length <= cell, queue.effects[cell] == 0)
        for cell in range(len(queue.effects))
    ]
    alive = all_of(*(life >= 1 for life in t.life))
    unpaid = all_of(t.owed == 0, t.act == NO_ACT)
    marked = [t.fielded(die) for die in dice]
    if made.rules.reads("captured-marks", "kept"):
        marked = [any_of(marked[die], t.captured(die) & (t.shown("level", die) >= 1)) for die in dice]
    lost = () if t.keeps_applied else applied(t)
    off_field = [
        all_of(
            implies(~marked[die], t.damage[die] == 0),
            implies(~any_of(marked[die], waits(t, die)), all_of(*(array[die] == 0 for array in lost))),
            implies(~t.fielded(die), all_of(t.incoming[die] == 0, t.blocks[die] == 0, t.blocked[die] == 0)),
        )
        for die in dice
    ]
    none_waits = all_of(*(~waits(t, die) for die in dice))
    bought = all_of(t.zone[t.subject] == CARD, t.holder == t.turn)
    fields = all_of(t.of(t.subject, t.holder, RESERVE), t.shown("level", t.subject) >= 1, t.holder == t.turn)
    redirected = [
        implies(
            all_of(t.act == REACTION, t.subject == ability),
            any_of(*(all_of(t.onto == die, t.of(die, t.reactor, FIELD, ATTACK)) for die in dice)),
        )
        for ability in t.reactions
        if t.dice.globals[ability].program[0].op is Op.REDIRECT
    ]
    prepared = [t.of(die, t.turn, PREP) for die in dice]
    on_table = [t.in_zone(die, FIELD, ATTACK, IN_PLAY, RESERVE) for die in dice]
    parts: list[Always] = [
        Always(all_of(*(implies(there, t.face[die] == 0) for die, there in enumerate(away)))),
        Always(_prepared(made, [t.zone[die] == PREP for die in dice], rolled=False), ("*", *_but(ROLLING))),
        Always(_prepared(made, [t.of(die, 1 - t.turn, PREP) for die in dice], rolled=False), ROLLING),
        Always(_prepared(made, prepared, rolled=True), ("reroll", "roll/end")),
        Always(all_of(*(implies(t.picked[die] == 1, prepared[die]) for die in dice)), "reroll"),
        Always(
            all_of(*(cell == 0 for cell in t.picked)),
            ("*", "!reroll", "!resolve/reroll", *_but(GATING, CORRUPTING, FABRICATING)),
        ),
        Always(any_of(*(cell == 1 for cell in t.picked)), "resolve/gating"),
        Always(
            all_of(*(implies(t.picked[die] == 1, t.of(die, t.turn, FIELD)) for die in dice), bought),
            FABRICATING,
        ),
        Always(
            all_of(*(implies(t.picked[die] == 1, t.of(die, t.corrupted, BAG)) for die in dice)), CORRUPTING
        ),
        Always(
            all_of(*(implies(t.picked[die] == 1, t.of(die, queue.owners[0], CARD)) for die in dice)), GATING
        ),
        Always(any_of(*(cell == 1 for cell in t.picked)), "resolve/reroll"),
        Always(all_of(*(implies(t.picked[die] == 1, on_table[die]) for die in dice)), "resolve/reroll"),
        Always(
            all_of(
                *(
                    implies(all_of(t.picked[die] == 1, t.zone[die] == RESERVE), t.keeper[die] == 0)
                    for die in dice
                )
            ),
            "resolve/reroll",
        ),
        Always(all_of(*(implies(t.zone[die] == IN_PLAY, t.shown("action", die) >= 1) for die in dice))),
        Always(all_of(*off_field)),
        Always(all_of(*(cell == 0 for cell in (t.aimed[t.turn], *t.incoming))), INFILTRATING),
        Always(t.combat == 0, ("*", "!damage*", "!pay", "!over")),
        Always(any_of(t.reacting, t.combat == 0), "pay"),
        Always(all_of(t.stage == FALLEN, *(cell == 0 for cell in t.aimed)), KOS),
        Always(t.of(t.subject, queue.owners[0], BAG), "resolve/roll"),
        Always(all_of(*(~waits(t, die) for die in dice if die not in t.bearers(Keyword.REGENERATE)))),
        Always(none_waits, ("*", *_but(REGENERATING, DEALING, INFILTRATING, PAYING))),
        Always(any_of(t.reacting, none_waits), "pay"),
        Always(
            all_of(
                *(
                    implies(t.zone[die] == ASIDE, any_of(waits(t, die), t.shown("level", die) >= 1))
                    for die in dice
                )
            )
        ),
        Always(all_of(*(implies(t.fielded(die), t.shown("level", die) >= 1) for die in dice))),
        Always(all_of(*(implies(t.zone[die] == RESERVE, t.face[die] >= 1) for die in dice))),
        *_held(made),
        Always(all_of(*filled)),
        Always(none_coming, ("*", *_but(DEALING, PAYING, ASSIGNING, KOS, INFILTRATING, ("resolve/divide",)))),
        Always(none_reacted, ("*", *_but(DEALING, PAYING))),
        Always(alive, ("*", *_but(JUDGING, ("over",)))),
        Always(unpaid, ("*", "!pay")),
        Always(t.act != NO_ACT, "pay"),
        Always(implies(t.act == PURCHASE, bought), "pay"),
        Always(implies(t.act == FIELDING, fields), "pay"),
        Always(all_of(*redirected), "pay"),
        Always(implies(t.act == GLOBAL, t.subject < len(t.dice.globals)), "pay"),
        Always(any_of(t.reacting, all_of(none_coming, none_reacted)), "pay"),
        Always(t.holder == t.turn, ("draw", "draw/judge", *ROLLING, "attack", "main/over")),
    ]
    return Property(
        STRUCTURE[0],
        "Dice off the table show no face and bear no damage, dice in the Field show a level, damage is on "
        "its way only while it is dealt, and nothing is owed but while it is paid.",
        AllOf(tuple(parts)),
        (
            "dice/unrolled-face-ignored",
            "dice/rolled-by-face",
            "energy/no-pointless-spend",
            *(("damage/lost-on-ceasing-character",) if made.rules.newer else ()),
        ),
        goal=Goal("a die in the Field bears damage", any_of(*(cell >= 1 for cell in t.damage))),
        bug=rewriting("pay/purchase", t.act, lambda _: t.act, "the purchase stays under way"),
    )


def _held(made: TableMachine) -> list[Always]:
    """Where dice are that others hold: under a die, or in the Field of the player who controls them."""
    t = made.table
    dice = range(t.count)
    there = (CAPTURED, FIELD, ATTACK, RESERVE, *((OUT,) if t.lent_out else ()))
    reserved = [all_of(t.keeper[die] >= 1, t.zone[die] == RESERVE) for die in dice]
    lent_away = [all_of(t.keeper[die] >= 1, t.in_zone(die, OUT, RESERVE)) for die in dice]
    energy = [all_of(t.lasting[die] == 1, t.gives(die) >= 1) for die in dice]
    return [
        Always(all_of(*(implies(t.captured(die), t.keeper[die] >= 1) for die in dice))),
        Always(all_of(*(implies(t.keeper[die] >= 1, t.in_zone(die, *there)) for die in dice))),
        Always(all_of(*(implies(reserved[die], t.gives(die) >= 1) for die in dice))),
        Always(all_of(*(implies(lent_away[die], level_one(made.rules, die) >= 1) for die in dice))),
        Always(all_of(*(implies(t.lasting[die] == 1, t.captured(die)) for die in dice))),
        Always(all_of(*(implies(t.keeper[die] >= 1, t.lasting[die] == 1) for die in dice)), TURN_ENDS),
        Always(
            all_of(*(implies(t.captured(die), energy[die] | (t.shown("level", die) >= 1)) for die in dice))
        ),
    ]


def _prepared(made: TableMachine, lies: list[Expr], *, rolled: bool) -> Expr:
    """That the dice which ``lies`` tells are rolled, or unrolled."""
    faces = made.table.face
    return all_of(
        *(
            implies(there, (faces[die] >= 1) if rolled else (faces[die] == 0))
            for die, there in enumerate(lies)
        )
    )


def _but(*points: tuple[str, ...]) -> list[str]:
    return [f"!{point}" for group in points for point in group]


def zones_in_combat(made: TableMachine) -> Property:
    """Who is in the Attack Zone when."""
    t = made.table
    dice = range(t.count)
    empty = all_of(*(t.zone[die] != ATTACK for die in dice))
    edition = made.rules.edition
    outside = ("setup*", "draw*", "roll*", "reroll*", "main*")
    turns = [t.stage == MAIN, t.stage == BEGINNING, t.stage == NO_ATTACK, t.stage == OVER]
    if not made.rules.reads("end-of-turn", "before"):
        turns.append(t.stage == ENDING)
    fights = all_of(t.stage >= ATTACKERS, t.stage < BEGINNING)
    ends = ("clear", "cleanup/end", *(("cleanup",) if made.rules.newer else ()))
    return Property(
        "combat/attack-zone-empty",
        "Outside of the Attack Step nothing is in the Attack Zone"
        + (", from the end of Assign Damage on." if made.rules.newer else ", from the Cleanup Step on."),
        AllOf(
            (
                Always(empty, (*outside, *ends)),
                Always(implies(any_of(*turns), empty), UNDER_WAY),
                Always(implies(t.stage == MAIN, empty), "cleanup"),
                Always(t.stage == MAIN, (*outside, "attack")),
                Always(any_of(t.stage == MAIN, t.stage == BEGINNING), "clear"),
                Always(any_of(t.stage == MAIN, t.stage == ENDING), "cleanup/end"),
                Always(implies(t.combat == 1, fights)),
                Always(implies(any_of(t.act == PURCHASE, t.act == FIELDING), t.stage == MAIN), "pay"),
                Always(all_of(*(~t.of(die, 1 - t.turn, ATTACK) for die in dice)), "attack"),
                Always(fights, ("block", *INFILTRATING, "attack/window", *KOS, *ASSIGNING)),
                Always(any_of(made.rules.before_kos, t.stage == FALLEN), "attack/over"),
            )
        ),
        (f"combat/survivors-return@{edition}", "zone/attack-holds"),
        using=STRUCTURE,
        goal=Goal(
            "a die is in the Field at the end of the turn",
            any_of(*(t.zone[die] == FIELD for die in dice)),
            "cleanup",
        ),
        bug=rewriting(
            "cleanup/clear", t.zone[0], lambda old: old * 0 + ATTACK, "a die stays in the Attack Zone"
        ),
    )


def types_wanted(made: TableMachine) -> Property:
    """Energy of no more types is wanted than energy is owed, and nothing of types is noted once none is."""
    t, wanted = made.table, types_owed(made.rules)
    nothing = all_of(*(kind == Energy.NONE for kind in t.wants), t.either == 0)
    once = () if made.rules.newer else (Always(wanted <= 1),)  # of two types of a card either will do
    return Property(
        "play/types-wanted",
        "Energy of no more types is wanted than is owed; once none is wanted no type is noted any more.",
        AllOf((Always(wanted <= t.owed), Always(implies(wanted == 0, nothing)), *once)),
        ("model/payment",),
        goal=Goal("energy of a type is wanted", wanted >= 1, "pay"),
        bug=dropping("model/payment", "pay/*"),
    )


def reactions(made: TableMachine) -> Property:
    """What a reaction is paid for is still coming."""
    t = made.table
    coming = coming_to(made.rules, t.event) >= 1
    return Property(
        "play/reactions",
        "While a reactive Global is paid for, the damage that it answers is still on its way.",
        AllOf((Always(implies(t.reacting, coming), "pay"),)),
        (f"global/reactive-def@{made.rules.edition}",),
        goal=Goal("a reaction is paid for", t.reacting, "pay"),
        bug=dropping(f"global/reactive-def@{made.rules.edition}", "damage/react/*"),
    )
