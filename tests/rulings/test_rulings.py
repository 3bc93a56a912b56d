"""Every ruling is played, and all that the documents answer is accounted for."""

from collections import Counter

import pytest

from dicelaw.oracle.rulings import run
from dicelaw.specs.dice_throne.rulings import FAQ, load
from dicelaw.specs.statements import known_rules

RULINGS = load()
EVERYTHING = (*RULINGS.cases, *RULINGS.left_out)
COLLECTED = (
    5, 7, 10, 11, 15, 17, 19, 20, 22, 25, 26, 28, 29, 34, 36, 38, 40, 41, 56, 57, 59, 60, 66, 69, 70, 71, 72,
    74, 77, 79, 80, 86, 88, 89, 90, 93, 97, 98, 101, 104, 106, 108, 111, 116, 119, 120, 122, 123, 124, 127,
)  # fmt: skip
"""The numbers of the collected questions and answers that were looked at."""


@pytest.mark.parametrize("case", RULINGS.cases, ids=lambda case: case.id)
def test_the_machine_answers_as_the_ruling_does(case):
    found = [str(one) for verdict in run(case) for one in verdict.differences]
    assert not found


def test_ids_are_used_once_and_name_their_subject():
    counts = Counter(one.id for one in EVERYTHING)
    assert not [id for id, count in counts.items() if count > 1]
    assert all(id.startswith("ruling/") and id.count("/") == 2 for id in counts)


def test_cited_rules_are_there_and_sources_are_given():
    assert {rule for case in RULINGS.cases for rule in case.cites} <= known_rules()
    assert all(str(one.source) for one in EVERYTHING)


def test_every_answer_to_a_frequently_asked_question_is_played_or_left_out():
    played = {answer for case in RULINGS.cases for answer in case.source.faq}
    left_out = {answer for one in RULINGS.left_out for answer in one.source.faq}
    assert played | left_out == {
        (section, number) for section, count in FAQ.items() for number in range(1, count + 1)
    }
    assert not played & left_out


def test_every_collected_answer_is_played_or_left_out():
    found = {name for one in EVERYTHING for name in one.source.ref}
    assert found == {f"dtqa-{number:03}" for number in COLLECTED}


def test_a_ruling_that_another_one_points_to_is_there():
    known = {one.id for one in EVERYTHING}
    words = [word.strip(".,;()") for one in RULINGS.left_out for word in one.because.split()]
    assert not [word for word in words if word.startswith("ruling/") and word not in known]


def test_questions_and_answers_are_sentences():
    for case in RULINGS.cases:
        assert case.question.endswith("?"), case.id
        assert case.answer.endswith("."), case.id
