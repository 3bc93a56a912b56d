"""Status effects one by one: what each does, when it may be spent and when it leaves."""

import pytest
from duels import Game, attack

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.dice_throne.state.duel_state import PHASES
from dicelaw.model.parts import Parts
from dicelaw.oracle.conform.plays import built, open_setup
from dicelaw.oracle.dice_throne.opening import duel_of


def blow(**setup):
    return attack(1, 2, 3, 4, 4, ability="mighty-blow", **setup)


def test_an_ultimate_leaves_its_target_without_any_decision():
    game = attack(
        6, 6, 6, 6, 6, ability="rage", hands={2: ["not-this-time", "buh-bye"]},
        values={"tokens[2/evasive]": 3, "tokens[2/protect]": 1, "tokens[2/retribution]": 1},
    )  # fmt: skip
    game.do("activate")
    seen = len(game.deciders)
    game.to("conclusion/check")
    assert {seat for _, seat in game.deciders[seen:]} == {1}
    assert game.healths() == (50, 35)
    assert game["tokens[2/stun]"] == 1
    game.do("extra")
    assert game["tokens[2/stun]"] == 0
    assert game.at == "offense/roll"


@pytest.mark.parametrize(("answer", "seats"), [("opponents", {1}), ("everyone", set())])
def test_who_is_silent_after_an_ultimate(answer, seats):
    game = attack(6, 6, 6, 6, 6, ability="rage", ultimate_silence=answer).do("activate")
    seen = len(game.deciders)
    game.to("conclusion/check")
    assert {seat for _, seat in game.deciders[seen:]} == seats


def test_targeted_and_crit_enhance_an_ultimate():
    game = attack(6, 6, 6, 6, 6, ability="rage", values={"tokens[2/targeted]": 1, "tokens[1/crit]": 1})
    assert game.to("conclusion").do("act add-four", 1).to("conclusion/check")["health[2]"] == 50 - 15 - 2 - 4


def test_stun_chains_and_its_bearer_may_act_again_in_the_next_phase():
    game = attack(6, 6, 6, 6, 1, ability="crit-bash", hands={2: ["tip-it"]})
    game.do("activate").to("defense/start")
    assert game["tokens[2/stun]"] == 1
    game.do("extra")
    assert game.healths() == (50, 45)
    game.roll(6, 6, 6, 6, 2).do("announce crit-bash").do("declare tip-it", 2)
    game.do("let").do("nudge 5 up")
    game.do("announce crit-bash").do("extra")
    assert game.healths() == (50, 40)
    game.roll(1, 2, 3, 4, 5).do("decline").to("main-2")
    assert game["tokens[2/stun]"] == 0


def test_a_stunned_player_who_dies_leaves_no_further_phase():
    game = attack(6, 6, 6, 6, 1, ability="crit-bash", values={"health[2]": 5})
    assert game.to("over").healths() == (50, 0)


def test_a_stunned_active_player_sits_out_the_turn():
    game = Game("upkeep/begin", {"tokens[1/stun]": 1})
    game.to("discard")
    assert not any(seat == 1 for _, seat in game.deciders)
    assert PHASES[game["phase"]] == "discard"


def test_a_player_stunned_in_the_own_phase_activates_nothing_and_the_other_gets_the_extra_phase():
    game = Game().roll(1, 2, 3, 4, 4)
    game.state = game.machine.with_state(game.state, **{"tokens[1/stun]": 1})
    game.do("silent").do("choose/silent").do("extra-for-defender")
    assert game["attacker"] == 1
    assert game["turn"] == 0
    game.roll(1, 1, 1, 3, 3).do("announce righteous-combat", 2).do("activate").roll(3, 4).to("main-2")
    assert game["turn"] == 0
    assert game["health[1]"] < 50


def test_the_extra_phase_of_a_knocked_down_player_is_skipped():
    game = attack(6, 6, 6, 6, 1, ability="crit-bash")
    game.to("conclusion/check")
    game.state = game.machine.with_state(game.state, **{"tokens[1/knockdown]": 1})
    game.do("extra-skipped").to("main-2")
    assert game.tokens(1) == {}
    assert game.tokens(2) == {}


def test_the_stun_of_an_attack_may_wait_for_the_defence():
    game = attack(6, 6, 6, 1, 2, ability="maul", heroes=("wild", "barbarian"), then_stun="defense-first")
    game.do("activate")
    assert game.to("defense/choose")["tokens[2/stun]"] == 0
    game.do("decline").to("conclusion/check")
    assert game["tokens[2/stun]"] == 1
    game.do("extra")


def test_thick_skin_wards_off_only_what_the_attack_inflicted():
    setup = {"heroes": ("barbarian", "barbarian"), "levels": {"2/thick-skin": 2}}
    game = attack(1, 1, 1, 6, 6, ability="overpower", **setup).roll(6, 6, 6)
    game.do("defend thick-skin").roll(4, 4, 1, 1).do("or/first").do("ward concussion").to("main-2")
    assert game.tokens(2) == {}
    had = attack(1, 1, 1, 6, 6, ability="overpower", values={"tokens[2/concussion]": 1}, **setup).roll(
        6, 6, 6
    )
    had.do("defend thick-skin").roll(4, 4, 1, 1).do("or/first").to("main-2")
    assert had.tokens(2) == {"concussion": 1}


def test_knockdown_is_paid_off_or_the_phase_is_skipped():
    game = Game("main-1", {"tokens[1/knockdown]": 1}).do("act pay-to-remove", 1)
    assert (game.to("offense/roll").tokens(1), game["cp[1]"]) == ({}, 8)
    skipped = Game("main-1", {"tokens[1/knockdown]": 1}).to("main-2")
    assert skipped.tokens(1) == {}
    assert "offense/begin/knocked-down" in skipped.trace
    assert not Game("main-1", {"tokens[1/knockdown]": 1, "cp[1]": 1}).can("act pay-to-remove", 1)


def test_knockdown_is_paid_off_in_the_opponents_turn():
    game = Game("main-1", {"tokens[2/knockdown]": 1}).do("declare pay-to-remove", 2).to("main-1")
    assert game.tokens(2) == {}


@pytest.mark.parametrize(("answer", "usable"), [("next-phase", True), ("own-phase", False)])
def test_knockdown_after_the_own_phase(answer, usable):
    game = Game("main-2", {"tokens[1/knockdown]": 1, "offense_begun": 1}, knockdown_payment=answer)
    assert game.can("act pay-to-remove", 1) is usable


def test_concussion_skips_one_income_phase():
    game = Game("upkeep/begin", {"tokens[1/concussion]": 1, "cp[1]": 3}).to("main-1")
    assert (game["cp[1]"], game["hand[1]"], game.tokens(1)) == (3, 0, {})


@pytest.mark.parametrize(("face", "left"), [(2, 50), (3, 41)])
def test_evasive(face, left):
    game = blow(values={"tokens[2/evasive]": 1}).do("declare roll-avoid", 2).roll(face).to("main-2")
    assert (game["health[2]"], game.tokens(2)) == (left, {})


def test_evasive_again_after_the_defence_and_later_damage_is_avoided_too():
    game = blow(values={"tokens[2/evasive]": 2, "tokens[1/crit]": 1}).do("declare roll-avoid", 2).roll(6)
    game.do("defend divine-defense").roll(1, 1, 6).do("declare roll-avoid", 2).roll(1)
    game.do("act add-four", 1).to("main-2")
    assert game.healths() == (48, 50)


def test_evasive_in_upkeep_avoids_burn_and_poison_together():
    game = Game("upkeep/begin", {"tokens[1/burn]": 1, "tokens[1/poison]": 2, "tokens[1/evasive]": 1})
    assert game.do("act roll-avoid", 1).roll(2).to("income")["health[1]"] == 50
    hurt = Game("upkeep/begin", {"tokens[1/burn]": 1, "tokens[1/poison]": 2}).to("income")
    assert hurt["health[1]"] == 46


def test_the_evasive_die_may_be_tipped():
    game = blow(values={"tokens[2/evasive]": 1}, hands={2: ["tip-it"]}).do("declare roll-avoid", 2).roll(3)
    game.do("declare tip-it", 2).do("nudge 1 down").to("main-2")
    assert game["health[2]"] == 50


def test_chi_prevents_and_adds():
    game = blow(values={"tokens[1/chi]": 2, "tokens[2/chi]": 1}).do("act chi/add-damage", 1)
    game.do("declare chi/prevent", 2).to("main-2")
    assert game["health[2]"] == 50 - 9 - 1 + 1


@pytest.mark.parametrize(("answer", "usable"), [("all", False), ("per-token", True)])
def test_chi_gained_this_turn_adds_no_damage_but_prevents(answer, usable):
    game = blow(values={"tokens[1/chi]": 3, "fresh[1]": 1}, fresh_chi=answer).to("offense/end")
    assert game.can("act chi/add-damage", 1) is usable
    if usable:
        game.do("act chi/add-damage", 1).do("act chi/add-damage", 1).to("offense/end")
        assert not game.can("act chi/add-damage", 1)
    target = blow(values={"tokens[2/chi]": 1, "fresh[2]": 1})
    assert target.do("declare chi/prevent", 2).to("main-2")["health[2]"] == 42


def test_chi_that_was_used_to_prevent_is_the_fresh_one():
    game = blow(values={"tokens[1/chi]": 2, "fresh[1]": 1, "tokens[2/retribution]": 1}, fresh_chi="per-token")
    game.do("declare half-back", 2).do("act chi/prevent", 1)
    assert game["fresh[1]"] == 0
    assert game.do("act chi/add-damage", 1).to("main-2").healths() == (46, 40)


def test_moved_chi_is_fresh():
    game = Game("main-1", {"tokens[2/chi]": 1}, hands={1: ["transference"]})
    game.do("play transference").do("pick 2").do("transfer chi").to("main-1")
    assert (game["tokens[1/chi]"], game["fresh[1]"]) == (1, 1)


def test_shadows_stops_the_damage_and_the_defence_but_nothing_else():
    game = attack(1, 1, 1, 6, 6, ability="overpower", values={"tokens[2/shadows]": 1}).roll(6, 6, 6)
    assert not game.to("defense/choose").can("defend divine-defense")
    game.to("main-2")
    assert game["health[2]"] == 50
    assert game.tokens(2) == {"concussion": 1, "shadows": 1}


def test_shadows_does_not_stop_an_ultimate():
    game = attack(6, 6, 6, 6, 6, ability="rage", values={"tokens[2/shadows]": 1})
    assert game.to("conclusion/check")["health[2]"] == 35


def test_shadows_leaves_at_the_end_of_a_turn_that_began_with_it():
    game = Game("upkeep/begin", {"tokens[1/shadows]": 1, "tokens[1/knockdown]": 1})
    assert game.do("turn-end/pass/turn").tokens(1) == {}
    gained = Game("main-2", {"tokens[1/shadows]": 1})
    assert gained.do("turn-end/pass/turn").tokens(1) == {"shadows": 1}


def test_shadows_that_was_lost_and_came_back_stays():
    game = Game("upkeep/begin", {"tokens[1/shadows]": 1, "tokens[1/knockdown]": 1}, hands={1: ["buh-bye"]})
    game.do("act buh-bye").do("pick 1").do("remove-one shadows")
    game.state = game.machine.with_state(game.state, **{"tokens[1/shadows]": 1})
    assert game.do("turn-end/pass/turn").tokens(1) == {"shadows": 1}


@pytest.mark.parametrize(("token", "more", "points"), [("bounty", 1, 1), ("targeted", 2, 0)])
def test_bounty_and_targeted(token, more, points):
    game = blow(values={f"tokens[2/{token}]": 1}).to("main-2")
    assert (game["health[2]"], game["cp[1]"]) == (50 - 9 - more, 10 + points)


def test_bounty_and_targeted_need_an_attack():
    game = attack(4, 4, 4, 1, 1, ability="fortitude", values={"tokens[2/bounty]": 1, "tokens[2/targeted]": 1})
    game.to("main-2")
    assert (game["health[2]"], game["cp[1]"]) == (50, 10)


def test_pure_damage_is_raised_by_nothing():
    game = blow(values={"tokens[2/targeted]": 1, "tokens[1/crit]": 1}).to("offense/end")
    game.state = game.machine.with_state(game.state, kind=3)
    assert not game.can("act add-four", 1)
    assert not game.to("defense/choose").can("defend divine-defense")
    assert game.to("main-2")["health[2]"] == 41


@pytest.mark.parametrize("ultimate", [False, True])
def test_blessing_of_divinity_leaves_one_health(ultimate):
    dice, ability = ((6, 6, 6, 6, 6), "rage") if ultimate else ((1, 2, 3, 4, 5), "reckless")
    values = {"health[2]": 4, "tokens[2/blessing-of-divinity]": 1, "tokens[2/poison]": 1}
    game = attack(*dice, ability=ability, values=values).to("conclusion/check")
    assert game["health[2]"] == 1
    assert "blessing-of-divinity" not in game.tokens(2)
    assert game.tokens(2)["poison"] == 1


def test_nothing_else_removes_blessing_of_divinity():
    game = Game(
        "main-1",
        {"tokens[2/blessing-of-divinity]": 1, "tokens[2/chi]": 2},
        hands={1: ["what-status-effects"]},
    )
    game.do("play what-status-effects").do("pick 2").to("main-1")
    assert game.tokens(2) == {"blessing-of-divinity": 1}


def test_the_active_player_removes_a_token_before_it_is_spent():
    game = blow(values={"tokens[2/evasive]": 1}, hands={1: ["buh-bye"]}).to("defense/start").do("pass")
    game.do("declare roll-avoid", 2)
    assert game.at == "answer"
    game.do("answer/act buh-bye", 1).do("pick 2").do("remove-one evasive").do("answer/lost").to("main-2")
    assert game["health[2]"] == 41


def test_the_active_player_spends_a_token_before_an_opponents_removal():
    game = blow(values={"tokens[1/crit]": 1}, hands={2: ["buh-bye"]}).to("defense/start").do("pass")
    game.do("declare buh-bye", 2).do("answer/act add-four", 1).do("carry-out").do("pick 1").to("main-2")
    assert game["health[2]"] == 50 - 9 - 4
    assert game["hand[2]"] == 0


@pytest.mark.parametrize(("answer", "hand", "points"), [("kept", 1, 10), ("wasted", 0, 9)])
def test_a_declared_card_that_can_no_longer_be_played(answer, hand, points):
    setup = {"hands": {1: ["tip-it"], 2: ["double-up"]}, "values": {"cp[2]": 10}}
    game = Game("main-1", lost_instant=answer, **setup).do("pass").do("declare double-up", 2)
    game.state = game.machine.with_state(game.state, **{"tokens[2/stun]": 1})
    game.do("let").do("answer/lost")
    assert (game["hand[2]"], game["cp[2]"]) == (hand, points)
    assert game["pile[2]"] == 1 - hand


def test_a_token_is_spent_where_other_actions_count_their_uses():
    """It is the first status effect of this duel, and of what counts no uses the first is named instead."""
    setup = {
        "game": "dice-throne", "turn": "1", "start": "offense/begin",
        "players": [{"hero": "shadow-thief", "tokens": {"sneak-attack": 1}}, {"hero": "vampire-lord"}],
    }  # fmt: skip
    assert duel_of(open_setup(setup)).duel.statuses[1].id == "sneak-attack"
    steps = [("offense/roll/die", {"face": face}) for face in (1, 1, 1, 3, 4)]
    steps += [("offense/choose/announce", {"ability": "shadow-thief/dagger-strike"})]
    steps += [("offense/end/act", {"action": "status/sneak-attack/add-die"})]
    case = built("once", setup, [{"transition": id, "choices": choices} for id, choices in steps])
    assert case is not None
    assert not case.steps[-1][1].values["tokens", 1]


@pytest.mark.parametrize(("hero", "shared"), [("paladin", True), ("cursed-pirate", False)])
def test_what_wither_lowers_is_only_asked_where_there_is_wither(hero, shared):
    pack, parts = load_pack(), Parts()
    usual, other = (
        duel(pack, (hero, "barbarian"), {"wither-collateral": answer}, parts=parts).duel
        for answer in ("lowered", "kept")
    )
    assert (usual is other) is shared
