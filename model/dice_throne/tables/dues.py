"""What runs by itself: the programs of status effects and passive abilities, laid out by moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicelaw.model.dice_throne.declared.moments import BEARERS
from dicelaw.model.dice_throne.language import Hero, Moment, Status, Trigger
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import SLOTS
from dicelaw.model.dice_throne.state.rows import TriggerRow
from dicelaw.model.dice_throne.tables.code import Code
from dicelaw.model.kernel.expressions import Expr, all_of, at_most, constant, number, total, where
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import lookup

TOP_LEVEL = 3


@dataclass(frozen=True)
class Due:
    """One program: of a status effect (``kind``), or of the space ``slot`` of the hero in ``seat``."""

    name: str
    trigger: Trigger
    start: int
    kind: int = 0
    spared: tuple[int, ...] = ()
    seat: int = 0
    slot: int = 0
    level: int = 0
    last: int = 0


def bearer(duel: Duel, moment: Moment) -> Expr:
    """Whose programs run at ``moment``; both players' before the first turn, which this does not tell."""
    found: Expr = BEARERS[moment](duel)
    return found


class Dues:
    """The programs of a duel that run by themselves."""

    def __init__(self, statuses: Sequence[Status], heroes: Sequence[Hero], code: Code) -> None:
        self._all = [
            Due(status.id, trigger, code.place(trigger.program), kind, _spared(status, heroes))
            for kind, status in enumerate(statuses)
            for trigger in status.triggers
        ]
        for seat, hero in enumerate(heroes):
            for slot, level, trigger in hero.passives:
                last = min((higher for place, higher, _ in hero.passives if place == slot and higher > level),
                           default=TOP_LEVEL + 1) - 1  # fmt: skip
                name = f"{hero.id}/{hero.slots[slot]}"
                start = code.place(trigger.program)
                self._all.append(Due(name, trigger, start, seat=seat, slot=slot, level=level, last=last))
        self.most = max(1, *(len(self._at([moment])) for moment in Moment)) if self._all else 1
        both = len(self._at([Moment.PHASE_OVER, Moment.OPPONENT_PHASE_OVER]))
        self.most = max(self.most, both)

    def starts(self) -> list[tuple[str, int]]:
        """The name of each program, and where it begins."""
        return [(due.name, due.start) for due in self._all]

    def programs(self, duel: Duel, moments: Sequence[Moment]) -> list[tuple[int, Expr]]:
        """Where each program begins that is due at ``moments``, and whose it is."""
        return [(due.start, _whose(duel, due)) for due in self._at(moments)]

    def _at(self, moments: Sequence[Moment]) -> list[Due]:
        return [due for due in self._all if due.trigger.at in moments]

    def noted(self, duel: Duel, moments: Sequence[Moment]) -> dict[Expr, Expr]:
        """The effect of noting what is due at ``moments``."""
        rows = self._at(moments)
        effect: dict[Expr, Expr] = {}
        for place in range(self.most):
            effect[duel.due[place]] = _times(duel, rows[place]) if place < len(rows) else constant(0)
        return effect

    def row(self, duel: Duel, moments: Sequence[Moment]) -> TriggerRow:
        """What is due at ``moments``."""
        rows = self._at(moments)
        choice = Choice("effect", 0, max(len(rows), 1) - 1, [row.name for row in rows] or ["none"])
        said = duel.definitions.said
        still = [_still(duel, row, duel.due[place]) for place, row in enumerate(rows)]
        first: Expr = constant(0)
        for place in reversed(range(len(rows))):
            first = said("the first that is due", where(still[place] >= 1, place, first))

        def left(which: Expr) -> Expr:
            found: Expr = constant(0)
            for place, times in enumerate(still):
                found = where(which == place, times, found)
            return said("how often it is still due", found)

        def started(which: Expr) -> tuple[Expr, Expr]:
            starts = [row.start for row in rows] + [0] * (self.most - len(rows))
            start = lookup("program of what is due", starts, which)
            owner: Expr = constant(0)
            for place, row in enumerate(rows):
                owner = said("whose due effect it is", where(which == place, _whose(duel, row), owner))
            return start, owner

        due = total(said("it is due", at_most(times, 1)) for times in still)
        return TriggerRow((choice,), choice, first, due, started, left)


def _whose(duel: Duel, due: Due) -> Expr:
    """Whose program ``due`` is."""
    return bearer(duel, due.trigger.at) if due.kind else number(due.seat)


def _still(duel: Duel, due: Due, times: Expr) -> Expr:
    """How often ``due``, which was noted to run so many ``times``, is still to run: not without its token."""
    if not due.kind:
        return times
    left = at_most(times, duel.token(_whose(duel, due), due.kind))
    return duel.definitions.said("how often what is noted is still due", left)


def _times(duel: Duel, due: Due) -> Expr:
    """How often ``due`` is to run."""
    moment = due.trigger.at
    whose = bearer(duel, moment)
    if not due.kind:
        level = duel.level[due.seat * SLOTS + due.slot]
        there = all_of(due.level <= level, level <= due.last)
        if moment is not Moment.SETUP:
            there = all_of(there, whose == due.seat)
        return where(there, 1, 0)
    held = duel.token(whose, due.kind)
    times = held if due.trigger.each else at_most(held, 1)
    for seat in due.spared:
        times = where(whose == seat, 0, times)
    return times


def _spared(status: Status, heroes: Sequence[Hero]) -> tuple[int, ...]:
    return tuple(seat for seat, hero in enumerate(heroes) if status.spares in (hero.id, f"@{seat}"))
