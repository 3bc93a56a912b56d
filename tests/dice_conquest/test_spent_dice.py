"""A die that is Spent has a number, which files and messages may say."""

import pytest

from dicelaw.model.content.document import Document
from dicelaw.oracle.dice_conquest.file_schemas import scenario as schema
from dicelaw.oracle.dice_conquest.formats import QuestSetup
from dicelaw.oracle.dice_conquest.testing import setup_here
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.position import open_scenario, open_setup
from dicelaw.oracle.files.scenario import loaded

GAME = "dice-conquest"
SPENT = {"d8": 3, "d10": 4, "d10%": 5, "d12": 6, "d20": 9}
SETUP = {
    "game": GAME, "players": [{"hero": "rogue"}], "turn": "1", "display": {"basilisk": {}},
    "available": {"d4": 1, "d6": 2}, "start": "turn",
}  # fmt: skip


def test_a_position_in_which_a_spent_die_shows_a_number_is_said_again_with_it():
    setup = {**SETUP, "spent": SPENT}
    session = open_setup(QuestSetup.model_validate(setup))
    assert setup_here(session, setup)["spent"] == SPENT


def test_a_list_of_spent_dice_is_still_read():
    session = open_setup(QuestSetup.model_validate({**SETUP, "spent": list(SPENT)}))
    assert setup_here(session, SETUP)["spent"] == dict.fromkeys(SPENT, 1)


@pytest.mark.parametrize(
    ("spent", "says"),
    [
        ({"d8": 9}, "spent.d8: 9 is not a number from 1 to 8"),
        ({"d8": None}, "spent.d8: an empty value is not a number from 1 to 8"),
        ({"d9": 2}, "spent.d9: no die is called 'd9'"),
        ({**SPENT, "d4": 2}, "spent.d4: the d4 is somewhere else already"),
        ([*SPENT, "d4"], "spent[5]: the d4 is somewhere else already"),
    ],
)
def test_what_is_wrong_with_a_spent_die_is_said_of_it(spent, says):
    with pytest.raises(UserError) as told:
        loaded_position({**SETUP, "spent": spent})
    assert says in told.value.message


def loaded_position(setup):
    return open_scenario(loaded(Document("here", setup), GAME))


def test_editors_know_both_ways():
    numbered, listed = schema(GAME)["properties"]["spent"]["anyOf"]
    assert numbered["properties"]["d8"] == {"type": "integer", "minimum": 1, "maximum": 8}
    assert listed["type"] == "array"
