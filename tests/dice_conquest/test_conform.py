"""The conformance harness on Dice Conquest: the faithful engine passes, and each planted fault is named."""

import json
from random import Random

import pytest
from engines import Engine

from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.mutation.ports import port
from dicelaw.oracle.conform.cases import read_vectors
from dicelaw.oracle.conform.check import Outcome, check, greet
from dicelaw.oracle.conform.coverage import Coverage
from dicelaw.oracle.conform.engine import Supervised
from dicelaw.oracle.conform.explore import Explorer
from dicelaw.oracle.conform.plays import built, open_setup
from dicelaw.oracle.conform.report import lines
from dicelaw.oracle.conform.run import Plan, Tally, conform
from dicelaw.oracle.files.codec import observation
from dicelaw.oracle.files.stage import session_of, stage_of
from dicelaw.oracle.formats.formats import Vector
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.session import Session

GAME = "dice-conquest"
QUEST = description(GAME)


def _setup(display, heroes=("scholar", "shieldmaiden"), **more):
    players = [{"hero": hero} for hero in heroes]
    dice = {"d4": 1, "d6": 5, "d8": 7, "d10": 3, "d10%": 8, "d12": 12, "d20": 9}
    lying = {die for row in display.values() for die in row}
    found = {"game": GAME, "players": players, "turn": "1", "start": "turn", "display": display,
             "available": {die: face for die, face in dice.items() if die not in lying}}  # fmt: skip
    return {**found, **more}


def _step(transition, **choices):
    return {"transition": transition, "choices": choices}


def _place(die, card):
    return [_step("turn/choose", die=die), _step("attack/place", card=card)]


class Wrong(Engine):
    """The faithful engine, with what it shows changed."""

    def __init__(self, change):
        super().__init__()
        self.change = change

    def ask(self, question):
        answer = super().ask(question)
        if question["do"] == "observe":
            self.change(answer["observation"])
        return answer


def _one_more(name):
    def change(seen):
        seen["players"][0][name] = seen["players"][0].get(name, 0) + (seen["at"] != "turn")

    return change


def _slain_dice_available(seen):
    if seen["at"] == "after" and not seen["display"]:
        seen["available"]["d8"], seen["spent"] = 7, [die for die in seen["spent"] if die != "d8"]


def _one_off(seen):
    for row in seen["display"]:
        row["damage"] += bool(row["dice"])


PLAYS = {
    "dice-of-the-slain": (
        _slain_dice_available, _setup({"drum-goblin": {}}), _place("d8", "drum-goblin"), "slay/dice-to-spent",
    ),
    "damage-one-off": (
        _one_off, _setup({"clay-giant": {}}), _place("d10%", "clay-giant"), "placement/value-is-damage",
    ),
    "health-of-a-hero": (
        _one_more("health"), _setup({"wailer": {}}), [_step("turn/pass")],
        "round-end/damage-dealt-one-by-one",
    ),
}  # fmt: skip


def _run(engine, vectors=(), explore=0, seed=0):
    tally = Tally()
    for _ in conform(Plan(GAME, vectors, explore, seed), Supervised(lambda: engine), tally):
        pass
    return tally


@pytest.mark.parametrize("fault", PLAYS)
def test_a_wrong_value_is_found_and_its_rule_named(fault, tmp_path):
    change, setup, decisions, rule = PLAYS[fault]
    case = built(fault, setup, decisions)
    assert case is not None, "the play is not legal"
    (tmp_path / "vectors.jsonl").write_text(json.dumps(case.as_vector) + "\n", encoding="utf-8")
    vectors = read_vectors(tmp_path, GAME)
    assert _run(Engine(), vectors).count(Outcome.AGREES) == 1
    tally = _run(Wrong(change), vectors)
    assert (tally.count(Outcome.DISAGREES), tally.count(Outcome.ERROR)) == (1, 0)
    (finding,) = tally.findings.values()
    assert rule in [need.rule for need in finding.rules]
    assert any("display: " in line for line in lines(tally))


def test_walks_are_vectors_that_the_faithful_engine_agrees_with():
    engine = Engine()
    explorer, support = Explorer(GAME, QUEST.starters(), 1, Coverage()), greet(engine)
    heroes = set()
    for _ in range(16):
        walk = explorer.next()
        heroes.add(QUEST.between(walk.setup))
        Vector.model_validate(walk.as_vector)
        result = check(walk, engine, support)
        assert (result.outcome, result.steps) == (Outcome.AGREES, len(walk.steps))
        explorer.heard(walk, result)
    assert len(heroes) == 2


def test_a_position_is_a_setup_again_and_begins_as_proofs_take_it():
    for opening in QUEST.openings(GAME):
        opened = session_of(opening).game
        begin, seeker = QUEST.begins(opened), QUEST.seeker(GAME, opening, "positions")
        for _ in range(20):
            setup = seeker.setup()
            session = open_setup(setup)
            assert session.reader.value(begin[session.at], session.state)
            here = QUEST.setup_here(session, setup)
            assert (here is None) == (session.at == "setup/heroes")
            if here is not None:
                assert observation(open_setup(here)) == observation(session)


def test_two_states_look_the_same_where_their_observations_are_equal():
    draw, opening, differing = Random(5), QUEST.openings(GAME)[0], 0
    opened = session_of(opening).game
    assert isinstance(opened, QuestMachine)
    view, seeker = stage_of(opened).view, QUEST.seeker(GAME, opening, "view")
    terms = [Session(opened).reader.compiled(term) for term in port(GAME).shown(opened)]
    slots = opened.machine.slots
    for _ in range(6):
        state = seeker.play(session_of(seeker.setup()), stage_of(opened)).states[-1]
        for place in draw.sample(range(1, len(slots)), 60):
            other = list(state)
            other[place] = draw.randint(slots[place].lo, min(slots[place].hi, 6))
            one, two = (observation_of(opened, values) for values in (state, tuple(other)))
            same = one == two
            assert same == (view(state) == view(tuple(other))), slots[place].name
            assert same or any(term(state, {}) != term(tuple(other), {}) for term in terms)
            differing += not same
    assert differing > 30


def observation_of(opened, state):
    """An observation without who decides, which an onlooker knows besides."""
    found = observation(Session(opened, state))
    del found["to_decide"]
    return found
