"""Questions about a position: whether play can come to a goal from here, how, and who can force it.

What can be seen in a moment is looked at by the concrete reader. What is larger is searched by compiled code,
on the machine cut down to the position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dicelaw.checker.chances.game import Game, explore
from dicelaw.checker.chances.reaching import Force, force_of, way_to
from dicelaw.checker.search.counterexample import Shown, played
from dicelaw.checker.search.layout import TooWide
from dicelaw.checker.search.native import NotInstalled
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, negate
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.state import State, field_at
from dicelaw.oracle.answers.goal import condition, points_called, test_of
from dicelaw.oracle.answers.looked_at import LookedAt
from dicelaw.oracle.errors import UserError

if TYPE_CHECKING:
    from dicelaw.checker.search.forcing import Can
    from dicelaw.checker.search.frontier import Frontier
    from dicelaw.checker.search.kernel import Kernel
    from dicelaw.checker.search.position import Sought
    from dicelaw.checker.search.search import AfterLayer, Found
    from dicelaw.checker.search.situation import Situation

FEW, SLOWLY = 2_000, 20_000
"""How many states are looked at one by one, before compiled code searches and where there is none."""
FORCES = 20_000
"""Among how many states that compiled code has stored it is worked out who can force the goal."""
SHORTEST = 500_000
"""Among how many states a shortest play is looked for where compiled code has found one."""
SEEN = 2_000
"""About how many of them show what to expect there."""
SOON, AGAIN, MORE = 150_000, 10, 4
"""After how many stored states it is looked whether the goal is out of reach even where dice show what is
wished for, after how many times as many that is looked at again, and among how many times as many."""
BUDGET = 10_000_000


@dataclass(frozen=True)
class Question:
    """Whether ``goal`` can come to hold before ``ended`` does, while ``never`` holds in no state before."""

    goal: Expr
    ended: Expr
    never: Expr = FALSE


@dataclass(frozen=True)
class Answer:
    """Whether there is a way; None where the budget ran out before.

    ``play`` is a shortest one, unless there was no room to look for it. ``states`` were seen, all of them
    where it is ``complete``; compiled code stores none that leads to a single one, and has ``passed`` through
    such. Where it is a no that holds even if dice show what is ``wished`` for, these are the states in which
    that was seen. ``forces`` has for each seat that decides anything the least and the most that it can do,
    for None where none decides; it is empty where that was not seen. It rests on what was ``looked_at``.
    """

    possible: bool | None
    states: int
    complete: bool
    play: tuple[Move, ...] | None = None
    forces: Mapping[int | None, tuple[Force, Force]] = field(default_factory=dict)
    shortest: bool = True
    passed: int = 0
    wished: bool = False
    looked_at: LookedAt | None = field(default=None, compare=False, repr=False)


class _OutOfReach(Exception):
    """What was ``sought`` where there is no way even by wishes."""

    def __init__(self, sought: Sought) -> None:
        super().__init__()
        self.sought = sought


def question(
    machine: Machine, state: State, goal: str, until: Sequence[str] = (), never: Sequence[str] = ()
) -> Question:
    """The question in words, about what follows from ``state``.

    Without ``until`` play is taken as ended with the turn. Raises UserError for names that there are not, and
    where play would end at once.
    """
    ended = (
        any_of(*(points_called(machine, point) for point in until)) if until else turn_over(machine, state)
    )
    if test_of(machine, ended)(state):
        at = machine.point_of(state).id
        raise UserError(f"play is at {at} already, where --until has it end; name a later timing point")
    return Question(condition(machine, goal), ended, any_of(*(condition(machine, one) for one in never)))


def turn_over(machine: Machine, state: State) -> Expr:
    """The condition that the turn of ``state`` is over. Raises UserError for a machine without turns."""
    place = machine.slot_index.get("turn")
    if place is None:
        raise UserError(f"{machine.name} has no turns; say with --until where play is taken as ended")
    return negate(field_at(place, machine.slots[place]) == state[place])


def ask(
    machine: Machine,
    state: State,
    asked: Question,
    *,
    budget: int = BUDGET,
    few: int = FEW,
    who: bool = False,
    kept: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Answer:
    """The answer to ``asked`` about ``state``, which sees no more than ``budget`` states.

    Who can force the goal is said where few states tell, or ``who`` asks for it. The play is one of
    ``machine``, as the concrete reader has confirmed. Raises NotInstalled and TooWide where more than a few
    states must be seen and can't.
    """
    try:
        return _asked(machine, state, asked, budget, few, who, kept, progress)
    except NotInstalled:
        if few >= SLOWLY:
            raise
        return _asked(machine, state, asked, budget, SLOWLY, who, kept, progress)


def _asked(
    machine: Machine,
    state: State,
    asked: Question,
    budget: int,
    few: int,
    who: bool,
    kept: Path | None,
    progress: Callable[[int], None],
) -> Answer:
    good = all_of(asked.goal, negate(asked.never))
    over = any_of(asked.ended, asked.never)
    meets, ends = test_of(machine, good), test_of(machine, over)

    def until(one: State) -> bool:
        return meets(one) or ends(one)

    pools = machine.pools.unread(slots_read(good, over))
    reader = Concrete(machine)
    game = explore(
        machine, state, until=until, pools=pools, budget=min(few, budget), reader=reader, progress=progress
    )
    goal = {number for number, one in enumerate(game.states) if meets(one)}
    path = way_to(game, goal)
    looked_at = LookedAt(reader, state, (good, over), game, until)
    way = None
    if path is not None:
        play = played(reader, [game.states[number] for number in path], pools, state).moves
        forces = _forces(game, goal)
        way = Answer(True, len(game.states), not game.open, play, forces, looked_at=looked_at)
    if not game.open:
        return way or Answer(False, len(game.states), True, looked_at=looked_at)
    if len(game.options) - len(game.open) >= budget:
        return way or Answer(None, len(game.states), False, looked_at=looked_at)
    seen = game.states[:: max(1, len(game.states) // SEEN)]
    try:
        return _searched(looked_at, seen, way, budget, who, kept, progress)
    except NotInstalled:
        if way is None or few < SLOWLY:
            raise
    except TooWide:
        if way is None:
            raise
    return way


def _forces(game: Game, goal: set[int]) -> dict[int | None, tuple[Force, Force]]:
    seats: list[int | None] = [*game.seats]
    return {seat: force_of(game, goal, seat) for seat in seats or [None]}


def _searched(
    looked_at: LookedAt,
    seen: Sequence[State],
    way: Answer | None,
    budget: int,
    who: bool,
    kept: Path | None,
    progress: Callable[[int], None],
) -> Answer:
    """The answer by a compiled search of the position that was ``looked_at``, which can come to ``seen``.

    A shortest ``way`` to the goal may be known, as far as few states tell.
    """
    from dicelaw.checker.search.position import out_of_reach, sought

    reader, state, (good, over) = looked_at.reader, looked_at.start, looked_at.asked
    asked = {"goal": good}, any_of(good, over)

    def tell(frontier: Frontier, _: Found) -> None:
        progress(frontier.states)

    by_wishes = partial(out_of_reach, reader.machine, state, *asked, seen=seen, kept=kept, after_layer=tell)
    look: AfterLayer = _Wishing(by_wishes, budget, tell, SOON) if way is None else tell
    search = partial(sought, reader, state, *asked, seen=seen, budget=budget, kept=kept, after_layer=look)
    try:
        sure = search(at_end=(near := _Forces(min(FORCES, budget))))
    except _OutOfReach as none:
        found, seen_in = none.sought.found, replace(looked_at, game=None, positions=(none.sought.position,))
        seen_in = replace(seen_in, wished=True)
        return Answer(False, found.states, True, passed=found.passed, wished=True, looked_at=seen_in)
    compiled = replace(looked_at, game=None, positions=(sure.position,))
    if not sure.found.met:
        found = sure.found
        complete = found.complete and found.outside is None
        possible = False if complete else None
        return way or Answer(possible, found.states, complete, passed=found.passed, looked_at=compiled)
    if way is None:
        plays = _shown(reader, state, sure, budget)
        way = Answer(True, 0, False, plays.met["goal"].moves, shortest=plays.shortest)
    if who and near.open:
        search(stop_when_found=False, at_end=(near := _Forces(budget)))
    found = near.found or sure.found
    complete = found.complete and found.outside is None
    if near.said:
        looked_at = replace(compiled, positions=near.positions)
    else:
        looked_at = replace(compiled, game=looked_at.game if way.forces else None)
    forces = near.said or way.forces
    return replace(
        way, states=found.states, complete=complete, forces=forces, passed=found.passed, looked_at=looked_at
    )


@dataclass
class _Wishing:
    """Looks between layers of a search, ever more seldom, whether the goal is out of reach even by wishes.

    Then it raises _OutOfReach. ``by_wishes`` looks at ``budget`` states at most; ``tell`` is told of layers.
    """

    by_wishes: Callable[..., Sought | None]
    budget: int
    tell: AfterLayer
    looks_at: int
    """After how many states it looks next."""

    def __call__(self, frontier: Frontier, found: Found) -> None:
        """Look, where there are many states by now and the goal is not among them."""
        self.tell(frontier, found)
        if frontier.states > self.looks_at and not found.met:
            none = self.by_wishes(budget=min(MORE * frontier.states, self.budget))
            if none is not None:
                raise _OutOfReach(none)
            self.looks_at = AGAIN * frontier.states


class _Forces:
    """Who can force the goal, ``said`` by as many states as ``most``."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.found: Found | None = None
        """All that was found then."""
        self.said: dict[int | None, tuple[Force, Force]] = {}
        self.positions: tuple[Situation, ...] = ()
        """Where it was seen."""

    @property
    def open(self) -> bool:
        """Whether more states might tell more."""
        return not self.said or any(least is not most for least, most in self.said.values())

    def __call__(self, position: Situation, frontier: Frontier, found: Found) -> None:
        """Go on from what was ``found``, if the goal is, and say what it comes to."""
        from dicelaw.checker.search.forcing import TooManyLinks, forced
        from dicelaw.checker.search.search import run

        self.positions = (position,)
        if found.met:
            self.found = run(frontier, found, stop_when_found=False, most=self.most)
            with suppress(TooManyLinks, TooWide):
                bounds = forced(frontier, position.questions["goal"]).items()
                self.said = {seat: (_force_of(least), _force_of(most)) for seat, (least, most) in bounds}


def _shown(reader: Concrete, state: State, sure: Sought, budget: int) -> Shown:
    """A play to the goal that was found."""
    from dicelaw.checker.search.counterexample import Player, shown
    from dicelaw.checker.search.frontier import Frontier

    def room(kernel: Kernel) -> Frontier:
        most = budget if kernel.reductions.skips else min(budget, SHORTEST)
        return Frontier(kernel, most=most, keep=True)

    return shown(
        sure.position.machine,
        sure.position.questions,
        replace(sure.found, stuck=None, outside=None),
        reductions=sure.kernel.reductions,
        room=room,
        kernel=sure.kernel,
        player=Player(reader, sure, [state]),
    )


def _force_of(can: Can) -> Force:
    """How far a seat gets that ``can`` do this, where there is a way."""
    if can.surely:
        return Force.FORCED
    return Force.LUCKY if can.luckily else Force.HELPED
