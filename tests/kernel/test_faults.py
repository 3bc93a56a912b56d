from dataclasses import dataclass, field
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import START, Parts, parts

from dicelaw.model.kernel.expressions import FALSE, constant, number
from dicelaw.model.kernel.faults import narrowed
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import IllFormed, build
from dicelaw.model.kernel.state import Declaration

HALF = Fraction(1, 2)


def _loop(timing, id=None, **parts_of):
    actor = parts_of.pop("actor", constant(0))
    timing.add(id or f"planted {len(timing.transitions)}", START, START, actor, "go round", **parts_of)


def _unreachable(planted):
    planted.timing.point("lost", Kind.FINAL, "lost")


def _no_exit(planted):
    planted.timing.point("dead end", Kind.DECISION, "a dead end")
    planted.timing.add("to the dead end", START, "dead end", Agent.RULES, "go")


def _exit_from_final(planted):
    planted.timing.point("the end", Kind.FINAL, "the end")
    planted.timing.add("to the end", START, "the end", Agent.RULES, "go")
    planted.timing.add("back", "the end", START, Agent.RULES, "go")


def _effect_over(planted):
    cell = planted.fields.arrays[0][0]
    _loop(planted.timing, effect={cell: cell.slot.hi + 1})


def _effect_under(planted):
    cell = planted.fields.arrays[0][0]
    _loop(planted.timing, effect={cell: cell - 100})


def _effect_of_a_choice(planted):
    array = planted.fields.arrays[0]
    choice = Choice("new value", array[0].slot.lo, array[0].slot.hi + 1)
    _loop(planted.timing, choices=[choice], effect={array[choice % len(array)]: choice})


def _start_outside(planted):
    one = planted.fields.scalars[0]
    planted.start[one] = one.slot.lo - 1


def _unbounded(planted):
    _loop(planted.timing, choices=[Choice("how much", 0, None)])


def _empty_choice(planted):
    _loop(planted.timing, choices=[Choice("how much", 1, 0)])


def _unknown_rule(planted):
    _loop(planted.timing, cites=["rule/unheard-of"])


def _unknown_rule_of_a_requirement(planted):
    _loop(planted.timing, requires=[(True, "rule/unheard-of")])


def _weights_do_not_add_up(planted):
    coin = Choice("coin", 0, 1)
    _loop(planted.timing, actor=Agent.CHANCE, choices=[coin], weights={0: HALF, 1: Fraction(1, 3)})


def _weights_under_0(planted):
    coin = Choice("coin", 0, 1)
    _loop(planted.timing, actor=Agent.CHANCE, choices=[coin], weights={0: -HALF, 1: 3 * HALF})


def _weights_of_other_values(planted):
    coin = Choice("coin", 0, 1)
    _loop(planted.timing, actor=Agent.CHANCE, choices=[coin], weights={1: HALF, 2: HALF})


def _weights_of_two_choices(planted):
    coins = [Choice("one", 0, 1), Choice("other", 0, 1)]
    _loop(planted.timing, actor=Agent.CHANCE, choices=coins, weights={0: HALF, 1: HALF})


def _weights_of_a_seat(planted):
    _loop(planted.timing, choices=[Choice("coin", 0, 1)], weights={0: HALF, 1: HALF})


def _field_twice(planted):
    planted.fields.declaration.flag("scalar 0", "again")


def _array_twice(planted):
    planted.fields.declaration.array("row 0", 2, 0, 1, "again", index=("left", "right"))


def _field_named_as_an_array(planted):
    planted.fields.declaration.flag("row 0", "again")


def _field_named_as_the_point(planted):
    planted.fields.declaration.flag("at", "again")


def _point_twice(planted):
    planted.timing.points.append(planted.timing.points[0])


def _transition_twice(planted):
    _loop(planted.timing, planted.timing.transitions[0].id)


def _choice_twice(planted):
    _loop(planted.timing, choices=[Choice("same", 0, 1), Choice("same", 0, 2)])


def _undeclared_in_a_requirement(planted):
    _loop(planted.timing, requires=[(Choice("unheard of", 0, 1) == 1, "rule/a")])


def _undeclared_in_an_effect(planted):
    array = planted.fields.arrays[0]
    _loop(planted.timing, effect={array[Choice("unheard of", 0, 0)]: array[0]})


def _undeclared_in_the_actor(planted):
    _loop(planted.timing, actor=number(Choice("unheard of", 0, 1)))


def _unknown_target(planted):
    planted.timing.add("to nowhere", START, "nowhere", Agent.RULES, "go")


def _unknown_source(planted):
    planted.timing.add("from nowhere", "nowhere", START, Agent.RULES, "go")


def _never_enabled(planted):
    _loop(planted.timing, requires=[(FALSE, "rule/a")])


def _not_a_field(planted):
    _loop(planted.timing, effect={planted.fields.scalars[0] + 1: 0})


KINDS = {
    _unreachable: "unreachable-point",
    _no_exit: "no-exit",
    _exit_from_final: "exit-from-final",
    _effect_over: "outside-domain",
    _effect_under: "outside-domain",
    _effect_of_a_choice: "outside-domain",
    _start_outside: "outside-domain",
    _unbounded: "unbounded-choice",
    _empty_choice: "empty-choice",
    _unknown_rule: "unknown-rule",
    _unknown_rule_of_a_requirement: "unknown-rule",
    _weights_do_not_add_up: "weights",
    _weights_under_0: "weights",
    _weights_of_other_values: "weights",
    _weights_of_two_choices: "weights",
    _weights_of_a_seat: "weights",
    _field_twice: "name-twice",
    _array_twice: "name-twice",
    _field_named_as_an_array: "name-twice",
    _field_named_as_the_point: "name-twice",
    _point_twice: "name-twice",
    _transition_twice: "name-twice",
    _choice_twice: "name-twice",
    _undeclared_in_a_requirement: "undeclared-choice",
    _undeclared_in_an_effect: "undeclared-choice",
    _undeclared_in_the_actor: "undeclared-choice",
    _unknown_target: "unknown-point",
    _unknown_source: "unknown-point",
    _never_enabled: "never-enabled",
    _not_a_field: "not-a-field",
}


@dataclass
class _Small:
    """The least machine that every fault can be planted in; it looks like random parts."""

    fields: "_Small" = field(init=False)
    declaration: Declaration = field(default_factory=Declaration)
    timing: TimingGraph = field(default_factory=TimingGraph)
    start: dict = field(default_factory=dict)

    def __post_init__(self):
        self.fields = self
        self.scalars = [self.declaration.integer("scalar 0", 0, 3, "a number")]
        self.arrays = [self.declaration.array("row 0", 2, 0, 1, "a row")]
        self.timing.point(START, Kind.DECISION, "the start")
        self.timing.add("go", START, START, constant(0), "go", cites=["rule/a"])

    build = Parts.build


def _codes(planted) -> list[str]:
    with pytest.raises(IllFormed) as refusal:
        planted.build()
    faults = refusal.value.faults
    assert all(str(fault) in str(refusal.value) for fault in faults)
    return [fault.code for fault in faults]


def test_the_least_machine_is_well_formed():
    assert _Small().build().start == (0, 0, 0, 0)


@pytest.mark.parametrize("plant", KINDS, ids=lambda plant: plant.__name__[1:])
def test_a_fault_is_found_alone(plant):
    planted = _Small()
    plant(planted)
    assert _codes(planted) == [KINDS[plant]]


def test_an_unknown_start_is_one_fault():
    small = _Small()
    with pytest.raises(IllFormed) as refusal:
        build("m", small.declaration, small.timing, start_at="elsewhere", start={}, seats=("Ann",))
    assert [fault.code for fault in refusal.value.faults] == ["unknown-point"]


def test_rules_are_not_checked_where_none_are_known():
    small = _Small()
    _unknown_rule(small)
    assert build("m", small.declaration, small.timing, start_at=START, start={}, seats=("Ann",))


@settings(max_examples=50)
@given(parts(), st.sampled_from(list(KINDS)))
def test_a_fault_planted_in_a_random_machine_is_found_and_nothing_else(planted, plant):
    planted.build()
    plant(planted)
    assert set(_codes(planted)) == {KINDS[plant]}


@settings(max_examples=30)
@given(parts(), st.lists(st.sampled_from(list(KINDS)), min_size=2, max_size=5, unique_by=KINDS.get))
def test_several_faults_are_reported_at_once(planted, plants):
    for plant in plants:
        plant(planted)
    assert set(_codes(planted)) == {KINDS[plant] for plant in plants}


def test_every_fault_says_where_it_is():
    small = _Small()
    _unreachable(small)
    _effect_over(small)
    with pytest.raises(IllFormed) as refusal:
        small.build()
    lost, over = refusal.value.faults
    assert str(lost) == "lost: no path leads here from start [unreachable-point]"
    assert (over.where, over.code) == ("planted 1", "outside-domain")
    assert "row 0[0]" in over.says
    assert "0..1" in over.says


class TestEffectsThatRequirementsKeepInside:
    """A rule such as "pay the cost: you need as much" can be written without a clamp."""

    def _built(self, effect, *requires, choices=()):
        small = _Small()
        wallet = small.scalars[0]
        conditions = [(condition(wallet), "rule/a") for condition in requires]
        _loop(small.timing, choices=choices, requires=conditions, effect={wallet: effect(wallet)})
        return small.build()

    def test_a_difference_with_what_it_needs(self):
        cost = Choice("cost", 0, 9)
        assert self._built(lambda wallet: wallet - cost, lambda wallet: wallet >= cost, choices=[cost])

    def test_a_choice_compared_with_a_number(self):
        new = Choice("new", -2, 9)
        assert self._built(lambda _: new, lambda _: new <= 3, lambda _: new >= 0, choices=[new])

    def test_a_choice_compared_with_a_field(self):
        new = Choice("new", 0, 9)
        assert self._built(lambda _: new, lambda wallet: new <= wallet, choices=[new])
        assert self._built(lambda _: new, lambda wallet: new == wallet, choices=[new])

    def test_a_choice_that_is_not_compared_is_refused(self):
        new = Choice("new", 0, 9)
        with pytest.raises(IllFormed, match="outside-domain"):
            self._built(lambda _: new, lambda wallet: wallet <= 2, choices=[new])


def test_an_interval_is_cut_by_each_comparison():
    declaration = Declaration()
    value = declaration.integer("value", 0, 9, "value")
    other = declaration.integer("other", 3, 6, "other")
    assert narrowed(value, []) == (0, 9)
    assert narrowed(value, [value < other]) == (0, 5)
    assert narrowed(value, [value <= other]) == (0, 6)
    assert narrowed(value, [value > other]) == (4, 9)
    assert narrowed(value, [(value >= other) & (value <= 7)]) == (3, 7)
    assert narrowed(value, [other == value]) == (3, 6)
    assert narrowed(value, [value == other]) == (3, 6)
    assert narrowed(value, [value != other, other < 5]) == (0, 9)
    endless = declaration.integer("endless", 0, 9, "endless", open_above=True)
    assert narrowed(endless, [endless <= other]) == (0, 6)
    assert narrowed(value, [value <= endless]) == (0, 9)
