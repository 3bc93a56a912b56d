"""Every limit of the service holds, and a refusal names it."""

from contextlib import contextmanager
from threading import Event, Thread

import pytest
from served import UNHURRIED, Client, Clock

from dicelaw.oracle.formats.service_formats import Limits
from dicelaw.oracle.service.service import Service
from dicelaw.oracle.service.session_registry import Bucket
from dicelaw.oracle.service.workers import workers

DIE = "offense/roll/die face=1"
DICE = {
    "game": "dice-throne",
    "players": [{"hero": "barbarian"}, {"hero": "paladin"}],
    "turn": "1",
    "start": "offense/begin",
}


def _client(clock=None, **limits):
    return Client(Service(UNHURRIED.model_copy(update=limits), clock=clock or Clock()))


def test_request_bytes():
    client = _client(request_bytes=100)
    assert client.ask("about")["limits"]["request_bytes"] == 100


def test_sessions():
    client = _client(sessions=2)
    keys = [client.open() for _ in range(2)]
    problem = client.refused("open")
    assert (problem["code"], problem["limit"]) == ("full", "sessions")
    assert problem["says"].startswith("2 sessions are open")
    client.ask("close", session=keys[0]["owner"])
    client.open()


def test_machines():
    client = _client(machines=1)
    keys = client.open()
    client.open()
    problem = client.refused("open", heroes=["paladin", "barbarian"])
    assert (problem["code"], problem["limit"]) == ("full", "machines")
    assert len(client.service.plays._open()) == 2
    client.ask("state", session=keys["owner"])


def test_steps():
    client = _client(steps=3)
    keys = client.open(setup=DICE)
    for _ in range(2):
        client.ask("apply", session=keys["owner"], decision=DIE)
    before = client.seen(keys)
    problem = client.refused("apply", session=keys["owner"], decision=DIE)
    assert (problem["code"], problem["limit"]) == ("limit", "steps")
    assert client.seen(keys) == before
    client.ask("undo", session=keys["owner"])
    client.ask("apply", session=keys["owner"], decision=DIE)


def test_undo():
    client = _client(undo=2)
    owner = client.open(setup=DICE)["owner"]
    for _ in range(4):
        client.ask("apply", session=owner, decision=DIE)
    problem = client.refused("undo", session=owner, count=3)
    assert (problem["code"], problem["limit"]) == ("limit", "undo")
    assert client.ask("undo", session=owner, count=2)["observation"]["dice"] == {"offense": [1, 1, 0, 0, 0]}


def test_events():
    client = _client(events=2)
    owner = client.open(setup=DICE)["owner"]
    for _ in range(3):
        client.ask("apply", session=owner, decision=DIE)
    page = client.ask("events", session=owner, most=100)
    assert (len(page["events"]), page["next"]) == (2, 3)


def test_situations():
    client = _client(situations=5)
    owner = client.open(setup=DICE)["owner"]
    problem = client.refused("outcome", session=owner)
    assert (problem["code"], problem["limit"]) == ("limit", "situations")
    assert problem["says"].startswith("more than 5 situations")


def test_states():
    client = _client(states=5)
    owner = client.open(setup=DICE)["owner"]
    problem = client.refused("search", session=owner, goal="winner=1")
    assert (problem["code"], problem["limit"]) == ("limit", "states")
    assert problem["says"].startswith("more than 5 states")


def test_seconds_of_an_outcome():
    clock = Clock()
    client = _client(clock=clock, seconds=10)
    keys = client.open(setup=DICE)
    before = client.seen(keys)
    clock.step = 3
    for asked in ({"op": "outcome"}, {"op": "search", "goal": "winner=1"}):
        problem = client.refused(**asked, session=keys["owner"])
        assert (problem["code"], problem["limit"]) == ("time", "seconds")
    clock.step = 0
    assert client.seen(keys) == before


@contextmanager
def _another_request(client, key):
    """While a request with ``key`` is under way."""
    begun, done = Event(), Event()

    def hold():
        with client.service.plays.held(key):
            begun.set()
            done.wait(10)

    other = Thread(target=hold)
    other.start()
    begun.wait(10)
    yield
    done.set()
    other.join()


def test_seconds_of_waiting_for_another_request():
    client = _client(seconds=0.05)
    keys = client.open(setup=DICE)
    with _another_request(client, keys["1"]):
        problem = client.refused("state", session=keys["owner"])
    assert (problem["code"], problem["limit"]) == ("busy", "seconds")
    assert client.ask("state", session=keys["owner"])["steps"] == 1


def test_waiting():
    client = _client(waiting=0)
    keys, other = client.open(setup=DICE), client.open(setup=DICE)
    with _another_request(client, keys["1"]):
        problem = client.refused("state", session=keys["owner"])
        client.ask("state", session=other["owner"])
    assert (problem["code"], problem["limit"]) == ("busy", "waiting")
    assert client.ask("state", session=keys["owner"])["steps"] == 1


def test_idle_seconds():
    clock = Clock()
    client = _client(clock=clock, idle_seconds=60)
    keys, other = client.open(setup=DICE), client.open(setup=DICE)
    clock.now += 50
    client.ask("state", session=keys["watch"])
    clock.now += 50
    client.ask("state", session=keys["owner"])
    for key in other.values():
        problem = client.refused("state", session=key)
        assert (problem["code"], problem["limit"]) == ("unknown-session", "idle_seconds")
    clock.now += 61
    assert client.refused("state", session=keys["owner"])["code"] == "unknown-session"
    assert not client.service.plays._holders


def test_requests_per_second_are_those_of_one_key():
    clock = Clock()
    client = _client(clock=clock, requests_per_second=2.0, requests_at_once=3)
    keys = client.open(setup=DICE)
    for _ in range(3):
        client.ask("state", session=keys["1"])
    problem = client.refused("state", session=keys["1"])
    assert (problem["code"], problem["limit"], problem["retry_after"]) == ("rate", "requests_per_second", 0.5)
    client.ask("state", session=keys["2"])
    clock.now += 0.5
    client.ask("state", session=keys["1"])
    assert client.refused("state", session=keys["1"])["code"] == "rate"


def test_opens_per_second():
    clock = Clock()
    client = _client(clock=clock, opens_per_second=0.5, opens_at_once=2)
    client.open()
    client.open()
    problem = client.refused("open")
    assert (problem["code"], problem["limit"], problem["retry_after"]) == ("rate", "opens_per_second", 2.0)
    clock.now += 2
    client.open()


def test_a_bucket_never_holds_more_than_its_burst():
    bucket = Bucket(10.0, 2, 0.0)
    assert [bucket.wait(1000.0) for _ in range(3)] == [0.0, 0.0, pytest.approx(0.1)]


def test_answer_bytes():
    client = _client(answer_bytes=100)
    owner = client.open(setup={**DICE, "start": "main-2"})["owner"]
    problem = client.refused("outcome", session=owner)
    assert (problem["code"], problem["limit"]) == ("limit", "answer_bytes")


def test_outcomes_at_once():
    limits = UNHURRIED.model_copy(update={"outcomes_at_once": 0, "seconds": 0.01})
    with workers(limits) as find:
        client = Client(Service(limits, find=find))
        problem = client.refused("outcome", session=client.open(setup=DICE)["owner"])
    assert (problem["code"], problem["limit"]) == ("busy", "outcomes_at_once")


def test_every_limit_has_its_test():
    elsewhere = {"requests_at_once", "opens_at_once"}  # tested with their rates
    elsewhere |= {"connections", "connections_of_one_client", "head_seconds"}  # in test_http_connections.py
    tested = {
        name for name in Limits.model_fields if any(name in test for test in globals() if test[:5] == "test_")
    }
    assert tested | elsewhere == set(Limits.model_fields)


def test_keys_are_all_different_and_long():
    client = _client()
    keys = [key for _ in range(8) for key in client.open(setup=DICE).values()]
    assert len(set(keys)) == 32
    assert min(map(len, keys)) >= 22
