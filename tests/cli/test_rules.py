import json

import pytest

from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode
from dicelaw.specs.statements import STATUSES, load

FIELDS = {"id", "says", "source", "section", "kind", "status", "cited_by"}


def _json(capsys, *arguments):
    assert main(["rules", "dice-throne", *arguments, "--format", "json"]) == ExitCode.OK
    out, err = capsys.readouterr()
    return json.loads(out), err


def test_every_statement_is_listed_with_what_cites_it(capsys):
    rows, err = _json(capsys)
    assert [row["id"] for row in rows] == [statement.id for statement in load("dice-throne")]
    assert all(set(row) == FIELDS for row in rows)
    assert err.startswith(f"{len(rows)} statements: ")
    by_id = {row["id"]: row for row in rows}
    assert "income/take" in by_id["income/gain-cp"]["cited_by"]
    assert "status/protect/prevent-half" in by_id["status/protect/prevent-half"]["cited_by"]


@pytest.mark.parametrize("status", STATUSES)
def test_statements_of_one_status(capsys, status):
    game = "dice-masters@2018" if status == "planned" else "dice-throne"
    assert main(["rules", game, "--status", status, "--format", "json"]) == ExitCode.OK
    out, err = capsys.readouterr()
    rows = json.loads(out)
    assert rows
    assert {row["status"] for row in rows} == {status}
    assert err == f"{len(rows)} statements: {len(rows)} {status}\n"
    assert main(["rules", game, "--status", status]) == ExitCode.OK
    out, err = capsys.readouterr()
    assert out.splitlines()[-1] == f"{len(rows)} statements: {len(rows)} {status}"
    assert err == ""


def test_one_statement_has_its_transitions_as_sentences(capsys):
    row, _ = _json(capsys, "income/gain-cp")
    assert row["status"] == "modelled"
    assert [transition["id"] for transition in row["transitions"]] == ["income/take"]
    assert "[income/start-player-skips]" in row["transitions"][0]["says"]
    assert main(["rules", "dice-throne", "income/gain-cp"]) == ExitCode.OK
    assert "\n  income/take\n" in capsys.readouterr().out


def test_an_open_statement_has_its_reading(capsys):
    row, _ = _json(capsys, "health/heal-cap")
    assert row["reading"]["id"] == "heal-cap"
    assert len(row["reading"]["answers"]) > 1
    assert main(["rules", "dice-throne", "health/heal-cap"]) == ExitCode.OK
    out = capsys.readouterr().out
    assert "reading heal-cap: " in out
    assert "\n  open: " in out


def test_a_statement_has_the_properties_about_it(capsys):
    row, _ = _json(capsys, "ultimate/no-opponent-action")
    assert "ultimate/no-opponent-action" in {one["id"] for one in row["properties"]}
    assert main(["rules", "dice-throne", "ultimate/no-opponent-action"]) == ExitCode.OK
    assert "\n  property ultimate/no-opponent-action: " in capsys.readouterr().out


def test_a_planned_statement_has_its_reason(capsys):
    words = ["rules", "dice-masters@2018", "fielded/keyword-attacks-ko"]
    assert main([*words, "--format", "json"]) == ExitCode.OK
    row = json.loads(capsys.readouterr().out)
    assert row["because"]
    assert row["transitions"] == []
    assert main(words) == ExitCode.OK
    assert "planned because: " in capsys.readouterr().out


def test_what_a_statement_leaves_open_is_decided(capsys):
    row, _ = _json(capsys, "status/hex/sixes-blank")
    assert "set to 6 by a card" in row["open"]
    assert "however it came to show it" in row["decided"]
    assert main(["rules", "dice-throne", "status/hex/sixes-blank"]) == ExitCode.OK
    assert "\n  open: " in (out := capsys.readouterr().out)
    assert "\n  decided: " in out


def test_a_statement_carried_by_content_names_it(capsys):
    assert main(["rules", "dice-throne", "status/chi/prevent"]) == ExitCode.OK
    assert "cited by status/chi/prevent" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("id", "says"),
    [
        ("model/price-floor", "\n  reading price-floor (of dice-masters@2016 alone): How little may "),
        ("keyword/continuous-leave", "\n  reading continuous-sent: Where does "),
    ],
)
def test_the_reading_of_another_edition_is_said_to_be(capsys, id, says):
    assert main(["rules", "dice-masters@2018", id]) == ExitCode.OK
    assert says in capsys.readouterr().out


def test_a_reading_that_no_play_follows_is_named(capsys):
    assert main(["rules", "dice-masters@2016", "team/twenty-dice@2016"]) == ExitCode.OK
    assert "\n  reading team-dice\n" in capsys.readouterr().out


def test_words_list_what_has_them_and_first_what_is_called_so(capsys):
    rows, _ = _json(capsys, "health")
    begun = [row["id"].startswith("health/") for row in rows]
    assert begun == sorted(begun, reverse=True)
    assert False in begun
    alone, _ = _json(capsys, "health/")
    assert [row["id"] for row in alone] == [row["id"] for row in rows if row["id"].startswith("health/")]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["dice-thorne"], ExitCode.UNKNOWN_NAME, "dice-throne"),
        (["diceland"], ExitCode.UNKNOWN_NAME, "not modelled yet"),
        (["dice-throne", "income/gain-pc"], ExitCode.UNKNOWN_NAME, "income/gain-cp"),
        (["dice-throne", "income/gain-cp", "--status", "open"], ExitCode.USAGE, "--status"),
        (["dice-throne", "--status", "done"], ExitCode.USAGE, "'modelled', 'open', 'planned', 'excluded'"),
        (["dice-throne", "--format", "xml"], ExitCode.USAGE, "'pretty', 'json'"),
        ([], ExitCode.USAGE, "GAME"),
    ],
)
def test_bad_input(capsys, arguments, code, says):
    assert main(["rules", *arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
