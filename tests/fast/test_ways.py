"""That something can always be done is shown by choices, as many as it takes, unless there are none."""

from __future__ import annotations

import pytest

from dicelaw.checker.proof import obligations, ways
from dicelaw.checker.proof.induction import Proofs
from dicelaw.checker.proof.reader import Reader
from dicelaw.model.kernel.expressions import any_of, where
from dicelaw.model.kernel.graph import Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.specs.property import NeverStuck, Property


def _lock(most: int) -> Machine:
    """A lock that opens by the two digits of a number from 0 to ``most``, in any state."""
    declaration, timing = Declaration(), TimingGraph()
    number = declaration.integer("number", 0, most, "what opens it")
    tens, ones = Choice("tens", 0, 9), Choice("ones", 0, 9)
    timing.point("closed", Kind.DECISION, "two digits are set")
    opens = [(10 * tens + ones == number, "lock/digits")]
    timing.add("open", "closed", "closed", number * 0, "open", choices=[tens, ones], requires=opens)
    return build("lock", declaration, timing, start_at="closed", start={}, seats=("1",), given=[number])


def _proved(machine: Machine, but: range = range(0)) -> bool:
    """Whether it is proved that the lock can be opened, of numbers ``but`` for these."""
    number = Field(1, machine.slots[1])
    given = any_of(number < but.start, number >= but.stop)
    one = Property("lock/opens", "It can be opened.", NeverStuck(given=given))
    return Proofs(Reader(machine), {one.id: one}).verdict(one)[0].is_proof


@pytest.mark.parametrize(("most", "opens"), [(9, True), (99, True), (100, False)])
def test_a_lock_of_two_digits_opens_up_to_99(most: int, opens: bool) -> None:
    assert _proved(_lock(most)) is opens


def test_a_choice_is_also_tried_with_a_value_that_it_is_compared_with_nowhere() -> None:
    """One key opens for nobody, one for a child, and all others for whoever is grown up."""
    declaration, timing = Declaration(), TimingGraph()
    age = declaration.integer("age", 0, 99, "how old somebody is")
    key = Choice("key", 0, 5)
    timing.point("closed", Kind.DECISION, "a key is picked")
    opens = [(where(key == 0, age > 99, where(key == 1, age < 18, age >= 18)), "lock/keys")]
    timing.add("open", "closed", "closed", age * 0, "open", choices=[key], requires=opens)
    lock = build("lock", declaration, timing, start_at="closed", start={}, seats=("1",), given=[age])
    assert _proved(lock)


def test_no_more_choices_are_tried_once_a_state_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    limits, instances = list[int](), ways._instances

    def noted(reader: Reader, transition: object, limit: int) -> object:
        limits.append(limit)
        return instances(reader, transition, limit)

    monkeypatch.setattr(ways, "_instances", noted)
    assert _proved(_lock(99))
    assert max(limits) == ways.INSTANCES
    limits.clear()
    assert not _proved(_lock(200), but=range(30, 100))
    assert max(limits) < ways.INSTANCES


def test_what_few_choices_show_needs_no_search_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> object:
        raise AssertionError("more choices were looked for")

    monkeypatch.setattr(obligations, "no_way", none)
    assert _proved(_lock(9))
    with pytest.raises(AssertionError, match="more choices"):
        _proved(_lock(99))
