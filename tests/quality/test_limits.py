"""The table of limits: what the documents and the service say is what the code has."""

from pathlib import Path

from served import Client

from dicelaw.model.foreign import limits as files
from dicelaw.oracle.limits import as_markdown, table
from dicelaw.oracle.service.service import Service

ROOT = Path(__file__).resolve().parents[2]


def test_the_documented_limits_are_those_of_the_code():
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    _, found, _ = text.replace("<!-- /limits -->", "<!-- limits -->").split("<!-- limits -->")
    assert found.strip() == as_markdown()


def test_about_has_the_limits_of_clients():
    told = Client(Service()).ask("about")["limits"]
    assert told == {one.id: one.most for one in table() if one.about == "clients" and one.most is not None}


def test_every_limit_of_files_is_in_the_table():
    own = {name.lower() for name in vars(files) if name.isupper()}
    assert own == {one.id for one in table() if one.about == "files"} - {"limit"}
