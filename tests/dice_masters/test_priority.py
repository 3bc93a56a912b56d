"""The priority loop of each edition."""

from tables import NEW, OLD, offers, opened, played, players

GLOBALS = """
teams: faerun-demo
players:
  - {reserve: {sidekick/1: bolt, sidekick/2: bolt}, field: {sidekick/3: level 1}}
  - {reserve: {sidekick/1: shield, sidekick/2: shield}}
"""


def _holder(session):
    return session.machine.value(session.state, "holder") + 1


def test_the_inactive_player_waits_for_a_pass():
    session, _ = opened(GLOBALS)
    why = session.why_not("2 global barkskin")
    assert why.after_pass == 0
    session.decide("pass")
    assert {"global barkskin", "pass"} == offers(session)


def test_after_one_ability_priority_goes_back():
    session = played(GLOBALS + "play: [1 pass, 2 global barkskin, pay 2/sidekick/1 1]\n")
    assert session.at == "resolve"
    session.decide("toughen 1/sidekick/3")
    from dicelaw.oracle.files.scenario_runner import settle

    settle(session)
    assert (session.at, _holder(session)) == ("main", 1)
    assert players(session)[0]["field"]["1/sidekick/3"]["defense"] == 2
    assert players(session)[1]["used"] == ["2/sidekick/1"]


def test_the_active_player_may_go_on_when_the_other_has_passed():
    session, _ = opened(GLOBALS)
    session.decide("pass")
    session.decide("pass")
    assert _holder(session) == 1
    assert "buy banishment/1" in offers(session)
    session.decide("pass")
    assert session.at == "main/over"


def test_whoever_acts_must_offer_again():
    session = played(
        GLOBALS + "play: [1 pass, 2 pass, buy banishment, pay 1/sidekick/1 1, pay 1/sidekick/2 1, 1 pass]\n"
    )
    assert (session.at, _holder(session)) == ("main", 2)


def test_casual_play_offers_after_each_action():
    script = GLOBALS + "play: [buy banishment, pay npc/1 1, pay npc/2 1]\n"
    assert _holder(played(script, OLD)) == 1
    assert _holder(played(script, OLD, procedure="casual")) == 2


def test_the_inactive_player_neither_buys_nor_fields():
    session, _ = opened(GLOBALS)
    session.decide("pass")
    for text, rule in (
        ("2 buy banishment/1", "purchase/own-turn-only"),
        ("2 field 2/sidekick/1", "field/main-step-only"),
    ):
        assert rule in [need.rule for need in session.why_not(text).unmet]


def test_a_limited_global_is_used_once_and_on_the_own_turn_only():
    text = """
teams: x-men-demo
players:
  - {bag: [sidekick/1, sidekick/2], reserve: {sidekick/3: bolt, sidekick/4: bolt}}
  - {reserve: {sidekick/1: bolt}}
play: [global counterstrike, pay sidekick/3 1, prep 1/sidekick/5]
"""
    session = played(text)
    assert players(session)[0]["prep"] == ["1/sidekick/5"]
    assert [need.rule for need in session.why_not("global counterstrike").unmet] == ["global/limited"]
    session.decide("pass")
    assert "global counterstrike" not in offers(session)


def test_a_global_without_a_target_is_refused_by_the_newer_rules():
    text = "teams: faerun-demo\nplayers: [{reserve: {sidekick/1: mask}}, {}]\n"
    old, new = opened(text, OLD)[0], opened(text, NEW)[0]
    assert "global blink" in offers(old)
    assert [need.rule for need in new.why_not("global blink").unmet] == ["target/none-no-initiation"]
