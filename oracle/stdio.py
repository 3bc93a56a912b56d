"""The session service over lines: each is a JSON object, and each is answered by one, in the same order."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from typing import IO

from pydantic import TypeAdapter, ValidationError

from dicelaw.oracle.near import unknown_says
from dicelaw.oracle.plays import ServiceError
from dicelaw.oracle.service import Service
from dicelaw.oracle.service_formats import OPERATIONS, Problem, Reply, Request

_REQUEST: TypeAdapter[Request] = TypeAdapter(Request)
_SHOWN = 5


def serve(service: Service, asked: IO[bytes], tell: Callable[[str], None]) -> None:
    """Answer every line of ``asked`` by one line to ``tell``, until there are no more."""
    most = service.limits.request_bytes
    while line := asked.readline(most + 2):
        content = line.rstrip(b"\r\n")
        if len(content) > most:
            _skip_line(line, asked, most)
            reply = Reply(error=too_large(most))
        else:
            reply = answer_line(service, content)
        tell(reply.model_dump_json(exclude_none=True))


def _skip_line(line: bytes, asked: IO[bytes], most: int) -> None:
    while line and not line.endswith(b"\n"):
        line = asked.readline(most)


def answer_line(service: Service, line: bytes) -> Reply:
    """The reply to the request in ``line``; whatever goes wrong is in its ``error``."""
    try:
        return Reply(result=service.answer(_REQUEST.validate_json(line)))
    except ValidationError as wrong:
        return Reply(error=malformed(wrong))
    except ServiceError as refused:
        return Reply(error=refused.problem)
    except Exception:
        traceback.print_exc(file=sys.stderr)
        return Reply(error=defect())


def malformed(wrong: ValidationError) -> Problem:
    """What is wrong with a request that has not the shape of one."""
    errors = wrong.errors(include_url=False)
    if errors[0]["type"] == "union_tag_invalid":
        given = str(errors[0]["ctx"]["tag"])
        return Problem(code="unknown-operation", says=unknown_says("operation", given, OPERATIONS))
    return Problem(code="malformed", says=said([(error["loc"], error["msg"]) for error in errors]))


def said(errors: list[tuple[tuple[int | str, ...], str]]) -> str:
    """The first ``errors``, each a place and what is wrong there, in one line of text that can be encoded."""
    rows = [
        ".".join(map(str, place)) + ": " * bool(place) + says.removeprefix("Value error, ")
        for place, says in errors[:_SHOWN]
    ]
    more = [f"and {len(errors) - _SHOWN} more"] if len(errors) > _SHOWN else []
    return "; ".join([*rows, *more]).encode("utf-8", "backslashreplace").decode("utf-8")


def too_large(most: int) -> Problem:
    """The error for a request that is too long."""
    says = f"this request is longer than {most} bytes, which is the limit"
    return Problem(code="too-large", says=says, limit="request_bytes")


def defect() -> Problem:
    """The error for a failure of dicelaw itself."""
    return Problem(
        code="defect", says="dicelaw itself failed, which is no verdict; its error output says how"
    )
