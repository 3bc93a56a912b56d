"""What is activated is what was announced: an invariant about a duel whose abilities are known."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.expressions import all_of, implies
from dicelaw.model.kernel.lookups import lookup
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.property import AllOf, Always, Goal, Property


def announced(made: DuelMachine) -> Property:
    """An ability is treated as an Ultimate just if it is printed as one."""
    d = made.duel
    assert isinstance(made.content, TableContent)
    printed = [0, *(int(ability.is_ultimate) for _, ability in made.content.printed())]
    is_ultimate = lookup("it is printed as an Ultimate", printed, d.announced)
    parts = (
        implies(d.activations == 0, d.announced_ultimate == is_ultimate),
        implies(d.activated == 1, all_of(d.announced_ultimate == is_ultimate, d.ultimate == is_ultimate)),
    )
    return Property(
        "play/announced",
        "An ability that is announced or activated is treated as an Ultimate just if it is printed as one.",
        AllOf(tuple(Always(part, ("*", "!over")) for part in parts)),
        ("ultimate/five-sixes",),
        goal=Goal("an Ultimate is activated", d.ultimate == 1),
        bug=rewriting(
            "offense/choose/announce", d.announced_ultimate, lambda _: d.announced_ultimate * 0,
            "nothing is announced as an Ultimate",
        ),
    )  # fmt: skip
