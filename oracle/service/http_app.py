"""The session service over HTTP: a FastAPI application, described by its own OpenAPI document."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
from collections.abc import Collection, Mapping
from math import ceil
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from fastapi import Depends, FastAPI, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dicelaw.model.foreign.json_text import NotJson, from_json_of_client
from dicelaw.oracle.format_version import FORMAT
from dicelaw.oracle.formats import service_formats as formats
from dicelaw.oracle.formats.answer_formats import Outcome, Way
from dicelaw.oracle.formats.service_formats import Code, Problem
from dicelaw.oracle.service.service import Service
from dicelaw.oracle.service.session_registry import ServiceError
from dicelaw.oracle.service.stdio import defect, not_json, said, too_large

STATUS: dict[Code, int] = {
    "forbidden": 403,
    "unknown-session": 404,
    "unknown-operation": 404,
    "illegal": 409,
    "conflict": 409,
    "limit": 409,
    "too-large": 413,
    "malformed": 422,
    "unknown-name": 422,
    "rate": 429,
    "defect": 500,
    "busy": 503,
    "full": 503,
    "time": 504,
}
"""The status of each kind of error."""
_SAYS = {
    403: "The key does not allow this.",
    404: "No session has this key.",
    409: "The rules forbid the decision, or the session or a limit stands in its way.",
    413: "The request is too long.",
    422: "The request is malformed, or names what does not exist.",
    429: "Too many requests; Retry-After says when to come again.",
    500: "dicelaw itself failed.",
    503: "The service is full or busy.",
    504: "The answer takes too long.",
}
_Model = TypeVar("_Model")
Key = Annotated[str, Path(min_length=1, max_length=64, description="A key of the session.")]


def _errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What OpenAPI says of the errors of an operation; those of every operation are among them."""
    every = sorted({*statuses, 413, 422, 500, 504})
    return {status: {"model": Problem, "description": _SAYS[status]} for status in every}


_OF_SESSION = (403, 404, 429, 503)
EXTRA = "Extra inputs are not permitted"
"""What is said of a field that a request does not have."""


def application(service: Service, names: Collection[str] = ()) -> FastAPI:
    """The application that answers for ``service``, to requests for an address or one of ``names``."""
    app = FastAPI(
        title="dicelaw session service",
        summary="Duels under the rules: what is legal, why not, and what follows.",
        version=str(FORMAT),
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(_nothing_unknown)],
    )
    _add_routes(app, service)
    _add_errors(app)
    app.add_middleware(
        _Bounded, most=service.limits.request_bytes, seconds=service.limits.seconds, names=names
    )
    return app


def _nothing_unknown(request: Request) -> None:
    """Refuse a field of the query that the operation does not have, as one of a body is refused."""
    known = {one.alias for one in request.scope["route"].dependant.query_params}
    wrong = [{"loc": ("query", name), "msg": EXTRA} for name in request.query_params if name not in known]
    if wrong:
        raise RequestValidationError(wrong)


def _add_routes(app: FastAPI, service: Service) -> None:
    shape: dict[str, Any] = {"response_model_exclude_none": True}

    def ask(request: type[Any], answer: type[_Model], **fields: Any) -> _Model:
        found = service.answer(request(**fields))
        assert isinstance(found, answer)
        return found

    @app.get("/", responses=_errors(), **shape)
    async def about() -> formats.About:  # needs no thread, however many are busy
        """The version and the limits."""
        return ask(formats.AskAbout, formats.About, op="about")

    @app.post("/sessions", status_code=201, responses=_errors(429, 503), **shape)
    def open_session(body: formats.OpenBody) -> formats.Opened:
        """Open a session, and get its keys."""
        given = {name: getattr(body, name) for name in body.model_fields_set}
        return ask(formats.OpenSession, formats.Opened, op="open", **given)

    @app.get("/sessions/{session}", responses=_errors(*_OF_SESSION), **shape)
    def state(session: Key) -> formats.SessionState:
        """How the duel stands, as the holder of the key sees it."""
        return ask(formats.AskState, formats.SessionState, op="state", session=session)

    @app.get("/sessions/{session}/legal", responses=_errors(*_OF_SESSION, 409), **shape)
    def legal(session: Key, other_readings: bool = False) -> formats.LegalDecisions:
        """What may be decided now; this changes nothing."""
        given = {"session": session, "other_readings": other_readings}
        return ask(formats.AskLegal, formats.LegalDecisions, op="legal", **given)

    @app.post("/sessions/{session}/why-not", responses=_errors(*_OF_SESSION, 409), **shape)
    def why_not(session: Key, body: formats.DecisionBody) -> formats.WhyNotAnswer:
        """Why a decision may not be made now; this changes nothing."""
        given = {"session": session, "decision": body.decision}
        return ask(formats.AskWhyNot, formats.WhyNotAnswer, op="why-not", **given)

    @app.post("/sessions/{session}/decisions", responses=_errors(*_OF_SESSION, 409), **shape)
    def apply(session: Key, body: formats.DecisionBody) -> formats.Applied:
        """Make a decision, roll a die or draw a card."""
        given = {"session": session, "decision": body.decision}
        return ask(formats.Apply, formats.Applied, op="apply", **given)

    @app.post("/sessions/{session}/undo", responses=_errors(*_OF_SESSION, 409), **shape)
    def undo(session: Key, body: formats.UndoBody) -> formats.SessionState:
        """Take decisions back."""
        return ask(formats.Undo, formats.SessionState, op="undo", session=session, count=body.count)

    @app.get("/sessions/{session}/events", responses=_errors(*_OF_SESSION), **shape)
    def events(
        session: Key,
        since: Annotated[int, Query(ge=1, le=formats.MOST)] = 1,
        most: Annotated[int, Query(ge=1, le=formats.MOST)] = 200,
    ) -> formats.EventPage:
        """What has happened, from step ``since`` on."""
        given = {"session": session, "since": since, "most": most}
        return ask(formats.AskEvents, formats.EventPage, op="events", **given)

    @app.get("/sessions/{session}/outcome", responses=_errors(*_OF_SESSION, 409), **shape)
    def outcome(session: Key, every: bool = False, other_readings: bool = False) -> Outcome:
        """What the position comes to; this changes nothing."""
        given = {"session": session, "every": every, "other_readings": other_readings}
        return ask(formats.AskOutcome, Outcome, op="outcome", **given)

    @app.post("/sessions/{session}/search", responses=_errors(*_OF_SESSION, 409), **shape)
    def search(session: Key, body: formats.SearchBody) -> Way:
        """Whether there is a way from the position to a goal; this changes nothing."""
        given = {name: getattr(body, name) for name in formats.SearchBody.model_fields}
        return ask(formats.AskSearch, Way, op="search", session=session, **given)

    @app.delete("/sessions/{session}", responses=_errors(*_OF_SESSION), **shape)
    def close(session: Key) -> formats.Closed:
        """Close the session."""
        return ask(formats.CloseSession, formats.Closed, op="close", session=session)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(ServiceError)
    def refused(_request: Request, error: ServiceError) -> JSONResponse:
        return _response(error.problem)

    @app.exception_handler(RequestValidationError)
    def malformed(_request: Request, error: RequestValidationError) -> JSONResponse:
        says = said([(tuple(one["loc"]), one["msg"]) for one in error.errors()])
        return _response(Problem(code="malformed", says=says))

    @app.exception_handler(HTTPException)
    def unknown(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code not in (404, 405):
            return _response(Problem(code="malformed", says=str(error.detail)))
        says = said([((), f"there is no {request.method} {request.url.path}")])
        problem = Problem(code="unknown-operation", says=says)
        return _response(problem, error.status_code, error.headers or {})

    @app.exception_handler(Exception)
    def failed(_request: Request, _error: Exception) -> JSONResponse:
        return _response(defect())


def _response(
    problem: Problem, status: int | None = None, headers: Mapping[str, str] = MappingProxyType({})
) -> JSONResponse:
    wait = {} if problem.retry_after is None else {"Retry-After": str(ceil(problem.retry_after))}
    content = problem.model_dump(exclude_none=True)
    return JSONResponse(content, status or STATUS[problem.code], {**headers, **wait})


def _as_read(body: bytes) -> bytes | Problem:
    """``body`` as JSON that every reader understands alike, or why it is none."""
    try:
        return json.dumps(from_json_of_client(body)).encode() if body else body
    except NotJson as wrong:
        return not_json(wrong)


def _asked_of_us(host: str, names: Collection[str]) -> bool:
    """Whether a request for ``host`` is one for an address, ``localhost`` or one of ``names``.

    A page from elsewhere that got itself the address of this machine asks for a name of its own.
    """
    name = re.sub(r":[0-9]*\Z", "", host)
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name.lower() in {"localhost", *(one.lower() for one in names)}
    return True


def _refused(scope: Scope, names: Collection[str]) -> Problem | None:
    """Why a request is refused for its head alone."""
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if not _asked_of_us(host, names):
        says = f"the request is for {host[:80]!r}; ask for an address, or for a name given with --name"
        return Problem(code="forbidden", says=says)
    given = headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    if has_body and given != "application/json":
        says = f"the content type of the request is {given[:80]!r}; write `Content-Type: application/json`"
        return Problem(code="malformed", says=says)
    return None


class _Bounded:
    """Hands on requests that are for us, and each with its whole body: JSON of at most ``most`` bytes."""

    def __init__(self, app: ASGIApp, most: int, seconds: float, names: Collection[str]) -> None:
        self.app, self.most, self.seconds, self.names = app, most, seconds, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = _refused(scope, self.names)
        if refused is not None:
            await _response(refused)(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self.seconds):
                body = await self._body(receive)
        except TimeoutError:
            says = f"the body did not arrive within {self.seconds:g} seconds, which is the limit"
            await _response(Problem(code="time", says=says, limit="seconds"))(scope, receive, send)
            return
        read = too_large(self.most) if body is None else _as_read(body)
        if isinstance(read, Problem):
            await _response(read)(scope, receive, send)
            return
        waiting: list[Message] = [{"type": "http.request", "body": read, "more_body": False}]

        async def again() -> Message:
            return waiting.pop() if waiting else await receive()

        await self.app(scope, again, send)

    async def _body(self, receive: Receive) -> bytes | None:
        parts, size, more = [], 0, True
        while more:
            message = await receive()
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self.most:
                return None
            more = message["type"] == "http.request" and message.get("more_body", False)
        return b"".join(parts)
