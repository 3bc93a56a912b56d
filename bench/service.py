"""How many requests a second the session service answers: on lines and over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from threading import Thread
from time import perf_counter, sleep
from typing import Any
from urllib.request import Request, urlopen

from grid import Table
from paired import Figures, rounds, spread

from dicelaw.oracle.formats.service_formats import Limits
from dicelaw.oracle.service.http_server import listening, server
from dicelaw.oracle.service.service import Service
from dicelaw.oracle.service.stdio import answer_line

DECISIONS = 1000
OPS = ("state", "legal", "apply")
TITLE = "The session service"
LIMITS = Limits(requests_per_second=None, opens_per_second=None)


def by_line(service: Service) -> Callable[..., Any]:
    """Asks ``service`` by lines."""

    def ask(op: str, **fields: Any) -> Any:
        line = json.dumps({"op": op, **fields}).encode()
        return json.loads(answer_line(service, line).model_dump_json(exclude_none=True))["result"]

    return ask


def by_http(url: str) -> Callable[..., Any]:
    """Asks the service at ``url``, with a new connection each time."""

    def ask(op: str, session: str = "", **fields: Any) -> Any:
        path = (
            "/sessions"
            + f"/{session}" * bool(session)
            + {"legal": "/legal", "apply": "/decisions"}.get(op, "")
        )
        body = None if op in ("legal", "state") else json.dumps(fields).encode()
        with urlopen(Request(url + path, body, {"Content-Type": "application/json"})) as reply:
            return json.load(reply)

    return ask


def rates(ask: Callable[..., Any], decisions: int) -> Figures:
    """Requests a second of each kind in a random duel."""
    draw, seconds = Random(1), dict.fromkeys(OPS, 0.0)
    owner = ask("open")["keys"]["owner"]
    for _ in range(decisions):
        found: Any = None
        for op in OPS:
            fields = {"decision": draw.choice(found["decisions"])} if op == "apply" else {}
            begin = perf_counter()
            found = ask(op, session=owner, **fields)
            seconds[op] += perf_counter() - begin
    return {op: decisions / taken for op, taken in seconds.items()}


def measure(quick: bool) -> dict[str, Any]:
    """The requests a second by round, on lines and over HTTP."""
    decisions = 20 if quick else DECISIONS
    with listening("127.0.0.1", 0) as bound:
        running = server(Service(LIMITS))
        thread = Thread(target=running.run, kwargs={"sockets": [bound.socket]})
        thread.start()
        try:
            while not running.started:
                sleep(0.01)
            asked = {"by lines": by_line(Service(LIMITS)), "by HTTP": by_http(bound.url)}
            subjects = {name: lambda a=ask: rates(a, decisions) for name, ask in asked.items()}
            rounds(subjects, 1, "session service, to warm up")
            return rounds(subjects, 1 if quick else 3, "session service")
        finally:
            running.should_exit = True
            thread.join()


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each way to ask."""
    rows = [[name, *(spread(several, op).text(",.0f") for op in OPS)] for name, several in data.items()]
    note = "Of one client in a random duel, by the clock; over HTTP with a new connection each."
    return [Table("Requests a second", note, ["", *OPS], rows)]
