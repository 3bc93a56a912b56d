"""Expressions that say the same are one object, for as long as somebody has it."""

import gc
from weakref import ref

from dicelaw.model.kernel.expressions import Expr, all_of, larger, where
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import Table, lookup, open_lookup
from dicelaw.model.kernel.state import Declaration, Slot, field_at


def _said() -> list[Expr]:
    """One expression of each kind, made anew."""
    made = Declaration()
    left, dice = made.integer("left", 0, 9, "what is left"), made.array("dice", 4, 1, 6, "the dice")
    shown = dice[left % 4]
    return [left, shown, lookup("price", (1, 4, 9), left), larger(left - 3, shown),
            where(all_of(left > 2, shown == 6), left // 2, 0)]  # fmt: skip


def test_what_is_made_twice_is_one_object():
    for one, other in zip(_said(), _said(), strict=True):
        assert one is other


def test_what_differs_in_one_respect_is_another_object():
    slot, narrower = Slot("left", 0, 9, "what is left"), Slot("left", 0, 8, "what is left")
    assert field_at(1, slot) is not field_at(1, narrower)
    assert field_at(1, slot) is not field_at(2, slot)
    left = field_at(1, slot)
    assert lookup("price", (1, 4, 9), left) is not lookup("price", (1, 4, 8), left)
    assert lookup("price", (1, 4, 9), left) is not lookup("cost", (1, 4, 9), left)
    assert (left < 3) is not (left <= 3)
    assert open_lookup("price", Table([1, 2]), left, 0, 9) is not open_lookup(
        "price", Table([1, 2]), left, 0, 9
    )


def test_a_choice_is_like_no_other():
    one, other = Choice("die", 0, 3), Choice("die", 0, 3)
    assert one is not other
    assert (one == 1) is not (other == 1)


def test_what_nobody_has_any_more_is_forgotten():
    left = field_at(1, Slot("left", 0, 9, "what is left"))
    kept = ref(left * 7 + 5)
    gc.collect()
    assert kept() is None
