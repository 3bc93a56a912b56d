"""Strategies of Hypothesis for what is played: who plays, positions, dice, decisions, and whole plays.

>>> from hypothesis import given, settings
>>> from dicelaw.testing.strategies import plays
>>> @settings(max_examples=5, deadline=None, database=None)
... @given(plays("dice-masters@2018", length=6))
... def test_a_play_goes_on_or_is_over(case):
...     for _, sight in case.steps:
...         assert sight.legal or sight.data["observation"]["to_decide"] in ("chance", "nobody")
>>> test_a_play_goes_on_or_is_over()

What is drawn shrinks: a position to one with fewer things in it, a play to fewer decisions, a decision to a
pass. Machines are built as they are needed, which takes longer than Hypothesis expects of an example, so
tests that use these want ``deadline=None``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, get_args

from hypothesis import assume
from hypothesis import strategies as st

from dicelaw.model.games import game_of
from dicelaw.model.kernel.concrete import Move
from dicelaw.oracle.conform.cases import Case, Sight, key_of
from dicelaw.oracle.conform.plays import open_setup
from dicelaw.oracle.conform.run import DAMAGE_CASES
from dicelaw.oracle.conform.wander import forbidden
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.codec import decision, expected
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.games.description import Seeking, description
from dicelaw.oracle.games.games import FIRST, known_game
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.suggestions import unknown

Setup = dict[str, Any]
"""A ``Setup`` of the formats: a position in which play can begin."""
Dice = st.SearchStrategy[list[int] | dict[str, int]]
LENGTH = 40
"""The most decisions, dice and draws of a play; an attack takes some 30."""
LARGEST = 20
"""The largest amount of a damage calculation."""
SEEDS = 2**16
"""From how many rich positions a position is made, by leaving things out."""
TRIED = 24
"""Of how many illegal decisions that are thought of the one is taken that the fewest rules forbid."""


def heroes(game: str = FIRST) -> st.SearchStrategy[str]:
    """The id of any hero of ``game``."""
    if description(game).who != "heroes":
        raise UserError(f"{game} has teams, no heroes; ask for teams({game!r})")
    return st.sampled_from(description(game).starters())


def teams(game: str) -> st.SearchStrategy[str]:
    """The id of any pair of teams of the Dice Masters edition ``game``."""
    return st.sampled_from(description(_of_teams(game)).starters())


def usual(game: str) -> tuple[str, ...]:
    """Who plays ``game`` where nothing else is said: two heroes, or a pair of teams."""
    port = description(game)
    return port.between(port.openings(game)[0])


def positions(
    game: str,
    between: Sequence[str] = (),
    *,
    starts: Sequence[str] = (),
    parts: Collection[str] | None = None,
) -> st.SearchStrategy[Setup]:
    """Positions of ``game`` in which play can begin, between two heroes or in a pair of teams.

    Without ``between`` those are as :func:`usual`. ``starts`` are the timing points at which play may begin,
    and ``parts`` the fields of a player that a position may have (``health``, ``tokens``, ...): what an
    engine does not know is left out so. Raises UserError for names that there are not.
    """
    who = tuple(between) or usual(game)
    known = _starts(game, who)
    for start in starts:
        if start not in known:
            raise unknown("timing point where a position can begin", start, known)
    fields = _fields(game)
    for part in parts or ():
        if part not in fields:
            raise unknown("field of a player in a position", part, fields)
    return _positions(game, who, tuple(starts) or known, None if parts is None else frozenset(parts))


def dice(game: str, between: Sequence[str] = ()) -> Dice:
    """Rolled dice of ``game``.

    In a duel the faces of the five dice of the first hero, every other time such that activate an ability;
    at a table some dice of the first player by name, each with the number of a face; on a quest some of the
    seven dice.
    """
    about = known_game(game)
    found: Dice = game_of(about.name).part("testing", "dice").dice(game, tuple(between) or usual(game))
    return found


@dataclass(frozen=True)
class Way:
    """Something that is legal: a move of the machine, and the ``Decision`` that says it."""

    move: Move
    decision: dict[str, Any]

    def __repr__(self) -> str:
        return f"{self.decision['actor']}: {self.decision['text']} ({self.decision['transition']})"

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """Hypothesis prints it as its representation."""
        printer.text(repr(self))


@st.composite
def ways(draw: st.DrawFn, session: Session) -> Way:
    """Whatever is legal now in ``session``, where something is: each transition as often as any other."""
    found: dict[int, list[Move]] = {}
    for move in sorted(session.legal(), key=lambda one: not session.is_pass(one)):
        found.setdefault(move[0], []).append(move)
    move = draw(st.sampled_from(draw(st.sampled_from([*found.values()]))))
    return Way(move, decision(session, move))


@st.composite
def illegal(draw: st.DrawFn, session: Session) -> dict[str, Any] | None:
    """A decision that whoever decides may not make, forbidden by few rules; None where none is found."""
    legal = session.legal()
    if not legal or not session.transition(legal[0]).by_seat:
        return None
    found = forbidden(session, Random(draw(st.integers(0, SEEDS))), TRIED)
    known = {key_of(decision(session, move)) for move in legal}
    tried = [decision(session, move) for move in sorted(found, key=lambda move: (len(found[move]), move))]
    return next((one for one in tried if key_of(one) not in known), None)


@st.composite
def plays(
    draw: st.DrawFn,
    game: str,
    between: Sequence[str] = (),
    *,
    length: int = LENGTH,
    begin: st.SearchStrategy[Setup] | None = None,
) -> Case:
    """Plays of ``game`` with all that must be seen after each decision; ``case.as_vector`` is a ``Vector``.

    They begin in positions of ``begin``, by default in any, and have at most ``length`` decisions.
    """
    setup = draw(positions(game, between) if begin is None else begin)
    session = open_setup(setup)
    settle(session)
    first, steps = Sight(expected(session)), []
    for _ in range(draw(st.integers(0, length))):
        if session.over:
            break
        way = draw(ways(session))
        session.apply(way.move)
        try:
            settle(session)
        except UserError:  # play goes on for ever from here
            break
        steps.append((way.decision, Sight(expected(session))))
    return Case("strategy/play", (), "a play that was drawn", setup, first, tuple(steps))


def damage_cases(game: str = FIRST) -> st.SearchStrategy[dict[str, Any]]:
    """Calculations of damage with their final ``total`` and the ``rules`` that it hangs on.

    Each is a ``DamageCase``: what to calculate is in ``damage``.
    """
    about = game_of(known_game(game).name).part("oracle", DAMAGE_CASES)
    amount = st.integers(0, LARGEST)
    damage = st.fixed_dictionaries({
        "kind": st.sampled_from([*about.KINDS]), "incoming": amount, "added": amount, "prevented": amount,
        "halvings": st.integers(0, 3), "doublings": st.integers(0, 1), "avoided": st.booleans(),
    })  # fmt: skip
    possible = damage.filter(lambda one: one["kind"] != "pure" or not one["added"])
    return possible.map(lambda one: about.case_of("strategy/damage", one))


@st.composite
def _positions(
    draw: st.DrawFn,
    game: str,
    between: tuple[str, ...],
    starts: tuple[str, ...],
    parts: frozenset[str] | None,
) -> Setup:
    start = draw(st.sampled_from(starts))
    seeker = _seeker(game, between)
    seeker.random = Random(draw(st.integers(0, SEEDS)))
    setup = seeker.setup()
    rows = [
        {
            name: value if name == "hero" else draw(_some(value))
            for name, value in row.items()
            if _is_kept(name, parts)
        }
        for row in setup["players"]
    ]
    found = {**setup, "players": [_said(row) for row in rows], "start": start}
    try:
        open_setup(found)
    except UserError:  # what was left out makes no sense without the rest
        assume(False)
    return found


def _fields(game: str) -> tuple[str, ...]:
    """What a player of a ``Setup`` may have."""
    setup = game_of(game).part("oracle", "formats").Setup
    (player,) = get_args(setup.model_fields["players"].annotation)
    return (*player.model_fields,)


def _is_kept(name: str, parts: frozenset[str] | None) -> bool:
    return name == "hero" or parts is None or name in parts


def _said(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value not in (None, [], {})}


@st.composite
def _some(draw: st.DrawFn, value: Any) -> Any:
    """Some of the things of ``value``, or ``value`` or nothing where it is a single thing."""
    if isinstance(value, list):
        return [one for one in value if draw(st.booleans())]
    if isinstance(value, dict):
        return {name: one for name, one in value.items() if draw(st.booleans())}
    return value if draw(st.booleans()) else None


def _opening(game: str, between: tuple[str, ...]) -> Setup:
    of = description(game)
    who = {"players": [{"hero": hero} for hero in between]} if of.who == "heroes" else {"teams": between[0]}
    return {**of.openings(game)[0], **who}


@cache
def _seeker(game: str, between: tuple[str, ...]) -> Seeking:
    return description(game).seeker(game, _opening(game, between), "")


@cache
def _starts(game: str, between: tuple[str, ...]) -> tuple[str, ...]:
    """The timing points at which play can begin. Raises UserError for who does not play ``game``."""
    return tuple(description(game).begins(open_setup(_opening(game, between)).game))


def _of_teams(game: str) -> str:
    if description(game).who != "teams":
        raise UserError(f"{game} has heroes, no teams; ask for heroes({game!r})")
    return game
