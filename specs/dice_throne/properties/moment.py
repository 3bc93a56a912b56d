"""The property that instants can be used at any time, between any two things that the rules do."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import networkx as nx

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.rules import site
from dicelaw.model.kernel.expressions import all_of
from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.bugs import leaving_out
from dicelaw.specs.dice_throne.properties.moments import AMONG_SEVERAL, ANY_TIME, CLOSED, OPEN, THINGS
from dicelaw.specs.property import Goal, OnGraph, Property

PLAYED = (
    "main-1", "main-2", "offense/rolled", "offense/announced", "offense/end", "concluding", "attacking",
    "resolve/then", "resolve/dice", "defense/start", "defense/rolled", "conclusion", "conclusion/over",
)  # fmt: skip
"""The windows of Main Phases and Roll Phases, in which other cards than instants are played, too."""
LOST = ("turn-lost",)
"""Where no moment is: the turn of a player who is defeated while others play on is over at once."""
WAYS = ("act", "declare")
"""How an instant is used in a window: by the active player, and by the other."""


def moment_properties(made: DuelMachine) -> list[Property]:
    """No moment of a turn is closed to instants but where a rule closes it."""
    d = made.duel
    return [
        Property(
            "moments/any-time",
            "Between any two things that the rules do by themselves each player may use instants and tokens, "
            "and nothing is refused there for the moment alone.",
            OnGraph(_any_time),
            (*ANY_TIME, "artificer/nanite-by-synth-any-time", "defense/last-window"),
            goal=Goal(
                "an instant is used in the Discard Phase",
                all_of(d.depth == 1, d.back[1] == site("discard")),
                "resolve/next",
            ),
            bug=leaving_out("discard/act", "the active player uses no instant in the Discard Phase"),
        ),
    ]


def _any_time(machine: Machine) -> str | None:
    return next(_refused(machine), None) or next(_closed(machine), None)


def _refused(machine: Machine) -> Iterator[str]:
    """What is wrong with the windows: each instant has the same requirements in all of them."""
    windows = {point.id for point in machine.points if point.kind is Kind.WINDOW}
    listed = {moment.window for moment in OPEN}
    at_times = {"income/paid", *(moment.window for moment in AMONG_SEVERAL)}
    for window in sorted(windows - listed - at_times):
        yield f"{window} is a window of no moment that the table of moments has"
    for window in sorted(listed - windows):
        yield f"{window} is no window"
    there = {transition.id for transition in machine.transitions}
    for window in PLAYED:
        if f"{window}/play" not in there:
            yield f"no card is played at {window} but an instant"
    told = lru_cache(maxsize=None)(str)  # most requirements are one for all windows
    for way in WAYS:
        demanded = {
            transition.id: [(told(one.holds), one.rule) for one in transition.requires]
            for transition in machine.transitions
            if transition.source in windows and transition.id == f"{transition.source}/{way}"
        }
        for window in sorted(windows - {id.removesuffix(f"/{way}") for id in demanded}):
            yield f"nothing is used at {window} by the transition {window}/{way}"
        usual = demanded[f"main-1/{way}"]
        for id, requires in demanded.items():
            if requires != usual:
                yield f"{id} does not demand what main-1/{way} does"


def _closed(machine: Machine) -> Iterator[str]:
    """What is wrong with the moments between two things: each passes a window or is closed by the table."""
    known = {transition.id: transition for transition in machine.transitions}
    windows = {point.id for point in machine.points if point.kind is Kind.WINDOW}
    begins = {id for thing in THINGS.values() for id in thing.begins}
    between: nx.DiGraph[str] = nx.DiGraph()
    between.add_nodes_from(point.id for point in machine.points)
    for one in machine.transitions:
        if not one.by_seat and one.id not in begins:
            between.add_edge(one.source, one.target)
    between.remove_nodes_from({*windows, *LOST})
    found = set()
    for first, thing in THINGS.items():
        for last in thing.last:
            if (at := known[last].target) in windows:
                continue
            onward = nx.descendants(between, at) | {at}
            for second, other in THINGS.items():
                if any(known[id].source in onward for id in other.begins if id in known):
                    found.add((first, second))
    for first, second in sorted(found - CLOSED.keys()):
        yield f"there is no window between {first} and {second}"
    for first, second in sorted(CLOSED.keys() - found):
        yield f"a window is open between {first} and {second}, which the table of moments has as closed"
