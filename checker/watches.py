"""What walks look for: that a goal is reached, or that a step breaks a claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicelaw.checker.walks import Walker, Watch
from dicelaw.model.kernel.expressions import walk
from dicelaw.model.kernel.state import State
from dicelaw.specs.property import (
    After,
    AllOf,
    Always,
    Chosen,
    EachStep,
    Goal,
    Never,
    Property,
    Unchanged,
    matches,
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
    machine, reader = walker.machine, walker.reader
    claim = property.claim
    everywhere = frozenset(range(len(machine.points)))
    if isinstance(claim, Always | AllOf):
        parts = claim.parts if isinstance(claim, AllOf) else (claim,)
        return _false_at(walker, property.id, parts)
    if isinstance(claim, Never | Unchanged):
        given = reader.compiled(claim.given)
        values = [reader.compiled(value) for value in (claim.values if isinstance(claim, Unchanged) else ())]
        seat = claim.seat if isinstance(claim, Never) else None
        named = {node.name for node in walk(claim.given) if isinstance(node, Chosen)}

        def happens(before: State, move: tuple[int, ...] | None, after: State) -> bool:
            if move is None or not matches(machine.transitions[move[0]].id, claim.along):
                return False
            offered = zip(machine.transitions[move[0]].choices, move[1:], strict=True)
            chosen = {f"chosen:{choice.name}": value for choice, value in offered}
            if not named <= chosen.keys() or not given(before, chosen):
                return False
            if isinstance(claim, Unchanged):
                return any(read(before, {}) != read(after, {}) for read in values)
            return seat is None or reader.actor(before, move) == reader.value(seat, before)

        return Watch(property.id, happens, everywhere)
    if isinstance(claim, EachStep):
        given, kept = reader.compiled(claim.given), reader.compiled(claim.holds)
        later = [
            (node.name, reader.compiled(node.inner)) for node in walk(claim.holds) if isinstance(node, After)
        ]

        def breaks(before: State, move: tuple[int, ...] | None, after: State) -> bool:
            if move is None or not matches(machine.transitions[move[0]].id, claim.along):
                return False
            values = {name: int(read(after, {})) for name, read in later}
            return bool(given(before, {})) and not kept(before, values)

        return Watch(property.id, breaks, everywhere)
    return None


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
