"""What a situation may come to: every open choice and die, to the end of the phase, with exact odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.scenario_runner import ends_phase
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.session import Session

LIMIT = 5000
_Found = dict[tuple[tuple[str, ...], str], Fraction]


@dataclass(frozen=True)
class Result:
    """One way in which the phase may end.

    ``choices`` are the decisions that lead there, and ``chance`` how likely dice and cards make it when the
    players decide so.
    """

    choices: tuple[str, ...]
    chance: Fraction
    standing: dict[str, Any]


def results(
    session: Session,
    *,
    passing: bool = True,
    limit: int = LIMIT,
    at_each: Callable[[], None] = lambda: None,
) -> list[Result]:
    """Every result of the phase from the present state on. The session itself stays where it is.

    With ``passing`` players are taken to pass wherever they can. Raises UserError when more than ``limit``
    different situations are open: that is no answer. ``at_each`` is called at each of them and may raise.
    """
    search = _Search(session, passing, limit, at_each)
    present = session.state
    try:
        found = search.explore(present)
    finally:
        session.state = present
    rows = [Result(choices, chance, search.standings[key]) for (choices, key), chance in found.items()]
    return sorted(rows, key=lambda row: (row.choices, -row.chance, str(row.standing)))


class _Search:
    """Follows states, each once; what is open is branched on."""

    def __init__(self, session: Session, passing: bool, limit: int, at_each: Callable[[], None]) -> None:
        self.session = session
        self.passing = passing
        self.at_each = at_each
        self.left = self.limit = limit
        self.seen: dict[State, _Found] = {}
        self.standings: dict[str, dict[str, Any]] = {}

    def explore(self, state: State) -> _Found:
        """What the open decisions and dice from ``state`` on come to."""
        session = self.session
        session.state = state
        while True:
            move = session.automatic(passing=self.passing)
            if move is None:
                break
            if self._step(move):
                return self._leaf(session.state)
        branch = session.state
        if not session.legal():
            return self._leaf(branch)
        if branch not in self.seen:
            self.seen[branch] = self._branch(branch)
        return self.seen[branch]

    def _step(self, move: Move) -> bool:
        """Take ``move``; whether that ends the phase."""
        session = self.session
        transition = session.transition(move)
        session.state = session.after(move)
        return ends_phase(session, transition)

    def _leaf(self, state: State) -> _Found:
        found = standing(self.session, state)
        key = repr(found)
        self.standings[key] = found
        return {((), key): Fraction(1)}

    def _branch(self, state: State) -> _Found:
        self.at_each()
        self.left -= 1
        if self.left < 0:
            raise UserError(
                f"more than {self.limit} situations are open from here; name more decisions or dice in the "
                "file, or raise --limit",
                ExitCode.UNDECIDED,
            )
        session, found = self.session, _Found()
        session.state = state
        legal = session.legal()
        by_chance = session.actor(legal[0]) is Agent.CHANCE
        for move in legal:
            session.state = state
            weight, name = Fraction(1), self._name(move)
            if by_chance:
                weight = Fraction(*session.reader.weight(state, move))
                if not weight:
                    continue
            ends = self._step(move)
            after = self._leaf(session.state) if ends else self.explore(session.state)
            for (choices, key), chance in after.items():
                path = choices if by_chance else (name, *choices)
                found[path, key] = found.get((path, key), Fraction(0)) + weight * chance
        return found

    def _name(self, move: Move) -> str:
        actor = self.session.actor(move)
        who = self.session.machine.seats[actor] if isinstance(actor, int) else ""
        means = description(self.session.name).option(self.session, move)
        return f"{who}: {self.session.text(move)}{f' ({means})' * bool(means)}"


def as_json(rows: Sequence[Result]) -> list[dict[str, Any]]:
    """``rows`` as plain values; a chance is a fraction in text."""
    return [
        {"choices": list(row.choices), "chance": str(row.chance), "standing": row.standing} for row in rows
    ]
