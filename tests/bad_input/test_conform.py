"""Adapters that break the protocol, and command lines and vectors that are wrong."""

import json
import os
import select
import shlex
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from engines import case, vectors

from dicelaw.oracle.cli import main
from dicelaw.oracle.conform.check import Support
from dicelaw.oracle.conform.strangers import strangers
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.formats.protocol import CaseResult

FAKES = Path(__file__).resolve().parents[1] / "fakes.py"
CASES = ("free-cards", "no-cp-limit")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return vectors(tmp_path_factory.mktemp("two") / "vectors", CASES)


@pytest.fixture
def conform(folder, capsys):
    """Runs the two vectors on a fake: the code, the results, the summary and what is said."""

    def run(*fake, timeout="20", more=()):
        command = shlex.join([sys.executable, str(FAKES), *map(str, fake)])
        arguments = ["conform", "dice-throne", "--impl", command, "--vectors", str(folder), "--explore", "0"]
        code = main([*arguments, "--timeout", timeout, "--format", "json", *map(str, more)])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        rows = [json.loads(line) for line in out.splitlines()]
        return code, rows[:-1], rows[-1]

    return run


@pytest.mark.parametrize(
    ("fake", "says"),
    [
        (
            "crasher",
            "crashed: it ended with exit code 3 instead of answering 'start'; its last words: no such",
        ),
        (
            "node-like",
            "it ended with exit code 1 instead of answering 'start'; its last words: TypeError: table",
        ),
        ("flooder", "sent more lines than answers: after the answer to 'start' came"),
        ("garbage", "sent garbage: 'Starting the game!': this is not JSON, and stdout is for answers alone"),
        ("half-json", 'sent garbage: \'{"id": 2, "answer": \''),
        ("unknown-answer", "sent garbage"),
        ("endless-line", "sent too long a line: over 1048576 bytes without an end"),
        ("wrong-id", "answered out of order: the answer has the id 1, the question 2"),
        ("liar", "lied about what it supports: it said that it shows health"),
        ("closer", "crashed: it closed its stdout instead of answering 'start'"),
    ],
)
def test_what_an_adapter_does_wrong_is_said_of_each_case(conform, fake, says):
    code, rows, summary = conform(fake)
    assert code == ExitCode.UNDECIDED
    assert [row["case"] for row in rows] == [f"example/{name}" for name in CASES]
    for row in rows:
        assert row["result"] == "error"
        assert says in row["why"]
    assert (summary["error"], summary["disagrees"]) == (2, 0)
    assert summary["restarts"] == (fake != "liar")


def test_one_that_hangs_is_ended_with_all_that_it_started(conform, tmp_path):
    os.mkfifo(tmp_path / "held")
    held = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)
    code, rows, _ = conform("sleeper", tmp_path / "held", timeout="2")
    assert code == ExitCode.UNDECIDED
    assert rows[0]["why"] == "the adapter hung: no answer to 'start' within 2 s"
    select.select([held], [], [], 20)
    assert os.read(held, 1) == b""  # nobody holds the other end any more
    os.close(held)


@pytest.mark.parametrize(
    ("fake", "why"),
    [
        (
            "half-a-line",
            (
                "crashed: it ended with exit code 0 instead of answering 'start'; "
                'its line has no end: \'{"id": 2, "ans\''
            ),
        ),
        (
            "half-a-line-and-hangs",
            "hung: no answer to 'start' within 2 s; its line has no end: '{\"id\": 2, \"ans'",
        ),
        ("silent-end", "crashed: it ended with exit code 0 instead of answering 'start'"),
    ],
)
def test_what_came_of_an_answer_is_told_and_nothing_that_did_not_come(conform, fake, why):
    _, rows, _ = conform(fake, timeout="2")
    assert {row["why"] for row in rows} == {f"the adapter {why}"}


@pytest.mark.parametrize("form", ["json", "pretty"])
def test_a_name_of_nobody_here_is_told(capsys, form):
    command = shlex.join([sys.executable, str(FAKES), "misspelt"])
    main(["conform", "dice-throne", "--impl", command, "--explore", "1", "--format", form])
    assert capsys.readouterr().err.splitlines()[:2] == [
        "hello: no hero is called 'palladin'; near: paladin; it is never asked for",
        "hello: no mode is called '2v3'; near: 3v3, 2v2; it is never asked for",
    ]


def test_names_of_games_that_are_not_played_are_nobodys_business():
    support = Support(
        "one", "1", frozenset({"damage-total"}), frozenset(), frozenset({"me"}), None,
        frozenset(), frozenset(), False,
    )  # fmt: skip
    assert strangers(support) == []


def test_a_crash_is_one_even_where_a_child_holds_the_pipes(conform):
    begin = time.monotonic()
    _, rows, _ = conform("leaver")
    assert (
        "crashed: it ended with exit code 4 instead of answering 'start'; its last words: gone"
        in rows[0]["why"]
    )
    assert time.monotonic() - begin < 20


def test_one_that_holds_its_answers_back_is_told_to_flush(conform):
    _, rows, _ = conform("holder", timeout="2")
    assert rows[0]["why"] == (
        "the adapter hung: no answer to 'start' within 2 s; it came as soon as its input ended, so it seems "
        "that the adapter has to flush its output after each line"
    )


def test_one_that_writes_without_end_is_ended(conform):
    code, rows, summary = conform("talker", more=("--output", 8))
    assert code == ExitCode.UNDECIDED
    assert [row["why"] for row in rows] == [
        "the adapter sent too much: the adapter has written more than 8 MiB, which is the limit"
    ]
    assert (summary["complete"], summary["ended"]) == (
        False, "the adapter has written more than 8 MiB, which is the limit",
    )  # fmt: skip


def test_a_budget_of_questions_ends_a_run(conform):
    code, rows, summary = conform("liar", more=("--budget", 2))
    assert code == ExitCode.UNDECIDED
    assert [(row["result"], row["why"]) for row in rows] == [
        ("skipped", "the budget of 2 questions is used up")
    ]
    assert (summary["questions"], summary["complete"]) == (2, False)


@pytest.mark.parametrize(("fake", "when"), [
    ("wavering", "asked the same again"), ("by-start", "asked after a new start"),
])  # fmt: skip
def test_a_disagreement_that_does_not_come_again_is_unsteady(conform, fake, when, tmp_path):
    code, rows, summary = conform(fake, tmp_path / "counter", more=("--report", tmp_path / "report"))
    assert code == ExitCode.UNDECIDED
    assert [row["result"] for row in rows] == ["unsteady"] * 2
    for row in rows:
        CaseResult.model_validate(row)
        assert row["why"].startswith("health of player 1 should be ")
        assert f"{when}: health of player 1 should be " in row["why"]
    assert (summary["unsteady"], summary["disagrees"], summary["disagreements"]) == (2, 0, 0)
    suite = ElementTree.parse(tmp_path / "report" / "junit.xml").getroot().find("testsuite")
    assert [error.get("type") for error in suite.iter("error")] == ["unsteady"] * 2
    assert suite.get("errors") == "2"
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "Unsteady: disagreements that did not come again" in page


def test_one_that_does_not_stop_is_ended(conform):
    code, rows, _ = conform("stayer")
    assert (code, len(rows)) == (ExitCode.UNDECIDED, 2)


def test_one_that_supports_nothing_of_what_it_says_lied(conform):
    code, rows, _ = conform("unable")
    assert code == ExitCode.UNDECIDED
    assert [row["result"] for row in rows] == ["skipped", "skipped", "error"]
    assert rows[0]["why"] == "not today"
    assert "said that it supports the part duel, and began none of 2 plays" in rows[2]["why"]


def test_after_a_crash_the_run_goes_on(conform, tmp_path):
    _, rows, summary = conform("once", tmp_path / "crashed")
    assert "crashed" in rows[0]["why"]
    assert "lied" in rows[1]["why"]
    assert summary["restarts"] == 1


def test_another_version_of_the_formats_is_refused(conform):
    code, rows, _ = conform("newer")
    assert code == ExitCode.UNDECIDED
    assert rows[0]["why"].endswith("its format is 9; this harness speaks 2")


def test_restarts_have_a_limit(tmp_path, capsys):
    rows = [{**case("free-cards").as_vector, "id": f"again/{number}"} for number in range(14)]
    (tmp_path / "many.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    command = shlex.join([sys.executable, str(FAKES), "garbage"])
    main(["conform", "dice-throne", "--impl", command, "--vectors", str(tmp_path), "--explore", "0",
          "--format", "json"])  # fmt: skip
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["result"] for row in results[:-1]] == ["error"] * 11 + ["skipped"] * 3
    assert "10 times, which is the limit" in results[-2]["why"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("dice-thron", "--impl", "true"), ExitCode.UNKNOWN_NAME, "near: dice-throne"),
        (("diceland", "--impl", "true"), ExitCode.UNKNOWN_NAME, "not modelled yet"),
        (("dice-throne",), ExitCode.USAGE, "--impl"),
        (
            ("dice-throne", "--impl", "./no-such-engine"),
            ExitCode.BAD_INPUT,
            "cannot be started: No such file",
        ),
        (("dice-throne", "--impl", "'unclosed"), ExitCode.BAD_INPUT, "it is not a command line"),
        (("dice-throne", "--impl", ""), ExitCode.BAD_INPUT, "it is not a command line"),
        (
            ("dice-throne", "--impl", "true", "--vectors", "absent"),
            ExitCode.BAD_INPUT,
            "there is no such file or folder",
        ),
        (("dice-throne", "--impl", "true", "--vectors", "."), ExitCode.BAD_INPUT, "has no vectors"),
        (("dice-throne", "--impl", "true", "--explore", "-1"), ExitCode.USAGE, "--explore"),
        (("dice-throne", "--impl", "true", "--timeout", "0"), ExitCode.USAGE, "--timeout"),
    ],
)
def test_wrong_command_lines(arguments, code, says, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["conform", *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("{", "bad.jsonl:2: this line is not JSON"),
        ("[]", "bad.jsonl:2: "),
        ('{"format": 3}', "bad.jsonl:2: format: Input should be 2"),
        ('{"format": 2.0}', "bad.jsonl:2: format: Input should be 2"),
        ('{"format": 1, "id": "x"}', "bad.jsonl:2: rules: Field required"),
        ('{"damage": {"kind": "soft"}}', "bad.jsonl:2: format: Field required"),
    ],
)
def test_malformed_vectors(row, says, tmp_path, capsys):
    text = f"{json.dumps(case('free-cards').as_vector)}\n{row}\n"
    (tmp_path / "bad.jsonl").write_text(text, encoding="utf-8")
    code = main(["conform", "dice-throne", "--impl", "true", "--vectors", str(tmp_path)])
    assert code == ExitCode.BAD_INPUT
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("where", ["file", "folder"])
@pytest.mark.parametrize("text", ["", "\n\n", None], ids=["empty", "blank", "other-game"])
def test_without_vectors_nothing_passes(where, text, tmp_path, capsys):
    """Also not by what else is tested."""
    (tmp_path / "vectors").mkdir()
    file = tmp_path / "vectors" / "some.jsonl"
    file.write_text(json.dumps(case("free-cards").as_vector) if text is None else text, encoding="utf-8")
    game = "dice-masters@2018" if text is None else "dice-throne"
    command = shlex.join([sys.executable, str(FAKES), "liar"])
    place = file if where == "file" else file.parent
    assert main(["conform", game, "--impl", command, "--vectors", str(place)]) == ExitCode.BAD_INPUT
    assert f"{place}: this {where} has no vectors" in capsys.readouterr().err


@pytest.mark.parametrize("taken", ["report", "report/vectors", "report/results.jsonl/x"])
def test_a_report_that_cannot_be_written_is_found_before_the_run(taken, folder, tmp_path, capsys):
    marker, taken = tmp_path / "started", tmp_path / taken
    taken.parent.mkdir(parents=True, exist_ok=True)
    taken.write_text("", encoding="utf-8")
    command = shlex.join([sys.executable, str(FAKES), "once", str(marker)])
    code = main(["conform", "dice-throne", "--impl", command, "--vectors", str(folder), "--explore", "0",
                 "--report", str(tmp_path / "report")])  # fmt: skip
    assert code == ExitCode.BAD_INPUT
    assert "cannot be written" in capsys.readouterr().err
    assert not marker.exists()
