"""The lines of a client over stdin: each gets one answer, whatever its end."""

import io
import json

import pytest
from served import Client

from dicelaw.oracle.service.stdio import serve

ABOUT = b'{"op": "about"}'


def _answers(asked, **limits):
    told = []
    serve(Client(**limits).service, io.BytesIO(asked), told.append)
    return [json.loads(one) for one in told]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r\r\n", b" \r\n", b"\r\r\r\r\n", b"", b"\r"])
def test_one_answer_whatever_the_end(end):
    for size in range(len(ABOUT), len(ABOUT) + 6):
        found = _answers(
            ABOUT + end + (b"\n" if not end.endswith(b"\n") else b"") + ABOUT, request_bytes=size
        )
        assert len(found) == 2, size
        assert "result" in found[1]


def test_lines_end_at_line_feeds_alone():
    asked = json.dumps({"op": "open", "game": "a\u2028b\x85c"}, ensure_ascii=False).encode()
    (found,) = _answers(asked + b"\n")
    assert found["error"]["code"] == "unknown-name"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (b'{"op": "about", "op": "about"}', "the field 'op' is given twice"),
        (b"", "Invalid JSON"),
        (b"\xff", "not UTF-8"),
        (b'{"op": "open", "game": NaN}', "NaN is not a number"),
        (b"[" * 60_000, "nested more than 64 deep"),
        (b'{"op": "undo", "session": "x", "count": true}', "count"),
        (b'{"op": "undo", "session": "x", "count": 1.5}', "count"),
    ],
)
def test_what_is_malformed(asked, says):
    (found,) = _answers(asked + b"\n")
    assert found["error"]["code"] == "malformed"
    assert says in found["error"]["says"]


def test_a_whole_number_with_a_point_is_one():
    (found,) = _answers(b'{"op": "undo", "session": "x", "count": 4.0}\n')
    assert found["error"]["code"] == "unknown-session"


def test_answers_have_nothing_hidden():
    (found,) = _answers(json.dumps({"op": "open", "game": "\x1b[2J\n\u202e"}).encode())
    assert found["error"]["says"].isprintable()
