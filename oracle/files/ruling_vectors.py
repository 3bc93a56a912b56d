"""Rulings as records of vectors: what is played there, to the end of the phase.

So are the examples of rules of other ways to play than the usual one.

These plays are recorded in the package too, beside the others, so that nothing has to be searched again.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.codec import decision
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import finish, play, settle
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.files.vectors import Choices, Record, in_mode, recorded, records_of
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.games import open_points
from dicelaw.oracle.games.modes import known_mode
from dicelaw.oracle.games.session import Session
from dicelaw.specs.rulings import Case


def written(game: str, mode: str = "") -> list[Record]:
    """The records of all vectors of ``game`` in ``mode``, the rulings last, as they are in the package.

    Without a ``mode`` they are those of the usual one.
    """
    return [*recorded(game, mode), *in_mode(game, mode, ruled(game))]


def ruled(game: str) -> list[Record]:
    """The recorded plays of the rulings on ``game``, those of the same machine one after another."""
    words = {name_of(case, game): f"{case.question} {case.answer}".strip() for case in cases_of(game)}
    kept = sorted(records_of(description(game).ruled(game)), key=lambda one: one.between)
    return [replace(one, checks=words[one.id]) for one in kept]


def cases_of(game: str) -> list[Case]:
    """The rulings on ``game`` that are played, and the examples of other ways to play than the usual one."""
    of = description(game)
    usual, rulings = known_mode(game, None), of.rulings()
    examples = (one for one in rulings.examples if of.mode_of(one.scenario.data) != usual)
    cases = (*rulings.cases, *examples)
    return [case for case in cases if any(one.game == game for one in case.expected)]


def name_of(case: Case, game: str) -> str:
    """The id of the vector of ``case``."""
    return f"vector/{game}/{case.id}"


def of_case(case: Case, game: str) -> Record:
    """The record of the play of ``case``, to the end of the phase, with other answers to its open point."""
    expected = [one for one in case.expected if one.game == game]
    usual = next((one for one in expected if not unusual(game, one.readings)), expected[0])
    setup = setup_of(case, game, usual.readings)
    session = session_of(setup)
    with suppress(UserError):  # what the ruling forbids is not in the play
        play(session, loaded(case.scenario, game).play, case.scenario.file)
    settle(session)
    finish(session)
    settle(session)
    others = tuple(pair for one in expected if one is not usual for pair in one.readings.items())
    return Record(name_of(case, game), case.cites, setup, moves_of(session), others)


def setup_of(case: Case, game: str, readings: Mapping[str, str]) -> dict[str, Any]:
    """The position that ``case`` begins in, a ``Setup``, with the answers ``readings`` to open points."""
    scenario = loaded(case.scenario, game)
    return description(game).setup_of(scenario, unusual(game, {**scenario.readings, **readings}))


def moves_of(session: Session) -> tuple[tuple[str, Choices], ...]:
    """Each decision, die and card of ``session`` so far, as a record has them."""
    own = [step for step in session.events if step.actor is not Agent.RULES]
    made = [decision(session, step.move, step.before) for step in own]
    return tuple((one["transition"], one["choices"]) for one in made)


def unusual(game: str, readings: Mapping[str, str]) -> dict[str, str]:
    """Those of ``readings`` that are not the usual answers of ``game``."""
    usual = {point.id: point.default for point in open_points(game)}
    return {point: answer for point, answer in readings.items() if usual[point] != answer}
