"""How much of a turn is left: what goes down as play goes on, in the order in which it is looked at."""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import (
    ANSWERING,
    ASIDE,
    ASSIGNING,
    ATTACK,
    ATTACKERS,
    BAG,
    BEGINNING,
    BLOCKERS,
    CAPTURED,
    DAMAGED,
    ENDING,
    FALLEN,
    FIELD,
    MAIN,
    NO_ATTACK,
    OVER,
    PREP,
    USED,
    WINDOW,
)
from dicelaw.model.dice_masters.timing.combat_choices import infiltrates_late
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, count, number, total, where
from dicelaw.specs.dice_masters.invariants.invariants import KOS, UNDER_WAY
from dicelaw.specs.patterns import Pattern, is_at

ACTING = (
    "main/buy", "main/field", "main/act", "main/send-on", "main/fabricate", "*/global", "attack/window/act",
    "attack/window/send-on", "batch/more", "damage/react/prevents", "damage/react/redirects",
    "damage/react/one", "damage/react/anti-breath-weapon",
)  # fmt: skip
"""What players may do as often as they can pay for it."""
BEGINNING_EFFECTS = ("resolve/read/begin", "resolve/again", "resolve/part")


def rest_of_turn(made: TableMachine) -> Iterator[tuple[str, Expr]]:
    """Numbers that go down, with their names; each where nothing that comes before it does."""
    t = made.table
    dice = range(t.count)
    dealing = is_at(made.machine, ("damage/react", "damage/falls", "damage/strike"))
    struck = any_of(*(cell >= 1 for cell in t.incoming))
    held = (FIELD, ATTACK, CAPTURED, ASIDE)
    yield "the rest of the effect", where(t.pc == 0, 0, t.figures.steps - t.pc)
    yield "faces of dice that may fall", total(where(t.in_zone(die, *held), t.face[die], 0) for die in dice)
    yield "the rest of the turn", _rank(made)
    yield "an unspent half", total(t.spare)
    yield "passes to come", where(t.holder != t.turn, 1, 2 - 2 * t.agreed)
    yield "energy owed", t.owed
    yield "effects due", count(cell >= 1 for cell in (*t.arriving, *t.hurt, *t.fallen))
    yield "effects pending", made.rules.queue.length
    yield "gear to be attached", count(cell >= 1 for cell in t.offered)
    yield "gear that is worn", count(cell >= 1 for cell in t.worn_by)
    yield "dice of the Used Pile", count(t.zone[die] == USED for die in dice)
    yield "dice of the bag", count(t.zone[die] == BAG for die in dice)
    yield "dice to roll", count(all_of(t.zone[die] == PREP, t.face[die] == 0) for die in dice)
    yield "dice to pick", count(cell == 0 for cell in t.picked)
    yield "dice that could attack or block", count(t.zone[die] == FIELD for die in dice)
    yield "attackers", count(t.zone[die] == ATTACK for die in dice)
    yield "dice to assign damage", count(cell == 0 for cell in t.assigned)
    yield "damage to divide", t.left
    yield "dice to cleave", count(cell == 0 for cell in t.cleaved)
    yield "what was struck", where(dealing, 1, 2 * number(struck))
    yield "seats to react", number(t.reactor == t.turn)
    yield "dice that dice hold", count(all_of(one >= 1, one <= t.count) for one in t.keeper)


def _rank(made: TableMachine) -> Expr:
    """How many moments of a turn are to come; those of a fight twice, while only Fast dice fight.

    Where something is under way it is the stage that tells the moment. The end of the turn is gone through
    again for each effect that comes then.
    """
    t = made.table
    before, fight, after = _moments(made)
    late = len(after)
    early = late + 2 * len(fight)
    rank = number(0)
    for place, moment in enumerate(reversed(after)):
        rank = where(moment, place + 1, rank)
    for place, moment in enumerate(reversed(fight)):
        rank = where(moment, late + place + 1 + len(fight) * t.quick, rank)
    for place, moment in enumerate(reversed(before)):
        rank = where(moment, early + place + 1, rank)
    return rank + (early + len(before)) * where(any_of(*after), total(t.later), len(t.later))


def _moments(made: TableMachine) -> tuple[list[Expr], list[Expr], list[Expr]]:
    """The moments of a turn in their order: before combat damage, from its assignment on, and after it."""
    t = made.table

    def at(points: Pattern) -> Expr:
        return is_at(made.machine, points)

    def under_way(*stages: int) -> Expr:
        return all_of(at((*UNDER_WAY, *KOS)), any_of(*(t.stage == stage for stage in stages)))

    late = infiltrates_late(made.rules)
    before = [
        at("setup*"), all_of(at("clear"), t.stage != BEGINNING), under_way(BEGINNING), at("clear"),
        at("draw"), at("draw/judge"), at("roll"), at("reroll"), at("reroll/roll"), at("roll/end"),
        any_of(at(("main", "main/fabricating")), under_way(MAIN)), at("main/over"), at("attack"),
        under_way(ATTACKERS), at("block"), *([] if late else [at("infiltrate*")]), under_way(BLOCKERS),
        any_of(at("attack/window"), all_of(under_way(WINDOW), t.combat == 0)),
        *([at("infiltrate*"), under_way(ASSIGNING)] if late else []),
    ]  # fmt: skip
    fight = [
        at("assign*"), all_of(under_way(WINDOW), t.combat == 1), under_way(DAMAGED, ANSWERING),
        under_way(FALLEN),
    ]  # fmt: skip
    after = [
        at("attack/over"), all_of(at("cleanup"), t.stage == MAIN), under_way(NO_ATTACK), under_way(OVER),
        all_of(at("cleanup"), t.stage != ENDING), all_of(at("cleanup/end"), t.stage != ENDING),
        under_way(ENDING), at("cleanup"), at("cleanup/end"),
    ]  # fmt: skip
    return before, fight, after
