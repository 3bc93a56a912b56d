"""The guarantees of the fragments, each proved on the fragment alone and broken by a planted bug."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import pytest
from small_proofs import (
    Bug,
    View,
    broken_by_step,
    meets,
    starts,
    with_writes_swapped,
    without_requirement,
    without_write,
)

from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, count, implies
from dicelaw.model.kernel.fragments import pipeline, priority_window, queue, reaction_window, simultaneous
from dicelaw.model.kernel.fragments.pipeline import Damage
from dicelaw.model.kernel.fragments.reaction_window import Limit
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Field

EACH = 2


@dataclass(frozen=True)
class Guarantee:
    """``holds`` in every reachable state; ``reached`` shows that it says something, and ``bug`` breaks it.

    Proofs are helped by ``helped_by``, which is proved together with it, once for each value of ``split_by``.
    """

    name: str
    machine: Callable[[], Machine]
    holds: Callable[[View], Expr]
    reached: Callable[[View], Expr]
    bug: Bug
    helped_by: Callable[[View], Expr] | None = None
    split_by: str = ""


def turns_after_first(view: View, seats: int) -> Expr:
    return (view["holder"] - view["first"] + seats) % seats


def window_guarantees(seats: int) -> Iterator[Guarantee]:
    machine = partial(priority_window.proving_ground, seats)

    def counted(view: View) -> Expr:
        return all_of(
            implies(view.at("window"), view["passed"] == turns_after_first(view, seats)),
            implies(view.at("before", "acting"), view["passed"] == 0),
        )

    yield Guarantee(
        f"window/first-seat-first/{seats}",
        machine,
        lambda view: implies(view.at("window") & (view["passed"] == 0), view["holder"] == view["first"]),
        lambda view: view.at("window") & (view["passed"] == 0) & (view["first"] == seats - 1),
        without_write("window/act", "holder"),
        counted,
    )
    yield Guarantee(
        f"window/closes-when-all-passed/{seats}",
        machine,
        lambda view: implies(view.at("after"), (view["passed"] == seats) & (view["holder"] == view["first"])),
        lambda view: view.at("after") & (view["locked[0]"] == 0),
        without_requirement("window/close", "fragment/window/turn-order"),
        counted,
    )


def reaction_guarantees(limit: Limit) -> Iterator[Guarantee]:
    machine = partial(reaction_window.proving_ground, limit=limit)
    name = limit.name.lower().replace("_", "-")

    def marked(view: View) -> Expr:
        marks = count(cell == 1 for cell in view.array("reacted"))
        return all_of(
            implies(view.at("window", "window/settle"), view["happened"] == 0),
            implies(view["prevented"] >= 1, view["amount"] == 0),
            (view["reactions"] >= marks) if limit is Limit.NONE else (view["reactions"] == marks),
        )

    def happens_rightly(view: View) -> Expr:
        happened, amount = view["happened"], view["amount"]
        return all_of(
            implies(view.at("window", "window/settle"), happened == 0),
            implies(view.at("after"), (happened == 1) == (amount >= 1)),
            implies((view["prevented"] >= 1) & view.at("after"), happened == 0),
        )

    yield Guarantee(
        f"reaction/happens-once-or-never/{name}",
        machine,
        happens_rightly,
        lambda view: view.at("after") & (view["happened"] == 1) & (view["reactions"] >= 1),
        without_requirement("window/happens", "fragment/reaction/left"),
        marked,
    )

    def only_less(view: View) -> Expr:
        untouched = (view["amount"] == view["announced"]) & (view["target"] == view["aimed"])
        return all_of(
            view["amount"] <= view["announced"],
            implies(view["reactions"] == 0, untouched),
        )

    yield Guarantee(
        f"reaction/changes-nothing-by-itself/{name}",
        machine,
        only_less,
        lambda view: view.at("after") & (view["target"] != view["aimed"]) & (view["happened"] == 1),
        without_write("window/redirect", "reactions"),
        marked,
    )
    if limit is Limit.NONE:
        return
    most = 1 if limit is Limit.ONCE else 2
    yield Guarantee(
        f"reaction/limit/{name}",
        machine,
        lambda view: view["reactions"] <= most,
        lambda view: view["reactions"] == most,
        without_requirement("window/reduce", "fragment/reaction/limit"),
        marked,
    )


def queue_guarantees(seats: int) -> Iterator[Guarantee]:
    machine = partial(queue.proving_ground, seats, 4, EACH, 2)

    def places(view: View) -> list[tuple[Expr, Field, Field]]:
        cells = zip(view.array("queue.owner"), view.array("queue.effect"), strict=True)
        return [(view["queue.length"] > place, *pair) for place, pair in enumerate(cells)]

    def in_order(view: View) -> Expr:
        effects = view.array("queue.effect")
        rising = [
            implies(view["queue.length"] > place + 1, one < other)
            for place, (one, other) in enumerate(itertools.pairwise(effects))
        ]
        return all_of(*rising, implies(view["queue.length"] >= 1, view["latest"] < effects[0]))

    def filled(view: View) -> Expr:
        newest = view["batch"] * (seats * EACH)
        known = [
            implies(used, (effect >= 1) & (effect <= newest)) & (used | (effect == 0))
            for used, _, effect in places(view)
        ]
        return all_of(*known, view["latest"] <= newest, in_order(view), busy(view))

    def busy(view: View) -> Expr:
        return implies(view.at("resolve"), view["queue.length"] >= 1)

    yield Guarantee(
        f"queue/first-in-first-out/{seats}",
        machine,
        in_order,
        lambda view: view.at("resolve") & (view["batch"] == 2) & (view["queue.length"] == 4),
        with_writes_swapped("resolve/trigger", "queue.effect[1]", "queue.effect[2]"),
        filled,
    )
    yield Guarantee(
        f"queue/nothing-lost-or-doubled/{seats}",
        machine,
        lambda view: all_of(
            view["entered"] == view["left"] + view["queue.length"],
            implies(view.at("idle", "over"), view["queue.length"] == 0),
        ),
        lambda view: view.at("over") & (view["left"] >= 4),
        without_write("resolve/finish", "queue.length"),
        busy,
    )

    if seats > 2:  # the last one takes z3 long; steps that keep owners are proved for three seats elsewhere
        return

    def own(view: View) -> Expr:
        return all_of(
            *(
                implies(used, owner == ((effect - 1) // EACH % seats + view["active"]) % seats)
                for used, owner, effect in places(view)
            )
        )

    yield Guarantee(
        f"queue/each-keeps-its-owner/{seats}",
        machine,
        own,
        lambda view: (view["queue.owner[0]"] == seats - 1) & (view["queue.length"] >= 2),
        without_write("resolve/finish", "queue.owner[0]"),
        busy,
        "active",
    )


def simultaneous_guarantees(seats: int) -> Iterator[Guarantee]:
    machine = partial(simultaneous.proving_ground, seats, 2, 2, 1)

    def rightly_over(view: View) -> Expr:
        healths = view.array("health")
        living = count(health >= 1 for health in healths)
        wins = [(view["winner"] == seat) & (health >= 1) for seat, health in enumerate(healths)]
        return all_of(
            implies(view.at("drawn"), living == 0),
            implies(view.at("won"), (living == 1) & any_of(*wins)),
            implies(view.at("collect", "stopped"), living >= 2),
            implies(view.at("collect", "stopped", "drawn"), view["winner"] == seats),
        )

    yield Guarantee(
        f"simultaneous/over-when-at-most-one-lives/{seats}",
        machine,
        rightly_over,
        lambda view: view.at("drawn"),
        without_requirement("moment/won", "fragment/simultaneous/at-once"),
        lambda view: implies(view.at("moment/apply", "moment/judge"), view["winner"] == seats),
    )


def pipeline_guarantees() -> Iterator[Guarantee]:
    def steps_agree(view: View) -> Expr:
        damage = Damage(*(view[f"damage.{part}"] for part in PARTS))
        return all_of(
            implies(view.at("damage/multiply-and-divide"), view["damage.subtotal"] == damage.subtotal()),
            implies(view.at("damage/apply", "damage/over"), view["damage.amount"] == damage.total()),
        )

    yield Guarantee(
        "pipeline/steps-agree-with-formula",
        pipeline.proving_ground,
        steps_agree,
        lambda view: (
            view.at("damage/over") & (view["damage.doublings"] >= 1) & (view["damage.halvings"] >= 1)
        ),
        without_write("damage/add-up", "damage.subtotal"),
    )


PARTS = ("base", "added", "prevented", "doublings", "halvings")
GUARANTEES = [
    *pipeline_guarantees(),
    *(one for seats in (2, 3, 4) for one in window_guarantees(seats)),
    *(one for limit in Limit for one in reaction_guarantees(limit)),
    *(one for seats in (2, 3) for one in queue_guarantees(seats)),
    *(one for seats in (2, 3) for one in simultaneous_guarantees(seats)),
]
each_guarantee = pytest.mark.parametrize("guarantee", GUARANTEES, ids=lambda one: one.name)


@each_guarantee
def test_proved_by_induction_for_all_values(guarantee: Guarantee) -> None:
    machine = guarantee.machine()
    view = View(machine)
    help_ = guarantee.helped_by(view) if guarantee.helped_by is not None else True
    assert broken_by_step(machine, all_of(guarantee.holds(view), help_), guarantee.split_by) == []


@each_guarantee
def test_holds_in_every_state_of_a_scope_and_is_not_vacuous(guarantee: Guarantee) -> None:
    machine = guarantee.machine()
    view = View(machine)
    assert meets(machine, guarantee.reached(view))
    assert not meets(machine, ~guarantee.holds(view))


@each_guarantee
def test_planted_bug_is_seen(guarantee: Guarantee) -> None:
    machine = guarantee.machine()
    buggy = machine.rewritten(guarantee.bug)
    assert buggy.transitions != machine.transitions
    assert meets(buggy, ~guarantee.holds(View(machine)))


MACHINES = [
    pipeline.proving_ground(),
    *(priority_window.proving_ground(seats) for seats in (1, 2, 3)),
    *(reaction_window.proving_ground(limit=limit) for limit in Limit),
    queue.proving_ground(),
    simultaneous.proving_ground(),
]


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: str(machine.name))
def test_every_transition_is_taken_and_no_play_is_stuck(machine: Machine) -> None:
    seen = explore(machine, starts=starts(machine))
    assert seen.complete
    assert seen.stuck is None
    assert set(seen.taken) == {transition.id for transition in machine.transitions}
