"""What is asked about positions, worked out here or by workers whom nobody else has to wait for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from queue import Empty, SimpleQueue
from typing import Protocol

from dicelaw.checker.executors import pool
from dicelaw.model.kernel.state import State
from dicelaw.oracle.answers.asked_again import Late
from dicelaw.oracle.formats.service_formats import Limits, OpenBody
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.message import Message
from dicelaw.oracle.service.session_registry import Clock, ServiceError, begun


class Asked(Protocol):
    """Something that is asked about the position ``state`` of a session that ``opened`` opened.

    The user's own ``content`` is known there as well.
    """

    @property
    def opened(self) -> OpenBody:
        """How the session was opened."""
        ...

    @property
    def content(self) -> OwnContent | None:
        """The user's own content."""
        ...

    @property
    def state(self) -> State:
        """The position."""
        ...

    def answer(self, session: Session, left: Left) -> Message:
        """The answer about ``session``, which stands there and may be played on.

        It calls ``left.in_time`` now and then, which raises where it is late. Raises ServiceError where a
        limit is in the way, and UserError.
        """
        ...


@dataclass(frozen=True)
class Left:
    """How many ``seconds`` are left for an answer, within ``limits``."""

    seconds: Callable[[], float]
    limits: Limits

    def in_time(self) -> None:
        """Raises ServiceError where it is late."""
        if self.seconds() < 0:
            raise _too_slow(self.limits)

    def for_more(self) -> None:
        """Raises Late where what is known had better be told."""
        if self.seconds() < self.limits.seconds / SPARED:
            raise Late


SPARED = 3
"""What part of the time is spared for telling what is known."""
Find = Callable[[Asked, Session], str]
"""What works an answer out, as JSON. Raises ServiceError where a limit is in the way."""


def here(limits: Limits, clock: Clock) -> Find:
    """Works answers out in this process."""

    def find(asked: Asked, session: Session) -> str:
        latest = clock() + limits.seconds
        return _found(asked, session, Left(lambda: latest - clock(), limits))

    return find


def _found(asked: Asked, session: Session, left: Left) -> str:
    """The answer to ``asked`` on the game of ``session``, as JSON; given up where no time is ``left``."""
    limits = left.limits
    ahead = Session(session.game, asked.state, session.heroes, asked.content)
    answer = asked.answer(ahead, left).model_dump_json(exclude_none=True)
    left.in_time()
    if len(answer) > limits.answer_bytes:
        says = f"the answer is longer than {limits.answer_bytes} bytes, which is the limit"
        raise ServiceError("limit", says, limit="answer_bytes")
    return answer


def _too_slow(limits: Limits) -> ServiceError:
    says = f"this takes longer than {limits.seconds:g} seconds, which is the limit"
    return ServiceError("time", says, limit="seconds")


@contextmanager
def workers(limits: Limits) -> Iterator[Find]:
    """Works each answer out in one of ``limits.outcomes_at_once`` processes; one that is late is ended."""
    with ExitStack() as stack:
        free: SimpleQueue[_Worker] = SimpleQueue()
        for _ in range(limits.outcomes_at_once):
            free.put(stack.enter_context(_Worker()))

        def find(asked: Asked, _session: Session) -> str:
            try:
                worker = free.get(timeout=limits.seconds)
            except Empty:
                says = f"{limits.outcomes_at_once} answers are being worked out, which is the limit"
                raise ServiceError("busy", says, limit="outcomes_at_once", retry_after=1.0) from None
            try:
                return worker.found(asked, limits)
            finally:
                free.put(worker)

        yield find


class _Worker:
    """A process that works answers out, one after another; it is begun anew where it was ended."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def __enter__(self) -> _Worker:
        self._begin()
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def found(self, asked: Asked, limits: Limits) -> str:
        """The answer to ``asked``, as JSON. Raises ServiceError.

        A process that is late with its answer is ended; one that is late with building the game goes on.
        """
        latest = time.monotonic() + limits.seconds
        try:
            if wait([self._executor.submit(_game_of, asked)], limits.seconds).not_done:
                says = f"the game is not built within {limits.seconds:g} seconds; come again"
                raise ServiceError("busy", says, limit="seconds", retry_after=1.0)
            left = max(latest - time.monotonic(), 0)
            return self._executor.submit(_in_worker, asked, limits, left).result(left)
        except (TimeoutError, BrokenProcessPool):
            self._end()
            self._begin()
            raise _too_slow(limits) from None

    def _begin(self) -> None:
        fresh = get_context("spawn")
        self._executor: ProcessPoolExecutor = self._stack.enter_context(pool(1, context=fresh))

    def _end(self) -> None:
        for process in [*(self._executor._processes or {}).values()]:
            process.kill()
        self._stack.close()


def _game_of(asked: Asked) -> None:
    begun(asked.opened, asked.content)


def _in_worker(asked: Asked, limits: Limits, seconds: float) -> str:
    latest = time.monotonic() + seconds
    session = begun(asked.opened, asked.content)
    return _found(asked, session, Left(lambda: latest - time.monotonic(), limits))
