"""Equip: gear dice that stay in the Field Zone, attached to characters or to nobody."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes
from dicelaw.model.dice_masters.state.table_state import IN_PLAY
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, at_least, negate, where
from dicelaw.model.kernel.graph import Agent


def may_wear(rules: Rules, die: Expr | int) -> Expr:
    """Whether ``die`` is a character in the Field Zone whose card has the icon of Equip."""
    t = rules.table
    return all_of(t.fielded(die), t.printed("wears gear", die) == 1)


def loose(rules: Rules, place: int) -> Expr:
    """Whether gear number ``place`` is attached to a die that has left, or has left itself."""
    t = rules.table
    gear = t.bearers(Keyword.EQUIP)[place]
    there = all_of(t.zone[gear] == IN_PLAY, t.fielded(at_least(t.worn_by[place] - 1, 0)))
    return all_of(t.worn_by[place] >= 1, negate(there))


def any_loose(rules: Rules) -> Expr:
    """Whether any gear is."""
    return any_of(FALSE, *(loose(rules, place) for place in range(len(rules.table.bearers(Keyword.EQUIP)))))


def _attached(rules: Rules, gear: Expr, die: Expr) -> Writes:
    t = rules.table
    bearers = t.bearers(Keyword.EQUIP)
    return {
        t.worn_by[place]: where(gear == one, die + 1, t.worn_by[place]) for place, one in enumerate(bearers)
    }


def add_attaching(rules: Rules, says: tuple[Expr, str], onward: Writes) -> None:
    """The word by which gear is attached as it comes into the Field; ``says`` that it comes next."""
    t, timing, seat, die = rules.table, rules.timing, rules.queue.owners[0], rules.die()
    rule = rules.keyword("equip-attach")
    gear = t.source_die
    lies = all_of(t.source >= 1, t.has(gear, Keyword.EQUIP), t.zone[gear] == IN_PLAY)
    timing.add(
        "resolve/attach", "resolve", "ko", seat, "attach the gear to {die}",
        choices=[die],
        requires=[says, (lies, rules.keyword("equip-field")), (may_wear(rules, die), rule)],
        effect={**_attached(rules, gear, die), **onward},
    )  # fmt: skip
    timing.add(
        "resolve/attach-nothing", "resolve", "resolve", seat, "attach the gear to nobody",
        requires=[says], effect=onward, cites=[rule],
    )  # fmt: skip


def offered(rules: Rules) -> Writes:
    """What the end of a turn writes: which gear may be attached as the next one begins."""
    t = rules.table
    writes: Writes = {}
    for place, gear in enumerate(t.bearers(Keyword.EQUIP)):
        whose = t.owner[gear] == t.inactive if rules.reads("equip-turns", "own") else negate(FALSE)
        lies = all_of(t.zone[gear] == IN_PLAY, t.has(gear, Keyword.EQUIP), whose)
        writes[t.offered[place]] = where(lies, 1, 0)
    return writes


def add_equip(rules: Rules) -> Demands:
    """The choices about gear as a turn begins; what these require before play goes on."""
    t, timing = rules.table, rules.timing
    bearers = t.bearers(Keyword.EQUIP)
    if not bearers or not t.figures.uses(Op.ATTACH):
        return []
    gear, die, rule = rules.die("gear"), rules.die(), rules.keyword("equip-attach")
    offers = [cell == 1 for cell in t.offered]
    active = any_of(*(all_of(now, t.owner[one] == t.turn) for one, now in zip(bearers, offers, strict=True)))
    decider = where(active, t.turn, t.inactive)
    this = any_of(*(all_of(gear == one, now) for one, now in zip(bearers, offers, strict=True)))
    timing.add(
        "clear/attach", "clear", "clear", decider, "attach {gear} to {die}",
        choices=[gear, die],
        requires=[
            (this, rule), (t.owner[gear] == decider, "queue/active-first"), (may_wear(rules, die), rule),
        ],
        effect={
            **_attached(rules, gear, die),
            **{cell: where(gear == one, 0, cell) for one, cell in zip(bearers, t.offered, strict=True)},
        },
    )  # fmt: skip
    timing.add(
        "clear/leave", "clear", "clear", decider, "leave all other gear where it is",
        requires=[(any_of(*offers), rule)],
        effect={cell: where(t.owner[one] == decider, 0, cell)
                for one, cell in zip(bearers, t.offered, strict=True)},
    )  # fmt: skip
    return [(negate(any_of(*offers)), rule)]


def taken_off(rules: Rules, die: Expr) -> Writes:
    """What it writes that ``die`` leaves the Field, if it is gear."""
    t = rules.table
    return {
        cell: where(die == one, 0, cell)
        for one, cell in zip(t.bearers(Keyword.EQUIP), t.worn_by, strict=False)
    }


def add_unequip(rules: Rules, settled: Demands) -> None:
    """Gear whose character has left the Field stays there, attached to nobody."""
    t, rule = rules.table, rules.keyword("equip-stays")
    bearers = t.bearers(Keyword.EQUIP)
    if not bearers:
        return
    rules.timing.add(
        "ko/unequip", "ko", "ko", Agent.RULES, "gear stays whose character is gone",
        requires=[*settled, (any_loose(rules), rule)],
        effect={t.worn_by[place]: where(loose(rules, place), 0, t.worn_by[place])
                for place in range(len(bearers))},
    )  # fmt: skip
