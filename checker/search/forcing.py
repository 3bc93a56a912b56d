"""Who can bring play to a goal, by compiled code, over all states that a search has stored.

Each state has a verdict, with some bits for each seat that say what that can do from there. The states that
each leads to are looked up once; then verdicts are worked out from the last state to the first, again and
again, until nothing changes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from dicelaw.checker.search.assembly import Function, Value, Variable
from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.layout import Layout, TooWide
from dicelaw.checker.search.loops import Loops, expanding
from dicelaw.checker.search.memory import Region
from dicelaw.checker.search.native import Code, Word
from dicelaw.checker.search.shared import ARGUMENTS, OWN_WORDS, Own, Shared, pointer
from dicelaw.checker.search.successors import EXPAND, Successors
from dicelaw.checker.search.table import SLACK
from dicelaw.checker.search.terms import Terms
from dicelaw.checker.search.tree import Tree
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Agent, Requirement, Transition
from dicelaw.model.kernel.machine import Machine

SURE, LUCKY, MAYBE_SURE, MAYBE_LUCKY = 1, 2, 4, 8
"""What a seat can do: whatever the dice do, or if they fall for it; and if open states lead to the goal."""
ALL, BITS = 15, 4
"""All of them, and how many bits a verdict has for each seat."""
RULES, CHANCE, OWNER_BITS = 0, 31, 5
"""Whose a step is that no seat takes. That of a seat is one more than its number."""
SEATS = 14
"""How many seats there may be."""
ROOM = 1 << 27
"""How many words say what states lead to, at most."""
NO_CHANCE = "no weight"
CALLS = ("begin", "link", "judge", "verdict")


class TooManyLinks(Exception):
    """There are more steps between states than can be held."""


class Can(NamedTuple):
    """Whether a seat can bring about a goal whatever the dice do, and whether it can if they fall for it."""

    surely: bool
    luckily: bool


def forced(frontier: Frontier, goal: Expr) -> dict[int | None, tuple[Can, Can]]:
    """The least and the most that each seat with a choice can do for ``goal`` from the first stored state.

    All others decide against it, and so do the rules where several things may happen. Where nobody has a
    choice it is said for None. Play has to end in states of the goal, and ``frontier``, of one thread, to
    keep all layers. Open are those of the layer that it is at, and all from the first that has a step out of
    a domain. No exchange of slots may count as the same. Raises TooManyLinks, and TooWide for a machine of
    too many seats.
    """
    judging = _Judging(frontier, goal)
    try:
        return judging.forced()
    finally:
        judging.close()


class _Judging:
    """The verdicts on the states of ``frontier``, and the compiled functions that work them out."""

    def __init__(self, frontier: Frontier, goal: Expr) -> None:
        kernel = frontier.kernel
        layout, tree, seats = kernel.layout, kernel.tree, len(kernel.machine.seats)
        if seats > SEATS:
            raise TooWide(
                f"{kernel.machine.name} has {seats} seats, of {SEATS} at most it is said what they can do"
            )
        successors = _Owned(_with_a_chance(kernel.machine), layout, (), pools=kernel.pools)
        self._code = Code(_Verdicts(layout, tree, seats, successors, goal).text(), CALLS, quickly=True)
        self._frontier, self._seats = frontier, seats
        self._verdicts = Region(frontier.homes + SLACK + 1)
        self._links = Region(ROOM)
        fan, width = layout.fan + 1, layout.words + 1
        self._rooms = {
            Own.OUT: (Word * (fan * width))(),
            Own.NEXT: (Word * (fan * width))(),
            Own.AGO: (Word * width)(),
            Own.KEYS: (Word * width)(),
            Own.TALLY: (Word * (layout.tally + layout.noted))(),
            Own.HELD: (Word * (0 if tree is None else tree.held))(),
        }
        self._own = (Word * OWN_WORDS)()
        for name, room in self._rooms.items():
            self._own[name] = ctypes.addressof(room)

    def forced(self) -> dict[int | None, tuple[Can, Can]]:
        """See :func:`forced`."""
        closed, end = self._frontier.layer
        outside = self._frontier.tally()[self._frontier.kernel.layout.outside]
        if outside:
            closed = min(closed, outside - 1)
        shared, own = self._frontier.address, ctypes.addressof(self._own)
        verdicts, links = self._verdicts.address, self._links.address
        choosing = (Word * 1)()
        self._code.function("begin", 5)(shared, own, verdicts, closed, end)
        nowhere, most = self._frontier.homes + SLACK, ROOM - self._frontier.kernel.layout.fan - 2
        room = ctypes.addressof(choosing)
        words = self._code.function("link", 7)(shared, own, links, room, closed, nowhere, most)
        if words < 0:
            raise TooManyLinks(f"more than {ROOM} steps lead from state to state")
        judge = self._code.function("judge", 3)
        while judge(verdicts, links, words):
            pass
        found = self._code.function("verdict", 3)(shared, own, verdicts)
        deciding = [seat for seat in range(self._seats) if choosing[0] >> (seat + 1) & 1]
        said: dict[int | None, int] = {seat: seat for seat in deciding} or {None: self._seats}
        return {seat: _bounds(found >> place * BITS) for seat, place in said.items()}

    def close(self) -> None:
        """Give the memory back."""
        self._verdicts.close()
        self._links.close()


def _bounds(bits: int) -> tuple[Can, Can]:
    sure, lucky, maybe_sure, maybe_lucky = (
        bool(bits & bit) for bit in (SURE, LUCKY, MAYBE_SURE, MAYBE_LUCKY)
    )
    return Can(sure, lucky), Can(maybe_sure, maybe_lucky)


def _with_a_chance(machine: Machine) -> Machine:
    """``machine`` without the steps of dice and cards that have no chance at all."""

    def cut(one: Transition) -> Transition:
        never = [value for value, weight in (one.weights or {}).items() if not weight]
        needs = (Requirement(one.choices[0] != value, NO_CHANCE) for value in never)
        return replace(one, requires=(*one.requires, *needs))

    return machine.rewritten(cut)


class _Owned(Successors):
    """Successors, with whose step led to each behind it."""

    beside = 1
    _owner: Value | int = RULES

    def _step(self, transition: Transition, terms: Terms) -> None:
        actor = transition.actor
        if isinstance(actor, Expr):
            self._owner = terms(actor).value + 1
        else:
            self._owner = CHANCE if actor is Agent.CHANCE else RULES
        super()._step(transition, terms)

    def _beside(self) -> Sequence[Value | int]:
        return (self._owner,)


class _Verdicts(Loops):
    """The functions that work out the verdicts, each at the place of its state in the table."""

    beside = 1

    def __init__(
        self, layout: Layout, tree: Tree | None, seats: int, successors: Successors, goal: Expr
    ) -> None:
        super().__init__(layout, tree, shared=False, skips=True)
        self.successors, self.goal = successors, goal
        self.every = (1 << (seats + 1) * BITS) - 1
        self.each_seat = self.every // ALL
        """The lowest bit of each seat."""

    def text(self) -> str:
        """All functions."""
        meets = self._meets()  # it may need tables that the successors have then
        parts = [] if self.tree is None else [self.tree.text()]
        parts += [meets, self.successors.text(), self.table.place()]
        return "\n".join(
            (*parts, self._stored_at(), self._begin(), self._link(), self._judge(), self._verdict())
        )

    def _meets(self) -> str:
        """``meets``: whether the goal holds in ``state``."""
        code = Function("meets", ["state"], own=True)
        words = [code.load(code.at(code["state"], word)) for word in range(self.words)]
        terms = Terms(code, self.layout, words, self.successors.tables)
        code.give(code.widened(terms(self.goal).value))
        return code.text

    def _stored_at(self) -> str:
        """``stored_at``: the place of ``state`` in the table."""
        code = Function("stored_at", ["shared", "own", "state"], own=True)
        keys = pointer(code, Own.KEYS)
        self._keyed(code, code["state"], keys, code.number(1), "seek")
        code.give(code.result(f"call i64 @place(ptr %shared, ptr {keys.name})"))
        return code.text

    def _place(self, code: Function, state: Value) -> Value:
        return code.result(f"call i64 @stored_at({ARGUMENTS}, ptr {state.name})")

    def _begin(self) -> str:
        """``begin``: the verdicts on the goal, and on open states, from the place ``closed`` to ``end``."""
        code = Function("begin", ["shared", "own", "verdicts"], ["closed", "end"])
        queue = pointer(code, Shared.QUEUE)
        with self._each_state(code, queue, 0, code["end"]) as number:
            state = self._state(code, queue, number)
            reached = code.result(f"call i64 @meets(ptr {state.name})") * self.every
            maybe = code.choose(number < code["closed"], 0, self.each_seat * (MAYBE_SURE | MAYBE_LUCKY))
            code.store(reached | maybe, code.at(code["verdicts"], self._place(code, state)))
        code.give(0)
        return code.text

    def _link(self) -> str:
        """``link``: write to ``links`` what each state before the place ``closed`` leads to, the last first.

        First the place of a state, then how many it leads to, then for each whose step it was and its place;
        that is ``nowhere`` where play goes round and never comes to a choice. The number of words; -1 where
        there are more than ``most``. The word ``choosing`` has a bit for whoever has a choice somewhere.
        """
        code = Function("link", ["shared", "own", "links", "choosing"], ["closed", "nowhere", "most"])
        queue, out, written = pointer(code, Shared.QUEUE), pointer(code, Own.OUT), code.variable(0)
        with code.each(0, code["closed"]) as passed:
            number = code["closed"] - passed - 1
            with code.when(code.load(code.at(queue, number * self.table.words)).differs(0)):
                here = self._place(code, self._state(code, queue, number))
                state = self._state(code, queue, number)
                count = code.result(f"call i64 @{EXPAND}({expanding(code, state, out, code.number(0))})")
                with code.when(count.differs(0)):
                    self._written(code, written, [here, count])
                    owners = code.variable(0)
                    with code.each(0, count) as successor:
                        one = code.at(out, successor * (self.words + self.beside))
                        owner = code.load(code.at(one, self.words))
                        owners.set(owners.get() | code.number(1) << owner)
                        self._written(code, written, [self._ends(code, one) << OWNER_BITS | owner])
                    with code.when(code.number(1) < count):
                        code.store(code.load(code["choosing"]) | owners.get(), code["choosing"])
                    with code.when(code["most"] < written.get()):
                        code.give(-1)
        code.give(written.get())
        return code.text

    def _written(self, code: Function, written: Variable, words: Sequence[Value]) -> None:
        for word in words:
            code.store(word, code.at(code["links"], written.get()))
            written.set(written.get() + 1)

    def _ends(self, code: Function, state: Value) -> Value:
        """The place of the first state from ``state`` on that has several successors or none."""
        place = code.variable(code["nowhere"])
        with code.block() as end, self._passing(code, state, code.number(0)) as (several, _):
            with code.when(several.differs(0)):
                place.set(self._place(code, state))
            code.leave(end, several.differs(0))
        return place.get()

    def _judge(self) -> str:
        """``judge``: work out each verdict by the so many ``words`` of ``links``; how many changed."""
        code = Function("judge", ["verdicts", "links"], ["words"])
        at, changed = code.variable(0), code.variable(0)
        with code.loop() as (_, end):
            code.leave(end, code["words"] <= at.get())
            first = code.at(code["links"], at.get())
            here, count = code.at(code["verdicts"], code.load(first)), code.load(code.at(first, 1))
            before = code.load(here)
            after = before | self._brings(code, code.at(first, 2), count)
            code.store(after, here)
            changed.set(changed.get() + code.widened(after.differs(before)))
            at.set(at.get() + count + 2)
        code.give(changed.get())
        return code.text

    def _brings(self, code: Function, links: Value, count: Value) -> Value:
        """The verdict on a state that leads to the ``count`` states of ``links``, by theirs."""
        own, every, rolled = code.variable(0), code.variable(-1), code.variable(0)
        some_roll, every_roll = code.variable(0), code.variable(-1)
        with code.each(0, count) as number:
            link = code.load(code.at(links, number))
            owner = link & CHANCE
            verdict = code.load(code.at(code["verdicts"], link >> OWNER_BITS))
            with code.block() as done:
                with code.when(owner.equals(CHANCE)):
                    rolled.set(1)
                    some_roll.set(some_roll.get() | verdict)
                    every_roll.set(every_roll.get() & verdict)
                    code.jump(done)
                every.set(every.get() & verdict)
                with code.when(owner.differs(RULES)):
                    own.set(own.get() | verdict & (code.number(ALL) << (owner - 1) * BITS))
        lucky = self.each_seat * (LUCKY | MAYBE_LUCKY)
        with code.when(rolled.get().differs(0)):
            every.set(every.get() & (some_roll.get() & lucky | every_roll.get() & ~lucky))
        return own.get() | every.get()

    def _verdict(self) -> str:
        """``verdict``: the verdict on the first state of the queue."""
        code = Function("verdict", ["shared", "own", "verdicts"])
        place = self._place(code, self._state(code, pointer(code, Shared.QUEUE), code.number(0)))
        code.give(code.load(code.at(code["verdicts"], place)))
        return code.text
