"""What the states of plays suggest, and what of it is proved."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import Expr, all_of, at_most, implies, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field, State
from dicelaw.mutation.equivalence.houdini import Proved, inductive
from dicelaw.mutation.equivalence.invariant_templates import suggested
from dicelaw.mutation.equivalence.proofs import Equivalence
from dicelaw.mutation.mutants import Mutant, mutants

THINGS = ("first", "second", "third")
BAG, TABLE, BOX = range(3)


def table() -> Machine:
    """Things are marked on the table, and go back to the bag unmarked; the third stays in the box."""
    declaration, timing = Declaration(THINGS), TimingGraph()
    zone = declaration.array("zone", 3, 0, 2, "lies", labels=("bag", "table", "box"), index=THINGS)
    marked = declaration.array("marked", 3, 0, 1, "is marked:", index=THINGS)
    going = declaration.choice_of("going", ("on", "away", "back"), "how play goes on")
    thing = Choice("thing", 0, 1)
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.point("go", Kind.RULES, "play goes on")
    timing.point("away", Kind.RULES, "things go")
    timing.add(
        "lay", "begin", "go", going * 0, "lay {thing}", choices=[thing],
        requires=[(zone[thing] == BAG, "rule/bag")],
        effect={zone[thing]: TABLE, marked[thing]: 1, going: 0},
    )  # fmt: skip
    timing.add(
        "clear", "begin", "away", going * 0, "clear", requires=[(zone[0] == TABLE, "rule/table")],
        effect={marked[0]: 0, marked[1]: 0, going: 1},
    )  # fmt: skip
    timing.add("back", "away", "go", Agent.RULES, "back", effect={zone[0]: BAG, zone[1]: BAG})
    timing.add("go/on", "go", "begin", Agent.RULES, "go on", requires=[(going == 0, "rule/on")], effect={})
    timing.add(
        "go/away", "go", "begin", Agent.RULES, "all is clear", requires=[(going == 1, "rule/away")],
        effect={marked[0]: 0, going: 0},
    )  # fmt: skip
    start = {zone[2]: BOX}
    return build("table", declaration, timing, start_at="begin", start=start, seats=("1",))


MACHINE = table()
MUTANTS = mutants(MACHINE)
SLOTS = MACHINE.slot_index


def states() -> list[State]:
    found: list[State] = []
    explore(MACHINE, {"never": lambda state: found.append(state) is not None})
    return found


STATES = states()


def known(visited: list[State]) -> Proved:
    by_point: dict[int, list[State]] = defaultdict(list)
    for state in visited:
        by_point[state[0]].append(state)
    fields = [Field(place, slot) for place, slot in enumerate(MACHINE.slots)]
    begins = all_of(*(field == MACHINE.start[place] for place, field in enumerate(fields) if place))
    return inductive(MACHINE, suggested(MACHINE, by_point), {"begin": begins})


def proofs(visited: list[State], seen: str = "") -> Equivalence:
    found = known(visited)
    fields = enumerate(MACHINE.slots)
    return Equivalence(found, [Field(place, slot) for place, slot in fields if slot.name.startswith(seen)])


def proofs_from_nothing(machine: Machine) -> Equivalence:
    """Proofs with what all states suggest of a machine with one point, in which all begins at 0."""
    found: list[State] = []
    explore(machine, {"never": lambda state: found.append(state) is not None})
    begins = all_of(*(Field(place, slot) == 0 for place, slot in enumerate(machine.slots) if place))
    held = inductive(machine, suggested(machine, {found[0][0]: found}), {"begin": begins})
    return Equivalence(held)


def forgetting(transition: str, field: str) -> Mutant:
    """The mutant in which ``transition`` leaves ``field`` as it was."""
    (found,) = (
        one
        for one in MUTANTS
        if one.transitions == (transition,) and one.operator == "left-out" and field in one.says
    )
    return found


def test_what_is_suggested_and_proved_holds_in_every_state() -> None:
    found, reader = known(STATES), Concrete(MACHINE)
    assert found.folding.values == {SLOTS["zone[third]"]: BOX, SLOTS["marked[third]"]: 0}
    for state in STATES:
        assert all(reader.value(holds, state) for holds in found.holds[MACHINE.point_of(state).id])


def test_what_is_noted_where_play_goes_on_in_one_way_is_known() -> None:
    again = forgetting("go/away", "marked")
    assert proofs(STATES).proved(again), "nothing is marked when all is clear"
    assert not proofs(STATES).proved(forgetting("clear", "marked"))
    few = [state for state in STATES if MACHINE.point_of(state).id != "go"]
    assert proofs(few).proved(again), "where no play came, what is known of the points before is tried"


def open_count() -> Machine:
    """Who owes something owes it of a sort; nothing is owed of a sort once all is paid."""
    declaration, timing = Declaration(), TimingGraph()
    owed = declaration.integer("owed", 0, 3, "what is owed", open_above=True)
    sort = declaration.integer("sort", 0, 2, "the sort")
    amount, wanted = Choice("amount", 1, 3), Choice("wanted", 0, 2)
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.add(
        "buy", "begin", "begin", owed * 0, "buy", choices=[amount, wanted],
        requires=[(owed == 0, "rule/paid")], effect={owed: amount, sort: wanted},
    )  # fmt: skip
    timing.add(
        "pay", "begin", "begin", owed * 0, "pay", requires=[(owed >= 1, "rule/owed")],
        effect={owed: owed - 1, sort: where(owed == 1, 0, sort)},
    )  # fmt: skip
    timing.add(
        "free", "begin", "begin", owed * 0, "take", requires=[(owed == 0, "rule/paid")], effect={sort: 0}
    )
    return build("debt", declaration, timing, start_at="begin", start={}, seats=("1",))


def test_what_is_so_once_nothing_is_left_is_known() -> None:
    machine = open_count()
    equivalence = proofs_from_nothing(machine)
    same = {one.transitions: equivalence.proved(one) for one in mutants(machine) if "sort stays" in one.says}
    assert same == {("free",): True, ("pay",): False, ("buy",): False}


def test_what_is_written_before_it_is_read_is_known_to_be_what_it_was() -> None:
    on = forgetting("lay", "how play goes on")
    assert SLOTS["going"] not in proofs(STATES, "zone").live["begin"]
    assert proofs(STATES, "zone").proved(on)
    assert not proofs(STATES, "zone").proved(forgetting("clear", "how play goes on"))


def row() -> Machine:
    """Up to three wait in a row, each with a number from 2; the first leaves, and the others move up."""
    declaration, timing = Declaration(), TimingGraph()
    length = declaration.integer("length", 0, 3, "how many wait")
    line = declaration.array("line", 3, 0, 4, "waits at", alike=True)
    number = Choice("number", 2, 4)
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.add(
        "enter", "begin", "begin", length * 0, "{number} enters", choices=[number],
        requires=[(length < 3, "rule/room")], effect={line[at_most(length, 2)]: number, length: length + 1},
    )  # fmt: skip
    timing.add(
        "leave", "begin", "begin", length * 0, "the first leaves", requires=[(length >= 1, "rule/waits")],
        effect={line[0]: line[1], line[1]: line[2], line[2]: 0, length: length - 1},
    )  # fmt: skip
    return build("row", declaration, timing, start_at="begin", start={}, seats=("1",))


def test_how_far_a_row_is_filled_and_what_is_never_in_it_is_known() -> None:
    machine = row()
    length, *line = (Field(place, slot) for place, slot in enumerate(machine.slots) if place)
    equivalence = proofs_from_nothing(machine)
    leave = machine.transition("leave")
    (demand,) = leave.requires

    def instead(holds: Expr) -> Mutant:
        other = replace(leave, requires=(replace(demand, holds=holds),))
        return Mutant("other", "none", (), ("leave",), lambda: {"leave": other}, str)

    assert equivalence.proved(instead(line[0] >= 2))
    assert equivalence.proved(instead(implies(line[1] == 0, length == 1) & (length >= 1)))
    assert not equivalence.proved(instead(line[0] >= 3))
    assert not equivalence.proved(instead(line[1] >= 2))


def program() -> Machine:
    """What a thing does takes two steps, the second of which counts its number; another takes one."""
    declaration, timing = Declaration(), TimingGraph()
    step = declaration.integer("step", 0, 3, "the next step")
    whose = declaration.integer("whose", 0, 4, "the thing that does it, from 2, or none")
    counted = declaration.integer("counted", 0, 4, "what is counted")
    thing = Choice("thing", 2, 4)
    timing.point("begin", Kind.DECISION, "something is done")
    for id, needs, effect in (
        ("take", 0, {step: 1, whose: thing}),
        ("take-other", 0, {step: 3, whose: 0}),
        ("go", 1, {step: 2}),
        ("count", 2, {counted: where(whose >= 2, whose, 0), step: 0}),
        ("free", 3, {step: 0}),
    ):
        timing.add(
            id, "begin", "begin", step * 0, id, choices=[thing] if id == "take" else [],
            requires=[(step == needs, "rule/step")], effect=effect,
        )  # fmt: skip
    return build("program", declaration, timing, start_at="begin", start={}, seats=("1",))


def test_what_is_named_at_a_step_is_known() -> None:
    machine = program()
    equivalence = proofs_from_nothing(machine)
    same = [one.says for one in mutants(machine) if "count" in one.transitions and equivalence.proved(one)]
    none = "the thing that does it, from 2, or none"
    assert len(same) == 2
    assert f"count: {none} is at least 2 is read as {none} is at least 1" in same
    assert all(f"{none} is at least 2" in says for says in same)


def test_it_is_suggested_and_proved_that_a_demand_follows_from_the_others() -> None:
    declaration, timing = Declaration(), TimingGraph()
    stock = declaration.integer("stock", 0, 3, "the stock")
    open_ = declaration.flag("open", "the shop is open")
    timing.point("begin", Kind.DECISION, "a seat decides")
    timing.add(
        "open", "begin", "begin", stock * 0, "open", requires=[(stock >= 1, "rule/stock")], effect={open_: 1}
    )
    timing.add(
        "sell", "begin", "begin", stock * 0, "sell",
        requires=[(open_ == 1, "rule/open"), (stock >= 1, "rule/stock")],
        effect={stock: stock - 1, open_: where(stock >= 2, open_, 0)},
    )  # fmt: skip
    machine = build("shop", declaration, timing, start_at="begin", start={stock: 2}, seats=("1",))
    (dropped,) = [
        one for one in mutants(machine) if one.operator == "dropped" and one.transitions == ("sell",)
        and "rule/stock" in one.rules
    ]  # fmt: skip
    visited = [(0, 2, 0), (0, 2, 1), (0, 1, 1), (0, 0, 0), (0, 1, 0)]
    starts = {"begin": all_of(stock == 2, open_ == 0)}
    known = inductive(machine, suggested(machine, {0: visited}), starts)
    assert Equivalence(known).proved(dropped)
    assert not Equivalence(Proved.of(machine)).proved(dropped)
    assert not Equivalence(inductive(machine, suggested(machine, {0: [*visited, (0, 0, 1)]}), starts)).proved(
        dropped
    )
