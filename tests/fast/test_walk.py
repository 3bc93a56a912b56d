"""Playing the entries of a scenario, on the machine of the rules and on mutants of it."""

from dataclasses import replace

import pytest

from dicelaw.model.content.document import Document
from dicelaw.model.kernel.graph import Requirement
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.rulings import run
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play
from dicelaw.oracle.games.session import Session
from dicelaw.specs.dice_throne.rulings import load

GAME = "dice-throne"


def scenario(**fields):
    players = [{"hero": "barbarian", "discard": ["tip-it"]}, {"hero": "seraph"}]
    return loaded(Document("here", {"game": GAME, "players": players, **fields}), GAME)


def on(session, change):
    """``session`` on its machine with ``change`` of each transition."""
    machine = session.machine.rewritten(change)
    return Session(replace(session.game, machine=machine), session.state, session.heroes)


def shuffling_at_any_time(transition):
    """The mistake that cards are shuffled however many there are in the deck."""
    if transition.id != "draw/reshuffle":
        return transition
    return replace(transition, requires=transition.requires[::2])


def test_a_card_comes_though_something_without_a_choice_may_happen_beside_it():
    asked = scenario(start="income", play=[{"draw": ["double-up"]}])
    session = on(open_scenario(asked), shuffling_at_any_time)
    play(session, asked.play, "here")
    assert session.machine.value(session.state, "hand[1]") == 1


def test_a_face_that_no_die_shows_is_said():
    def without_sixes(transition):
        if transition.source != "offense/roll" or not transition.choices:
            return transition
        never = Requirement(transition.choices[0] <= 5, "dice/six-faces")
        return replace(transition, requires=(*transition.requires, never))

    asked = scenario(play=[{"roll": [6, 6, 6, 6, 6]}])
    with pytest.raises(UserError, match="no die can show 6 now"):
        play(on(open_scenario(asked), without_sixes), asked.play, "here")


def test_a_mutant_on_which_a_ruling_cannot_be_played_is_noticed_by_it():
    case = next(one for one in load().cases if any("draw" in entry for entry in one.scenario.data["play"]))

    def never_drawn(session):
        return on(session, lambda one: None if one.id == "draw/card" else one)

    assert all(verdict.agrees for verdict in run(case))
    assert not any(verdict.agrees for verdict in run(case, never_drawn))
