"""Which entries the steps of a game use, and which lie on the table, as expressions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from dicelaw.checker.search.step_monitor import after
from dicelaw.checker.search.uses import Uses
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.expressions import FALSE, Expr, any_of, negate
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.state import field_at


def uses_of(
    made: DuelMachine, entries: Sequence[str], actions: Sequence[str], due: Mapping[int, Set[str]],
    tokens: Iterable[tuple[int, str]],
) -> Uses:  # fmt: skip
    """What the steps of ``made`` use of ``entries``.

    ``actions`` has the entry that each action is, ``due`` those that run by themselves, by where they begin,
    of which the first counts, and ``tokens`` the slots that have tokens, each with its entry.
    """
    places = {id: place for place, id in enumerate(entries)}
    table, d = made.content, made.duel
    assert isinstance(table, TableContent)

    def numbered(name: str, ids: Iterable[str], index: Expr) -> Expr:
        return lookup(name, [places.get(id, -1) + 1 for id in ids], index)

    of: dict[int, Expr] = {}
    starts = [min(due.get(row, {""})) for row in range(table.pc_top + 1)]
    for place, one in enumerate(made.machine.transitions):
        for choice in one.choices:
            if choice.name == "action":
                of[place] = numbered("entry of the action", actions, choice)
            elif choice.name == "ability":
                names = table.ability_names(one.id.startswith("defense/"))
                of[place] = numbered("entry of the ability", names, choice)
            elif choice.name == "card" and one.id.endswith("/upgrade"):
                of[place] = numbered("entry of the card", actions, d.turn * table.deck + choice)
        if one.id.endswith("/due/run"):
            of[place] = numbered("entry that runs", starts, after(made.machine, one, d.pc[1]))
    lying: dict[int, Expr] = {}
    for slot, id in tokens:
        if (at := places.get(id)) is not None:
            has = negate(field_at(slot, made.machine.slots[slot]) == 0)
            lying[at] = any_of(lying.get(at, FALSE), has)
    return Uses(entries, of, lying, d.turn)
