"""Connections over HTTP, none of which keeps the others out.

A connection that does not send a whole head or body in time is closed. Where there are too many, the one
that has been without a whole request for longest makes room. A new one is refused only where every other has
sent a whole request and waits for its answer.
"""

from __future__ import annotations

import asyncio
import http
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from dicelaw.oracle.formats.service_formats import Limits, Problem

ANSWERED = 3.0
"""A request may take so many times the longest time of an answer, with waiting and reading included."""


class Connections:
    """The connections that are open, within ``limits``, the oldest first."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._open: dict[Connection, None] = {}

    def admit(self, new: Connection) -> Problem | None:
        """Take ``new`` in, giving up another where there are too many; else why it is refused."""
        limits, everybody = self.limits, [*self._open]
        own = [one for one in everybody if one.host == new.host]
        for others, most, name in (
            (own, limits.connections_of_one_client, "connections_of_one_client"),
            (everybody, limits.connections, "connections"),
        ):
            if len(others) >= most and not self._give_up_one(others):
                says = f"{most} requests are being answered, which is the limit; come again"
                return Problem(code="busy", says=says, limit=name, retry_after=1.0)
        self._open[new] = None
        return None

    def release(self, one: Connection) -> None:
        """``one`` is no longer open."""
        self._open.pop(one, None)

    def _give_up_one(self, others: list[Connection]) -> bool:
        idle = [one for one in others if not one.answering]
        if idle:
            oldest = min(idle, key=lambda one: one.since)
            self.release(oldest)
            oldest.transport.abort()
        return bool(idle)


class Connection(H11Protocol):
    """One of the connections of a server, which are in ``among``."""

    among: ClassVar[Connections]
    since = 0.0
    """Since when it has been without a whole request."""
    _timer: asyncio.TimerHandle | None = None

    @property
    def host(self) -> str:
        """The address of the client."""
        return self.client[0] if self.client else ""

    @property
    def answering(self) -> bool:
        """Whether a whole request has come, and is not answered yet."""
        cycle = self.cycle
        return bool(cycle and not cycle.response_complete and not cycle.more_body)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        """Take the connection in, or refuse it."""
        super().connection_made(transport)
        problem = self.among.admit(self)
        if problem is not None:
            self._refuse(problem)
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.among.release(self)
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; once a head is whole, the request has its own time."""
        begun = self.cycle
        super().data_received(data)
        if self.cycle is not begun:
            self._stop()
            seconds = ANSWERED * self.among.limits.seconds
            self._timer = self.loop.call_later(seconds, self.transport.abort)

    def on_response_complete(self) -> None:
        """Wait for the next request, if there is one."""
        self._wait()
        super().on_response_complete()

    def _wait(self) -> None:
        self._stop()
        self.since = self.loop.time()
        self._timer = self.loop.call_later(self.among.limits.head_seconds, self._too_late)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _too_late(self) -> None:
        most = self.among.limits.head_seconds
        says = f"no whole request head arrived within {most:g} seconds, which is the limit"
        self._refuse(Problem(code="time", says=says, limit="head_seconds"))

    def _refuse(self, problem: Problem) -> None:
        """Answer with ``problem`` and close, whatever has come."""
        from dicelaw.oracle.service.http_app import STATUS

        status = http.HTTPStatus(STATUS[problem.code])
        body = problem.model_dump_json(exclude_none=True).encode()
        head = [
            f"HTTP/1.1 {status.value} {status.phrase}",
            "content-type: application/json",
            f"content-length: {len(body)}",
            "connection: close",
        ]
        self.transport.write("\r\n".join(head).encode() + b"\r\n\r\n" + body)
        self.transport.close()


def protocol(limits: Limits) -> type[Connection]:
    """The connections of one server, within ``limits``."""

    class Of(Connection):
        among = Connections(limits)

    return Of
