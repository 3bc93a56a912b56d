"""Searches and random plays spread over executors: threads, processes, or the workers of a cluster.

Each state belongs to one of several parts, by its hash. A part takes in what has arrived for it, keeps what
it had not seen before, expands that, and tells what leaves for which part. What it has seen stays with the
worker that did this; a worker may be lost, and whoever takes its part over is told what the part had seen.
So the result is that of a search on one machine, for any number of parts.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from functools import partial
from struct import pack
from typing import TypeVar
from uuid import uuid4

from dicelaw.checker.search.kernel import PLAIN, Kernel, Reductions, compiled
from dicelaw.checker.search.random_plays import Walked, Walker, shares
from dicelaw.checker.search.search import BUDGET, Found, run
from dicelaw.checker.search.worker import Expanded, Layer, Plays, Supply, divided, expand, forget, play
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

Item = TypeVar("Item")
Result = TypeVar("Result")


class AllLost(Exception):
    """Every executor broke before the work was done."""


def search(
    machine: Machine,
    watched: Mapping[str, Expr] | None = None,
    *,
    executors: Sequence[Executor],
    parts: int = 0,
    budget: int = BUDGET,
    starts: Sequence[State] | None = None,
    stop_when_found: bool = True,
    reductions: Reductions = PLAIN,
    after_layer: Callable[[Spread, Found], None] | None = None,
) -> Found:
    """What a search on one machine finds, by ``executors`` with one of so many ``parts`` each, or several.

    Without ``parts`` there is one for each executor. A part is best off with an executor that has a single
    worker: what it has seen then stays where it is. The packed states are also kept here, to tell them again;
    tables and successors are not. An executor that breaks is left out. Raises AllLost when none is left, and
    what a search on one machine raises.
    """
    return search_with(
        compiled(machine, watched or {}, reductions=reductions),
        executors=executors,
        parts=parts,
        budget=budget,
        starts=starts,
        stop_when_found=stop_when_found,
        after_layer=after_layer,
    )


def search_with(
    kernel: Kernel,
    *,
    executors: Sequence[Executor],
    parts: int = 0,
    budget: int = BUDGET,
    starts: Sequence[State] | None = None,
    stop_when_found: bool = True,
    after_layer: Callable[[Spread, Found], None] | None = None,
) -> Found:
    """What :func:`search` finds of the machine of ``kernel``, with its reductions."""
    program = partial(compiled, kernel.machine, dict(kernel.watched), reductions=kernel.reductions)
    crew = _Crew(executors, program)
    try:
        begin = starts or [kernel.machine.start]
        spread = Spread(kernel, crew, parts=parts or len(executors), most=budget, starts=begin)
        return run(spread, stop_when_found=stop_when_found, after_layer=after_layer)
    finally:
        crew.dismiss()


def walk(
    walker: Walker,
    plays: int,
    seed: int = 0,
    *,
    executors: Sequence[Executor],
    start: State | None = None,
    progress: Callable[[int], None] | None = None,
) -> Walked:
    """What ``walker.walk`` comes upon, by ``executors``. An executor that breaks is left out.

    ``progress`` is told how many plays are done. Raises AllLost when no executor is left.
    """
    begin = walker.machine.start if start is None else start
    crew = _Crew(executors, partial(Walker, walker.machine, walker.watched, length=walker.length))
    tally, steps, done = [0] * walker.layout.tally, 0, 0
    items = [Plays(crew.job, begin, seed, *share) for share in shares(plays, walker.length)]
    try:
        for item, (more, counts) in zip(items, crew.each(play, items), strict=True):
            tally, steps, done = walker.joined(tally, counts), steps + more, done + item.count
            if progress is not None:
                progress(done)
    finally:
        crew.dismiss()
    return walker.seen(plays, steps, begin, seed, tally)


class _Crew:
    """Executors that share the work of one job."""

    def __init__(self, executors: Sequence[Executor], program: Callable[[], Kernel | Walker]) -> None:
        self.job = uuid4().hex
        self.program = pickle.dumps(program)
        self._left = list(executors)

    def each(
        self,
        work: Callable[[Item, Supply | None], Result | None],
        items: Sequence[Item],
        places: Sequence[int] | None = None,
        known: Callable[[int], tuple[bytes, ...]] = lambda _: (),
    ) -> Iterator[Result]:
        """What ``work`` makes of each of ``items``, in their order; ``places`` tells who does which.

        Where something is lacking it is supplied, with what is ``known`` of the place. Raises AllLost.
        """
        numbers = range(len(items)) if places is None else places
        waiting = [self._submit(number, work, item) for number, item in zip(numbers, items, strict=True)]
        for number, item, begun in zip(numbers, items, waiting, strict=True):
            done = self._result(*begun)
            while done is None:
                again = self._submit(number, work, item, Supply(self.program, known(number)))
                done = self._result(*again)
            yield done

    def dismiss(self) -> None:
        """Let nobody hold anything for this job."""
        for executor in self._left:
            with suppress(Exception):  # it only saves memory, and they may be gone
                executor.submit(forget, self.job)

    def _submit(
        self,
        number: int,
        work: Callable[[Item, Supply | None], Result | None],
        item: Item,
        supply: Supply | None = None,
    ) -> tuple[Executor, Future[Result | None]]:
        while self._left:
            executor = self._left[number % len(self._left)]
            try:
                return executor, executor.submit(work, item, supply)
            except BrokenExecutor:
                self._left.remove(executor)
        raise AllLost("no worker is left")

    def _result(self, executor: Executor, future: Future[Result | None]) -> Result | None:
        """The result of ``future``; None where something was lacking, or where ``executor`` broke."""
        try:
            return future.result()
        except BrokenExecutor:
            with suppress(ValueError):  # another item has told
                self._left.remove(executor)
            return None


class Spread:
    """The layers of a search in parts, as :func:`run` wants them. A layer is expanded one ahead of it."""

    def __init__(
        self, kernel: Kernel, crew: _Crew, *, parts: int, most: int, starts: Sequence[State]
    ) -> None:
        self.kernel = kernel
        self.most = most
        self._crew = crew
        self._known: list[list[bytes]] = [[] for _ in range(parts)]
        self._tally = [0] * kernel.layout.tally
        self.states = self.waiting = 0
        words = kernel.layout.words
        begin = b"".join(pack(f"={words}Q", *kernel.pack(state)) for state in starts)
        self._ahead = self._layer([divided(begin, parts, words)])

    def tally(self) -> list[int]:
        """The counts of all parts, as :class:`Layout` has them; where only 0 or not matters, any place."""
        return self._tally

    def advance(self) -> bool:
        """Expand the layer; the next one takes its place. False where more than ``most`` states came up."""
        done = self._ahead
        self._ahead = self._layer([part.leaving for part in done])
        if self.states > self.most or not all(part.whole for part in done):
            return False
        for part in done:
            self._tally = [one + more for one, more in zip(self._tally, part.tally, strict=True)]
        return True

    def _layer(self, leaving: Sequence[Sequence[bytes]]) -> list[Expanded]:
        """Take in what is ``leaving`` for the parts, and expand what is new."""
        layers = []
        for part, known in enumerate(self._known):
            arrived = tuple(pieces[part] for pieces in leaving if pieces[part])
            if arrived:
                count = len(self._known)
                layers.append(Layer(self._crew.job, part, count, self.most, len(known), arrived))
        places = [layer.part for layer in layers]
        done = list(self._crew.each(expand, layers, places, lambda part: tuple(self._known[part])))
        size = self.kernel.layout.words * 8
        for part, made in zip(places, done, strict=True):
            self._known[part].append(made.new)
        self.waiting = sum(len(made.new) for made in done) // size
        self.states += self.waiting
        return done
