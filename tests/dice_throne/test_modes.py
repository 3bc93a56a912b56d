"""More than two players: what is proved, random games, and how positions of them are read."""

from dataclasses import replace
from random import Random

import pytest
from duels import WILD
from planted import sound, with_bug

from dicelaw.checker.verdicts import Outcome
from dicelaw.checker.verify.proof_session import ProofSession as Proofs
from dicelaw.model.content.document import Document
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel, open_duel
from dicelaw.model.dice_throne.modes import MODES, targets, usual_mode
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.position import open_scenario, open_setup
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play
from dicelaw.oracle.formats.service_formats import OpenBody
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.own_content import own_content
from dicelaw.specs.dice_throne.modes.of_duels import LONG, NOT_ASKED, OF_SIDES, asked_at_length
from dicelaw.specs.dice_throne.modes.properties import HILL, several, several_properties
from dicelaw.specs.patterns import matches

DUELS, GAME = "dice-throne", "dice-throne-modes"
PLAN = sound(GAME)
OF_DUELS = frozenset(one.id for one in sound(DUELS).properties)
OWN = [one for one in PLAN.properties if one.id.rpartition("/")[0] not in OF_DUELS - {*NOT_ASKED}]
"""The properties that are of modes alone. Bugs against those of duels are planted in test_planted_bugs.py."""
SIMPLE = ("barbarian", "paladin", "monk", "moon-elf", "pyromancer", "treant")
PLAYED = [
    ("king-of-the-hill", SIMPLE[:3]), ("king-of-the-hill", SIMPLE), ("2v2", SIMPLE[:4]), ("3v3", SIMPLE),
    ("2v2v2", SIMPLE),
]  # fmt: skip
LONGEST = 40_000


@pytest.fixture(scope="module")
def session():
    return Proofs(PLAN)


@pytest.mark.parametrize("property", OWN, ids=lambda one: one.id)
def test_it_is_proved_and_not_with_its_planted_bug(session, property):
    assert session.verdict(property).is_proof
    buggy, without = with_bug(GAME, property)
    assert without.alone(property).is_proof
    assert not buggy.alone(property).is_proof


def test_what_holds_of_a_duel_is_asked_on_a_hill_or_it_is_said_why_not():
    asked = {one.id.rpartition("/")[0] for one in PLAN.properties if one.machine == HILL}
    excused = {id for id in OF_DUELS if matches(id, (*NOT_ASKED, *LONG))}
    assert OF_DUELS - asked == excused - asked
    for pattern in (*NOT_ASKED, *LONG, *OF_SIDES):
        assert any(matches(id, pattern) for id in (*OF_DUELS, *asked)), f"{pattern} is of no duel"


@pytest.mark.slow
def test_what_takes_long_to_prove_is_proved_of_a_hill_as_well():
    machines = several(load_pack())
    long = [*asked_at_length(machines[HILL], HILL)]
    stated = [*several_properties(machines), *long]
    proofs = Proofs(
        replace(PLAN, properties=stated, machines={name: one.machine for name, one in machines.items()})
    )
    assert {one.id for one in long} >= {"window/closes/hill", "step/use/act/hill"}
    assert all(proofs.verdict(one).is_proof for one in long)


@pytest.mark.slow
@pytest.mark.parametrize("count", [4, 5, 6])
def test_a_larger_hill_is_never_stuck_either(count):
    """It is not among the properties, as it takes a quarter to half a minute for each number of players."""
    pack = load_pack()
    made = open_duel(pack, mode=MODES["king-of-the-hill"], count=count)
    stated = [one for one in several_properties({**several(pack), HILL: made}) if one.machine == HILL]
    proofs = Proofs(replace(PLAN, properties=stated, machines={HILL: made.machine}))
    assert proofs.verdict(proofs.properties["turn/never-stuck/hill"]).is_proof


def test_who_may_aim_at_anybody_hangs_on_the_reading():
    found = sound(GAME, (("koth-target", "anybody"),))
    (property,) = (one for one in found.properties if one.id == "targeting/only-opponents/hill")
    assert Proofs(found).verdict(property).outcome is not Outcome.PROVED


def _calmly(moves, made, draw):
    """One of ``moves``, and mostly one that passes where there is such: that way plays are short."""
    ids = [made.machine.transitions[move[0]].id.rpartition("/")[2] for move in moves]
    quiet = [move for move, id in zip(moves, ids, strict=True) if id in ("pass", "close", "let", "let-next")]
    return draw.choice(quiet if quiet and draw.random() < 0.8 else moves)


@pytest.mark.parametrize(("mode", "heroes"), PLAYED, ids=lambda one: one if isinstance(one, str) else "")
def test_random_games_end_with_one_side_left(mode, heroes):
    made, draw = duel(load_pack(), heroes, mode=MODES[mode]), Random(mode)
    reader, d, machine = Concrete(made.machine), made.duel, made.machine
    state, low = [*machine.start], [cell.place for cell in d.health]
    for cell in low:
        state[cell] = 8
    state, before = tuple(state), tuple(state)
    for _ in range(LONGEST):
        moves = reader.enabled(state)
        if not moves:
            break
        before, state = state, reader.step(state, _calmly(moves, made, draw))
        for seat in d.seats.numbers:
            held = [state[cell.place] for cell in d.tokens[seat * d.kinds : (seat + 1) * d.kinds]]
            assert all(0 <= count <= 10 for count in held)
        assert all(state[cell] == 0 for cell in low if before[cell] == 0), "nobody comes back"
    assert machine.point_of(state).id == "over"
    assert sum(state[cell] > 0 for cell in low) <= 1


def test_everybody_sits_where_the_target_table_says():
    four, six = MODES["2v2"].seats(4), MODES["2v2v2"].seats(6)
    assert [targets(four, seat) for seat in four.numbers] == [(1, 3), (2, 0), (1, 3), (2, 0)]
    assert targets(four, 0, left_first=False) == (3, 1)
    assert [targets(six, seat) for seat in (0, 4)] == [(1, 2, 4, 5), (5, 0, 2, 3)]


def test_without_a_mode_two_play_a_duel_and_more_on_a_hill():
    assert [usual_mode(SIMPLE[:count]).id for count in (2, 3)] == ["duel", "king-of-the-hill"]


def _setup(heroes, **further):
    players = [{"hero": hero} if isinstance(hero, str) else hero for hero in heroes]
    body = {"game": "dice-throne", "players": players, "turn": "1", "start": "main-1", **further}
    return OpenBody.model_validate({"setup": body}).setup


def test_a_team_has_one_health():
    one = {"hero": "barbarian", "health": 30}
    found = standing(open_setup(_setup([one, "paladin", "monk", "ninja"], mode="2v2")))
    assert [player["health"] for player in found["players"]] == [30, 50, 30, 50]


def test_each_opponent_has_what_is_due_at_the_end_of_a_roll_phase():
    """A Fever heals 1 if the Roll Phase of an opponent of its bearer ends without an attack."""
    bearers = [{"hero": hero, "health": 20, "tokens": {"fever": 1}} for hero in ("monk", "ninja")]
    players = [{"hero": "wild", "health": 20}, *bearers]
    steps = [
        {"roll": [1, 1, 4, 4, 6]}, {"until": "offense/choose"}, "1 declines", {"until": "phase-over/due"},
        "1 picks fever of 3", {"until": "main-2"},
    ]  # fmt: skip
    found = loaded(Document("here", {"game": DUELS, "players": players, "play": steps}), DUELS)
    session = open_scenario(found, content=own_content(WILD))
    play(session, found.play, "here")
    assert [player["health"] for player in standing(session)["players"]] == [20, 21, 21]


def test_nothing_is_added_to_pure_damage_while_the_ability_waits_for_its_target(tmp_path):
    text = (WILD / "wild.yaml").read_text()
    waiting = text.replace("[damage 4 pure, ", "[damage 1 per opponent's poison pure, damage 4 pure, ")
    assert waiting != text
    (tmp_path / "wild.yaml").write_text(waiting)
    players = [{"hero": "wild", "hand": ["thrice"]}, {"hero": "monk"}, {"hero": "ninja"}]
    steps = [{"roll": [1, 1, 4, 5, 6]}, "announce chase", {"until": "offense/end"}]
    found = loaded(Document("here", {"game": DUELS, "players": players, "play": steps}), DUELS)
    session = open_scenario(found, content=own_content(tmp_path))
    play(session, found.play, "here")
    why = session.why_not("1 plays thrice")
    assert not why.legal
    assert "damage/pure/enhanceable" in why.rules


@pytest.mark.parametrize(
    ("heroes", "further", "says"),
    [
        (["barbarian"], {}, "there is a list of 2 to 6 players"),
        (["barbarian"] * 7, {}, "there is a list of 2 to 6 players"),
        (SIMPLE[:3], {"mode": "2v2"}, "2 against 2 is played by 4 heroes; given: 3"),
        (SIMPLE[:3], {"mode": "2v3"}, "no mode is called '2v3'; near: 3v3, 2v2"),
        (SIMPLE[:3], {"turn": "4"}, "4 is not a number from 1 to 3"),
        (
            [{"hero": "barbarian", "health": 30}, "monk", {"hero": "monk", "health": 31}, "ninja"],
            {"mode": "2v2"},
            "31 is not what a teammate has: a side has one health",
        ),
        ([{"hero": "barbarian", "health": 46}, "monk", "ninja"], {}, "46 is over 45"),
        ([{"hero": "barbarian", "health": 0}, "monk", "ninja"], {}, "has lost, and has no turn"),
        (
            ["barbarian", {"hero": "monk", "health": 0}, {"hero": "ninja", "health": 0}],
            {},
            "only one side has any health left",
        ),
    ],
)
def test_what_is_no_position_is_said(heroes, further, says):
    with pytest.raises(UserError) as raised:
        open_setup(_setup(heroes, **further))
    assert says in raised.value.message


@pytest.mark.parametrize("seat", ["moon-elf", "Moon Elf", "2"])
def test_a_seat_is_named_however_its_hero_is_written(seat, capsys):
    heroes = ["barbarian", "moon-elf", "paladin"]
    asked = ["--seat", "1=random", "--seat", f"{seat}=random", "--seed", "2"]
    assert main(["play", "dice-throne", "--heroes", *heroes, *asked]) == 0
    assert "the game is over; winner: " in capsys.readouterr().out


def test_a_log_says_whom_the_targeting_die_means(capsys):
    seats = [word for seat in "1234" for word in ("--seat", f"{seat}=random")]
    assert main(["play", DUELS, "--mode", "2v2", "--heroes", *SIMPLE[:4], *seats, "--seed", "5"]) == 0
    said = capsys.readouterr().out
    assert "aim where the die says; whom the ability is aimed at nobody -> " in said


@pytest.mark.parametrize("words", [("mutate",), ("fuzz",), ("vectors", "--out", "x")], ids=str)
def test_a_verb_that_is_about_duels_says_what_the_modes_have(words, capsys):
    verb, *more = words
    assert main([verb, GAME, *more]) == ExitCode.UNKNOWN_NAME
    assert f"{GAME} has properties and nothing else" in capsys.readouterr().err
