"""What walks look for: that a goal is reached, or that a step breaks a claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dicelaw.checker.walks.walks import Walker, Watch
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import State
from dicelaw.specs.patterns import matches
from dicelaw.specs.property import (
    After,
    AllOf,
    Always,
    EachStep,
    Goal,
    Never,
    Property,
    Stepwise,
    Unchanged,
    choices_named,
    spoken_of,
)


def goal_watch(walker: Walker, name: str, goal: Goal) -> Watch:
    """What sees that ``goal`` is reached."""
    points = frozenset(
        place for place, point in enumerate(walker.machine.points) if matches(point.id, goal.at)
    )
    holds = walker.reader.compiled(goal.holds)
    return Watch(name, lambda _before, _move, after: bool(holds(after, {})), points)


def breach_watch(walker: Walker, property: Property) -> Watch | None:
    """What sees that a step breaks the claim of ``property``; None where single steps don't show it."""
    claim = property.claim
    if isinstance(claim, Always | AllOf):
        parts = claim.parts if isinstance(claim, AllOf) else (claim,)
        return _false_at(walker, property.id, parts)
    if isinstance(claim, Stepwise):
        return Watch(property.id, _breaks(walker, claim), frozenset(range(len(walker.machine.points))))
    return None


def _breaks(walker: Walker, claim: Stepwise) -> Callable[[State, Move | None, State], bool]:
    """What sees that a move from one state to another breaks ``claim``."""
    machine, reader = walker.machine, walker.reader
    spoken = {machine.transition_index[one.id] for one in spoken_of(claim, machine.transitions)}
    named, given, broken = choices_named(claim), reader.compiled(claim.given), _broken(reader, claim)

    def breaks(before: State, move: Move | None, after: State) -> bool:
        if move is None or move[0] not in spoken:
            return False
        offered = reader.decision(move).choices if named else {}
        chosen = {node.name: offered[node.wanted] for node in named}
        return bool(given(before, chosen)) and broken(before, move, after, chosen)

    return breaks


def _broken(reader: Concrete, claim: Stepwise) -> Callable[[State, Move, State, Mapping[str, int]], bool]:
    """What sees the same of a move that is spoken of where it is given; it takes what is chosen as well."""
    match claim:
        case Unchanged():
            values = [reader.compiled(value) for value in claim.values]
            return lambda before, _, after, chosen: any(
                read(before, chosen) != read(after, chosen) for read in values
            )
        case EachStep():
            kept = reader.compiled(claim.holds)
            nodes = [node for node in walk(claim.holds) if isinstance(node, After)]
            later = [(node.name, reader.compiled(node.inner)) for node in nodes]
            return lambda before, _, after, chosen: (
                not kept(before, {**chosen, **{name: int(read(after, chosen)) for name, read in later}})
            )
        case Never():
            seat = claim.seat
            return lambda before, move, _, chosen: (
                seat is None or reader.actor(before, move) == reader.value(seat, before, chosen)
            )


def _false_at(walker: Walker, name: str, parts: Sequence[Always]) -> Watch:
    """What sees that one of ``parts`` does not hold at a point where it has to."""
    held: dict[int, list[Callable[..., object]]] = {}
    for part in parts:
        holds = walker.reader.compiled(part.holds)
        for place, point in enumerate(walker.machine.points):
            if matches(point.id, part.at):
                held.setdefault(place, []).append(holds)

    def fails(_before: State, _move: tuple[int, ...] | None, after: State) -> bool:
        return not all(holds(after, {}) for holds in held[after[0]])

    return Watch(name, fails, frozenset(held))
