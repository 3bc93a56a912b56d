"""Timing points, transitions with separately cited requirements, and the graph that they form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Literal, cast

from dicelaw.model.kernel.expressions import FALSE, Expr, number, truth
from dicelaw.model.kernel.state import Place

if TYPE_CHECKING:
    import networkx as nx


class Kind(Enum):
    """What happens at a timing point."""

    DECISION = "decision"
    WINDOW = "window"
    CHANCE = "chance"
    RULES = "rules"
    FINAL = "final"


class Agent(Enum):
    """The actors that are not seats: a die or a shuffled deck, and the rules by themselves."""

    CHANCE = "chance"
    RULES = "rules"


Actor = Agent | Expr


@dataclass(frozen=True)
class Point:
    """A timing point: its path-like id, what kind of moment it is, and a short phrase for it."""

    id: str
    kind: Kind
    says: str


class Choice(Expr):
    """A number that the actor of a transition chooses from ``lo..hi``.

    ``open_above`` as for a state slot: proofs allow every number from ``lo`` up, while the other readers
    offer those up to ``top``.
    """

    __slots__ = ("labels", "name", "top")
    op: Literal["choice"] = "choice"
    is_named = True

    def __init__(
        self, name: str, lo: int, hi: int | None, labels: Sequence[str] = (), *, open_above: bool = False
    ) -> None:
        super().__init__((), lo, None if open_above else hi)
        self.chooses = True
        self.name = name
        self.top = hi
        self.labels = tuple(labels)

    @property
    def parameters(self) -> tuple[object, ...]:
        """The name."""
        return (self.name,)

    def label(self, value: int) -> str:
        """The name of ``value`` where it has one, else its digits."""
        place = value - (self.lo or 0)
        return self.labels[place] if 0 <= place < len(self.labels) else str(value)


class RuleByCase(str):
    """The id of the rule that demands a condition, and those that demand it of some things instead.

    ``of`` is the number of the thing, and ``rules`` has the rule for each number that has one of its own: so
    one condition that is demanded of every card can be named by the rule of the card that is asked about.
    """

    __slots__ = ("of", "rules")
    of: Expr
    rules: Mapping[int, str]

    @classmethod
    def made(cls, usual: str, of: Expr, rules: Mapping[int, str]) -> str:
        """The rule ``usual``, but for the things that have one in ``rules``."""
        if not rules:
            return usual
        made = cls(usual)
        made.of, made.rules = of, rules
        return made


class RuleWhere(str):
    """The id of a rule that a transition rests on where ``holds`` does; elsewhere it makes no difference."""

    __slots__ = ("holds",)
    holds: Expr

    @classmethod
    def made(cls, rule: str, holds: Expr | bool) -> str:
        """``rule``, which makes a difference where ``holds`` does."""
        made = cls(rule)
        made.holds = truth(holds)
        return made


def rules_where(given: Mapping[str, Expr | bool]) -> tuple[str, ...]:
    """The rules that are ``given``, each with the condition under which it makes a difference."""
    return tuple(RuleWhere.made(rule, holds) for rule, holds in given.items())


@dataclass(frozen=True, eq=False)
class Requirement:
    """A condition, and the id of the rule that demands it."""

    holds: Expr
    rule: str

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule, and those that demand the same of some things."""
        return (self.rule, *(self.rule.rules.values() if isinstance(self.rule, RuleByCase) else ()))


@dataclass(frozen=True, eq=False)
class Transition:
    """An edge of the timing graph.

    ``actor`` is a seat (an expression), chance or the rules. All ``requires`` must hold. ``effect`` pairs a
    field with its new value; all values are read in the old state, and a later pair wins over an earlier one.
    ``weights`` gives the exact chance of each value of the only choice; without it a chance transition takes
    each of its legal choices alike. ``says`` is a verb phrase ("spend a token"), with ``{choice}`` for its
    choices. ``family`` names what the rules say once for several transitions, as of every card alike.
    """

    id: str
    source: str
    target: str
    actor: Actor
    says: str
    choices: tuple[Choice, ...] = ()
    requires: tuple[Requirement, ...] = ()
    effect: tuple[tuple[Place, Expr], ...] = ()
    cites: tuple[str, ...] = ()
    weights: Mapping[int, Fraction] | None = None
    family: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule id that this transition rests on, without repeats."""
        return tuple(dict.fromkeys((*self.cites, *(requirement.rule for requirement in self.requires))))

    @property
    def by_seat(self) -> bool:
        """Whether a seat decides this."""
        return isinstance(self.actor, Expr)

    @property
    def decided_by(self) -> tuple[Expr, ...]:
        """What says whether it may be taken, and whose it is."""
        seat = (self.actor,) if isinstance(self.actor, Expr) else ()
        return (*seat, *(requirement.holds for requirement in self.requires))

    @cached_property
    def changes(self) -> frozenset[int]:
        """The slots that it may change: those that it writes, and that of the timing point where it moves."""
        moved = {0} if self.source != self.target else set()
        return frozenset(moved.union(*(place.reach for place, _ in self.effect)))


class TimingGraph:
    """Points and transitions under construction; :meth:`graph` is the networkx view of them."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.transitions: list[Transition] = []

    def point(self, id: str, kind: Kind, says: str) -> str:
        """Declare a timing point; its id."""
        self.points.append(Point(id, kind, says))
        return id

    def add(
        self,
        id: str,
        source: str,
        target: str,
        actor: Actor,
        says: str,
        *,
        choices: Sequence[Choice] = (),
        requires: Sequence[tuple[Expr | bool, str]] = (),
        effect: Mapping[Expr, Expr | int] | Sequence[tuple[Expr, Expr | int]] = (),
        cites: Sequence[str] = (),
        weights: Mapping[int, Fraction] | None = None,
        family: str = "",
    ) -> Transition:
        """Declare a transition from ``source`` to ``target``."""
        writes = effect.items() if isinstance(effect, Mapping) else effect
        transition = Transition(
            id,
            source,
            target,
            actor,
            says,
            tuple(choices),
            tuple(Requirement(truth(holds), rule) for holds, rule in requires),
            tuple((cast(Place, place), number(value)) for place, value in writes),  # a machine refuses others
            tuple(cites),
            weights,
            family,
        )
        self.transitions.append(transition)
        return transition

    def graph(self) -> nx.MultiDiGraph[str]:
        """The points as nodes (attribute ``point``), the transitions as edges (attribute ``transition``)."""
        return as_graph(self.points, self.transitions)


def alive(timing: TimingGraph, start_at: str) -> TimingGraph:
    """``timing`` without the transitions that can never be taken, and the points that only these lead to."""
    able = [t for t in timing.transitions if all(r.holds is not FALSE for r in t.requires)]
    reached = reachable(able, start_at)
    kept = TimingGraph()
    kept.points = [point for point in timing.points if point.id in reached]
    kept.transitions = [t for t in able if t.source in reached]
    return kept


def reachable(transitions: Iterable[Transition], start_at: str) -> set[str]:
    """The points that ``transitions`` lead to from ``start_at``, itself included, whatever they require."""
    targets: dict[str, list[str]] = {}
    for transition in transitions:
        targets.setdefault(transition.source, []).append(transition.target)
    reached, waiting = {start_at}, [start_at]
    while waiting:
        new = set(targets.get(waiting.pop(), ())) - reached
        reached |= new
        waiting += new
    return reached


def as_graph(points: Sequence[Point], transitions: Sequence[Transition]) -> nx.MultiDiGraph[str]:
    """A networkx view of ``points`` and ``transitions``; edge keys are transition ids."""
    import networkx as nx  # which takes longer to import than most machines to be built

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for point in points:
        graph.add_node(point.id, point=point)
    for transition in transitions:
        graph.add_edge(transition.source, transition.target, key=transition.id, transition=transition)
    return graph


def seat_labels(count: int) -> tuple[str, ...]:
    """``("seat 1", ...)``: what seats are called where they have no other names."""
    return tuple(f"seat {place + 1}" for place in range(count))
