"""Whether another machine says the same of all that was asked of one: then what was asked comes out alike."""

import pytest
from small_table import Table

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import at_least, constant
from dicelaw.model.kernel.kept_code import KeptCode
from dicelaw.model.kernel.likeness import ByNames, framed_alike
from dicelaw.model.kernel.unbuilt import Unbuilt
from dicelaw.model.kernel.watched import Watched


def _machine(least=1, paid=1, actor=0, more=False):
    """A shop where a coin is spent while there are ``least``, for ``paid``; ``more`` lets one borrow."""
    table = Table()
    table.add(
        "spend", constant(actor),
        requires=[(table.coins >= least, "rule/coins")],
        effect={table.coins: at_least(table.coins - paid, 0), table.won: table.won + 1},
    )  # fmt: skip
    if more:
        table.add("borrow", effect={table.debts: table.debts + 1})
    return table.machine


def _watched(steps):
    """A reader that was asked what is legal, and to spend ``steps`` of the 5 coins."""
    reader = Watched(Concrete(_machine()))
    state = reader.machine.start
    for _ in range(steps):
        (move,) = reader.enabled(state)
        state = reader.step(state, move)
    reader.enabled(state)
    return reader


@pytest.mark.parametrize(
    ("other", "alike"),
    [
        ({}, True),
        ({"least": 3}, True),
        ({"least": 4}, False),
        ({"paid": 2}, False),
        ({"actor": 1}, False),
        ({"more": True}, False),
    ],
)
def test_after_two_coins_are_spent_only_what_differs_from_five_to_three_counts(other, alike):
    assert _watched(2).agrees(Concrete(_machine(**other)), ByNames()) is alike


@pytest.mark.parametrize("steps", [0, 2])
@pytest.mark.parametrize("changed", [{"least": 3}, {"least": 4}, {"paid": 2}, {"actor": 1}])
def test_by_kept_code_a_machine_that_is_not_built_is_found_as_alike_as_a_built_one(steps, changed):
    watched, other = _watched(steps), Concrete(_machine(**changed))
    assert framed_alike(watched.machine, other.machine)
    kept, more = {}, []
    for _ in range(2):
        code = KeptCode(kept, lambda: other.compiler)
        unbuilt = Unbuilt(watched.plain, [0], code)
        assert watched.agrees_unbuilt(unbuilt) is watched.agrees(other, ByNames())
        more.append(code.more)
    assert more == [True, False]


def test_one_with_more_transitions_is_framed_otherwise():
    assert not framed_alike(_machine(), _machine(more=True))


def test_what_a_step_does_counts_only_where_it_was_taken():
    assert _watched(0).agrees(Concrete(_machine(paid=2)), ByNames())


def test_it_says_what_its_plain_reader_says():
    reader = _watched(1)
    state = reader.machine.start
    assert reader.enabled(state) == reader.plain.enabled(state)
    assert reader.attempt(state, (0,)) == reader.plain.attempt(state, (0,))
