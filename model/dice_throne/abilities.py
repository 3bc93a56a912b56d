"""Which parts of an offensive ability run when it is activated, and which when the attack lands."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_throne.language import Ability, DamageType, Instruction, Op, Program, Who

_JUMPS = {Op.OR, Op.SKIP}
_STOLEN = {Op.STEAL_CP, Op.STEAL_HEALTH}
_ACTIVATED = {
    Op.ROLL,
    Op.ROLL_OFF,
    Op.DAMAGE,
    Op.UNDEFENDABLE,
    Op.RECOIL,
    Op.EXTRA_PHASE,
    Op.COLLATERAL,
    Op.PAY,
}
"""What must not wait for the landing."""
_TARGETED = {
    Op.TOKEN,
    Op.REMOVE,
    Op.REMOVE_ONE,
    Op.REMOVE_ALL,
    Op.TRANSFER,
    Op.LOSE_CP,
    Op.DISCARD,
    Op.DISCARD_PICK,
    Op.SHOW_HAND,
}


def lands(step: Instruction) -> bool:
    """Whether ``step`` needs a target and is not damage: it inflicts, takes or steals."""
    return step.op in _STOLEN or (step.op in _TARGETED and step.who is Who.OPPONENT)


def land_and_activate(blocks: Sequence[Program]) -> tuple[Program, Program, list[int]]:
    """The activation and the landing of an ability made of ``blocks``, and the blocks that mix both.

    A ``then`` stays in the activation only between two of its instructions: in front of damage alone it would
    open a window where nothing has happened yet.
    """
    activate: list[Instruction] = []
    land: list[Instruction] = []
    mixed: list[int] = []
    waits: list[Instruction] = []
    for place, block in enumerate(blocks):
        steps = [step for step in block if step.op not in _JUMPS]
        if steps and all(step.op is Op.THEN for step in steps):
            waits = [block[0]] if activate else []
        elif any(lands(step) for step in steps):
            if any(step.op in _ACTIVATED for step in steps):
                mixed.append(place)
            land += block
        else:
            activate += waits + list(block)
            waits = []
    return tuple(activate), tuple(land), mixed


def wrong_damage(ability: Ability, block: Program) -> str:
    """What is wrong with the damage types of ``block``, if anything."""
    for step in block:
        if step.op is not Op.DAMAGE:
            continue
        if ability.dice:
            return "a defensive ability deals damage with `deal`, not with `damage`"
        if ability.is_ultimate != (step.arg == DamageType.ULTIMATE):
            return (
                "`damage ... ultimate` is for abilities with `ultimate: true`, and these have no other damage"
            )
    return ""
