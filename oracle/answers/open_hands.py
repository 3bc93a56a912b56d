"""Questions about a position whose hidden cards are left open: with which of them there is a way to a goal.

All of them are searched at once, from as many starts. A play that is found is played again with each of the
others; where it fits there is a way as well. The rest is searched once more, until there is no way from any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.expressions import all_of, any_of, negate
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.oracle.answers.goal import test_of
from dicelaw.oracle.answers.looked_at import LookedAt
from dicelaw.oracle.answers.question import Question
from dicelaw.oracle.answers.question_report import retold
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.session import Session

if TYPE_CHECKING:
    from dicelaw.checker.search.position import Sought
    from dicelaw.checker.search.search import Found as Search

MOST = 20_000
"""How many hands are told apart at most."""


@dataclass(frozen=True)
class Found:
    """A ``play`` that comes to the goal from each of ``starts``."""

    play: tuple[Move, ...]
    starts: tuple[State, ...]


@dataclass(frozen=True)
class Answers:
    """From which starts there is a way: those that are ``found``; from those in ``never`` there is none.

    From those that are ``left`` it is unknown, as the budget ran out. ``states`` were stored in all searches.
    All this rests on what was ``looked_at``, and on where each play that is found leads from each start.
    """

    found: tuple[Found, ...]
    never: tuple[State, ...]
    left: tuple[State, ...]
    states: int
    looked_at: LookedAt | None = field(default=None, compare=False, repr=False)


def hands(session: Session) -> list[State]:
    """The present state with each hand that the seats may have whose hands are left open.

    Raises UserError where these are more than MOST.
    """
    states = [session.state]
    for seat in session.left_open:
        concealed = description(session.name).concealed(session, seat)
        cells = [cell for cell in concealed.cells if session.state[cell] in concealed.values]
        deals = (_dealt(state, cells) for state in states)
        states = [*islice(chain.from_iterable(deals), MOST + 1)]
    if len(states) > MOST:
        raise UserError(f"there are more than {MOST:,} such hands; leave fewer cards open")
    return states


def _dealt(state: State, cells: Sequence[int]) -> Iterator[State]:
    """``state`` with what is in ``cells`` in each order that can be told from the others."""
    for values in _orders(Counter(state[cell] for cell in cells)):
        changed = [*state]
        for cell, value in zip(cells, values, strict=True):
            changed[cell] = value
        yield tuple(changed)


def _orders(values: Counter[int]) -> Iterator[tuple[int, ...]]:
    if not values:
        yield ()
    for value in sorted(values):
        for rest in _orders(values - Counter([value])):
            yield (value, *rest)


def ask_each(
    machine: Machine,
    starts: Sequence[State],
    asked: Question,
    *,
    budget: int,
    kept: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Answers:
    """From which of ``starts`` there is a way, seeing no more than ``budget`` states at a time.

    Each play is one of ``machine``, as the concrete reader has confirmed. Raises as :func:`ask`.
    """
    from dicelaw.checker.search.position import sought
    from dicelaw.checker.search.search import search_with

    reader = Concrete(machine)
    good = all_of(asked.goal, negate(asked.never))
    over = any_of(asked.ended, asked.never)
    meets, ends = test_of(machine, good), test_of(machine, any_of(good, over))
    left, ways, states = list(starts), list[Found](), 0
    looked_at = LookedAt(reader, starts[0], (good, over))
    sure: Sought | None = None
    while left:
        known = sure
        if known is None:
            sure = sought(
                reader,
                left[0],
                {"goal": good},
                any_of(good, over),
                others=left[1:],
                budget=budget,
                kept=kept,
                after_layer=lambda frontier, _: progress(frontier.states),
            )
            found = sure.found
            looked_at = replace(looked_at, positions=(*looked_at.positions, sure.position))
        else:
            begin = [known.position.seen(one) for one in left]
            found = search_with(known.kernel, budget=budget, starts=begin)
        states += found.states
        if found.met:
            assert sure is not None
            play = _play(reader, sure, found, left, budget)
            able = tuple(one for one in left if leads(reader, one, play, meets, ends))
            ways.append(Found(play, able))
            left = [one for one in left if one not in {*able}]
        elif found.outside is not None and known is not None:
            sure = None
        elif found.complete:
            return Answers(tuple(ways), tuple(left), (), states, looked_at)
        else:
            return Answers(tuple(ways), (), tuple(left), states, looked_at)
    return Answers(tuple(ways), (), (), states, looked_at)


def _play(
    reader: Concrete, sure: Sought, found: Search, starts: Sequence[State], budget: int
) -> tuple[Move, ...]:
    """A play from one of ``starts`` to the goal that ``found`` has met by the kernel of ``sure``."""
    from dicelaw.checker.search.counterexample import Player, shown
    from dicelaw.checker.search.frontier import Frontier

    return (
        shown(
            sure.position.machine,
            sure.position.questions,
            replace(found, stuck=None, outside=None),
            [sure.position.seen(one) for one in starts],
            room=lambda kernel: Frontier(kernel, most=budget, keep=True),
            kernel=replace(sure.kernel, storing_each=None),
            player=Player(reader, sure, starts),
        )
        .met["goal"]
        .moves
    )


def leads(
    reader: Concrete,
    state: State,
    moves: Sequence[Move],
    meets: Callable[[State], object],
    ends: Callable[[State], object],
) -> bool:
    """Whether ``moves`` can be made from ``state`` on, and lead to what ``meets`` before play ``ends``."""
    for move in moves:
        if ends(state) or move not in {*reader.enabled(state)}:
            return False
        try:
            state = reader.step(state, move)
        except OutsideDomain:
            return False
    return bool(meets(state))


def reported_hands(
    session: Session, answers: Answers, goal: str, points: Sequence[str], nevers: Sequence[str]
) -> dict[str, Any]:
    """``answers`` to the question in words about ``session``, by the cards that are held.

    Its events then are those of all the plays.
    """
    here = session.state
    held = partial(held_in, session)

    def way(one: Found) -> dict[str, Any]:
        session.state = one.starts[0]
        played = retold(session, one.play)
        return {**played, "hands": [held(state) for state in one.starts]}

    report = {
        "goal": goal,
        "until": list(points),
        "never": list(nevers),
        "seats": [session.machine.seats[seat] for seat in session.left_open],
        "states": answers.states,
        "complete": not answers.left,
        "ways": [way(one) for one in answers.found],
        "without": [held(state) for state in answers.never],
        "unknown": [held(state) for state in answers.left],
    }
    session.state = here
    return report


def held_in(session: Session, state: State) -> list[list[str]]:
    """The cards of those whose hands are left open, in ``state``, where ``session`` then stands."""
    session.state = state
    return [description(session.name).cards(session, seat) or [] for seat in session.left_open]
