"""What the modules of the duel share: the state, the timing graph, the content and the readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dicelaw.model.dice_throne.duel_state import ALL_DICE, ATTEMPTS, OFFENSE_ROLL, PHASES, WINDOWS, Duel
from dicelaw.model.dice_throne.tables import Content
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, negate, where
from dicelaw.model.kernel.fragments.priority_window import Window, priority_window
from dicelaw.model.kernel.graph import TimingGraph

Writes = dict[Expr, Expr | int]
Demands = list[tuple[Expr | bool, str]]


@dataclass(frozen=True)
class Rules:
    """One duel under construction."""

    duel: Duel
    timing: TimingGraph
    content: Content
    readings: Mapping[str, str]

    def reads(self, point: str, answer: str) -> bool:
        """Whether the open point ``point`` is answered by ``answer``."""
        return self.readings[point] == answer

    def barred(self, seat: Expr) -> Expr:
        """Whether ``seat`` may do nothing now: stunned, or silenced by an activated Ultimate."""
        if self.reads("ultimate-silence", "everyone"):
            return self.duel.stunned(seat) | (self.duel.ultimate == 1)
        return self.duel.silenced(seat)

    def free(self, seat: Expr) -> Demands:
        """What every decision of ``seat`` requires: neither stunned nor silenced by an activated Ultimate."""
        d = self.duel
        silenced = all_of(d.ultimate == 1, seat != d.attacker)
        if self.reads("ultimate-silence", "everyone"):
            silenced = d.ultimate == 1
        return [
            (negate(d.stunned(seat)), "status/stun/no-actions"),
            (negate(silenced), "ultimate/no-opponent-action"),
        ]

    def window(self, id: str, says: str, close_to: str, close_effect: Writes | None = None) -> Window:
        """A priority window for both players, the active one first."""
        return priority_window(
            self.timing,
            id,
            says,
            holder=self.duel.holder,
            first=self.duel.turn,
            seats=2,
            barred=self.barred,
            free=self.free,
            close_to=close_to,
            close_effect=close_effect,
            pass_rule="priority/active-player-first",
            barred_rule="status/stun/no-actions",
        )

    def in_phase(self, *phases: str) -> Expr:
        """Whether it is one of ``phases``."""
        return any_of(*(self.duel.phase == PHASES.index(phase) for phase in phases))

    def enter(self, phase: str) -> Writes:
        """The effect of entering ``phase``."""
        return {self.duel.phase: PHASES.index(phase)}

    def opening(self) -> Writes:
        """The effect of entering a window."""
        return {self.duel.holder: self.duel.turn}


def site(id: str) -> int:
    """The number of the window called ``id``."""
    return WINDOWS.index(id)


def fresh_phase(rules: Rules) -> Writes:
    """The effect of beginning an Offensive Roll Phase."""
    d = rules.duel
    return {
        **d.forget_attack(),
        **rules.enter("offense"),
        d.extra: 0,
        d.offense_begun: 1,
        d.pending: ALL_DICE,
        d.live: OFFENSE_ROLL,
        d.attempts: ATTEMPTS - 1,
        d.made: 1,
    }


def capped(value: Expr, floor: int, ceiling: Expr | int) -> Expr:
    """``value`` kept in ``floor..ceiling``."""
    low = where(value < floor, floor, value)
    return where(low > ceiling, ceiling, low)
