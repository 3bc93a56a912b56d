"""An implementation in a process of its own: JSON lines on stdin and stdout, with limits on everything."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
from contextlib import suppress
from functools import cache
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import Any

from dicelaw.model.foreign.json_text import NotJson, from_json_of_client
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.conform.engine import Broken, Fault
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.message import first_fault

LONGEST = 2**20
"""The most bytes of a line."""
TIMEOUT = 10.0
"""How many seconds an answer may take."""
PATIENCE = 1.0
"""How many seconds a process gets to end by itself."""
_ERROR = re.compile(r"\s*(uncaught )?[\w.]*(error|exception)\b.*:", re.IGNORECASE)
"""How a line begins that says which error it was; others may follow."""
_SHOWN = 120
_KEPT = 2000


@cache
def _answers() -> Any:
    from pydantic import TypeAdapter

    from dicelaw.oracle.protocol import Answer

    return TypeAdapter(Answer)


class Process:
    """An adapter that was started by ``command``, as a shell would split it.

    Raises UserError where there is no such program.
    """

    def __init__(self, command: str, timeout: float = TIMEOUT) -> None:
        self._timeout = timeout
        self._id = 0
        self._buffer = bytearray()
        self._said = bytearray()
        try:
            words = shlex.split(command)
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True, bufsize=0,
            )  # fmt: skip
        except (OSError, ValueError, IndexError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not a command line"
            raise UserError(f"--impl {command!r} cannot be started: {why}") from None
        self._pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in self._pipes if pipe is not None)
        self._selector = DefaultSelector()
        for pipe in (self._out, self._err):
            os.set_blocking(pipe, False)
            self._selector.register(pipe, EVENT_READ)
        os.set_blocking(self._in, False)

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to ``question``. Raises Broken where there is none that counts."""
        self._pump(0)
        if self._buffer:
            raise Broken(Fault.FLOODED, f"{_shown(self._buffer)} came before the question was asked")
        self._id += 1
        until = monotonic() + self._timeout
        self._send(json.dumps({"id": self._id, **question}).encode() + b"\n", question["do"], until)
        line = self._line(question["do"], until)
        answer = _parsed(line)
        if answer["id"] != self._id:
            says = f"the answer has the id {answer['id']}, the question {self._id}"
            raise Broken(Fault.OUT_OF_ORDER, says)
        if self._buffer:
            raise Broken(Fault.FLOODED, f"after the answer to {question['do']!r} came {_shown(self._buffer)}")
        return answer

    def close(self) -> None:
        """Ask the process to stop, then end its whole group."""
        with suppress(OSError):
            os.write(self._in, json.dumps({"id": self._id + 1, "do": "stop"}).encode() + b"\n")
        pipes = [pipe for pipe in self._pipes if pipe is not None]
        pipes[0].close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE if not self._buffer else 0)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for pipe in pipes:
            pipe.close()

    def _send(self, line: bytes, what: str, until: float) -> None:
        sent = 0
        self._selector.register(self._in, EVENT_WRITE)
        try:
            while sent < len(line):
                self._pump(self._left(what, until))
                with suppress(BlockingIOError):
                    sent += os.write(self._in, line[sent:])
        except BrokenPipeError:
            raise self._crash(what) from None
        finally:
            self._selector.unregister(self._in)

    def _line(self, what: str, until: float) -> bytes:
        while b"\n" not in self._buffer:
            if len(self._buffer) > LONGEST:
                raise Broken(Fault.TOO_LONG, f"over {LONGEST} bytes without an end, {_shown(self._buffer)}")
            if not self._pump(self._left(what, until)):
                raise self._crash(what)
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        if len(line) > LONGEST:
            raise Broken(Fault.TOO_LONG, f"{len(line)} bytes, {_shown(line)}")
        return line

    def _left(self, what: str, until: float) -> float:
        left = until - monotonic()
        if left <= 0:
            raise Broken(Fault.HUNG, f"no answer to {what!r} within {self._timeout:g} s")
        return left

    def _pump(self, timeout: float) -> bool:
        """Read what is there; False once the adapter's stdout has ended."""
        for key, _ in self._selector.select(timeout):
            if key.fd == self._in:
                continue
            with suppress(BlockingIOError):
                data = os.read(key.fd, 65536)
                if key.fd == self._out:
                    self._buffer += data
                    if not data:
                        return False
                else:
                    self._said = (self._said + data)[-_KEPT:]
                    if not data:
                        self._selector.unregister(self._err)
        return True

    def _crash(self, what: str) -> Broken:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        with suppress(OSError):
            self._said += os.read(self._err, 65536)
        code = self._process.poll()
        if code is None:
            how = "it closed its stdout"
        else:
            how = f"it ended with exit code {code}" if code >= 0 else f"it was ended by signal {-code}"
        lines = self._said.decode(errors="replace").strip().split("\n")
        errors = [line for line in lines if _ERROR.match(line)]
        last = f"; its last words: {(errors or lines)[-1].strip()}" if lines else ""
        return Broken(Fault.CRASHED, f"{how} instead of answering {what!r}{last}")


def _parsed(line: bytes) -> dict[str, Any]:
    from pydantic import ValidationError

    try:
        answer: dict[str, Any] = from_json_of_client(line)
        _answers().validate_python(answer)
    except ValidationError as error:
        raise Broken(Fault.GARBAGE, f"{_shown(line)}: {first_fault(error)}") from None
    except NotJson as error:
        raise Broken(Fault.GARBAGE, f"{_shown(line)}: {error}") from None
    return answer


def _shown(data: bytes | bytearray) -> str:
    return quoted(bytes(data[: 4 * _SHOWN]).decode(errors="replace"), _SHOWN)
