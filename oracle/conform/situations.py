"""What a step of a play is about, told finer than by the rules that its transition cites."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.state import Cell, State
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.session import Session, Step

_OF_TOTALS = ("damage/total/", "status/", "ultimate/", "health/heal")
_DIALS = ("tokens", "cp", "health", "life", "virtual")


def rules_behind(session: Session, step: Step, seats: Collection[int] = ()) -> list[str]:
    """The rules that ``step`` hangs on, the most particular first.

    Of those about damage totals, statuses and healing only what has a part in what ``seats``, by default all,
    receive.
    """
    rules = session.transition(step.move).rules
    received = description(session.name).received(session, step)
    if received is None:
        return [*rules]
    hung = [rule for seat in seats or range(len(received)) for rule in received[seat]]
    rest = [rule for rule in rules if not rule.startswith(_OF_TOTALS)]
    return [*dict.fromkeys(hung), *rest]


def situations(session: Session, step: Step) -> Iterator[str]:
    """What makes ``step`` another case of its transition: what totals hang on together, which limits bind."""
    transition = session.transition(step.move)
    for rules in description(session.name).received(session, step) or ():
        yield " ".join([transition.id, *rules])
    for place in targets(session, step, _DIALS):
        if step.before[place] == step.after[place]:
            yield f"{transition.id} leaves {session.machine.slots[place].name}"


def targets(session: Session, step: Step, arrays: Collection[str] = ()) -> Iterator[int]:
    """The slots that ``step`` writes, changed or not: those of ``arrays``, or all."""
    yield from written(session, step.move, step.before, arrays)


def written(session: Session, move: Move, state: State, arrays: Collection[str] = ()) -> Iterator[int]:
    """The slots that ``move`` would write in ``state``: those of ``arrays``, or all."""
    transition = session.transition(move)
    places = _written(transition, tuple(arrays))
    if not places:
        return
    chosen = {choice.name: value for choice, value in zip(transition.choices, move[1:], strict=True)}
    for first, offset in places:
        yield first if offset is None else first + session.reader.value(offset, state, chosen)


@lru_cache(maxsize=2**12)
def _written(transition: Transition, arrays: tuple[str, ...]) -> list[tuple[int, Expr | None]]:
    """The first slot of each place that ``transition`` writes, and what is to be added to it."""
    found = []
    for place, _ in transition.effect:
        name = place.name if isinstance(place, Cell) else place.slot.name.partition("[")[0]
        if not arrays or name in arrays:
            found.append((place.slots.start, place.index if isinstance(place, Cell) else None))
    return found
