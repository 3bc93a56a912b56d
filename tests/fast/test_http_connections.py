"""Connections that say nothing, or little, make room for others; what is refused has the published shape."""

import json
import socket
import time
from contextlib import contextmanager
from threading import Thread

import httpx2
import pytest
from served import UNHURRIED

from dicelaw.oracle.formats.service_formats import Limits, Problem
from dicelaw.oracle.service.http_server import listening, server
from dicelaw.oracle.service.service import Service
from dicelaw.oracle.service.workers import workers

SECONDS = 30
"""More than anything here takes."""


@contextmanager
def _serving(find=None, **limits):
    """The port of a service on the loopback address."""
    service = Service(UNHURRIED.model_copy(update=limits), find=find)
    made = server(service)
    with listening("127.0.0.1", 0) as bound:
        thread = Thread(target=made.run, kwargs={"sockets": [bound.socket]})
        thread.start()
        try:
            yield bound.socket.getsockname()[1]
        finally:
            made.should_exit = True
            thread.join(SECONDS)


def _connected(port, sent=b""):
    made = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
    made.sendall(sent)
    return made


def _answer(connection):
    """The head and the body of the answer; both empty where the connection was closed without one."""
    received = b""
    try:
        while part := connection.recv(65_536):
            received += part
    except ConnectionResetError:
        pass
    head, _, body = received.partition(b"\r\n\r\n")
    return head.decode(), body


def _about(port, **headers):
    return httpx2.get(f"http://127.0.0.1:{port}/", headers=headers, timeout=SECONDS)


def _client(port):
    return httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=SECONDS)


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"])
def test_head_seconds(sent):
    with _serving(head_seconds=0.2) as port, _connected(port, sent) as slow:
        head, body = _answer(slow)
        assert head.startswith("HTTP/1.1 504 ")
        problem = Problem.model_validate_json(body)
        assert (problem.code, problem.limit) == ("time", "head_seconds")
        assert _about(port).status_code == 200


def test_a_connection_may_ask_again_and_is_closed_when_it_no_longer_does():
    asks = b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with _serving(head_seconds=1.0) as port, _connected(port, asks) as kept:
        received = kept.recv(65_536)
        kept.sendall(asks)
        while part := kept.recv(65_536):
            received += part
    assert received.count(b"HTTP/1.1 404 Not Found") == 2


@pytest.mark.parametrize("limit", ["connections", "connections_of_one_client"])
def test_connections_that_wait_make_room(limit):
    with _serving(**{limit: 3}) as port:
        waiting = [_connected(port) for _ in range(6)]
        time.sleep(0.2)
        assert _about(port).status_code == 200
        assert _answer(waiting[0]) == ("", b"")
        for one in waiting:
            one.close()


@pytest.mark.parametrize("limit", ["connections", "connections_of_one_client"])
def test_where_all_are_being_answered_a_new_one_is_refused(limit):
    def slowly(_asked, _session):
        time.sleep(2)
        raise AssertionError

    with (
        _serving(find=slowly, **{limit: 1}) as port,
        httpx2.Client(base_url=f"http://127.0.0.1:{port}") as own,
    ):
        key = own.post("/sessions", json={}).json()["keys"]["owner"]
        asking = Thread(target=own.get, args=[f"/sessions/{key}/outcome"])
        asking.start()
        time.sleep(0.5)
        with _connected(port) as other:
            head, body = _answer(other)
        assert head.startswith("HTTP/1.1 503 ")
        assert json.loads(body)["limit"] == limit
        asking.join(SECONDS)


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost", 200), ("127.0.0.1:80", 200), ("[::1]:80", 200), ("attacker.example", 403), ("", 403)],
)
def test_the_host_that_is_asked_for_is_an_address_or_ours(host, status):
    with _serving() as port:
        found = _about(port, Host=host)
    assert found.status_code == status
    if status == 403:
        assert Problem.model_validate(found.json()).code == "forbidden"


@pytest.mark.parametrize("given", [{}, {"Content-Type": "text/plain"}])
def test_a_body_without_a_json_content_type_is_told_so(given):
    with _serving() as port:
        found = httpx2.post(
            f"http://127.0.0.1:{port}/sessions", content=b"{}", headers=given, timeout=SECONDS
        )
    assert found.status_code == 422
    assert "write `Content-Type: application/json`" in Problem.model_validate(found.json()).says


MANY = {
    "setup": {
        "game": "dice-throne",
        "players": [{"hero": "barbarian"}, {"hero": "paladin"}],
        "turn": "1",
        "start": "offense/begin",
    }
}
"""Every outcome of five dice: more than can be followed in some seconds."""


def test_seconds_of_an_outcome_hold_and_others_are_served_meanwhile():
    limits = Limits(seconds=3.0, situations=10**9, opens_per_second=None, requests_per_second=None)
    with workers(limits) as find, _serving(find, **limits.model_dump()) as port, _client(port) as own:
        key = own.post("/sessions", json=MANY).json()["keys"]["owner"]
        found = []
        asking = Thread(target=lambda: found.append(own.get(f"/sessions/{key}/outcome?every=true")))
        asking.start()
        assert _about(port).status_code == 200
        asking.join(SECONDS)
        while found[-1].status_code == 503:
            found.append(own.get(f"/sessions/{key}/outcome?every=true"))
        problem = Problem.model_validate(found[-1].json())
        assert (found[-1].status_code, problem.limit) == (504, "seconds")
        setup = {**MANY["setup"], "start": "main-2"}
        key = own.post("/sessions", json={"setup": setup}).json()["keys"]["owner"]
        deadline = time.monotonic() + SECONDS
        while (answer := own.get(f"/sessions/{key}/outcome")).status_code == 503:
            assert time.monotonic() < deadline  # the process is begun anew, and builds the game again
        assert answer.status_code == 200, answer.text
        assert [row["chance"] for row in answer.json()["results"]] == ["1"]
