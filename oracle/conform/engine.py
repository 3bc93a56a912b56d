"""What the harness asks questions of: any implementation, here or in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Protocol

RESTARTS = 10
"""How often an implementation that breaks is started again in one run."""

HELLO: dict[str, Any] = {"do": "hello", "formats": [1]}
"""The first question to whoever was started."""


class Engine(Protocol):
    """An implementation, as the questions and answers of :mod:`dicelaw.oracle.protocol` without their ids."""

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to ``question``. Raises Broken where there is none that counts."""
        ...

    def close(self) -> None:
        """End it, with everything that it started."""
        ...


class Fault(Enum):
    """How an adapter breaks the protocol; none of it says anything about the rules."""

    CRASHED = "crashed"
    HUNG = "hung"
    GARBAGE = "sent garbage"
    TOO_LONG = "sent too long a line"
    FLOODED = "sent more lines than answers"
    OUT_OF_ORDER = "answered out of order"
    LIED = "lied about what it supports"


class Broken(Exception):
    """An adapter broke the protocol, and how."""

    def __init__(self, fault: Fault, says: str) -> None:
        super().__init__(f"the adapter {fault.value}: {says}")
        self.fault = fault


class GivenUp(Exception):
    """An adapter broke too often to be started again."""


class Supervised:
    """An engine that is ended where it breaks, and started again when it is asked the next time.

    ``restarts`` counts that; after ``limit`` of them a further question raises GivenUp.
    """

    def __init__(self, start: Callable[[], Engine], limit: int = RESTARTS) -> None:
        self._start = start
        self._engine: Engine | None = None
        self._starts = 0
        self._greeted = 0
        self.limit = limit

    @property
    def restarts(self) -> int:
        """How often it was started again."""
        return max(self._starts - 1, 0)

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to ``question``. Raises Broken where the engine breaks, and GivenUp after too many."""
        if self._engine is None:
            if self._starts > self.limit:
                raise GivenUp(
                    f"the adapter broke and was started again {self.limit} times, which is the limit"
                )
            self._starts += 1
            self._engine = self._start()
        try:
            if self._starts > self._greeted and question != HELLO:
                self._engine.ask(HELLO)
            self._greeted = self._starts
            return self._engine.ask(question)
        except Broken:
            self.close()
            raise

    def close(self) -> None:
        """End the engine that runs."""
        if self._engine is not None:
            engine, self._engine = self._engine, None
            engine.close()
