import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import states

from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.graph import Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import WORD_BITS, Declaration, Packing, Slot


@st.composite
def _slots(draw):
    def slot(place):
        lo = draw(st.integers(-100, 100))
        bits = draw(st.integers(0, 20) | st.integers(0, WORD_BITS))
        return Slot(f"slot {place}", lo, lo + draw(st.integers(0, (1 << bits) - 1)), "a slot")

    return tuple(slot(place) for place in range(draw(st.integers(1, 30))))


@settings(max_examples=150)
@given(_slots(), st.data())
def test_a_packed_state_unpacks_to_itself(slots, data):
    packing = Packing.of(slots)
    ends = [tuple(slot.lo for slot in slots), tuple(slot.hi for slot in slots)]
    for state in [*ends, data.draw(states(slots))]:
        words = packing.pack(state)
        assert len(words) == packing.words
        assert all(0 <= word < 2**WORD_BITS for word in words)
        assert packing.unpack(words) == state


@settings(max_examples=150)
@given(_slots())
def test_slots_neither_overlap_nor_cross_a_word(slots):
    packing = Packing.of(slots)
    taken = set()
    for slot, (word, shift) in zip(slots, packing.places, strict=True):
        assert 0 <= word < packing.words
        assert shift + slot.bits <= WORD_BITS
        bits = {(word, shift + bit) for bit in range(slot.bits)}
        assert not bits & taken
        taken |= bits


@settings(max_examples=150)
@given(_slots())
def test_few_words_are_used(slots):
    words = Packing.of(slots).words
    total = sum(slot.bits for slot in slots)
    assert words <= max(1, 2 * -(-total // WORD_BITS) - 1)  # first fit leaves one word at most half empty
    if all(slot.bits <= 8 for slot in slots):
        assert words <= max(1, -(-total // (WORD_BITS - 7)))


@settings(max_examples=150)
@given(_slots(), st.data())
def test_a_value_outside_of_its_domain_is_not_packed(slots, data):
    state = list(data.draw(states(slots)))
    place = data.draw(st.integers(0, len(slots) - 1))
    state[place] = data.draw(st.sampled_from([slots[place].lo - 1, slots[place].hi + 1]))
    with pytest.raises(ValueError, match=rf"slot {place} = {state[place]} is outside"):
        Packing.of(slots).pack(tuple(state))


def test_a_state_of_another_length_is_not_packed():
    slots = (Slot("a", 0, 3, "a"), Slot("b", 0, 3, "b"))
    with pytest.raises(ValueError, match="argument 2 is longer"):
        Packing.of(slots).pack((1,))


def test_a_domain_wider_than_a_word_is_refused():
    with pytest.raises(ValueError, match="65 bits"):
        Packing.of((Slot("wide", 0, 2**64, "wide"),))
    assert Packing.of((Slot("wide", 0, 2**64 - 1, "wide"),)).words == 1


def test_slots_are_in_declaration_order_and_fields_know_their_names():
    declaration = Declaration()
    health = declaration.integer("health", 0, 60, "health")
    dice = declaration.array("dice", 2, 1, 6, "a die", index=("red", "blue"))
    colour = declaration.choice_of("colour", ("red", "blue"), "the colour")
    ready = declaration.flag("ready", "whether it is ready")
    names = [slot.name for slot in declaration.with_points(["here", "there"])]
    assert names == ["at", "health", "dice[red]", "dice[blue]", "colour", "ready"]
    assert [field.place for field in (health, *dice, colour, ready)] == [1, 2, 3, 4, 5]
    assert declaration.with_points(["here", "there"])[0].label(1) == "there"
    assert [dice[0].slot.label(3), colour.slot.label(1), ready.slot.label(1)] == ["3", "blue", "yes"]
    assert colour.is_value("blue").operands[1].value == 1
    assert [cell.slot.name for cell in dice[0:2]] == ["dice[red]", "dice[blue]"]
    with pytest.raises(ValueError, match="green"):
        colour.is_value("green")


def _counter(effect):
    declaration = Declaration()
    number = declaration.integer("number", -1, 5, "a number")
    row = declaration.array("row", 3, 0, 4, "a row")
    timing = TimingGraph()
    timing.point("here", Kind.DECISION, "here")
    by, at = Choice("by", -9, 9), Choice("at", 0, 2)
    timing.add("go", "here", "here", constant(0), "go", choices=[by, at], effect=effect(number, row, by, at))
    return Concrete(build("counter", declaration, timing, start_at="here", start={}, seats=("Ann",)))


@pytest.mark.parametrize("by", range(-9, 10))
def test_a_step_that_leaves_a_field_stops_loudly(by):
    reader = _counter(lambda number, _row, by, _at: {number: number + by})
    state = reader.machine.start
    if -1 <= by <= 5:
        assert reader.step(state, (0, by, 0)) == (0, by, 0, 0, 0)
    else:
        with pytest.raises(OutsideDomain, match=rf"^number would become {by}, outside of -1\.\.5$"):
            reader.step(state, (0, by, 0))


@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("by", [-1, 0, 4, 5])
def test_a_step_that_leaves_an_array_names_the_cell(by, at):
    reader = _counter(lambda _number, row, by, at: {row[at]: row[at] + by})
    if 0 <= by <= 4:
        assert reader.step(reader.machine.start, (0, by, at))[2 + at] == by
    else:
        with pytest.raises(OutsideDomain, match=rf"^row\[{at}\] would become {by}, outside of 0\.\.4$"):
            reader.step(reader.machine.start, (0, by, at))


def test_all_values_are_read_in_the_old_state_and_a_later_write_wins():
    reader = _counter(
        lambda number, row, by, at: [(row[0], 1), (row[at], row[0] + 2), (number, row[0] + 0 * by)]
    )
    assert reader.step(reader.machine.start, (0, 0, 0)) == (0, 0, 2, 0, 0)
    assert reader.step(reader.machine.start, (0, 0, 2)) == (0, 0, 1, 0, 2)


def test_an_endless_field_is_bounded_only_where_states_are_packed():
    declaration = Declaration()
    endless = declaration.integer("endless", 0, 7, "endless", open_above=True)
    assert (endless.lo, endless.hi) == (0, None)
    timing = TimingGraph()
    timing.point("here", Kind.RULES, "here")
    timing.add("more", "here", "here", constant(0), "more", effect={endless: endless + 1})
    machine = build("endless", declaration, timing, start_at="here", start={endless: 6}, seats=("Ann",))
    reader = Concrete(machine)
    full = reader.step(machine.start, (0,))
    assert full == (0, 7)
    with pytest.raises(OutsideDomain, match=r"endless would become 8, outside of 0\.\.7"):
        reader.step(full, (0,))
