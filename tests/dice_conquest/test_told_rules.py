"""Which rules are told with a step: those that make a difference there, and no others that it may rest on."""

from dicelaw.model.content.document import Document
from dicelaw.model.dice_conquest.components import DICE
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play, settle

GAME = "dice-conquest"


def told(transition, hero, display, die, *plays):
    """The rules told with the first step by ``transition`` after ``plays``, of a position with one die."""
    position = {"players": [{"hero": hero}], "display": display, "available": die, "play": [*plays]}
    placed = {one for dice in display.values() for one in dice}
    position["spent"] = [one for one in DICE if one not in die and one not in placed]
    scenario = loaded(Document("here", {"game": GAME, **position}), GAME)
    session = open_scenario(scenario)
    play(session, scenario.play, "here")
    settle(session)
    step = next(one for one in session.events if session.transition(one.move).id == transition)
    return set(session.reader.decisive(step.before, step.move))


def test_damage_by_a_placed_die_is_not_told_by_the_rules_about_the_end_of_a_round():
    """Clarifications b: what a placement sets off happens even if the creature is slain by it."""
    plays = ("ranger chooses the d20", "ranger places cave-giant")
    display = {"cave-giant": {}, "hag": {}}
    assert told("damage/take", "ranger", display, {"d20": 2}, *plays) == {"creature/standing-abilities"}
    display = {"cave-giant": {"damage": 19}, "hag": {}}
    assert told("damage/take", "ranger", display, {"d20": 2}, *plays) == {
        "creature/standing-abilities",
        "clarify/creature-ability-despite-slaying",
    }


def test_damage_at_the_end_of_a_round_is_told_by_the_rules_about_it():
    assert told("damage/take", "ranger", {"hag": {}}, {"d4": 1}, "ranger passes") == {
        "round-end/damage-dealt-one-by-one",
        "round-end/example-allocation",
        "facts/allocation-formula",
    }


def test_a_slaying_is_told_by_what_brought_it():
    plays = ("ranger chooses the d20", "ranger places hag")
    assert told("judge/remove", "ranger", {"hag": {"d4": 3}}, {"d20": 12}, *plays) == {
        "overview/defeat-at-health-total",
        "slay/by-new-die",
        "slay/dice-to-spent",
        "clarify/killing-die-dice-spent-at-once",
    }
    plays = ("ranger chooses the d4", "ranger places gremlin")
    exact = told("judge/remove", "ranger", {"gremlin": {}, "hag": {}}, {"d4": 3}, *plays)
    assert "clarify/exact-members" in exact


def test_only_the_second_reroll_is_told_by_the_rule_of_the_wizard():
    plays = ("wizard chooses the d20", "wizard rerolls", {"roll": 3})
    rules = told("attack/reroll", "wizard", {"hag": {}}, {"d20": 2}, *plays)
    assert rules == {"turn/keep-or-reroll", "turn/reroll-result-binding"}
