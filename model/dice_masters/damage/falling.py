"""KOs of dice in the Field Zone whose damage has reached their D, wherever damage or a D has changed.

Every step that raises damage or may lower a D leads to a point of :func:`add_falls`, so that no such die is
left when somebody decides (Dice Masters 2016 and 2018, Bonuses and Damage).
"""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.consequences import felled, lethal
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes
from dicelaw.model.dice_masters.state.table_state import OVER
from dicelaw.model.dice_masters.zones.regenerate import waits
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, negate
from dicelaw.model.kernel.graph import Agent, Kind, rules_where

RULE = "damage/ko-threshold"
WINDOW_FALLS = "damage/falls"
"""Where KOs are looked at while other damage is on its way: what it makes due waits until that is dealt."""
INFILTRATE_FALLS = "infiltrate/falls"
"""Where they are looked at before it is decided who infiltrates."""


def any_lethal(rules: Rules) -> Expr:
    """Whether any die in the Field Zone is to be KO'd."""
    return any_of(*lethal(rules))


def held(rules: Rules) -> Expr:
    """Whether the KOs wait for effects of being damaged."""
    if not rules.newer:
        return FALSE
    if not rules.reads("ko-by-effect", "after-damaged"):
        return rules.before_kos
    return any_of(rules.before_kos, rules.table.pc >= 1, rules.queue.length >= 1)


def add_falls(rules: Rules, point: str, target: str, requires: Demands, effect: Writes | None = None) -> None:
    """Add the transition from ``point`` to ``target`` by which all dice fall at once that are to be KO'd."""
    falls, writes = felled(rules)
    rules.timing.add(
        f"{point.removesuffix('/falls').removesuffix('/end')}/fall", point, target, Agent.RULES, "KO dice",
        requires=[(any_of(*falls), RULE), *requires],
        effect={**writes, **(effect or {})},
        cites=[RULE, "ko/to-owner-prep", *_fall_rules(rules, falls)],
    )  # fmt: skip


def _fall_rules(rules: Rules, falls: Sequence[Expr]) -> Sequence[str]:
    """The rules about the KO of the dice that ``falls`` tells, each where it matters."""
    t, dice = rules.table, list(enumerate(falls))
    nothing = any_of(*(all_of(fall, t.defense(die) == 0) for die, fall in dice))
    changed = any_of(*(all_of(fall, t.defense(die) != t.stat("defense", die)) for die, fall in dice))
    here: dict[str, Expr] = {
        "stats/zero-defense-ko": nothing,
        "stats/add-all-then-apply": changed,
        "stats/floor-zero": all_of(nothing, changed),
    }
    if rules.newer:
        lasts = [any_of(t.bound[die] >= 1, t.shielded[die] >= 1) for die in range(t.count)]
        here["effects/persistent-lost"] = any_of(*(all_of(fall, lasts[die]) for die, fall in dice))
    else:
        here["ko/sent-to-prep-in-cleanup"] = t.stage == OVER
    if t.experienced:
        here[rules.keyword("experience-bonus")] = changed
    withstands = t.bearers(Keyword.IRON_WILL)
    if withstands:
        here["model/iron-will"] = any_of(*(all_of(falls[die], t.withstood[die] >= 1) for die in withstands))
    return rules_where(here)


def add_falls_before(rules: Rules, point: str, target: str) -> None:
    """Add ``point``, where dice are KO'd until none is left that is to be; it then leads to ``target``.

    What a KO makes due, and the roll of a die that regenerates, comes when what is under way is over.
    """
    timing = rules.timing
    timing.point(point, Kind.RULES, "which dice are KO'd before play goes on?")
    waiting = held(rules)
    add_falls(rules, point, point, [(negate(waiting), rules.rule("ko-order"))])
    timing.add(
        f"{point}/none", point, target, Agent.RULES, "no further die is KO'd",
        requires=[(any_of(negate(any_lethal(rules)), waiting), RULE)],
    )  # fmt: skip


def rolling(rules: Rules) -> Expr:
    """Whether a die is to be rolled that would have been KO'd."""
    t = rules.table
    return any_of(*(waits(t, die) for die in t.bearers(Keyword.REGENERATE)))


def settled(rules: Rules) -> tuple[Expr, str]:
    """That all KOs are over, at the point that most steps lead to."""
    over = any_of(negate(any_lethal(rules)), held(rules))
    return all_of(over, negate(rolling(rules))), RULE
