"""What examples and properties notice of mistakes in the rules."""

from functools import cache

import pytest

from dicelaw.checker.executors import processes
from dicelaw.mutation.by_hand.campaign import by_properties, by_rulings
from dicelaw.mutation.by_hand.witnesses import Rulings, by_id
from dicelaw.mutation.trial import untold
from dicelaw.oracle.dice_masters.opening import open_table
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.games.description import description

GAME = "dice-masters@2018"


@cache
def _mutants():
    return [*by_id(open_table(GAME, "faerun-demo").machine).values()]


@pytest.fixture(scope="module")
def executors():
    with processes(1) as made:
        yield made


def test_an_example_notices_a_mistake_in_what_its_play_takes(executors):
    """It need not cite the rule that is broken."""
    wanted = ("draw/draw",), ("draw/four",), "negated"
    (mutant,) = (one for one in _mutants() if (one.transitions, one.rules, one.operator) == wanted)
    (noticed,) = by_rulings(GAME, [mutant.named()], executors, untold).values()
    rulings = Rulings(GAME)
    (case,) = (one for one in rulings.cases if one.id == noticed)
    assert not rulings.is_about(case, mutant.named())


def test_a_property_notices_a_mistake_that_only_the_game_played_can_have(executors):
    """That of any content has no card of this name."""
    game = "dice-conquest"
    mutants = by_id(session_of(description(game).openings(game)[0]).machine).values()
    says = "where the card is of bone guard is display), otherwise 0 is read as 2 if"
    (mutant,) = (one for one in mutants if says in one.says and "round-end/deal" in one.says)
    assert by_properties(game, [mutant.named()], executors, untold) == {mutant.id: "round-end/damage-is-sum"}


@pytest.mark.slow
def test_a_property_that_speaks_of_a_step_notices_that_it_is_left_out(executors):
    (mutant,) = (one for one in _mutants() if one.make().get("attack/pass", one) is None)
    assert by_properties(GAME, [mutant.named()], executors, untold).keys() == {mutant.id}


@pytest.mark.slow
def test_an_example_notices_a_mistake_in_what_it_says_is_legal_or_not(executors):
    """Its play need not come to take that: a face more makes a straight."""
    game = "dice-throne"
    own = by_id(session_of(description(game).openings(game)[0]).machine).values()
    mutants = [one.named() for one in own if one.says.startswith("offense/choose/announce: (… plus")]
    wrong = [one for one in mutants if one.says.endswith("is at least 1 is read as always")]
    assert wrong
    assert by_rulings(game, wrong, executors, untold).keys() == {one.id for one in wrong}
