"""The words of effects as the texts have them: whom each is done to, how much, and within which cap.

A table, read from the documents and not from the transitions; properties are derived from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dicelaw.model.dice_masters.cards.cards import Op, Target
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import (
    ATTACK,
    DO_ATTACK,
    FIELD,
    LEAST_LIFE,
    NOT_BLOCK,
    PREP,
    USED,
)
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, number, where
from dicelaw.specs.property import Chosen

DIE = Chosen("die")
NOBODY = "the table"
OWNER, OPPONENT, BOTH = "the player of the effect", "the opponent of its player", "both players"
CHOSEN, NAMED, OPPOSING = "the die that is chosen", "every die that is named", "every opposing die"
Value = Callable[[Expr], Expr | int]

OF_SEATS = ("life", "virtual", "spare", "rebates", "frees", "aimed")
"""What each player has, by seat."""
OF_DICE = (
    "zone", "owner", "face", "keeper", "damage", "incoming", "plus_attack", "plus_defense", "traded", "bound",
    "shielded", "copies",
)  # fmt: skip
"""What is noted of each die."""
SCALARS = ("owed", "left", "turn", "holder", "drawn")
"""What there is once."""


@dataclass(frozen=True)
class Change:
    """What a word does to ``good`` of ``whom``: the new value, from the old one."""

    good: str
    whom: str
    new: Value


@dataclass(frozen=True)
class Word:
    """A row: a word, the transition that it is, what it does in our words, its changes, and the rules."""

    op: Op
    id: str
    says: str
    changes: tuple[Change, ...]
    cites: tuple[str, ...]
    besides: tuple[str, ...] = ()
    """Goods that the word may change in a way that other properties tell."""


def words(made: TableMachine) -> list[Word]:
    """The table."""
    t, rules = made.table, made.rules
    much = t.figures.at("amount", t.pc)
    loses = rules.reads("life-loss", "damage")

    def plus(old: Expr) -> Expr:
        return old + much

    def healed(old: Expr) -> Expr:
        return at_most(old + much, t.life_start)

    def lowered(old: Expr) -> Expr:
        return at_least(old - much, LEAST_LIFE)

    def one(good: str, whom: str, new: Value = plus) -> tuple[Change, ...]:
        return (Change(good, whom, new),)

    def lost(whom: str) -> tuple[Change, ...]:
        return one("aimed", whom) if loses else one("life", whom, lowered)

    applied = ("effects/modifier-meaning",)
    lasts = (f"effects/duration@{rules.edition}",)
    return [
        Word(Op.GAIN, "gain", "gives its player the amount of life, up to what the game began with",
             one("life", OWNER, healed), ("life/cap",)),
        Word(Op.PAY_LIFE, "pay-life", "takes the amount of life from its player, down to 0",
             lost(OWNER), ("life/lose-vs-damage",)),
        Word(Op.LOSE, "drain", "takes the amount of life from the opponent, down to 0",
             lost(OPPONENT), ("life/lose-vs-damage",)),
        Word(Op.HURT_PLAYER, "strike-opponent", "deals the amount to the opponent",
             one("aimed", OPPONENT), lasts),
        Word(Op.HURT_BOTH, "strike-both", "deals the amount to each player", one("aimed", BOTH), lasts),
        Word(Op.HURT_ANY, "opponent", "deals the amount to the opponent, if its player chooses so",
             one("aimed", OPPONENT), lasts),
        Word(Op.HURT_ANY, "oneself", "deals the amount to its own player, if that player chooses so",
             one("aimed", OWNER), lasts),
        Word(Op.HURT_DIE, "damage", "deals the amount to the die that is chosen",
             one("incoming", CHOSEN), ("damage/stays-on-die", "prevent/takes-no-damage")),
        Word(Op.HURT_EACH, "strike-all", "deals the amount to every die that is named",
             one("incoming", NAMED), ("damage/simultaneous",)),
        Word(Op.HURT_OPPOSING, "strike-opposing", "deals the amount to the opponent and all opposing dice",
             (*one("aimed", OPPONENT), *one("incoming", OPPOSING)), (rules.keyword("breath-weapon"),)),
        Word(Op.ATTACK, "strengthen", "gives the amount of A to the die",
             one("plus_attack", CHOSEN), applied),
        Word(Op.DEFENSE, "toughen", "gives the amount of D to the die",
             one("plus_defense", CHOSEN), applied),
        Word(Op.SHIELD, "shield", "keeps all damage off the die",
             one("shielded", CHOSEN, lambda _: 1), ("prevent/takes-no-damage",)),
        Word(Op.NO_BLOCK, "hold-back", "keeps the die from blocking",
             one("bound", CHOSEN, lambda _: NOT_BLOCK), lasts),
        Word(Op.MUST_ATTACK, "compel", "makes the die attack",
             one("bound", CHOSEN, lambda _: DO_ATTACK), lasts),
        Word(Op.WITHDRAW, "withdraw", "takes the die out of the Attack Zone, and no further",
             one("zone", CHOSEN, lambda _: FIELD), ("zone/attack-in-field",)),
        Word(Op.REBATE, "rebate", "makes the next purchase of its player cost the amount less",
             one("rebates", OWNER), lasts),
        Word(Op.PREP_USED, "prep", "moves the die to the Prep Area",
             one("zone", CHOSEN, lambda _: PREP), ("zone/prep-def",)),
        Word(Op.UNPREP, "unprep", "moves the die from the Prep Area to the Used Pile",
             one("zone", CHOSEN, lambda _: USED), ("zone/prep-def",)),
        Word(Op.DRAW, "begin-draw", "moves nothing before a die is drawn", (), ("zone/bag-source",)),
        Word(Op.MAY_PAY, "pay", "makes its player owe the amount", one("owed", NOBODY, lambda _: much),
             ("cost/unavoidable",)),
        Word(Op.DIVIDE, "begin-divide", "lets its player divide the amount",
             one("left", NOBODY, lambda _: much), lasts),
    ]  # fmt: skip


def meant_seat(made: TableMachine, whom: str, seat: int) -> Expr:
    """Whether ``seat`` is whom a word is done to."""
    owner = made.rules.queue.owners[0]
    return {OWNER: owner == seat, OPPONENT: owner == made.table.seats.opponent(seat), BOTH: all_of()}[whom]


def meant_die(made: TableMachine, whom: str, die: int) -> Expr:
    """Whether ``die`` is what a word is done to; of those that are named only by whose they are."""
    t, owner = made.table, made.rules.queue.owners[0]
    fielded = any_of(t.zone[die] == FIELD, t.zone[die] == ATTACK)
    if whom == CHOSEN:
        return number(die) == DIE
    if whom == OPPOSING:
        return all_of(fielded, t.owner[die] == 1 - owner)
    return all_of(fielded, named(made, die))


def named(made: TableMachine, die: int) -> Expr:
    """Whether ``die`` is named: any, its player's own, or an opposing one; not told for the other targets."""
    t, owner = made.table, made.rules.queue.owners[0]
    target = t.figures.at("target", t.pc)
    return any_of(
        target == Target.DIE,
        all_of(target == Target.OWN, t.owner[die] == owner),
        all_of(target == Target.OPPOSING, t.owner[die] == 1 - owner),
    )


def plainly_named(made: TableMachine) -> Expr:
    """Whether the word names dice by whose they are alone."""
    target = made.table.figures.at("target", made.table.pc)
    return any_of(*(target == one for one in (Target.DIE, Target.OWN, Target.OPPOSING)))


def taken(made: TableMachine, die: int, old: Expr, new: Expr) -> tuple[Expr, Expr]:
    """The least and the most damage on its way to ``die`` where ``new`` would be, were nothing in its way."""
    t = made.table
    guarded = t.printed("guard", die) >= 1
    shielded = t.shielded[die] == 1
    return where(any_of(guarded, shielded), old, new), where(shielded, old, new)
