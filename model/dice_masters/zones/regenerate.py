"""Regenerate: a die that would be KO'd is rolled, and stays if it shows a character."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.rules import Rules, Writes, applied, leaving, leaving_where
from dicelaw.model.dice_masters.state.table import Table
from dicelaw.model.dice_masters.state.table_state import ASIDE, BAG, FIELD, PREP, SEATS
from dicelaw.model.dice_masters.zones.sparing import returns, rolled_instead
from dicelaw.model.dice_masters.zones.targets import is_starting, level_one
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, number, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind
from dicelaw.model.kernel.state import ArrayField


def _is_active(table: Table, kind: int) -> Expr:
    return any_of(*(table.active(kind, number(seat)) for seat in range(SEATS)))


def koed(rules: Rules, die: Expr | int) -> Writes:
    """What a KO of ``die`` writes, or what happens instead.

    To be rolled it is set aside, without damage and out of any combat.
    """
    t = rules.table
    again, back = rolled_instead(rules, die), returns(rules, die)
    kept = () if rules.reads("regenerate", "left") else _lasting(t)
    bagging = [
        all_of(t.printed_of(kind, "bags starting dice") == 1, _is_active(t, kind))
        for kind in t.figures.kinds_with("bags starting dice")
    ]
    bags = any_of(FALSE, *bagging)
    home = where(all_of(bags, is_starting(rules, die)), BAG, PREP)
    zone = where(again, ASIDE, where(back, FIELD, home))
    return leaving(t, die, zone, kept, again, where(back, level_one(rules, die), 0))


def _lasting(table: Table) -> tuple[ArrayField, ...]:
    """What lasts on a die that is rolled and has not left the Field: no damage, and no place in combat."""
    met = (table.engaged,) if table.bearers(Keyword.DEADLY) else ()
    return (*applied(table), table.withstood, *met)


def waits(table: Table, die: int) -> Expr:
    """Whether ``die`` is to be rolled."""
    return all_of(table.zone[die] == ASIDE, table.face[die] == 0)


def add_regenerate(rules: Rules) -> None:
    """Dice that would have been KO'd are rolled, one by one."""
    t, timing = rules.table, rules.timing
    bearers = t.bearers(Keyword.REGENERATE)
    if not bearers:
        return
    timing.point("regenerate", Kind.CHANCE, "a die that would be KO'd is rolled")
    rule = rules.keyword("regenerate")
    some = any_of(*(waits(t, die) for die in bearers))
    timing.add(
        "ko/regenerate", "ko", "regenerate", Agent.RULES, "roll what would have been KO'd",
        requires=[(some, rule)], cites=["model/regenerate-controlled"],
    )  # fmt: skip
    face = Choice("face", 1, 6)
    writes: Writes = {}
    before: Expr = any_of()
    for die in bearers:
        now = all_of(waits(t, die), ~before)
        level = t.figures.at("level", t.figures.kind(die) * 7 + face)
        stays = all_of(now, level >= 1)
        writes |= leaving_where(t, die, all_of(now, level == 0), PREP)
        writes[t.zone[die]] = where(stays, FIELD, where(now, PREP, t.zone[die]))
        writes[t.face[die]] = where(stays, face, t.face[die])
        writes[t.text[die]] = where(now, where(stays, t.text[die], 0), t.text[die])
        before = any_of(before, waits(t, die))
    timing.add(
        "regenerate/roll", "regenerate", "ko", Agent.CHANCE, "roll the die",
        choices=[face], effect=writes,
        cites=[rule, rules.keyword("regenerate-success"), rules.keyword("regenerate-fail")],
    )  # fmt: skip
