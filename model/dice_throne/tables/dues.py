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
    """One program: of a status effect (``kind``), or of the space ``slot`` of the hero in ``seat``.

    That of a status effect has a ``seat`` where more than one player can have it due at once.
    """

    name: str
    trigger: Trigger
    start: int
    kind: int = 0
    spared: tuple[int, ...] = ()
    seat: int | None = None
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
            Due(name, trigger, code.place(trigger.program), kind, _spared(status, heroes), seat)
            for kind, status in enumerate(statuses)
            for trigger in status.triggers
            for name, seat in _bearers(status.id, trigger.at, len(heroes))
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
        choice = Choice("effect", 0, max(len(rows), 1) - 1, _apart(rows) or ["none"])
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


def _apart(rows: Sequence[Due]) -> list[str]:
    """The names of ``rows``, with a number where an entry has several that are due at once."""
    entries = [(row.kind, row.seat, row.slot, row.level) for row in rows]
    before = [entries[:place].count(entry) for place, entry in enumerate(entries)]
    return [
        f"{row.name} ({1 + times})" if times else row.name for row, times in zip(rows, before, strict=True)
    ]


def _bearers(name: str, at: Moment, seats: int) -> list[tuple[str, int | None]]:
    """How the program ``name`` of a status effect is called, and whose it is, for each who can have it."""
    if at is not Moment.OPPONENT_PHASE_OVER or seats == 2:
        return [(name, None)]
    return [(f"{name} of {seat + 1}", seat) for seat in range(seats)]


def _whose(duel: Duel, due: Due) -> Expr:
    """Whose program ``due`` is."""
    return bearer(duel, due.trigger.at) if due.seat is None else number(due.seat)


def _concerned(duel: Duel, moment: Moment, seat: int) -> Expr:
    """Whether ``moment`` is one of the player in ``seat``; a phase of an opponent is one of all opponents."""
    if moment is Moment.OPPONENT_PHASE_OVER and not duel.seats.duel:
        return all_of(duel.opposed(seat, duel.attacker), duel.plays(seat))
    return bearer(duel, moment) == seat


def _still(duel: Duel, due: Due, times: Expr) -> Expr:
    """How often ``due``, which was noted to run so many ``times``, is still to run.

    A program of a status effect does not run without its token, and none of the board of a stunned player.
    """
    if not due.kind:
        return where(duel.stunned(_whose(duel, due)), 0, times)
    left = at_most(times, duel.token(_whose(duel, due), due.kind))
    return duel.definitions.said("how often what is noted is still due", left)


def _times(duel: Duel, due: Due) -> Expr:
    """How often ``due`` is to run."""
    moment, whose = due.trigger.at, _whose(duel, due)
    if due.kind:
        held = duel.token(whose, due.kind)
        times = held if due.trigger.each else at_most(held, 1)
        for seat in due.spared:
            times = where(whose == seat, 0, times)
    else:
        level = duel.level[whose * SLOTS + due.slot]
        times = where(all_of(due.level <= level, level <= due.last), 1, 0)
    if due.seat is None or moment is Moment.SETUP:
        return times
    return where(_concerned(duel, moment, due.seat), times, 0)


def _spared(status: Status, heroes: Sequence[Hero]) -> tuple[int, ...]:
    return tuple(seat for seat, hero in enumerate(heroes) if status.spares in (hero.id, f"@{seat}"))
