"""Players of Dice Masters who decide by rules of thumb: no search, nothing planned beyond the step.

They use action dice, field what they have rolled and buy the dearest die that they can pay for, in this
order; attack with all where there are more of them than could block, and block what would hurt most. Effects
do harm to dice of the other and good to their own, and what they have to give up is what is worth least. They
leave Globals alone and keep what they have rolled; all else falls by lot. It is said by expressions, so that
it is read as the rules are, by the concrete reader or compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dicelaw.checker.search.policy import Policy, evenly
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import ATTACK, FIELD
from dicelaw.model.kernel.expressions import Expr, all_of, constant, total, where
from dicelaw.model.kernel.graph import Choice, Transition

NEVER = -1_000
USING, FIELDING, BUYING = 3_000, 2_000, 1_000
"""Of what can be done in the Main Step, what comes first; dice that can be had are then told apart."""
HARM = frozenset(
    {"damage", "divide/give", "ko", "withdraw", "capture", "keep", "seize", "control", "set-aside",
     "spin-down", "spin-to-one", "discard", "hold-back", "unprep", "call-out"}
)  # fmt: skip
"""The effects that are for dice of the other."""
HELP = frozenset({"strengthen", "strengthen-one", "toughen", "shield", "spin-up", "prep", "field"})
"""The effects that are for dice of one's own."""
COST = frozenset({"resolve/sacrifice", "resolve/pay-die", "resolve/give-way", "main/fabricating/pick"})
"""Where a die of one's own is given up."""
LEFT_ALONE = ("main/global", "attack/window/global", "reroll/pick")
"""What they never do as long as something else is legal."""
Score = Callable[[Transition, Expr], Expr]


def sensible(made: TableMachine) -> Policy:
    """How both players of the game ``made`` decide."""
    scores = _Scores(made)
    acts = enumerate(made.machine.transitions)
    found = {place: scores.of(one, one.actor) for place, one in acts if isinstance(one.actor, Expr)}
    return replace(
        evenly(made.table.turn), scores={place: score for place, score in found.items() if score is not None}
    )


class _Scores:
    """Says what each transition of a game is worth to whoever decides it."""

    def __init__(self, made: TableMachine) -> None:
        self.t = made.table
        self.words: dict[str, Score] = {
            **dict.fromkeys(("main/act", "attack/window/act"), lambda *_: constant(USING)),
            "main/field": lambda one, _: FIELDING + self._figures(one.choices[0]),
            "main/buy": lambda one, _: BUYING + self.t.printed("cost", one.choices[0]),
            **dict.fromkeys(LEFT_ALONE, lambda *_: constant(NEVER)),
            "attack/send": self._send,
            "attack/go": lambda *_: constant(1),
            "block/block": lambda one, _: 1 + self.t.attack(one.choices[1]),
            **dict.fromkeys(
                (f"resolve/{word}" for word in HARM), lambda one, seat: self._whose(one, 1 - seat)
            ),
            **dict.fromkeys((f"resolve/{word}" for word in HELP), self._whose),
            **dict.fromkeys(COST, lambda one, _: 0 - self._figures(one.choices[0])),
        }  # fmt: skip

    def of(self, one: Transition, seat: Expr) -> Expr | None:
        """What ``one`` is worth to ``seat``; None where nothing is said of it."""
        return self.words[one.id](one, seat) if one.id in self.words else None

    def _figures(self, die: Choice) -> Expr:
        return self.t.attack(die) + self.t.defense(die)

    def _send(self, one: Transition, seat: Expr) -> Expr:
        """An attack is worth it where not all who attack can be blocked."""
        more = self._count(seat, FIELD, ATTACK) > self._count(1 - seat, FIELD)
        hits = self.t.attack(one.choices[0])
        return where(all_of(more, hits >= 1), 1 + hits, NEVER)

    def _count(self, seat: Expr, *zones: int) -> Expr:
        return total(where(self.t.of(die, seat, *zones), 1, 0) for die in range(self.t.count))

    def _whose(self, one: Transition, owner: Expr) -> Expr:
        """The best die of ``owner``, and rather none of the other."""
        die = one.choices[0]
        return where(self.t.owner[die] == owner, 1 + self._figures(die), NEVER)
