"""Games of Dice Masters for tests: positions as YAML, and what lies where after a play."""

import pytest

from dicelaw.model.content.document import read
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play, settle
from dicelaw.oracle.games.observation import standing

NEW, OLD = "dice-masters@2018", "dice-masters@2016"
EDITIONS = pytest.mark.parametrize("game", [OLD, NEW])


def opened(text, game=NEW, **readings):
    """A session at the beginning of the scenario in ``text``, and the scenario."""
    scenario = loaded(read("test.yaml", text.encode()), game)
    return open_scenario(
        scenario, {point.replace("_", "-"): answer for point, answer in readings.items()}
    ), scenario


def played(text, game=NEW, **readings):
    """The session after the play of the scenario in ``text``."""
    session, scenario = opened(text, game, **readings)
    play(session, scenario.play, "test.yaml")
    if not (scenario.play and scenario.play[-1].kind == "until"):
        settle(session)
    return session


def settled(text, game=NEW, **readings):
    """As :func:`played`, and then all that the rules do by themselves."""
    session = played(text, game, **readings)
    settle(session)
    return session


def done(session, *texts):
    """``session`` after each of these decisions, and what the rules do then."""
    for text in texts:
        session.decide(text)
        settle(session)
    return session


def players(session):
    """How both players stand."""
    return standing(session)["players"]


def offers(session):
    """Every legal decision, as it is typed."""
    return {session.text(move) for move in session.legal()}


def starting(game):
    """What ``game`` calls starting dice."""
    return "npc" if game == OLD else "sidekick"
