"""An engine in Python as the harness asks any: questions and answers, but in this process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

from dicelaw.oracle.conform.engine import Broken, Fault
from dicelaw.oracle.conform.process import answers
from dicelaw.oracle.format_version import FORMAT
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.ports import part_of
from dicelaw.oracle.message import first_fault

Message = dict[str, Any]


class Refused(Exception):
    """The rules forbid the decision, as the engine has it; nothing has changed."""


class Unsupported(Exception):
    """The engine does not cover this position or this decision, so the play is not compared any further."""


class PythonEngine(Protocol):
    """What an author says of an engine: how it begins a play, makes a decision and shows a position.

    ``game`` is what it plays, ``between`` the heroes or teams that it knows, ``shows`` the parts of a
    position that :meth:`show` always has, and ``reports`` the transitions that :meth:`events` tells.
    """

    game: ClassVar[str]
    between: ClassVar[Sequence[str]]
    shows: ClassVar[Sequence[str]]
    reports: ClassVar[Sequence[str]]

    def begin(self, setup: Message) -> None:
        """Begin a play in the position ``setup``. Raises Unsupported where it can't."""
        ...

    def apply(self, decision: Message) -> None:
        """Make ``decision``, roll this die or draw this card. Raises Refused or Unsupported."""
        ...

    def show(self) -> Mapping[str, Any]:
        """The position, as the ``observation`` of a ``Position``."""
        ...

    def legal(self) -> Sequence[Message] | None:
        """Every decision of the player who decides; None where the engine cannot list them."""
        ...

    def events(self) -> Sequence[str]:
        """Which of ``reports`` the rules took since the last decision, in order."""
        ...


class InProcess:
    """``engine`` as the harness sees it. What it answers is checked like the answers of any adapter."""

    def __init__(self, engine: PythonEngine, *, lists_legal: bool) -> None:
        self.engine = engine
        self.lists_legal = lists_legal

    def ask(self, question: Message) -> Message:
        """The answer to ``question``. Raises Broken where it has not the shape that it must have."""
        answer = self._answer(question)
        _check(question["do"], answer)
        return answer

    def close(self) -> None:
        """There is nothing to end."""

    def _answer(self, question: Message) -> Message:
        try:
            match question["do"]:
                case "hello":
                    return self._hello()
                case "start":
                    self.engine.begin(question["setup"])
                case "decide":
                    self.engine.apply(question["decision"])
                case "observe":
                    return self._position()
        except Refused as refused:
            return {"answer": "refused", "why": str(refused)}
        except Unsupported as unsupported:
            return {"answer": "unsupported", "why": str(unsupported) or "no reason given"}
        return {"answer": "ok"}

    def _hello(self) -> Message:
        engine, game = self.engine, description(self.engine.game)
        return {
            "answer": "hello", "format": FORMAT, "name": type(engine).__name__, "version": "1",
            "parts": [part_of(engine.game)], "games": [engine.game], game.who: [*engine.between],
            "shows": [*engine.shows], "reports": [*engine.reports], "lists_legal": self.lists_legal,
        }  # fmt: skip

    def _position(self) -> Message:
        position: Message = {"answer": "position", "observation": self.engine.show()}
        if self.engine.reports:
            position["events"] = [*self.engine.events()]
        legal = self.engine.legal() if self.lists_legal else None
        return position if legal is None else {**position, "legal": [*legal]}


def _check(what: str, answer: Message) -> None:
    from pydantic import ValidationError

    try:
        answers().validate_python({"id": 0, **answer})
    except ValidationError as error:
        raise Broken(Fault.GARBAGE, f"what it answers to {what!r}: {first_fault(error)}") from None
