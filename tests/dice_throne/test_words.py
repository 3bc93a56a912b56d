"""Words of the effect language in a hero that was made up for them: each of them, and how they run."""

from dataclasses import fields

import pytest
from duels import WILD, Game

from dicelaw.model.dice_throne.language import Action, Count, Instruction, Moment, Op, Pool, Timing, When, Who
from dicelaw.model.dice_throne.language import Test as Asked
from dicelaw.model.dice_throne.loader import load_pack

PACK = load_pack([WILD])
MADE_UP = ("fever", "sweated", "cub")


def parts():
    """The actions, the programs that run by themselves and the instructions of the made-up hero."""
    hero = PACK.heroes["wild"]
    statuses = [status for status in PACK.statuses if status.id in MADE_UP]
    cards = [card.action for card in hero.cards if card.action.id.startswith("wild/")]
    actions = [*cards, *(action for *_, action in hero.board), *(a for one in statuses for a in one.spend)]
    triggers = [*(one for *_, one in hero.passives), *(one for status in statuses for one in status.triggers)]
    programs = [program for part in (*actions, *triggers) for program in (part.program, part.several)]
    for ability in (*hero.offense, *hero.defense):
        programs += [part for one in (ability, ability.several) if one for part in (one.activate, one.land)]
    return actions, triggers, [step for program in programs for step in program]


def test_the_made_up_hero_uses_the_whole_language():
    actions, triggers, steps = parts()
    assert {step.op for step in steps} == set(Op)
    assert {step.who for step in steps} == set(Who)
    assert {step.pool for step in steps} == set(Pool)
    assert {step.count for step in steps} == set(Count)
    assert {step.test for step in steps} == set(Asked)
    assert {word for action in actions for word in action.when} == set(When)
    assert {trigger.at for trigger in triggers} == set(Moment)
    assert {trigger.each for trigger in triggers} == {False, True}
    assert {action.timing for action in actions} == set(Timing) - {Timing.UPGRADE}
    for kind, found in ((Instruction, steps), (Action, actions)):
        for field in fields(kind):
            same = all(getattr(one, field.name) == field.default for one in found)
            assert not same or field.name == "rules", field.name


def wild(*faces, ability, values=None, hands=None, against="paladin", **setup):
    game = Game(
        heroes=("wild", against), values={"companion_up[1]": 0, **(values or {})}, hands=hands, **setup
    )
    return game.roll(*faces).do(f"announce {ability}")


def test_a_then_is_a_window_between_two_effects():
    game = wild(1, 2, 4, 5, 6, ability="bite", values={"tokens[1/chi]": 1}).do("activate")
    game.to("resolve/then")
    assert (game["printed"], game["tokens[1/chi]"]) == (3, 1)
    game.do("act chi/add-damage", 1).to("resolve/then")
    game.do("then/close")
    assert game["tokens[1/chi]"] == 0
    assert game.roll(1, 4).to("main-2")["health[2]"] == 50 - 3 - 1 - 1 - 1
    assert game["tokens[1/chi]"] == 1


def test_health_is_stolen_up_to_what_there_is():
    game = wild(1, 2, 4, 5, 6, ability="bite", values={"health[1]": 10, "health[2]": 4}).roll(4, 4)
    assert game.to("over").healths() == (11, 0)


@pytest.mark.parametrize(("answer", "left"), [("stopped", 50), ("received", 48)])
def test_collateral_damage_and_shadows(answer, left):
    values = {"tokens[2/shadows]": 1}
    game = wild(1, 2, 3, 4, 6, ability="pounce", values=values, shadows_collateral=answer)
    assert game.to("conclusion/check")["health[2]"] == left


def test_collateral_damage_is_no_attack():
    game = Game(
        "main-1", heroes=("wild", "paladin"), values={"tokens[2/retribution]": 1}, hands={1: ["rain"]}
    )
    game.do("play rain").to("resolve/then").do("pass")
    assert not game.can("declare half-back")
    assert game.roll(6).to("offense/roll")["health[2]"] == 47


def test_an_ability_may_grant_another_offensive_phase():
    game = wild(4, 5, 1, 2, 3, ability="howl", values={"hand[2]": 0}).do("another")
    assert game.roll(1, 1, 1, 1, 1).do("announce chase").to("main-2")["health[2]"] == 46


def test_pure_damage_is_neither_defended_nor_enhanced():
    game = wild(1, 1, 3, 4, 6, ability="chase", values={"tokens[1/crit]": 1, "tokens[2/targeted]": 1})
    assert not game.to("defense/choose").can("defend divine-defense")
    assert game.to("main-2")["health[2]"] == 46
    assert game.tokens(2) == {"targeted": 1, "poison": 2, "knockdown": 1}
    assert game["cp[1]"] == 12


def test_isolated_damage_defeats_at_once():
    values = {"health[1]": 1, "health[2]": 3}
    game = Game("main-1", heroes=("wild", "paladin"), values=values, hands={1: ["burst"]}).do("act burst")
    assert game.to("over").healths() == (0, 1)


def test_a_doubled_ultimate_is_doubled():
    game = wild(6, 6, 6, 6, 6, ability="rage", hands={1: ["twice"]}).roll(1)
    assert game.to("conclusion").do("play twice").to("conclusion/check")["health[2]"] == 50 - 2 * 9


def test_a_raised_limit_lasts():
    game = Game("main-1", heroes=("wild", "paladin"), values={"tokens[1/chi]": 5}, hands={1: ["more"]})
    game.do("act lick").do("act more").roll(6).to("main-1")
    assert game["tokens[1/chi]"] == 7


def test_the_other_player_is_barred_by_a_stun_in_the_middle_of_a_defence():
    game = (
        Game(heroes=("wild", "wild"), hands={1: ["bolt"]}).roll(1, 2, 4, 5, 6).do("announce bite").roll(4, 4)
    )
    game.do("defend tail").roll(6, 6, 6, 6, 6).to("defense/rolled").do("act bolt").roll(2).do("extra")
    assert game["tokens[2/stun]"] == 0


def test_an_instant_is_not_declared_while_another_one_waits():
    game = Game("main-1", heroes=("wild", "wild"), hands={1: ["more"], 2: ["hide", "burst"]})
    game.do("declare hide", 2).do("answer/act more").roll(3).to("resolve/dice").do("pass")
    assert not game.can("declare burst")
    game.do("carry-out").to("main-1").do("pass")
    assert game.can("declare burst")


def test_a_hero_without_upgrades():
    assert "main-1/upgrade" not in Game(heroes=("wild", "wild")).machine.transition_index
