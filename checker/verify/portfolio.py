"""Several engines on one property, side by side in processes, with a verdict that does not hang on the race.

Each engine is a function with budgets in its own units, so what each would say is fixed before the race. The
verdict that counts is a function of these answers: a conclusive one before an inconclusive one, one for all
numbers before one for numbers that are counted, and among equals that of the engine which comes first. The
race ends as soon as no engine that is left could change it, so running side by side decides only how soon the
verdict is known. Conclusive answers that contradict each other are a defect, and never settled by rank.
"""

from __future__ import annotations

import multiprocessing
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from dicelaw.checker.executors import end_with_parent
from dicelaw.checker.verdicts import Verdict
from dicelaw.checker.verify.engines import BY_NAME, ENGINES
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.proof_session import ProofSession

RANK = {engine.name: place for place, engine in enumerate(ENGINES)}


class Disagreement(Exception):
    """Two engines contradict each other: a defect of one of them."""


class EngineDied(Exception):
    """An engine ended without an answer: a defect, or the system stopped it."""


@dataclass(frozen=True)
class Question:
    """A property of a game, with the user's own content in the folder ``content`` if there is any."""

    game: str
    property: str
    content: Path | None = None

    def contenders(self) -> list[str]:
        """The engines to ask, besides the cheap ones, in the order of their ranks."""
        chosen = plan(self.game, (), self.content)
        property = next(one for one in chosen.properties if one.id == self.property)
        machine = chosen.machines[property.machine]
        return [one.name for one in ENGINES if not one.cheap and one.applies(property.claim, machine)]

    def asked(self, name: str) -> Verdict:
        """What the engine ``name`` says."""
        session = ProofSession(plan(self.game, (), self.content), engines=(BY_NAME[name],))
        return session.alone(session.properties[self.property])


def weight(name: str, verdict: Verdict) -> tuple[int, int]:
    """How much the ``verdict`` of the engine ``name`` counts: the least counts most."""
    return (2 if not verdict.conclusive else int(verdict.bounded)), RANK[name]


def preferred(found: Mapping[str, Verdict]) -> str:
    """The engine whose verdict counts, of those ``found``. Raises Disagreement.

    Each play that is shown is one of those that a bounded proof speaks of, so that contradicts it too.
    """
    best = min(found, key=lambda name: weight(name, found[name]))
    for name, verdict in found.items():
        if verdict.conclusive and verdict.outcome is not found[best].outcome:
            pair = (f"{one}: {found[one].outcome.value}, {found[one].evidence}" for one in (best, name))
            raise Disagreement("; but ".join(pair))
    return best


def matters(name: str, found: Mapping[str, Verdict]) -> bool:
    """Whether the engine ``name``, which has not answered, could change whose verdict counts."""
    return not found or (0, RANK[name]) < weight(best := preferred(found), found[best])


@dataclass
class _Race:
    """One question: who has still to be asked, who runs, and what was found."""

    question: Question
    waiting: list[str]
    running: dict[str, tuple[BaseProcess, Connection]] = field(default_factory=dict)
    found: dict[str, Verdict] = field(default_factory=dict)

    def start(self) -> None:
        """Ask the next engine, in a fresh process."""
        name = self.waiting.pop(0)
        context = multiprocessing.get_context("spawn")
        end, other = context.Pipe(duplex=False)
        process = context.Process(target=_ask, args=(self.question, name, other), daemon=True)
        process.start()
        other.close()
        self.running[name] = (process, end)

    def take(self, name: str) -> None:
        """Take the answer of the engine ``name``, and stop those that no longer matter."""
        process, end = self.running[name]
        answer: Verdict | str = "it ended without a word"
        with suppress(EOFError):
            answer = end.recv()
        self.stop(name)
        if isinstance(answer, str):
            raise EngineDied(f"{name} on {self.question.property} (exit code {process.exitcode}): {answer}")
        self.found[name] = answer
        self.waiting = [one for one in self.waiting if matters(one, self.found)]
        for one in [one for one in self.running if not matters(one, self.found)]:
            self.stop(one)

    def stop(self, name: str) -> None:
        """End the process of the engine ``name``."""
        process, end = self.running.pop(name)
        process.terminate()
        process.join()
        end.close()


def race(questions: Sequence[Question], processes: int = 2) -> Iterator[tuple[Question, Verdict]]:
    """The verdict on each of ``questions`` for which there are engines, as it is known.

    At most ``processes`` engines run at a time. Raises Disagreement and EngineDied.
    """
    races = [_Race(one, names) for one in questions if (names := one.contenders())]
    try:
        while races:
            for one in races:
                while one.waiting and sum(len(other.running) for other in races) < processes:
                    one.start()
            ends = {end: (one, name) for one in races for name, (_, end) in one.running.items()}
            for end in wait(list(ends)):
                one, name = ends[end]  # type: ignore[index]  # wait gives back what it was given
                if name in one.running:
                    one.take(name)
            for one in [one for one in races if not one.waiting and not one.running]:
                races.remove(one)
                yield one.question, one.found[preferred(one.found)]
    finally:
        for one in races:
            for name in [*one.running]:
                one.stop(name)


def _ask(question: Question, name: str, end: Connection) -> None:
    """Send what the engine says, or how it failed. Whoever interrupts the race stops this process too."""
    end_with_parent()
    try:
        end.send(question.asked(name))
    except Exception:  # the race reports it
        end.send(traceback.format_exc())
