"""What cards do: fielding, action dice, Globals, and what interrupts damage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import NEW, OLD, offers, played, players, settled

from dicelaw.model.dice_masters.cards.cards import Op, Step, Target
from dicelaw.model.dice_masters.declared.forms import EXAMPLES, line_of, step_of
from dicelaw.oracle.files.scenario_runner import settle

EVENT = """
teams: timing
players:
  - field: {beast-genetic-expert/1: level 1, beast-genetic-expert/2: level 1, iron-man-inventor: level 1}
  - {field: {lois-lane-reporter: level 1}, reserve: {sidekick/1: shield, sidekick/2: shield}}
start: attack
play: [send beast-genetic-expert/1, send beast-genetic-expert/2, send iron-man-inventor, go,
       block lois-lane-reporter iron-man-inventor, until: damage/react]
"""


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_line_is_said_as_it_is_written(line):
    assert line_of(step_of(line)) == line


@given(st.sampled_from(EXAMPLES), st.integers(1, 9))
def test_amounts_are_kept(line, amount):
    step = step_of(line)
    again = Step(step.op, amount if any(digit.isdigit() for digit in line) else 1, step.target)
    assert step_of(line_of(again)) == again


def test_a_line_that_is_no_form_is_none():
    assert step_of("damage lots to die") is None
    assert step_of("ko die") == Step(Op.KO, 1, Target.DIE)


@pytest.mark.parametrize(
    ("choice", "life"), [("opponent", 8), ("damage mastermind-fracturing-the-phoenix", 10)]
)
def test_a_fielded_die_deals_damage_to_the_opponent_or_a_die(choice, life):
    session = played(f"""
teams: x-men-demo
players:
  - reserve: {{jubilee-wondra: level 1}}
  - field: {{mastermind-fracturing-the-phoenix: level 1}}
play: [field jubilee-wondra, "{choice}"]
""")
    second = players(session)[1]
    assert second["life"] == life
    assert bool(second["prep"]) == (life == 10)


def test_attune_follows_the_effect_of_the_action_die():
    session = played("""
teams: x-men-demo
turn: 2
players:
  - {prep: [jubilee-wondra/1]}
  - field: {madelyne-pryor-anodyne/1: level 1, madelyne-pryor-anodyne/2: level 1}
    reserve: {way-out-west: action}
play: [act way-out-west]
""")
    assert offers(session) == {"arrival madelyne-pryor-anodyne/1"}
    session.decide("arrival madelyne-pryor-anodyne/1")
    settle(session)
    assert offers(session) == {"unprep jubilee-wondra/1"}
    session.decide("unprep jubilee-wondra/1")
    settle(session)
    session.decide("opponent")
    settle(session)
    first, second = players(session)
    assert (session.at, first["life"]) == ("main", 9)
    assert second["out_of_play"] == ["way-out-west/1"]


def test_a_shielded_die_gets_no_damage():
    session = played("""
teams: faerun-demo
players:
  - {field: {hell-hound-minion: level 1}, reserve: {barkskin: action}}
  - {field: {hill-giant-minion: level 1}}
play: [act barkskin, shield hell-hound-minion, until: attack, send hell-hound-minion, go,
       block hill-giant-minion hell-hound-minion, until: clear]
""")  # fmt: skip
    assert players(session)[0]["field"]["hell-hound-minion/1"]["damage"] == 0


def test_prevention_takes_from_one_event_once_by_the_newer_rules():
    session = settled(EVENT)
    assert {"lois-lane lois-lane-reporter/1", "lois-lane player-2"} <= offers(session)
    for text in ("lois-lane lois-lane-reporter/1", "pay 2/sidekick/1 1"):
        session.decide(text)
        settle(session)
    assert "lois-lane lois-lane-reporter/1" not in offers(session)
    why = session.why_not("lois-lane lois-lane-reporter/1")
    assert "global/reactive-once-per-event" in [need.rule for need in why.unmet]
    assert "lois-lane player-2" in offers(session)


def test_by_the_older_rules_it_may_be_paid_again():
    session = settled(EVENT, OLD)
    for text in ("lois-lane lois-lane-reporter/1", "pay 2/npc/1 1"):
        session.decide(text)
        settle(session)
    assert "lois-lane lois-lane-reporter/1" in offers(session)


def test_redirected_damage_moves_to_a_die():
    session = settled(EVENT)
    session.decide("iron-man lois-lane-reporter/1")
    session.decide("pay 2/sidekick/1 1")
    settle(session)
    state = session.machine
    assert state.value(session.state, "aimed[2]") == 1
    assert state.value(session.state, "incoming[lois-lane-reporter/1]") == 4


def test_only_what_is_damaged_can_be_protected():
    session = settled(EVENT)
    assert "lois-lane nova-quasar/1" not in offers(session)


def test_a_ko_d_die_has_its_effect_after_it_has_left():
    session = played("""
teams: timing
turn: 2
players:
  - {life: 9, field: {iron-man-inventor: level 3}}
  - {life: 9, field: {ronan-treason: level 1}}
start: attack
play: [send ronan-treason, go, block iron-man-inventor ronan-treason, until: clear]
""")
    first, second = players(session)
    assert first["life"] == 8
    assert second["prep"] == ["ronan-treason/1"]


def test_losing_life_when_fielded():
    session = played("""
teams: timing
turn: 2
players:
  - {}
  - {life: 1, reserve: {ronan-treason: level 1, sidekick/1: bolt}}
play: [field ronan-treason, until: over]
""")
    from dicelaw.oracle.games.observation import standing

    assert standing(session)["winners"] == ["1"]


@pytest.mark.parametrize("game", [OLD, NEW])
def test_a_blocking_beast_gains_life_and_an_attacking_one_does_not(game):
    text = """
teams: timing
turn: TURN
players:
  - {life: 9, field: {beast-genetic-expert: level 1}}
  - {life: 20, field: {ronan-treason: level 1}}
start: attack
play: [send ONE, go, block OTHER ONE, until: clear]
"""
    names = ("beast-genetic-expert", "ronan-treason")
    for turn, (one, other), life in ((1, names, 9), (2, names[::-1], 10)):
        position = text.replace("TURN", str(turn)).replace("ONE", one).replace("OTHER", other)
        assert players(played(position, game))[0]["life"] == life


@pytest.mark.parametrize(("game", "taken"), [(OLD, True), (NEW, False)])
def test_an_unrolled_starting_die_is_a_character_die_in_2016_only(game, taken):
    session = played(
        """
teams: x-men-demo
players:
  - {reserve: {way-out-west: action}}
  - {prep: [sidekick/1, way-out-west/2, mastermind-fracturing-the-phoenix]}
play: [act way-out-west/1]
""",
        game,
    )
    assert ({"unprep 2/npc/1"} <= offers(session)) is taken
    assert not any("way-out-west" in text for text in offers(session))
