"""Cleave: half the A of whoever KO's a blocker goes on to another die."""

from tables import EDITIONS, OLD, offers, played, players, starting

SEND = "send half-orc-barbarian-lesser-harper/1, go"
BLOCK = "block sidekick/1 half-orc-barbarian-lesser-harper/1"


def attacked(game, field, play):
    """The session after an attack with A 4 on the dice of ``field``."""
    text = f"""
teams: lexicon
players:
  - {{field: {{half-orc-barbarian-lesser-harper/1: level 3}}}}
  - {{field: {{{field}}}}}
start: attack
play: [{SEND}, {play}]
"""
    return played(text.replace("sidekick", starting(game)), game)


@EDITIONS
def test_half_the_attack_goes_to_another_die_which_may_stand_outside_of_combat(game):
    field = "sidekick/1: level 1, bronze-dragon-apprentice/1: level 1, hill-giant-apprentice/1: level 1"
    session = attacked(game, field, f"{BLOCK}, until: cleave")
    assert offers(session) == {"strike bronze-dragon-apprentice/1", "strike hill-giant-apprentice/1"}
    fallen = session.why_not(f"strike 2/{starting(game)}/1")
    rule = "keyword/cleave" if game == OLD else "model/other-keywords"
    assert [need.rule for need in fallen.unmet] == [rule]
    second = players(
        attacked(
            game, field, f"{BLOCK}, until: cleave, strike bronze-dragon-apprentice/1, until: attack/over"
        )
    )[1]
    assert second["field"]["bronze-dragon-apprentice/1"]["damage"] == 4 // 2
    assert len(second["prep"]) == 1


@EDITIONS
def test_it_works_once_for_two_blockers_and_does_not_go_on_by_itself(game):
    field = "sidekick/1: level 1, sidekick/2: level 1, hill-giant-apprentice/1: level 1, sidekick/3: level 1"
    second = players(
        attacked(
            game,
            field,
            f"{BLOCK}, {BLOCK.replace('/1 ', '/2 ')}, until: assign/divide, give sidekick/1 2, "
            "give sidekick/2 2, until: cleave, strike hill-giant-apprentice, until: attack/over",
        )
    )[1]
    assert len(second["prep"]) == 3
    assert len(second["field"]) == 1


@EDITIONS
def test_without_a_ko_or_without_another_die_nothing_is_struck(game):
    unhurt = attacked(
        game,
        "bronze-dragon-apprentice/1: level 3, hill-giant-apprentice/1: level 3",
        "block bronze-dragon-apprentice/1 half-orc-barbarian-lesser-harper/1, until: attack/over",
    )
    lone = attacked(game, "sidekick/1: level 1", f"{BLOCK}, until: attack/over")
    found = players(unhurt)[1]["field"] | players(unhurt)[1]["attack"]
    assert found["hill-giant-apprentice/1"]["damage"] == 0
    assert len(players(lone)[1]["prep"]) == 1


@EDITIONS
def test_a_blocker_that_regenerates_is_not_kod(game):
    session = attacked(
        game,
        "sabretooth-survivor/1: level 1, bronze-dragon-apprentice/1: level 1",
        "block sabretooth-survivor/1 half-orc-barbarian-lesser-harper/1, until: regenerate",
    )
    assert players(session)[1]["field"]["bronze-dragon-apprentice/1"]["damage"] == 0
