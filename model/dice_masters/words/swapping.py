"""Swapping a die in the Field Zone for one in the Used Pile."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.damage.capture_and_control import Says
from dicelaw.model.dice_masters.damage.targeting import targeted
from dicelaw.model.dice_masters.rules import Rules, Writes, leaving
from dicelaw.model.dice_masters.state.table_state import FIELD, USED
from dicelaw.model.dice_masters.zones.targets import face_of_level, is_target, level_one, may_come_in
from dicelaw.model.kernel.expressions import Expr, where
from dicelaw.model.kernel.graph import Choice

NEWER = ("combat-position", "field-used", "unrolled-level-one", "not-fielding", "usually-characters")


def add_swapping(rules: Rules, says: Says, onward: Writes) -> None:
    """The words by which two dice exchange their positions; ``says`` has for each in use that it comes next.

    The die that comes in is on level 1, or on the level of the other one; a starting die has one level only.
    """
    for op, name in ((Op.SWAP, "swap"), (Op.SWAP_ALIKE, "swap-alike")):
        if op in says:
            _add_swap(rules, op, name, says[op], onward)


def _add_swap(rules: Rules, op: Op, name: str, says: tuple[Expr, str], onward: Writes) -> None:
    t, seat = rules.table, rules.queue.owners[0]
    die, other = rules.die(), rules.die("other")
    exactly = "swap/exact-positions" if rules.newer else "model/swap-2016"
    position: Writes = {t.zone[other]: FIELD}
    face = level_one(rules, other)
    if op is Op.SWAP_ALIKE:
        face = face_of_level(rules, other, t.shown("level", die))
    if not rules.reads("swap-position", "field"):
        position = _position(rules, die, other)
    rules.timing.add(
        f"resolve/{name}", "resolve", "ko", seat, "swap {die} for {other}",
        choices=[die, other],
        requires=[
            says,
            (is_target(rules, die, t.figures.at("target", t.pc), seat), "target/field-characters-only"),
            (may_come_in(rules, die, other, op), exactly),
        ],
        effect={**leaving(t, die, USED), **position, t.face[other]: face, **onward,
                **targeted(rules, die)},
        cites=rules.cited(
            "fielded/not-moved-by-effect",
            new=[*(f"swap/{name}" for name in NEWER), "field/other-verbs-not-fielding"],
        ),
    )  # fmt: skip


def _position(rules: Rules, die: Choice, other: Choice) -> Writes:
    """What puts ``other`` where ``die`` is: in combat it attacks or blocks the same, blocked by the same."""
    t = rules.table
    writes: Writes = {
        t.zone[other]: t.zone[die],
        t.blocked[other]: t.blocked[die],
        t.assigned[other]: t.assigned[die],
    }
    for one in range(t.count):
        meets = where(t.blocks[one] == die + 1, other + 1, t.blocks[one])
        writes[t.blocks[one]] = where(other == one, t.blocks[die], where(die == one, 0, meets))
    return writes
