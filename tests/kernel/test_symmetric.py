"""What a claim that two states go on alike has to notice, on two coins of which one or both are thrown."""

import pytest
from small_table import Table, holds

from dicelaw.model.kernel.expressions import where
from dicelaw.model.kernel.graph import Agent, Choice
from dicelaw.specs.property import Always, Chosen, Symmetric


def _exchanged(table, choices=(), **more):
    """That the coins and the price may change places."""
    return Symmetric(((table.coins, table.price), (table.price, table.coins)), choices, **more)


def _throwing(which="both", actor=Agent.CHANCE):
    table, side, first = Table(), Choice("side", 0, 1), Choice("first", 0, 1)
    chosen = first == 1
    table.add("throw", actor, choices=[side, first], effect={
        table.coins: where(chosen, side, table.coins) if which == "both" else side,
        table.price: where(chosen, table.price, side),
    })  # fmt: skip
    return table


OTHER = ((Chosen("first"), 1 - Chosen("first")),)


def test_what_treats_two_things_alike_tells_neither() -> None:
    table = _throwing()
    assert holds(table, _exchanged(table, OTHER))
    table.add("win", effect={table.won: table.coins + table.price})
    table.add("pay", requires=[((table.coins >= 1) & (table.price >= 1), "rule/both")])
    assert holds(table, _exchanged(table, OTHER))


def test_a_choice_that_is_not_named_anew_tells_them_apart() -> None:
    table = _throwing()
    assert not holds(table, _exchanged(table))


def test_a_step_that_prefers_one_tells_them_apart() -> None:
    table = _throwing("first")
    assert not holds(table, _exchanged(table, OTHER))


@pytest.mark.parametrize(
    "parts",
    [
        lambda table: {"effect": {table.won: table.coins}},
        lambda table: {"requires": [(table.coins >= 1, "rule/one")]},
        lambda table: {"actor": where(table.coins >= 1, 0, 1)},
        lambda table: {"effect": {table.won: table.won + 2 * table.coins + table.price}},
    ],
    ids=["is written", "is required", "decides who acts", "counts more"],
)
def test_what_reads_one_tells_them_apart(parts) -> None:
    table = _throwing()
    table.add("look", **parts(table))
    assert not holds(table, _exchanged(table, OTHER))


def test_a_step_may_lead_to_the_same_from_both() -> None:
    table = Table()
    table.add("empty", effect={table.coins: 0, table.price: 0})
    assert holds(table, _exchanged(table))


def test_a_step_that_leaves_where_it_was_claimed_tells_them_apart() -> None:
    table = Table()
    table.add("win", effect={table.won: table.won + 1})
    assert holds(table, _exchanged(table))
    assert not holds(table, _exchanged(table, where=table.won == 0))


def test_an_invariant_that_is_assumed_must_hold_of_the_image_too() -> None:
    table = Table()
    table.add("stay", effect={table.coins: table.coins, table.price: table.price})
    table.add(
        "look", requires=[(table.coins + table.price >= 10, "rule/rich"), (table.coins >= 5, "rule/one")]
    )
    assert not holds(table, _exchanged(table))
    assert holds(table, _exchanged(table), table.coins + table.price <= 9)
    assert holds(table, Always(table.coins >= 3))
    assert not holds(table, _exchanged(table), table.coins + table.price <= 9, table.coins >= 3)


def test_an_invariant_that_is_not_proved_helps_nothing() -> None:
    table = Table()
    table.add("earn", requires=[(table.coins <= 8, "rule/room"), (table.price <= 8, "rule/room")],
              effect={table.coins: table.coins + 1, table.price: table.price + 1})  # fmt: skip
    table.add(
        "look", requires=[(table.coins + table.price >= 10, "rule/rich"), (table.coins >= 7, "rule/one")]
    )
    assert not holds(table, _exchanged(table), table.coins + table.price <= 9)


def test_an_image_is_in_the_domains() -> None:
    table = Table()
    table.add("win", effect={table.won: table.won + 1})
    assert holds(table, Symmetric(((table.coins, 9 - table.coins),)))
    assert not holds(table, Symmetric(((table.coins, table.coins + 1),)))
    assert holds(table, Symmetric(((table.coins, table.coins + 1),), where=table.coins <= 8))


def test_what_is_unseen_makes_no_difference_until_it_is_read() -> None:
    table = Table()
    unseen = ((table.coins, where(table.debts >= 1, 0, table.coins)),)
    table.add("owe", requires=[(table.debts == 0, "rule/free")], effect={table.debts: 1})
    table.add("settle", requires=[(table.debts >= 1, "rule/owing")], effect={table.debts: 0, table.coins: 5})
    assert holds(table, Symmetric(unseen, unseen=unseen))
    table.add("forget", requires=[(table.debts >= 1, "rule/owing")], effect={table.debts: 0})
    assert not holds(table, Symmetric(unseen, unseen=unseen))


def test_an_image_may_choose_for_itself() -> None:
    table, any_number = Table(), Choice("any number", 0, 9)
    table.add("win", effect={table.won: table.won + 1})
    image = ((table.coins, any_number),)
    assert holds(table, Symmetric(image))
    table.add("spend", requires=[(table.coins >= 1, "rule/coins")], effect={table.coins: table.coins - 1})
    assert not holds(table, Symmetric(image))
