"""Status effects that change what an attack deals, which dice count, and what spending a token brings."""

import pytest
from duels import Game, attack

STRAIGHT = (1, 2, 3, 4, 4)  # Mighty Blow: 9 damage


def blow(**setup):
    return attack(*STRAIGHT, ability="mighty-blow", **setup)


def test_hexed_sixes_are_blank():
    game = Game(values={"tokens[1/hex]": 1}).roll(6, 6, 6, 6, 6).to("offense/choose")
    assert {game.labels(move) for move in game.moves() if "announce" in game.labels(move)} == set()
    run = Game(values={"tokens[1/hex]": 1}).roll(3, 4, 5, 6, 6).to("offense/choose")
    assert not run.can("announce mighty-blow")
    assert Game(values={"tokens[2/hex]": 1}).roll(6, 6, 6, 6, 6).to("offense/choose").can("announce rage")


def test_a_hexed_six_has_no_value_in_a_sum():
    game = attack(1, 1, 1, 2, 2, ability="smack", values={"tokens[1/hex]": 1, "tokens[1/sneak-attack]": 1})
    assert game.do("act add-die", 1).roll(6).to("main-2")["health[2]"] == 50 - 8
    well = attack(1, 1, 1, 2, 2, ability="smack", values={"tokens[1/sneak-attack]": 1})
    assert well.do("act add-die", 1).roll(6).to("main-2")["health[2]"] == 50 - 8 - 6


def test_hexed_sixes_of_the_defence_are_blank():
    game = blow(values={"tokens[2/hex]": 1}).do("defend divine-defense").roll(6, 5, 6).to("main-2")
    assert (game["health[2]"], game["cp[2]"]) == (50 - 9 + 2, 10)


def test_a_blank_six_is_altered_like_any_other_die():
    game = Game(values={"tokens[1/hex]": 1}, hands={1: ["tip-it"]}).roll(1, 2, 3, 6, 6)
    game.do("act tip-it").do("nudge 5 down").to("offense/choose")
    assert game["dice[4]"] == 5
    assert not game.can("announce reckless")


def test_silence_bars_straights_alone():
    game = Game(values={"tokens[1/silence]": 1}).roll(1, 2, 3, 4, 5).to("offense/choose")
    assert not game.can("announce mighty-blow")
    assert not game.can("announce reckless")
    assert game.can("announce smack")


@pytest.mark.parametrize(("token", "kept"), [("shame", {}), ("wither", {"wither": 2})])
def test_shame_and_wither_lower_the_damage(token, kept):
    game = blow(values={f"tokens[1/{token}]": 2}).to("main-2")
    assert (game["health[2]"], game.tokens(1)) == (50 - 9 + 2, kept)


def test_shame_and_wither_together_and_never_below_nothing():
    values = {"tokens[1/shame]": 2, "tokens[1/wither]": 2}
    game = Game(heroes=("gunslinger", "paladin"), values=values).roll(1, 1, 6, 6, 4)
    game.do("announce bounty-hunter").to("main-2")
    assert (game["health[2]"], game.tokens(1)) == (50, {"wither": 2})


def test_shame_stays_without_an_attack():
    game = attack(4, 4, 4, 1, 1, ability="fortitude", values={"tokens[1/shame]": 2}).to("main-2")
    assert game.tokens(1) == {"shame": 2}
    declined = Game(values={"tokens[1/shame]": 1}).roll(*STRAIGHT).do("choose/decline").to("main-2")
    assert declined.tokens(1) == {"shame": 1}


def test_shame_and_wither_lower_neither_an_ultimate_nor_what_crit_looks_at():
    game = attack(6, 6, 6, 6, 6, ability="rage", values={"tokens[1/shame]": 2, "tokens[1/wither]": 2})
    assert game.to("conclusion/check")["health[2]"] == 35
    assert game.tokens(1) == {"wither": 2}
    crit = attack(1, 1, 1, 1, 6, ability="smack", values={"tokens[1/wither]": 2, "tokens[1/crit]": 1})
    assert crit.to("conclusion").can("act add-four", 1)


def test_a_lowered_attack_is_still_one():
    game = blow(values={"tokens[1/wither]": 2, "tokens[2/retribution]": 1}).do("declare half-back", 2)
    assert game.to("main-2").healths() == (50 - 4, 50 - 7)


def test_honor():
    one = blow(values={"tokens[1/honor]": 2}).do("act honor/one", 1).do("act honor/one", 1).to("main-2")
    assert (one["health[2]"], one.tokens(1)) == (50 - 9 - 2, {})
    two = blow(values={"tokens[1/honor]": 2}).do("act honor/two", 1).to("main-2")
    assert two["health[2]"] == 50 - 9 - 3
    assert not blow(values={"tokens[1/honor]": 1}).to("offense/end").can("act honor/two", 1)


@pytest.mark.parametrize(("tokens", "stolen"), [(1, 1), (2, 2)])
def test_life_siphon_steals_with_every_attack(tokens, stolen):
    game = blow(values={"tokens[1/life-siphon]": tokens}).to("main-2")
    assert game.healths() == (50 + stolen, 50 - 9 - stolen)
    assert game.tokens(1) == {"life-siphon": tokens}


def test_life_siphon_needs_an_attack():
    game = attack(4, 4, 4, 1, 1, ability="fortitude", values={"tokens[1/life-siphon]": 2, "health[1]": 30})
    assert game.to("main-2").healths() == (34, 50)
    idle = Game(values={"tokens[2/life-siphon]": 2}).roll(*STRAIGHT).do("announce mighty-blow").to("main-2")
    assert idle.healths() == (50, 41)


@pytest.mark.parametrize(("face", "kept", "hand"), [(1, {}, 0), (3, {"dominance": 1}, 1), (6, {}, 1)])
def test_dominance(face, kept, hand):
    game = blow(values={"tokens[1/dominance]": 1}, hands={1: ["tip-it"]}).do("activate").roll(face)
    if not hand:
        game.do("discard/card tip-it")
    game.to("main-2")
    assert (game["health[2]"], game.tokens(1), game["hand[1]"]) == (41, kept, hand)


def test_parasite_stings_whoever_prevents_damage_by_a_positive_token():
    game = blow(values={"tokens[2/parasite]": 1, "tokens[2/protect]": 1, "tokens[2/chi]": 1})
    game.do("declare prevent-half", 2).to("defense/start")
    assert (game["health[2]"], game.tokens(2)) == (47, {"chi": 1})
    game.do("declare chi/prevent", 2).to("main-2")
    assert game["health[2]"] == 50 - 3 - 8 // 2


@pytest.mark.parametrize(("face", "left"), [(1, {}), (5, {"parasite": 1})])
def test_parasite_stings_only_where_damage_is_avoided(face, left):
    game = blow(values={"tokens[2/parasite]": 1, "tokens[2/evasive]": 1}).do("declare roll-avoid", 2)
    game.roll(face).to("main-2")
    assert (game["health[2]"], game.tokens(2)) == (47 if face == 1 else 41, left)


def test_parasite_does_not_sting_for_cards_abilities_and_other_tokens():
    values = {"tokens[2/parasite]": 1, "tokens[2/retribution]": 1}
    game = blow(values=values, hands={2: ["not-this-time"]}).do("play not-this-time", 2).do("pick 2")
    game.do("declare half-back", 2).do("defend divine-defense").roll(3, 4, 5).to("main-2")
    assert game.tokens(2) == {"parasite": 1}
    spent = blow(values={"tokens[1/parasite]": 1, "tokens[1/crit]": 1}).do("act add-four", 1).to("main-2")
    assert (spent["health[1]"], spent.tokens(1)) == (50, {"parasite": 1})


def test_parasite_can_defeat_before_the_attack_is_applied():
    game = blow(values={"tokens[2/parasite]": 1, "tokens[2/protect]": 1, "health[2]": 3})
    game.do("declare prevent-half", 2).to("over")
    assert game.healths() == (50, 0)


@pytest.mark.parametrize(("face", "back"), [(1, 1), (4, 2), (6, 3)])
def test_back_strike(face, back):
    game = blow(values={"tokens[2/back-strike]": 1}).do("declare half-die-back", 2).roll(face).to("main-2")
    assert game.healths() == (50 - back, 41)


def test_back_strike_needs_damage_of_an_attack():
    prevented = blow(values={"tokens[2/back-strike]": 1, "tokens[2/protect]": 2})
    prevented.do("declare prevent-half", 2).do("declare prevent-half", 2).to("conclusion").do("pass")
    assert not prevented.can("declare half-die-back")
    last = attack(6, 6, 6, 6, 6, ability="rage", values={"tokens[2/back-strike]": 1}).to("conclusion/check")
    assert last.tokens(2)["back-strike"] == 1
