"""Rulings as records of vectors, beside the recorded plays: what is played there, to the end of the phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.description import description
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games import open_points
from dicelaw.oracle.scenario import loaded
from dicelaw.oracle.stage import session_of
from dicelaw.oracle.vectors import Record, recorded
from dicelaw.oracle.walk import finish, play, settle
from dicelaw.oracle.wire import decision
from dicelaw.specs.rulings import Case


def written(game: str) -> list[Record]:
    """The records of all vectors of ``game``: what is recorded in the package, then the rulings."""
    return [*recorded(game), *ruled(game)]


def ruled(game: str) -> Iterator[Record]:
    """A record for each ruling on ``game``, those of the same machine one after another."""
    cases = description(game).rulings().cases
    found = [of_case(case, game) for case in cases if any(one.game == game for one in case.expected)]
    yield from sorted(found, key=lambda one: one.between)


def of_case(case: Case, game: str) -> Record:
    """The record of the play of ``case``, to the end of the phase, with other answers to its open point."""
    expected = [one for one in case.expected if one.game == game]
    usual = next((one for one in expected if not unusual(game, one.readings)), expected[0])
    scenario = loaded(case.scenario, game)
    answers = unusual(game, {**scenario.readings, **usual.readings})
    setup = description(game).setup_of(scenario, answers)
    session = session_of(setup)
    with suppress(UserError):  # what the ruling forbids is not in the play
        play(session, scenario.play, case.scenario.file)
    settle(session)
    finish(session)
    settle(session)
    moves = []
    for step in session.events:
        if step.actor is not Agent.RULES:
            made = decision(session, step.move, step.before)
            moves.append((made["transition"], made["choices"]))
    others = tuple(pair for one in expected if one is not usual for pair in one.readings.items())
    return Record(
        f"vector/{game}/{case.id}", case.cites, setup, tuple(moves), others, f"{case.question} {case.answer}"
    )


def unusual(game: str, readings: Mapping[str, str]) -> dict[str, str]:
    """Those of ``readings`` that are not the usual answers of ``game``."""
    usual = {point.id: point.default for point in open_points(game)}
    return {point: answer for point, answer in readings.items() if usual[point] != answer}
