"""A Global that reacts is legal by its own name, and a refusal says so; starting dice go by either name."""

import pytest
from tables import NEW, OLD, played

from dicelaw.model.content.document import Document
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play, settle_here

GAME = "dice-masters@2018"


def at_the_damage():
    """Two dice of player 1 are there; an attack of player 2 deals its damage."""
    given = {
        "game": GAME,
        "teams": "timing",
        "players": [
            {
                "field": {"iron-man-inventor/1": "level 1", "nova-quasar/1": "level 1"},
                "reserve": {"sidekick/1": "shield", "sidekick/2": "shield"},
                "bag": ["sidekick/3", "sidekick/4"],
            },
            {"field": {"ronan-treason/1": "level 1"}},
        ],
        "turn": 2,
        "start": "attack",
        "play": ["send ronan-treason/1", "go", {"until": "block"}, "1 passes", {"until": "damage/react"}],
    }
    scenario = loaded(Document("here", given), GAME)
    session = open_scenario(scenario)
    play(session, scenario.play, "here")
    settle_here(session)
    return session


def test_a_reactive_global_is_legal_by_another_name_and_that_is_said():
    session = at_the_damage()
    why = session.why_not("1 global iron-man")
    assert why.legal
    assert why.spelled
    assert all(text.startswith("1 iron-man ") for text in why.spelled)
    assert session.refusal(why).startswith("'1 global iron-man' is legal now: write '1 iron-man ")
    assert session.why_not(why.spelled[0]).legal


def test_an_ordinary_global_is_refused_by_what_may_interrupt():
    why = at_the_damage().why_not("1 global magic-missile")
    assert not why.legal
    assert why.rules == ("queue/interrupt@2018",)


def test_a_reactive_global_is_not_refused_by_the_rule_of_the_windows_for_others():
    """2018, More about Global Abilities: it is used when its event happens, not in the windows."""
    given = {
        "game": GAME,
        "teams": "timing",
        "players": [
            {"field": {"nova-quasar/1": "level 1"}},
            {"field": {"sidekick/1": "level 1"}, "reserve": {"sidekick/2": "bolt", "sidekick/3": "shield"}},
        ],
        "start": "attack",
        "play": ["send nova-quasar/1", "go", {"until": "block"}],
    }
    scenario = loaded(Document("here", given), GAME)
    session = open_scenario(scenario)
    play(session, scenario.play, "here")
    settle_here(session)
    assert session.why_not("2 global lois-lane").rules == ("global/reactive-def@2018",)
    why = session.why_not("2 global magic-missile")
    assert (why.rules, why.moments) == (("global/attack-window@2018",), ("attack/window",))


@pytest.mark.parametrize(("game", "other"), [(OLD, "sidekick"), (NEW, "npc")])
def test_starting_dice_go_by_either_name_wherever_a_decision_is_typed(game, other):
    text = f"{{teams: faerun-demo, players: [{{reserve: {{{other}/1: level 1}}}}, {{}}]}}"
    session = played(text, game)
    assert session.why_not(f"field 1/{other}/1").legal
    session.decide(f"field {other}/1")  # raises if it is not known
