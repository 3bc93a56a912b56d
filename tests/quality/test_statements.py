"""Every statement of the documents has a status, and the model bears it out."""

from dataclasses import replace

import pytest

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel, open_duel
from dicelaw.model.dice_throne.readings import OPEN_POINTS
from dicelaw.specs.dice_throne.citations import citations, open_statements
from dicelaw.specs.dice_throne.properties.properties import properties
from dicelaw.specs.statements import (
    STATUSES,
    MalformedStatements,
    Statement,
    check,
    known_rules,
    load,
    load_file,
)

PLACE = "some.yaml:7"
SOUND = Statement("a/rule", "A book", "A section", "Something holds.", "timing", "modelled", place=PLACE)
CITED = {"a/rule": ("some/transition",)}


def test_the_statements_of_dice_throne_are_in_order():
    assert check(load("dice-throne"), citations().carriers, open_statements()) == []


def _cited(made):
    """The rules that the transitions of a machine cite, of which there are some."""
    found = {rule for transition in made.machine.transitions for rule in transition.rules}
    assert found
    return found


@pytest.mark.parametrize("opened", [duel, open_duel])
def test_machines_cite_only_known_rules(opened):
    assert _cited(opened(load_pack(), known_rules=known_rules("dice-throne"))) <= known_rules("dice-throne")


@pytest.mark.parametrize(
    ("point", "answer"), [(point.id, answer) for point in OPEN_POINTS for answer in point.answers]
)
def test_so_do_machines_of_other_readings(point, answer):
    made = open_duel(load_pack(), readings={point: answer}, known_rules=known_rules("dice-throne"))
    assert _cited(made) <= known_rules("dice-throne")


def test_every_status_is_used():
    found = {statement.status for statement in (*load("dice-throne"), *load("dice-masters"))}
    assert found == set(STATUSES)
    assert {statement.status for statement in load("dice-throne")} == found - {"planned"}


def test_statements_of_our_own_say_so():
    own = {statement.id for statement in load("dice-throne") if statement.kind == "model"}
    assert own == {statement.id for statement in load("dice-throne") if statement.source == "this model"}
    assert "model/nesting" in own


def test_every_question_has_either_a_reading_or_a_decision():
    asked = [statement for statement in load("dice-throne") if statement.open]
    assert len(asked) > 90
    assert [one.id for one in asked if bool(one.reading) == bool(one.decided)] == []


def test_sound_statements_have_no_problem():
    waiting = replace(SOUND, id="a/plan", status="planned", because="not there yet")
    asked = replace(SOUND, id="a/question", open="which?", status="open", reading="a-point")
    decided = replace(waiting, id="a/decision", open="which?", decided="the first one")
    assert check([SOUND, waiting, asked, decided], CITED, {"a-point": ("a/question",)}) == []


@pytest.mark.parametrize(
    ("changes", "cited", "says"),
    [
        ({"status": ""}, CITED, "has no status; allowed: modelled, open, planned, excluded"),
        ({}, {}, "is modelled, but nothing cites it"),
        ({"because": "so"}, CITED, "is modelled, which goes with no reading and no because"),
        ({"status": "open"}, CITED, "is open, but the model has no open point '' about it"),
        ({"status": "open", "reading": "x"}, CITED, "is open, but the model has no open point 'x' about it"),
        (
            {"status": "planned", "because": "so"},
            CITED,
            "is planned, but cited by some/transition",
        ),
        (
            {"status": "excluded", "because": "so"},
            CITED,
            "is excluded, but cited by some/transition",
        ),
        ({"status": "planned"}, {}, "is planned, which goes with because"),
        ({"status": "excluded", "reading": "x"}, {}, "is excluded, which goes with because"),
        (
            {"open": "which?"},
            CITED,
            "leaves something open; it needs the status open and a reading, or a decided text",
        ),
        (
            {"decided": "so"},
            CITED,
            "has a decided text, which goes with an open one that no reading answers",
        ),
    ],
)
def test_a_wrong_status_is_a_problem(changes, cited, says):
    assert check([replace(SOUND, **changes)], cited, {}) == [f"{PLACE}: a/rule {says}"]


def test_what_a_reading_answers_is_not_decided():
    asked = replace(SOUND, open="which?", decided="so", status="open", reading="a-point")
    assert check([asked], CITED, {"a-point": ("a/rule",)}) == [
        f"{PLACE}: a/rule has a decided text, which goes with an open one that no reading answers"
    ]


def test_an_id_is_used_once():
    again = replace(SOUND, place="other.yaml:9")
    assert check([SOUND, again], CITED, {}) == [f"other.yaml:9: the id a/rule is already used in {PLACE}"]


def test_an_unknown_rule_may_not_be_cited():
    cited = {**CITED, "a/rle": ("a/transition", "a/card")}
    assert check([SOUND], cited, {}) == ["a/transition, a/card: there is no rule a/rle"]


def test_what_an_open_point_is_about_is_open():
    found = check([SOUND], CITED, {"a-point": ("a/rule",)})
    assert found == ["the open point a-point is about a/rule, which is not an open statement"]


def _written(tmp_path, text):
    file = tmp_path / "rules.yaml"
    file.write_text(text)
    return file


def test_a_file_of_statements_is_read(tmp_path):
    entry = "{id: a/rule, section: S, kind: timing, says: Holds., status: planned, because: so}"
    found = load_file(_written(tmp_path, f"source: A book\nstatements:\n  - {entry}\n"))
    assert found == (
        Statement("a/rule", "A book", "S", "Holds.", "timing", "planned", because="so", place="rules.yaml:3"),
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("]", "rules.yaml:1: the file: this is not YAML"),
        ("source: A book", "rules.yaml:1: statements: an empty value is not a list of statements"),
        ("statements: []", "rules.yaml:1: source: an empty value is not the name of a document"),
        ("source: A\nstatements: []\nrules: x", "rules.yaml:3: rules: the field 'rules' is not known"),
        ("source: A\nstatements:\n  - x", "rules.yaml:3: statements[0]: 'x' is not a statement"),
        (
            "source: A\nstatements:\n  - {id: a, section: S, kind: k}",
            "rules.yaml:3: statements[0]: the field 'says' is missing",
        ),
        (
            "source: A\nstatements:\n  - {id: 7, section: S, kind: k, says: x}",
            "rules.yaml:3: statements[0].id: 7 is not a text",
        ),
        (
            "source: A\nstatements:\n  - {id: a, section: S, kind: k, says: x,\n     status: done}",
            "rules.yaml:4: statements[0].status: 'done' is not a status; allowed: modelled, open",
        ),
        (
            "source: A\nstatements:\n  - {id: a, section: S, kind: k, says: x, place: y}",
            "rules.yaml:3: statements[0].place: the field 'place' is not known; allowed: id,",
        ),
    ],
)
def test_a_malformed_file_is_told_where(tmp_path, text, says):
    with pytest.raises(MalformedStatements) as error:
        load_file(_written(tmp_path, text))
    assert says in str(error.value)


def test_all_that_is_malformed_is_told_at_once(tmp_path):
    text = "source: A\nstatements:\n  - {section: S, kind: k, says: x}\n  - {id: a, kind: k, says: x}\n"
    with pytest.raises(MalformedStatements) as error:
        load_file(_written(tmp_path, text))
    assert [problem.line for problem in error.value.problems] == [3, 4]


def test_properties_cite_known_rules():
    cited = {rule for one in properties(open_duel(load_pack())) for rule in one.cites}
    assert cited
    assert cited <= known_rules("dice-throne")
