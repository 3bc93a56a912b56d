"""What positions of sessions come to, worked out here or by workers whom nobody else has to wait for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from queue import Empty, SimpleQueue

from dicelaw.checker.executors import pool
from dicelaw.model.foreign.json_text import from_json
from dicelaw.model.kernel.state import State
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.odds import results
from dicelaw.oracle.outcome import as_json
from dicelaw.oracle.own_content import OwnContent
from dicelaw.oracle.plays import Clock, ServiceError, begun
from dicelaw.oracle.service_formats import Limits, OpenBody, Outcome
from dicelaw.oracle.session import Session
from dicelaw.oracle.walk import finish


@dataclass(frozen=True)
class Asked:
    """The position ``state`` of a session that ``opened`` opened, with the user's own ``content``.

    With ``every`` decisions are followed too that players may pass on.
    """

    opened: OpenBody
    content: OwnContent | None
    state: State
    every: bool


Find = Callable[[Asked, Session], Outcome]
"""What works out an outcome. Raises ServiceError where a limit is in the way."""


def here(limits: Limits, clock: Clock) -> Find:
    """Works outcomes out in this process."""

    def find(asked: Asked, session: Session) -> Outcome:
        latest = clock() + limits.seconds
        return Outcome.model_validate(from_json(_found(asked, session, limits, lambda: clock() > latest)))

    return find


def _found(asked: Asked, session: Session, limits: Limits, late: Callable[[], bool]) -> str:
    """The outcome of ``asked`` on the game of ``session``, as JSON; given up where it is ``late``."""

    def in_time() -> None:
        if late():
            raise _too_slow(limits)

    ahead = Session(session.game, asked.state, session.heroes, asked.content)
    determined = finish(ahead, passing=not asked.every)
    try:
        passing, most = not asked.every, limits.situations
        found = [] if determined else results(ahead, passing=passing, limit=most, at_each=in_time)
    except UserError as refused:
        if refused.exit_code is not ExitCode.UNDECIDED:
            raise
        says = f"more than {most} situations are open from here, which is the limit; decide or roll more"
        raise ServiceError("limit", says, limit="situations") from None
    plain = as_json(ahead, found, determined)
    departing = plain["not_as_printed"] or None
    answer = Outcome.model_validate({**plain, "not_as_printed": departing}).model_dump_json(exclude_none=True)
    in_time()
    if len(answer) > limits.answer_bytes:
        says = f"the answer is longer than {limits.answer_bytes} bytes, which is the limit"
        raise ServiceError("limit", says, limit="answer_bytes")
    return answer


def _too_slow(limits: Limits) -> ServiceError:
    says = f"this takes longer than {limits.seconds:g} seconds, which is the limit"
    return ServiceError("time", says, limit="seconds")


@contextmanager
def workers(limits: Limits) -> Iterator[Find]:
    """Works each outcome out in one of ``limits.outcomes_at_once`` processes; one that is late is ended."""
    with ExitStack() as stack:
        free: SimpleQueue[_Worker] = SimpleQueue()
        for _ in range(limits.outcomes_at_once):
            free.put(stack.enter_context(_Worker()))

        def find(asked: Asked, _session: Session) -> Outcome:
            try:
                worker = free.get(timeout=limits.seconds)
            except Empty:
                says = f"{limits.outcomes_at_once} outcomes are being worked out, which is the limit"
                raise ServiceError("busy", says, limit="outcomes_at_once", retry_after=1.0) from None
            try:
                return Outcome.model_validate(from_json(worker.found(asked, limits)))
            finally:
                free.put(worker)

        yield find


class _Worker:
    """A process that works outcomes out, one after another; it is begun anew where it was ended."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def __enter__(self) -> _Worker:
        self._begin()
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def found(self, asked: Asked, limits: Limits) -> str:
        """The outcome of ``asked``, as JSON. Raises ServiceError.

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
    return _found(asked, begun(asked.opened, asked.content), limits, lambda: time.monotonic() > latest)
