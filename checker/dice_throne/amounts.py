"""How much an instruction is about, and whether it applies, where part of the state is known only roughly."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_throne.language import Count, Instruction, Test
from dicelaw.model.dice_throne.state.duel_state import DICE

DIE_TOP = 6
ATTEMPTS_MOST = 15
Range = tuple[int, int]
Dice = tuple[int, ...]
"""The dice of a roll; with none, nothing is known of them."""
OF_DICE = frozenset({Test.AT_LEAST_THEIRS, Test.ABOVE_THEIRS, Test.BELOW_THEIRS})


def showing(dice: Dice, faces: int) -> int:
    """How many of ``dice`` show one of ``faces`` (bit 0 is face 1); a die of 0 shows nothing."""
    return sum(faces >> (die - 1) & 1 for die in dice if die)


def amount(step: Instruction, dice: Dice | None, counts: dict[Count, Range]) -> Range:
    """The least and the most that ``step`` can be about; ``counts`` has what it may count besides dice."""
    if step.count is not Count.DICE:
        low, high = counts[step.count]
    elif dice is None:
        low, high = 0, DICE
    else:
        low = high = showing(dice, step.faces)
    if step.pairs:
        low, high = low // 2, high // 2
    if step.most:
        low, high = min(low, step.most), min(high, step.most)
    least, most = step.base + step.per * low, step.base + step.per * high
    if step.add_sum:
        least, most = least + sum(dice or ()), most + (sum(dice) if dice is not None else DICE * DIE_TOP)
    return (_half(least), _half(most)) if step.half else (least, most)


def _half(number: int) -> int:
    return (number + 1) // 2


def of_dice(step: Instruction, dice: Dice | None) -> bool | None:
    """Whether the conditions on dice of ``step`` hold; None where that is open."""
    asks = step.need_count or step.also_count or step.need_sum or step.none_faces or step.alike
    asks = asks or step.sum_most or step.test in OF_DICE
    if not asks:
        return True
    if dice is None:
        return None
    return (
        showing(dice, step.need_faces) >= step.need_count
        and showing(dice, step.also_faces) >= step.also_count
        and sum(dice) >= step.need_sum
        and showing(dice, step.none_faces) == 0
        and max(map(dice.count, dice), default=0) >= step.alike
        and (not step.sum_most or sum(dice) <= step.sum_most)
        and _compared(step.test, dice)
    )


def _compared(test: Test, dice: Sequence[int]) -> bool:
    if test not in OF_DICE or len(dice) < 2:
        return True
    mine, theirs = dice[0], dice[1]
    return {
        Test.AT_LEAST_THEIRS: mine >= theirs,
        Test.ABOVE_THEIRS: mine > theirs,
        Test.BELOW_THEIRS: mine < theirs,
    }[test]
