"""Properties of Globals that are paid for together, where they resolve as one effect."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Moment
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import GLOBAL
from dicelaw.model.kernel.expressions import all_of, any_of, total
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.dice_masters.properties.priority import NOTHING_PENDING
from dicelaw.specs.property import AllOf, Always, Goal, Property


def batch_properties(made: TableMachine) -> list[Property]:
    """That each use of a Global is a part of the one effect, which ends when all of them have resolved."""
    t, queue = made.table, made.rules.queue
    if not t.batches:
        return []
    none = all_of(*(uses == 0 for uses in t.batch))
    of_global = queue.effects[0] > len(Moment) * t.count
    return [
        Property(
            "global/batch-resolved",
            "Uses of Globals that are paid for together belong to the first effect of the queue, and none is "
            "left when it is over.",
            AllOf(
                (
                    Always(none, ("stage", *(point for point in NOTHING_PENDING if point != "batch"))),
                    Always(any_of(*(uses >= 1 for uses in t.batch)), "batch"),
                    Always(any_of(none, of_global), ("*", "!pay", "!batch")),
                    Always(any_of(none, of_global, t.act == GLOBAL), "pay"),
                )
            ),
            ("global/batch-one-effect",),
            using=(*STRUCTURE, "queue/nothing-under-way", "queue/reactions-in-effects"),
            goal=Goal("two uses are paid for together", total(t.batch) >= 2, "batch"),
            bug=rewriting("resolve/over", t.batch[0], lambda old: old * 0 + 1, "one use is left"),
        )
    ]
