"""What goes over the wire has the published shape."""

import json
from importlib import resources
from random import Random

import pytest

from dicelaw.oracle.dice_throne.opening import duel_of, open_game
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.codec import decision, expected, move_of, observation
from dicelaw.oracle.files.trace import end_of, header_of, step_of
from dicelaw.oracle.formats.formats import Decision, End, Event, Expected, Header, Observation, schema
from dicelaw.oracle.games.session import Session

STEPS = 400


def _opened():
    return Session(open_game(), heroes=("barbarian", "paladin"))


def _is_told(kind, values):
    """Whether ``values`` are a message of that kind, which says them and nothing else."""
    return kind.model_validate(values).model_dump(exclude_unset=True) == values


@pytest.fixture(scope="module")
def session():
    found, draw = _opened(), Random(1)
    while not found.over and len(found.events) < STEPS:
        found.apply(draw.choice(found.legal()))
    return found


def test_the_published_schema_is_that_of_the_messages():
    text = resources.files("dicelaw.oracle").joinpath("schema.json").read_text(encoding="utf-8")
    assert json.loads(text) == schema(), "run `make record RECORDFLAGS=generated`"


def test_a_trace_has_the_shape_of_the_schema(session):
    assert _is_told(Header, header_of(session, "later"))
    assert _is_told(End, end_of(session))
    for number, step in enumerate(session.events, 1):
        assert _is_told(Event, step_of(session, number, step))


def test_positions_and_decisions_have_the_shape_and_lead_back_to_their_moves(session):
    again, draw = _opened(), Random(2)
    for step in session.events:
        assert _is_told(Observation, observation(again, draw.choice([None, 0, 1])))
        assert _is_told(Expected, expected(again))
        move = draw.choice(again.legal())
        shown = decision(again, move)
        assert _is_told(Decision, shown)
        assert decision(again, move_of(again, shown["transition"], shown["choices"])) == shown
        again.apply(step.move)


def test_a_hand_is_shown_to_its_owner_only(session):
    for seat, other in ((0, 1), (1, 0)):
        players = observation(session, seat)["players"]
        assert len(players[seat]["cards"]) == players[seat]["hand"]
        assert "cards" not in players[other]


@pytest.mark.parametrize(
    ("transition", "choices", "says"),
    [
        ("offense/choose/anounce", {}, "near: offense/choose/announce"),
        ("offense/choose/announce", {}, "has ability; given: none"),
        ("offense/choose/decline", {"ability": "smack"}, "has none; given: ability"),
        ("offense/choose/announce", {"ability": "smak"}, "no ability is called 'smak'"),
        ("offense/choose/announce", {"ability": True}, "true is neither a name nor a whole number"),
    ],
)
def test_unknown_names_and_choices(session, transition, choices, says):
    with pytest.raises(UserError) as caught:
        move_of(session, transition, choices)
    assert says in caught.value.message


def test_a_card_is_named_in_the_deck_of_its_seat():
    session = _opened()
    session.state = session.machine.with_state(
        **{"at": session.machine.point_index["main-1"], "zone[0]": 1, "hand[1]": 1}
    )
    one, two = (duel_of(session).content.card_names(seat)[0] for seat in (0, 1))
    assert one != two
    assert session.text(move_of(session, "main-1/sell", {"card": one})) == f"sell {one}"
    with pytest.raises(UserError, match=f"{two} is not of the player that main-1/sell is about"):
        move_of(session, "main-1/sell", {"card": two})
