"""What a picture of a timing graph shows, and how each kind of point and of actor looks in every format."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dicelaw.model.kernel.graph import Agent, Kind, Point, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.number_of import number_of

LABELS = 3
BUSY = 6
"""A phase with more neighbours than these stands by itself in an overview."""


class Look(NamedTuple):
    """How points of one kind look; ``says`` is for the legend, the last two are for Mermaid and Graphviz."""

    says: str
    fill: str
    stroke: str
    width: float
    brackets: str
    shape: str


class Line(NamedTuple):
    """How arrows of one kind of actor look; ``says`` is for the legend, the last two as for a look."""

    says: str
    colour: str
    width: float
    dashes: str
    arrow: str
    style: str


LOOKS = {
    Kind.DECISION: Look("a player decides", "#dbeafe", "#1d4ed8", 1.5, "( )", 'box, style="rounded,filled"'),
    Kind.WINDOW: Look("a window", "#ede9fe", "#6d28d9", 1.5, "{{ }}", "hexagon, style=filled, peripheries=2"),
    Kind.CHANCE: Look("a roll or draw", "#ffedd5", "#c2410c", 1.5, "{ }", "diamond, style=filled"),
    Kind.RULES: Look("the rules go on", "#ffffff", "#6b7280", 0.7, "[ ]", "box, style=filled"),
    Kind.FINAL: Look(
        "the play is over",
        "#d1d5db",
        "#111827",
        1.5,
        "((( )))",
        "oval, style=filled, peripheries=2",
    ),
}
LINES = {
    "seat": Line("a seat acts", "#1d4ed8", 2.4, "none", "==>", "solid"),
    "chance": Line("chance acts", "#ea580c", 1.6, "6 4", "-.->", "dashed"),
    "rules": Line("the rules act", "#9ca3af", 1.0, "none", "-->", "solid"),
}


@dataclass(frozen=True)
class Arrow:
    """All transitions of one kind of actor between two points; ``words`` has a line for each of the first."""

    source: str
    target: str
    actor: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """What a picture shows, the start of the play first; ``faint`` are neighbours of what was asked for."""

    points: tuple[Point, ...]
    faint: frozenset[str]
    arrows: tuple[Arrow, ...]


def view(machine: Machine, under: str = "") -> View:
    """The points whose id is ``under`` or begins with it and "/", with their neighbours; all of them for "".

    Raises KeyError where there are none.
    """
    inside = {p.id for p in machine.points if not under or f"{p.id}/".startswith(f"{under}/")}
    if not inside:
        raise KeyError(f"{machine.name} has no timing point under {under!r}")
    merged: dict[tuple[str, str, str], list[Transition]] = defaultdict(list)
    for transition in machine.transitions:
        if {transition.source, transition.target} & inside:
            actor = transition.actor.value if isinstance(transition.actor, Agent) else "seat"
            merged[transition.source, transition.target, actor].append(transition)
    shown = inside | {end for source, target, _ in merged for end in (source, target)}
    start = machine.point_of(machine.start)
    points = sorted(
        (p for p in machine.points if p.id in shown), key=lambda p: (p is not start, p.id not in inside)
    )
    arrows = (Arrow(*ends, _words([t.id for t in several])) for ends, several in merged.items())
    return View(tuple(points), frozenset(shown - inside), tuple(arrows))


def phases(machine: Machine) -> dict[str, list[Point]]:
    """The points of ``machine`` by the first part of their ids, the phase that they belong to."""
    found: dict[str, list[Point]] = defaultdict(list)
    for point in machine.points:
        found[point.id.partition("/")[0]].append(point)
    return dict(found)


def overview(machine: Machine) -> View:
    """The phases of ``machine``, each as one point, with an arrow where play goes from one to another.

    A phase that has to do with more than :data:`BUSY` others, such as what interrupts whatever is under way,
    stands by itself, without arrows.
    """
    inside = phases(machine)
    merged: dict[tuple[str, str], list[Transition]] = defaultdict(list)
    for transition in machine.transitions:
        source, target = (end.partition("/")[0] for end in (transition.source, transition.target))
        if source != target:
            merged[source, target].append(transition)
    alone = _busy(merged)
    points = []
    for phase, own in inside.items():
        kind = next(one for one in LOOKS if one in {point.kind for point in own})
        beside = f", from and to {number_of(len(alone[phase]), 'phase')}" if phase in alone else ""
        points.append(Point(phase, kind, f"{number_of(len(own), 'timing point')}{beside}"))
    begin = machine.point_of(machine.start).id.partition("/")[0]
    arrows = (
        Arrow(*ends, _actor(several), _words([one.id for one in several]))
        for ends, several in merged.items()
        if alone.keys().isdisjoint(ends)
    )
    return View(tuple(sorted(points, key=lambda point: point.id != begin)), frozenset(), tuple(arrows))


def _busy(links: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """The phases with more than :data:`BUSY` neighbours, the busiest first, each with these."""
    beside: dict[str, set[str]] = defaultdict(set)
    for source, target in links:
        beside[source].add(target)
        beside[target].add(source)
    found: dict[str, set[str]] = {}
    while beside:
        busiest = max(beside, key=lambda phase: (len(beside[phase] - found.keys()), phase))
        if len(beside[busiest] - found.keys()) <= BUSY:
            break
        found[busiest] = beside.pop(busiest)
    return found


def _actor(several: Sequence[Transition]) -> str:
    """Whose arrow it is: a seat's where one may act, chance's where that may, else that of the rules."""
    kinds = {one.actor.value if isinstance(one.actor, Agent) else "seat" for one in several}
    return next(kind for kind in LINES if kind in kinds)


def _words(ids: list[str]) -> tuple[str, ...]:
    """The last component of each id, or the last two where one is not enough; many are only counted."""
    for components in (1, 2):
        words = list(dict.fromkeys("/".join(id.split("/")[-components:]) for id in ids))
        if len(words) == len(ids):
            break
    rest = len(words) - LABELS
    return (*words[:LABELS], f"+{rest} more") if rest > 0 else tuple(words)
