"""What seats may do in priority and reaction windows, step by step and for all values."""

from __future__ import annotations

import networkx as nx
import pytest
import z3
from small_proofs import View, counterexample, meets, reachable

from dicelaw.model.kernel.concrete import Concrete, seat_moves
from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, constant
from dicelaw.model.kernel.fragments import priority_window, reaction_window
from dicelaw.model.kernel.fragments.priority_window import priority_window as add_window
from dicelaw.model.kernel.fragments.reaction_window import Interrupt, Limit
from dicelaw.model.kernel.graph import Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, State
from dicelaw.model.kernel.symbolic import Symbolic

PASSES = ("window/pass", "window/silent", "window/close", "window/close-silent")


HANDING_ON = PASSES[:2]
CLOSING = PASSES[2:]
MACHINES = [
    *(priority_window.proving_ground(seats) for seats in (2, 3, 4)),
    *(reaction_window.proving_ground(limit=limit) for limit in Limit),
]
each_machine = pytest.mark.parametrize(
    "machine", MACHINES, ids=lambda machine: f"{machine.name}/{len(machine.seats)}"
)


def rank_of(reader: Symbolic) -> z3.ArithRef:
    """How many seats come after the holder before the turn order is back at the first seat."""
    view, seats = View(reader.machine), len(reader.machine.seats)
    return reader.term(seats - 1 - (view["holder"] - view["first"] + seats) % seats)


@pytest.mark.parametrize(
    "machine", [*MACHINES, priority_window.proving_ground(1)], ids=lambda machine: str(len(machine.seats))
)
def test_exactly_one_kind_of_pass_is_possible_in_a_window(machine: Machine) -> None:
    reader = Symbolic(machine)
    guards = [reader.edge(one).guard for one in machine.transitions if one.id in PASSES]
    one_of_them = z3.PbEq([(guard, 1) for guard in guards], 1)
    assert counterexample(one_of_them, *reader.within()) is None


@each_machine
def test_passes_go_round_once_and_then_the_window_closes(machine: Machine) -> None:
    reader = Symbolic(machine)
    rank = rank_of(reader)
    for id in HANDING_ON:
        edge = reader.edge(machine.transition(id))
        on = z3.And(reader.after(edge, rank) == rank - 1, reader.after(edge, rank) >= 0)
        assert counterexample(on, edge.guard, *reader.within()) is None
    for id in CLOSING:
        assert counterexample(rank == 0, reader.edge(machine.transition(id)).guard, *reader.within()) is None
    to_first = [one for one in machine.transitions if one.target == "window" and one.id not in PASSES]
    assert len(to_first) >= 3
    for transition in [*to_first, *(machine.transition(id) for id in CLOSING)]:
        edge = reader.edge(transition)
        full = reader.after(edge, rank) == len(machine.seats) - 1
        assert counterexample(full, edge.guard, *reader.within()) is None, transition.id


@each_machine
def test_only_the_holder_acts(machine: Machine) -> None:
    reader, view = Concrete(machine), View(machine)
    locks = [lock.place for lock in view.array("locked")]
    seen = 0
    for state in reachable(machine):
        if machine.point_of(state).id == "window":
            holder = machine.value(state, "holder")
            actors = {seat for seat, _ in seat_moves(reader, state)}
            assert actors == (set() if state[locks[holder]] else {holder})
            seen += 1
    assert seen


@each_machine
def test_plays_come_to_an_end_where_acts_cost(machine: Machine) -> None:
    reader = Concrete(machine)
    plays: nx.DiGraph[State] = nx.DiGraph(
        (state, reader.step(state, move)) for state in reachable(machine) for move in reader.enabled(state)
    )
    assert nx.is_directed_acyclic_graph(plays)
    assert all(plays.out_degree(state) or machine.point_of(state).kind is Kind.FINAL for state in plays)


def test_a_window_of_barred_seats_closes_without_any_decision() -> None:
    machine = priority_window.proving_ground(3)
    state = machine.with_state(machine.start, **{f"locked[{seat}]": 1 for seat in range(3)}, first=1)
    reader = Concrete(machine)
    taken = []
    while moves := reader.enabled(state):
        (move,) = moves
        taken.append(reader.decision(move).transition)
        state = reader.step(state, move)
    assert taken == ["open", "window/silent", "window/silent", "window/close-silent"]


def a_window(seats: int, **changed: object) -> tuple[TimingGraph, Declaration]:
    declaration, timing = Declaration(), TimingGraph()
    holder = declaration.integer("holder", 0, seats - 1, "who has priority")
    timing.point("after", Kind.FINAL, "closed")
    barred = changed.get("barred", FALSE)
    assert isinstance(barred, Expr)
    add_window(
        timing,
        "window",
        "players may act",
        holder=holder,
        first=constant(0),
        seats=int(str(changed.get("told", seats))),
        barred=lambda _: barred,
        close_to="after",
        pass_rule="turn-order",
        barred_rule="barred",
    )
    return timing, declaration


@pytest.mark.parametrize(
    ("seats", "barred", "left"),
    [
        (2, FALSE, ["window/pass", "window/close"]),
        (2, TRUE, ["window/silent", "window/close-silent"]),
        (1, FALSE, ["window/close"]),
    ],
)
def test_transitions_that_can_never_be_taken_are_left_out(seats: int, barred: Expr, left: list[str]) -> None:
    timing, declaration = a_window(seats, barred=barred)
    assert [transition.id for transition in timing.transitions] == left
    build("window", declaration, timing, start_at="window", start={}, seats=["one", "two"][:seats])


def test_a_holder_that_cannot_be_every_seat_is_refused() -> None:
    with pytest.raises(ValueError, match=r"holder must range over the seats 0\.\.2"):
        a_window(2, told=3)


@pytest.mark.parametrize("limit", Limit)
def test_reactions_keep_to_the_limit_and_are_noted(limit: Limit) -> None:
    machine = reaction_window.proving_ground(seats=3, limit=limit)
    reader, view = Symbolic(machine), View(machine)
    marks = [reader.term(mark) for mark in view.array("reacted")]
    mine = [reader.term(view["holder"]) == seat for seat in range(3)]
    unmarked = {
        Limit.NONE: z3.BoolVal(True),
        Limit.ONCE: z3.And(*(mark == 0 for mark in marks)),
        Limit.ONCE_A_SEAT: z3.And(
            *(z3.Implies(seat, mark == 0) for seat, mark in zip(mine, marks, strict=True))
        ),
    }
    for name in ("prevent", "reduce", "redirect"):
        edge = reader.edge(machine.transition(f"window/{name}"))
        noted = z3.And(
            *(
                reader.after(edge, mark) == z3.If(seat, 1, mark)
                for seat, mark in zip(mine, marks, strict=True)
            )
        )
        assert counterexample(z3.And(noted, unmarked[limit]), edge.guard, *reader.within()) is None


def test_an_event_begins_as_announced_and_without_reactions() -> None:
    machine = reaction_window.proving_ground()
    reader, view = Symbolic(machine), View(machine)
    edge = reader.edge(machine.transition("announce"))
    begun = z3.And(
        *(reader.after(edge, reader.term(mark)) == 0 for mark in view.array("reacted")),
        *(
            reader.after(edge, reader.term(view[name])) == reader.term(choice)
            for name, choice in zip(("amount", "target"), edge.transition.choices, strict=True)
        ),
    )
    assert counterexample(begun, edge.guard, *reader.within()) is None


def test_reactions_do_what_they_say_for_all_values() -> None:
    machine = reaction_window.proving_ground()
    reader, view = Symbolic(machine), View(machine)
    amount, target = reader.term(view["amount"]), reader.term(view["target"])
    prevent, reduce_, redirect = (
        reader.edge(machine.transition(f"window/{name}")) for name in ("prevent", "reduce", "redirect")
    )
    by, to = (reader.term(edge.transition.choices[0]) for edge in (reduce_, redirect))
    less = z3.If(amount >= by, amount - by, 0)
    for edge, new_amount, new_target in (
        (prevent, z3.IntVal(0), target),
        (reduce_, less, target),
        (redirect, amount, to),
    ):
        done = z3.And(reader.after(edge, amount) == new_amount, reader.after(edge, target) == new_target)
        assert counterexample(done, edge.guard, *reader.within()) is None


def test_without_a_limit_one_seat_reacts_twice_to_one_event() -> None:
    for limit, possible in ((Limit.NONE, True), (Limit.ONCE_A_SEAT, False), (Limit.ONCE, False)):
        machine = reaction_window.proving_ground(most=3, energy=2, events=1, limit=limit)
        view = View(machine)
        alone = (view["energy[seat 2]"] == 2) & (view["reactions"] == 2)
        assert meets(machine, alone & (view["locked[seat 2]"] == 1)) == possible


def test_only_offered_interrupts_can_be_added() -> None:
    timing, declaration = TimingGraph(), Declaration()
    holder = declaration.integer("holder", 0, 1, "who has priority")
    event = reaction_window.Event(
        declaration.integer("amount", 0, 3, "amount"),
        declaration.integer("target", 0, 1, "target"),
        declaration.array("reacted", 2, 0, 1, "who reacted"),
    )
    window = reaction_window.reaction_window(
        timing,
        "window",
        "interrupt",
        event=event,
        offered=[Interrupt.PREVENT],
        limit=Limit.ONCE,
        holder=holder,
        first=constant(0),
        seats=2,
        barred=lambda _: FALSE,
        happens_to="over",
        averted_to="over",
        rules=reaction_window.ReactionRules("passing", "barred", "limit", "nothing-left"),
    )
    assert window.react("prevent", window.preventing(), "prevent it").id == "window/prevent"
    with pytest.raises(ValueError, match="window does not offer to reduce"):
        window.react("reduce", window.reducing(1), "reduce it")
