"""What each kind of claim has to notice, on machines with a single mistake of that kind."""

from __future__ import annotations

import pytest
from small_table import ANN, Table, holds, verdict

from dicelaw.checker.verdicts import Outcome
from dicelaw.checker.verify.proof_session import Plan, ProofSession
from dicelaw.model.kernel.expressions import Operation, all_of, at_least, at_most, constant, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind
from dicelaw.model.kernel.state import Field
from dicelaw.specs.patterns import is_at
from dicelaw.specs.property import (
    Always,
    Chosen,
    Commute,
    Covered,
    Deterministic,
    Exactly,
    NeverStuck,
    OneOwner,
    Progress,
    Property,
    Unchanged,
    after,
)


def test_one_step_that_writes_what_the_other_reads_does_not_commute_with_it() -> None:
    table = Table()
    table.add("raise", effect={table.price: at_most(table.price + 1, 9)})
    table.add("win", effect={table.won: table.won + table.price})
    assert not holds(table, Commute((table.won,), ("raise", "win")))
    assert holds(table, Commute((table.won,), ("raise", "win"), own="price"))
    assert holds(table, Commute((table.won,), "win"))


def test_a_step_that_forbids_the_other_does_not_commute_with_it() -> None:
    table = Table()
    table.add("close", effect={table.price: 0})
    table.add("win", requires=[(table.price >= 1, "rule/open")], effect={table.won: table.won + 1})
    assert not holds(table, Commute((table.won,), ("close", "win")))


@pytest.mark.parametrize("measure", [lambda table: table.coins - table.debts, lambda table: 9 - table.debts])
def test_what_goes_down_without_a_lower_bound_may_do_so_for_ever(measure) -> None:
    table = Table()
    table.add("borrow", effect={table.debts: table.debts + 1})
    assert not holds(table, Progress((("what goes down", measure(table)),)))


@pytest.mark.parametrize("measure", [lambda table: table.won, lambda table: table.coins - 20])
def test_a_lower_bound_may_be_any_number(measure) -> None:
    table = Table()
    enough = [(table.won >= 1, "rule/won"), (table.coins >= 1, "rule/coins")]
    table.add("spend", requires=enough, effect={table.won: table.won - 1, table.coins: table.coins - 1})
    assert holds(table, Progress((("what goes down", measure(table)),)))


def test_a_lower_bound_may_come_from_an_invariant() -> None:
    table = Table()
    table.add(
        "borrow", effect={table.debts: table.debts + 1}, requires=[(table.debts < table.won, "rule/limit")]
    )
    measure = ("credit left", table.won - table.debts)
    credit = Property("credit", "debts have a limit", Always(table.debts <= table.won), machine="table")
    ends = Property("ends", "it ends", Progress((measure,)), using=("credit",), machine="table")
    machine = table.machine
    session = ProofSession(
        Plan("small", [credit, ends], {"table": machine}, lambda *_: machine.start, steps=0)
    )
    assert session.verdict(ends).is_proof
    assert not holds(table, Progress((measure,)))


def test_a_measure_that_z3_gives_up_is_not_known_to_fail() -> None:
    table = Table()
    more = [(table.won * table.coins * table.price >= 1, "rule/worth")]
    table.add("spend", requires=more, effect={table.won: at_least(table.won - table.price, 0)})
    machine = table.machine
    ends = Property("ends", "it ends", Progress((("won", table.won),)), machine="table")
    plan = Plan("small", [ends], {"table": machine}, lambda *_: machine.start, steps=0)
    short, long = ProofSession(plan, resources=1), ProofSession(plan)
    given_up = short.verdict(ends)
    assert given_up.outcome is Outcome.UNKNOWN
    assert given_up.evidence.endswith("as far as z3 was asked")
    assert "ends" in short.proofs("table").undecided
    assert long.verdict(ends).is_proof
    assert not long.proofs("table").undecided


CUTS = {
    "plain": lambda t: at_least(t.coins - t.price, 0),
    "within another bound": lambda t: at_most(at_least(t.coins - t.price, 0), 9),
    "added to": lambda t: at_most(at_least(t.coins - t.price, 0) + 1, 9),
    "the other way round": lambda t: Operation("max", (constant(0), t.coins - t.price), 0, 9),
    "in one case": lambda t: where(t.won == 0, at_least(t.coins - t.price, 0), t.coins),
    "as a case of its own": lambda t: where(t.coins < t.price, 0, t.coins - t.price),
    "as the other case": lambda t: where(t.coins >= t.price, t.coins - t.price, 0),
}


@pytest.mark.parametrize("paid", CUTS.values(), ids=CUTS)
def test_what_is_cut_off_is_seen_however_it_is_written(paid) -> None:
    table = Table()
    table.add("pay", effect={table.coins: paid(table)})
    assert not holds(table, Covered())
    assert not holds(table, Covered(fields="coins"))
    assert holds(table, Covered(fields="price"))
    covered = Table()
    covered.add("pay", requires=[(covered.coins >= covered.price, "rule/price")], effect={
        covered.coins: paid(covered)
    })  # fmt: skip
    assert holds(covered, Covered())


def test_whose_a_decision_is_may_hang_on_a_choice() -> None:
    table, who = Table(), Choice("who", 0, 1)
    table.add("call", who, choices=[who])
    assert not holds(table, OneOwner())


def test_two_decisions_have_choices_of_their_own() -> None:
    table, card = Table(), Choice("card", 0, 5)
    table.add("play", ANN, choices=[card], requires=[(card == 1, "rule/one")])
    table.add("answer", constant(1), choices=[card], requires=[(card == 2, "rule/two")])
    assert not holds(table, OneOwner())


@pytest.mark.parametrize("actor", [Agent.CHANCE, Agent.RULES])
def test_nothing_happens_beside_a_decision(actor) -> None:
    table = Table()
    table.add("play")
    assert holds(table, OneOwner())
    table.add("roll", actor)
    assert not holds(table, OneOwner())


def test_what_the_rules_choose_is_not_determined_unless_it_comes_to_the_same() -> None:
    table, much = Table(), Choice("much", 0, 3)
    table.add("pay", Agent.RULES, choices=[much], effect={table.coins: much})
    assert not holds(table, Deterministic())
    assert holds(table, Deterministic(content=("much",)))
    same = Table()
    same.add("pay", Agent.RULES, choices=[much], effect={same.coins: where(much >= 0, 1, 2)})
    assert holds(same, Deterministic())


def test_what_the_rules_do_is_not_determined_by_the_same_choice() -> None:
    table, much = Table(), Choice("much", 0, 3)
    table.add("pay", Agent.RULES, choices=[much], requires=[(much == 1, "rule/one")])
    table.add("owe", Agent.RULES, choices=[much], requires=[(much == 2, "rule/two")])
    assert not holds(table, Deterministic())


def test_what_the_rules_do_is_not_determined_beside_chance() -> None:
    table = Table()
    table.add("pay", Agent.RULES)
    assert holds(table, Deterministic())
    table.add("roll", Agent.CHANCE)
    assert not holds(table, Deterministic())


def test_a_claim_may_be_about_the_timing_point() -> None:
    table = Table()
    table.add("stay")
    table.timing.point("street", Kind.FINAL, "it is over")
    table.add("leave", to="street")
    machine = table.machine
    here = Field(0, machine.slots[0])
    street = machine.point_index["street"]
    found = verdict(machine, Always(here != street))
    assert found.outcome is Outcome.REFUTED
    assert len(found.witness.moves) == 1
    assert verdict(machine, Unchanged((here,), along="leave")).outcome is Outcome.REFUTED
    assert verdict(machine, Unchanged((here,), along="stay")).is_proof
    assert verdict(machine, Unchanged((here,), given=here == street)).is_proof


def test_a_proof_without_a_check_says_why() -> None:
    table = Table()
    table.add("stay")
    said = verdict(table.machine, Unchanged((table.coins,))).evidence
    assert said == "0 checks: by what they write, none of 1 kinds of steps can break it"
    said = verdict(table.machine, Unchanged((table.coins,), along="sell")).evidence
    assert said == "0 checks: `along` (sell) matches no transition of this machine"


def test_a_point_that_is_left_is_progress_where_the_way_back_costs_something() -> None:
    table = Table()
    table.timing.point("street", Kind.DECISION, "outside")
    table.add("leave", to="street")
    table.timing.add(
        "back", "street", "shop", ANN, "back",
        requires=[(table.coins >= 1, "rule/paid")], effect={table.coins: at_least(table.coins - 1, 0)},
    )  # fmt: skip
    inside = where(is_at(table.machine, "shop"), 1, 0)
    assert not holds(table, Progress((("being inside", inside),)))
    assert holds(table, Progress((("coins and being inside", 2 * table.coins + inside),)))


def test_where_a_claim_says_nothing_play_may_be_stuck() -> None:
    table = Table()
    table.timing.point("street", Kind.DECISION, "outside")
    table.timing.add("stroll", "street", "street", ANN, "stroll")
    table.add("buy", to="street", requires=[(table.coins >= 1, "rule/paid")])
    assert not holds(table, NeverStuck())
    assert holds(table, NeverStuck(table.coins >= 1))
    assert holds(table, NeverStuck(at="street"))


def _paying(least: int, by: int) -> Table:
    """A table at which an amount may be paid that is ``least`` at least, with ``by`` coins more."""
    table, amount = Table(), Choice("amount", 0, 3)
    demands = [(amount >= least, "rule/least"), (table.coins >= amount, "rule/coins")]
    table.add("pay", choices=[amount], requires=demands, effect={table.coins: table.coins - amount - by})
    return table


@pytest.mark.parametrize(
    ("least", "by", "right"), [(1, 0, True), (0, 0, False), (2, 0, False), (1, 1, False)]
)
def test_a_step_may_be_taken_just_where_the_text_says_and_does_just_that(least, by, right) -> None:
    """What allows too much, what forbids too much, and what does something else is no proof."""
    table, amount = _paying(least, by), Chosen("amount")
    when = all_of(amount >= 1, table.coins >= amount)
    assert holds(table, Exactly(when, "pay", after(table.coins) == table.coins - amount)) is right


def test_a_step_that_is_not_there_may_not_be_taken() -> None:
    table = _paying(1, 0)
    assert not holds(table, Exactly(table.coins >= 1, ("pay", "borrow"), given=Chosen("amount") == 1))
    assert holds(table, Exactly(table.coins >= 1, "pay", given=Chosen("amount") == 1))
