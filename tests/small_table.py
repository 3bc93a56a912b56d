"""A small machine under construction, and whether a claim holds of it."""

from __future__ import annotations

from dicelaw.checker.verdicts import Verdict
from dicelaw.checker.verify.proof_session import Plan, ProofSession
from dicelaw.model.kernel.expressions import Expr, constant
from dicelaw.model.kernel.graph import Agent, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration
from dicelaw.specs.property import Always, Claim, Property

ANN = constant(0)


class Table:
    """A machine under construction: coins, a price and debts without a bound, in a shop."""

    def __init__(self) -> None:
        self.declaration, self.timing = Declaration(), TimingGraph()
        self.coins = self.declaration.integer("coins", 0, 9, "the coins")
        self.price = self.declaration.integer("price", 0, 9, "the price")
        self.won = self.declaration.integer("won", 0, 99, "what was won", open_above=True)
        self.debts = self.declaration.integer("debts", 0, 99, "the debts", open_above=True)
        self.timing.point("shop", Kind.DECISION, "a seat decides")

    def add(self, id: str, actor: Expr | Agent = ANN, *, to: str = "shop", **parts: object) -> None:
        """A transition that leaves the shop."""
        self.timing.add(id, "shop", to, actor, id, **parts)  # type: ignore[arg-type]  # as that takes them

    @property
    def machine(self) -> Machine:
        """The machine, which begins with 5 coins."""
        return build(
            "table", self.declaration, self.timing,
            start_at="shop", start={self.coins: 5, self.price: 2}, seats=("Ann", "Bob"),
        )  # fmt: skip


def verdict(machine: Machine, claim: Claim, *invariants: Expr) -> Verdict:
    """The verdict on ``claim``, which may assume ``invariants``, of which each has to be proved as well."""
    given = [
        Property(f"given {number}", "what is assumed", Always(one), machine="table")
        for number, one in enumerate(invariants)
    ]
    using = tuple(one.id for one in given)
    one = Property("claimed", "what is claimed", claim, using=using, machine="table")
    plan = Plan("small", [*given, one], {"table": machine}, lambda *_: machine.start, steps=400)
    return ProofSession(plan).verdict(one)


def holds(table: Table, claim: Claim, *invariants: Expr) -> bool:
    """Whether ``claim`` is proved with the help of ``invariants``."""
    return verdict(table.machine, claim, *invariants).is_proof
