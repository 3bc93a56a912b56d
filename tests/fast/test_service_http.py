"""The service over HTTP: each error has its status, and the description says what comes."""

import asyncio
import json

import pytest
from fastapi.testclient import TestClient
from served import UNHURRIED, Clock

from dicelaw.oracle.formats.formats import Decision
from dicelaw.oracle.formats.service_formats import Code, Problem
from dicelaw.oracle.service.http_app import STATUS, application
from dicelaw.oracle.service.service import Service

DIE = "offense/roll/die face=1"
DICE = {
    "setup": {
        "game": "dice-throne",
        "players": [{"hero": "barbarian"}, {"hero": "paladin"}],
        "turn": "1",
        "start": "offense/begin",
    }
}


def _client(clock=None, **limits):
    service = Service(UNHURRIED.model_copy(update=limits), clock=clock or Clock())
    return TestClient(application(service), base_url="http://localhost", raise_server_exceptions=False)


def _opened(client):
    made = client.post("/sessions", json=DICE)
    assert made.status_code == 201
    return made.json()["keys"]


def _problem(response):
    """The error that is answered, which has the published shape and the status of its code."""
    problem = Problem.model_validate(response.json())
    assert response.status_code == STATUS[problem.code] or problem.code == "unknown-operation"
    return problem


def _refused(response):
    """With which status and code a request is refused."""
    return response.status_code, _problem(response).code


def test_a_play_from_opening_to_closing():
    client = _client()
    keys = _opened(client)
    here = f"/sessions/{keys['owner']}"
    assert client.get(here).json()["observation"]["at"] == "offense/roll"
    listed = client.get(f"{here}/legal").json()["decisions"]
    assert [Decision.model_validate(row).choices for row in listed] == [
        {"face": face} for face in range(1, 7)
    ]
    for row in (listed[0], DIE):
        assert client.post(f"{here}/decisions", json={"decision": row}).status_code == 200
    assert client.get(here).json()["observation"]["dice"] == {"offense": [1, 1, 0, 0, 0]}
    page = client.get(f"{here}/events", params={"since": 2, "most": 1}).json()
    assert [event["step"] for event in page["events"]] == [2]
    assert page["next"] == 3
    assert client.post(f"{here}/why-not", json={"decision": DIE}).json() == {"legal": True}
    assert client.post(f"{here}/undo", json={}).json()["steps"] == 2
    assert "cards" not in client.get(f"/sessions/{keys['watch']}").text
    assert client.delete(here).json() == {"closed": True}
    assert _refused(client.get(here)) == (404, "unknown-session")


def test_an_outcome_over_http():
    client = _client()
    setup = {**DICE["setup"], "start": "main-2"}
    here = f"/sessions/{client.post('/sessions', json={'setup': setup}).json()['keys']['owner']}"
    found = client.get(f"{here}/outcome").json()
    assert [row["chance"] for row in found["results"]] == ["1"]
    assert found["steps"][0]["says"]


def test_a_search_over_http():
    client = _client()
    setup = {**DICE["setup"], "start": "main-2"}
    here = f"/sessions/{client.post('/sessions', json={'setup': setup}).json()['keys']['owner']}"
    found = client.post(f"{here}/search", json={"goal": "discard", "until": ["discard"]}).json()
    assert found["possible"] is True
    assert found["play"][-1]["transition"].startswith("main-2/")
    assert _refused(client.post(f"{here}/search", json={"goal": "winer=1"})) == (422, "unknown-name")


def test_illegal_is_409_with_the_rules():
    client = _client()
    keys = _opened(client)
    decision = {"decision": "offense/roll/rolled"}
    response = client.post(f"/sessions/{keys['owner']}/decisions", json=decision)
    assert _refused(response) == (409, "illegal")
    problem = _problem(response)
    assert problem.refusal is not None
    assert [demand.rule for demand in problem.refusal.demands] == ["offense/up-to-three-attempts"]


def test_forbidden_is_403():
    client = _client()
    keys = _opened(client)
    here = f"/sessions/{keys['seats'][0]}"
    assert _refused(client.post(f"{here}/decisions", json={"decision": DIE})) == (403, "forbidden")
    assert _refused(client.delete(f"/sessions/{keys['watch']}")) == (403, "forbidden")


def test_conflict_is_409():
    client = _client()
    assert _refused(client.post(f"/sessions/{_opened(client)['owner']}/undo", json={})) == (409, "conflict")


def test_limits_are_409_and_504():
    clock = Clock()
    client = _client(clock, situations=5)
    here = f"/sessions/{_opened(client)['owner']}"
    assert _refused(client.get(f"{here}/outcome")) == (409, "limit")
    clock.step = 11
    assert _refused(client.get(f"{here}/outcome")) == (504, "time")


def test_full_is_503_and_rate_is_429_with_the_time_to_wait():
    assert _refused(_client(sessions=0).post("/sessions", json=DICE)) == (503, "full")
    client = _client(requests_per_second=0.25, requests_at_once=1)
    here = f"/sessions/{_opened(client)['owner']}"
    client.get(here)
    response = client.get(here)
    assert _refused(response) == (429, "rate")
    assert response.headers["Retry-After"] == "4"


@pytest.mark.parametrize("chunked", [False, True])
def test_too_large_is_413(chunked):
    client = _client(request_bytes=1000)
    body = json.dumps({"heroes": ["x" * 500, "y" * 500]}).encode()
    content = (body[at : at + 100] for at in range(0, len(body), 100)) if chunked else body
    response = client.post("/sessions", content=content, headers={"content-type": "application/json"})
    assert _refused(response) == (413, "too-large")
    assert _problem(response).limit == "request_bytes"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "body: Field required"),
        (b"{", "Invalid JSON: Expecting"),
        (b"[]", "body"),
        (b'{"heroes": 7}', "body.heroes: Input should be a valid list"),
        (b'{"heroes": ["a", 1]}', "body.heroes.1: Input should be a valid string"),
        (b'{"edition": true}', "body.edition: Input should be a valid string"),
        (b'{"hero": "a"}', "body.hero: Extra inputs are not permitted"),
        (b'{"edition": "\\ud800"}', "Invalid JSON"),
        (b'{"readings": {"\\ud800": "a"}}', "Invalid JSON"),
        (b'{"heroes": [' + b"9" * 5000 + b"]}", "JSON"),
        (b"[" * 60000, "JSON"),
        (b'{"edition": "\xff"}', "JSON"),
    ],
)
def test_malformed_is_422(body, says):
    response = _client().post("/sessions", content=body, headers={"content-type": "application/json"})
    assert _refused(response) == (422, "malformed")
    assert says in _problem(response).says


def test_an_unknown_field_of_a_query_is_422():
    client = _client()
    here = f"/sessions/{_opened(client)['owner']}"
    for path in ("/?since=1", f"{here}/events?sinse=5", f"{here}/legal?most=1"):
        response = client.get(path)
        assert _refused(response) == (422, "malformed")
        name = path.partition("?")[2].partition("=")[0]
        assert _problem(response).says == f"query.{name}: Extra inputs are not permitted"
    assert client.get(f"{here}/events?since=1&most=1").status_code == 200


def test_a_body_that_does_not_arrive_is_504():
    said = []

    async def nothing_comes():
        await asyncio.sleep(60)

    async def send(message):
        said.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/sessions", "query_string": b"", "headers": headers}
    app = application(Service(UNHURRIED.model_copy(update={"seconds": 0.01})))
    asyncio.run(app(scope, nothing_comes, send))
    assert said[0]["status"] == 504
    assert json.loads(said[1]["body"])["limit"] == "seconds"


def test_unknown_names_are_422():
    response = _client().post("/sessions", json={"heroes": ["barbarian", "palladin"]})
    assert _refused(response) == (422, "unknown-name")
    assert _problem(response).says == "no hero is called 'palladin'; near: paladin"


def test_unknown_paths_and_methods_are_errors_of_the_same_shape():
    client = _client()
    assert _refused(client.get("/sesions")) == (404, "unknown-operation")
    response = client.put("/sessions", json={})
    assert _refused(response) == (405, "unknown-operation")
    assert response.headers["Allow"] == "POST"


def test_a_defect_is_500_and_no_verdict(monkeypatch):
    client = _client()
    here = f"/sessions/{_opened(client)['owner']}"

    def fail(*_):
        raise RuntimeError("planted")

    monkeypatch.setattr("dicelaw.oracle.service.visibility.legal", fail)
    response = client.get(f"{here}/legal")
    assert "planted" not in response.text
    assert _refused(response) == (500, "defect")


def test_the_description_has_every_answer_and_no_page_from_elsewhere():
    client = _client()
    described = client.get("/openapi.json").json()
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            done = [status for status in operation["responses"] if status.startswith("2")]
            assert len(done) == 1, (path, method)
            for status, response in operation["responses"].items():
                (shape,) = response["content"].values()
                assert status in done or shape["schema"]["$ref"].endswith("/Problem")
                assert "$ref" in shape["schema"]
    assert client.get("/docs").status_code == client.get("/redoc").status_code == 404


def test_every_kind_of_error_has_a_status():
    assert set(STATUS) == set(Code.__args__)
