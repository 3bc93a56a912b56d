"""Listening for HTTP, on the machine's own address unless told otherwise."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil

import uvicorn

from dicelaw.oracle.errors import UserError
from dicelaw.oracle.service.http_app import application
from dicelaw.oracle.service.http_connections import protocol
from dicelaw.oracle.service.service import Service


@dataclass(frozen=True)
class Bound:
    """A socket that listens, and how it is reached."""

    socket: socket.socket
    url: str


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches ``host``."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def listening(host: str, port: int) -> Iterator[Bound]:
    """A socket at ``host`` and ``port``. Raises UserError where that is not possible."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        says = getattr(error, "strerror", None) or "this is no address"
        raise UserError(f"{host}:{port} cannot be listened at: {says}") from None
    with made:
        shown = f"[{host}]" if ":" in host else host
        yield Bound(made, f"http://{shown}:{made.getsockname()[1]}")


def run(service: Service, bound: Bound, names: Collection[str] = ()) -> None:
    """Answer for ``service`` until a signal ends it. Raises KeyboardInterrupt on Ctrl-C."""
    server(service, names).run(sockets=[bound.socket])


def server(service: Service, names: Collection[str] = ()) -> uvicorn.Server:
    """A server for ``service``, known by ``names`` and by its addresses, that logs errors only."""
    limits = service.limits
    config = uvicorn.Config(
        application(service, names),
        access_log=False,
        log_level="error",
        http=protocol(limits),
        backlog=limits.connections,
        timeout_keep_alive=ceil(limits.head_seconds),
        timeout_graceful_shutdown=int(limits.seconds),
        server_header=False,
        lifespan="off",
        ws="none",
    )
    return uvicorn.Server(config)
