"""Each keyword at work."""

import pytest
from tables import EDITIONS, OLD, played, players

from dicelaw.model.dice_masters.cards.keywords import Keyword, keyword_of


def named(text, game):
    """``text``, with starting dice called as the edition of ``game`` calls them."""
    return text.replace("sidekick", "npc") if game == OLD else text


def combat(first, second, plan, game, life=20):
    """The players after the Attack Step of the first, or of whoever ``plan`` begins with."""
    text = f"""
teams: keywords
turn: {plan[0]}
players:
  - {{life: {life}, field: {{{first}}}}}
  - {{life: {life}, field: {{{second}}}}}
start: attack
play: [{", ".join(plan[1:])}, until: clear]
"""
    return players(played(named(text, game), game))


@EDITIONS
def test_fast_damages_first_and_whom_it_kos_damages_nobody(game):
    plan = (1, "send wasp-pixie", "go", "block hill-giant-apprentice wasp-pixie")
    first, second = combat("wasp-pixie: level 1", "hill-giant-apprentice: level 1", plan, game)
    assert second["prep"] == ["hill-giant-apprentice/1"]
    assert first["field"]["1/wasp-pixie/1"]["damage"] == 0


@EDITIONS
def test_dice_with_fast_damage_each_other_at_one_time(game):
    plan = (1, "send 1/wasp-pixie/1", "go", "block 2/wasp-pixie/1 1/wasp-pixie/1")
    first, second = combat("wasp-pixie: level 1", "wasp-pixie: level 1", plan, game)
    assert (first["prep"], second["prep"]) == (["1/wasp-pixie/1"], ["2/wasp-pixie/1"])


@EDITIONS
def test_an_unblocked_die_with_fast_leaves_and_the_others_follow(game):
    plan = (2, "send 2/wasp-pixie/1", "send hill-giant-apprentice", "go")
    first, second = combat("", "wasp-pixie: level 1, hill-giant-apprentice: level 1", plan, game)
    assert first["life"] == 20 - 2 - 3
    assert second["used"] == ["hill-giant-apprentice/1", "2/wasp-pixie/1"]


@EDITIONS
@pytest.mark.parametrize(("blocker", "life"), [("sidekick", 18), ("madelyne-pryor-red-queen", 20)])
def test_overcrush_deals_what_is_left_over(game, blocker, life):
    plan = (2, "send hill-giant-apprentice", "go", f"block {blocker} hill-giant-apprentice")
    first, _second = combat(f"{blocker}: level 1", "hill-giant-apprentice: level 1", plan, game)
    assert first["life"] == life
    assert len(first["prep"]) == 1


@EDITIONS
def test_nothing_is_left_over_while_a_blocker_stands(game):
    plan = (
        2,
        "send hill-giant-apprentice",
        "go",
        "block sidekick/1 hill-giant-apprentice",
        "block madelyne-pryor-red-queen hill-giant-apprentice",
        "until: assign/divide",
        "give sidekick/1 3",
    )
    blockers = "sidekick/1: level 1, madelyne-pryor-red-queen: level 1"
    first, _second = combat(blockers, "hill-giant-apprentice: level 1", plan, game)
    assert (first["life"], first["prep"]) == (20, [named("1/sidekick/1", game)])


@EDITIONS
@pytest.mark.parametrize(("answer", "life"), [("excess", 19), ("full-defense", 20)])
def test_damage_dealt_before_counts_for_overcrush_or_not(game, answer, life):
    session = played(named("""
teams: keywords
turn: 2
players:
  - {field: {madelyne-pryor-red-queen: level 1}}
  - {field: {hill-giant-apprentice: level 1}, reserve: {sidekick/1: bolt}}
play: [global magic-missile, pay sidekick/1 1, damage madelyne-pryor-red-queen, until: attack,
       send hill-giant-apprentice, go, block madelyne-pryor-red-queen hill-giant-apprentice, until: clear]
""", game), game, leftover=answer)  # fmt: skip
    assert players(session)[0]["life"] == life


@pytest.mark.parametrize(("answer", "life"), [("deals-all", 17), ("deals-none", 20)])
def test_overcrush_against_a_removed_blocker(answer, life):
    session = played("""
teams: keywords
turn: 2
players:
  - {field: {sidekick/1: level 1}}
  - {field: {hill-giant-apprentice: level 1}, reserve: {sidekick/1: bolt}}
start: attack
play: [send hill-giant-apprentice, go, block sidekick hill-giant-apprentice, until: attack/window,
       global magic-missile, pay sidekick/1 1, damage 1/sidekick/1, until: clear]
""", overcrush_removed=answer)  # fmt: skip
    assert players(session)[0]["life"] == life


@EDITIONS
def test_energy_drain_spins_engaged_dice_down_once(game):
    plan = (2, "send hill-giant-apprentice", "go", "block madelyne-pryor-red-queen hill-giant-apprentice")
    first, second = combat("madelyne-pryor-red-queen: level 2", "hill-giant-apprentice: level 2", plan, game)
    assert second["field"]["hill-giant-apprentice/1"]["face"] == "level 1"
    assert first["prep"] == []


@EDITIONS
@pytest.mark.parametrize(("active", "drawn"), [(True, 5), (False, 4)])
def test_swarm_draws_one_more_while_it_is_active(game, active, drawn):
    place = "field: {locusts-hungry/1: level 1}" if active else "used: [locusts-hungry/1]"
    session = played(named(f"""
teams: keywords
players:
  - {place}
    bag: [locusts-hungry/2, sidekick/1, sidekick/2, sidekick/3, sidekick/4, sidekick/5]
  - {{}}
start: clear
play:
  - draw: [locusts-hungry/2, sidekick/1, sidekick/2, sidekick/3{", sidekick/4" if active else ""}]
  - until: roll
""", game), game)  # fmt: skip
    assert len(players(session)[0]["prep"]) == drawn


@EDITIONS
@pytest.mark.parametrize(("starting", "missing"), [(3, 0), (2, 1)])
def test_only_the_four_that_are_required_cost_life_where_dice_for_swarm_are_missing(game, starting, missing):
    drawn = ", ".join(f"sidekick/{one}" for one in range(1, starting + 1))
    away = ", ".join(f"sidekick/{one}: level 1" for one in range(starting + 1, 9))
    session = played(named(f"""
teams: keywords
players:
  - field: {{locusts-hungry/1: level 1, {away}}}
    bag: [locusts-hungry/2, {drawn}]
  - {{}}
start: clear
play:
  - draw: [locusts-hungry/2, {drawn}]
  - until: roll
""", game), game)  # fmt: skip
    first = players(session)[0]
    assert (first["life"], first["virtual"]) == (20 - missing, missing)


@pytest.mark.parametrize("keyword", Keyword)
def test_a_keyword_is_named_as_it_is_written(keyword):
    assert keyword_of(keyword) == (keyword, 1)
    assert keyword_of(f"{keyword} 3") == (keyword, 3)
    assert keyword_of(f"no {keyword}") is None
