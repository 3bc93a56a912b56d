"""What an attack comes to: the worked example, halves, thresholds, types, what is sent back, and draws."""

import pytest
from duels import Game, attack

BLOW = (1, 2, 3, 4, 4)  # a small straight: Mighty Blow deals 9


def blow(**setup):
    return attack(*BLOW, ability="mighty-blow", **setup)


@pytest.mark.parametrize(
    ("rolled", "swords", "life"), [((5, 5, 4), 2, True), ((6, 6, 5), 5, True), ((1, 4, 6), 1, False)]
)
def test_the_worked_example(rolled, swords, life):
    game = attack(
        *(1, 1, 1, 6, 6),
        ability="overpower",
        hands={1: ["get-some"], 2: ["absolution"]},
        values={"tokens[2/retribution]": 1, "tokens[2/protect]": 1},
        levels={"2/divine-defense": 3},
    )
    game.roll(*rolled).do("declare half-back", 2).do("declare prevent-half", 2)
    game.do("defend divine-defense").roll(3, 3, 6, 5)
    assert game.to("conclusion").tokens(2)["protect"] == 1
    game.do("play get-some").roll(*[1] * swords, *[4] * (5 - swords))
    game.do("play absolution", 2).roll(5 if life else 3).do("declare prevent-half", 2).to("main-2")
    subtotal = sum(rolled) + swords - (1 + 1 + 2) - (5 if life else 3)
    assert game.healths() == (50 - (max(subtotal, 0) + 1) // 2, 50)
    assert game.tokens(2) == {"concussion": 1}


def test_additions_enter_before_halves_although_they_are_played_later():
    game = attack(1, 1, 1, 2, 4, ability="smack", values={"tokens[2/protect]": 1, "tokens[1/crit]": 1})
    game.do("declare prevent-half", 2).to("conclusion").do("act add-four", 1).to("main-2")
    assert game["health[2]"] == 50 - (6 + 4) // 2


def test_protect_twice_on_an_odd_subtotal_prevents_all_of_it():
    game = blow(values={"tokens[2/protect]": 2})
    game.do("declare prevent-half", 2).do("declare prevent-half", 2).to("main-2")
    assert game.healths() == (50, 50)


def test_half_of_an_odd_subtotal_is_rounded_up():
    assert blow(values={"tokens[2/protect]": 1}).do("declare prevent-half", 2).to("main-2")["health[2]"] == 46


@pytest.mark.parametrize(("dice", "usable"), [((1, 1, 1, 4, 6), False), ((1, 1, 1, 1, 6), True)])
def test_crit_needs_five_printed_damage(dice, usable):
    game = attack(*dice, ability="smack", values={"tokens[1/crit]": 1, "tokens[2/targeted]": 1})
    assert game.to("conclusion").can("act add-four", 1) is usable


def test_crit_is_tested_before_what_is_prevented():
    game = blow(hands={2: ["not-this-time"]}, values={"tokens[1/crit]": 1})
    game.to("defense/start").do("play not-this-time", 2).do("pick 2").to("conclusion")
    assert game.can("act add-four", 1)


def test_accuracy_makes_the_attack_undefendable_at_the_conclusion_of_the_offensive_phase_only():
    game = blow(values={"tokens[1/accuracy]": 1})
    assert not game.can("act makes-undefendable")
    game.do("offense/end/act makes-undefendable", 1).to("defense/choose")
    assert not game.can("defend divine-defense")
    late = blow(values={"tokens[1/accuracy]": 1}).to("defense/start")
    assert not late.can("act makes-undefendable")
    assert late.to("defense/choose").can("defend divine-defense")


def test_accuracy_may_be_put_in_front_of_an_opponents_card():
    game = blow(values={"tokens[1/accuracy]": 1}, hands={2: ["not-this-time"]})
    game.do("offense/end/play not-this-time", 2)
    assert game.at == "interrupt"
    assert game.can("act makes-undefendable", 1)


def test_recoil_hurts_only_if_at_least_one_damage_is_dealt():
    large = attack(1, 2, 3, 4, 5, ability="reckless").to("main-2")
    assert large.healths() == (46, 35)
    none = attack(1, 2, 3, 4, 5, ability="reckless", values={"tokens[2/protect]": 2})
    none.do("declare prevent-half", 2).do("declare prevent-half", 2).to("main-2")
    assert none.healths() == (50, 50)


@pytest.mark.parametrize(("answer", "left"), [("incoming", 50 - 5 + 3), ("apart", 50 - 5)])
def test_the_attackers_protect_against_what_is_sent_back(answer, left):
    game = blow(values={"tokens[1/protect]": 1, "tokens[2/retribution]": 1}, sent_back=answer)
    game.do("declare half-back", 2).do("act prevent-half", 1).to("main-2")
    assert game.healths() == (left, 41)


def test_evasive_of_the_attacker_avoids_what_is_sent_back():
    game = blow(values={"tokens[1/evasive]": 1, "tokens[2/retribution]": 1})
    game.do("declare half-back", 2).do("act roll-avoid", 1).roll(1).to("main-2")
    assert game.healths() == (50, 41)


def test_nothing_is_prevented_where_nothing_is_coming():
    game = Game(hands={2: ["not-this-time"]}).roll(*BLOW)
    game.do("play not-this-time", 2).do("pick 2").do("announce mighty-blow").to("main-2")
    assert game["health[2]"] == 41


def test_both_at_zero_is_a_draw_and_nothing_follows():
    game = blow(values={"health[1]": 5, "health[2]": 9, "tokens[2/retribution]": 1})
    game.do("declare half-back", 2).to("over")
    assert game.healths() == (0, 0)
    assert game.moves() == []
    assert (game["activated"], game["declared"], game["depth"], game["live"]) == (0, 0, 0, 0)


def test_healing_of_the_defence_keeps_alive():
    game = Game(heroes=("paladin", "barbarian"), values={"health[2]": 3}).roll(2, 3, 4, 5, 5)
    game.do("announce holy-attack-small").do("defend thick-skin").roll(4, 5, 1).to("main-2")
    assert game["health[2]"] == 3 - 6 + 4


@pytest.mark.parametrize(("answer", "left"), [("together", 60 + 4 - 6), ("at-once", 60 - 6)])
def test_healing_at_the_ceiling(answer, left):
    game = Game(heroes=("paladin", "barbarian"), values={"health[2]": 60}, healing=answer).roll(2, 3, 4, 5, 5)
    game.do("announce holy-attack-small").do("defend thick-skin").roll(4, 5, 1).to("main-2")
    assert game["health[2]"] == left


def test_the_healing_of_a_main_phase_is_applied_at_its_end():
    game = Game("main-1", hands={1: ["feelin-good"]}).do("act feelin-good").roll(4, 5, 6)
    assert game.to("main-1")["health[1]"] == 50
    assert game.to("offense/roll")["health[1]"] == 55


@pytest.mark.parametrize(("protects", "usable"), [(0, True), (1, False)])
def test_head_bash_needs_eight_dealt_when_defence_is_over(protects, usable):
    game = blow(hands={1: ["head-bash"]}, values={"tokens[2/protect]": protects})
    assert not game.to("defense/start").can("play head-bash")
    game.do("defend divine-defense").roll(1, 1, 1)
    assert not game.to("defense/rolled").can("play head-bash")
    if protects:
        game.do("declare prevent-half", 2)
    game.to("conclusion")
    assert game.can("play head-bash") is usable


def test_head_bash_is_only_for_the_attacker():
    game = Game(heroes=("paladin", "barbarian"), hands={2: ["head-bash"]}).roll(1, 2, 3, 4, 5)
    game.do("announce holy-attack-large").to("conclusion").do("pass")
    assert game["holder"] == 1
    assert not game.can("play head-bash")


def test_head_bash_after_an_ultimate():
    game = attack(6, 6, 6, 6, 6, ability="rage", hands={1: ["head-bash"]})
    assert game.to("conclusion").can("play head-bash")


def test_what_wither_takes_off_is_told_apart_from_what_is_prevented(run, tmp_path):
    """Smack with 5 swords deals 8; 2 Wither take 2 off, and 1 helmet prevents 1, so 5 are left."""
    file = tmp_path / "withered.yaml"
    players = "  - {hero: barbarian, tokens: {wither: 2}}\n  - {hero: paladin}\n"
    play = "  - roll: [1, 1, 1, 1, 1]\n  - announce: smack\n  - defend: divine-defense\n  - roll: [3, 6, 6]\n"
    text = f"game: dice-throne\nplayers:\n{players}play:\n{play}  - until: main-2\n"
    file.write_text(text, encoding="utf-8")
    _, out, _ = run("outcome", "dice-throne", file)
    assert "  prevented           -3 (2 of it taken off by the attacker's own status effects)\n" in out
    assert "  2 Paladin: 45 health" in out
