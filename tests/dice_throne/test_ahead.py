"""What is looked at ahead of a position, and in which order."""

from dicelaw.model.content.document import Document
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play
from dicelaw.oracle.games.ahead import _next

GAME = "dice-throne"
HAND = {"hero": "barbarian", "cp": 9, "hand": ["get-that-outta-here", "smack-2"]}


def _at(*until):
    """A session in Main Phase (1), or later, with cards in hand."""
    given = {"game": GAME, "players": [HAND, {"hero": "paladin"}], "start": "main-1", "play": [*until]}
    scenario = loaded(Document("here", given), GAME)
    session = open_scenario(scenario)
    play(session, scenario.play, "here")
    return session


def _strays(session):
    """How far each transition that may be taken strays from just passing, by its id."""
    moves, onward = _next(session.reader, session.state)
    ids = dict.fromkeys(session.transition(move).id for move in moves)
    return dict(zip(ids, (strayed for strayed, _ in onward), strict=True))


def test_who_passes_does_not_stray_and_who_acts_instead_strays_most():
    found = _strays(_at())
    assert found.pop("main-1/pass") == 0
    assert set(found.values()) == {2}


def test_a_decision_that_has_to_be_made_strays_less_and_a_die_not_at_all():
    assert set(_strays(_at({"roll": [1, 1, 1, 2, 3]}, {"until": "offense/choose"})).values()) == {1}
    assert set(_strays(_at({"until": "offense/roll"})).values()) == {0}


def test_of_each_transition_the_first_legal_move_is_looked_at():
    session = _at()
    moves, onward = _next(session.reader, session.state)
    first = {session.transition(move).id: move for move in reversed(moves)}
    assert len(first) < len(moves)
    assert {after for _, after in onward} == {
        session.reader.step(session.state, one) for one in first.values()
    }
