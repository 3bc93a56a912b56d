"""Which parts of an offensive ability run when it is activated, and which when the attack lands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from dicelaw.model.dice_throne.language import (
    AFTER_DAMAGE,
    OPPONENTS,
    Ability,
    DamageType,
    Instruction,
    Op,
    Program,
    Who,
)

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
    Op.AIM,
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
    return step.op in _STOLEN or (step.op in _TARGETED and (step.who in OPPONENTS or step.who is Who.EACH))


def part_of(op: Op) -> str:
    """Where an offensive ability says ``op`` of its target: at the activation, at the landing, or either."""
    step = Instruction(op, Who.OPPONENT)
    if lands(step):
        return "landing"
    return "activation" if op in _ACTIVATED else "either"


def land_and_activate(blocks: Sequence[Program]) -> tuple[Program, Program, list[int]]:
    """The activation and the landing of an ability made of ``blocks``, and the blocks that mix both.

    What follows a ``then`` comes after all that is in front of it: where some of that lands, what follows
    lands as well, but for damage and dice, which tell whether there is an attack. Nothing waits at a ``then``
    that nothing is in front of; else it is in the activation if that has something on both sides of it, and
    in the landing if what follows lands and has not had it, or comes after what lands. Where a player is
    picked at the landing, what is then said of that player lands as well.
    """
    activate: list[Instruction] = []
    land: list[Instruction] = []
    mixed: list[int] = []
    in_front: list[Instruction] = []
    picked_late = False
    for then, part in _parts(blocks):
        held_up, hurt = _any(lands, in_front), _any(_is_damage, in_front)
        now: list[Instruction] = []
        later: list[Instruction] = []
        for place, block in part:
            targeted = _any(lands, block) or (picked_late and _any(_means_that_player, block))
            activated = any(step.op in _ACTIVATED for step in block)
            if targeted and activated:
                mixed.append(place)
            late = targeted or (held_up and not activated)
            if late:
                later += _after_damage(block) if targeted and hurt else block
            else:
                now += block
            picked_late = late if _any(_picks, block) else picked_late
            in_front += block
        early = bool(activate and now)
        activate += [*(then if early else ()), *now]
        land += [*(then if later and (held_up or not early) else ()), *later]
    return tuple(activate), tuple(land), mixed


def _parts(blocks: Sequence[Program]) -> list[tuple[Program, list[tuple[int, Program]]]]:
    """The ``blocks`` with their places, cut at each ``then``; each part has the one in front of it."""
    parts: list[tuple[Program, list[tuple[int, Program]]]] = [((), [])]
    for place, block in enumerate(blocks):
        if [step.op for step in block] == [Op.THEN]:
            parts.append((block if any(part for _, part in parts) else (), []))
        else:
            parts[-1][1].append((place, block))
    return parts


def _any(holds: Callable[[Instruction], bool], steps: Iterable[Instruction]) -> bool:
    return any(holds(step) for step in steps)


def _means_that_player(step: Instruction) -> bool:
    return step.who is Who.THAT_PLAYER or (step.holder is Who.THAT_PLAYER and step.who is not Who.EACH)


def _picks(step: Instruction) -> bool:
    return step.who >= Who.CHOSEN and step.who not in (Who.THAT_PLAYER, Who.EACH)


def _is_damage(step: Instruction) -> bool:
    return step.op is Op.DAMAGE


def _after_damage(block: Program) -> Program:
    """``block``, whose tokens are marked as coming after damage."""
    return tuple(replace(step, arg=AFTER_DAMAGE) if step.op is Op.TOKEN else step for step in block)


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
