"""Effects at the start of a turn, before the draw, and at its end, before Out of Play is emptied."""

import pytest
from tables import EDITIONS, NEW, OLD, offers, players, settle, settled, starting

TURN_ENDS = ["until: attack", "pass"]


def _turn(first="", second="", more="", play=(), game=NEW, start="main", **readings):
    text = f"teams: turns\nplayers:\n  - field: {{{first}}}\n{more}  - field: {{{second}}}\nstart: {start}\n"
    entries = "".join(f"  - {entry}\n" for entry in play)
    return settled(text + (f"play:\n{entries}" if play else ""), game, **readings)


@EDITIONS
def test_effects_of_the_start_of_a_turn_come_before_the_clearing_and_once_for_a_card(game):
    more = "    bag: [sidekick/1, sidekick/2, sidekick/3]\n    reserve: {sidekick/6: bolt}\n"
    birds, play = "early-bird: level 1, early-bird/2: level 1", ["arrival early-bird/1"]
    session = _turn(birds, more=more, start="clear", play=play, game=game)
    assert session.at == "resolve/draw"
    assert list(players(session)[0]["reserve"]) == [f"1/{starting(game)}/6"]
    session = _turn(birds, more=more, start="clear", play=[*play, "draw: [sidekick/1]"], game=game)
    assert session.at == "draw"
    assert f"1/{starting(game)}/6" in players(session)[0]["used"]


@EDITIONS
def test_some_are_of_each_turn_and_some_of_ones_own(game):
    assert offers(_turn("early-bird: level 1", "stargazer: level 1", start="clear", game=game)) == {
        "arrival early-bird/1"
    }
    assert offers(_turn("encore: level 1", "stargazer: level 1", start="clear", game=game)) == {
        "arrival stargazer/1"
    }
    session = _turn("early-bird: level 1", "stargazer: level 1", play=TURN_ENDS, game=game)
    assert offers(session) == {"arrival stargazer/1"}


@EDITIONS
def test_of_the_effects_of_the_end_of_a_turn_the_active_players_come_first(game):
    watch = ("night-watch: level 1", "night-watch/1: level 1, night-watch/2: level 1")
    session = _turn(*watch, play=TURN_ENDS, game=game)
    assert offers(session) == {"arrival 1/night-watch/1"}
    session = _turn(
        *watch, play=[*TURN_ENDS, "arrival 1/night-watch/1", "arrival 2/night-watch/1"], game=game
    )
    assert offers(session) == {"damage 2/night-watch/1", "damage 2/night-watch/2"}


SHOT = ["global magic-missile", "pay 1/sidekick/1 1", "damage stargazer/1"]
BOLT = "    reserve: {sidekick/1: bolt}\n"


@pytest.mark.parametrize(
    ("game", "readings", "falls"),
    [(NEW, {}, False), (OLD, {}, False), (OLD, {"end_of_turn": "before"}, True)],
)
def test_they_come_after_damage_is_cleared_and_before_out_of_play_is_emptied(game, readings, falls):
    session = _turn(
        "night-watch: level 1", "stargazer: level 1", more=BOLT, game=game, **readings,
        play=[*SHOT, *TURN_ENDS, "arrival 1/night-watch/1"],
    )  # fmt: skip
    first, _ = players(session)
    assert first["out_of_play"] == [f"1/{starting(game)}/1"]
    session.decide("damage stargazer/1")
    settle(session)
    second = players(session)[1]
    assert (second["prep"] == ["stargazer/1"]) == falls


@EDITIONS
@pytest.mark.parametrize("readings", [{}, {"end_of_turn": "before"}])
def test_what_they_apply_ends_with_the_turn(game, readings):
    play = [*TURN_ENDS, "arrival encore/1", "strengthen encore/1"]
    session = _turn("encore: level 1", play=play, game=game, **(readings if game == OLD else {}))
    assert session.at == "draw"
    assert players(session)[0]["field"]["encore/1"]["attack"] == 2


ASSEMBLE = "    reserve: {whoever-assemble: action, sidekick/1: level 1}\n    bag: [sidekick/2]\n"


@EDITIONS
@pytest.mark.parametrize("fields", [True, False])
def test_a_used_action_die_preps_a_die_at_the_end_of_the_turn_if_nobody_was_fielded(game, fields):
    field = [f"field 1/{starting(game)}/1"] if fields else []
    play = ["act whoever-assemble/1", "name villain", *field, *TURN_ENDS, "arrival whoever-assemble/1"]
    session = _turn(more=ASSEMBLE, play=play, game=game)
    assert session.at == ("draw" if fields else "resolve/draw")
    assert ("whoever-assemble/1" in players(session)[0]["used"]) == fields


def test_the_effect_of_a_used_die_does_not_come_again():
    play = [
        "act whoever-assemble/1",
        "name villain",
        *TURN_ENDS,
        "arrival whoever-assemble/1",
        "draw: [sidekick/2]",
    ]
    session = _turn(more=ASSEMBLE, play=play)
    assert session.at == "draw"


DEATHBIRD = "2/deathbird-treacherous/1"


@EDITIONS
def test_what_was_engaged_with_a_deadly_die_is_ko_d_at_the_end_of_the_turn_even_if_that_is_gone(game):
    fight = ["until: attack", "send early-bird/1", "go", f"block {DEATHBIRD} early-bird/1", "until: cleanup"]
    birds = "early-bird/1: level 3, early-bird/2: level 1"
    session = _turn(birds, f"{DEATHBIRD}: level 2", play=fight, game=game)
    assert offers(session) == {f"arrival {DEATHBIRD}"}
    first, second = players(session)
    assert set(first["field"] | first["attack"]) == {"early-bird/1", "early-bird/2"}
    assert second["prep"] == [DEATHBIRD]
    session = _turn(birds, f"{DEATHBIRD}: level 2", play=[*fight, f"arrival {DEATHBIRD}"], game=game)
    first = players(session)[0]
    assert (session.at, first["prep"], list(first["field"])) == ("draw", ["early-bird/1"], ["early-bird/2"])


def test_a_deadly_die_that_met_nobody_has_no_effect():
    session = _turn("encore: level 1", f"{DEATHBIRD}: level 1", play=[*TURN_ENDS, "arrival encore/1"])
    assert not any("deathbird" in offer for offer in offers(session))


FIREBALL = "delayed-blast-fireball/1"


def _fireball(face, play, game, field="early-bird/1: level 1, early-bird/2: level 1"):
    text = (
        f"teams: turns\nplayers:\n  - field: {{{field}}}\n  - in play: {{{FIREBALL}: {face}}}\n"
        "    field: {stargazer: level 1}\nplay:\n"
    )
    return settled(text + "".join(f"  - {entry}\n" for entry in play), game)


@EDITIONS
@pytest.mark.parametrize("play", [["until: attack", "send early-bird/1", "go"], TURN_ENDS])
def test_a_continuous_die_acts_as_an_attack_is_declared_or_as_there_is_none(game, play):
    session = _fireball("action", play, game)
    assert offers(session) == {f"arrival {FIREBALL}"}
    session = _fireball("action", [*play, f"arrival {FIREBALL}"], game)
    first, second = players(session)
    assert set(first["prep"]) >= {"early-bird/1", "early-bird/2"}
    assert list(second["field"]) == ["stargazer/1"]
    assert FIREBALL in second["used"]


@pytest.mark.parametrize(("face", "falls"), [("action", False), ("action **", True)])
def test_two_bursts_make_it_deal_more(face, falls):
    text = (
        f"teams: turns\nturn: 2\nplayers:\n  - in play: {{{FIREBALL}: {face}}}\n"
        f"  - field: {{stargazer: level 3}}\nplay: [{', '.join(TURN_ENDS)}, 'arrival {FIREBALL}']\n"
    )
    second = players(settled(text))[1]
    assert (second["prep"], list(second["field"])) == (
        (["stargazer/1"], []) if falls else ([], ["stargazer/1"])
    )


@EDITIONS
def test_its_player_cannot_send_it_on(game):
    text = f"teams: turns\nplayers:\n  - in play: {{{FIREBALL}: action}}\n  - {{}}\nplay:\n  - until: main\n"
    assert not any("send-on" in offer for offer in offers(settled(text, game)))
