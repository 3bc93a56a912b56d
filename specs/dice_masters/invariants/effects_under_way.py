"""Whose effect is under way: an invariant about a game whose cards are known."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_most, implies
from dicelaw.model.kernel.lookups import lookup
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.property import AllOf, Always, Goal, Property


def effects_under_way(made: TableMachine) -> Property:
    """The step that is next is one of the die whose effect is under way, or of a Global where no die's is."""
    t = made.table
    maker = lookup("the kind with each step", t.figures.makers, t.pc)
    return Property(
        "play/effects-under-way",
        "The effect under way is one of its die's own card, or of the card that it copies, or of a Global.",
        AllOf(
            (
                Always(all_of(*(t.text[die] == 0 for die in range(t.count) if die not in t.copiers))),
                Always(t.figures.at("word", t.pc) == Op.TEST, "resolve/test"),
                Always(implies(t.source == 0, maker == 0)),
                Always(implies(all_of(t.source >= 1, t.pc >= 1), all_of(maker >= 1, _fits(made, maker)))),
            )
        ),
        (f"queue/resolve-fully@{made.rules.edition}",),
        goal=Goal("an effect of a die is under way", all_of(t.source >= 1, t.pc >= 1)),
        bug=rewriting(
            "resolve/read/begin",
            t.source,
            lambda new: at_most(new + 1, t.count),
            "the next die is taken for it",
        ),
    )


def _fits(made: TableMachine, maker: Expr) -> Expr:
    """Whether a step that the card ``maker`` has may be one of the die whose effect is under way."""
    t = made.table
    copies = any_of(*(t.source == die + 1 for die in t.copiers))
    return any_of(maker == t.figures.kind(t.source_die), copies)
