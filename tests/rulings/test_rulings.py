"""Every ruling is played, and all that the documents answer is accounted for."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import count

import pytest
from modelled import MODELLED

from dicelaw.oracle.files.ruling_vectors import cases_of, moves_of, name_of, of_case, ruled, setup_of
from dicelaw.oracle.files.rulings import run
from dicelaw.specs.dice_masters.rulings import load as load_tables
from dicelaw.specs.dice_throne.rulings import FAQ
from dicelaw.specs.dice_throne.rulings import load as load_duels
from dicelaw.specs.rulings import Rulings
from dicelaw.specs.statements import known_rules

DUELS, TABLES = load_duels(), load_tables()
ALL = Rulings((*DUELS.cases, *TABLES.cases), (*DUELS.left_out, *TABLES.left_out))
EXAMPLES = (*DUELS.examples, *TABLES.examples)
COLLECTED = (
    5, 7, 10, 11, 15, 17, 19, 20, 22, 25, 26, 28, 29, 34, 36, 38, 40, 41, 56, 57, 59, 60, 66, 69, 70, 71, 72,
    74, 77, 79, 80, 86, 88, 89, 90, 93, 97, 98, 101, 104, 106, 108, 111, 116, 119, 120, 122, 123, 124, 127,
)  # fmt: skip
"""The numbers of the collected questions and answers about Dice Throne that were looked at."""
FEW = 4
"""Fewer cases than these on a machine are few."""
RECORD = "the recorded play of this ruling is another one: run `make record RECORDFLAGS=rulings`"
TABLES_COLLECTED = range(1, 73)
"""The same of Dice Masters."""


def everything(rulings):
    return (*rulings.cases, *rulings.left_out)


@cache
def kept(game):
    """The plays of the rulings that are recorded, by id."""
    return {one.id: one for one in ruled(game)}


def by_machine(cases):
    """``cases`` in an order in which those that are played on one machine follow each other.

    To build a machine takes longer than to play on it: of the cases on machines that few have, one in four is
    left to `make test`.
    """
    machines = {case.id: str(_machines(case)) for case in cases}
    several, seldom = Counter(machines.values()), count()
    for case in sorted(cases, key=lambda case: machines[case.id]):
        slow = several[machines[case.id]] < FEW and next(seldom) % 4
        yield pytest.param(case, id=case.id, marks=[pytest.mark.slow] if slow else [])


def _machines(case):
    data = case.scenario.data
    who = data.get("teams"), [player.get("hero") for player in data.get("players", ())]
    return [(one.game, who, sorted(one.readings.items())) for one in case.expected]


@pytest.mark.parametrize("case", [*by_machine((*ALL.cases, *EXAMPLES))])
def test_the_machine_does_what_the_text_says(case):
    """And the vector of a ruling plays what the ruling does, under the same answers to open points."""
    verdicts = run(case)
    assert not [f"{verdict.game}: {one}" for verdict in verdicts for one in verdict.differences]
    if not case.question:
        return
    plays = [(kept(one.game)[name_of(case, one.game)], one) for one in verdicts]
    same = [one for one in plays if one[0].setup == setup_of(case, one[1].game, one[1].readings)]
    assert {one.game for _, one in same} == {one.game for one in verdicts}, RECORD
    for play, verdict in same:
        assert play.rules == case.cites, RECORD
        own = moves_of(verdict.session)
        assert play.moves[: len(own)] == own, RECORD


def test_an_example_says_what_holds_in_a_sentence():
    assert len(EXAMPLES) > 1
    for one in EXAMPLES:
        assert one.answer.startswith("Given ") or one.answer.startswith("When "), one.id
        assert one.answer.endswith("."), one.id


@pytest.mark.slow
@pytest.mark.parametrize("game", MODELLED)
def test_the_vector_of_a_ruling_goes_on_to_the_end_of_the_phase(game):
    cases = {name_of(case, game): case for case in cases_of(game)}
    assert set(kept(game)) == set(cases)
    for id in sorted(cases)[::20]:
        assert replace(kept(game)[id], checks="") == of_case(cases[id], game)


@pytest.mark.parametrize(
    ("rulings", "begins"),
    [(DUELS, "ruling/"), (TABLES, ("ruling/dice-masters/", "example/20"))],
    ids=["dice-throne", "dice-masters"],
)
def test_ids_are_used_once_and_name_their_subject(rulings, begins):
    counts = Counter(one.id for one in everything(rulings))
    assert not [id for id, count in counts.items() if count > 1]
    assert all(id.startswith(begins) and id.count("/") == 2 for id in counts)


@pytest.mark.parametrize(("rulings", "game"), [(DUELS, "dice-throne"), (TABLES, "dice-masters")])
def test_cited_rules_are_there_and_sources_are_given(rulings, game):
    assert {rule for case in rulings.cases for rule in case.cites} <= known_rules(game)
    assert all(str(one.source) for one in everything(rulings))


def test_every_answer_to_a_frequently_asked_question_is_played_or_left_out():
    played = {answer for case in DUELS.cases for answer in case.source.faq}
    left_out = {answer for one in DUELS.left_out for answer in one.source.faq}
    assert played | left_out == {
        (section, number) for section, count in FAQ.items() for number in range(1, count + 1)
    }
    assert not played & left_out


def test_every_collected_answer_is_played_or_left_out():
    found = {name for one in everything(DUELS) for name in one.source.ref}
    assert found == {f"dtqa-{number:03}" for number in COLLECTED}
    played = {name for one in TABLES.cases for name in one.source.ref}
    left_out = {name for one in TABLES.left_out for name in one.source.ref}
    assert played | left_out == {f"dmqa-{number:02}" for number in TABLES_COLLECTED}
    assert not played & left_out


def test_a_ruling_that_another_one_points_to_is_there():
    known = {one.id for one in everything(ALL)}
    words = [word.strip(".,;()") for one in ALL.left_out for word in one.because.split()]
    assert not [word for word in words if word.startswith("ruling/") and word not in known]


def test_questions_and_answers_are_sentences():
    for case in ALL.cases:
        assert case.question.endswith("?"), case.id
        assert case.answer.endswith("."), case.id
