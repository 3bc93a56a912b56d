"""Gate: a fielded die may bring one that nobody has purchased into the Prep Area."""

import pytest
from tables import EDITIONS, OLD, offers, players, settled


def fielded(game, die, play="", **readings):
    """The session once the effect of fielding ``die`` resolves."""
    text = f"""
teams: builders
players:
  - {{reserve: {{{die}: level 1, sidekick/1: bolt}}}}
  - {{}}
play: [field {die}, pay sidekick/1 1, arrival {die}{play}]
"""
    return settled(text, game, **readings)


@EDITIONS
def test_a_die_gates_in_another_of_its_name(game):
    assert offers(fielded(game, "1/erinyes-lesser-fiend/1")) == {
        "gate 1/erinyes-lesser-fiend/2",
        "gate-nothing",
    }


@EDITIONS
def test_by_a_type_any_such_die_of_an_own_card_qualifies(game):
    assert offers(fielded(game, "balor-greater-fiend/1")) == {
        "gate 1/erinyes-lesser-fiend/1",
        "gate balor-greater-fiend/2",
        "gate-nothing",
    }


@EDITIONS
@pytest.mark.parametrize(
    ("play", "prep"),
    [(", roll: [4], prep", ["balor-greater-fiend/2"]), (", roll: [4], return", []), (", roll: [1]", [])],
)
def test_on_a_character_face_it_may_go_to_the_prep_area(game, play, prep):
    session = fielded(game, "balor-greater-fiend/1", f", gate balor-greater-fiend/2{play}")
    first = players(session)[0]
    assert (session.at, first["prep"]) == ("main", prep)
    assert "balor-greater-fiend/2" not in first["used"]


def test_by_the_other_reading_a_miss_is_a_purchase():
    session = fielded(
        OLD, "balor-greater-fiend/1", ", gate balor-greater-fiend/2, roll: [1]", gate_result="used"
    )
    assert "balor-greater-fiend/2" in players(session)[0]["used"]


@EDITIONS
def test_why_not_names_the_rule_for_the_dice_of_the_opponent(game):
    session = fielded(game, "1/erinyes-lesser-fiend/1")
    rule = "keyword/gate" if game == OLD else "model/other-keywords"
    assert rule in [need.rule for need in session.why_not("gate 2/erinyes-lesser-fiend/1").unmet]


@EDITIONS
def test_where_no_die_is_left_on_the_card_nothing_is_asked(game):
    text = """
teams: builders
players:
  - {reserve: {1/erinyes-lesser-fiend/1: level 1, sidekick/1: bolt}, used: [1/erinyes-lesser-fiend/2]}
  - {}
play: [field 1/erinyes-lesser-fiend/1, pay sidekick/1 1, arrival 1/erinyes-lesser-fiend/1]
"""
    session = settled(text, game)
    assert session.at == "main"
