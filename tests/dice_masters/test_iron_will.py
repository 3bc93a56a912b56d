"""Iron Will, what the opponent gives way to, and damage that is answered with as much."""

import pytest
from tables import EDITIONS, NEW, OLD, offers, players, settled

from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.scenario_runner import settle

STEEL, DOOMSDAY = "steel-john-henry-irons", "doomsday-unstoppable-rampage"
AGAIN = ", until: main, global magic-missile, pay 1/sidekick/1 1"
MISSILES = """
turn: 2
players:
  - {field: {DIE: level 1, avenger: level 3}}
  - reserve: {magic-missile: action, sidekick/1: bolt, sidekick/2: bolt}
    field: {hill-giant-minion/1: level 3, hill-giant-minion/2: level 1}
play: [PLAY]
"""


def at(text, game=NEW):
    """The session after the play in ``text`` between the teams unbroken."""
    return settled("teams: unbroken\n" + text, game)


def _steel(game, play):
    text = MISSILES.replace("DIE", f"{STEEL}/1").replace("PLAY", play)
    return players(at(text, game))[0]


@EDITIONS
def test_the_first_damage_does_not_ko_it_and_the_next_does(game):
    missile = f"act magic-missile, damage {STEEL}, until: main"
    assert _steel(game, missile)["field"][f"{STEEL}/1"]["damage"] == 2
    second = f"{missile}, global magic-missile, pay 2/sidekick/1 1, damage {STEEL}, until: main"
    assert _steel(game, second)["prep"] == [f"{STEEL}/1"]


@EDITIONS
@pytest.mark.parametrize(("blockers", "zone"), [(1, "field"), (2, "prep")])
def test_damage_of_two_dice_at_once_kos_it(game, blockers, zone):
    blocks = "".join(f"block hill-giant-minion/{one} {STEEL}/1, " for one in range(1, blockers + 1))
    divides = "give hill-giant-minion/1 3, " * (blockers == 2)
    session = at(
        f"""
players:
  - {{field: {{{STEEL}/1: level 1}}}}
  - field: {{hill-giant-minion/1: level 3, hill-giant-minion/2: level 1}}
start: attack
play: [send {STEEL}/1, go, {blocks}{divides}until: clear]
""",
        game,
    )
    assert f"{STEEL}/1" in players(session)[0][zone]


@EDITIONS
@pytest.mark.parametrize(
    ("answer", "giants"),
    [
        ("spin-to-one hill-giant-minion/1", {"hill-giant-minion/1": 3, "hill-giant-minion/2": 3}),
        ("sacrifice hill-giant-minion/2", {"hill-giant-minion/1": 5}),
    ],
)
def test_the_opponent_of_doomsday_spins_a_die_down_or_kos_one(game, answer, giants):
    text = MISSILES.replace("DIE", DOOMSDAY)
    session = at(text.replace("PLAY", f"act magic-missile, damage {DOOMSDAY}, damage {DOOMSDAY}"), game)
    assert "sacrifice hill-giant-minion/1" in offers(session)
    assert "spin-to-one hill-giant-minion/2" not in offers(session)
    session.decide(answer)
    settle(session)
    field = players(session)[1]["field"]
    assert {name: die["attack"] for name, die in field.items()} == giants


@EDITIONS
@pytest.mark.parametrize(("more", "damage"), [("", 2), (f"{AGAIN}, HIT", 3)])
def test_firestorm_answers_with_as_much_as_it_took_at_once(game, more, damage):
    """The second damage of the turn is answered with what it was, not with all that lies on the die."""
    hit = "damage firestorm-matter-master/1, damage firestorm-matter-master/1, damage steel-john-henry-irons"
    session = at(
        f"""
players:
  - reserve: {{magic-missile: action, sidekick/1: bolt}}
    field: {{steel-john-henry-irons: level 3}}
  - {{field: {{firestorm-matter-master/1: level 1}}}}
play: [act magic-missile, {hit}{more.replace("HIT", hit)}]
""",
        game,
    )
    assert players(session)[0]["field"]["steel-john-henry-irons/1"]["damage"] == damage


@pytest.mark.parametrize(
    ("game", "readings"), [(OLD, {}), (NEW, {}), (NEW, {"ko_by_effect": "after-damaged"})]
)
def test_storms_answer_each_other_for_ever_only_if_the_ko_waits(game, readings):
    """Finding damage-answered-for-ever: each damage is answered, and there is no other decision."""
    session = settled(
        """
teams: storms
players:
  - field: {firestorm-matter-master: level 1}
    reserve: {magic-missile: action}
  - field: {firestorm-matter-master: level 1}
play: [act magic-missile, damage 1/firestorm-matter-master/1]
""",
        game,
        **readings,
    )
    hits = 0
    while session.at != "main" and hits < 50:
        (answer,) = offers(session)
        session.decide(answer)
        settle(session)
        hits += 1
    damage = [die["damage"] for player in players(session) for die in player["field"].values()]
    assert (hits, damage) == ((50, [26, 26]) if readings else (11, []))


STORMS_FIGHT = """
teams: storms
players:
  - field: {1/firestorm-matter-master/1: level 3}
  - field: {2/firestorm-matter-master/1: level 3}
start: attack
play:
  - send 1/firestorm-matter-master/1
  - go
  - block 2/firestorm-matter-master/1 1/firestorm-matter-master/1
  - until: cleanup
"""


@pytest.mark.parametrize(("game", "readings"), [(OLD, {}), (NEW, {"combat_ko": "damaged"})])
def test_storms_that_fight_fall(game, readings):
    """In the newer edition they do where only what combat damage itself sets off comes before the KO."""
    ended = settled(STORMS_FIGHT, game, **readings)
    assert [[*player["prep"]] for player in players(ended)] == [
        ["1/firestorm-matter-master/1"], ["2/firestorm-matter-master/1"],
    ]  # fmt: skip


def test_storms_that_fight_answer_each_other_for_ever_if_the_ko_waits():
    """Finding damage-answered-for-ever: whatever is pending comes before the KO."""
    with pytest.raises(UserError, match="and the model counts no further") as raised:
        settled(STORMS_FIGHT, NEW)
    assert raised.value.exit_code is ExitCode.UNDECIDED
