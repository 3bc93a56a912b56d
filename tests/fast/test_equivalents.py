"""Recorded proofs: what is written comes back, and counts only of the machine that it was proved of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dicelaw.mutation import recorded_proofs
from dicelaw.mutation.cli import say_lapsed
from dicelaw.mutation.ports import port
from dicelaw.mutation.recorded_proofs import (
    Equivalents,
    digest_of,
    equivalents_of,
    fitting,
    lapsed,
    record_equivalents,
    recorded_equivalents,
)
from dicelaw.oracle.dice_masters import opening as tables
from dicelaw.oracle.dice_throne import opening as duels
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.games.description import description as described
from dicelaw.specs.bugs import dropping

GAMES = ("dice-masters@2016", "dice-masters@2018", "dice-throne")
"""The rules of which proofs are recorded."""
IDS = frozenset({"a#b", "c#d"})


def test_what_is_recorded_is_read_again_and_the_same_bytes_are_written(tmp_path: Path) -> None:
    path, other = tmp_path / "one", tmp_path / "other"
    found = {("second",): Equivalents("2", IDS), ("first", "third"): Equivalents("1", frozenset())}
    record_equivalents(path, found)
    record_equivalents(other, dict(reversed(found.items())))
    assert equivalents_of(path) == found
    files = {file.name: file.read_bytes() for file in path.iterdir()}
    assert {*files} == {"second.jsonl", "first-and-third.jsonl"}
    assert files == {file.name: file.read_bytes() for file in other.iterdir()}


def test_nothing_counts_of_a_game_whose_rules_have_changed() -> None:
    game = described("dice-throne")
    opened = session_of(game.openings("dice-throne")[0]).game
    recorded = Equivalents(digest_of(opened), IDS)
    assert fitting(recorded, opened) == IDS
    assert fitting(None, opened) == frozenset()
    bug = dropping("income/start-player-skips")
    changed = replace(opened, machine=bug.planted(opened.machine))  # type: ignore[type-var]
    assert fitting(recorded, changed) == frozenset()


def test_nothing_counts_where_something_else_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    game = described("dice-throne")
    opened = session_of(game.openings("dice-throne")[0]).game
    recorded, shown = Equivalents(digest_of(opened), IDS), port("dice-throne").shown(opened)
    monkeypatch.setattr(type(port("dice-throne")), "shown", lambda _self, _opened: shown[1:])
    assert port("dice-throne").shown(opened) == shown[1:]
    assert fitting(recorded, opened) == frozenset()


@pytest.mark.parametrize("game", GAMES)
def test_the_digest_is_the_same_once_mutants_were_made(game: str) -> None:
    opening = next(iter(described(game).openings(game)))
    found = []
    for looked_at in (False, True):
        duels._duel.cache_clear()
        tables._table.cache_clear()
        opened = session_of(opening).game
        if looked_at:
            assert len(opened.machine.definitions) > 0
        found.append(digest_of(opened))
    assert found[0] == found[1]


@pytest.mark.parametrize("game", GAMES)
def test_the_digest_is_the_same_once_something_was_stated(game: str) -> None:
    of, found = described(game), []
    for stated in (False, True):
        duels._duel.cache_clear()
        tables._table.cache_clear()
        opened = session_of(next(iter(of.openings(game)))).game
        if stated:
            assert len(port(game).invariants(opened)) > 0
        found.append(digest_of(opened))
    assert found[0] == found[1]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_recorded_is_of_games_that_there_are(game: str) -> None:
    of = described(game)
    openings = [of.between(opening) for opening in of.openings(game)]
    assert {*recorded_equivalents(game)} <= {*openings}


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Two proofs recorded of the first game of Dice Throne, with the digest that is given."""
    game = described("dice-throne")
    between = game.between(game.openings("dice-throne")[0])

    def record(digest: str) -> None:
        found = {between: Equivalents(digest, IDS)}
        monkeypatch.setattr(recorded_proofs, "recorded_equivalents", lambda _game: found)

    return record


def test_mutate_says_how_many_recorded_proofs_do_not_count(
    recorded: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    recorded("of earlier rules")
    assert lapsed("dice-throne") == len(IDS)
    say_lapsed("dice-throne", err=False)
    says = "are of earlier rules and do not count; scripts/record_equivalents.py proves anew"
    assert capsys.readouterr().out.strip() == f"2 recorded proofs {says}"


def test_mutate_says_nothing_of_proofs_that_count(
    recorded: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    opening = described("dice-throne").openings("dice-throne")[0]
    recorded(digest_of(session_of(opening).game))
    assert lapsed("dice-throne") == 0
    say_lapsed("dice-throne", err=False)
    assert capsys.readouterr().out == ""


def test_proofs_of_a_game_that_is_no_more_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {("nobody", "anybody"): Equivalents("1", IDS)}
    monkeypatch.setattr(recorded_proofs, "recorded_equivalents", lambda _game: found)
    assert lapsed("dice-throne") == len(IDS)
