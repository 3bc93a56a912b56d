"""An implementation in a process of its own: JSON lines on stdin and stdout, with limits on everything."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import Any

from dicelaw.model.foreign.json_text import NotJson, from_json_of_client
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.conform.budget import Budget
from dicelaw.oracle.conform.engine import Broken, Fault
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.message import first_fault
from dicelaw.oracle.present_folder import of_users

LONGEST = 2**20
"""The most bytes of a line."""
TIMEOUT = 10.0
"""How many seconds an answer may take."""
PATIENCE = 1.0
"""How many seconds a process gets to end by itself."""
BEGINNING = 30.0
"""How many seconds the system gets to start a process."""
KEEPER = Path(__file__).with_name("keeper.py")
_ERROR = re.compile(r"\s*(uncaught )?[\w.]*(error|exception)\b.*:", re.IGNORECASE)
"""How a line begins that says which error it was; others may follow."""
_SHOWN = 120
_KEPT = 2000
_FLUSH = "the adapter has to flush its output after each line"


@cache
def answers() -> Any:
    """The validator of what an implementation answers."""
    from pydantic import TypeAdapter

    from dicelaw.oracle.formats.protocol import Answer

    return TypeAdapter(Answer)


class Process:
    """An adapter that was started by ``command``, as a shell would split it.

    A :mod:`keeper <dicelaw.oracle.conform.keeper>` starts it, and ends it with all that it started when it is
    closed, or when this process ends in whatever way. What it writes is counted in ``budget``. Raises
    UserError where there is no such program.
    """

    def __init__(self, command: str, timeout: float = TIMEOUT, budget: Budget | None = None) -> None:
        self._timeout = timeout
        self._budget = budget or Budget()
        self._id = 0
        self._buffer = bytearray()
        self._said = bytearray()
        self._told = bytearray()
        self._is_over = False
        """Whether its stdout has ended."""
        self._keeper, self._control = _kept(command)
        self._pipes = [
            pipe for pipe in (self._keeper.stdin, self._keeper.stdout, self._keeper.stderr) if pipe
        ]
        self._in, self._out, self._err = (pipe.fileno() for pipe in self._pipes)
        self._selector = DefaultSelector()
        for one in (self._out, self._err, self._control.fileno()):
            os.set_blocking(one, False)
            self._selector.register(one, EVENT_READ)
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
        """Ask the process to stop, then end it and all that it started."""
        if not self._pipes[0].closed:
            with suppress(OSError):
                os.write(self._in, json.dumps({"id": self._id + 1, "do": "stop"}).encode() + b"\n")
            self._pipes[0].close()
        with suppress(Broken):
            self._wait_for_end(PATIENCE if not self._buffer else 0)
        self._selector.close()
        self._control.close()
        try:
            self._keeper.wait(BEGINNING)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()
        for pipe in self._pipes:
            pipe.close()

    @property
    def _code(self) -> int | None:
        """The exit code of the command, or minus the signal that ended it; None while it runs."""
        _, ended, code = bytes(self._told).partition(b"ended ")
        return int(code) if ended else None

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
            if self._is_over or self._code is not None:
                self._drain()
                if b"\n" in self._buffer:
                    break
                raise self._crash(what)
            if monotonic() >= until and self._comes_late():
                raise self._hung(what, f"; it came as soon as its input ended, so it seems that {_FLUSH}")
            self._pump(self._left(what, until))
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        if len(line) > LONGEST:
            raise Broken(Fault.TOO_LONG, f"{len(line)} bytes, {_shown(line)}")
        return line

    def _left(self, what: str, until: float) -> float:
        left = until - monotonic()
        if left <= 0:
            hint = f"; mind that {_FLUSH}" * (self._id == 1)
            raise self._hung(what, self._begun or hint)
        return left

    def _hung(self, what: str, more: str) -> Broken:
        return Broken(Fault.HUNG, f"no answer to {what!r} within {self._timeout:g} s{more}")

    def _comes_late(self) -> bool:
        """Whether a line comes once there is no more to read, as of a program that holds it back."""
        self._pipes[0].close()
        until = monotonic() + PATIENCE
        while b"\n" not in self._buffer and not self._is_over and (left := until - monotonic()) > 0:
            self._pump(left)
        return b"\n" in self._buffer

    def _pump(self, timeout: float) -> bool:
        """Read what is there, and whether there was anything."""
        found = False
        for key, _ in self._selector.select(timeout):
            if key.fd == self._in:
                continue
            with suppress(BlockingIOError):
                data = os.read(key.fd, 65536)
                found = True
                self._took(key.fd, data)
        return found

    def _took(self, source: int, data: bytes) -> None:
        if not data:
            self._selector.unregister(source)
        if source == self._control.fileno():
            self._told += data or b"ended -9\n"  # the keeper itself was killed, and the command with it
            return
        if source == self._out:
            self._buffer += data
            self._is_over = not data
        else:
            self._said = (self._said + data)[-_KEPT:]
        self._budget.written += len(data)
        if self._budget.written > self._budget.output:
            raise Broken(Fault.TOO_MUCH, self._budget.spent)

    def _drain(self) -> None:
        """Read what is left of a process that has ended; another may hold its pipes, and go on writing."""
        until = monotonic() + PATIENCE
        while len(self._buffer) <= LONGEST and monotonic() < until and self._pump(0):
            pass

    def _wait_for_end(self, seconds: float) -> None:
        until = monotonic() + seconds
        while self._code is None and (left := until - monotonic()) > 0:
            self._pump(left)

    def _crash(self, what: str) -> Broken:
        with suppress(Broken):
            self._wait_for_end(PATIENCE)
            self._drain()
        code = self._code
        if code is None:
            how = "it closed its stdout"
        else:
            how = f"it ended with exit code {code}" if code >= 0 else f"it was ended by signal {-code}"
        lines = self._said.decode(errors="replace").strip().split("\n")
        errors = [line for line in lines if _ERROR.match(line)]
        said = (errors or lines)[-1].strip()
        last = f"; its last words: {said}" * bool(said)
        return Broken(Fault.CRASHED, f"{how} instead of answering {what!r}{self._begun}{last}")

    @property
    def _begun(self) -> str:
        """What there is of an answer whose line has no end."""
        return f"; its line has no end: {_shown(self._buffer)}" * bool(self._buffer)


def _kept(command: str) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """The keeper of ``command``, and the socket on which it tells. Raises UserError."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words or "\0" in command:
        raise UserError(f"the adapter {command!r} cannot be started: it is not a command line")
    ours, its = socket.socketpair()
    with its:
        program = [sys.executable, "-I", "-S", str(KEEPER), str(its.fileno())]
        keeper = subprocess.Popen(
            [*program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, bufsize=0, pass_fds=[its.fileno()], env=of_users(),
        )  # fmt: skip
    ours.settimeout(BEGINNING)
    told = b""
    with suppress(OSError):
        while not told.endswith(b"\n") and (more := ours.recv(1)):
            told += more
    if told == b"began\n":
        return keeper, ours
    ours.close()
    with keeper:
        keeper.kill()
    number = int(told.partition(b" ")[2] or 0)
    why = os.strerror(number) if number else "the system does not start it"
    raise UserError(f"the adapter {command!r} cannot be started: {why}")


def _parsed(line: bytes) -> dict[str, Any]:
    from pydantic import ValidationError

    try:
        answer: dict[str, Any] = from_json_of_client(line)
        answers().validate_python(answer)
    except ValidationError as error:
        raise Broken(Fault.GARBAGE, f"{_shown(line)}: {first_fault(error)}") from None
    except NotJson as error:
        says = f"this is not JSON, and stdout is for answers alone: {error}"
        raise Broken(Fault.GARBAGE, f"{_shown(line)}: {says}") from None
    return answer


def _shown(data: bytes | bytearray) -> str:
    return quoted(bytes(data[: 4 * _SHOWN]).decode(errors="replace"), _SHOWN)
