"""What the words of Dice Conquest are declared with: their argument, who says them, and what they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dicelaw.model.dice_conquest.components import MOST, Back
from dicelaw.model.effects.triggers import Trigger
from dicelaw.model.effects.words import Argument, Duration
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Choice

AMOUNT = Argument("amount", 1, MOST)
"""The only argument that a word can have: the state has a field for one number."""
BOUND = Argument("bound", 1, MOST)
"""The only argument that a condition can have."""
LINES = 3
"""How many lines and ways a program has at the most."""
ROUND = Duration("round", "until the round is over")
TURN_LONG = Duration("turn", "until the turn is over")
"""How long a word may hold; its :class:`Deed` says what is so then."""

ABILITY, CRITICAL, ITEM = "ability", "critical", "item"
PLACES = {ABILITY: "hero ability", CRITICAL: "Critical Hit", ITEM: "magic item"}
"""The places that say words, and what they are called."""

TURN, ATTACK, AFTER = "turn", "attack", "after"
TRIGGERS = (
    Trigger(TURN, Back.TURN, (), "before"),
    Trigger(ATTACK, Back.ATTACK, (), "in"),
    Trigger(AFTER, Back.AFTER, (), "after the attack"),
)
"""When a hero uses what words do; what they are called is said of one after another."""
POINTS = {one.name: one.says for one in TRIGGERS}
"""The timing points of these, and what they are called."""

ATTACKING = (ATTACK, AFTER)
"""When abilities and Critical Hits are used."""
OWN_TURN = (TURN, ATTACK, AFTER)
"""When magic items are used."""
EVERYWHERE = {ABILITY: ATTACKING, CRITICAL: ATTACKING, ITEM: OWN_TURN}
"""What every place may say, each when it is used."""


@dataclass(frozen=True)
class Deed:
    """What a word does to its target at the point ``effect``: its verb phrase, and what is written.

    What is chosen and demanded comes on top of the target. The amount is the ``amount`` of the state. Play
    goes on at ``target``; unless that is another one than usual, the word is over, but where it is done
    ``again``. ``over`` is written when what lasts is over.
    """

    phrase: str
    effect: Mapping[Expr, Expr | int]
    choices: Sequence[Choice] = ()
    demands: Sequence[tuple[Expr | bool, str]] = ()
    target: str = "judge"
    again: Expr | bool = False
    over: Mapping[Expr, Expr | int] = field(default_factory=dict)
