"""Dice that are targeted: the effects that wait for it, and the rules about damage to them."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_masters.cards.cards import Moment
from dicelaw.model.dice_masters.cards.interrupts import Source
from dicelaw.model.dice_masters.damage.interrupting import source_of
from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.state.table_state import ARRIVALS, ATTACK
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, where
from dicelaw.model.kernel.graph import Choice


def targeted(rules: Rules, *dice: Choice) -> Writes:
    """What makes effects of ``dice`` due that wait for an opponent's choosing them, by no action die."""
    t = rules.table
    theirs = source_of(rules) != Source.ACTION
    writes: Writes = {}
    for one in range(t.count):
        if t.has_program(one, Moment.TARGETED):
            named = any_of(*(die == one for die in dice))
            chosen = all_of(named, t.owner[one] != rules.queue.owners[0], theirs)
            due = all_of(chosen, t.ready(one, Moment.TARGETED))
            writes[t.arriving[one]] = where(due, ARRIVALS[Moment.TARGETED], t.arriving[one])
    return writes


def damage_rules(rules: Rules, die: Choice, counts: Expr) -> Sequence[str]:
    """The rules about damage to the chosen ``die``, which ``counts`` energy or not, each where it matters."""
    t = rules.table
    here = {"prevent/takes-no-damage": t.shielded[die] == 1, rules.rule("wild-counted"): counts}
    newer = {
        "target/sidekick-included": t.figures.kind(die) == 0,
        "zone/attack-counted-in-field": t.zone[die] == ATTACK,
        "energy/count-symbols": counts,
    }
    return [*rules.cited_where(here, newer), *rules.cited(new=["target/what-is-targeting"])]
