"""What the harness asks questions of: any implementation, here or in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Protocol

from dicelaw.oracle.conform.budget import Budget
from dicelaw.oracle.format_version import FORMAT

RESTARTS = 10
"""How often an implementation that breaks is started again in one run."""

HELLO: dict[str, Any] = {"do": "hello", "formats": [FORMAT]}
"""The first question to whoever was started."""


class Engine(Protocol):
    """An implementation, asked as in :mod:`dicelaw.oracle.formats.protocol`, but without ids."""

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
    TOO_MUCH = "sent too much"
    LIED = "lied about what it supports"


class Broken(Exception):
    """An adapter broke the protocol, and how."""

    def __init__(self, fault: Fault, says: str) -> None:
        super().__init__(f"the adapter {fault.value}: {says}")
        self.fault = fault


class GivenUp(Exception):
    """An adapter is asked nothing more: it broke too often to be started again, or the budget is used up."""


class Supervised:
    """An engine that is ended where it breaks, and started again when it is asked the next time.

    ``restarts`` counts that; after ``limit`` of them, or where ``budget`` is used up, a further question
    raises GivenUp.
    """

    def __init__(
        self, start: Callable[[], Engine], limit: int = RESTARTS, budget: Budget | None = None
    ) -> None:
        self._start = start
        self._engine: Engine | None = None
        self._starts = 0
        self._wanted = 1
        self._is_renewed = False
        self._greeted = 0
        self.limit = limit
        self.budget = budget or Budget()

    @property
    def restarts(self) -> int:
        """How often it was started again because it broke."""
        return max(self._starts - self._wanted, 0)

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to ``question``. Raises Broken where the engine breaks, and GivenUp after too many."""
        if self.budget.spent:
            raise GivenUp(self.budget.spent)
        engine = self.begun()
        try:
            if self._starts > self._greeted and question != HELLO:
                self._ask(engine, HELLO)
            self._greeted = self._starts
            return self._ask(engine, question)
        except Broken:
            self.close()
            raise

    def begun(self) -> Engine:
        """The engine that runs, started if there is none. Raises GivenUp after too many starts."""
        if self._engine is None:
            if self._starts - self._wanted >= self.limit:
                raise GivenUp(
                    f"the adapter broke and was started again {self.limit} times, which is the limit"
                )
            self._starts += 1
            self._wanted += self._is_renewed
            self._is_renewed = False
            self._engine = self._start()
        return self._engine

    def _ask(self, engine: Engine, question: dict[str, Any]) -> dict[str, Any]:
        self.budget.asked += 1
        return engine.ask(question)

    def renew(self) -> None:
        """Let another engine answer from now on; nothing of what this one remembers stays."""
        if self._engine is not None:
            self._is_renewed = True
            self.close()

    def close(self) -> None:
        """End the engine that runs."""
        if self._engine is not None:
            engine, self._engine = self._engine, None
            engine.close()
