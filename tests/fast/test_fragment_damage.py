"""What damage amounts to and what striking together does, for all values and in any order."""

from __future__ import annotations

import itertools

import pytest
import z3
from small_proofs import View, counterexample, open_integers

from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.fragments import pipeline, simultaneous
from dicelaw.model.kernel.fragments.pipeline import Damage
from dicelaw.model.kernel.graph import Agent, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration
from dicelaw.model.kernel.symbolic import Edge, Symbolic

PARTS = ("base", "added", "prevented", "doublings", "halvings")


def open_damage() -> tuple[Symbolic, Damage, list[z3.ArithRef]]:
    reader, fields = open_integers(*PARTS)
    return reader, Damage(*fields), [reader.term(field) for field in fields]


def by_hand(base: int, added: int, prevented: int, doublings: int, halvings: int) -> int:
    """The amount in three steps, written as a player would work it out."""
    left = base + added - prevented
    if left <= 0:
        return 0
    half = left // 2 + left % 2
    for _ in range(doublings):
        left += base + added - prevented
    for _ in range(halvings):
        left -= half
    return max(left, 0)


def test_total_is_what_three_steps_give_for_all_values() -> None:
    reader, damage, (base, added, prevented, doublings, halvings) = open_damage()
    sum_, half = z3.Ints("sum half")
    steps = [
        sum_ == z3.If(base + added > prevented, base + added - prevented, 0),
        z3.Or(2 * half == sum_, 2 * half == sum_ + 1),
    ]
    scaled = sum_ + sum_ * doublings - half * halvings
    named = [reader.term(damage.subtotal()) == sum_, reader.term(damage.half()) == half]
    assert all(counterexample(claim, *steps, *reader.within()) is None for claim in named)
    total = z3.substitute(
        reader.term(damage.total()),
        (reader.term(damage.half()), half),
        (reader.term(damage.subtotal()), sum_),
    )
    assert counterexample(total == z3.If(scaled >= 0, scaled, 0), *steps, *reader.within()) is None


def test_total_is_what_a_player_works_out() -> None:
    for values in itertools.product(range(6), range(3), range(5), range(3), range(4)):
        total = Damage(*values).total()
        assert total.value == by_hand(*values), values


@pytest.mark.parametrize("doublings", range(3))
@pytest.mark.parametrize("halvings", range(6))
def test_one_more_damage_arrives_as_less_only_between_one_and_two_halvings_a_share(
    doublings: int, halvings: int
) -> None:
    reader, (base,) = open_integers("base")
    before = reader.term(Damage(base, doublings=doublings, halvings=halvings).total())
    after = reader.term(Damage(base + 1, doublings=doublings, halvings=halvings).total())
    shares = 1 + doublings
    never_less = counterexample(after >= before, *reader.within()) is None
    assert never_less == (not shares < halvings < 2 * shares)


def play_edges(reader: Symbolic) -> list[Edge]:
    ids = [f"damage/{name}" for name in ("add", "prevent", "double", "halve")]
    return [reader.edge(reader.machine.transition(id)) for id in ids]


def test_each_play_changes_its_own_accumulator_and_nothing_else() -> None:
    machine = pipeline.proving_ground()
    reader, view = Symbolic(machine), View(machine)
    plays = view["plays"].place
    for edge, part in zip(play_edges(reader), PARTS[1:], strict=True):
        (by,) = (reader.term(choice) for choice in edge.transition.choices)
        own = view[f"damage.{part}"].place
        assert set(edge.post) == {own, plays}
        wanted = z3.And(edge.post[own] == reader.pre[own] + by, edge.post[plays] == reader.pre[plays] - 1)
        assert counterexample(wanted) is None


def test_a_play_that_reads_the_running_total_would_not_commute() -> None:
    reader, (running, by) = open_integers("running", "by")
    left, right = reader.term((running + by) * 2), reader.term(running * 2 + by)
    assert counterexample(left == right, *reader.within()) is not None


def test_cleared_pipeline_is_as_new() -> None:
    declaration, timing = Declaration(), TimingGraph()
    health = declaration.integer("health", 0, 3, "health")
    plays = declaration.integer("plays", 0, 3, "plays left")
    line = pipeline.damage_pipeline(
        timing,
        declaration,
        id="damage",
        most=9,
        most_at_once=3,
        player=constant(0),
        plays=plays,
        health=health,
        close_to="again",
    )
    timing.point("again", Kind.RULES, "once more")
    timing.add("again", "again", "damage/incoming", Agent.RULES, "again", effect=line.cleared())
    machine = build(
        "cleared", declaration, timing, start_at="damage/incoming", start={health: 3}, seats=["one"]
    )
    parts = [name for name in machine.slot_index if name.startswith("damage.")]
    after = Concrete(machine).step(
        machine.with_state((machine.point_index["again"], *machine.start[1:]), **dict.fromkeys(parts, 2)),
        (machine.transition_index["again"],),
    )
    assert after == machine.start


def permutations(seats: int) -> list[tuple[int, ...]]:
    return list(itertools.permutations(range(seats)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_outcome_does_not_depend_on_the_order_of_the_seats(seats: int) -> None:
    reader, fields = open_integers(*(f"health {seat}" for seat in range(seats)))
    plain = simultaneous.outcome(fields)
    for order in permutations(seats):
        moved = simultaneous.outcome([fields[seat] for seat in order])
        named = z3.Or(
            *(
                z3.And(reader.term(moved.winner) == place, reader.term(plain.winner) == seat)
                for place, seat in enumerate([*order, seats])
            )
        )
        same = [
            reader.term(one) == reader.term(other)
            for one, other in (
                (plain.goes_on, moved.goes_on),
                (plain.won, moved.won),
                (plain.draw, moved.draw),
            )
        ]
        assert counterexample(z3.And(named, *same), *reader.within()) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_outcome_is_one_of_three_and_all_at_zero_is_a_draw(seats: int) -> None:
    reader, fields = open_integers(*(f"health {seat}" for seat in range(seats)))
    result = simultaneous.outcome(fields)
    three = [reader.term(one) for one in (result.goes_on, result.won, result.draw)]
    healths = [reader.term(field) for field in fields]
    winner = reader.term(result.winner)
    for claim in (
        z3.PbEq([(one, 1) for one in three], 1),
        three[2] == z3.And(*(health == 0 for health in healths)),
        three[1] == (winner < seats),
        *(z3.Implies(winner == seat, health >= 1) for seat, health in enumerate(healths)),
    ):
        assert counterexample(claim, *reader.within()) is None


def test_new_health_nets_damage_and_healing_within_its_bounds() -> None:
    reader, fields = open_integers("health", "damage", "healing", "ceiling")
    health, damage, healing, ceiling = (reader.term(field) for field in fields)
    new = reader.term(simultaneous.applied(*fields))
    net = health + healing - damage
    claims = [
        z3.And(new >= 0, new <= ceiling),
        z3.Implies(z3.And(net >= 0, net <= ceiling), new == net),
        z3.Implies(net < 0, new == 0),
        z3.Implies(net > ceiling, new == ceiling),
    ]
    assert all(counterexample(claim, *reader.within()) is None for claim in claims)


def test_applying_damage_before_healing_would_differ() -> None:
    reader, (health, damage, healing) = open_integers("health", "damage", "healing")
    at_once = simultaneous.applied(health, damage, healing, 9)
    one_by_one = simultaneous.applied(simultaneous.applied(health, damage, 0, 9), 0, healing, 9)
    same = reader.term(at_once) == reader.term(one_by_one)
    assert counterexample(same, reader.term(health) <= 9, *reader.within()) is not None


@pytest.mark.parametrize("seats", [2, 3])
def test_striking_does_not_depend_on_the_order_of_the_seats(seats: int) -> None:
    machine = simultaneous.proving_ground(seats)
    reader, view = Symbolic(machine), View(machine)
    edge = reader.edge(machine.transition("moment/strike"))
    rows = [[reader.term(cell) for cell in view.array(name)] for name in ("health", "damage", "healing")]
    for order in permutations(seats):
        swap = [(row[place], row[seat]) for row in rows for place, seat in enumerate(order)]
        for row in rows:
            for place, seat in enumerate(order):
                struck_then_moved = reader.after(edge, row[seat])
                moved_then_struck = z3.substitute(reader.after(edge, row[place]), *swap)
                assert counterexample(struck_then_moved == moved_then_struck, *reader.within()) is None


def test_damage_and_healing_of_one_moment_are_collected_in_any_order() -> None:
    machine = simultaneous.proving_ground(2, rounds=1)
    reader = Concrete(machine)
    wanted = {"collect/hurt/1": 3, "collect/hurt/2": 2, "collect/heal/1": 1}
    ends = set()
    for order in itertools.permutations(wanted):
        state = machine.start
        moves: list[Move] = [(machine.transition_index[id], wanted[id]) for id in order]
        moves += [(machine.transition_index[id],) for id in ("collect/over", "moment/strike")]
        for move in moves:
            state = reader.step(state, move)
        ends.add(state)
    assert len(ends) == 1
    (end,) = ends
    assert [machine.value(end, f"health[seat {seat}]") for seat in (1, 2)] == [1, 1]
