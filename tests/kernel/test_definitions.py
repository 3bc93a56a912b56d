"""Definitions: a formula that is used for several things is one definition, whatever it is about."""

from __future__ import annotations

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.definitions import Definitions
from dicelaw.model.kernel.expressions import Expr, at_least, where
from dicelaw.model.kernel.graph import Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration
from dicelaw.mutation.mutants import Mutant, mutants, planted


def pair(size: int, *, defined: bool = True) -> Machine:
    """Two players of ``size`` things each; either of two transitions takes one from each of the players."""
    declaration, timing, definitions = Declaration(), TimingGraph(), Definitions()
    who = declaration.integer("who", 0, 1, "the player")
    count = declaration.array("count", 2 * size, 0, 5, "the count of")
    timing.point("begin", Kind.DECISION, "a seat decides")

    def fewer(seat: Expr | int) -> Expr:
        place = who * 0 + seat * size + 1
        left = at_least(count[place] - 1, 0)
        return definitions.said("one fewer", left)

    first = {count[1]: fewer(0), count[size + 1]: fewer(1)}
    own = count[who * size + 1]
    timing.add("all", "begin", "begin", who, "take from both", effect=first)
    timing.add(
        "one", "begin", "begin", who, "take from one",
        effect={own: definitions.said("one fewer", at_least(own - 1, 0) + where(who == 1, 0, 0))},
    )  # fmt: skip
    return build(
        "pair", declaration, timing, start_at="begin", start={}, seats=("1",),
        definitions=definitions if defined else None,
    )  # fmt: skip


def of(machine: Machine, operator: str) -> list[Mutant]:
    """The mutants of ``machine`` by one operator."""
    return [one for one in mutants(machine) if one.operator == operator]


def test_what_is_said_of_each_of_several_is_one_mistake_in_all_of_them() -> None:
    apart, (one,) = of(pair(3, defined=False), "uncapped-1"), of(pair(3), "uncapped-1")
    assert len(apart) > 1
    assert set(one.transitions) == {"all", "one"}


def test_a_mistake_in_a_definition_is_planted_wherever_it_is_used() -> None:
    machine = pair(3)
    (bound,) = [one for one in of(machine, "plus-one") if "larger" in one.says]
    faulty = Concrete(planted(machine, bound))
    state = machine.with_state(**{"count[1]": 1, "count[4]": 1})
    for step in range(2):
        after = faulty.attempt(state, (step,)) or ()
        assert after[machine.slot_index["count[1]"]] == 1, "one is left where none should be"


def test_what_a_definition_is_made_of_is_mistaken_wherever_it_is_used() -> None:
    declaration, timing = Declaration(), TimingGraph()
    points = declaration.integer("points", 0, 5, "the points")
    strength = points + where(points >= 3, 1, 0)
    timing.point("begin", Kind.DECISION, "a seat decides")
    for id in ("once", "twice"):
        timing.add(id, "begin", "begin", points * 0, id, requires=[(strength >= 2, "rule/strength")])
    homes = {}
    for defined in (False, True):
        machine = build(
            "strong", declaration, timing, start_at="begin", start={}, seats=("1",),
            definitions={"strength": [strength]} if defined else None,
        )  # fmt: skip
        homes[defined] = {one.transitions for one in mutants(machine) if "is at least 3 is read" in one.says}
    assert homes == {False: {("once",), ("twice",)}, True: {("once", "twice")}}


def test_a_definition_has_the_same_name_whatever_it_comes_to() -> None:
    small, large = ({one.id for one in of(pair(size), "uncapped-1")} for size in (3, 5))
    assert small == large


def test_parts_of_different_forms_are_named_apart() -> None:
    declaration = Declaration()
    one, other = (declaration.integer(name, 0, 5, name) for name in ("one", "other"))
    definitions = Definitions()
    definitions.said("sum", one + 1 + other)
    definitions.said("sum", other + (one - 1))
    definitions.said("about {}", one * 2, one)
    assert [(name, len(several)) for name, several in definitions.items()] == [
        ("sum/+ 2", 2), ("sum/+ 2/0/+ 2", 1), ("sum/+ 2/1/- 2", 1), ("about one/* 2", 1),
    ]  # fmt: skip
    assert len(definitions) == 4


def test_what_is_noted_later_is_no_definition_of_what_was_built_before() -> None:
    one = Declaration().integer("one", 0, 5, "one")
    definitions = Definitions()
    definitions.said("sum", one + 1)
    before = definitions.noted()
    definitions.said("product", one * 2)
    assert "product" in {name.partition("/")[0] for name in definitions}
    assert {name.partition("/")[0] for name in before} == {"sum"}
