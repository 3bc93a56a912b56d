"""The table of steps: how effects become due, wait for their turn, resolve and are over."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import REACTIONS, Moment, Op
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.table_state import (
    ANSWERING,
    ARRIVALS,
    BAG,
    CARD,
    DAMAGED,
    FALLS,
    HURTS,
    PREP,
    RESERVE,
    USED,
)
from dicelaw.model.dice_masters.timing.global_abilities import of_global
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, number, where
from dicelaw.model.kernel.lookups import lookup
from dicelaw.specs.dice_masters.steps.row import DIE, FACE, PLAYER, QUEUE, lie, none_of, of_die, worth
from dicelaw.specs.property import Chosen
from dicelaw.specs.steps import Makes, Step, put, step, to

AFFILIATION = Chosen("affiliation")


def steps_of_effects(rules: Rules) -> list[Step]:
    """The rows about effects."""
    return [*_due(rules), *_queue(rules), *_draws(rules), *_gates(rules), *_corrupts(rules), *_choices(rules)]


def _due(rules: Rules) -> list[Step]:
    """Each player's effects enter in the order that the player likes, the active player's first."""
    t, queue = rules.table, rules.queue
    waiting = [any_of(t.arriving[die] >= 1, t.hurt[die] >= 1, t.fallen[die] >= 1) for die in range(t.count)]
    mine = any_of(*(all_of(one, t.owner[die] == t.turn) for die, one in enumerate(waiting)))
    theirs = any_of(*(all_of(one, t.owner[die] != t.turn) for die, one in enumerate(waiting)))
    decider = where(mine, t.turn, 1 - t.turn)
    answered = rules.reads("combat-ko", "damaged")
    held = t.stage == ANSWERING if answered else ~TRUE
    room = queue.length < len(queue.effects)
    rule, order = f"queue/resolve-fully@{rules.edition}", ("queue/own-order-chosen", "queue/active-first")
    moments = {
        "arrival": (t.arriving, [0, *ARRIVALS]), "damage": (t.hurt, HURTS), "ko": (t.fallen, FALLS),
    }  # fmt: skip
    unlimited = [t.limited(die, one) == 0 for die in range(t.count) for one in Moment] if t.firsts else []
    overtakes = rules.queue.begun is not None
    found = []
    for name, (flags, places) in moments.items():
        due = [all_of(flags[die] >= 1, t.owner[die] == decider) for die in range(t.count)]
        codes = [lookup("of a flag", [*places], flags[die]) * t.count + die + 1 for die in range(t.count)]
        entered = worth([number(die) == DIE for die in range(t.count)], codes.__getitem__)
        at_back: Makes = {
            queue.length: queue.length + 1,
            **put([*queue.effects], queue.length, to(entered)),
            **put([*queue.owners], queue.length, to(decider)),
        }
        found.append(
            step(f"due/{name}", "Effects that are due enter in the order that their player likes.",
                 all_of(of_die(t, due.__getitem__), room, ~held),
                 {**put([*flags], DIE, to(0)), **({} if overtakes else at_back)}, order,
                 all_of(*unlimited), QUEUE if overtakes else ())
        )  # fmt: skip
    settled = any_of(held, ~any_of(mine, theirs))
    begun: Makes = {t.stage: where(t.stage == DAMAGED, ANSWERING, t.stage)} if answered else {}
    return [
        *found,
        step("due/resume", "An effect under way goes on once all that is due has entered.",
             all_of(settled, t.pc >= 1), cites=(rule,)),
        step("due/take", "The next effect begins when none is under way.",
             all_of(settled, t.pc == 0, queue.length >= 1), begun, (rule,)),
        step("due/done", "Play goes on when nothing is pending.",
             all_of(settled, t.pc == 0, queue.length == 0), cites=(rule,)),
    ]  # fmt: skip


def _queue(rules: Rules) -> list[Step]:
    t, queue, figures = rules.table, rules.queue, rules.table.figures
    rule = f"queue/resolve-fully@{rules.edition}"
    order = "queue/fifo" if rules.newer else "queue/active-first"
    word = figures.at("word", t.pc)
    over = (word == op for op in (Op.END, *sorted(REACTIONS)))
    ended = any_of(t.pc == 0, *over, t.pc == figures.steps - 1)
    if t.batches and rules.reads("global-batch", "parts"):
        paid = any_of(*(uses >= 1 for uses in t.batch))
        ended = all_of(ended, ~all_of(of_global(rules), paid))
    up: dict[Expr, Expr | int] = {queue.length: queue.length - 1}
    for cells in (queue.owners, queue.effects):
        up |= dict(zip(cells, (*cells[1:], 0), strict=True))
    return [
        step("queue/take", "The next effect follows as long as there is one.", queue.length >= 1,
             cites=(order,)),
        step("queue/empty", "Play goes on when there is none.", queue.length == 0, cites=(order,)),
        step("resolve/over", "An effect is over when all of it has been done; the others move up.",
             ended, {**up, t.pc: 0, t.source: 0, t.again: 0}, (rule,),
             t.again == 1 if t.copiers else TRUE, ("batch",)),
    ]  # fmt: skip


def _draws(rules: Rules) -> list[Step]:
    """What effects draw."""
    t, seat = rules.table, rules.queue.owners[0]
    bag, used = lie(t, seat, BAG), lie(t, seat, USED)
    refilled: Makes = {t.zone[die]: where(one, BAG, t.zone[die]) for die, one in enumerate(used)}
    found = []
    ways: dict[str, Makes] = {
        "resolve/draw": put([*t.zone], DIE, to(PREP)), "resolve/draw-and-roll": {t.subject: DIE},
    }  # fmt: skip
    for point, drawn in ways.items():
        found += [
            step(f"{point}/draw", "An effect draws a die from the bag of its player.",
                 of_die(t, lambda die: bag[die]), drawn, ("zone/bag-source",)),
            step(f"{point}/refill", "An empty bag is refilled for it from the Used Pile.",
                 all_of(~any_of(*bag), any_of(*used)), refilled, ("draw/refill-from-used",)),
            step(f"{point}/none", "Where both are empty nothing is drawn.",
                 all_of(~any_of(*bag), ~any_of(*used)), cites=("draw/refill-from-used",)),
        ]  # fmt: skip
    drawn_die = [t.subject == die for die in range(t.count)]
    energy = worth(drawn_die, lambda die: t.face_figure("energy", die, FACE)) >= 1
    stays = any_of(seat == t.turn, energy)
    rolled: dict[Expr, Expr | int] = {t.subject: 0}
    for die, one in enumerate(drawn_die):
        rolled |= {t.zone[die]: where(one, where(stays, RESERVE, USED), t.zone[die]),
                   t.face[die]: where(one, where(stays, FACE, 0), t.face[die])}  # fmt: skip
    return [
        *found,
        step("resolve/roll/die", "What was drawn is rolled once, and is in the Reserve Pool if it may be.",
             makes=rolled, cites=("draw/bare-draw",) if rules.newer else ("model/bare-draw",)),
    ]  # fmt: skip


def _gates(rules: Rules) -> list[Step]:
    t = rules.table
    there = [t.picked[die] == 1 for die in range(t.count)]
    result = rules.keyword("gate-result")
    return [
        *(
            step(f"resolve/gated/{name}", "Its player chooses what becomes of a character that was gated in.",
                 any_of(*there), {**none_of([*t.picked]), **_first_to(rules, there, zone)}, (result,))
            for name, zone in (("prep", PREP), ("return", CARD))
        ),
        step("resolve/gated/none", "What shows no character is settled.", ~any_of(*there), cites=(result,)),
    ]  # fmt: skip


def _first_to(rules: Rules, there: list[Expr], zone: int) -> Makes:
    t = rules.table
    first = worth(there, number)
    return {cell: where(first == die, zone, cell) for die, cell in enumerate(t.zone)}


def _corrupts(rules: Rules) -> list[Step]:
    t = rules.table
    rule = rules.keyword("corrupt")
    bag = [all_of(one, t.picked[die] == 0) for die, one in enumerate(lie(t, t.corrupted, BAG))]
    used = lie(t, t.corrupted, USED)
    refills = ~TRUE if rules.reads("corrupt-short", "fewer") else any_of(*used)
    there = [t.picked[die] == 1 for die in range(t.count)]
    short = ~any_of(*bag, refills)
    return [
        step("resolve/corrupting/take", "As many dice as it says are taken from the bag, each once.",
             all_of(t.left >= 1, of_die(t, lambda die: bag[die])),
             {**put([*t.picked], DIE, to(1)), t.left: t.left - 1}, (rule,)),
        step("resolve/corrupting/taken", "When all have been taken, or there are no more, one is chosen.",
             any_of(t.left == 0, short), {t.left: 0}, (rule,)),
        step("resolve/corrupted/place", "One of those that were taken goes to the Used Pile.",
             of_die(t, lambda die: there[die]),
             {**put([*t.zone], DIE, to(USED)), **none_of([*t.picked])}, (rule,)),
        step("resolve/corrupted/none", "Where none was taken nothing happens.", ~any_of(*there),
             cites=(rule,)),
    ]  # fmt: skip


def _choices(rules: Rules) -> list[Step]:
    """Words by which something is only noted."""
    t, seat, figures = rules.table, rules.queue.owners[0], rules.table.figures
    rule = f"queue/resolve-fully@{rules.edition}"
    onward = where(t.pc + 1 <= figures.steps - 1, t.pc + 1, figures.steps - 1)

    def says(op: Op) -> Expr:
        return all_of(t.pc >= 1, t.pc < figures.steps - 1, figures.at("word", t.pc) == op)

    fielded = where(seat == 0, t.has_fielded[0], t.has_fielded[1]) == 1
    return [
        step("resolve/decline", "Its player may let the rest of the effect be.", says(Op.MAY_PAY),
             {t.pc: 0}, (rule,)),
        step("resolve/refuse", "The opponent may spin no die down.", says(Op.UNLESS_SPUN),
             {t.pc: onward}, (rule,)),
        step("resolve/has-fielded", "Who has fielded a character this turn does no more.",
             says(Op.UNLESS_FIELDED), {t.pc: where(fielded, 0, onward)}, (rule,)),
        step("resolve/name", "An affiliation is named that is free to field this turn.", says(Op.FREES),
             {**put([*t.frees], seat * len(t.freed) + AFFILIATION, to(1)), t.pc: onward},
             ("field/zero-cost",)),
        step("resolve/attach-nothing", "Gear need not be attached.", says(Op.ATTACH), {t.pc: onward},
             (rules.keyword("equip-attach"),)),
        step("resolve/corrupt", "A player is chosen whose bag is corrupted.", says(Op.CORRUPT),
             {t.corrupted: PLAYER, t.pc: onward}, (rules.keyword("corrupt"),), besides=("left",)),
        step("resolve/begin-draw", "An effect draws a die.", says(Op.DRAW), {t.pc: onward}, (rule,)),
        step("resolve/begin-draw-and-roll", "An effect draws a die that is rolled.", says(Op.DRAW_ROLL),
             {t.pc: onward}, (rule,)),
    ]  # fmt: skip
