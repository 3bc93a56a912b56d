"""Numbers, texts and JSON that others wrote: what is taken for what."""

import ast
import json
from pathlib import Path

import pytest

from dicelaw.model.foreign.json_text import NotJson, from_json, from_json_of_client, lines_of, same, to_json
from dicelaw.model.foreign.limits import DIGITS, ERROR_LENGTH, FAULTS, QUOTED
from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.foreign.shown import html_shown, quoted, shown
from dicelaw.oracle.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
HIDDEN = [
    "\x1b[2J",
    "\n",
    "\r",
    "\x00",
    "\x7f",
    "\x9b",
    "\u2028",
    "\u2029",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\ud800",
]


@pytest.mark.parametrize(
    "text", ["²", "①", "٣", "\uff11", "", "-", "1.0", " 1", "1_000", "+1", "9" * (DIGITS + 1)]
)
def test_what_is_no_whole_number(text):
    assert whole_number(text) is None


def test_whole_numbers():
    assert [whole_number(text) for text in ("0", "-3", "007", "9" * DIGITS)] == [0, -3, 7, int("9" * DIGITS)]


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_is_not_seen_is_shown(hidden):
    text = f"a{hidden}b"
    assert shown(text).isprintable()
    assert shown(text) != shown("ab")
    assert shown(shown(text)) == shown(text)
    assert quoted(text).isprintable()
    assert html_shown(f"<{text}>").startswith("&lt;a\\")
    written = to_json({"name": text})
    assert written.isprintable()
    assert json.loads(written) == {"name": text}


def test_what_can_be_seen_stays():
    for text in ("Vampire Hunter", "Été, 日本, ♥", 'a "quoted" <b>'):
        assert shown(text) == text
        assert text in to_json([text]) or '"' in text


def test_little_is_quoted():
    assert len(quoted("x" * 10**6)) < QUOTED + 10
    assert len(quoted({"a": ["x" * 10**6]})) < QUOTED + 10
    assert quoted(10**5000) == "what is there"


def test_an_error_tells_the_first_faults_and_counts_the_others():
    error = UserError([f"fault {number}\nforged" for number in range(100_000)])
    assert len(error.lines) == FAULTS
    assert error.lines[0] == "fault 0\\nforged"
    for one in (error, error.under("log:7")):
        assert one.message.split("\n")[-1] == f"and {100_000 - FAULTS} more"
    assert len(UserError("y" * 10**6).message) < ERROR_LENGTH + 50


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "the field 'a' is given twice"),
        ('[{"x": {"y": 1, "y": 1}}]', "the field 'y' is given twice"),
        ('{"a": NaN}', "NaN is not a number"),
        ("[-Infinity]", "-Infinity is not a number"),
        ("[1e999]", "'1e999' is too large"),
        ('["\\ud800"]', "half of a character"),
        ("[" * 70 + "]" * 70, "nested more than 64 deep"),
        ("[" * 100_000, "nested more than 64 deep"),
        ("[" + "9" * 5000 + "]", "4300"),
        (b"\xff", "it is not UTF-8 text"),
    ],
)
def test_what_is_not_json(text, says):
    with pytest.raises(NotJson) as caught:
        from_json(text)
    assert says in str(caught.value)


def test_whole_numbers_in_json():
    assert [type(one) for one in from_json("[4.0, 4]")] == [float, int]
    assert [type(one) for one in from_json_of_client("[4.0, 4, 4e0, 4.5, 1e300]")] == [
        int, int, int, float, float,
    ]  # fmt: skip
    assert not same(1, True)
    assert not same([{"a": 1}], [{"a": 1.0}])
    assert same({"a": [1, "x"], "b": None}, {"b": None, "a": [1, "x"]})


def test_brackets_in_text_are_not_nested():
    assert from_json(json.dumps({"a": "[" * 500 + '\\"'})) == {"a": "[" * 500 + '\\"'}


def test_lines_end_at_line_feeds_alone():
    assert list(lines_of("a\u2028b\n\n \x85c\r\n")) == [(1, "a\u2028b"), (3, " \x85c\r")]


def _calls(folder):
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                yield path.relative_to(ROOT), node.attr, ast.unparse(node)


def test_nobody_reads_or_prints_foreign_text_in_another_way():
    """Each is in one place: `whole_number`, `lines_of` and `say`."""
    own = [row for folder in ("model", "specs", "checker", "oracle", "testing") for row in _calls(folder)]
    assert [row for row in own if row[1] in ("isdigit", "isdecimal", "isnumeric")] == []
    printed = [path for path, _, text in own if text in ("click.echo", "click.secho", "click.style")]
    assert set(map(str, printed)) <= {"oracle/cli/output.py"}
    split = [path for path, name, _ in own if name == "splitlines" and path.parts[0] in ("model", "oracle")]
    assert split == []
    read = [path for path, name, _ in own if name in ("model_validate_json", "validate_json")]
    assert [path for path in read if path.parts[0] == "oracle"] == []
