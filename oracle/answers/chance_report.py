"""Whether play ends, how likely a goal is and what is best decided first, as a document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from dicelaw.checker.chances.advised import Advised
from dicelaw.checker.chances.bounds import TooFine
from dicelaw.checker.chances.chances import Chance, chances
from dicelaw.checker.chances.endings import Ending, ending
from dicelaw.checker.chances.game import Game, Improper, Known, explore
from dicelaw.checker.search.counterexample import played
from dicelaw.checker.search.native import NotInstalled
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.expressions import FALSE, Expr, any_of
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.pools import Pools
from dicelaw.model.kernel.state import State
from dicelaw.oracle.answers.advice import FirstDecision, first_decision, places_of
from dicelaw.oracle.answers.goal import condition, points_called, test_of
from dicelaw.oracle.answers.looked_at import LookedAt
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games.decisions import short_text_of
from dicelaw.oracle.games.ports import port

if TYPE_CHECKING:
    from dicelaw.oracle.games.session import Session

Side = tuple[str, tuple[int, ...] | None, list[Chance]]


@dataclass(frozen=True)
class Wanted:
    """What is asked, in words: how likely ``goal`` is where play ends at ``points``.

    No more states than ``budget`` are looked at, or than ``advised`` where the game has advice.
    """

    goal: str | None
    points: Sequence[str]
    budget: int
    advised: int


@dataclass(frozen=True)
class Chances:
    """A ``report``, whether it is ``open`` as not all states were seen, and what was ``looked_at`` for it."""

    report: dict[str, Any]
    open: bool
    looked_at: LookedAt


def conditions(machine: Machine, wanted: Wanted) -> tuple[Expr, Expr]:
    """When the goal is come to, and where play ends. Raises UserError."""
    goal = condition(machine, wanted.goal) if wanted.goal is not None else FALSE
    return goal, any_of(*(points_called(machine, point) for point in wanted.points))


def chances_of(
    name: str,
    machine: Machine,
    start: State,
    session: Session | None,
    wanted: Wanted,
    tell: Callable[[str], None] = lambda _: None,
    known: Known | None = None,
) -> Chances:
    """What is ``wanted`` of ``start``, where ``session`` stands if there is one. Raises UserError.

    ``tell`` is told how far it is. Options that are ``known`` are not looked at again.
    """
    goal, stop = conditions(machine, wanted)
    advice = None if session is None else port(session.machine.name).advice(session, goal, stop)
    budget = wanted.budget if advice is None else wanted.advised
    pools, until = machine.pools.unread(slots_read(goal, stop)), test_of(machine, stop)
    reader = Concrete(machine) if session is None else session.reader
    try:
        game = explore(
            machine,
            start,
            until=until,
            pools=pools,
            budget=budget,
            reader=reader,
            progress=lambda seen: tell(f"{seen:,} of {budget:,} states at most ..."),
            known=known,
        )
        report = _endings(name, machine, game, ending(game), pools, start)
        if wanted.goal is not None:
            meets = test_of(machine, goal)
            states = {number for number, state in enumerate(game.states) if meets(state)}
            first = first_decision(machine, start, game, pools)
            places = [0, *(first.after.values() if first else ())]
            rows = [
                (says, seats, chances(game, states, places, seats)) for says, seats in _sides(machine, game)
            ]
            if game.open and advice is not None:
                tell("following the advice of the game ...")
                ends = test_of(machine, any_of(goal, stop))
                task = Advised(machine, advice, ends, meets, pools, budget)
                rows = _closer(rows, places_of(machine, start, first), task)
            report |= {"goal": wanted.goal, "chances": [_row(says, found[0]) for says, _, found in rows]}
            report["decisions"] = _decisions(machine, first, rows) if first else None
    except (TooFine, Improper, NotInstalled, OutsideDomain) as trouble:
        raise UserError(f"{name} has no chances: {trouble}") from None
    more = bool(game.open) and advice is not None
    looked_at = LookedAt(reader, start, (goal, stop), game, until, more=more)
    return Chances(report, bool(game.open), looked_at)


def _closer(rows: Sequence[Side], states: Sequence[State], task: Advised) -> list[Side]:
    """``rows`` brought closer by advice: from both sides where all decide for the goal, else from above."""
    found = task.chances(states)
    return [
        (says, seats, [now.within(one, low=seats is None) for now, one in zip(chances, found, strict=True)])
        for says, seats, chances in rows
    ]


def _sides(machine: Machine, game: Game) -> Iterator[tuple[str, tuple[int, ...] | None]]:
    """Who may decide for a goal: in words, and as seats."""
    seats = game.seats
    if not seats:
        yield "whatever is decided", ()
        return
    who = f"{machine.seats[seats[0]]} decides" if len(seats) == 1 else "all decide"
    yield f"{who} for it", None
    if len(seats) > 1:
        for seat in seats:
            yield f"{machine.seats[seat]} decides for it, all others against it", (seat,)
    yield f"{who} against it", ()


def _endings(
    name: str, machine: Machine, game: Game, found: Ending, pools: Pools, start: State
) -> dict[str, Any]:
    reader, path = Concrete(machine), [*found.way, *found.round[1:]]
    moves = played(reader, path, pools, start).moves if path else ()
    steps = [asdict(reader.decision(move)) for move in moves]
    way, around = steps[: len(found.way) - 1], steps[len(found.way) - 1 :]
    return {
        "machine": name,
        "states": len(game.states),
        "complete": not game.open,
        "ends": {
            "surely": found.surely,
            "almost surely": found.almost_surely,
            "if so decided": found.somehow,
            "longest": found.longest,
            "way": way,
            "round": around,
        },
    }


def _decisions(machine: Machine, first: FirstDecision, rows: Sequence[Side]) -> dict[str, Any]:
    """What is decided first, the best for the goal first, with the chances of those who decide for it."""
    reader, found = Concrete(machine), []
    wanted = [(says, chances[1:]) for says, seats, chances in rows if _for(seats, first)]
    for place, move in enumerate(first.after):
        mine = [(says, chances[place]) for says, chances in wanted]
        row = {
            "decision": short_text_of(machine, move, first.seat),
            "move": asdict(reader.decision(move)),
            "chances": [_row(says, chance) for says, chance in mine],
        }
        found.append(([chance.low for _, chance in mine[::-1]], row))
    listed = [row for _, row in sorted(found, key=lambda one: one[0], reverse=True)]
    at = machine.point_of(first.state)
    return {"seat": machine.seats[first.seat], "at": at.id, "says": at.says, "decisions": listed}


def _for(seats: tuple[int, ...] | None, first: FirstDecision) -> bool:
    """Whether the seat that decides first decides for the goal, with all others or alone."""
    return seats is None or seats == (first.seat,)


def _row(says: str, found: Chance) -> dict[str, Any]:
    return {"when": says, "exact": found.exact, "low": str(found.low), "high": str(found.high)}
