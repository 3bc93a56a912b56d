"""An action die of the user's own that begins by taking a die: it may be used where there is one to take."""

import pytest
from tables import EDITIONS, NEW

from dicelaw.model.content.document import read
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.games.own_content import own_content

CARDS = """
source: our own
cards:
  - {id: borrowed-crown, name: Borrowed Crown, cost: 2, maximum: 3, when: {used: [control opposing die]}}
teams:
  - {id: duo, name: duo, life: 10, first: {tree-house: 1}, second: {tree-house: 1}, basics: [borrowed-crown]}
"""
POSITION = "teams: duo\nplayers: [{reserve: {borrowed-crown/1: action}}, {field: {FIELD}}]\n"


@pytest.fixture
def why_not(tmp_path):
    """What is said of the use of the crown, with these dice in the opponent's Field Zone."""
    (tmp_path / "crown.yaml").write_text(CARDS, encoding="utf-8")

    def asked(field, game):
        position = POSITION.replace("FIELD", field)
        scenario = loaded(read("test.yaml", position.encode()), game)
        session = open_scenario(scenario, content=own_content(tmp_path))
        return session.why_not("use borrowed-crown/1")

    return asked


@EDITIONS
def test_it_may_be_used_where_the_opponent_has_a_die(why_not, game):
    assert why_not("2/sidekick/1: level 1", game).legal


def test_it_may_not_where_the_opponent_has_none(why_not):
    refused = why_not("", NEW)
    assert not refused.legal
    assert {*refused.rules} == {"target/none-no-initiation"}
