"""What the modules of the duel share: the state, the timing graph, the content and the readings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from dicelaw.model.dice_throne.modes import DUEL, Mode
from dicelaw.model.dice_throne.readings import BY_ID
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ALL_DICE,
    ATTEMPTS,
    CP_MAX,
    OFFENSE_ROLL,
    PHASES,
    TARGETING_WINDOWS,
    WINDOWS,
)
from dicelaw.model.dice_throne.state.rows import Content
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, at_least, at_most, negate, where
from dicelaw.model.kernel.fragments.priority_window import Window, priority_window
from dicelaw.model.kernel.graph import Choice, TimingGraph
from dicelaw.model.kernel.state import ArrayField
from dicelaw.model.parts import Answers, Parts

Made = TypeVar("Made")
Writes = dict[Expr, Expr | int]
Demands = list[tuple[Expr | bool, str]]
Pile = tuple[int, ArrayField]
"""Where cards are: the number of the zone, and how many of them each player has there."""


@dataclass(frozen=True, eq=False)
class Rules:
    """One duel under construction."""

    duel: Duel
    timing: TimingGraph
    content: Content
    readings: Answers
    parts: Parts
    mode: Mode = DUEL

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """What ``make`` gives back, adds and defines: once for all readings that leave it as it is."""
        lists = (self.timing.points, self.timing.transitions, self.duel.definitions.log)
        return self.parts.added(name, self.readings, lists, make, self.duel, self.content)

    def reads(self, point: str, answer: str, matters: object = True) -> bool:
        """Whether the open point ``point`` is answered by ``answer``.

        Where that ``matters`` to nothing that can be on the table, the usual answer counts and none is asked
        for: so machines under other answers share what this is said for.
        """
        return (self.readings[point] if matters else BY_ID[point].default) == answer

    @property
    def delays_stun(self) -> bool:
        """Whether what bars from acting waits for the end of the attack that inflicts it."""
        barring = self.duel.kinds_with(lambda status: status.bars_actions)
        return self.reads("then-stun", "defense-first", barring)

    def of_teams(self, *rules: str) -> tuple[str, ...]:
        """``rules``, where several play on one side."""
        seats = self.duel.seats
        return rules if len(seats.side_numbers) < len(seats) else ()

    def barred(self, seat: Expr) -> Expr:
        """Whether ``seat`` may do nothing now: stunned, or silenced by an activated Ultimate."""
        everyone = self.reads("ultimate-silence", "everyone")
        d = self.duel
        silent = d.stunned(seat) | (d.ultimate == 1) if everyone else d.silenced(seat)
        return silent if self.duel.seats.duel else any_of(silent, negate(self.duel.plays(seat)))

    def free(self, seat: Expr) -> Demands:
        """What every decision of ``seat`` requires: neither stunned nor silenced by an activated Ultimate."""
        d = self.duel
        silenced = all_of(d.ultimate == 1, d.opposed(seat, d.attacker))
        if self.reads("ultimate-silence", "everyone"):
            silenced = d.ultimate == 1
        return [
            *([] if d.seats.duel else [(d.plays(seat), "health/zero-is-defeat")]),
            (negate(d.stunned(seat)), "status/stun/no-actions"),
            (negate(silenced), "ultimate/no-opponent-action"),
        ]

    def window(
        self,
        id: str,
        says: str,
        close_to: str,
        close_effect: Writes | None = None,
        bound: Callable[[Expr], Expr] | None = None,
        bound_rule: str = "",
    ) -> Window:
        """A priority window for all players, the active one first; who is ``bound`` has to act there."""
        return priority_window(
            self.timing,
            id,
            says,
            holder=self.duel.holder,
            first=self.duel.turn,
            seats=len(self.duel.seats),
            barred=self.barred,
            free=self.free,
            close_to=close_to,
            close_effect=close_effect,
            pass_rule="priority/active-player-first",
            barred_rule="status/stun/no-actions",
            bound=bound,
            bound_rule=bound_rule,
        )

    def card_choice(self) -> Choice:
        """A choice among the places of a deck, named by the cards of both."""
        return Choice("card", 0, self.duel.deck - 1, self.content.card_labels)

    def moved_card(self, source: Pile, target: Pile, rule: str) -> tuple[list[Choice], Demands, Writes]:
        """What moves a card of the player who draws from one pile to another.

        Where cards are told apart, there is a choice of a card, which ``rule`` demands to be in the first.
        """
        d, seat = self.duel, self.duel.drawing
        said = d.definitions.said
        (zone, count), (new_zone, new_count) = source, target
        effect: Writes = {
            d.draws: said("one draw less", at_least(d.draws - 1, 0)),
            count[seat]: said("one card less", at_least(count[seat] - 1, 0)),
            new_count[seat]: said("one card more", new_count[seat] + 1),
        }
        if d.zone is None:
            return [], [], effect
        card = self.card_choice()
        cell = d.zone[d.card_place(seat, card)]
        return [card], [(cell == zone, rule)], {**effect, cell: new_zone}

    def in_phase(self, *phases: str) -> Expr:
        """Whether it is one of ``phases``."""
        return any_of(*(self.duel.phase == PHASES.index(phase) for phase in phases))

    def enter(self, phase: str) -> Writes:
        """The effect of entering ``phase``."""
        return {self.duel.phase: PHASES.index(phase)}

    def aimless(self) -> Writes:
        """The effect of having no target, where a target is a part of the state."""
        return {} if self.duel.seats.duel else {self.duel.target: 0}

    def opening(self) -> Writes:
        """The effect of entering a window."""
        return {self.duel.holder: self.duel.turn}


def site(id: str) -> int:
    """The number of the window called ``id``."""
    return (*WINDOWS, *TARGETING_WINDOWS).index(id)


def fresh_phase(rules: Rules, attacker: Expr) -> Writes:
    """The effect of beginning an Offensive Roll Phase of ``attacker``."""
    d = rules.duel
    fewer = d.traits(attacker, lambda status: status.fewer_attempts)
    attempts = at_least(ATTEMPTS - 1 - fewer, 0)
    return {
        **aging(rules, attacker, "phase"),
        d.attacker: attacker,
        **rules.enter("offense"),
        d.extra: 0,
        d.offense_begun: 1,
        d.pending: ALL_DICE,
        d.live: OFFENSE_ROLL,
        d.attempts: d.definitions.said("the further attempts of a phase", attempts),
        d.made: 1,
    }


def landing_bonus(rules: Rules) -> Writes:
    """The effect of adding what status effects of the target and the attacker's companion give an attack."""
    d = rules.duel
    plus = d.traits(d.defender, lambda status: status.attack_plus)
    points = d.traits(d.defender, lambda status: status.attack_cp)
    if not d.seats.duel:
        held = d.traits(at_least(d.beside - 1, 0), lambda status: status.attack_cp)
        points = points + where(all_of(d.beside >= 1, d.beside != d.target), held, 0)
    companion = where(d.companion_up[d.attacker] == 1, rules.content.companion(d.attacker).plus, 0)
    mine = d.cp[d.attacker]
    return {
        d.added: d.added + where(all_of(d.is_attack, d.enhanceable), plus + companion, 0),
        mine: at_most(mine + where(d.is_attack, points, 0), CP_MAX),
    }


def aging(rules: Rules, seat: Expr, span: str) -> Writes:
    """The effect of noting which tokens of ``seat`` leave at the end of its ``span``: phase or turn."""
    d = rules.duel
    return {d.aged[d.place(seat, kind)]: d.token(seat, kind) for kind in expiring(d, span)}


def expired(rules: Rules, seat: Expr, span: str, given: Expr = TRUE) -> Writes:
    """The effect of removing what was noted at the beginning of the ``span`` of ``seat``."""
    d = rules.duel
    writes: Writes = {}
    for kind in expiring(d, span):
        old, left = d.aged[d.place(seat, kind)], d.token(seat, kind)
        writes[d.tokens[d.place(seat, kind)]] = where(given, at_least(left - old, 0), left)
        writes[old] = where(given, 0, old)
    return writes


def expiring(d: Duel, span: str) -> list[int]:
    """The status effects that leave at the end of the bearer's ``span``."""
    return d.kinds_with(lambda status: status.expires == span)


def capped(value: Expr, floor: int, ceiling: Expr | int) -> Expr:
    """``value`` kept in ``floor..ceiling``."""
    low = where(value < floor, floor, value)
    return where(low > ceiling, ceiling, low)
