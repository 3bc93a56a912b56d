"""Parts of a game are built once for all readings that leave them as they are."""

from __future__ import annotations

from dicelaw.checker.digest import Digests
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.dice_masters.readings import OPEN_POINTS
from dicelaw.model.kernel.machine import Machine
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


def test_a_game_is_the_same_with_parts_of_other_readings() -> None:
    parts, teams = Parts(), load_pack().teams["tokens"]
    for readings in _some_readings("2018"):
        shared = game(teams, "2018", readings, parts=parts).machine
        assert _said(shared) == _said(game(teams, "2018", readings).machine), readings


def _some_readings(edition: str) -> list[dict[str, str]]:
    """None, one by which parts differ, one by which fields do, and none again."""
    points = {point.id: [*point.answers] for point in OPEN_POINTS[edition]}
    others = [{id: points[id][1]} for id in ("combat-ko", "controlled-unblocked")]
    return [{}, *others, {}]


def _said(machine: Machine) -> object:
    digests = Digests(machine.slots)
    steps = [(digests.of_transition(one), one.says, one.rules, one.family) for one in machine.transitions]
    defined = {name: [*map(digests.of, those)] for name, those in machine.definitions.items()}
    lost = {
        name: [(digests.of(a), digests.of(b)) for a, b in those] for name, those in machine.writes.items()
    }
    return machine.slots, machine.points, steps, defined, lost, dict(machine.readings)
