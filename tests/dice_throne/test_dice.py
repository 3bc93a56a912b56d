"""Altering and rerolling dice: whose, which and when; further roll attempts; what abilities require."""

import pytest
from duels import Game, attack


def test_six_it_and_samesies_alter_only_own_dice():
    hands = {1: ["six-it", "samesies"], 2: ["six-it", "samesies"]}
    game = Game(hands=hands).roll(1, 2, 3, 4, 4).to("offense/rolled")
    assert game.can("play six-it", 1)
    assert game.can("play samesies", 1)
    game.do("pass")
    assert game["holder"] == 1
    assert not game.can("play six-it", 2)
    assert not game.can("play samesies", 2)
    game = Game(hands=hands).roll(1, 2, 3, 4, 4).do("play six-it", 1).do("set 1 6").do("play samesies", 1)
    game.do("copy 2 1")
    assert [game[f"dice[{place}]"] for place in range(5)] == [6, 6, 3, 4, 4]


def test_own_dice_of_the_defender_are_the_defensive_ones():
    game = attack(1, 2, 3, 4, 4, ability="mighty-blow", hands={1: ["six-it"], 2: ["six-it"]})
    game.do("defend divine-defense").roll(1, 2, 3).to("defense/rolled")
    assert not game.can("play six-it", 1)
    game.do("play six-it", 2).do("set 2 6").to("conclusion")
    assert [game[f"dice[{place}]"] for place in range(5, 10)] == [1, 6, 3, 0, 0]


def test_tip_it_turns_any_die_by_one_and_never_past_one_or_six():
    game = Game(hands={2: ["tip-it"]}).roll(1, 2, 3, 4, 6).do("declare tip-it", 2).to("resolve/alter")
    assert not game.can("nudge 1 down")
    assert not game.can("nudge 5 up")
    assert game.do("nudge 4 up")["dice[3]"] == 5


def test_twice_as_wild_sets_two_dice_and_so_wild_one():
    game = Game(hands={1: ["twice-as-wild", "so-wild"]}).roll(1, 2, 3, 4, 6).do("play twice-as-wild")
    game.do("set-first 1 5").do("alter/set 2 5").do("play so-wild").do("alter/set 3 5")
    assert [game[f"dice[{place}]"] for place in range(5)] == [5, 5, 5, 4, 6]


def test_helping_hand_rerolls_a_die_of_the_opponent():
    game = Game(hands={1: ["helping-hand"], 2: ["helping-hand"]}).roll(1, 2, 3, 4, 6).to("offense/rolled")
    assert not game.can("play helping-hand", 1)
    game.do("play helping-hand", 2).do("reroll/die 5").do("roll/die 1")
    assert game["dice[4]"] == 1


def test_try_try_again_rerolls_up_to_two_own_dice():
    game = (
        Game(hands={1: ["try-try-again"], 2: ["try-try-again"]})
        .roll(1, 2, 3, 4, 6)
        .do("play try-try-again", 1)
    )
    game.do("reroll/die 5").do("roll/die 1").do("reroll/die 5").do("roll/die 2").to("offense/rolled")
    assert game["dice[4]"] == 2
    assert not game.do("pass").can("play try-try-again", 2)


@pytest.mark.parametrize("point", ["offense/end", "defense/start", "conclusion", "main-2"])
def test_dice_that_were_used_can_no_longer_be_altered(point):
    every = ["tip-it", "six-it", "samesies", "so-wild", "twice-as-wild", "helping-hand", "try-try-again"]
    game = attack(1, 2, 3, 4, 4, ability="mighty-blow", hands={1: every, 2: every}).to(point)
    for _ in range(2):
        assert not any(game.can(f"{word} {card}") for word in ("act", "declare", "play") for card in every)
        game.do("pass") if game.can("pass") else None


def test_dice_altered_after_the_announcement_let_the_attacker_choose_anew():
    game = attack(1, 2, 3, 4, 4, ability="mighty-blow", hands={2: ["so-wild"]})
    game.do("play so-wild", 2).do("alter/set 4 1").do("reconsider")
    assert game.at == "offense/choose"
    assert game.can("reroll 31")
    assert not game.can("announce overpower")
    assert game.can("announce mighty-blow")  # the other 4 keeps the straight
    game.do("decline").to("main-2")
    assert game.healths() == (50, 50)


def test_an_ultimate_is_stopped_by_a_die_before_its_activation():
    game = attack(6, 6, 6, 6, 6, ability="rage", hands={2: ["tip-it"]})
    game.do("declare tip-it", 2).do("nudge 1 down").do("reconsider")
    assert not game.can("announce rage")
    assert game.can("announce crit-bash")


def test_three_attempts_and_one_more():
    game = Game(hands={1: ["one-more-time"]}).roll(1, 2, 3, 4, 6)
    game.do("reroll 31").roll(1, 2, 3, 4, 6).do("reroll 1").roll(1).to("offense/choose")
    assert not game.can("reroll 1")
    assert game["made"] == 3
    game = Game(hands={1: ["one-more-time"]}).roll(1, 2, 3, 4, 6)
    game.do("reroll 31").roll(1, 2, 3, 4, 6).do("play one-more-time").do("pick 1").do("reroll 31")
    game.roll(1, 2, 3, 4, 6).do("reroll 16").roll(5).to("offense/choose")
    assert not game.can("reroll 1")
    assert (game["made"], game["granted"]) == (4, 1)


def test_one_more_time_after_the_announcement():
    game = attack(1, 2, 3, 4, 4, ability="mighty-blow", hands={1: ["one-more-time"]})
    game.do("play one-more-time").do("pick 1").do("reconsider").do("reroll 16").roll(5)
    game.do("announce reckless")
    assert (game["made"], game["granted"], game["attempts"]) == (2, 1, 2)
    assert game.to("main-2").healths() == (50 - 4, 50 - 15)


def test_better_d_grants_a_roll_attempt_that_is_optional():
    game = attack(1, 2, 3, 4, 4, ability="mighty-blow", hands={2: ["better-d"]})
    game.do("defend divine-defense").roll(1, 1, 3).do("play better-d", 2).do("pick 2")
    game.to("defense/again")
    assert not game.can("reroll 8")
    assert game.can("keep")
    game.do("reroll 3").roll(5, 5).to("main-2")
    assert game.healths() == (50, 50 - 9 + 5)


def test_tithe_rerolls_any_own_die():
    game = Game(heroes=("paladin", "barbarian")).roll(1, 2, 3, 4, 6).do("act tithe-reroll").do("reroll/die 5")
    assert game.do("roll/die 5")["cp[1]"] == 9
    other = Game(heroes=("paladin", "barbarian"), values={"turn": 1, "holder": 1}).roll(1, 2, 3, 4, 6)
    assert not other.do("pass").can("tithe-reroll")


@pytest.mark.parametrize(
    ("dice", "ability", "met"),
    [
        ((1, 2, 3, 4, 6), "mighty-blow", True),
        ((3, 4, 5, 6, 6), "mighty-blow", True),
        ((1, 2, 3, 5, 6), "mighty-blow", False),
        ((2, 3, 4, 5, 6), "reckless", True),
        ((2, 3, 4, 5, 6), "mighty-blow", True),
        ((1, 2, 4, 5, 6), "reckless", False),
        ((1, 2, 3, 4, 5), "smack", True),
        ((1, 2, 4, 4, 5), "smack", False),
        ((6, 6, 6, 6, 1), "rage", False),
        ((6, 6, 6, 6, 6), "rage", True),
        ((6, 6, 6, 1, 1), "crit-smash", False),
    ],
)
def test_requirements(dice, ability, met):
    assert Game().roll(*dice).to("offense/choose").can(f"announce {ability}") is met


def test_an_upgrade_replaces_the_lower_level_and_adds_abilities():
    game = Game(levels={"1/crit-bash": 2}).roll(6, 6, 6, 1, 1).to("offense/choose")
    assert game.can("announce crit-smash")
    game = attack(6, 6, 6, 6, 1, ability="crit-bash", levels={"1/crit-bash": 2})
    assert game.to("conclusion/check")["health[2]"] == 43
