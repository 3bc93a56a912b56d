"""How many requests a second the session service answers: on lines and over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from threading import Thread
from time import perf_counter, sleep
from typing import Any
from urllib.request import Request, urlopen

from dicelaw.oracle.http_server import listening, server
from dicelaw.oracle.service import Service
from dicelaw.oracle.service_formats import Limits
from dicelaw.oracle.stdio import answer_line

DECISIONS = 1000
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


def measure(title: str, ask: Callable[..., Any]) -> None:
    """Print how fast a random duel is played: twice, as the first time compiles what it needs."""
    for _ in range(2):
        draw, seconds = Random(1), {"state": 0.0, "legal": 0.0, "apply": 0.0}
        owner = ask("open")["keys"]["owner"]
        for _ in range(DECISIONS):
            found: Any = None
            for op in seconds:
                fields = {"decision": draw.choice(found["decisions"])} if op == "apply" else {}
                begin = perf_counter()
                found = ask(op, session=owner, **fields)
                seconds[op] += perf_counter() - begin
    print(f"{title}: {DECISIONS} decisions of barbarian against paladin")
    for op, taken in seconds.items():
        print(f"  {op:8}{DECISIONS / taken:12,.0f} a second")


if __name__ == "__main__":
    measure("by lines", by_line(Service(LIMITS)))
    with listening("127.0.0.1", 0) as bound:
        running = server(Service(LIMITS))
        thread = Thread(target=running.run, kwargs={"sockets": [bound.socket]})
        thread.start()
        while not running.started:
            sleep(0.01)
        measure("by HTTP", by_http(bound.url))
        running.should_exit = True
        thread.join()
