"""Entries that are worse than another in every respect: same instructions, same demands, less for more.

Only what can be told from the tables alone: two programs are compared instruction by instruction, and an
amount is less only where more of it is never worse for the owner. What is done among more than two players
is compared as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dicelaw.model.dice_throne.language import (
    OPPONENTS,
    Ability,
    Action,
    Instruction,
    Op,
    Program,
    Status,
    Who,
)

FOR_TARGET = frozenset({Op.HEAL, Op.CP, Op.DRAW, Op.PREVENT})
"""More is never worse for whom it names."""
AGAINST_TARGET = frozenset({Op.DEAL, Op.COLLATERAL, Op.ISOLATED, Op.SUFFER, Op.LOSE_CP})
FOR_OWNER = frozenset({Op.DAMAGE, Op.ADD, Op.STEAL_CP, Op.STEAL_HEALTH})
ANYBODY = frozenset({Who.CHOSEN, Who.ANOTHER_PLAYER, Who.THAT_PLAYER})
"""Those who may be the owner as well as an opponent."""


def worse_action(one: Action, other: Action, statuses: Sequence[Status]) -> bool:
    """Whether ``one`` is nowhere better than ``other`` and somewhere worse."""
    same = replace(
        one, id=other.id, name=other.name, cp=other.cp, program=other.program, several=other.several,
        rules=other.rules,
    )  # fmt: skip
    if same != other or one.cp < other.cp:
        return False
    parts = (
        _less(one.program, other.program, statuses),
        _less(one.several or one.program, other.several or other.program, statuses),
    )
    return None not in parts and (any(parts) or one.cp > other.cp)


def worse_ability(one: Ability, other: Ability, statuses: Sequence[Status]) -> bool:
    """Whether ``one``, which the same dice activate, is nowhere better and somewhere worse.

    Both have to be at level 1; whether ``other`` stays there is for the caller to ask.
    """
    if (one.needs, 1, one.is_ultimate) != (other.needs, other.level, other.is_ultimate) or one.level > 1:
        return False
    if one.unknown or other.unknown:
        return False
    pairs = ((one, other), (one.several or one, other.several or other))
    parts = [
        _less(*programs, statuses)
        for mine, its in pairs
        for programs in ((mine.activate, its.activate), (mine.land, its.land))
    ]
    return None not in parts and any(parts)


def _less(one: Program, other: Program, statuses: Sequence[Status]) -> bool | None:
    """Whether ``one`` does somewhere less than ``other``; None where it can't be told to do no more."""
    if len(one) != len(other):
        return None
    found = False
    for step, its in zip(one, other, strict=True):
        if step == its:
            continue
        sign = _direction(step, statuses)
        if not sign or replace(step, base=its.base, per=its.per) != its:
            return None
        if sign * step.base > sign * its.base or sign * step.per > sign * its.per:
            return None
        found = True
    return found


def _direction(step: Instruction, statuses: Sequence[Status]) -> int:
    """1 where a greater amount is never worse for the owner, -1 where a smaller one is not, else 0."""
    if step.op in FOR_OWNER:
        return 1
    if step.who in ANYBODY or step.half or step.most:
        return 0
    sign = -1 if step.who in OPPONENTS else 1
    if step.op in FOR_TARGET:
        return sign
    if step.op in AGAINST_TARGET:
        return -sign
    if step.op is Op.TOKEN and not statuses[step.token].bursts:
        return {"positive": sign, "negative": -sign}.get(statuses[step.token].sign, 0)
    return 0
