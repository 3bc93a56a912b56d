"""What is due while an effect asks somebody: an invariant that other proofs stand on."""

from __future__ import annotations

from dicelaw.model.dice_throne.language import Op
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.specs.bugs import dropping
from dicelaw.specs.property import AllOf, Always, Goal, Property


def instruction_due(made: DuelMachine) -> Property:
    """The invariant about the instruction that is due; of open content any may be."""
    d, content = made.duel, made.content
    picking = (
        "resolve/or", "resolve/pick-token", "resolve/reroll", "resolve/reroll/roll", "resolve/alter",
        "resolve/pay",
    )  # fmt: skip
    instruction, known = content.code(d, d.pc[d.top]), d.zone is not None
    return Property(
        "play/instruction-due",
        "While a decision of an effect is open, the instruction that asks for it is still due.",
        AllOf(
            (
                Always(d.pc[d.top] < content.pc_top, picking),
                *([Always(instruction.op == Op.OR, "resolve/or")] if known else []),
                Always(d.picks >= 1, "resolve/reroll/roll"),
                Always(d.chosen == 0, "resolve/choose-player"),
                Always(d.asked == 0, "resolve/shield"),
            )
        ),
        ("ability/or-picks-one", "def/chosen-player"),
        goal=Goal("a player is to be chosen", d.chosen == 0, "resolve/choose-player"),
        bug=dropping("def/chosen-player", "resolve/ask-player"),
    )
