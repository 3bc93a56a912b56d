"""A window before one event in which seats may prevent, reduce or redirect it.

Seats react in turn order, as in every priority window, and the window closes when all have passed. Only then
is it settled whether the event happens: it does so once, to the seat that it is then directed at, with the
amount that is then left. An event of which nothing is left does not happen, and nobody can react to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, at_least
from dicelaw.model.kernel.fragments.priority_window import Window, priority_window
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph, Transition, seat_labels
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import ArrayField, Declaration, Field

Writes = Mapping[Expr, Expr | int]


class Interrupt(Enum):
    """What a reaction does to the event."""

    PREVENT = "prevent"
    REDUCE = "reduce"
    REDIRECT = "redirect"


class Limit(Enum):
    """How often one event may be reacted to."""

    NONE = "any number of times"
    ONCE = "once"
    ONCE_A_SEAT = "once by each seat"


@dataclass(frozen=True)
class Event:
    """Something about to happen: how much of it is left (of 1 if it has no amount), and to which seat.

    ``reacted`` has a flag for each seat that has reacted to it.
    """

    amount: Field
    target: Field
    reacted: ArrayField


@dataclass(frozen=True)
class ReactionRules:
    """The ids of the rules that a game's reaction window rests on."""

    passing: str
    barred: str
    limit: str
    nothing_left: str


@dataclass(frozen=True)
class Change:
    """What one reaction does to the event: its kind, and what it writes."""

    kind: Interrupt
    writes: Writes


@dataclass(frozen=True)
class ReactionWindow:
    """A reaction window, to which the game adds its reactions."""

    window: Window
    event: Event
    offered: frozenset[Interrupt]
    limit: Limit
    rules: ReactionRules

    def opening(self, amount: Expr | int, target: Expr | int) -> dict[Expr, Expr | int]:
        """What a transition that announces the event writes."""
        fresh: dict[Expr, Expr | int] = dict.fromkeys(self.event.reacted, 0)
        return {**self.window.opening(), **fresh, self.event.amount: amount, self.event.target: target}

    def may_react(self) -> list[tuple[Expr | bool, str]]:
        """What every reaction requires: something is left of the event, and the limit is not used up."""
        left = self.event.amount >= 1
        mine = self.event.reacted[self.window.holder] == 0
        nobodys = all_of(*(cell == 0 for cell in self.event.reacted))
        within = {Limit.NONE: TRUE, Limit.ONCE: nobodys, Limit.ONCE_A_SEAT: mine}[self.limit]
        return [(left, self.rules.nothing_left), (within, self.rules.limit)]

    def preventing(self) -> Change:
        """Nothing of the event is left."""
        return Change(Interrupt.PREVENT, {self.event.amount: 0})

    def reducing(self, by: Expr | int) -> Change:
        """The event is less by ``by``, or nothing of it is left."""
        return Change(Interrupt.REDUCE, {self.event.amount: at_least(self.event.amount - by, 0)})

    def redirecting(self, to: Expr | int) -> Change:
        """The whole of the event is directed at the seat ``to``."""
        return Change(Interrupt.REDIRECT, {self.event.target: to})

    def react(
        self,
        name: str,
        change: Change,
        says: str,
        *,
        choices: Sequence[Choice] = (),
        requires: Sequence[tuple[Expr | bool, str]] = (),
        effect: Writes | None = None,
        cites: Sequence[str] = (),
    ) -> Transition:
        """Add a reaction of the seat with priority; ``effect`` has its other effects, such as what it costs.

        Raises ValueError for a kind of interrupt that this window does not offer.
        """
        if change.kind not in self.offered:
            raise ValueError(f"{self.window.id} does not offer to {change.kind.value}")
        mark = self.event.reacted[self.window.holder]
        return self.window.act(
            name,
            self.window.id,
            says,
            choices=choices,
            requires=[*self.may_react(), *requires],
            effect={**(effect or {}), mark: 1, **change.writes},
            cites=cites,
        )


def reaction_window(
    timing: TimingGraph,
    id: str,
    says: str,
    *,
    event: Event,
    offered: Collection[Interrupt],
    limit: Limit,
    holder: Field,
    first: Expr,
    seats: int,
    barred: Callable[[Expr], Expr],
    happens_to: str,
    averted_to: str,
    rules: ReactionRules,
    happens_effect: Writes | None = None,
    averted_effect: Writes | None = None,
    cites: Sequence[str] = (),
) -> ReactionWindow:
    """Add the window ``id`` and the point ``{id}/settle`` that it closes to.

    From there the rules take ``{id}/happens`` to ``happens_to`` where something of the event is left, and
    ``{id}/averted`` to ``averted_to`` where nothing is. A transition that enters the window must write
    :meth:`ReactionWindow.opening`.
    """
    settle = f"{id}/settle"
    window = priority_window(
        timing,
        id,
        says,
        holder=holder,
        first=first,
        seats=seats,
        barred=barred,
        close_to=settle,
        pass_rule=rules.passing,
        barred_rule=rules.barred,
    )
    timing.point(settle, Kind.RULES, "does it happen?")
    left = (event.amount >= 1, rules.nothing_left)
    none_left = (event.amount == 0, rules.nothing_left)
    for name, target, phrase, holds, effect in (
        ("happens", happens_to, "it happens", left, happens_effect),
        ("averted", averted_to, "it does not happen", none_left, averted_effect),
    ):
        timing.add(
            f"{id}/{name}",
            settle,
            target,
            Agent.RULES,
            phrase,
            requires=[holds],
            effect=effect or {},
            cites=cites,
        )
    return ReactionWindow(window, event, frozenset(offered), limit, rules)


def proving_ground(
    seats: int = 2, most: int = 2, limit: Limit = Limit.ONCE_A_SEAT, energy: int = 2, events: int = 2
) -> Machine:
    """Events of any amount, to any seat, one after another; any seats barred; any energy to react with.

    Fields that only proofs read: ``announced`` and ``aimed`` keep the event as it began, ``happened`` counts
    how often it happened, ``reactions`` and ``prevented`` how often it was reacted to and prevented.
    """
    declaration, timing = Declaration(), TimingGraph()
    names = seat_labels(seats)

    def seat(name: str, says: str) -> Field:
        return declaration.integer(name, 0, seats - 1, says, labels=names)

    def counter(name: str, top: int, says: str) -> Field:
        return declaration.integer(name, 0, top, says, open_above=True)

    holder, first = seat("holder", "who has priority"), seat("first", "who has it first")
    event = Event(
        counter("amount", most, "how much is left of the event"),
        seat("target", "to whom it will happen"),
        declaration.array("reacted", seats, 0, 1, "who has reacted to it", labels=("no", "yes"), index=names),
    )
    locked = declaration.array("locked", seats, 0, 1, "who is barred", labels=("no", "yes"), index=names)
    stock = declaration.array("energy", seats, 0, energy, "what reactions cost", index=names, open_above=True)
    left = counter("events", events, "how many events are to come")
    announced, aimed = counter("announced", most, "its amount at first"), seat("aimed", "its target at first")
    happened = declaration.integer("happened", 0, 1, "how often the event happened")
    reactions = counter("reactions", energy * seats, "how often it was reacted to")
    prevented = counter("prevented", energy * seats, "how often it was prevented")
    timing.point("before", Kind.DECISION, "an event is announced")
    window = reaction_window(
        timing,
        "window",
        "players may interrupt",
        event=event,
        offered=tuple(Interrupt),
        limit=limit,
        holder=holder,
        first=first,
        seats=seats,
        barred=lambda who: locked[who] == 1,
        happens_to="after",
        averted_to="after",
        rules=ReactionRules(
            passing="fragment/reaction/turn-order",
            barred="fragment/reaction/barred",
            limit="fragment/reaction/limit",
            nothing_left="fragment/reaction/left",
        ),
        happens_effect={happened: happened + 1},
    )
    timing.point("after", Kind.RULES, "the event is over")
    timing.point("over", Kind.FINAL, "no more events")
    amount, target = Choice("amount", 1, most, open_above=True), Choice("target", 0, seats - 1, names)
    begun: dict[Expr, Expr | int] = {announced: amount, aimed: target, left: left - 1}
    begun |= {happened: 0, reactions: 0, prevented: 0}
    timing.add(
        "announce",
        "before",
        "window",
        first,
        "announce an event",
        choices=[amount, target],
        requires=[(left >= 1, "fragment/reaction/events")],
        effect={**window.opening(amount, target), **begun},
    )
    by, to = Choice("by", 1, most, open_above=True), Choice("to", 0, seats - 1, names)
    paid = [(stock[holder] >= 1, "fragment/reaction/cost")]
    spent: dict[Expr, Expr | int] = {stock[holder]: stock[holder] - 1, reactions: reactions + 1}
    stopped: dict[Expr, Expr | int] = {**spent, prevented: prevented + 1}
    window.react("prevent", window.preventing(), "prevent", requires=paid, effect=stopped)
    window.react("reduce", window.reducing(by), "reduce", choices=[by], requires=paid, effect=spent)
    window.react("redirect", window.redirecting(to), "redirect", choices=[to], requires=paid, effect=spent)
    timing.add("next", "after", "before", Agent.RULES, "go on", requires=[(left >= 1, "scope")])
    timing.add("stop", "after", "over", Agent.RULES, "stop", requires=[(left == 0, "scope")])
    return build(
        f"fragment/reaction-window/{limit.name.lower().replace('_', '-')}",
        declaration,
        timing,
        start_at="before",
        start={**dict.fromkeys(stock, energy), left: events},
        seats=names,
        given=[first, *locked, *stock],
    )
