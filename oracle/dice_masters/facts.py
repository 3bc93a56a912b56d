"""What stands in the way of a decision at a table, and what the options of a choice are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import Expr, number
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games.decisions import verb_of
from dicelaw.oracle.games.session import Session

OPTIONS = frozenset({"first", "second"})
PRICE = "cost/unpayable-not-used"
"""The rule that demands so much energy, among other things."""
TYPED = ("purchase/type-match", "global/pay-energy")
"""Rules, without their edition, that demand energy of a type."""


def option(session: Session, move: Move) -> str:
    """See :class:`~dicelaw.oracle.games.description.Description`."""
    transition = session.transition(move)
    return transition.says if verb_of(transition.id) in OPTIONS else ""


def facts(session: Session, state: State, move: Move) -> Sequence[str]:
    """See :class:`~dicelaw.oracle.games.description.Description`: prices, and dice that lie elsewhere."""
    transition, table = session.transition(move), session.machine
    found = [*_prices(session, state, move)]
    for choice, value in zip(transition.choices, move[1:], strict=True):
        name = choice.label(value)
        slot = table.slot_index.get(f"zone[{name}]")
        if slot is not None and _in_the_way(session, state, move, slot):
            found.append(f"{name} is in this zone: {table.slots[slot].label(state[slot])}")
    return found


def _prices(session: Session, state: State, move: Move) -> Iterator[str]:
    """How much ``move`` costs and what there is to pay with, where that is not enough or not of the type."""
    reader = session.reader
    choices, actor = reader.decision(move).choices, reader.actor(state, move)
    if not isinstance(actor, int):
        return
    virtual = [at for name, at in session.machine.slot_index.items() if name.startswith("virtual[")]
    for unmet in reader.why_not(state, move):
        rule = reader.rule_of(unmet, state, move)
        there, price = _compared(unmet.holds) or (number(0), number(0))
        of_energy = rule == PRICE and any(there.reads >> slot & 1 for slot in virtual)
        owned, wanted = (reader.value(one, state, choices) for one in (there, price))
        if of_energy and owned < wanted:
            yield f"this takes {wanted} energy, and {owned} can be paid"
        elif rule.partition("@")[0] in TYPED:
            yield f"what can be paid is {_energy(session, state, actor)}"


def _energy(session: Session, state: State, seat: int) -> str:
    """The energy with which ``seat`` can pay."""
    from dicelaw.oracle.games.description import description

    player = description(session.name).standing(session, state)["players"][seat]
    faces = [
        die["face"] for die in player["reserve"].values() if not die["face"].startswith(("level", "action"))
    ]
    return ", ".join(faces + [f"{player['virtual']} without a die"] * bool(player["virtual"])) or "nothing"


def _compared(holds: Expr) -> tuple[Expr, Expr] | None:
    """What is compared in ``holds``: what there is, and how much of it is wanted."""
    if holds.op == "<=":
        return holds.operands[1], holds.operands[0]
    found = (_compared(part) for part in holds.operands if holds.op == "and")
    return next((one for one in found if one is not None), None)


def _in_the_way(session: Session, state: State, move: Move, slot: int) -> bool:
    """Whether with another value of ``slot`` less would stand in the way of ``move``."""
    reader, domain = session.reader, session.machine.slots[slot]
    unmet = len(reader.why_not(state, move))
    values = range(domain.lo, domain.hi + 1)
    return any(len(reader.why_not((*state[:slot], one, *state[slot + 1 :]), move)) < unmet for one in values)
