"""How `outcome` tells the answers under other readings, also where the lines of two are the same."""

import pytest

from dicelaw.oracle.answers.hanging import Hanging
from dicelaw.oracle.cli.outcome import _print_readings


def _standing(at="main-2", health=5, deck=3):
    player = {"seat": "1", "hero": "Monk", "health": health, "cp": 2, "hand": 0, "tokens": {}, "deck": deck}
    return {"choices": [], "chance": "1", "standing": {"at": at, "players": [player]}}


def _told(capsys, *answers):
    found = dict(zip(("one", "other"), answers, strict=True))
    _print_readings("dice-throne", [Hanging("healing", "When?", "one", found)])
    return capsys.readouterr().out.splitlines()[1:]


def test_answers_that_differ_are_told_as_they_are(capsys):
    assert _told(capsys, [_standing()], [_standing(health=4)]) == [
        "  one (as here):", "    1 Monk: 5 health, 2 CP, 0 in hand",
        "  other:", "    1 Monk: 4 health, 2 CP, 0 in hand",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("other", "place"),
    [(_standing(at="upkeep"), "upkeep"), (_standing(deck=2), "main-2")],
    ids=("at", "deck"),
)
def test_where_lines_are_alike_it_is_said_that_something_else_differs(capsys, other, place):
    assert _told(capsys, [_standing()], [other]) == [
        "  one (as here), at main-2:", "    1 Monk: 5 health, 2 CP, 0 in hand",
        f"  other, at {place}:", "    1 Monk: 5 health, 2 CP, 0 in hand",
        "  they differ in what these lines leave out; --format json has all of it",
    ]  # fmt: skip


def test_a_refusal_and_several_results_are_a_line_each(capsys):
    assert _told(capsys, "it is forbidden", [_standing(), _standing(health=1)]) == [
        "  one (as here): it is forbidden",
        "  other: 2 results; see them with --reading healing=other",
    ]
