"""Comparing, shrinking, blaming and the damage cases of the conformance harness."""

import json
from dataclasses import replace
from random import Random

import pytest
from engines import FAULTS, Engine, case, run
from hypothesis import given, settings
from hypothesis import strategies as st

from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.fragments.pipeline import Damage
from dicelaw.oracle.conform import coverage as covered
from dicelaw.oracle.conform.blame import blamed
from dicelaw.oracle.conform.cases import Sight, case_of, flat
from dicelaw.oracle.conform.check import Outcome, check, greet
from dicelaw.oracle.conform.coverage import PAIR, Coverage
from dicelaw.oracle.conform.explore import Explorer
from dicelaw.oracle.conform.plays import built, open_setup, replayed
from dicelaw.oracle.conform.run import Finding
from dicelaw.oracle.conform.shrink import cut, shrunk
from dicelaw.oracle.conform.situations import rules_behind
from dicelaw.oracle.dice_masters.formats import TableDie
from dicelaw.oracle.dice_throne.damage_cases import cases, rules_of, total_of
from dicelaw.oracle.dice_throne.testing import setup_here
from dicelaw.oracle.formats.formats import Vector
from dicelaw.oracle.formats.protocol import DamageCase, Seen, SeenPlayer
from dicelaw.specs.statements import load

SMALL = st.integers(0, 12)


class Changed(Engine):
    """An engine whose answers are changed by a function before they go out."""

    def __init__(self, change, **options):
        super().__init__(**options)
        self.change = change

    def ask(self, question):
        answer = super().ask(question)
        return self.change(question, json.loads(json.dumps(answer))) or answer


def _checked(name, change):
    engine = Changed(change)
    return check(case(name), engine, greet(engine))


@pytest.fixture(scope="module")
def walks():
    explorer = Explorer("dice-throne", ["barbarian", "paladin"], 3, Coverage())
    return [explorer.next() for _ in range(6)]


def test_walks_are_vectors_and_the_same_for_the_same_seed(walks):
    for walk in walks:
        Vector.model_validate(walk.as_vector)
    again = Explorer("dice-throne", ["barbarian", "paladin"], 3, Coverage())
    assert [again.next().as_vector for _ in walks] == [walk.as_vector for walk in walks]


def test_probes_are_illegal(walks):
    sights = [sight for walk in walks for sight in (walk.begin, *(after for _, after in walk.steps))]
    probes = [(sight, one) for sight in sights for one in sight.illegal]
    assert len(probes) > 50
    for sight, one in probes:
        assert Sight({"observation": {}, "legal": [one]}).legal.keys().isdisjoint(sight.legal)


@pytest.mark.parametrize("lists", [True, False])
def test_the_faithful_engine_agrees_with_every_walk(walks, lists):
    engine = Engine(lists=lists)
    support = greet(engine)
    results = [check(walk, engine, support) for walk in walks]
    assert {result.outcome for result in results} == {Outcome.AGREES}
    assert [result.steps for result in results] == [len(walk.steps) for walk in walks]


@pytest.mark.parametrize("name", ["health", "cp", "hand", "deck"])
def test_each_number_that_is_shown_is_compared(name):
    def change(question, answer):
        if question["do"] == "observe":
            answer["observation"]["players"][1][name] += 1
            return answer
        return None

    found = _checked("sold-for-two", change).difference
    assert (found.kind, found.subject, found.seat) == ("shows", name, 2)


def test_what_the_rules_did_agrees_with_every_walk(walks):
    engine = Engine(reports=True)
    support = greet(engine)
    sights = [sight for walk in walks for sight in (walk.begin, *(after for _, after in walk.steps))]
    assert len([event for sight in sights for event in sight.events if event in support.reports]) > 10
    assert {check(walk, engine, support).outcome for walk in walks} == {Outcome.AGREES}


@pytest.mark.parametrize(
    ("told", "expected", "found"),
    [([], "conclusion/apply/all", "nothing"), (["income/take"], "conclusion/apply/all", "income/take")],
)
def test_a_step_of_the_rules_that_is_not_reported_is_blamed_on_its_rules(walks, told, expected, found):
    def change(question, answer):
        if question["do"] == "observe" and "conclusion/apply/all" in answer["events"]:
            answer["events"] = told
            return answer
        return None

    engine = Changed(change, reports=True)
    results = ((walk, check(walk, engine, greet(engine))) for walk in walks)
    walk, result = next((walk, result) for walk, result in results if result.difference)
    difference = result.difference
    assert (difference.subject, difference.expected, difference.found) == ("events", expected, found)
    assert "defense/apply-all-at-conclusion" in [one.rule for one in blamed(walk, result.steps, difference)]


NAMES = st.sampled_from(["a", "b", "stun"])
PLAYERS = st.builds(
    SeenPlayer,
    seat=st.sampled_from(["1", "2", "3"]),
    health=st.none() | st.integers(),
    tokens=st.none() | st.dictionaries(NAMES, st.integers(0, 2)),
    rolled=st.none() | st.dictionaries(NAMES, NAMES),
    reserve=st.none() | st.dictionaries(NAMES, st.builds(TableDie, face=NAMES)),
    bag=st.none() | st.lists(NAMES),
)
SIGHTS = st.builds(
    Seen,
    at=st.none() | NAMES,
    to_decide=st.sampled_from([None, "1", "chance", "nobody"]),
    players=st.lists(PLAYERS, max_size=3),
    dice=st.none() | st.dictionaries(NAMES, st.lists(st.integers(0, 7))),
    winners=st.none() | st.lists(st.sampled_from(["1", "2"])),
)


@given(seen=SIGHTS)
@settings(max_examples=60)
def test_whatever_position_is_shown_is_compared(seen):
    shown = {"answer": "position", "observation": seen.model_dump(exclude_none=True, by_alias=True)}
    engine = Changed(lambda question, _: {**shown, "legal": []} if question["do"] == "observe" else None)
    result = check(case("sold-for-two"), engine, greet(engine))
    assert result.outcome in (Outcome.DISAGREES, Outcome.ERROR)
    if result.difference is not None:
        assert "none is shown" not in Finding("", result.difference, (), ()).says
    shows_nothing = replace(greet(engine), shows=frozenset(), lists_legal=False)
    assert check(case("sold-for-two"), engine, shows_nothing).outcome is Outcome.AGREES


def test_a_position_without_players_says_nothing_of_them():
    assert flat({"to_decide": "1"}) == {("to_decide", 0): "1"}


def test_an_engine_that_reports_nothing_of_what_it_said_is_told():
    def change(question, answer):
        if question["do"] == "observe":
            del answer["events"]
            return answer
        return None

    engine = Changed(change, reports=True)
    result = check(case("sold-for-two"), engine, greet(engine))
    assert (result.outcome, "reports nothing" in result.why) == (Outcome.ERROR, True)


def test_what_is_missing_in_the_list_is_refused():
    def change(question, answer):
        if question["do"] == "observe" and answer.get("legal"):
            answer["legal"].pop(0)
            return answer
        return None

    found = _checked("sold-for-two", change).difference
    assert (found.kind, found.expected, found.found) == (
        "refuses", "the decision is legal", "not listed as legal",
    )  # fmt: skip


def test_refusing_a_legal_decision_is_blamed_on_what_it_rests_on():
    def change(question, _):
        return {"answer": "refused", "why": "no"} if question["do"] == "decide" else None

    result = _checked("sold-for-two", change)
    assert result.difference.found == "refused: no"
    rules = [one.rule for one in blamed(case("sold-for-two"), result.steps, result.difference)]
    assert rules[0] in ("main/sell-any-number", "cards/sell-value")
    assert rules.index("status/stun/no-actions") > rules.index("cards/sell-value")


@pytest.mark.parametrize(
    ("transition", "choices"),
    [
        ("main-1/play", {"action": "barbarian/no-such-card"}),
        ("main-1/play", {"action": 9999}),
        ("main-1/play", {}),
        ("main-1/no-such-thing", {}),
        ("offense/choose/decline", {}),
    ],
)
def test_nonsense_that_is_listed_as_legal_is_a_disagreement(transition, choices):
    nonsense = {"actor": "1", "transition": transition, "choices": choices, "text": "nonsense"}

    def change(question, answer):
        if question["do"] == "observe" and "legal" in answer:
            answer["legal"].append(nonsense)
            return answer
        return None

    tally = run(Changed(change), explore=2)
    assert {one.difference.kind for one in tally.findings.values()} == {"allows"}
    assert {one.difference.subject for one in tally.findings.values()} == {transition}


def test_an_error_of_support_is_no_disagreement():
    def change(question, answer):
        if question["do"] == "observe":
            del answer["observation"]["players"][0]["cp"]
            return answer
        return None

    result = _checked("sold-for-two", change)
    assert result.outcome is Outcome.ERROR
    assert "said that it shows cp, and does not show cp of player 1" in result.why


def test_a_play_counts_up_to_what_is_unsupported():
    def change(question, _):
        if question["do"] == "decide" and question["decision"]["transition"].endswith("announce"):
            return {"answer": "unsupported", "why": "abilities"}
        return None

    result = _checked("defends-undefendable", change)
    assert (result.outcome, result.steps, result.why) == (Outcome.AGREES, 7, "only so far: abilities")


def test_a_case_may_accept_another_reading():
    one = case("sold-for-two").as_vector
    wrong = json.loads(json.dumps(one["steps"]))
    wrong[0]["expect"]["observation"]["players"][0]["cp"] += 5
    both = {**one, "steps": wrong, "accepts": [{"reading": "r", "answer": "a", "steps": one["steps"]}]}
    engine = Engine()
    support = greet(engine)
    assert check(case_of({**both, "accepts": []}), engine, support).outcome is Outcome.DISAGREES
    result = check(case_of(both), engine, support)
    assert (result.outcome, result.why) == (Outcome.AGREES, "as under the reading r=a")


def test_only_what_is_supported_is_tested():
    def change(question, answer):
        if question["do"] == "hello":
            return {**answer, "parts": ["duel"], "heroes": ["ninja"]}
        return None

    tally = run(Changed(change), explore=0)
    assert (tally.results, tally.planned) == ([], 0)
    tally = run(Changed(change), explore=2)
    assert len(tally.results) == tally.planned
    engine = Changed(change)
    result = check(case("sold-for-two"), engine, greet(engine))
    assert (result.outcome, result.why) == (Outcome.SKIPPED, "it does not support the hero barbarian")


def test_a_position_is_a_setup_again(walks):
    for walk in walks:
        session = open_setup(walk.setup)
        again = open_setup(setup_here(session, walk.setup))
        assert flat(built("x", walk.setup, []).begin.data["observation"]) == flat(
            built("x", setup_here(again, walk.setup), []).begin.data["observation"]
        )


def test_plays_begin_at_the_very_beginning_too():
    explorer = Explorer("dice-throne", ["barbarian", "paladin"], 0, Coverage())
    made = [explorer.next() for _ in range(2)]
    opening = next(one for one in made if one.setup["start"] == "setup")
    assert opening.setup["players"] == [{"hero": "barbarian"}, {"hero": "paladin"}]
    assert opening.decisions[0]["transition"] == "setup/start-player"
    assert [one["transition"] for one in opening.decisions[1:9]] == ["draw/card"] * 8
    hands = [player["hand"] for player in opening.steps[8][1].data["observation"]["players"]]
    assert hands == [4, 4]
    assert "setup/shuffle-and-draw" in opening.rules


def test_what_a_total_hangs_on_is_told_from_what_it_does_not():
    seen = {}
    for fault in ("half-rounded-down", "half-sent-back-late"):
        made = case(fault)
        session = replayed(made, len(made.steps)).session
        steps = {session.transition(step.move).id: step for step in session.events}
        seen[fault] = rules_behind(session, steps["conclusion/apply/all"])
    assert "damage/total/division-rounds-up" in seen["half-rounded-down"]
    assert "damage/total/division-rounds-up" not in seen["half-sent-back-late"]
    assert "status/retribution/half-back" in seen["half-sent-back-late"]
    assert "status/retribution/half-back" not in seen["half-rounded-down"]


def test_a_play_promises_what_was_not_tested():
    coverage = Coverage()
    moments = [
        covered.Tested(("a", "b"), ("rule",), ("case",), "card"),
        covered.Tested(("b",), (), (), "token"),
    ]
    assert coverage.promise(moments) == 2 + 1 + 1 + 2 + PAIR
    coverage.count(moments[:1])
    assert coverage.promise(moments) == 1 + PAIR
    coverage.count(moments)
    assert coverage.promise(moments) == 0


def test_a_disagreement_is_shrunk_to_what_matters():
    explorer = Explorer("dice-throne", ["barbarian", "paladin"], 5, Coverage())
    engine = Engine("sold-for-two")
    support = greet(engine)
    for _ in range(30):
        walk = explorer.next()
        result = check(walk, engine, support)
        if result.difference is not None and result.steps > 3:
            break
    assert result.difference is not None
    shown = shrunk(cut(walk, result.steps, result.difference), engine, support)
    assert len(shown.case.steps) <= 2
    assert shown.size < (result.steps, len(str(walk.setup)))
    assert shown.difference.signature == result.difference.signature
    assert check(shown.case, engine, support).difference is not None
    sound = Engine()
    assert check(shown.case, sound, greet(sound)).outcome is Outcome.AGREES


@settings(max_examples=60, deadline=None, derandomize=True)
@given(SMALL, SMALL, SMALL, st.integers(0, 3), st.integers(0, 2))
def test_damage_cases_have_the_total_of_the_pipeline(incoming, added, prevented, halvings, doublings):
    damage = {
        "kind": "undefendable", "incoming": incoming, "added": added, "prevented": prevented,
        "halvings": halvings, "doublings": doublings,
    }  # fmt: skip
    pipeline = Damage(*map(constant, (incoming, added, prevented, doublings, halvings))).total()
    from dicelaw.model.kernel.concrete import _evaluator

    assert total_of(damage) == _evaluator(pipeline)((), {})
    assert total_of({**damage, "avoided": True}) == 0
    assert total_of({**damage, "kind": "ultimate", "avoided": True}) == (incoming + added) * (1 + doublings)


def test_damage_cases_are_well_formed_and_cite_modelled_rules():
    known = {one.id for one in load("dice-throne")}
    rows = [*cases()]
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        DamageCase.model_validate(row)
        assert known.issuperset(rules_of(row["damage"]))


def test_every_fault_breaks_a_known_rule():
    assert {fault.rule for fault in FAULTS.values()} <= {one.id for one in load("dice-throne")}
    assert len(FAULTS) >= 12


class Coin:
    """The faithful engine, whose health and totals are wrong in half of the answers."""

    def __init__(self, seed):
        self.faithful, self.dice = Engine(), Random(seed)

    def ask(self, question):
        answer = self.faithful.ask(question)
        if self.dice.random() < 0.5:
            if "total" in answer:
                return {**answer, "total": answer["total"] + 1}
            for player in answer.get("observation", {}).get("players", ())[:1]:
                player["health"] += 1
        return answer

    def close(self):
        self.faithful.close()


@pytest.mark.parametrize("seed", range(6))
def test_an_engine_that_is_wrong_half_of_the_time_is_unsteady(seed):
    """It does not pass for one that breaks a rule because a few answers were wrong in a row."""
    tally = run(Coin(seed), explore=15)
    assert tally.count(Outcome.UNSTEADY) > 5
    assert not tally.findings
