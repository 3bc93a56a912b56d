"""Status effects that hinder the bearer's Offensive Roll Phase: its attempts, its dice, its success."""

import pytest
from duels import Game, attack

STRAIGHT = (1, 2, 3, 4, 4)  # Mighty Blow: 9 damage
PRAYER = (1, 2, 2, 6, 6)  # Mighty Prayer of a Paladin: Crit, Accuracy, 3 undefendable damage


def blow(**setup):
    return attack(*STRAIGHT, ability="mighty-blow", **setup)


def pray(**setup):
    return attack(*PRAYER, ability="mighty-prayer", heroes=("paladin", "barbarian"), **setup)


@pytest.mark.parametrize("reading", ["first", "late"])
@pytest.mark.parametrize(("face", "left"), [(1, 50), (2, 50), (3, 41), (6, 41)])
def test_blind(reading, face, left):
    game = blow(values={"tokens[1/blind]": 1}, blind_roll=reading).do("activate").roll(face)
    assert game.to("main-2")["health[2]"] == left
    assert game.tokens(1) == {}
    assert ("defense/choose" in {point for point, _ in game.deciders}) == (left < 50)


@pytest.mark.parametrize(("reading", "kept"), [("first", {}), ("late", {"crit": 1, "accuracy": 1})])
def test_what_happened_before_a_failed_roll(reading, kept):
    game = pray(values={"tokens[1/blind]": 1}, blind_roll=reading).roll(1).to("main-2")
    assert game.tokens(1) == kept
    assert game.healths() == (50, 50)
    hit = pray(values={"tokens[1/blind]": 1}, blind_roll=reading).roll(5).to("main-2")
    assert (hit.tokens(1), hit["health[2]"]) == ({"crit": 1, "accuracy": 1}, 47)


@pytest.mark.parametrize("reading", ["first", "late"])
def test_nothing_lands_after_a_failed_roll(reading):
    values = {"tokens[1/blind]": 1, "tokens[2/targeted]": 1, "tokens[2/bounty]": 1}
    game = attack(6, 6, 6, 1, 1, ability="crit-smash", values=values, levels={"1/crit-bash": 2},
                  blind_roll=reading).roll(2).to("main-2")  # fmt: skip
    assert game.tokens(2) == {"targeted": 1, "bounty": 1}
    assert (game["health[2]"], game["cp[1]"]) == (50, 10)


def test_healing_of_a_failed_phase_is_lost():
    game = attack(4, 4, 4, 1, 1, ability="fortitude", values={"tokens[1/blind]": 1, "health[1]": 30})
    assert game.roll(1).to("main-2")["health[1]"] == 30
    late = attack(
        4, 4, 4, 1, 1, ability="fortitude", values={"tokens[1/blind]": 1, "health[1]": 30}, blind_roll="late"
    )
    assert late.roll(1).to("main-2")["health[1]"] == 30


def test_blind_leaves_with_a_phase_in_which_nothing_was_activated():
    game = Game(values={"tokens[1/blind]": 1}).roll(1, 1, 2, 2, 6).do("choose/decline").roll(6).to("main-2")
    assert game.tokens(1) == {}


@pytest.mark.parametrize("barring", ["knockdown", "stun"])
def test_blind_stays_where_the_phase_is_skipped(barring):
    game = Game(values={"tokens[1/blind]": 1, f"tokens[1/{barring}]": 1}).to("main-2")
    assert game.tokens(1)["blind"] == 1


@pytest.mark.parametrize("reading", ["first", "late"])
def test_blind_stops_no_ultimate_but_leaves(reading):
    game = attack(
        6, 6, 6, 6, 6, ability="rage", values={"tokens[1/blind]": 1, "tokens[1/blinding-light]": 1},
        blind_roll=reading,
    )  # fmt: skip
    game.do("pick blind").roll(1, 1).to("conclusion/check")
    assert (game["health[2]"], game.tokens(1)) == (35, {})


@pytest.mark.parametrize("reading", ["first", "late"])
@pytest.mark.parametrize(("face", "left"), [(1, 50), (2, 46), (3, 46), (4, 41), (6, 41)])
def test_blinding_light(reading, face, left):
    game = blow(values={"tokens[1/blinding-light]": 1}, blind_roll=reading).do("activate").roll(face)
    assert (game.to("main-2")["health[2]"], game.tokens(1)) == (left, {})


def test_blinding_light_halves_after_what_is_added_and_prevented():
    values = {"tokens[1/blinding-light]": 1, "tokens[1/crit]": 1, "tokens[2/chi]": 1}
    game = blow(values=values).roll(2).do("act add-four", 1).do("declare chi/prevent", 2).to("main-2")
    assert game["health[2]"] == 50 - (9 + 4 - 1) // 2


@pytest.mark.parametrize(("faces", "left"), [((1, 2), 50), ((3, 1), 50), ((3, 2), 46), ((3, 4), 41)])
def test_both_tokens_are_checked(faces, left):
    game = blow(values={"tokens[1/blind]": 1, "tokens[1/blinding-light]": 1}).do("pick blind", 1)
    game.roll(*faces).to("main-2")
    assert (game["health[2]"], game.tokens(1)) == (left, {})


def test_the_die_of_blind_may_be_altered():
    game = (
        blow(values={"tokens[1/blind]": 1}, hands={1: ["tip-it"]}).roll(2).do("act tip-it").do("nudge 1 up")
    )
    assert game.to("main-2")["health[2]"] == 41


@pytest.mark.parametrize("token", ["entangle", "constrict"])
def test_one_attempt_fewer(token):
    game = Game(values={f"tokens[1/{token}]": 1}).roll(1, 1, 2, 2, 6)
    assert game["attempts"] == 1
    game.do("reroll 31").roll(1, 1, 2, 2, 6).to("offense/choose")
    assert not game.can("reroll 31")
    assert game.tokens(1) == {token: 1}
    assert game.do("decline").to("main-2").tokens(1) == {}


def test_both_leave_one_attempt():
    game = Game(values={"tokens[1/entangle]": 1, "tokens[1/constrict]": 1}).roll(1, 1, 2, 2, 6)
    assert not game.to("offense/choose").can("reroll 31")
    assert game["attempts"] == 0


def test_a_token_gained_in_the_phase_counts_in_the_next_one():
    game = Game().roll(1, 1, 2, 2, 6)
    game.state = game.machine.with_state(game.state, **{"tokens[1/entangle]": 1})
    assert game.do("decline").to("main-2").tokens(1) == {"entangle": 1}


def test_an_opponents_entangle_is_not_affected():
    game = Game(values={"tokens[2/entangle]": 1, "tokens[2/parlay]": 1}).roll(1, 1, 2, 2, 6)
    assert game["attempts"] == 2
    assert game.do("decline").to("main-2").tokens(2) == {"entangle": 1, "parlay": 1}


def test_entangle_is_not_gone_with_a_skipped_phase():
    game = Game(values={"tokens[1/entangle]": 1, "tokens[1/knockdown]": 1})
    assert game.to("main-2").tokens(1) == {"entangle": 1}


@pytest.mark.parametrize("point", ["offense/rolled", "offense/announced"])
def test_the_lost_attempt_is_bought_back(point):
    game = Game(values={"tokens[1/constrict]": 1}).roll(1, 1, 1, 2, 6)
    if point == "offense/announced":
        game.do("announce smack")
    game.to(point).do("act buy-back", 1).to("offense/choose")
    assert (game["cp[1]"], game["attempts"], game.tokens(1)) == (9, 2, {})
    game.do("reroll 31").roll(1, 1, 1, 2, 6).do("reroll 31").roll(1, 1, 1, 2, 6).to("offense/choose")
    assert not game.can("reroll 31")


def test_a_constrict_bought_back_before_the_phase_costs_no_attempt():
    game = Game("main-1", {"tokens[1/constrict]": 1}).do("act buy-back").roll(1, 1, 2, 2, 6)
    assert (game["attempts"], game["cp[1]"], game.tokens(1)) == (2, 9, {})
    assert not Game("main-1", {"tokens[1/constrict]": 1, "cp[1]": 0}).can("act buy-back")


def test_an_entangle_is_not_bought_back():
    game = Game(values={"tokens[1/entangle]": 1}).roll(1, 1, 2, 2, 6).to("offense/rolled")
    assert not game.can("act buy-back")


@pytest.mark.parametrize(("attempts", "damage"), [(1, 0), (2, 1), (3, 2), (4, 2)])
def test_barbed_vine(attempts, damage):
    game = Game(values={"tokens[1/barbed-vine]": 1}, hands={1: ["one-more-time"]}).roll(*STRAIGHT)
    for number in range(2, attempts + 1):
        if number == 4:
            game.do("play one-more-time").do("pick 1")
        game.do("reroll 31").roll(*STRAIGHT)
    game.do("announce mighty-blow").to("main-2")
    assert game.tokens(1) == {}
    assert game.healths() == (50 - damage, 41)


def test_rerolls_by_cards_are_no_attempts_for_barbed_vine():
    game = Game(values={"tokens[1/barbed-vine]": 1}, hands={1: ["try-try-again"]}).roll(*STRAIGHT)
    game.do("play try-try-again").do("reroll/die 5").do("roll/die 4").do("reroll/stop")
    assert game.do("decline").to("main-2").healths() == (50, 50)


def test_barbed_vine_and_the_attack_are_applied_together():
    game = Game(values={"tokens[1/barbed-vine]": 1, "health[1]": 1, "health[2]": 9}).roll(*STRAIGHT)
    game.do("reroll 31").roll(*STRAIGHT).do("announce mighty-blow").to("over")
    assert game.healths() == (0, 0)


def test_a_barbed_vine_that_was_removed_hurts_nobody():
    game = Game(values={"tokens[1/barbed-vine]": 1}, hands={1: ["buh-bye"]}).roll(*STRAIGHT)
    game.do("reroll 31").roll(*STRAIGHT).do("act buh-bye").do("pick 1").do("remove-one barbed-vine")
    assert game.do("decline").to("main-2")["health[1]"] == 50


def test_parlay_deals_nothing_and_needs_no_defence():
    values = {"tokens[1/parlay]": 1, "tokens[2/targeted]": 1, "tokens[1/crit]": 1}
    game = attack(1, 1, 1, 6, 6, ability="overpower", values=values).roll(6, 6, 6)
    assert not game.to("defense/choose").can("defend divine-defense")
    game.to("main-2")
    assert (game["health[2]"], game.tokens(1)) == (50, {"crit": 1})
    assert game.tokens(2) == {"targeted": 1, "concussion": 1}


def test_parlay_stops_no_ultimate():
    game = attack(6, 6, 6, 6, 6, ability="rage", values={"tokens[1/parlay]": 1})
    assert game.to("conclusion/check")["health[2]"] == 35
    assert game.tokens(1) == {}


def test_parlay_stops_collateral_damage_but_not_what_the_defence_deals():
    game = Game(heroes=("wild", "paladin"), values={"tokens[1/parlay]": 1}).roll(1, 2, 3, 4, 6)
    assert game.do("announce pounce").to("conclusion/check")["health[2]"] == 50
    other = Game("phase-over", {"tokens[1/parlay]": 1, "dealt[1]": 2}).to("main-2")
    assert other["health[1]"] == 48


def test_a_parlay_received_in_the_phase_stays():
    game = blow()
    game.state = game.machine.with_state(game.state, **{"tokens[1/parlay]": 1})
    assert game.to("main-2").tokens(1) == {"parlay": 1}
