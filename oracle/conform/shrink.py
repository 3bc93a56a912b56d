"""The shortest play found that shows the same disagreement: fewer steps, and a simpler position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dicelaw.oracle.conform.blame import blamed
from dicelaw.oracle.conform.cases import Case
from dicelaw.oracle.conform.check import Difference, Outcome, Support, check, is_given_up
from dicelaw.oracle.conform.engine import Engine
from dicelaw.oracle.conform.plays import PASS, built, replayed
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games.description import description

TRIES = 400
"""How many plays are tried for one disagreement."""
NEAR = 3
"""How many of the most particular rules tell one disagreement from another."""
SINGLE = 4
"""From how many steps on every size of a part is tried, not only halves."""
_LISTS = (
    "tokens", "hand", "discard", "board", "reserve", "field", "controlled", "copies", "bag", "prep", "used",
    "items",
)  # fmt: skip
_NUMBERS = ("health", "cp", "companion", "companion_active", "life", "virtual", "guard")
_LYING = ("display", "spent", "deck")


@dataclass(frozen=True)
class Shown:
    """A case whose last step shows ``difference``."""

    case: Case
    difference: Difference

    @property
    def steps(self) -> int:
        """How many of its steps are in agreement."""
        return len(self.case.steps) - self.difference.further

    @property
    def size(self) -> tuple[int, int]:
        """How long the play is, and how much its position says."""
        return len(self.case.steps), len(str(self.case.setup))


def cut(case: Case, steps: int, difference: Difference) -> Shown:
    """``case`` up to where it shows ``difference``, after so many ``steps``."""
    return Shown(replace(case, steps=case.steps[: steps + difference.further]), difference)


class Likeness:
    """Tells whether another play shows the mistake that ``first`` does."""

    def __init__(self, first: Shown) -> None:
        self.difference = first.difference
        self.near = {*_rules(first)[:NEAR]}
        """The rules of which one has to be near in another play for it to show the same mistake."""

    def shown_by(self, found: Shown, best: Shown) -> bool:
        """Whether ``found`` shows it as ``best`` does."""
        rules = _rules(found)[:NEAR]
        if found.difference.signature != self.difference.signature or (
            self.near and self.near.isdisjoint(rules)
        ):
            return False
        return found.difference.subject == best.difference.subject or rules[:1] == _rules(best)[:1]


def shrunk(whole: Shown, engine: Engine, support: Support) -> Shown:
    """The shortest play found that shows what ``whole`` does."""
    search = _Search(whole, engine, support)
    search.run()
    return search.best


class _Search:
    """Tries shorter plays and plainer positions, and keeps the best that still shows the difference."""

    def __init__(self, first: Shown, engine: Engine, support: Support) -> None:
        self.best = first
        self.engine = engine
        self.support = support
        self.left = TRIES
        self.like = Likeness(first)

    def run(self) -> None:
        """Go on until nothing helps any more, or the tries are used up."""
        size = None
        while size != self.best.size and self.left > 0:
            size = self.best.size
            self.later()
            self.shorter()
            self.plainer()

    def later(self) -> None:
        """Begin the play at the last point of it at which one can begin."""
        case = self.best.case
        for number in range(len(case.steps) - 1, 0, -1):
            try:
                moment = replayed(case, number)
            except UserError:  # a vector of another version of the rules
                return
            session = moment.session
            for step in reversed(session.events[moment.since :]):
                session.state = step.after
                setup = description(session.name).setup_here(session, case.setup)
                if setup is not None and self.better(setup, case.decisions[number:]):
                    return

    def shorter(self) -> None:
        """Leave out steps: all but some first ones, then halves, then smaller parts, each alone last."""
        case = self.best.case
        for number in range(len(case.steps) - 1):
            if self.better(case.setup, [*case.decisions[:number], PASS]):
                break
        size = len(self.best.case.steps) // 2
        while size >= 1:
            begin = 0
            while begin < len(self.best.case.steps):
                case = self.best.case
                fewer = case.decisions[:begin] + case.decisions[begin + size :]
                if not self.better(case.setup, fewer):
                    begin += size
            size = size // 2 if size > SINGLE else size - 1

    def plainer(self) -> None:
        """Leave things out of the position."""
        while any(self.better(setup, self.best.case.decisions) for setup in plainer(self.best.case.setup)):
            pass

    def better(self, setup: Mapping[str, Any], decisions: Sequence[Mapping[str, Any]]) -> bool:
        """Whether ``decisions`` from ``setup`` show the difference, and more simply; then it is kept."""
        wanted = self.best.difference
        if self.left <= 0:
            return False
        self.left -= 1
        tried = built(
            self.best.case.id, setup, decisions, (wanted.decision,) if wanted.kind == "allows" else ()
        )
        if tried is None:
            return False
        result = check(tried, self.engine, self.support)
        if result.outcome is Outcome.ERROR or is_given_up(result):
            self.left = 0  # an adapter that breaks is needed for the rest of the run
        if result.difference is None:
            return False
        found = cut(tried, result.steps, result.difference)
        if found.size >= self.best.size or not self.like.shown_by(found, self.best):
            return False
        self.best = found
        return True


def _rules(shown: Shown) -> list[str]:
    """The rules that decide, in order."""
    return [one.rule for one in blamed(shown.case, shown.steps, shown.difference)]


def plainer(setup: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """``setup`` with one thing less, in every way."""
    for seat, player in enumerate(setup["players"]):
        for name in (*_LISTS, *_NUMBERS):
            if name in player:
                yield _with(setup, seat, {key: value for key, value in player.items() if key != name})
        for name in _LISTS:
            entries = player.get(name) or ()
            if len(entries) > 1:
                for one in entries:
                    yield _with(setup, seat, {**player, name: _without(entries, one)})
        for token, count in player.get("tokens", {}).items():
            if count > 1:
                yield _with(setup, seat, {**player, "tokens": {**player["tokens"], token: 1}})
    for name in _LYING:
        if name in setup:
            yield {key: value for key, value in setup.items() if key != name}
            yield from ({**setup, name: _without(setup[name], one)} for one in setup[name])


def _without(entries: Any, one: str) -> Any:
    if isinstance(entries, Mapping):
        return {name: value for name, value in entries.items() if name != one}
    return [name for name in entries if name != one]


def _with(setup: Mapping[str, Any], seat: int, player: Mapping[str, Any]) -> dict[str, Any]:
    players = list(setup["players"])
    players[seat] = player
    return {**setup, "players": players}
