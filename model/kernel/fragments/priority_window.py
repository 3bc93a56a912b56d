"""Windows in which seats act in turn order, one at a time, until every seat has passed in a row.

The seat called ``first`` has priority when the window opens and again after every act. A seat that is
barred decides nothing: the rules pass for it. The window closes when the last seat in turn order passes,
which is the seat before ``first``; so it closes exactly when all have passed since the last act.

Two variations: with ``agreed`` the last pass hands priority back to ``first``, which may still act or close
the window itself; with ``offers`` each act of ``first`` hands priority on, so that nobody waits for a pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, negate, truth, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph, Transition, seat_labels
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field

Writes = Mapping[Expr, Expr | int]
SILENT = {"pass": "silent", "close": "close-silent"}
Demands = Sequence[tuple[Expr | bool, str]]
"""What a decision requires, condition by condition with the rule that demands it."""


@dataclass(frozen=True)
class Window:
    """An open window: its timing point, the seat that has priority, and the seat that has it first.

    A transition that enters the window must write :meth:`opening`. The value of ``first`` must not change
    while the window is open. ``demands`` is what every decision of the seat with priority requires.
    ``agreed`` tells whether all others have passed since the last act, where ``first`` closes the window
    itself.
    """

    id: str
    holder: Field
    first: Expr
    timing: TimingGraph
    demands: Demands
    agreed: Field | None = None
    onward: Expr | None = None
    """The seat after the holder, where an act of ``first`` hands priority on."""

    def opening(self) -> dict[Expr, Expr | int]:
        """What a transition that enters the window writes: priority goes to ``first``."""
        return {self.holder: self.first, **self._unsettled()}

    def resumed(self) -> dict[Expr, Expr | int]:
        """What the last step of an act of the seat with priority writes, when it comes back to the window."""
        if self.onward is None:
            return self.opening()
        turn = where(self.holder == self.first, self.onward, self.first)
        return {self.holder: turn, **self._unsettled()}

    def _unsettled(self) -> dict[Expr, Expr | int]:
        return {} if self.agreed is None else {self.agreed: 0}

    def act(
        self,
        name: str,
        target: str,
        says: str,
        *,
        choices: Sequence[Choice] = (),
        requires: Demands = (),
        effect: Writes | Sequence[tuple[Expr, Expr | int]] = (),
        cites: Sequence[str] = (),
        returns_priority: bool = True,
        family: str = "",
    ) -> Transition:
        """Add the transition ``{id}/{name}`` of the seat with priority, open to it unless it is barred.

        Priority goes where :meth:`resumed` says, whatever ``effect`` says of it. Without
        ``returns_priority`` it stays where it is; this is for an act of several steps, whose last step
        writes :meth:`resumed`.
        """
        writes = list(effect.items() if isinstance(effect, Mapping) else effect)
        if returns_priority:
            writes += self.resumed().items()
        return self.timing.add(
            f"{self.id}/{name}",
            self.id,
            target,
            self.holder,
            says,
            choices=choices,
            requires=[*self.demands, *requires],
            effect=writes,
            cites=cites,
            family=family,
        )


def next_seat(seat: Expr, seats: int) -> Expr:
    """The seat after ``seat`` in turn order."""
    return 1 - seat if seats == 2 else (seat + 1) % seats


def priority_window(
    timing: TimingGraph,
    id: str,
    says: str,
    *,
    holder: Field,
    first: Expr,
    seats: int,
    barred: Callable[[Expr], Expr],
    close_to: str,
    close_effect: Writes | None = None,
    pass_effect: Writes | None = None,
    pass_rule: str,
    barred_rule: str,
    free: Callable[[Expr], Demands] | None = None,
    agreed: Field | None = None,
    offers: bool = False,
    bound: Callable[[Expr], Expr] | None = None,
    bound_rule: str = "",
    cites: Sequence[str] = (),
) -> Window:
    """Add the window ``id`` with its passes; the acts are added by the :class:`Window` that this gives back.

    ``{id}/pass`` hands priority to the next seat and ``{id}/close`` leaves for ``close_to``; ``{id}/silent``
    and ``{id}/close-silent`` are the same for a seat that is barred, and the rules take them. A transition
    whose condition can never hold is left out. With ``agreed``, a flag, the last seat's pass sets it and
    hands priority to ``first``, which may then close; with ``offers`` an act of ``first`` hands priority on.
    A seat for which ``bound`` holds has to act, and may not pass: ``bound_rule`` says so, or else
    ``pass_rule``.
    """
    if (holder.slot.lo, holder.slot.hi) != (0, seats - 1):
        raise ValueError(f"{holder.slot.name} must range over the seats 0..{seats - 1}")
    timing.point(id, Kind.WINDOW, says)
    following = next_seat(holder, seats)
    idle = truth(barred(holder))
    demands: Demands = [(negate(idle), barred_rule)] if free is None else free(holder)
    last = following == first
    onward: dict[Expr, Expr | int] = {**(pass_effect or {}), holder: following}
    closing: dict[Expr, Expr | int] = {holder: first, **(close_effect or {})}
    passes, ends = negate(last), last
    if agreed is not None:
        onward[agreed] = where(last, 1, agreed)
        closing[agreed] = 0
        ends = all_of(holder == first, agreed == 1)
        passes = negate(ends)
    deciding: list[tuple[str, str, str, Expr, Writes]] = [
        ("pass", id, "pass", passes, onward),
        ("close", close_to, "pass, as the last seat", ends, closing),
    ]
    must = FALSE if bound is None else bound(holder)
    staying = [] if must is FALSE else [(negate(must), bound_rule or pass_rule)]
    for name, target, phrase, place, effect in deciding:
        requires = [*demands, (place, pass_rule), *staying]
        if not any(truth(holds) is FALSE for holds, _ in requires):
            timing.add(
                f"{id}/{name}", id, target, holder, phrase, requires=requires, effect=effect, cites=cites
            )
        if idle is not FALSE and place is not FALSE:
            silent = [(idle, barred_rule), (place, pass_rule)]
            timing.add(
                f"{id}/{SILENT[name]}", id, target, Agent.RULES, "pass over a seat that may not act",
                requires=silent, effect=effect,
            )  # fmt: skip
    return Window(id, holder, first, timing, demands, agreed, following if offers else None)


def proving_ground(seats: int = 3, energy: int = 1, *, agreed: bool = False) -> Machine:
    """A window of ``seats`` with any first seat, any seats barred and any energy to act with.

    With ``agreed`` nobody is barred, and the first seat closes the window. ``window/act`` is an act in one
    step and ``window/begin`` one of two steps. ``passed``, which nothing else reads, counts the passes in a
    row.
    """
    declaration, timing = Declaration(), TimingGraph()
    holder = declaration.integer("holder", 0, seats - 1, "who has priority", labels=seat_labels(seats))
    first = declaration.integer("first", 0, seats - 1, "who has it first", labels=seat_labels(seats))
    passed = declaration.integer("passed", 0, seats + agreed, "how many passes in a row there were")
    flag = declaration.flag("agreed", "all others have passed since the last act") if agreed else None
    locked = declaration.array("locked", seats, 0, 1, "who is barred", labels=("no", "yes"))
    stock = declaration.array("energy", seats, 0, energy, "what acts cost", open_above=True)
    timing.point("before", Kind.RULES, "before the window")
    window = priority_window(
        timing,
        "window",
        "players may act",
        holder=holder,
        first=first,
        seats=seats,
        barred=lambda seat: FALSE if agreed else locked[seat] == 1,
        close_to="after",
        pass_rule="fragment/window/turn-order",
        barred_rule="fragment/window/barred",
        agreed=flag,
    )
    timing.transitions[:] = [_counting(passed, transition) for transition in timing.transitions]
    timing.point("acting", Kind.RULES, "an act of two steps is under way")
    timing.point("after", Kind.FINAL, "the window has closed")
    timing.add("open", "before", "window", Agent.RULES, "open the window", effect=window.opening())
    paid = [(stock[holder] >= 1, "fragment/window/cost")]
    spent: dict[Expr, Expr | int] = {stock[holder]: stock[holder] - 1, passed: 0}
    window.act("act", "window", "act", requires=paid, effect=spent)
    window.act("begin", "acting", "begin to act", requires=paid, effect=spent, returns_priority=False)
    timing.add("complete", "acting", "window", Agent.RULES, "complete the act", effect=window.opening())
    return build(
        "fragment/priority-window",
        declaration,
        timing,
        start_at="before",
        start=dict.fromkeys(stock, energy),
        seats=seat_labels(seats),
        given=[first, *locked, *stock],
    )


def _counting(passed: Field, transition: Transition) -> Transition:
    """``transition``, which is a pass, counting itself."""
    return replace(transition, effect=(*transition.effect, (passed, passed + 1)))
