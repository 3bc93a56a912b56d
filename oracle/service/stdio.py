"""The session service over lines: each is a JSON object, and each is answered by one, in the same order."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from typing import IO

from pydantic import TypeAdapter, ValidationError

from dicelaw.model.foreign.json_text import NotJson, from_json_of_client
from dicelaw.model.foreign.limits import QUOTED
from dicelaw.model.foreign.shown import shown
from dicelaw.oracle.formats.service_formats import OPERATIONS, Problem, Reply, Request
from dicelaw.oracle.service.service import Service
from dicelaw.oracle.service.session_registry import ServiceError
from dicelaw.oracle.suggestions import unknown_says

_REQUEST: TypeAdapter[Request] = TypeAdapter(Request)
_SHOWN = 5
_END = b"\r\n"


def serve(service: Service, asked: IO[bytes], tell: Callable[[str], None]) -> None:
    """Answer every line of ``asked`` by one line to ``tell``, until there are no more.

    A line ends at ``\\n`` or where the input ends, and nowhere else.
    """
    most = service.limits.request_bytes
    while line := asked.readline(most + len(_END)):
        content = line.removesuffix(b"\n").removesuffix(b"\r")
        _skip_rest(line, asked, most)
        reply = Reply(error=too_large(most)) if len(content) > most else answer_line(service, content)
        tell(reply.model_dump_json(exclude_none=True))


def _skip_rest(line: bytes, asked: IO[bytes], most: int) -> None:
    while line and not line.endswith(b"\n"):
        line = asked.readline(most)


def answer_line(service: Service, line: bytes) -> Reply:
    """The reply to the request in ``line``; whatever goes wrong is in its ``error``."""
    try:
        return Reply(result=service.answer(_REQUEST.validate_python(from_json_of_client(line))))
    except NotJson as wrong:
        return Reply(error=not_json(wrong))
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


def not_json(wrong: NotJson) -> Problem:
    """What is wrong with a request that is not JSON."""
    return Problem(code="malformed", says=f"Invalid JSON: {wrong}")


def said(errors: list[tuple[tuple[int | str, ...], str]]) -> str:
    """The first ``errors``, each a place and what is wrong there, in one line that can be shown."""
    rows = [
        shown(".".join(map(str, place)), QUOTED)
        + ": " * bool(place)
        + shown(says.removeprefix("Value error, "), 2 * QUOTED)
        for place, says in errors[:_SHOWN]
    ]
    more = [f"and {len(errors) - _SHOWN} more"] if len(errors) > _SHOWN else []
    return "; ".join([*rows, *more])


def too_large(most: int) -> Problem:
    """The error for a request that is too long."""
    says = f"this request is longer than {most} bytes, which is the limit"
    return Problem(code="too-large", says=says, limit="request_bytes")


def defect() -> Problem:
    """The error for a failure of dicelaw itself."""
    return Problem(
        code="defect", says="dicelaw itself failed, which is no verdict; its error output says how"
    )
