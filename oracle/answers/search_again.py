"""The question whether play can come to a goal, put to sessions that follow other readings."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dicelaw.checker.chances.reaching import Force
from dicelaw.checker.search.expected import Expected
from dicelaw.model.kernel.concrete import Concrete, Decision, Illegal, Move, OutsideDomain
from dicelaw.model.kernel.expressions import all_of, any_of, negate
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State
from dicelaw.model.number_of import number_of
from dicelaw.oracle.answers import question
from dicelaw.oracle.answers.goal import test_of
from dicelaw.oracle.answers.open_hands import Answers, ask_each, hands, held_in, leads
from dicelaw.oracle.answers.question import FEW, Question
from dicelaw.oracle.answers.question_report import NOBODY, forces_of
from dicelaw.oracle.games.session import Session

SETUP = 50_000
"""As how many states it counts that code is compiled for an answer."""
TIMES = 3
"""How many times as many states as the first answer all others may see."""
TRIED = 100
"""How many plays are tried where the one that was found leads no further under another reading."""
ORDER = [*Force]
WAY, FORCES = "whether there is a way", "who can bring it about"


@dataclass(frozen=True)
class Words:
    """The words in which it is asked."""

    goal: str
    until: Sequence[str] = ()
    never: Sequence[str] = ()

    def asked(self, session: Session) -> Question:
        """The question about where ``session`` stands. Raises UserError as :func:`question`."""
        return question.question(session.machine, session.state, self.goal, self.until, self.never)


@dataclass
class SearchAgain:
    """The question in ``words`` that has the answer ``first`` where ``session`` stands.

    See :class:`~.asked_again.Asked`. ``who`` asks for all that tells who can force the goal, ``kept`` is a
    folder for compiled code, and ``progress`` is told how many states were seen. ``few`` is
    as in :func:`~.question.ask`, where it is said.
    """

    words: Words
    session: Session
    first: question.Answer
    budget: int
    kept: Path | None = None
    who: bool = False
    progress: Callable[[int], None] = lambda _: None
    few: int | None = None

    def __post_init__(self) -> None:
        """Note the answer, as ``session`` will be played on."""
        assert self.first.looked_at is not None
        self.looked_at = self.first.looked_at
        self.answer = _plain(self.session, self.first)
        self._play = [self.session.reader.decision(move) for move in self.first.play or ()]
        transitions = self.session.machine.transitions
        self._by_rules = {one.id for one in transitions if one.actor is Agent.RULES}
        compiled = bool(self.looked_at.positions)
        self.setup = SETUP if compiled else 0
        self.most = TIMES * (self.first.states + self.setup) if compiled else TIMES * FEW

    def same_in(self, other: Session) -> bool:
        """Whether nothing that was looked at can differ."""
        return self.looked_at.same_by(other.reader, other.state, _conditions(self.words.asked(other)))

    def known_in(self, other: Session) -> dict[str, Any] | None:
        """That there is a way in ``other``, where the one that was found leads to the goal there, too."""
        leads = self._play and self._leads(other)
        return {"possible": True, "forces": {}} if leads else None

    def again(self, other: Session, budget: int | None) -> tuple[dict[str, Any], int]:
        """The answer in ``other``."""
        asked = self.words.asked(other)
        most = self.budget if budget is None else min(budget, self.budget if self.setup else FEW)
        found = question.ask(
            other.machine,
            other.state,
            asked,
            budget=most,
            who=self.who,
            kept=self.kept,
            progress=self.progress,
            **({} if self.few is None else {"few": self.few}),
        )
        known = self.known_in(other) if found.possible is None else None
        return known or _plain(other, found), found.states

    def unlike(self, answer: Any) -> bool:
        """Whether there is a way in one only, or a seat can do in one what it can't in the other."""
        if isinstance(answer, str):
            return True
        forces = _both(self.answer["forces"], answer["forces"])
        return {self.answer["possible"], answer["possible"]} == {True, False} or any(
            one is not None and other is not None and _apart(one, other) for one, other in forces
        )

    def open_in(self, answer: Any) -> str | None:
        """Whether there is a way, or who can bring it about, where that may be something else."""
        if isinstance(answer, str):
            return None
        if answer is None or answer["possible"] is None:
            return WAY
        if self.unlike(answer) or not self.answer["forces"]:
            return None
        alike = all(one == other for one, other in _both(self.answer["forces"], answer["forces"]))
        return None if alike and answer["forces"] else FORCES

    def told(self, answer: Any) -> str:
        """``answer`` in a line."""
        if not answer["possible"]:
            return "unknown" if answer["possible"] is None else "no way"
        forces = (f"{who}: {_told(force)}" for who, force in answer["forces"].items())
        return "; ".join(["there is a way", *forces])

    def worth(self, answer: Any) -> bool:
        """Whether there is a way is worth being asked; who can bring it about is, where few states tell."""
        return self.answer["possible"] is not None and (answer is None or not self.setup)

    def _leads(self, other: Session) -> bool:
        """Whether the play that was found leads to the goal in ``other``, too, or some play near it does.

        What the rules do by themselves may be done there in other steps. From where it can't go on as it was,
        others are tried at random.
        """
        good, over = _conditions(self.words.asked(other))
        meets, ends = test_of(other.machine, good), test_of(other.machine, over)
        state, left = other.state, deque(self._play)
        with suppress(OutsideDomain):
            while not (meets(state) or ends(state)) and (move := self._next(other.reader, state, left)):
                state = other.reader.step(state, move)
        near = Expected(other.reader, state, lambda one: meets(one) or ends(one))
        return any(meets(one) for _ in range(TRIED) for one in near.played(state))

    def _next(self, reader: Concrete, state: State, left: deque[Decision]) -> Move | None:
        """What is done next in ``state``, of the decisions that are ``left``."""
        moves = reader.enabled(state)
        while True:
            with suppress(Illegal, IndexError):
                if (move := reader.move(left[0])) in moves:
                    left.popleft()
                    return move
            if len(moves) == 1 and reader.actor(state, moves[0]) is Agent.RULES:
                return moves[0]
            if not left or left.popleft().transition not in self._by_rules:
                return None


def _conditions(asked: Question) -> tuple[Any, Any]:
    """When the goal is come to, and when play ends before, as :func:`ask` looks at them."""
    return all_of(asked.goal, negate(asked.never)), any_of(asked.ended, asked.never)


def _plain(session: Session, found: question.Answer) -> dict[str, Any]:
    return {"possible": found.possible, "forces": forces_of(session, found)}


Can = Mapping[str, str]
"""The least and the most that a seat can do."""


def _both(mine: Mapping[str, Can], its: Mapping[str, Can]) -> list[tuple[Can | None, Can | None]]:
    """For each seat what it can do in both; one that decides nothing can do as much as nobody."""
    seats = {**mine, **its}.keys() - {NOBODY} or {NOBODY}
    return [(mine.get(who, mine.get(NOBODY)), its.get(who, its.get(NOBODY))) for who in seats]


def _apart(one: Can, other: Can) -> bool:
    """Whether what can be done in one is certainly more than in the other."""
    least, most, its_least, its_most = (
        -ORDER.index(Force(force[end])) for force in (one, other) for end in ("least", "most")
    )
    return most < its_least or its_most < least


def _told(force: Mapping[str, str]) -> str:
    return force["least"] + " or more" * (force["least"] != force["most"])


HANDS = "with which hands there is a way"


@dataclass
class HandsAgain:
    """As :class:`SearchAgain`, for each hand that those may have whose cards are left open."""

    words: Words
    session: Session
    first: Answers
    budget: int
    kept: Path | None = None
    progress: Callable[[int], None] = lambda _: None

    setup = SETUP

    def __post_init__(self) -> None:
        """Note the answer, as ``session`` will be played on."""
        assert self.first.looked_at is not None
        self.looked_at, self._starts = self.first.looked_at, hands(self.session)
        self.answer = _by_hand(self.session, self.first)
        self.most = TIMES * (self.first.states + SETUP)

    def same_in(self, other: Session) -> bool:
        """Whether nothing that was looked at can differ, and the plays that were found lead to the goal."""
        good, over = _conditions(self.words.asked(other))
        if not self.looked_at.same_by(other.reader, hands(other)[0], (good, over)):
            return False
        meets, ends = test_of(other.machine, good), test_of(other.machine, any_of(good, over))
        return hands(other) == self._starts and all(
            leads(other.reader, start, found.play, meets, ends)
            for found in self.first.found
            for start in found.starts
        )

    def known_in(self, _other: Session) -> None:
        """Nothing is known soon."""

    def again(self, other: Session, budget: int | None) -> tuple[dict[str, Any], int]:
        """The answer in ``other``."""
        asked, most = self.words.asked(other), self.budget if budget is None else min(budget, self.budget)
        found = ask_each(
            other.machine, hands(other), asked, budget=most, kept=self.kept, progress=self.progress
        )
        return _by_hand(other, found), found.states

    def unlike(self, answer: Any) -> bool:
        """Whether there is a way with a hand in one, and none in the other."""
        mine = self.answer
        return isinstance(answer, str) or any(
            hand in answer["without"] for hand in mine["with"]
        ) or any(hand in answer["with"] for hand in mine["without"])  # fmt: skip

    def open_in(self, answer: Any) -> str | None:
        """The hands of which it is not known."""
        return HANDS if answer is None or (not isinstance(answer, str) and answer["unknown"]) else None

    def worth(self, answer: Any) -> bool:
        """Whether all was seen in the first answer."""
        return answer is None and not self.answer["unknown"]

    def told(self, answer: Any) -> str:
        """``answer`` in a line."""
        says = {"with": "there is a way", "without": "none", "unknown": "unknown"}
        found = [
            f"with {number_of(len(answer[key]), 'hand')} {text}" for key, text in says.items() if answer[key]
        ]
        return ", ".join(found)


def _by_hand(session: Session, found: Answers) -> dict[str, Any]:
    here = session.state
    kinds = {"with": [one for way in found.found for one in way.starts], "without": found.never}
    kinds["unknown"] = found.left
    held = {kind: sorted(held_in(session, one) for one in states) for kind, states in kinds.items()}
    session.state = here
    return held
