"""The conformance harness on Dice Masters: the faithful engine passes, and each planted fault is named."""

import json

import pytest
from engines import FAULTS, TABLE_FAULTS, Engine

from dicelaw.oracle.conform.blame import blamed
from dicelaw.oracle.conform.cases import read_vectors
from dicelaw.oracle.conform.check import Difference, Outcome, check, greet
from dicelaw.oracle.conform.coverage import Coverage
from dicelaw.oracle.conform.engine import Supervised
from dicelaw.oracle.conform.explore import Explorer
from dicelaw.oracle.conform.plays import built, open_setup
from dicelaw.oracle.conform.report import lines
from dicelaw.oracle.conform.run import Finding, Plan, Tally, conform
from dicelaw.oracle.formats.formats import Vector
from dicelaw.oracle.games.description import description
from dicelaw.specs.statements import load

NEW, OLD = "dice-masters@2018", "dice-masters@2016"


def _setup(start, one, two, turn=1, teams="timing"):
    return {"game": NEW, "teams": teams, "turn": str(turn), "start": start, "players": [one, two]}


def _step(transition, **choices):
    return {"transition": transition, "choices": choices}


def _attack(attacker, *blockers):
    """An attack with one die, and the dice that block it."""
    blocks = [_step("block/block", die=die, attacker=attacker) for die in blockers]
    return [_step("attack/send", die=attacker), _step("attack/go"), *blocks, _step("block/pass")]


NOVA, RONAN, BEAST, LOIS = (
    "nova-quasar/1",
    "ronan-treason/1",
    "beast-genetic-expert/1",
    "lois-lane-reporter/1",
)
REACTS = _step("damage/react/lois-lane", event="player-1")
PLAYS = {
    "virtual-energy-kept": (_setup("main", {"virtual": 2}, {}), [_step("main/pass")]),
    "stack-for-queue": (
        _setup("attack", {"field": {BEAST: "level 1", "iron-man-inventor/1": "level 3"}},
               {"field": {RONAN: "level 1"}}, 2),
        [*_attack(RONAN, BEAST, "iron-man-inventor/1"), _step("assign/give", die=BEAST, amount=5),
         _step("due/ko", die=RONAN), _step("due/ko", die=BEAST)],
    ),
    "ko-before-damaged": (
        _setup("attack", {"field": {NOVA: "level 1"}}, {"field": {RONAN: "level 3"}}),
        [*_attack(NOVA, RONAN), _step("due/damage", die=NOVA)],
    ),
    "redirect-changes-source": (
        _setup("attack", {"field": {"sidekick/1": 6}, "reserve": {"iron-man-inventor/1": "shield"}},
               {"field": {LOIS: "level 3"}}, 2),
        [*_attack(LOIS), _step("damage/react/iron-man", die="1/sidekick/1"),
         _step("pay/pay", die="iron-man-inventor/1", amount=1)],
    ),
    "reacts-again": (
        _setup("attack", {"reserve": {"iron-man-inventor/1": "shield", "iron-man-inventor/2": "shield"}},
               {"field": {RONAN: "level 3"}}, 2),
        [*_attack(RONAN), REACTS, _step("pay/pay", die="iron-man-inventor/1", amount=1)],
    ),
    "fourth-die-rolled": (
        _setup("setup", {}, {}),
        [_step("setup/toss", player="1"), _step("setup/first"),
         *(_step("draw/draw", die=f"1/sidekick/{number}") for number in range(1, 5))],
    ),
    "damage-stays": (
        _setup("attack", {"field": {"sidekick/1": 6}}, {"field": {RONAN: "level 3"}}),
        [*_attack("1/sidekick/1", RONAN), _step("draw/draw", die="2/sidekick/1")],
    ),
    "buys-of-opponent": (
        _setup("main", {"reserve": {f"sidekick/{number}": "fist" for number in (1, 2, 3)}}, {}), []
    ),
}  # fmt: skip
"""For each fault a play that shows it."""


def _run(engine, game=NEW, vectors=None, explore=0, seed=0):
    tally = Tally()
    given = () if vectors is None else read_vectors(vectors, game)
    for _ in conform(Plan(game, given, explore, seed), Supervised(lambda: engine), tally):
        pass
    return tally


def _rules(tally):
    return [need.rule for finding in tally.findings.values() for need in finding.rules]


@pytest.mark.slow
@pytest.mark.parametrize("game", [NEW, OLD])
def test_walks_are_vectors_that_the_faithful_engine_agrees_with(game):
    engine = Engine()
    explorer, support = Explorer(game, description(game).starters(), 1, Coverage()), greet(engine)
    for _ in range(8):
        walk = explorer.next()
        Vector.model_validate(walk.as_vector)
        result = check(walk, engine, support)
        assert (result.outcome, result.steps) == (Outcome.AGREES, len(walk.steps))
        explorer.heard(walk, result)


@pytest.mark.parametrize("game", [NEW, OLD])
def test_a_position_is_a_setup_again(game):
    explorer = Explorer(game, description(game).starters(), 2, Coverage())
    for _ in range(6):
        session = open_setup(explorer.next().setup)
        again = open_setup(description(game).setup_here(session, explorer.walk.setup))
        assert again.state == session.state


def test_every_fault_breaks_a_known_rule():
    known = {one.id for one in load("dice-masters")}
    assert {fault.rule for fault in TABLE_FAULTS.values()} <= known
    assert not TABLE_FAULTS.keys() & FAULTS.keys()
    assert len(TABLE_FAULTS) >= 5


def test_an_engine_without_these_teams_is_not_asked_about_them():
    class Small(Engine):
        def ask(self, question):
            answer = super().ask(question)
            return {**answer, "teams": ["brawl"]} if question["do"] == "hello" else answer

    tally = _run(Small(), explore=3)
    assert tally.count(Outcome.AGREES) == 3
    setup = dict(description(NEW).openings(NEW)[0])
    engine = Small()
    result = check(built("x", setup, []), engine, greet(engine))
    assert result.why == "it does not support the teams x-men-demo"


def test_an_engine_of_another_game_is_not_tested():
    class Duels(Engine):
        def ask(self, question):
            answer = super().ask(question)
            return {**answer, "parts": ["duel"]} if question["do"] == "hello" else answer

    (result,) = _run(Duels(), explore=3).results
    assert (result.outcome, result.why) == (Outcome.SKIPPED, "it does not support the part table")


def test_what_differs_is_said_die_by_die():
    class Weak(Engine):
        def ask(self, question):
            answer = super().ask(question)
            for player in answer.get("observation", {}).get("players", ()):
                for die in player["field"].values():
                    die["attack"] += 1
            return answer

    setup = {
        "game": NEW, "teams": "x-men-demo", "turn": "1", "start": "attack",
        "players": [{"field": {"sidekick/1": 6, "sidekick/2": 6}}, {}],
    }  # fmt: skip
    engine = Weak()
    result = check(built("x", setup, []), engine, greet(engine))
    assert (result.difference.subject, result.difference.seat) == ("field", 1)
    assert "1/sidekick/1 (" in result.difference.found
    assert "attack 2" in result.difference.found


@pytest.mark.parametrize("fault", TABLE_FAULTS)
def test_each_fault_is_caught_and_its_rule_named(fault, tmp_path):
    case = built(f"example/{fault}", *PLAYS[fault])
    assert case is not None, "the play is not legal"
    (tmp_path / "vectors.jsonl").write_text(json.dumps(case.as_vector) + "\n", encoding="utf-8")
    assert _run(Engine(), vectors=tmp_path).count(Outcome.AGREES) == 1
    tally = _run(Engine(fault), vectors=tmp_path)
    assert (tally.count(Outcome.DISAGREES), tally.count(Outcome.ERROR)) == (1, 0)
    (finding,) = tally.findings.values()
    assert TABLE_FAULTS[fault].rule in [need.rule for need in finding.rules]
    assert any("the play, from" in line for line in lines(tally))


class Beginner(Engine):
    """An engine of the first two steps of a turn."""

    def ask(self, question):
        if question["do"] == "start" and question["setup"]["start"] not in ("setup", "clear"):
            return {"answer": "unsupported", "why": "a play that begins later"}
        if question["do"] == "decide" and question["decision"]["transition"].startswith(("main/", "attack/")):
            return {"answer": "unsupported", "why": "what comes later"}
        return super().ask(question)


@pytest.mark.slow
def test_what_is_not_supported_is_soon_left_out():
    tally = _run(Beginner(), explore=40)
    skipped = [result.why for result in tally.results if result.outcome is Outcome.SKIPPED]
    assert 2 <= len(skipped) <= 12
    assert {"draw/shortage-life@2018", "draw/refill-from-used"} <= tally.coverage.rules.keys()


@pytest.mark.slow
def test_steps_that_are_not_made_are_soon_left_out():
    class Passing(Engine):
        """It begins every play, and buys and fields nothing."""

        def ask(self, question):
            bought = ("main/buy", "main/field")
            if question["do"] == "decide" and question["decision"]["transition"] in bought:
                return {"answer": "unsupported", "why": "purchases and characters"}
            return super().ask(question)

    results = _run(Passing(), explore=30).results
    stopped = [number for number, result in enumerate(results) if result.unsupported]
    assert len(stopped) >= 3
    assert sum(number >= 15 for number in stopped) <= 3
    assert all(result.begun for result in results)


def test_an_engine_that_begins_plays_and_makes_no_step_is_not_said_to_begin_none():
    class Still(Engine):
        def ask(self, question):
            if question["do"] == "decide":
                return {"answer": "unsupported", "why": "all steps"}
            return super().ask(question)

    tally = _run(Still(), explore=4)
    assert {(result.outcome, result.why) for result in tally.results} == {
        (Outcome.SKIPPED, "only so far: all steps")
    }


def test_plays_that_come_to_one_disagreement_are_one():
    class Unclear(Beginner):
        def ask(self, question):
            answer = super().ask(question)
            for player in answer.get("observation", {}).get("players", ()):
                player["used"], player["out_of_play"] = [], player["out_of_play"] + player["used"]
            return answer

    tally = _run(Unclear(), explore=12)
    found = [(one.difference.signature, one.rules[:3]) for one in tally.findings.values()]
    assert len({str(one) for one in found}) == len(found)
    assert sum(tally.times.values()) == tally.count(Outcome.DISAGREES) > len(found)


def _after(setup, *moves):
    case = built("x", {"game": NEW, "teams": "x-men-demo", "turn": "1", **setup}, moves)
    return case, len(case.steps)


@pytest.mark.parametrize("turn", [1, 2])
def test_what_happens_too_early_is_blamed_on_what_keeps_it_from_happening(turn):
    players = [{}, {}]
    players[turn - 1] = {"bag": ["sidekick/1"]}
    setup = {"start": "clear", "players": players, "turn": turn}
    dice = f"{turn}/sidekick/2, {turn}/sidekick/3"
    rules = blamed(*_after(setup), Difference("shows", "used", turn, dice, "none", partly=True))
    assert rules[0].rule == "draw/refill-from-used"
    short = "draw/shortage-life@2018"
    other = blamed(*_after(setup), Difference("shows", "life", 3 - turn, "10", "9"))
    assert short not in [one.rule for one in other]
    own = blamed(*_after(setup), Difference("shows", "life", turn, "10", "9"))
    assert short in [one.rule for one in own]


def test_going_back_to_where_play_was_is_blamed_on_what_left_it():
    players = [{"bag": [f"sidekick/{number}" for number in range(1, 5)]}, {}]
    draws = [
        {"transition": "draw/draw", "choices": {"die": f"1/sidekick/{number}"}} for number in range(1, 5)
    ]
    rolls = [{"transition": "roll/die", "choices": {"face": 1}}] * 4
    again = [
        {"transition": "reroll/pick", "choices": {"die": "1/sidekick/1"}},
        {"transition": "reroll/reroll", "choices": {}},
        {"transition": "reroll/roll/die", "choices": {"face": 2}},
    ]
    play = _after({"start": "clear", "players": players}, *draws, *rolls, *again)
    rules = blamed(*play, Difference("shows", "at", 0, "main", "reroll"))
    assert rules[0].rule == "roll/no-second-reroll"


@pytest.mark.parametrize(
    ("expected", "found", "says"),
    [
        ("none", "2/sidekick/8", "prep of player 2: 2/sidekick/8 is shown and should not be there"),
        ("2/sidekick/8", "none", "prep of player 2: 2/sidekick/8 should be there, and is not shown"),
        (
            "2/sidekick/8", "2/sidekick/7",
            "prep of player 2: 2/sidekick/8 should be there, and 2/sidekick/7 is shown instead",
        ),
    ],
)  # fmt: skip
def test_of_several_things_it_is_said_which_is_wrong(expected, found, says):
    difference = Difference("shows", "prep", 2, expected, found, partly=True)
    assert Finding("", difference, (), ()).says == says


def test_exploring_finds_a_fault_by_itself():
    tally = _run(Engine("buys-of-opponent"), explore=6)
    assert "purchase/own-cards-only-owner" in _rules(tally)
