"""What three entries do that no two of them do, in positions of which the rules say what happens."""

from types import SimpleNamespace

import pytest
from atlas_meetings import bench, fuzzing, meeting, played, player

from dicelaw.model.content.document import read
from dicelaw.oracle.atlas.bench import Bench
from dicelaw.oracle.atlas.experiment import AMOUNT, ENABLES
from dicelaw.oracle.atlas.following import Followed
from dicelaw.oracle.atlas.interaction import made
from dicelaw.oracle.atlas.triples import allowed_by_two, seen_in_triple
from dicelaw.oracle.files import scenario_runner as walk
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded

ODD = [1, 1, 1, 6, 6]
"""Three swords of the Barbarian, so three damage more."""


def halved(ability, *dice):
    """An attack, three damage more, and a Protect, which takes off half of all, rounded up."""
    play = [
        {"roll": [*dice]}, f"1 announce {ability}", "1 play get-some", {"roll": ODD}, "2 use protect",
        "2 decline",
    ]  # fmt: skip
    rich = player("barbarian", cp=5, hand=["barbarian/get-some"])
    group = (ability, "barbarian/get-some", "status/protect")
    return meeting(group, play, rich, player("paladin", tokens={"protect": 1}))


def seen(found, kind=None):
    where = bench(*(row["hero"] for row in found.setup["players"]))
    return [one for one in seen_in_triple(where, found) if kind in (None, one.kind)]


def test_what_two_of_three_add_is_halved_together_as_no_two_of_them_show():
    """Of 4 and 3 half is 4; an attack taken away deals 1. Without one of the three 7, 2 or 2 get through.

    What each and each two show, 7 + 2 + 2 - 4 - 4 - 0 + 1, is 4; all three come to 3.
    """
    (found,) = seen(halved("barbarian/smack", 3, 3, 3, 4, 4), AMOUNT)
    assert found.says == "health of player 2: 47 with all three, where what fewer of them do adds up to 46"


def test_where_nothing_is_rounded_otherwise_it_is_no_matter_of_three():
    """Half of 15 and 3 is 9. 18 + 7 + 2 - 15 - 4 - 0 + 1 is 9 too."""
    assert not seen(halved("barbarian/reckless", 2, 3, 4, 5, 6), AMOUNT)


def test_three_have_the_smallest_play_as_a_scenario():
    whole = halved("barbarian/smack", 3, 3, 3, 4, 4)
    (found,) = seen(whole, AMOUNT)
    one = made(bench("barbarian", "paladin"), whole, found, ("barbarian", "paladin"))
    assert (
        one.headline
        == "barbarian/get-some, barbarian/smack and status/protect come to what no two of them show"
    )
    document = loaded(read("play", one.scenario.encode()), "dice-throne")
    session = open_scenario(document)
    walk.play(session, document.play, "play")
    assert any("Paladin: 47 health" in row for row in one.ends)


def turned(*dice):
    """Six-It! makes the fourth die a six, and Tip It! the first one higher."""
    play = [{"roll": [*dice]}, "1 play six-it", "1 set 4 6", "1 use tip-it", "1 nudge 1 up"]
    mine = player("barbarian", cp=5, hand=["common/tip-it", "common/six-it"])
    group = ("common/tip-it", "common/six-it", "barbarian/reckless")
    return meeting(group, play, mine, player("barbarian"))


def test_two_dice_that_are_turned_make_an_ability_possible_that_neither_does():
    (found,) = seen(turned(1, 3, 4, 5, 5), ENABLES)
    assert (found.third, found.says) == (
        "barbarian/reckless",
        "player 1 may use it then, and not with fewer of them",
    )


def test_where_one_die_is_enough_it_takes_no_three():
    assert not seen(turned(2, 3, 4, 5, 5), ENABLES)


TABLE, TEAMS = "dice-masters@2018", "redirections"


def redirected(*play, **field):
    """Luke Cage's Global deals 1 damage to each player; dice of the first player may take it."""
    setup = {
        "game": TABLE, "teams": TEAMS, "turn": "1", "start": "main",
        "players": [{"field": field["field"], "reserve": {"1/sidekick/1": 5}}, {}],
    }  # fmt: skip
    where = Bench(fuzzing(TABLE).arena((TEAMS,)))
    group = ("global/luke-cage", "luke-cage-bodyguard", "ronin-between-employers")
    begin = ["1 global luke-cage", "1 pay 1/sidekick/1 1"]
    return [*seen_in_triple(where, played(where.arena, group, setup, [*begin, *play]))]


def test_damage_that_goes_from_die_to_die_takes_all_three():
    """Luke Cage takes it from his player, and Ronin from him; without one of them it never comes to Ronin."""
    found = redirected(
        "1 luke-cage-bodyguard player-1 luke-cage-bodyguard/2",
        "1 ronin-between-employers luke-cage-bodyguard/2 ronin-between-employers/1",
        field={"ronin-between-employers/1": 4, "luke-cage-bodyguard/2": 5},
    )
    (amount,) = [one for one in found if one.kind == AMOUNT]
    says = "damage of ronin-between-employers/1 (field) of player 1: 1 with all three"
    assert amount.says == f"{says}, where what fewer of them do adds up to 0"


def test_a_token_that_each_of_three_brings_is_no_amount_of_all_three():
    """Overpower, Get Some! and the one that lies there: two of them come to one Concussion too, the most."""
    play = [
        {"roll": [1, 1, 1, 6, 6]}, "1 announce overpower", {"roll": [6, 6, 6]}, "1 play get-some",
        {"roll": [1, 1, 1, 1, 1]}, "2 decline",
    ]  # fmt: skip
    group = ("barbarian/get-some", "barbarian/overpower", "status/concussion")
    mine = player("barbarian", cp=5, hand=["barbarian/get-some"])
    assert not seen(meeting(group, play, mine, player("paladin", tokens={"concussion": 1})), AMOUNT)


@pytest.mark.parametrize(
    ("alone", "told"), [({}, ["x"]), ({(1, "x"): 1}, []), ({(1, "x"): 0}, ["x"]), ({(1, "x"): 4}, [])]
)
def test_what_one_alone_makes_possible_for_a_while_is_no_matter_of_three(alone, told):
    """The first comes with item 0 and the second with item 2; alone the first allows it up to an item."""
    both = {(1, "x"): 3}
    allowed = {frozenset("ab"): both, frozenset("a"): alone, frozenset("b"): {}, frozenset(): {}}

    end = SimpleNamespace(at="end", reader=None, events=(), over=False)

    def play(_meeting, gone):
        there = frozenset("abc") - {*gone}
        return Followed(end, {}, tuple(there), frozenset(), allowed[there], (), True, 1)

    items = tuple(SimpleNamespace(uses=uses) for uses in ("a", "", "b", ""))
    found = allowed_by_two(
        SimpleNamespace(play=play), SimpleNamespace(group=("a", "b", "c"), items=items), "a", "b"
    )
    assert [one.third for one in found] == told
