"""What actions under way rest on, and how many there can be: an invariant about a duel with known content."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.model.dice_throne.language import Instruction, Op, Timing, When
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.rules import site
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import ACTION_ROLL, DEFENSE, DICE, FRAMES, NO_ROLL
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, at_most, implies, where
from dicelaw.specs.bugs import dropping
from dicelaw.specs.dice_throne.invariants.addresses import Addresses, to_come
from dicelaw.specs.dice_throne.invariants.contexts import under_actions
from dicelaw.specs.dice_throne.invariants.structure import by_itself
from dicelaw.specs.property import AllOf, Always, Goal, Property

THROWING = frozenset({Op.ROLL, Op.ROLL_OFF})
"""The words that lay dice on the table."""
ROLLING = THROWING | {Op.LOOK}
"""The words that lay dice on the table, or open a window to look at them."""
ALTERING = frozenset({Op.REROLL, Op.NUDGE, Op.SET_DIE, Op.COPY_DIE})
"""The words that alter dice."""
ROLL = "resolve/roll"
MAIN = ("main-1", "main-2")
LAST = FRAMES - 1
"""How many actions can be under way at most."""
ASKED = ("interrupt", "resolve/dice", "resolve/then", "answer")
"""Where somebody may act while an action is under way."""


def under_way(made: DuelMachine) -> Property:
    """What an action rests on is there as long as it is under way, and no window opens in the third one."""
    d = made.duel
    assert isinstance(made.content, TableContent)
    everywhere = [*_kinds(made, made.content), *_dice(d, made.content), *_nested(d, made.content)]
    inner = [Always(_open(d, site(window), d.depth), window) for window in ASKED if window != "answer"]
    return Property(
        "play/actions-under-way",
        "An instant is played as one, dice that an action alters lie on the table, and nobody may begin a "
        "fourth action.",
        AllOf(
            (
                *(Always(one, ("*", "!over")) for one in everywhere),
                *inner,
                Always(_open(d, d.declared_at, d.depth), ("answer", "answer/carry")),
                Always(_returning(d), "resolve/return"),
                Always(implies(d.depth >= 1, all_of(d.live == ACTION_ROLL, d.roll_frame == d.depth)), ROLL),
                Always(d.depth < LAST, ASKED),
                Always(_picks(d, made.content), ("resolve/alter", "resolve/reroll*")),
            )
        ),
        ("cards/instant/interrupts", "model/nesting"),
        goal=Goal("three actions are under way", d.depth == LAST),
        bug=dropping("model/nesting"),
    )


def _kinds(made: DuelMachine, content: TableContent) -> Iterator[Expr]:
    """An action under way is an instant, and an Attack Modifier, just if its program is of one."""
    d, known = made.duel, Addresses(made.duel, content)
    starts = zip(content.starts()["action"], content.used(), strict=True)
    used = [(start, action) for start, (_, action) in starts if action is not None]
    instants = [start for start, action in used if action.timing is Timing.INSTANT]
    others = [start for start, action in used if action.timing is not Timing.INSTANT]
    modifiers = [start for start, action in used if When.MODIFIER in action.when]
    plain = [start for start, action in used if When.MODIFIER not in action.when]
    for frame in range(1, FRAMES):
        given, pc = d.depth >= frame, d.pc[frame]
        due = by_itself(d) if frame == 1 else FALSE
        for noted, kind, of_it, of_others in (
            (d.swift[frame], "an instant", instants, others),
            (d.enhancing[frame], "an Attack Modifier", modifiers, plain),
        ):
            fits = known.among(kind, of_it, pc)
            fits_else = any_of(known.among(f"what is not {kind}", of_others, pc), due)
            yield implies(given, where(noted == 1, fits, fits_else))
            yield implies(d.depth < frame, noted == 0)


def _dice(d: Duel, content: TableContent) -> Iterator[Expr]:
    """Dice that an action is to alter are there, and none lie in the way of those that it is to roll."""
    for frame in range(1, FRAMES):
        given, pc = d.depth >= frame, d.pc[frame]
        above = all_of(d.live == ACTION_ROLL, d.roll_frame > frame)
        beneath = where(above, d.live_before, d.live)
        altering = to_come(content, "the alteration of a die", _alters, pc, _rolls_none)
        yield implies(all_of(given, altering), beneath != NO_ROLL)
        rolling = to_come(content, "a roll", _rolls, pc)
        yield implies(all_of(given, rolling, d.live == ACTION_ROLL), d.roll_frame >= frame)
        first = to_come(content, "the only roll", lambda row: row.op in THROWING, pc, _rolls_once)
        yield implies(all_of(given, first, d.live == ACTION_ROLL), d.roll_frame > frame)
    altering = to_come(content, "the alteration of a die", _alters, d.pc[0], _rolls_none)
    yield implies(all_of(d.program == DEFENSE, altering), under_actions(d) != NO_ROLL)


def _rolls(row: Instruction) -> bool:
    return row.op in ROLLING


def _alters(row: Instruction) -> bool:
    return row.op in ALTERING


def _rolls_none(words: Sequence[Op]) -> bool:
    """Whether the dice that lie on the table when a program with these ``words`` begins stay there."""
    return {*words}.isdisjoint({*ROLLING, Op.THEN})


def _rolls_once(words: Sequence[Op]) -> bool:
    return sum(word in THROWING for word in words) == 1


def _nested(d: Duel, content: TableContent) -> Iterator[Expr]:
    """The third action is an instant that rolls nothing, so nobody may act before it is finished."""
    for frame in range(1, FRAMES):
        given, answering = d.depth >= frame, d.back[frame] == site("answer")
        yield implies(given, _open(d, d.back[frame], frame - 1))
        yield implies(all_of(given, answering), _open(d, d.declared_at, frame - 1))
    yield implies(all_of(d.depth >= 2, d.swift[2] == 0), _lying(d, 1))
    rolling = to_come(content, "a roll", _rolls, d.pc[LAST])
    yield implies(d.depth == LAST, all_of(_lying(d, LAST - 1), d.swift[LAST] == 1, ~rolling))


def _returning(d: Duel) -> Expr:
    """What is there when an action is finished."""
    declared = implies(d.returning == site("answer"), _open(d, d.declared_at, d.depth))
    return all_of(_open(d, d.returning, d.depth), declared)


def _lying(d: Duel, frame: int | Expr) -> Expr:
    """That dice of one of the first actions lie on the table, up to that of ``frame``."""
    return all_of(d.live == ACTION_ROLL, d.roll_frame <= frame)


def _picks(d: Duel, content: TableContent) -> Expr:
    """That no more dice are still to be picked than the instruction says."""
    row = content.code(d, d.pc[d.top])
    alone = any_of(row.op == Op.NUDGE, row.op == Op.COPY_DIE)
    return d.picks <= where(alone, 1, at_most(row.base, DICE))


def _open(d: Duel, window: int | Expr, below: int | Expr) -> Expr:
    """What is there while ``window`` is open in the action ``below``."""
    window, below = d.depth * 0 + window, d.depth * 0 + below
    swift = any_of(*(all_of(below == frame, d.swift[frame] == 1) for frame in range(1, FRAMES)))
    main = any_of(*(d.back[1] == site(name) for name in MAIN))
    return all_of(
        implies(all_of(window == site("resolve/dice"), below >= 1), _lying(d, below)),
        implies(all_of(window == site("resolve/then"), below >= 1), all_of(main, ~swift)),
        implies(window == site("interrupt"), all_of(~swift, ~d.stunned(d.turn))),
        implies(all_of(window == site("interrupt"), below >= 2), _lying(d, 1)),
        implies(any_of(*(window == site(name) for name in ASKED)), below < LAST),
    )
