"""Copying the stats of another die, until the turn ends."""

from __future__ import annotations

from dicelaw.model.dice_masters.figures import FACE_CODES
from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.targeting import targeted
from dicelaw.model.dice_masters.targets import is_target, source
from dicelaw.model.kernel.expressions import Expr


def add_copying(rules: Rules, says: tuple[Expr, str], onward: Writes) -> None:
    """The word by which a die in the Field takes on the stats of another one; ``says`` that it comes next."""
    t, seat = rules.table, rules.queue.owners[0]
    die = rules.die()
    copier, there = source(rules)
    rule = rules.rule("copied-stats")
    rules.timing.add(
        "resolve/copy", "resolve", "ko", seat, "copy the stats of {die}",
        choices=[die],
        requires=[
            says,
            (is_target(rules, die, t.figures.at("target", t.pc), seat), "target/field-characters-only"),
            (there, rule),
        ],
        effect={t.copies[copier]: t.figures.kind(die) * FACE_CODES + t.face[die], **onward,
                **targeted(rules, die)},
        cites=["copy/def"],
    )  # fmt: skip
