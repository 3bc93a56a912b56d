"""What entering and leaving a queue does, for all values."""

from __future__ import annotations

import itertools

import pytest
import z3
from small_proofs import View, counterexample

from dicelaw.model.kernel.concrete import Concrete, Illegal
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.fragments import queue
from dicelaw.model.kernel.fragments.queue import Queue, fifo_queue
from dicelaw.model.kernel.graph import Agent, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration
from dicelaw.model.kernel.symbolic import Symbolic


def open_queue(seats: int, capacity: int, each: int) -> tuple[Symbolic, Queue, list[list[Expr]], Expr]:
    """A queue, effects that are triggered (0 is none) and the active seat: all of any value."""
    declaration, timing = Declaration(), TimingGraph()
    active = declaration.integer("active", 0, seats - 1, "whose turn it is")
    new = [
        [declaration.integer(f"new {seat} {place}", 0, 9, "triggered") for place in range(each)]
        for seat in range(seats)
    ]
    made = fifo_queue(
        timing,
        declaration,
        "queue",
        capacity=capacity,
        seats=seats,
        most=9,
        resolve_at="resolve",
        empty_to="over",
        order_rule="order",
        room_rule="room",
    )
    timing.point("resolve", Kind.RULES, "resolve")
    timing.point("over", Kind.FINAL, "over")
    made.trigger(
        "more",
        "resolve",
        "resolve",
        Agent.RULES,
        "trigger",
        entries=made.in_order(new, active),
        active=active,
    )
    made.finish("done", "resolve", Agent.RULES, "finish")
    machine = build("queue", declaration, timing, start_at="queue/next", start={}, seats=["seat"] * seats)
    return Symbolic(machine), made, [list(row) for row in new], active


@pytest.mark.parametrize(("seats", "capacity", "each"), [(2, 5, 2), (3, 5, 2), (4, 6, 1)])
def test_what_is_triggered_lands_behind_the_rest_active_seat_first(
    seats: int, capacity: int, each: int
) -> None:
    reader, made, new, active = open_queue(seats, capacity, each)
    edge = reader.edge(reader.machine.transition("more"))
    length = reader.term(made.length)
    owners = [(reader.term(cell), reader.after(edge, reader.term(cell))) for cell in made.owners]
    effects = [(reader.term(cell), reader.after(edge, reader.term(cell))) for cell in made.effects]
    claims = [
        z3.Implies(place < length, z3.And(before == after, owner_before == owner_after))
        for place, ((before, after), (owner_before, owner_after)) in enumerate(
            zip(effects, owners, strict=True)
        )
    ]
    is_new = {
        (seat, place): reader.term(effect) >= 1
        for seat, row in enumerate(new)
        for place, effect in enumerate(row)
    }
    for whose_turn in range(seats):
        in_turn = [((whose_turn + turn) % seats, place) for turn in range(seats) for place in range(each)]
        for rank, (seat, place) in enumerate(in_turn):
            lands = length + sum(z3.If(is_new[one], 1, 0) for one in in_turn[:rank])
            there = [
                z3.Implies(
                    lands == cell, z3.And(effects[cell][1] == reader.term(new[seat][place]), owner == seat)
                )
                for cell, (_, owner) in enumerate(owners)
            ]
            its_turn = z3.And(reader.term(active) == whose_turn, is_new[seat, place])
            claims.append(z3.Implies(its_turn, z3.And(lands < capacity, *there)))
    grown = length + sum(z3.If(one, 1, 0) for one in is_new.values())
    claims.append(reader.after(edge, length) == grown)
    for claim in claims:
        assert counterexample(claim, edge.guard, *reader.within()) is None


def test_finishing_takes_the_head_and_moves_all_others_up() -> None:
    reader, made, _, _ = open_queue(3, 5, 2)
    edge = reader.edge(reader.machine.transition("done"))
    for cells in (made.owners, made.effects):
        for cell, behind in itertools.pairwise(cells):
            moved = reader.after(edge, reader.term(cell)) == reader.term(behind)
            assert counterexample(moved) is None
        last = reader.after(edge, reader.term(cells[-1])) == 0
        assert counterexample(last) is None
    shorter = reader.after(edge, reader.term(made.length)) == reader.term(made.length) - 1
    assert counterexample(shorter) is None


def test_what_does_not_fit_is_refused_by_the_room_rule() -> None:
    reader, made, _, _ = open_queue(2, 2, 2)
    machine = reader.machine
    full = machine.with_state((machine.point_index["resolve"], *machine.start[1:]), **{"queue.length": 1})
    two_more = machine.with_state(full, **{"new 0 0": 3, "new 1 1": 4})
    move = (machine.transition_index["more"],)
    with pytest.raises(Illegal) as refusal:
        Concrete(machine).step(two_more, move)
    assert [unmet.rule for unmet in refusal.value.unmet] == ["room"]
    one_more = Concrete(machine).step(machine.with_state(full, **{"new 1 1": 4}), move)
    assert machine.value(one_more, "queue.length") == made.length.slot.hi


def test_while_the_head_resolves_it_stays_the_head() -> None:
    machine = queue.proving_ground()
    reader, view = Symbolic(machine), View(machine)
    head = [reader.term(view[name]) for name in ("queue.owner[0]", "queue.effect[0]")]
    busy = reader.term(view["queue.length"] >= 1)
    inside = [one for one in machine.transitions if one.source == "resolve" and one.target == "resolve"]
    assert inside
    for transition in inside:
        edge = reader.edge(transition)
        stays = z3.And(*(reader.after(edge, term) == term for term in head))
        assert counterexample(stays, busy, edge.guard, *reader.within()) is None
    leaving = {one.id for one in machine.transitions if one.source == "resolve" and one not in inside}
    entering = {one.id for one in machine.transitions if one.target == "resolve" and one not in inside}
    assert (leaving, entering) == ({"resolve/finish"}, {"queue/take"})
