"""Pending effects, first in first out: each resolves completely before the next, and new ones go to the back.

Of effects that are triggered together, those of the active player go in first, then those of the other
seats in turn order, each seat's in the order that the seat wants. As a variation (``begun``) effects of the
active player also overtake pending ones of the others. The queue has a fixed capacity; a trigger
that does not fit is refused by a requirement, so that too small a scope shows as a forbidden step, not as a
lost effect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicelaw.model.kernel.expressions import Expr, all_of, count, negate, number, total, where
from dicelaw.model.kernel.graph import Actor, Agent, Choice, Kind, TimingGraph, Transition, seat_labels
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import ArrayField, Declaration, Field

Writes = Mapping[Expr, Expr | int]
Triggered = Sequence[Sequence[Expr | int]]
"""For each seat its effects in the order that it wants; 0 is no effect."""
Entries = Sequence[tuple[Expr, Expr]]
"""Owner and effect of what is triggered together, in the order of entry; 0 is no effect."""


@dataclass(frozen=True)
class Queue:
    """Effects (numbers from 1) with their owners (seats), the head at place 0; free places hold 0.

    The head stays in its place while it resolves.
    """

    id: str
    timing: TimingGraph
    length: Field
    owners: ArrayField
    effects: ArrayField
    seats: int
    order_rule: str
    room_rule: str
    begun: Expr | None = None
    """Where given, effects of the active seat enter before those of other seats, but not before a head that
    this holds for."""

    @property
    def next_at(self) -> str:
        """The point at which the rules take the next effect, or leave when there is none."""
        return f"{self.id}/next"

    def in_order(self, triggered: Triggered, active: Expr) -> Entries:
        """The entries of all that is ``triggered`` together, those of the ``active`` seat first."""
        width = max(len(effects) for effects in triggered)
        entries = []
        for turn in range(self.seats):
            owner = (active + turn) % self.seats
            for place in range(width):
                by_seat = [effects[place] if place < len(effects) else 0 for effects in triggered]
                entries.append((owner, _of_seat(owner, by_seat)))
        return entries

    def entered(self, entries: Entries, active: Expr) -> dict[Expr, Expr | int]:
        """What a transition writes by which all of ``entries`` enter at the back."""
        owner_at: list[Expr] = list(self.owners)
        effect_at: list[Expr] = list(self.effects)
        length: Expr = self.length
        for owner, effect in entries:
            is_one = effect >= 1
            place = self._place(owner, active, owner_at, length)
            for cell in reversed(range(len(self.effects))):
                lands = all_of(is_one, place == cell)
                for values, value in ((owner_at, owner), (effect_at, effect)):
                    stays = values[cell]
                    if self.begun is not None and cell:
                        stays = where(all_of(is_one, place < cell), values[cell - 1], stays)
                    values[cell] = where(lands, value, stays)
            length = length + number(is_one)
        cells = zip((*self.owners, *self.effects), (*owner_at, *effect_at), strict=True)
        return {self.length: length, **dict(cells)}

    def _place(self, owner: Expr, active: Expr, owners: Sequence[Expr], length: Expr) -> Expr:
        """Where an effect of ``owner`` enters a queue of ``owners``: at the back, or as ``begun`` says."""
        if self.begun is None:
            return length
        first: Expr = length
        for cell, other in reversed(list(enumerate(owners))):
            movable = all_of() if cell else negate(self.begun)
            free = all_of(movable, length > cell, other != active)
            first = where(free, cell, first)
        return where(owner == active, first, length)

    def room_for(self, entries: Entries) -> Expr:
        """The condition that all of ``entries`` fit."""
        new = count(effect >= 1 for _, effect in entries)
        return self.length + new <= len(self.effects)

    def trigger(
        self,
        id: str,
        source: str,
        target: str,
        actor: Actor,
        says: str,
        *,
        entries: Entries,
        active: Expr,
        choices: Sequence[Choice] = (),
        requires: Sequence[tuple[Expr | bool, str]] = (),
        effect: Writes | None = None,
        cites: Sequence[str] = (),
        family: str = "",
    ) -> Transition:
        """Add a transition that triggers effects, to ``next_at`` or to where the head goes on resolving."""
        return self.timing.add(
            id,
            source,
            target,
            actor,
            says,
            choices=choices,
            requires=[*requires, (self.room_for(entries), self.room_rule)],
            effect={**(effect or {}), **self.entered(entries, active)},
            cites=[*cites, self.order_rule],
            family=family,
        )

    def finish(
        self,
        id: str,
        source: str,
        actor: Actor,
        says: str,
        *,
        choices: Sequence[Choice] = (),
        requires: Sequence[tuple[Expr | bool, str]] = (),
        effect: Writes | None = None,
        cites: Sequence[str] = (),
    ) -> Transition:
        """Add a transition by which the head has resolved: it leaves the queue and the others move up."""
        moved: dict[Expr, Expr | int] = {self.length: self.length - 1}
        for cells in (self.owners, self.effects):
            moved.update(zip(cells, (*cells[1:], 0), strict=True))
        return self.timing.add(
            id,
            source,
            self.next_at,
            actor,
            says,
            choices=choices,
            requires=requires,
            effect={**(effect or {}), **moved},
            cites=[*cites, self.order_rule],
        )


def _of_seat(seat: Expr, values: Sequence[Expr | int]) -> Expr:
    """The one of ``values`` that belongs to ``seat``."""
    result = number(values[-1])
    for place, value in reversed(list(enumerate(values[:-1]))):
        result = where(seat == place, value, result)
    return result


def fifo_queue(
    timing: TimingGraph,
    declaration: Declaration,
    id: str,
    *,
    capacity: int,
    seats: int,
    most: int,
    resolve_at: str,
    empty_to: str,
    order_rule: str,
    room_rule: str,
    labels: Sequence[str] = (),
    open_above: bool = False,
    begun: Expr | None = None,
) -> Queue:
    """Declare a queue of effects 1..``most`` and add the point ``{id}/next``.

    From there the rules take ``{id}/take`` to ``resolve_at``, where the game resolves the head and at last
    takes a transition made by :meth:`Queue.finish`; or ``{id}/empty`` to ``empty_to``. ``labels`` names the
    effects from 0, which is none; ``open_above`` as for a state slot; ``begun`` as for :class:`Queue`.
    """
    length = declaration.integer(f"{id}.length", 0, capacity, "how many effects are pending")
    names = seat_labels(seats)
    owners = declaration.array(
        f"{id}.owner", capacity, 0, seats - 1, "whose effect it is", labels=names, alike=True
    )
    effects = declaration.array(
        f"{id}.effect", capacity, 0, most, "a pending effect", labels=labels, open_above=open_above,
        alike=True,
    )  # fmt: skip
    queue = Queue(id, timing, length, owners, effects, seats, order_rule, room_rule, begun)
    timing.point(queue.next_at, Kind.RULES, "what is next in the queue?")
    for name, target, says, holds in (
        ("take", resolve_at, "resolve the first effect in the queue", queue.length >= 1),
        ("empty", empty_to, "leave the empty queue", queue.length == 0),
    ):
        timing.add(f"{id}/{name}", queue.next_at, target, Agent.RULES, says, requires=[(holds, order_rule)])
    return queue


def proving_ground(seats: int = 2, capacity: int = 4, each: int = 2, batches: int = 2) -> Machine:
    """Batches of up to ``each`` effects a seat, triggered while nothing is pending or the head resolves.

    Effects carry, as their number, when they were triggered and their place in their batch, counted here
    without the queue's help. Fields that only proofs read: ``batch`` counts the batches, ``entered`` and
    ``left`` the effects that went in and out, and ``latest`` is the effect that left last.
    """
    declaration, timing = Declaration(), TimingGraph()
    most = batches * seats * each
    active = declaration.integer("active", 0, seats - 1, "whose turn it is", labels=seat_labels(seats))

    def counter(name: str, says: str, top: int = most) -> Field:
        return declaration.integer(name, 0, top, says, open_above=True)

    remaining = counter("remaining", "how many batches are to come", batches)
    batch = counter("batch", "how many batches there were", batches)
    entered, left = counter("entered", "how many effects went in"), counter("left", "how many went out")
    latest = counter("latest", "the effect that left last")
    queue = fifo_queue(
        timing,
        declaration,
        "queue",
        capacity=capacity,
        seats=seats,
        most=most,
        resolve_at="resolve",
        empty_to="idle",
        order_rule="fragment/queue/order",
        room_rule="fragment/queue/room",
        open_above=True,
    )
    timing.point("idle", Kind.CHANCE, "nothing is pending")
    timing.point("resolve", Kind.CHANCE, "the head of the queue resolves")
    timing.point("over", Kind.FINAL, "no more")
    numbers = [Choice(f"of seat {seat + 1}", 0, each) for seat in range(seats)]
    turn_place = [(seat - active) % seats for seat in range(seats)]
    triggered = [
        [
            where(numbers[seat] > place, (batch * seats + turn_place[seat]) * each + place + 1, 0)
            for place in range(each)
        ]
        for seat in range(seats)
    ]
    for source, target in (("idle", queue.next_at), ("resolve", "resolve")):
        queue.trigger(
            f"{source}/trigger",
            source,
            target,
            Agent.CHANCE,
            "trigger effects",
            entries=queue.in_order(triggered, active),
            active=active,
            choices=numbers,
            requires=[(remaining >= 1, "fragment/queue/batches")],
            effect={remaining: remaining - 1, batch: batch + 1, entered: entered + total(numbers)},
        )
    queue.finish(
        "resolve/finish",
        "resolve",
        Agent.CHANCE,
        "finish",
        effect={left: left + 1, latest: queue.effects[0]},
    )
    timing.add("idle/stop", "idle", "over", Agent.CHANCE, "stop")
    return build(
        "fragment/queue",
        declaration,
        timing,
        start_at="idle",
        start={remaining: batches},
        seats=seat_labels(seats),
        given=[active, remaining],
    )
