"""What the fragments of the kernel guarantee, each shown on its proving ground alone."""

from __future__ import annotations

from random import Random

from dicelaw.model.kernel.fragments import pipeline, priority_window, queue, reaction_window, simultaneous
from dicelaw.model.kernel.fragments.reaction_window import Limit
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.specs.property import Property

WINDOW_SEATS = (2, 3, 4)
AGREED = "priority-window/agreed"
SEATS = (2, 3)
EACH = 2
"""How many effects of a seat one moment can trigger."""


def machines() -> dict[str, Machine]:
    """The proving grounds, by the names that the properties use."""
    return {
        "pipeline": pipeline.proving_ground(),
        **{f"priority-window/{seats}": priority_window.proving_ground(seats) for seats in WINDOW_SEATS},
        AGREED: priority_window.proving_ground(2, agreed=True),
        **{
            f"reaction-window/{limit_name(limit)}": reaction_window.proving_ground(limit=limit)
            for limit in Limit
        },
        **{f"queue/{seats}": queue.proving_ground(seats, 4, EACH, 2) for seats in SEATS},
        **{f"simultaneous/{seats}": simultaneous.proving_ground(seats, 2, 2, 1) for seats in SEATS},
    }


def limit_name(limit: Limit) -> str:
    """How the names of machines and properties call ``limit``."""
    return limit.name.lower().replace("_", "-")


def properties(grounds: dict[str, Machine] | None = None) -> list[Property]:
    """Every guarantee of a fragment, about ``grounds``: :func:`machines` unless others are given."""
    from dicelaw.specs.fragments.damage import pipeline_properties, simultaneous_properties
    from dicelaw.specs.fragments.queues import queue_properties
    from dicelaw.specs.fragments.windows import agreed_properties, priority_properties, reaction_properties

    made = machines() if grounds is None else grounds
    return [
        *pipeline_properties("pipeline", made["pipeline"]),
        *(
            one
            for seats in WINDOW_SEATS
            for one in priority_properties(f"priority-window/{seats}", made[f"priority-window/{seats}"])
        ),
        *agreed_properties(AGREED, made[AGREED]),
        *(
            one
            for limit in Limit
            for one in reaction_properties(
                f"reaction-window/{limit_name(limit)}", made[f"reaction-window/{limit_name(limit)}"], limit
            )
        ),
        *(one for seats in SEATS for one in queue_properties(f"queue/{seats}", made[f"queue/{seats}"], EACH)),
        *(
            one
            for seats in SEATS
            for one in simultaneous_properties(f"simultaneous/{seats}", made[f"simultaneous/{seats}"])
        ),
    ]


def situation(machine: Machine, random: Random) -> State:
    """A start of ``machine``: any values where it leaves them open, up to those of its own start."""
    state = list(machine.start)
    for place in sorted(machine.given):
        slot = machine.slots[place]
        state[place] = random.randint(slot.lo, machine.start[place] if slot.open_above else slot.hi)
    return tuple(state)
