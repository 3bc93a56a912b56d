"""What a game that is being made does not say is refused in a sentence; so are mistakes in its files."""

import pytest

from dicelaw.checker.verify.report import ABSENT, expected
from dicelaw.model.content.document import ContentError, Problem
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games import games
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

    monkeypatch.setattr(games, "known_game", broken)
    code = main(["rulings", "dice-throne"])
    assert (code, capsys.readouterr().err) == (
        ExitCode.BAD_INPUT,
        "error: rules.yaml:6: statements[0].sectoin: this is not known\n",
    )
