"""Vectors of Dice Masters: positions, what an onlooker sees, and what is recorded."""

from random import Random

import pytest
from allowed import still
from served import Client

from dicelaw.checker.proof.induction import invariant_parts
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.mutation.ports import port
from dicelaw.oracle.files.codec import observation
from dicelaw.oracle.files.ruling_vectors import of_case, written
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.files.stage import session_of, stage_of
from dicelaw.oracle.files.vectors import recorded, vector
from dicelaw.oracle.formats.formats import Vector
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.session import Session
from dicelaw.specs.patterns import matches

GAMES = ("dice-masters@2016", "dice-masters@2018")
POKED = ("life", "virtual", "zone", "owner", "face", "damage", "plus_attack", "plus_defense", "blocks",
         "incoming", "aimed", "picked", "used", "queue", "turn", "winner", "assigned", "spare",
         "keeper")  # fmt: skip


def _openings(game):
    return description(game).openings(game)


def _seeker(opening, seed):
    return description(opening["game"]).seeker(opening["game"], opening, seed)


@pytest.mark.parametrize("game", GAMES)
def test_two_states_look_the_same_where_their_observations_are_equal(game):
    draw, opening = Random(5), _openings(game)[0]
    opened = session_of(opening).game
    view, reader = stage_of(opened).view, Concrete(opened.machine)
    terms = [reader.compiled(term) for term in port(game).shown(opened)]
    slots = opened.machine.slots
    pokes = [place for place, slot in enumerate(slots) if slot.name.partition("[")[0] in POKED]
    differing = 0
    for seed in range(6):
        seeker = _seeker(opening, str(seed))
        play = seeker.play(session_of(seeker.setup()), stage_of(opened))
        for state in play.states[::4]:
            session = Session(opened, state)
            shown, seen_there = _shown(session), view(session.state)
            for place in draw.sample(pokes, 25):
                other = list(state)
                other[place] = draw.randint(slots[place].lo, min(slots[place].hi, 6))
                poked = Session(opened, tuple(other))
                same = shown == _shown(poked)
                assert same == (seen_there == view(poked.state)), slots[place].name
                differing += not same
                told = [term(state, {}) != term(poked.state, {}) for term in terms]
                assert same or any(told), slots[place].name
    assert differing > 40


def _shown(session):
    """An observation without who decides, which an onlooker knows besides."""
    found = observation(session)
    del found["to_decide"]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_as_proofs_take_them_to_begin(game):
    copying = [one for one in _openings(game) if one["teams"] in ("copies", "taking")]
    assert len(copying) == 2
    seen, copies = set(), set()
    for opening in (*_openings(game)[:2], *copying):
        opened = session_of(opening).game
        begin = description(game).begins(opened)
        stated = [part for one in port(game).invariants(opened) for part in invariant_parts(one.claim)]
        seeker = _seeker(opening, "positions")
        for _ in range(80):
            setup = seeker.setup()
            session = session_of(setup)
            seen.add(session.at)
            copies |= {opening["teams"] for row in setup["players"] if row.get("copies")}
            assert session.reader.value(begin[session.at], session.state)
            here = [part.holds for part in stated if matches(session.at, part.at)]
            assert all(session.reader.value(holds, session.state) for holds in here)
    assert seen == {"setup", "clear", "main", "attack"}
    assert copies == {"copies", "taking"}


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_makes_the_same_plays_and_an_aim_is_come_near(game):
    opening = _openings(game)[0]
    stage, made = stage_of(session_of(opening).game), []
    for _ in range(2):
        seeker = _seeker(opening, "seed")
        setups = [seeker.setup() for _ in range(3)]
        made.append([(one, seeker.play(session_of(one), stage).moves) for one in setups])
    assert made[0] == made[1]
    seeker = _seeker(opening, "aim")
    there = next(
        state
        for _ in range(60)
        for state in seeker.play(session_of(seeker.setup()), stage).states
        if stage.machine.points[state[0]].id == "assign/divide"
    )
    aim = seeker.aim(there, None)
    plays = [seeker.play(session_of(seeker.setup(aim)), stage, aim) for _ in range(20)]
    assert sum(any(state[0] == there[0] for state in play.states) for play in plays) >= 4


@pytest.mark.parametrize("game", GAMES)
def test_what_is_recorded_still_fits(game):
    records = recorded(game)
    assert len({one.id for one in records}) == len(records) > 100
    assert {one.between for one in records} <= {description(game).between(one) for one in _openings(game)}
    for one in records[::140]:
        made = still(vector, one)
        Vector.model_validate(made)
        assert len(made["steps"]) == len(one.moves)
        assert made["checks"]
    assert any(one.accepts for one in records)


@pytest.mark.parametrize("game", GAMES)
def test_each_ruling_on_the_edition_is_a_vector(game):
    before = len(recorded(game))
    found = {one.id: one for one in written(game)[before:]}
    cases = description(game).rulings().cases
    own = [case for case in cases if any(one.game == game for one in case.expected)]
    assert found
    assert {f"vector/{game}/{case.id}" for case in own} == set(found)
    for case in own[::40]:
        made = Vector.model_validate(vector(of_case(case, game)))
        assert made.rules == list(case.cites)


def test_a_vector_is_a_play_of_the_service():
    one = next(one for one in recorded(GAMES[1]) if len(one.moves) > 5)
    client, made = Client(), vector(one)
    keys = client.open(setup=dict(one.setup))
    for step in made["steps"]:
        shown = client.ask("apply", session=keys["owner"], decision=step["decision"])
        assert shown["observation"] == step["expect"]["observation"]
    session = session_of(one.setup)
    settle(session)
    assert observation(session) == made["begin"]["observation"]
