"""Parts of a game are built once for all readings that leave them as they are."""

from __future__ import annotations

from dicelaw.model.parts import Answers, Parts


def test_a_part_is_taken_again_where_what_it_asked_for_is_the_same() -> None:
    parts, made = Parts(), list[str]()

    def build(answers: Answers) -> object:
        def part() -> object:
            made.append(answers["asked"])
            return object()

        return parts.made("part", answers, part)

    first = build(Answers({"asked": "yes", "other": "yes"}))
    assert build(Answers({"asked": "yes", "other": "no"})) is first
    assert build(Answers({"asked": "no", "other": "yes"})) is not first
    assert made == ["yes", "no"]


def test_a_point_that_there_is_not_counts_as_an_answer() -> None:
    parts = Parts()
    without = parts.made("part", answers := Answers({}), lambda: [answers.get("asked")])
    later = Answers({"asked": "yes"})
    assert parts.made("part", later, lambda: [later.get("asked")]) == ["yes"] != without


def test_a_part_asks_for_what_the_parts_in_it_ask_for() -> None:
    parts = Parts()

    def build(answer: str) -> list[str]:
        answers = Answers({"asked": answer})
        return parts.made("whole", answers, lambda: [parts.made("inner", answers, lambda: answers["asked"])])

    assert (build("yes"), build("yes"), build("no")) == (["yes"], ["yes"], ["no"])


def test_what_is_given_beside_answers_has_to_be_the_very_same() -> None:
    parts, answers, given = Parts(), Answers({}), [object(), object()]
    one = parts.made("part", answers, object, given[0])
    assert parts.made("part", answers, object, given[0]) is one
    assert parts.made("part", answers, object, given[1]) is not one


def test_what_a_part_adds_to_lists_is_added_again() -> None:
    parts, one, other = Parts(), ["before"], list[str]()
    for lists in ([one], [other]):
        parts.added("part", Answers({}), lists, lambda: one.append("added"))
    assert (one, other) == (["before", "added"], ["added"])
