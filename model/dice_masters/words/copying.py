"""Copying the stats or the abilities of another die, or becoming a copy of it, until the turn ends."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op, Target
from dicelaw.model.dice_masters.damage.capture_and_control import Says
from dicelaw.model.dice_masters.damage.targeting import targeted
from dicelaw.model.dice_masters.rules import Rules, Writes, only_where
from dicelaw.model.dice_masters.state.figures import FACE_CODES
from dicelaw.model.dice_masters.state.table_state import ADDED, BESIDE, INSTEAD, WHOLE
from dicelaw.model.dice_masters.zones.targets import is_target, source
from dicelaw.model.kernel.expressions import Expr, where

_NUMERALS = ("dice/stats-def",)
_TEXT = ("copy/name-substitution", "model/copied-text")


def add_copying(rules: Rules, says: Says, onward: Writes) -> None:
    """The words by which a die in the Field is like another one; ``says`` has for each that it comes next.

    Nothing becomes of the die that is copied, so it is targeted only where it is chosen.
    """
    t, seat = rules.table, rules.queue.owners[0]
    die = rules.die()
    copier, there = source(rules)
    card = t.card_of(die)
    chosen = t.figures.at("target", t.pc) != Target.NEWCOMER
    whole = "copy/the-die" if rules.newer else "model/copied-die-2016"
    abilities = f"copy/abilities@{rules.edition}"
    numerals: Writes = {t.copies[copier]: _shown_face(rules, die)}
    words: dict[Op, tuple[str, str, Writes, str]] = {
        Op.COPY: ("copy", "the stats of {die}", numerals, rules.rule("copied-stats")),
        Op.COPY_TEXT: ("copy-abilities", "the abilities of {die}",
                       _text(rules, copier, card, way_of_abilities(rules)), abilities),
        Op.COPY_DIE: ("copy-die", "{die}", _whole(rules, copier, card, WHOLE), whole),
        Op.COPY_BESIDE: ("copy-beside", "{die}, beside its own abilities",
                         _whole(rules, copier, card, BESIDE), whole),
    }  # fmt: skip
    for op, (name, says_what, writes, rule) in words.items():
        if op not in says:
            continue
        rules.timing.add(
            f"resolve/{name}", "resolve", "ko", seat, f"copy {says_what}",
            choices=[die],
            requires=[
                says[op],
                (is_target(rules, die, t.figures.at("target", t.pc), seat), "target/field-characters-only"),
                (there, rule),
            ],
            effect={**writes, **onward, **only_where(t, chosen, targeted(rules, die))},
            cites=["copy/def", *(rules.cited(*_NUMERALS, new=["copy/burst"]) if op is Op.COPY else _TEXT)],
        )  # fmt: skip


def way_of_abilities(rules: Rules) -> int:
    """Whether abilities of another die are ``ADDED`` to its own or stand ``INSTEAD`` of them."""
    return ADDED if rules.newer or rules.reads("copied-abilities", "added") else INSTEAD


def _text(rules: Rules, copier: Expr, card: Expr, way: int) -> Writes:
    t = rules.table
    return {t.text[copier]: card + (1 + way * len(t.dice.kinds))}


def _whole(rules: Rules, copier: Expr, card: Expr, way: int) -> Writes:
    """What it writes that ``copier`` becomes a copy: stats that it has copied before are gone."""
    return {**_text(rules, copier, card, way), rules.table.copies[copier]: 0}


def _shown_face(rules: Rules, die: Expr) -> Expr:
    """The face whose stats ``die`` has, among those of all cards: its own, or one of what it is a copy of."""
    t = rules.table
    own = t.figures.kind(die) * FACE_CODES + t.face[die]
    return where(t.is_copy(die), t.copied_face(die), own) if t.copiers else own
