"""Two machines of one game side by side: the shortest play that tells them apart, or that there is none.

Both play the same decisions, dice and draws; what the rules do by themselves each does alone. They are told
apart where one allows what the other does not, where another seat decides it or dice have other chances, or
where an onlooker sees something else. The search is breadth first, so that no shorter play tells them apart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from dicelaw.checker.digest import Digests
from dicelaw.checker.walks.observed_play import Stage
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.exhaustive import play_to
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

Key = tuple[str | int, ...]
"""A decision in both machines: the id of the transition, then its choices."""
Whose = int | Agent | Fraction
"""The seat that decides, or the rules; for dice and draws the chance."""


@dataclass(frozen=True)
class Side:
    """One of the two: a machine on its stage, and the state that it begins in."""

    stage: Stage
    start: State

    @property
    def begun(self) -> State:
        """The state of the first decision, die or draw."""
        return self.stage.settled(self.start)[0]

    def after(self, state: State, move: Move) -> State:
        """The state of the decision, die or draw that comes after ``move``."""
        return self.stage.settled(self.stage.reader.step(state, move))[0]


@dataclass(frozen=True)
class Told:
    """Where the machines part: after ``play``, what only the one and only the other allows.

    ``otherwise`` has what both allow, where another seat decides or the chance is another, with whose it is
    in each. All are empty where the difference is in what is seen.
    """

    play: tuple[Key, ...]
    only_one: tuple[Key, ...]
    only_other: tuple[Key, ...]
    otherwise: tuple[tuple[Key, Whose, Whose], ...] = ()


@dataclass(frozen=True)
class Comparison:
    """What a search found: ``told`` if a play tells them apart.

    Without one, ``complete`` says that every pair of states in the scope was seen, and otherwise the budget
    ran out. ``equal`` says that the machines have the same definitions, so that nothing had to be searched.
    """

    told: Told | None
    pairs: int
    complete: bool
    equal: bool = False


def same_definition(one: Machine, other: Machine) -> bool:
    """Whether both machines consist of the same points and transitions, whatever these cite."""
    digests = Digests()

    def shape(machine: Machine) -> tuple[object, ...]:
        slots = [(slot.lo, slot.hi, slot.open_above) for slot in machine.slots]
        points = [(point.id, point.kind) for point in machine.points]
        return slots, points, [digests.of_transition(one) for one in machine.transitions]

    return shape(one) == shape(other)


def compare(
    one: Side,
    other: Side,
    *,
    budget: int = 20_000,
    within: Callable[[State], bool] = lambda _: True,
    progress: Callable[[int], None] = lambda _: None,
) -> Comparison:
    """Search for a play that tells the two apart, at most ``budget`` pairs of states.

    Pairs whose first state is not ``within`` the scope are compared, but not followed.
    """
    if same_definition(one.stage.machine, other.stage.machine) and one.start == other.start:
        return Comparison(None, 0, True, equal=True)
    stages = one.stage, other.stage
    first = one.begun, other.begun
    parents: dict[tuple[State, State], tuple[tuple[State, State], Key] | None] = {first: None}
    waiting = deque([first])
    while waiting:
        pair = waiting.popleft()
        progress(len(parents))
        legal = [decisions(stage.reader, state) for stage, state in zip(stages, pair, strict=True)]
        seen = [stage.view(state) for stage, state in zip(stages, pair, strict=True)]
        whose = [_whose(*each) for each in zip(stages, pair, legal, strict=True)]
        if whose[0] != whose[1] or seen[0] != seen[1]:
            only = [sorted(legal[at].keys() - legal[1 - at].keys(), key=str) for at in (0, 1)]
            pairs = ((key, who, whose[1].get(key, who)) for key, who in whose[0].items())
            otherwise = tuple(found for found in pairs if found[1] != found[2])
            told = Told(play_to(parents, pair), tuple(only[0]), tuple(only[1]), otherwise)
            return Comparison(told, len(parents), True)
        if not within(pair[0]):
            continue
        for key, move in legal[0].items():
            after = one.after(pair[0], move), other.after(pair[1], legal[1][key])
            if after not in parents:
                if len(parents) >= budget:
                    return Comparison(None, len(parents), False)
                parents[after] = (pair, key)
                waiting.append(after)
    return Comparison(None, len(parents), True)


def _whose(stage: Stage, state: State, legal: Mapping[Key, Move]) -> dict[Key, Whose]:
    """Whose each of the moves ``legal`` in ``state`` is."""
    found: dict[Key, Whose] = {}
    for key, move in legal.items():
        actor, weights = stage.reader.actor(state, move), stage.machine.transitions[move[0]].weights
        if actor is Agent.CHANCE:
            found[key] = Fraction(1, len(legal)) if weights is None else weights[move[1]]
        else:
            found[key] = actor
    return found


def decisions(reader: Concrete, state: State) -> dict[Key, Move]:
    """Every legal move of ``state`` by its decision."""
    transitions = reader.machine.transitions
    return {(transitions[move[0]].id, *move[1:]): move for move in reader.enabled(state)}
