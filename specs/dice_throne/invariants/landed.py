"""How many tokens an attack can inflict: an invariant about a duel whose abilities are known."""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.dice_throne.language import Instruction, Op
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import LANDING
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, where
from dicelaw.model.kernel.lookups import lookup
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_throne.invariants.addresses import programs
from dicelaw.specs.dice_throne.invariants.contexts import in_phase
from dicelaw.specs.property import AllOf, Always, Goal, Property

MOST = 7
"""As many tokens of a kind as the state can note."""


def landed(made: DuelMachine) -> Property:
    """An attack has not inflicted more than what it has come to."""
    d = made.duel
    assert isinstance(made.content, TableContent)
    parts = tuple(Always(part, ("*", "!over")) for part in _landed(made, made.content))
    return Property(
        "play/landed",
        "An attack has inflicted no more tokens than its program says so far, and none before it lands.",
        AllOf(parts),
        ("def/inflict",),
        goal=Goal("an attack has inflicted a token", any_of(*(cell >= 1 for cell in d.landed))),
        bug=rewriting(
            "conclusion/apply/all", d.landed[0], lambda _: d.landed[0], "what was inflicted is not forgotten"
        ),
    )


def _landed(made: DuelMachine, content: TableContent) -> Iterator[Expr]:
    d = made.duel
    none = all_of(*(cell == 0 for cell in d.landed))
    yield any_of(all_of(in_phase(d, "defense"), d.activated == 1), none)
    for kind in range(1, d.kinds + 1):
        before: list[int] = []
        most = 0
        for program in programs(content):
            so_far = 0
            for row in program:
                before.append(min(so_far, MOST))
                so_far += _placed(row, kind)
            most = max(most, min(so_far, MOST))
        name = f"the tokens of kind {kind} before the instruction"
        yield d.landed[kind - 1] <= where(d.program == LANDING, lookup(name, before, d.pc[0]), most)


def _placed(row: Instruction, kind: int) -> int:
    """How many tokens of ``kind`` the instruction places at most."""
    if row.op is not Op.TOKEN or row.token != kind:
        return 0
    return MOST if row.per or row.add_sum or row.half else row.base
