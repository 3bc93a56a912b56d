"""What two entries do to each other, of each kind, in positions of which the rules say what happens."""

import pytest
from atlas_meetings import DUEL, bench, fuzzing, meeting, player

from dicelaw.model.content.document import read
from dicelaw.oracle.atlas.experiment import (
    AMOUNT,
    ENABLES,
    FORBIDS,
    ORDER,
    READING,
    TOGETHER,
    allowing,
    of_group,
    of_order,
)
from dicelaw.oracle.atlas.interaction import made
from dicelaw.oracle.atlas.meeting import Meeting, fewer
from dicelaw.oracle.files import scenario_runner as walk
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded


def smack(*answers, **mine):
    """The Barbarian deals 4 damage to the Paladin, who has these tokens."""
    play = [{"roll": [3, 3, 3, 4, 4]}, "1 announce barbarian/smack", *answers, "2 decline"]
    return play, player("barbarian", **mine)


def protected():
    play, attacker = smack("2 use protect")
    return meeting(
        ("barbarian/smack", "status/protect"), play, attacker, player("paladin", tokens={"protect": 1})
    )


def seen(found, kind, one, other):
    """What is said of ``one`` and ``other`` in a meeting, of this kind."""
    where = bench(*(row["hero"] for row in found.setup["players"]))
    if kind in (ENABLES, FORBIDS):
        return [row for row in allowing(where, found, one) if (row.kind, row.other) == (kind, other)]
    rows = of_order(where, found) if kind == ORDER else of_group(where, found, {kind})
    return [row for row in rows if row.kind == kind]


def test_what_is_prevented_is_an_amount_of_the_attack_and_the_token():
    (found,) = seen(protected(), AMOUNT, "barbarian/smack", "status/protect")
    assert found.says == "health of player 2: +2 by status/protect with barbarian/smack, nothing without"
    assert "damage/total/division-rounds-up" in found.rules


def test_what_is_sent_back_and_prevented_hangs_on_a_reading():
    play, attacker = smack("2 use retribution", "1 use protect", tokens={"protect": 1})
    found = meeting(
        ("status/protect", "status/retribution"), play, attacker, player("paladin", tokens={"retribution": 1})
    )
    (hanging,) = seen(found, READING, "status/protect", "status/retribution")
    assert (hanging.about, hanging.readings) == ("sent-back", ("sent-back=apart",))


def test_the_order_of_gaining_and_removing_matters():
    rich = player("barbarian", cp=10, hand=["barbarian/concuss", "common/what-status-effects"])
    play = ["2 play what-status-effects", "2 pick 1", "2 play concuss"]
    found = meeting(
        ("barbarian/concuss", "common/what-status-effects"), play, player("barbarian"), rich,
        start="main-2", turn=2,
    )  # fmt: skip
    (order,) = seen(found, ORDER, "barbarian/concuss", "common/what-status-effects")
    assert order.about == "concussion (tokens) of player 1"
    assert "1 with common/what-status-effects first, 0 with barbarian/concuss first" in order.says


def test_a_token_that_a_card_brings_is_made_possible_by_it():
    rich = player("monk", cp=10, hand=["monk/mystic-mantra"])
    found = meeting(
        ("monk/mystic-mantra", "status/cleanse"), ["2 play mystic-mantra"], player("monk"), rich,
        start="main-2", turn=2,
    )  # fmt: skip
    (enabled,) = seen(found, ENABLES, "monk/mystic-mantra", "status/cleanse")
    assert enabled.says == "player 2 may use it then, and not without"
    assert not seen(found, FORBIDS, "monk/mystic-mantra", "status/cleanse")


def test_what_is_done_in_the_next_turn_is_not_made_possible_by_the_turn_before():
    """Without Get Some! the play ends with the turn of the Barbarian, where nobody builds anything."""
    play = [
        {"roll": [1, 2, 6, 6, 6]}, "2 announce sturdy-blow", "2 play get-some", {"roll": [6, 2, 2, 3, 3]},
        "1 companion", {"roll": [6, 1, 1, 1, 1]}, "1 decline",
    ]  # fmt: skip
    mine = player("artificer", tokens={"synth": 1}, companion=4)
    found = meeting(
        ("barbarian/get-some", "artificer/build-nanobot"), play, mine,
        player("barbarian", hand=["barbarian/get-some"], cp=2), turn=2,
    )  # fmt: skip
    assert not seen(found, ENABLES, "barbarian/get-some", "artificer/build-nanobot")


def tipped():
    play = [{"roll": [2, 3, 4, 5, 6]}, "1 use tip-it", "1 nudge 5 down"]
    mine = player("barbarian", cp=2, hand=["common/tip-it"])
    return meeting(("common/tip-it", "barbarian/reckless"), play, mine, player("barbarian"))


def test_an_ability_is_made_impossible_by_a_die_that_is_turned():
    (forbidden,) = seen(tipped(), FORBIDS, "common/tip-it", "barbarian/reckless")
    assert forbidden.says == "player 1 may not use it then, and may without"


def test_two_cards_that_have_nothing_to_do_with_each_other_do_nothing():
    rich = player("monk", cp=8, hand=["monk/mystic-mantra", "common/getting-paid"])
    play = ["1 use getting-paid", "1 play mystic-mantra"]
    found = meeting(("common/getting-paid", "monk/mystic-mantra"), play, rich, player("monk"), start="main-2")
    where = bench("monk", "monk")
    assert not [*of_group(where, found, TOGETHER)]
    assert not [*of_order(where, found)]
    assert not seen(found, ENABLES, *found.group)
    assert not seen(found, FORBIDS, *found.group)


def test_an_interaction_has_the_smallest_play_as_a_scenario():
    whole = protected()
    where = bench("barbarian", "paladin")
    rich = [{**one, "health": 40, "cp": 9, "hand": ["common/tip-it"]} for one in whole.setup["players"]]
    (found,) = seen(Meeting(whole.group, {**whole.setup, "players": rich}, whole.items), AMOUNT, *whole.group)
    one = made(where, whole, found, ("barbarian", "paladin"))
    assert one.headline == "barbarian/smack changes what comes of status/protect"
    assert any("Paladin: 48 health" in row for row in one.ends)
    session = open_scenario(loaded(read("play", one.scenario.encode()), DUEL))
    walk.play(session, loaded(read("play", one.scenario.encode()), DUEL).play, "play")
    assert session.over is False
    assert "common/tip-it" not in one.scenario


def test_what_belongs_to_a_use_is_left_out_with_it():
    sizes = {len(one.items) for one in fewer(tipped())}
    assert sizes == {len(tipped().items) - 1, len(tipped().items) - 2}


@pytest.mark.parametrize("entry", ["barbarian/smack", "passive/treant/cultivate"])
def test_what_a_play_cannot_do_without_is_never_bare(entry):
    assert bench("barbarian", "paladin").arena.bare(protected().setup, entry) is None


def test_what_two_heroes_do_in_their_own_turns_is_apart():
    assert fuzzing().apart(("barbarian/smack", "paladin/righteous-prayer"))
    assert not fuzzing().apart(("barbarian/smack", "paladin/divine-defense"))
    assert not fuzzing().apart(("barbarian/smack", "barbarian/reckless"))


def test_a_modifier_and_what_a_board_does_in_a_phase_of_its_owner_are_of_their_own_turns():
    assert fuzzing().apart(("artificer/build-nanobot", "barbarian/get-some"))
    assert fuzzing().apart(("barbarian/smack", "artificer/advanced-nanobot"))
    assert not fuzzing().apart(("artificer/basic-heal-bot", "barbarian/get-some"))


def test_two_attacks_of_three_entries_are_apart_but_for_who_attacks_again():
    assert fuzzing().apart(("barbarian/reckless", "barbarian/smack", "common/tip-it"))
    assert fuzzing().apart(("barbarian/smack", "paladin/righteous-prayer", "status/protect"))
    assert not fuzzing().apart(("barbarian/smack", "common/tip-it", "status/protect"))
    (one, other, *_) = (
        ability.id for ability in fuzzing().pack.heroes["tactician"].offense if ability.level == 1
    )
    assert not fuzzing().apart((one, other, "status/protect"))
