"""Every statement of the Dice Masters rulebooks has a status, and the model bears it out."""

from functools import cache

import pytest

from dicelaw.model.dice_masters.editions import DIFFERENCES, EDITIONS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game, open_game
from dicelaw.model.dice_masters.readings import OPEN_POINTS
from dicelaw.model.open_points import chosen
from dicelaw.specs.dice_masters.citations import (
    all_carriers,
    every_machine,
    of_edition,
    open_statements,
    telling_machines,
)
from dicelaw.specs.dice_masters.differences import topics
from dicelaw.specs.dice_masters.plan import proving_tables
from dicelaw.specs.dice_masters.properties.properties import properties
from dicelaw.specs.statements import STATUSES, check, known_rules, load

GAME = "dice-masters"


def test_the_statements_are_in_order():
    assert check(load(GAME), all_carriers(), open_statements()) == []


def test_every_status_is_used():
    assert {statement.status for statement in load(GAME)} == set(STATUSES)


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_machines_cite_only_what_their_edition_says(edition):
    known = frozenset(one.id for one in load(GAME) if of_edition(one.source, edition))
    open_game(edition, known_rules=known)
    assert _cited_by_any(edition) <= known


def _cited(machines):
    return {rule for made in machines for one in made.machine.transitions for rule in one.rules}


@cache
def _cited_by_any(edition):
    """What some machine of ``edition`` cites: there are many of them."""
    return _cited(every_machine(edition))


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_few_machines_cite_what_any_cites(edition):
    assert _cited(telling_machines(edition)) == _cited_by_any(edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_properties_cite_known_rules(edition):
    cited = {rule for one in properties(proving_tables(edition)) for rule in one.cites}
    assert cited <= known_rules(GAME)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_two_properties_have_one_id(edition):
    ids = [one.id for one in properties(proving_tables(edition))]
    assert len(ids) == len(set(ids))


def test_every_difference_names_a_statement_of_each_edition():
    by_id = {statement.id: statement for statement in load(GAME)}
    for difference in DIFFERENCES.values():
        for edition, rule in difference.rules.items():
            assert of_edition(by_id[rule].source, edition)
    assert topics().keys() == DIFFERENCES.keys()


def test_readings_are_those_of_the_edition():
    assert chosen(OPEN_POINTS["2016"], {})["procedure"] == OPEN_POINTS["2016"][0].default
    with pytest.raises(ValueError, match="no open point is called 'procedure'"):
        chosen(OPEN_POINTS["2018"], {"procedure": "casual"})
    with pytest.raises(KeyError):
        game(load_pack().teams["timing"], "2020")
