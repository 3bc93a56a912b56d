"""What a game that is being made does not say is refused in a sentence; so are mistakes in its files."""

import pytest

from dicelaw.checker import ports
from dicelaw.checker.verify.report import ABSENT, expected
from dicelaw.model import games as table
from dicelaw.model.content.document import ContentError, Problem
from dicelaw.model.games import Game
from dicelaw.oracle.cli import list as list_verb
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.description import Description
from dicelaw.oracle.games.partial import PartialDescription, PartialPort
from dicelaw.oracle.games.ports import Port
from dicelaw.specs.rulings_file import MalformedRulings
from dicelaw.specs.statements import MalformedStatements


def _asked(protocol):
    """What is asked of a game by ``protocol``."""
    parts = {name for one in protocol.__mro__ for name in (*vars(one), *vars(one).get("__annotations__", {}))}
    return {name for name in parts if not name.startswith("_")}


@pytest.mark.parametrize(("protocol", "partial"), [(Port, PartialPort), (Description, PartialDescription)])
def test_all_that_can_be_asked_of_a_game_is_there_or_refused(protocol, partial):
    class Named(partial):
        game = "lantern"

    assert _asked(protocol) - {"game"} <= set(dir(Named))
    refused = [error for name in _asked(protocol) if (error := _refused(Named(), name)) is not None]
    assert len(refused) >= 5
    assert {error.exit_code for error in refused} == {ExitCode.UNKNOWN_NAME}
    assert all(str(error).startswith("lantern has no ") for error in refused)


def _refused(game, name):
    """The error of asking for the part ``name``; None where it is there, or is nothing that is refused."""
    try:
        part = getattr(game, name)
        if getattr(part, "__annotations__", {}).get("return") == "NoReturn":
            part(*["lantern"] * (part.__code__.co_argcount - 1))
    except UserError as error:
        return error
    return None


def test_a_game_of_which_nothing_is_recorded_expects_nothing(monkeypatch, tmp_path):
    monkeypatch.setattr("dicelaw.checker.verify.report.resources.files", lambda _package: tmp_path)
    manifest = expected("dice-conquest")
    assert (manifest.expects("a/property", asked=True), manifest.telling) == (ABSENT, frozenset())


@pytest.mark.parametrize("kind", [ContentError, MalformedStatements, MalformedRulings])
def test_a_mistake_in_a_file_of_a_game_itself_is_told_as_one(kind, monkeypatch, capsys):
    def broken(_name):
        raise kind([Problem("rules.yaml", 6, "statements[0].sectoin", "this is not known")])

    monkeypatch.setattr(list_verb, "known_game", broken)
    code = main(["list", "heroes"])
    assert (code, capsys.readouterr().err) == (
        ExitCode.BAD_INPUT,
        "error: rules.yaml:6: statements[0].sectoin: this is not known\n",
    )


@pytest.fixture
def named(monkeypatch):
    """A game of which there is only the name is installed."""
    monkeypatch.setattr(table, "installed", lambda: {"lamp": Game("lamp", "Lamp", home="nowhere.{layer}")})


@pytest.mark.usefixtures("named")
def test_a_game_of_which_there_is_only_the_name_is_not_called_modelled(capsys):
    assert main(["list", "games"]) == 0
    (row,) = (row for row in capsys.readouterr().out.splitlines() if "lamp" in row)
    assert row.split() == ["lamp", "Lamp", "not", "modelled", "yet"]
    assert main(["play", "diceland"]) == ExitCode.UNKNOWN_NAME
    assert "lamp" not in capsys.readouterr().err.partition("; modelled: ")[2]


@pytest.mark.usefixtures("named")
def test_all_others_are_verified_beside_it(capsys):
    assert "dice-throne" in [*ports.GAMES]
    assert "lamp" not in [*ports.GAMES]
    assert main(["verify", "lamp"]) == ExitCode.UNKNOWN_NAME
    assert "lamp lacks a port in specs" in capsys.readouterr().err
