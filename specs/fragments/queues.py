"""Guarantees of the queue: first in, first out; nothing lost or doubled; each effect keeps its owner."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.fragments.fields import Fields
from dicelaw.specs.property import AllOf, Always, Goal, Property

OWNERS_UP_TO = 2
"""For more seats than these, z3 takes long to follow owners through the divisions that number the effects."""


def queue_properties(name: str, machine: Machine, each: int) -> list[Property]:
    """The guarantees of the queue, where a moment triggers up to ``each`` effects of a seat."""
    f = Fields(machine)
    length, owners, effects = f["queue.length"], f.array("queue.owner"), f.array("queue.effect")
    latest = f["latest"]
    used = [length > place for place in range(len(effects))]
    newest = f["batch"] * (f.seats * each)
    rising = [
        implies(length > place + 1, one < other) for place, (one, other) in enumerate(pairwise(effects))
    ]
    known = [
        implies(there, all_of(effect >= 1, effect <= newest)) & any_of(there, effect == 0)
        for there, effect in zip(used, effects, strict=True)
    ]
    found = [
        Property(
            f"fragment/{name}/resolves-something",
            "An effect is resolved only while one is pending.",
            Always(length >= 1, "resolve"),
            ("fragment/queue/order",),
            goal=Goal("one effect is left to resolve", length == 1, "resolve"),
            bug=dropping("fragment/queue/order", "queue/take"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/first-in-first-out",
            "Effects leave the queue in the order in which they were triggered, active seat first.",
            Always(
                all_of(*rising, *known, latest <= newest, implies(length >= 1, latest < effects[0])),
            ),
            ("fragment/queue/order",),
            using=(f"fragment/{name}/resolves-something",),
            goal=Goal("a second moment fills the queue", all_of(f["batch"] == 2, length == 4), "resolve"),
            bug=rewriting("resolve/finish", effects[0], lambda _: effects[2], "the third comes second"),
            machine=name,
        ),
        Property(
            f"fragment/{name}/nothing-lost-or-doubled",
            "Every effect that went in is pending or went out, and at the end none is pending.",
            AllOf(
                (Always(f["entered"] == f["left"] + length), Always(length == 0, ("idle", "over")))
            ),
            ("fragment/queue/order",),
            using=(f"fragment/{name}/resolves-something",),
            goal=Goal("four effects were resolved", f["left"] >= 4, "over"),
            bug=rewriting("resolve/finish", length, lambda _: length, "what is resolved stays pending"),
            machine=name,
        ),
    ]  # fmt: skip
    if f.seats <= OWNERS_UP_TO:
        found.append(
            Property(
                f"fragment/{name}/each-keeps-its-owner",
                "An effect stays with the seat that triggered it, wherever it is in the queue.",
                _owned(f, used, owners, effects, each),
                ("fragment/queue/order",),
                using=(f"fragment/{name}/resolves-something",),
                goal=Goal("another seat's effect is first", all_of(owners[0] == f.seats - 1, length >= 2)),
                bug=rewriting("resolve/finish", owners[0], lambda _: owners[0], "owners do not move up"),
                machine=name,
            )
        )
    return found


def _owned(
    f: Fields, used: Sequence[Expr], owners: Sequence[Expr], effects: Sequence[Expr], each: int
) -> AllOf:
    """That the number of each effect, which tells its place in its batch, belongs to its owner."""
    return AllOf(
        tuple(
            Always(
                implies(
                    all_of(f["active"] == active, there),
                    owner == ((effect - 1) // each % f.seats + active) % f.seats,
                )
            )
            for active in range(f.seats)
            for there, owner, effect in zip(used, owners, effects, strict=True)
        )
    )
