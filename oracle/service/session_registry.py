"""The sessions of a service: under unguessable keys, one request at a time each, closed when nobody asks."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from types import MappingProxyType
from typing import Any

from dicelaw.oracle.answers.hanging import Beginning
from dicelaw.oracle.files.position import open_setup
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.files.trace import actor_name
from dicelaw.oracle.formats.service_formats import Code, Keys, Limits, OpenBody, Problem, Viewer
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session

Clock = Callable[[], float]


class ServiceError(Exception):
    """A request that is not answered; ``problem`` says why."""

    def __init__(self, code: Code, says: str, **fields: Any) -> None:
        super().__init__(says)
        self.problem = Problem(code=code, says=says, **fields)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled whole: workers refuse as well."""
        return _refused, (self.problem,)


def _refused(problem: Problem) -> ServiceError:
    return ServiceError(**problem.model_dump())


class Bucket:
    """Lets through ``rate`` a second on average, and ``burst`` at once; a ``rate`` of None is no limit."""

    def __init__(self, rate: float | None, burst: int, now: float) -> None:
        self.rate, self.burst = rate, burst
        self.left, self.filled = float(burst), now

    def wait(self, now: float) -> float:
        """Take one: 0 if it is there, else how many seconds until it would be."""
        if self.rate is None:
            return 0.0
        self.left = min(float(self.burst), self.left + (now - self.filled) * self.rate)
        self.filled = now
        if self.left < 1:
            return (1 - self.left) / self.rate
        self.left -= 1
        return 0.0


def begun(
    request: OpenBody, content: OwnContent | None, readings: Mapping[str, str] = MappingProxyType({})
) -> Session:
    """The session that ``request`` asks for, at its beginning; ``readings`` win over its own.

    Raises UserError.
    """
    if request.setup is not None:
        return open_setup(request.setup, content, readings)
    made = {"heroes": request.heroes, "teams": request.teams, "mode": request.mode}
    read = {**request.readings, **readings}
    return description(request.game).begun(request.game, made, read, request.edition, content)


def beginning(request: OpenBody, content: OwnContent | None) -> Beginning:
    """Where a session begins that ``request`` opens."""
    decided = request.readings if request.setup is None else getattr(request.setup, "readings", {})
    return Beginning(partial(begun, request, content), decided)


@dataclass(eq=False)
class Play:
    """An open session.

    ``marks`` has, for each decision, how many steps came before it; ``asking`` counts the requests under way.
    """

    session: Session
    keys: Keys
    used: float
    opened: OpenBody
    """How it was opened."""
    marks: list[int] = field(default_factory=list)
    lock: Any = field(default_factory=Lock)
    asking: int = 0
    closed: bool = False


@dataclass(frozen=True)
class _Holder:
    """Who holds a key."""

    play: Play
    viewer: Viewer
    bucket: Bucket


class Plays:
    """The open sessions by key. Safe to use from several threads."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.limits, self.clock = limits, clock
        self._holders: dict[str, _Holder] = {}
        self._guard = Lock()
        self._opening = Lock()
        self._opens = Bucket(limits.opens_per_second, limits.opens_at_once, clock())

    def open(self, request: OpenBody, content: OwnContent | None) -> Play:
        """What ``request`` asks for, under new keys. Raises ServiceError where there is no room."""
        limits = self.limits
        with self._alone(self._opening):
            with self._guard:
                self._expire()
                wait = self._opens.wait(self.clock())
                if wait:
                    says = f"sessions are opened at most {limits.opens_per_second:g} times a second"
                    raise ServiceError("rate", says, limit="opens_per_second", retry_after=wait)
                if len(self._open()) >= limits.sessions:
                    says = f"{limits.sessions} sessions are open, which is the limit; close one"
                    raise ServiceError("full", says, limit="sessions")
            session = begun(request, content)
            settle(session)
            with self._guard:
                machines = {play.session.machine for play in self._open()} | {session.machine}
                if len(machines) > limits.machines:
                    says = f"{limits.machines} different games are open, which is the limit; close a session"
                    raise ServiceError("full", says, limit="machines")
                return self._add(session, request)

    def _add(self, session: Session, request: OpenBody) -> Play:
        viewers: tuple[Viewer, ...] = ("owner", "watch", *map(actor_name, session.machine.seats.numbers))
        owner, watch, *seats = made = [secrets.token_urlsafe(16) for _ in viewers]
        now, limits = self.clock(), self.limits
        play = Play(session, Keys(owner=owner, seats=seats, watch=watch), now, request)
        for key, viewer in zip(made, viewers, strict=True):
            bucket = Bucket(limits.requests_per_second, limits.requests_at_once, now)
            self._holders[key] = _Holder(play, viewer, bucket)
        return play

    @contextmanager
    def held(self, key: str) -> Iterator[tuple[Play, Viewer]]:
        """The session of ``key``, for this request alone, and whose key it is. Raises ServiceError."""
        with self._guard:
            self._expire()
            holder = self._holders.get(key)
            if holder is None:
                raise self._unknown()
            now = self.clock()
            wait = holder.bucket.wait(now)
            if wait:
                says = f"one key may ask {self.limits.requests_per_second:g} times a second"
                raise ServiceError("rate", says, limit="requests_per_second", retry_after=wait)
            play = holder.play
            if play.asking > self.limits.waiting:
                says = f"{self.limits.waiting} requests of this session are waiting, which is the limit"
                raise ServiceError("busy", says, limit="waiting", retry_after=1.0)
            play.used = now
            play.asking += 1
        try:
            with self._alone(play.lock):
                if play.closed:
                    raise self._unknown()
                yield play, holder.viewer
        finally:
            with self._guard:
                play.asking -= 1

    def close(self, play: Play) -> None:
        """Void the keys of ``play``."""
        with self._guard:
            self._close(play)

    def _close(self, play: Play) -> None:
        play.closed = True
        for key in (play.keys.owner, *play.keys.seats, play.keys.watch):
            self._holders.pop(key, None)

    def _open(self) -> set[Play]:
        return {holder.play for holder in self._holders.values()}

    def _expire(self) -> None:
        latest = self.clock() - self.limits.idle_seconds
        for play in [play for play in self._open() if play.used < latest]:
            self._close(play)

    def _unknown(self) -> ServiceError:
        says = (
            "no session has this key; one that nobody asks for is closed after "
            f"{self.limits.idle_seconds:g} seconds"
        )
        return ServiceError("unknown-session", says, limit="idle_seconds")

    @contextmanager
    def _alone(self, lock: Any) -> Iterator[None]:
        if not lock.acquire(timeout=self.limits.seconds):
            says = f"requests before this one took longer than {self.limits.seconds:g} seconds"
            raise ServiceError("busy", says, limit="seconds", retry_after=1.0)
        try:
            yield
        finally:
            lock.release()
