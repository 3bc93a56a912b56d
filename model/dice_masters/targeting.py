"""Effects of dice that an opponent's character or Global targets."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards import Moment
from dicelaw.model.dice_masters.interrupting import source_of
from dicelaw.model.dice_masters.interrupts import Source
from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.table_state import ARRIVALS
from dicelaw.model.kernel.expressions import all_of, where
from dicelaw.model.kernel.graph import Choice


def targeted(rules: Rules, die: Choice) -> Writes:
    """What makes the effect of ``die`` due that waits for an opponent's choosing it, by no action die."""
    t = rules.table
    theirs = source_of(rules) != Source.ACTION
    writes: Writes = {}
    for one in range(t.count):
        if t.has_program(one, Moment.TARGETED):
            chosen = all_of(die == one, t.owner[one] != rules.queue.owners[0], theirs)
            due = all_of(chosen, t.ready(one, Moment.TARGETED))
            writes[t.arriving[one]] = where(due, ARRIVALS[Moment.TARGETED], t.arriving[one])
    return writes
