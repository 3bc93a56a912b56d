"""Properties of the words of effects: whom each is done to, how much, within which cap, and nothing else.

From each row of the table of words follows a property over all amounts: that good of that player or die is
worth so much after the word, and every other good of both players and all dice is what it was.
"""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Moment, Op
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import ATTACK, BAG, FIELD, PREP
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies, number, total, truth, where
from dicelaw.specs.bugs import dropping, forgetting, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.dice_masters.properties.effect_words import (
    DIE,
    OF_DICE,
    OF_SEATS,
    SCALARS,
    Word,
    meant_die,
    meant_seat,
    named,
    plainly_named,
    taken,
    words,
)
from dicelaw.specs.property import EachStep, Goal, Never, Property, after

CHOOSING = ("damage", "ko", "strengthen", "toughen", "trade", "hold-back", "compel", "shield", "withdraw",
            "spin-up", "spin-down", "discard", "set-aside", "call-out", "capture", "keep", "control",
            "copy", "copy-abilities", "copy-die", "copy-beside", "pick")  # fmt: skip
"""The words about a character die in the Field Zone that is chosen."""
ALWAYS = (Op.GAIN, Op.PAY_LIFE, Op.LOSE, Op.HURT_PLAYER, Op.HURT_ANY, Op.HURT_BOTH, Op.HURT_EACH,
          Op.HURT_OPPOSING, Op.DRAW, Op.DRAW_ROLL, Op.REBATE)  # fmt: skip
"""The words that there is always something for."""


def word_properties(made: TableMachine) -> list[Property]:
    """A property of each row of the table, of what may be chosen, and of what is not left out."""
    return [*(_property(made, word) for word in words(made)), *_chosen(made)]


def _property(made: TableMachine, word: Word) -> Property:
    along = f"resolve/{word.id}"
    cells = [cell for change in word.changes for cell in _cells(made, change.good)]
    return Property(
        f"word/{word.id}",
        f"The word {word.id} {word.says}, and changes nothing else that players and dice have.",
        EachStep(
            all_of(_says(made, word.op), *_changed(made, word), *_left_alone(made, word)),
            _as_printed(made, word),
            along,
        ),
        word.cites,
        using=STRUCTURE,
        goal=Goal("the word is next, and there is what it may be about", _possible(made, word), "resolve"),
        bug=forgetting(along, cells, "it does nothing of it")
        if cells
        else rewriting(along, made.table.aimed[0], lambda old: old + 1, "it does something"),
    )


def _cells(made: TableMachine, good: str) -> list[Expr]:
    found = getattr(made.table, good)
    return [found] if good in SCALARS else [*found]


def _says(made: TableMachine, op: Op) -> Expr:
    t = made.table
    return all_of(t.figures.at("word", t.pc) == op)


def _next(made: TableMachine, op: Op) -> Expr:
    t = made.table
    return all_of(t.pc >= 1, t.pc < t.figures.steps - 1, _says(made, op))


def _possible(made: TableMachine, word: Word) -> Expr:
    """That the word is next, with its printed amount, and has a die to be done to where it needs one."""
    t = made.table
    there = any_of(*(all_of(t.fielded(die), named(made, die)) for die in range(t.count)))
    needs = [there] if word.id in CHOOSING else []
    return all_of(_next(made, word.op), _as_printed(made, word), *needs)


def _as_printed(made: TableMachine, word: Word) -> Expr:
    """That the amount is the printed one, which nothing multiplies, and dice are named by whose they are."""
    t, queue = made.table, made.rules.queue
    alone = implies(queue.effects[0] > len(Moment) * t.count, total(t.batch) == 1) if t.batches else all_of()
    ways = [plainly_named(made)] if word.op is Op.HURT_EACH else []
    ways += [_says(made, Op.HURT_DIE)] if word.op is Op.HURT_DIE else []
    return all_of(t.figures.at("per", t.pc) == 0, alone, *ways)


def _changed(made: TableMachine, word: Word) -> list[Expr]:
    t = made.table
    found = []
    for change in word.changes:
        if change.good in SCALARS:
            cell = getattr(t, change.good)
            found.append(after(cell) == number(change.new(cell)))
            continue
        for place, old in enumerate(getattr(t, change.good)):
            by_seat = change.good in OF_SEATS
            meant = (meant_seat if by_seat else meant_die)(made, change.whom, place)
            new = where(meant, change.new(old), old)
            if change.good == "incoming":
                least, most = taken(made, place, old, new)
                found += [after(old) >= least, after(old) <= most]
            else:
                found.append(after(old) == new)
    return found


def _left_alone(made: TableMachine, word: Word) -> list[Expr]:
    busy = {*word.besides, *(change.good for change in word.changes)}
    goods = [name for name in (*OF_SEATS, *OF_DICE, *SCALARS) if name not in busy]
    return [after(cell) == cell for name in goods for cell in _cells(made, name)]


def _chosen(made: TableMachine) -> list[Property]:
    t = made.table
    dice = range(t.count)
    owner = made.rules.queue.owners[0]
    there = [any_of(t.zone[die] == FIELD, t.zone[die] == ATTACK) for die in dice]
    anybody = all_of(_says(made, Op.SET_ASIDE), truth(made.rules.reads("intimidate", "any")))
    meant = [any_of(named(made, die), anybody) for die in dice]
    wrong = [all_of(die == DIE, any_of(~there[die], ~meant[die])) for die in dice]
    mine = [all_of(die == DIE, t.zone[die] == BAG, t.owner[die] == owner) for die in dice]
    drawn = [after(t.zone[die]) == where(die == DIE, PREP, t.zone[die]) for die in dice]
    any_die = _says(made, Op.HURT_ANY)
    return [
        Property(
            "word/chosen-dice",
            "A word about a die is done to one in the Field Zone, an opposing one or not, as it says.",
            Never(
                all_of(plainly_named(made), ~any_die, any_of(*wrong)),
                tuple(f"resolve/{name}" for name in CHOOSING),
            ),
            ("target/field-characters-only",),
            using=STRUCTURE,
            goal=Goal("dice are in the Field Zone", any_of(*there), "resolve"),
            bug=dropping("target/field-characters-only", "resolve/strengthen"),
        ),
        Property(
            "word/draw-from-bag",
            "A die that an effect draws comes from the bag of its player and goes to the Prep Area, alone.",
            EachStep(all_of(any_of(*mine), *drawn), along="resolve/draw/draw"),
            ("zone/bag-source", "zone/prep-def"),
            using=STRUCTURE,
            goal=Goal("a die is drawn", any_of(*(t.zone[die] == BAG for die in dice)), "resolve/draw"),
            bug=rewriting(
                "resolve/draw/draw", t.zone[0], lambda old: old * 0 + PREP, "another comes as well"
            ),
        ),
        Property(
            "word/never-left-out",
            "Life, damage, draws and rebates that an effect gives are never left out.",
            Never(any_of(*(_says(made, op) for op in ALWAYS)), "resolve/skip"),
            (f"queue/resolve-fully@{made.rules.edition}",),
            using=STRUCTURE,
            goal=Goal("such a word is next", any_of(*(_next(made, op) for op in ALWAYS)), "resolve"),
            bug=dropping(_skipping(made), "resolve/skip"),
        ),
    ]


def _skipping(made: TableMachine) -> str:
    return "cost/same-kind-as-much-as-possible" if made.rules.newer else "target/field-characters-only"
