"""Which of many claims a step breaks: they are all asked at once, by compiled code."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dicelaw.checker.search.step_breaches import kept
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.pycode import Emitter
from dicelaw.model.kernel.state import State
from dicelaw.model.kernel.structures import Structures
from dicelaw.specs.patterns import matches
from dicelaw.specs.property import (
    After,
    AllOf,
    Always,
    Chosen,
    Never,
    Property,
    Stepwise,
    spoken_of,
)

Asked = Callable[[State, Mapping[str, int]], Sequence[int]]


@dataclass(frozen=True)
class _Along:
    """What is claimed of the steps along one transition.

    ``kept`` says of each property in ``ids`` whether it is kept, or, where ``seats`` has a seat, whether that
    may not decide the step; ``later`` has what that hangs on after the step, by ``names``.
    """

    ids: tuple[str, ...]
    seats: tuple[Expr | None, ...]
    kept: Asked
    names: tuple[str, ...]
    later: Asked
    choices: tuple[str, ...]


class Breaches:
    """The claims of ``properties`` about states and single steps of the machine that ``reader`` reads."""

    def __init__(self, reader: Concrete, properties: Sequence[Property]) -> None:
        self.reader, self.machine = reader, reader.machine
        self.says = {
            one.id: one.says for one in properties if isinstance(one.claim, Always | AllOf | Stepwise)
        }
        self._claimed: dict[int, list[tuple[str, Stepwise]]] = defaultdict(list)
        self._stated: dict[int, list[tuple[str, Expr]]] = defaultdict(list)
        self._along: dict[int, _Along] = {}
        self._at: dict[int, Asked] = {}
        self._made: dict[tuple[int, ...], Asked] = {}
        """What is compiled, by what it is of: most timing points and transitions have much in common."""
        self._structures = Structures()
        self._kept: dict[str, Expr] = {}
        for one in properties:
            if isinstance(one.claim, Stepwise):
                for transition in spoken_of(one.claim, self.machine.transitions):
                    place = self.machine.transition_index[transition.id]
                    self._claimed[place].append((one.id, one.claim))
                self._kept[one.id] = kept(one.claim)
            elif isinstance(one.claim, Always | AllOf):
                self._state(one.id, one.claim)

    def _state(self, id: str, claim: Always | AllOf) -> None:
        """Note at each point what ``claim`` says of states there."""
        parts = claim.parts if isinstance(claim, AllOf) else (claim,)
        for place, point in enumerate(self.machine.points):
            holds = [(id, part.holds) for part in parts if matches(point.id, part.at)]
            if holds:
                self._stated[place] += holds

    def of(self, before: State, move: Move, reached: State) -> Iterator[str]:
        """The ids of the properties that ``move``, from ``before`` to ``reached``, breaks."""
        if move[0] in self._claimed:
            yield from self._broken(before, move, reached)
        yield from self.at(reached)

    def at(self, state: State) -> Iterator[str]:
        """The ids of the properties that do not hold in ``state``."""
        here = state[0]
        if here in self._stated:
            if here not in self._at:
                self._at[here] = self._compiled([holds for _, holds in self._stated[here]])
            held = self._at[here](state, {})
            yield from (id for (id, _), holds in zip(self._stated[here], held, strict=True) if not holds)

    def _broken(self, before: State, move: Move, reached: State) -> Iterator[str]:
        place = move[0]
        if place not in self._along:
            self._along[place] = self._claims(self.machine.transitions[place], self._claimed[place])
        along = self._along[place]
        chosen = dict(zip(along.choices, move[1:], strict=True))
        values = {**chosen, **dict(zip(along.names, along.later(reached, chosen), strict=True))}
        for id, seat, keeps in zip(along.ids, along.seats, along.kept(before, values), strict=True):
            if not keeps and (seat is None or self._decides(before, move, seat, values)):
                yield id

    def _decides(self, before: State, move: Move, seat: Expr, values: Mapping[str, int]) -> bool:
        return self.reader.actor(before, move) == self.reader.value(seat, before, values)

    def _claims(self, transition: Transition, claimed: Sequence[tuple[str, Stepwise]]) -> _Along:
        kept = [self._kept[id] for id, _ in claimed]
        nodes = {node.name: node for node in walk(*kept) if isinstance(node, After)}
        return _Along(
            tuple(id for id, _ in claimed),
            tuple(claim.seat if isinstance(claim, Never) else None for _, claim in claimed),
            self._compiled(kept),
            tuple(nodes),
            self._compiled([node.inner for node in nodes.values()]),
            tuple(Chosen(choice.name).name for choice in transition.choices),
        )

    def _compiled(self, expressions: Sequence[Expr]) -> Asked:
        """A function of a state and what is chosen that says what each of ``expressions`` is worth."""
        key = tuple(map(id, expressions))
        if key not in self._made:
            self._made[key] = Emitter(None, self._structures).evaluators(expressions)
        return self._made[key]
