"""Plays of a meeting without one of its entries: what else is done in them stays what it was."""

from atlas_meetings import bench, fuzzing, meeting, played, player

from dicelaw.oracle.atlas.bench import Bench
from dicelaw.oracle.atlas.experiment import seen_in
from dicelaw.oracle.games.ports import port


def raging():
    """Rage! stuns, so that another Offensive Roll Phase comes after it."""
    play = [{"roll": [6, 6, 6, 6, 6]}, "1 announce rage", "1 play get-some", {"roll": [2, 6, 6, 3, 5]}]
    mine = player("barbarian", cp=5, hand=["barbarian/get-some"])
    return meeting(("barbarian/get-some", "barbarian/rage"), play, mine, player("paladin"))


def test_the_dice_of_a_card_that_is_gone_are_not_rolled_in_another_phase():
    play = bench("barbarian", "paladin").play(raging(), ("barbarian/get-some",))
    assert len(play.fell) == 5
    assert {"barbarian/rage"} == {*play.used}


def test_plays_that_end_the_same_phase_compare_whatever_comes_next():
    """With Stun another Offensive Roll Phase is due, and without it Main Phase (2)."""
    where = bench("barbarian", "paladin")
    whole, without = (where.play(raging(), gone) for gone in ((), ("barbarian/rage",)))
    assert whole.session.at != without.session.at
    assert whole.end == without.end


def test_a_phase_that_applies_nothing_ends_as_one_that_does():
    game = port("dice-throne")
    every = bench("barbarian", "paladin").arena.machine.transitions
    here = [one for one in every if one.id in ("main-1/end/nothing", "main-1/end/go-on")]
    assert [game.ends_phase(one) for one in here] == [True, True]
    assert {game.phase_ended(one) for one in here} == {"main-1/end"}


GAME, TEAMS = "dice-masters@2018", "redirections"


def test_a_global_is_used_by_who_used_it():
    """Player 2 uses it in the Main Step of player 1, who passes first and could pay for it as well."""
    rows = [{"reserve": {"1/sidekick/1": 5}}, {"reserve": {"2/sidekick/1": 5}}]
    setup = {"game": GAME, "teams": TEAMS, "turn": "1", "start": "main", "players": rows}
    where = Bench(fuzzing(GAME).arena((TEAMS,)))
    found = played(where.arena, ("global/luke-cage",), setup, ["2 global luke-cage", "2 pay 2/sidekick/1 1"])
    play = where.play(found)
    assert play.numbers[("players", "2", "used", "2/sidekick/1")] == 1
    assert ("players", "1", "used", "1/sidekick/1") not in play.numbers


def test_to_send_an_attacker_ends_no_phase():
    machine = fuzzing(GAME).arena((TEAMS,)).machine
    (send,) = [one for one in machine.transitions if one.id == "attack/send"]
    assert not port(GAME).ends_phase(send)


def test_an_attack_modifier_and_an_ability_without_an_attack_are_apart_of_three():
    assert fuzzing().apart(("barbarian/fortitude", "barbarian/get-some", "common/tip-it"))
    assert not fuzzing().apart(("barbarian/fortitude", "barbarian/feelin-good", "common/tip-it"))
    assert not fuzzing().apart(("barbarian/smack", "barbarian/get-some", "common/tip-it"))


def test_plays_that_stop_in_the_turns_of_two_heroes_do_not_compare():
    """Without the goblin the second hero places no die, and is in turn all the same."""
    game, heroes = "dice-conquest", ("healer", "tracker")
    where = Bench(fuzzing(game).arena(heroes))
    setup = {
        "game": game, "first": "2", "turn": "2", "start": "turn",
        "display": {"drum-goblin": {}, "hill-giant": {}},
        "available": {"d4": 2, "d6": 6, "d8": 1, "d10": 6, "d10%": 2, "d12": 12, "d20": 16},
        "players": [{"hero": hero} for hero in heroes],
    }  # fmt: skip
    play = ["2 choose d6", "2 place drum-goblin", "2 end", "1 choose d4", "1 reroll", {"roll": [1]}]
    made = played(where.arena, ("drum-goblin", "healer/ability"), setup, play)
    whole, without = where.play(made), where.play(made, ("drum-goblin",))
    assert [play.turn for play in (whole, without)] == [0, 1]
    assert whole.end != without.end
    assert not [*seen_in(where, made)]
