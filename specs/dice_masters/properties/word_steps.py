"""Properties of the steps of effects: each carries out the word that comes next, and no other.

A table of what the words are called; from each row follows a property.
"""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.kernel.expressions import all_of, any_of, negate
from dicelaw.specs.bugs import allowing
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.property import Goal, Never, Property

STEPS = {
    "strike-opponent": Op.HURT_PLAYER, "strike-both": Op.HURT_BOTH, "strike-all": Op.HURT_EACH,
    "strike-opposing": Op.HURT_OPPOSING, "opponent": Op.HURT_ANY,
    "oneself": Op.HURT_ANY, "ko": Op.KO, "strengthen": Op.ATTACK,
    "toughen": Op.DEFENSE, "trade": Op.TRADE, "hold-back": Op.NO_BLOCK, "compel": Op.MUST_ATTACK,
    "shield": Op.SHIELD, "withdraw": Op.WITHDRAW, "spin-up": Op.SPIN_UP, "spin-down": Op.SPIN_DOWN,
    "set-aside": Op.SET_ASIDE, "discard": Op.DISCARD, "call-out": Op.CALL_OUT, "gain": Op.GAIN,
    "pay-life": Op.PAY_LIFE, "drain": Op.LOSE, "prep": Op.PREP_USED, "unprep": Op.UNPREP,
    "copy": Op.COPY, "copy-abilities": Op.COPY_TEXT, "copy-die": Op.COPY_DIE, "copy-beside": Op.COPY_BESIDE,
    "begin-draw": Op.DRAW, "begin-draw-and-roll": Op.DRAW_ROLL, "field": Op.FIELD_USED, "swap": Op.SWAP,
    "swap-alike": Op.SWAP_ALIKE, "return": Op.RETURN, "begin-test": Op.TEST, "gate": Op.GATE,
    "gate-nothing": Op.GATE, "attach": Op.ATTACH, "attach-nothing": Op.ATTACH, "corrupt": Op.CORRUPT,
    "pick": Op.REROLL, "capture": Op.CAPTURE, "keep": Op.KEEP, "seize": Op.SEIZE, "control": Op.CONTROL,
    "pay": Op.MAY_PAY, "decline": Op.MAY_PAY, "begin-divide": Op.DIVIDE, "rebate": Op.REBATE,
    "name": Op.FREES, "send-this": Op.SEND_THIS, "ko-engaged": Op.KO_ENGAGED,
    "has-fielded": Op.UNLESS_FIELDED, "strengthen-two": Op.ATTACK_TWO, "strengthen-one": Op.ATTACK_TWO,
    "recall": Op.RECALL, "give-way": Op.UNLESS_SPUN, "refuse": Op.UNLESS_SPUN, "spin-to-one": Op.GIVE_WAY,
    "sacrifice": Op.GIVE_WAY, "pay-die": Op.SACRIFICE,
}  # fmt: skip
"""The steps by what they are called, each with its word."""


def word_steps(made: TableMachine) -> list[Property]:
    """A property of each row whose step there is."""
    t = made.table
    found = []
    for name, op in STEPS.items():
        along = f"resolve/{name}"
        if along not in made.machine.transition_index:
            continue
        next_word = all_of(t.pc >= 1, t.figures.at("word", t.pc) == op)
        found.append(
            Property(
                f"word/{name}/in-turn",
                f"What is done by {name} is done only where the effect under way says so next.",
                Never(negate(next_word), along),
                (f"queue/resolve-fully@{made.rules.edition}",),
                using=STRUCTURE,
                goal=Goal("an effect resolves", any_of(t.pc >= 1), "resolve"),
                bug=allowing(along),
            )
        )
    return found
