"""Mutation operators on entries of Dice Throne: mistakes that writers of cards and of engines make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dicelaw.model.dice_throne.declared.arguments import SUBJECT
from dicelaw.model.dice_throne.declared.vocabulary import DECLARED
from dicelaw.model.dice_throne.language import (
    Action,
    Count,
    DamageType,
    Instruction,
    Needs,
    Op,
    Program,
    Status,
    Test,
    Timing,
    Who,
)
from dicelaw.model.dice_throne.prose import ALL_FACES, phrase
from dicelaw.mutation.content_mutant import Mistake, one_off

DICE = 5
MANY = 7
"""From here on the greatest number of tokens held is no limit."""
NUMBERS = (
    "base", "per", "need_count", "also_count", "need_sum", "sum_most", "alike", "held_least", "held_most",
    "cp_least", "most",
)  # fmt: skip
"""The numbers of an instruction that are tried one off, where they say anything."""
CONDITIONS = {
    "dice": {"need_faces": 0, "need_count": 0},
    "further-dice": {"also_faces": 0, "also_count": 0},
    "unwanted-dice": {"none_faces": 0},
    "equal-dice": {"alike": 0},
    "sum": {"need_sum": 0},
    "highest-sum": {"sum_most": 0},
    "tokens": {"held": 0, "held_least": 0, "held_most": 0},
    "points": {"cp_least": 0},
    "test": {"test": Test.NONE},
}
"""The conditions of an instruction, and what each is when it is left out."""
PLAYERS = {
    op for op, word in DECLARED.items() if any(one.name == SUBJECT.name for one in word.arguments)
} - {Op.SHOW_HAND} | {Op.OR}  # fmt: skip
"""The instructions that are about the player whom they name; looking at a hand changes nothing."""
OTHER_PLAYER = {
    Who.SELF: Who.OPPONENT, Who.OPPONENT: Who.SELF, Who.CHOSEN: Who.SELF, Who.CHOSEN_OPPONENT: Who.CHOSEN,
    Who.ANOTHER_OPPONENT: Who.CHOSEN_OPPONENT, Who.ANOTHER_PLAYER: Who.CHOSEN,
    Who.CHOSEN_TEAMMATE: Who.CHOSEN, Who.THAT_PLAYER: Who.SELF, Who.EACH: Who.SELF,
}  # fmt: skip
OTHER_DAMAGE = {
    DamageType.NORMAL: DamageType.UNDEFENDABLE,
    DamageType.UNDEFENDABLE: DamageType.NORMAL,
    DamageType.PURE: DamageType.UNDEFENDABLE,
}
OTHER_COUNT = {Count.OWN_TOKENS: Count.THEIR_TOKENS, Count.THEIR_TOKENS: Count.OWN_TOKENS}
OTHER_TIMING = {Timing.MAIN: Timing.ROLL, Timing.ROLL: Timing.INSTANT, Timing.INSTANT: Timing.MAIN}
TRAITS = (
    "attack_plus", "attack_cp", "attack_minus", "minus_once", "fewer_attempts", "bars_actions",
    "skips_offense", "skips_income", "no_offense_damage", "deals_nothing", "saves", "blanks_sixes",
    "bars_straights", "bursts", "stings", "expires",
)  # fmt: skip
"""The standing effects of a status effect."""
NOTHING = Instruction(Op.SKIP, arg=1)
"""An instruction that does nothing."""
Field = tuple[str | int, ...]


def in_program(
    program: Program, statuses: Sequence[Status], known: Sequence[int], symbols: Sequence[str]
) -> Iterator[tuple[int, Field | str, Mistake]]:
    """Each mistake in ``program`` with the number of the instruction and its field, or ``program``.

    ``known`` are the status effects that a token may be taken for; ``symbols`` those of the dice. The first
    damage gives its type to all of a program, so it is mistaken everywhere at once.
    """
    typed = [step for step in program if step.op is Op.DAMAGE and step.arg in OTHER_DAMAGE]
    if typed:
        kind = DamageType(typed[0].arg)
        says = f"{kind.name.lower()} damage is read as {OTHER_DAMAGE[kind].name.lower()} damage"
        yield 0, "program", Mistake("other-damage", says, tuple(map(_other_damage, program)))
    for number, step in enumerate(program):
        if step.op is Op.END:
            continue
        old = phrase(step, statuses, symbols)
        for operator, new in _instructions(step, statuses, known, symbols):
            if new == step:
                continue
            says = "is left out" if new == NOTHING else f"is read as “{phrase(new, statuses, symbols)}”"
            if new.op is Op.SKIP and step.op is Op.OR:
                says = "is no choice: " + ("the first way" if new.arg == 1 else "the other way")
            yield number, (), Mistake(operator, f"“{old}” {says}", new)
        after = program[number + 1]
        if (step.op is Op.THEN) != (after.op is Op.THEN) and not {step.op, after.op} & {
            Op.OR,
            Op.SKIP,
            Op.END,
        }:
            order = (*program[:number], after, step, *program[number + 2 :])
            says = f"“{phrase(after, statuses, symbols)}” comes before “{old}”"
            yield number, "program", Mistake("order-swapped", says, order)


def _other_damage(step: Instruction) -> Instruction:
    if step.op is not Op.DAMAGE or step.arg not in OTHER_DAMAGE:
        return step
    return replace(step, arg=OTHER_DAMAGE[DamageType(step.arg)])


def _instructions(
    step: Instruction, statuses: Sequence[Status], known: Sequence[int], symbols: Sequence[str]
) -> Iterator[tuple[str, Instruction]]:
    """What ``step`` may be mistaken for, by operator."""
    if step.op is Op.OR:
        yield "first-way-only", NOTHING
        yield "other-way-only", Instruction(Op.SKIP, arg=step.arg)
    else:
        yield "left-out", NOTHING
    for name in NUMBERS:
        if not _counts(step, name):
            continue
        value = getattr(step, name)
        if not (name == "base" and step.op is Op.ROLL and value >= DICE):
            yield f"{name}-plus-one".replace("_", "-"), _with_number(step, name, value + 1)
        if value > 1 or (value == 1 and not _means_none(step, name)):
            yield f"{name}-minus-one".replace("_", "-"), _with_number(step, name, value - 1)
    for name, gone in CONDITIONS.items():
        new = replace(step, **gone)  # type: ignore[arg-type]  # by name
        if new != step:
            yield f"condition-{name}-left-out", new
    if step.op in PLAYERS:
        yield "other-player", replace(step, who=OTHER_PLAYER[step.who])
    if step.op is Op.SET_DIE and step.arg:
        yield "other-face", replace(step, arg=step.arg - 1 if step.arg > 1 else 2)
    if step.count in OTHER_COUNT:
        yield "other-count", replace(step, count=OTHER_COUNT[step.count])
    if step.held:
        holder = Who.OPPONENT if step.holder is Who.SELF else Who.SELF
        yield "other-holder", replace(step, holder=holder)
    for name in ("token", "counted", "held"):
        other = _other_kind(getattr(step, name), statuses, known)
        if other:
            yield f"other-{name}", replace(step, **{name: other})  # type: ignore[arg-type]  # by name
    for name in ("faces", "need_faces", "also_faces", "none_faces"):
        other = other_faces(getattr(step, name), symbols)
        if other:
            yield f"other-{name}".replace("_", "-"), replace(step, **{name: other})  # type: ignore[arg-type]  # by name
    for name in ("add_sum", "half", "pairs"):
        if getattr(step, name):
            yield f"no-{name}".replace("_", "-"), replace(step, **{name: False})  # type: ignore[arg-type]  # by name


def _counts(step: Instruction, name: str) -> bool:
    """Whether the number ``name`` of ``step`` says anything."""
    if name in ("held_least", "held_most"):
        return bool(step.held) and (name == "held_least" or step.held_most < MANY)
    return bool(getattr(step, name))


def _means_none(step: Instruction, name: str) -> bool:
    """Whether 0 in the place of ``name`` is as good as a step or a condition left out, which is another."""
    if name == "base":
        return not (step.per or step.add_sum)
    return name != "held_least" or step.held_most >= MANY


def _with_number(step: Instruction, name: str, value: int) -> Instruction:
    return replace(step, **{name: value})  # type: ignore[arg-type]  # by name


def _other_kind(kind: int, statuses: Sequence[Status], known: Sequence[int]) -> int:
    """The next of ``known`` that is of the sign of ``kind``, or else any; 0 where there is none."""
    if not kind:
        return 0
    later = [*(one for one in known if one > kind), *(one for one in known if one < kind)]
    alike = [one for one in later if statuses[one].sign == statuses[kind].sign]
    return next(iter([*alike, *later]), 0)


def other_faces(mask: int, symbols: Sequence[str]) -> int:
    """The faces of the next symbol, or each face one up; 0 where there are none to mistake."""
    if mask in (0, ALL_FACES):
        return 0
    groups = [
        sum(1 << face for face, other in enumerate(symbols) if other == name)
        for name in dict.fromkeys(symbols)
    ]
    if mask in groups and len(groups) > 1:
        return groups[(groups.index(mask) + 1) % len(groups)]
    return (mask << 1 | mask >> 5) & ALL_FACES


def in_needs(needs: Needs, symbols: Sequence[str], says: str) -> Iterator[tuple[Field, Mistake]]:
    """Each mistake in an activation requirement, with its field."""
    for place, (mask, count) in enumerate(needs.symbols):
        for mistake in one_off(f"count-{place + 1}", count, f"{says}, dice needed"):
            yield ("symbols", place, 1), mistake
        other = other_faces(mask, symbols)
        if other and other not in (one for one, _ in needs.symbols):
            yield (
                ("symbols", place, 0),
                Mistake(f"other-faces-{place + 1}", f"{says} needs another symbol", other),
            )
    for name in ("of_a_kind", "straight"):
        for mistake in one_off(name.replace("_", "-"), getattr(needs, name), f"{says}, {name}"):
            yield (name,), mistake


def in_action(action: Action, statuses: Sequence[Status]) -> Iterator[tuple[str, Mistake]]:
    """Each mistake in what ``action`` costs and wants, with its field."""
    if not action.cp:
        yield "cp", Mistake("cost-plus-one", f"{action.name}, cost: 0 is read as 1", 1)
    for name, word in (("cp", "cost"), ("tokens", "tokens")):
        for mistake in one_off(word, getattr(action, name), f"{action.name}, {word}"):
            yield name, mistake
    for name in ("at_least", "total_at_least", "incoming_at_least"):
        for mistake in one_off(name.replace("_", "-"), getattr(action, name), f"{action.name}, {name}"):
            yield name, mistake
    if action.timing in OTHER_TIMING:
        other = OTHER_TIMING[action.timing]
        says = f"{action.name} is used as one uses {other.name.lower()} actions"
        yield "timing", Mistake("other-timing", says, other)
    for when in sorted(action.when):
        name = when.name.lower().replace("_", "-")
        says = f"{action.name}: the condition “{name}” is left out"
        yield "when", Mistake(f"when-{name}-left-out", says, action.when - {when})
    if action.held:
        name = statuses[action.held].name
        yield "held", Mistake("held-left-out", f"{action.name}: {name} is not wanted", 0)
        for field in ("held_least", "held_most"):
            value = getattr(action, field)
            if field == "held_least" or value < MANY:
                for mistake in one_off(field.replace("_", "-"), value, f"{action.name}, {name} wanted"):
                    yield field, mistake
    if action.mark:
        yield "mark", Mistake("uses-not-counted", f"{action.name}: how often it is used is not counted", 0)
    if action.dice_of:
        yield "dice_of", Mistake("any-dice", f"{action.name} is used on any dice", 0)


def in_status(status: Status) -> Iterator[tuple[str, Mistake]]:
    """Each mistake in the stack limit and the standing effects of ``status``, with its field."""
    for mistake in one_off("limit", status.limit, f"{status.name}, stack limit"):
        yield "limit", mistake
    for name in TRAITS:
        value, word = getattr(status, name), name.replace("_", "-")
        if value is True or isinstance(value, str):
            if value:
                yield (
                    name,
                    Mistake(
                        f"no-{word}",
                        f"{status.name}: “{word}” is left out",
                        "" if name == "expires" else False,
                    ),
                )
        else:
            for mistake in one_off(word, value, f"{status.name}, {word}"):
                yield name, mistake
    for name in ("removable", "transferable"):
        value = getattr(status, name)
        if status.sign in ("positive", "negative", "unique") and not value:
            yield name, Mistake(name, f"{status.name} is {name}", True)
