"""Random requests, made from the service's own description: no failure, and every answer is as described."""

from random import Random

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from served import UNHURRIED
from starlette.testclient import TestClient

from dicelaw.oracle.service.http_app import application
from dicelaw.oracle.service.service import Service

LIMITS = UNHURRIED.model_copy(update={"sessions": 1000, "situations": 50})
APP = application(Service(LIMITS), names=["testserver"])
SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", APP)
CLIENT = TestClient(APP)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
"""Not among them is that what has the right shape is accepted: it may name what does not exist."""
DECISIONS = (
    "pass", "1 passes", "use evasive", "draw/card card=common/so-wild", "offense/roll/die face=3",
    "roll/die face=3", "buy jubilee", "pay/pay die=1/npc/1 amount=1",
)  # fmt: skip
KEYS: list[str] = []


def _key(draw):
    """A key of the session that the random requests are about, opened anew once one has closed it."""
    if not KEYS or CLIENT.get(f"/sessions/{KEYS[0]}").status_code == 404:
        game = draw.choice(["dice-throne", "dice-masters@2016", "dice-masters@2018"])
        made = CLIENT.post("/sessions", json={"game": game}).json()["keys"]
        KEYS[:] = [made["owner"], *made["seats"], made["watch"]]
    return draw.choice([KEYS[0], *KEYS])


def _decision(draw):
    """A decision that is legal, or one that hardly is."""
    legal = CLIENT.get(f"/sessions/{KEYS[0]}/legal").json()["decisions"]
    return draw.choice(legal) if legal and draw.random() < 0.7 else draw.choice(DECISIONS)


@SCHEMA.parametrize()
@settings(max_examples=40, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
def test_random_requests(case):
    draw = Random(f"{case.path_parameters} {case.query} {case.body}")
    if case.path_parameters and draw.random() < 0.9:
        case.path_parameters["session"] = _key(draw)
        if isinstance(case.body, dict) and "decision" in case.body and draw.random() < 0.5:
            case.body["decision"] = _decision(draw)
    assert case.call_and_validate(checks=CHECKS).status_code < 500


def test_the_checks_notice_an_answer_of_another_shape(monkeypatch):
    monkeypatch.setattr("dicelaw.oracle.service.http_app.STATUS", {"unknown-session": 418})
    operation = SCHEMA["/sessions/{session}"]["GET"]
    case = operation.Case(path_parameters={"session": "nobody"})
    response = case.call()
    assert response.status_code == 418
    with pytest.raises(FailureGroup, match="Undocumented status code"):
        case.validate_response(response, checks=CHECKS)
