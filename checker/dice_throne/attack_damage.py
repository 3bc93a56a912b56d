"""The expected damage of an attack, by how many attempts there are, where dice are rerolled best for that.

It is what the abilities on the board deal before anything prevents it. What hangs on tokens, combat points or
a choice of the other counts half, as nothing but dice is looked at; cards and what is spent are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from dicelaw.checker.dice_throne.activation import ALL, ways
from dicelaw.checker.dice_throne.amounts import Dice, amount
from dicelaw.checker.dice_throne.boards import Board, Levels
from dicelaw.checker.dice_throne.worths import NOTHING, TYPICAL, Worth, Worths
from dicelaw.model.dice_throne.language import Instruction, Op, Pack, Who
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.dice_throne.state.duel_state import SLOTS
from dicelaw.model.dice_throne.tables.tables import TableContent

TO_OTHER = frozenset({Op.DAMAGE, Op.ADD})
"""Damage of the attack, which the other receives whomever the instruction names."""
TO_NAMED = frozenset({Op.COLLATERAL, Op.DEAL, Op.ISOLATED, Op.SUFFER})


@dataclass(frozen=True)
class AttackDamage:
    """The expected damage after one, two and three attempts, at the first levels and at the highest."""

    begin: tuple[float, ...]
    upgraded: tuple[float, ...]


class _Damage(Worths):
    """Programs are worth the damage that they deal to the other."""

    def word(self, step: Instruction, who: Who, dice: Dice | None) -> Worth:
        """See :meth:`Worths.word`."""
        if step.op in TO_OTHER or (step.op in TO_NAMED and who is not Who.SELF):
            low, high = amount(step, dice, dict(TYPICAL))
            return Worth((low + high) / 2)
        return NOTHING


def attack_damage(pack: Pack, hero: str) -> AttackDamage:
    """The expected damage of an attack of ``hero``."""
    made = duel(pack, (hero, hero))
    content = made.content
    assert isinstance(content, TableContent)
    board = Board(content, _Damage(content.statuses, content.rows), 0)
    start = tuple(made.machine.start[int(cell.place)] for cell in made.duel.level[:SLOTS])
    highest = list(start)
    for ability in (*pack.heroes[hero].offense, *pack.heroes[hero].defense):
        highest[ability.slot] = max(highest[ability.slot], ability.level)
    return AttackDamage(_expected(board, start), _expected(board, tuple(highest)))


def _expected(board: Board, levels: Levels) -> tuple[float, ...]:
    """The mean over all results of the dice, after each number of attempts."""
    return tuple(
        sum(ways(frozenset({dice})) * damage for dice, damage in worth.items()) / ALL
        for worth in board.rolling(levels).worth
    )
