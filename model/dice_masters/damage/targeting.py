"""Effects of dice that an opponent's character or Global targets."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Moment
from dicelaw.model.dice_masters.cards.interrupts import Source
from dicelaw.model.dice_masters.damage.interrupting import source_of
from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.state.table_state import ARRIVALS
from dicelaw.model.kernel.expressions import all_of, any_of, where
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
