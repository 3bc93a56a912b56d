"""The table of games: what a game lacks is told from what is broken in a part that it has."""

import sys

import pytest

from dicelaw.model.games import Game, NoPart


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """A game whose package in each layer imports what is not there."""
    (tmp_path / "broken_game").mkdir()
    (tmp_path / "broken_game" / "__init__.py").write_text("import nowhere_to_be_found\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield Game("broken", "Broken", home="broken_game")
    sys.modules.pop("broken_game", None)


def test_a_package_that_is_not_there_is_lacking():
    game = Game("absent", "Absent", home="nowhere.{layer}.{folder}")
    assert not game.has("specs", "port")
    for ask in (game.folder, game.part):
        with pytest.raises(NoPart, match=r"absent lacks a (folder|port) in specs, which this needs"):
            ask("specs")


def test_a_package_that_cannot_be_imported_is_not_taken_for_lacking(broken):
    for ask in (broken.folder, broken.part):
        with pytest.raises(ModuleNotFoundError, match="nowhere_to_be_found"):
            ask("specs")
