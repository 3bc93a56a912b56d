"""Properties of whether play goes on, and comes to an end."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op, Target
from dicelaw.model.dice_masters.cards.interrupts import Whom
from dicelaw.model.dice_masters.costs.paying import payer_of, types_owed
from dicelaw.model.dice_masters.machine import CAPACITY, TableMachine
from dicelaw.model.dice_masters.state.table_state import ANSWERING, ASSIGNING, ATTACK, DAMAGED, REACTION
from dicelaw.model.dice_masters.timing.combat_choices import infiltrates_late
from dicelaw.model.dice_masters.zones.targets import any_target
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies, number
from dicelaw.specs.bugs import dropping, leaving_out, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.dice_masters.properties.rest_of_turn import ACTING, BEGINNING_EFFECTS, rest_of_turn
from dicelaw.specs.property import AllOf, Always, Goal, NeverStuck, Progress, Property

POSSIBLE = "play/possible"


def ending_properties(made: TableMachine) -> list[Property]:
    """Something can always happen, and only a few things can happen for ever."""
    return [_possible(made), _never_stuck(made), _progress(made)]


def _possible(made: TableMachine) -> Property:
    """What is begun can go on: there is somebody to divide damage among, and energy of the types owed."""
    t, rules = made.table, made.rules
    payer = payer_of(rules)
    blocks = [
        all_of(t.of(die, 1 - t.turn, ATTACK), t.blocks[die] == t.dividing + 1) for die in range(t.count)
    ]
    stages = [] if infiltrates_late(rules) else [t.stage != ASSIGNING]
    if not rules.newer:
        stages += [t.stage != DAMAGED, t.stage != ANSWERING]
    return Property(
        POSSIBLE,
        "What is divided has dice to be divided among, what is paid can be paid in the right types, and play "
        "goes on at a stage that there is.",
        AllOf(
            (
                Always(any_of(*blocks), "assign/divide"),
                Always(any_target(rules, number(Target.OPPOSING), rules.queue.owners[0]), "resolve/divide"),
                Always(all_of(*stages)),
                Always(all_of(t.pc >= 1, t.pc < t.figures.steps - 1), "resolve/test"),
                Always(implies(t.act == REACTION, any_of(*(t.subject == one for one in t.reactions))), "pay"),
                Always(t.has_types(payer, [*t.wants], t.either), "pay"),
                Always(all_of(t.owed >= types_owed(rules), t.stock(payer) >= t.owed), "pay"),
            )
        ),
        ("model/payment", "cost/unpayable-not-used", "damage/attacker-divides"),
        using=STRUCTURE,
        goal=Goal("damage is being divided", t.left >= 1, "assign/divide"),
        bug=dropping("damage/attacker-divides", "assign/begin"),
    )


def _never_stuck(made: TableMachine) -> Property:
    t = made.table
    return Property(
        "turn/never-stuck",
        "At every moment but the end of the game something can happen, whatever the cards say; while fewer "
        f"than {CAPACITY} effects are pending, and not asked where dice are picked to be KO'd for Fabricate.",
        NeverStuck(all_of(made.rules.queue.length < CAPACITY, _sayable(made)), ("*", "!main/fabricating")),
        ("turn/five-steps", f"queue/resolve-fully@{made.rules.edition}"),
        using=(*STRUCTURE, POSSIBLE, "queue/nothing-under-way"),
        goal=Goal("the game is over", t.winner <= 1, "over"),
        bug=leaving_out("resolve/skip", "what an effect cannot do is not passed over"),
    )


def _sayable(made: TableMachine) -> Expr:
    """That a file of cards could say what the open cards do: the language has no words for the rest."""
    figures = made.table.figures
    words = [figures.at("word", step) for step in range(figures.steps)]
    acts = [
        implies(
            figures.at("interrupt to", place) == Whom.BLOCKED,
            all_of(
                figures.at("interrupt of", place) == Whom.THIS,
                figures.at("interrupt redirects", place) == 1,
            ),
        )
        for place in range(len(made.table.dice.interrupts))
    ]
    tokens = [] if made.table.tokens_made else [word != Op.TOKEN for word in words]
    return all_of(*tokens, *acts)


def _progress(made: TableMachine) -> Property:
    """Effects may set each other off for ever: see the finding endless-effects."""
    t = made.table
    return Property(
        "turn/ends",
        "No cycle of play can be gone round for ever, but by players who act for ever, by effects that begin "
        "for ever, by dice that regenerate for ever, or by turns that end.",
        Progress(
            tuple(rest_of_turn(made)), (*ACTING, *BEGINNING_EFFECTS, "regenerate/roll", "cleanup/turn-ends")
        ),
        ("turn/five-steps", "priority/end-of-step", f"queue/resolve-fully@{made.rules.edition}"),
        using=(*STRUCTURE, POSSIBLE, "queue/nothing-under-way", "combat/attack-zone-empty"),
        goal=Goal("a turn is over", t.first_turn == 0, "clear"),
        bug=rewriting(
            "due/ko", t.fallen[0], lambda _: t.fallen[0] * 0 + 1, "what entered the queue is still due"
        ),
    )
