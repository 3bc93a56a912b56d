"""`dicelaw schema` as a user types it."""

import json

import pytest

from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.formats.formats import schema


def _printed(capsys, *arguments):
    assert main(["schema", *arguments]) == ExitCode.OK
    return json.loads(capsys.readouterr().out)


def test_the_whole_schema_is_that_of_the_messages(capsys):
    assert _printed(capsys) == schema()


@pytest.mark.parametrize("name", ["Position", "TableSetup", "Decision"])
def test_one_message_comes_with_all_that_it_refers_to(capsys, name):
    found = _printed(capsys, name)
    assert found["$ref"] == f"#/$defs/{name}"
    named = {one.split("/")[-1] for one in json.dumps(found).split('"') if one.startswith("#/$defs/")}
    assert named == set(found["$defs"])


def test_an_unknown_message(capsys):
    assert main(["schema", "TableSetu"]) == ExitCode.UNKNOWN_NAME
    assert "no message is called 'TableSetu'; near: TableSetup" in capsys.readouterr().err
