"""Recorded proofs: what is written comes back, and counts only of the machine that it was proved of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dicelaw.oracle import description, games
from dicelaw.oracle.description import description as described
from dicelaw.oracle.equivalents import (
    Equivalents,
    digest_of,
    equivalents_of,
    fitting,
    record_equivalents,
    recorded_equivalents,
)
from dicelaw.oracle.stage import session_of
from dicelaw.specs.property import dropping

GAMES = ("dice-masters@2016", "dice-masters@2018", "dice-throne")
"""The rules of which proofs are recorded."""
IDS = frozenset({"a#b", "c#d"})


def test_what_is_recorded_is_read_again_and_the_same_bytes_are_written(tmp_path: Path) -> None:
    path, other = tmp_path / "one.jsonl.gz", tmp_path / "other.jsonl.gz"
    found = {("second",): Equivalents("2", IDS), ("first", "third"): Equivalents("1", frozenset())}
    record_equivalents(path, found)
    record_equivalents(other, dict(reversed(found.items())))
    assert equivalents_of(path) == found
    assert path.read_bytes() == other.read_bytes()


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
    recorded, shown = Equivalents(digest_of(opened), IDS), game.shown(opened)
    monkeypatch.setattr(type(game), "shown", lambda _self, _opened: shown[1:])
    assert description.description("dice-throne").shown(opened) == shown[1:]
    assert fitting(recorded, opened) == frozenset()


@pytest.mark.parametrize("game", GAMES)
def test_the_digest_is_the_same_once_mutants_were_made(game: str) -> None:
    opening = next(iter(described(game).openings(game)))
    found = []
    for looked_at in (False, True):
        games._duel.cache_clear()
        games._table.cache_clear()
        opened = session_of(opening).game
        if looked_at:
            assert len(opened.machine.definitions) > 0
        found.append(digest_of(opened))
    assert found[0] == found[1]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_recorded_is_of_the_rules_as_they_are(game: str) -> None:
    """Where this fails a rule has changed: `scripts/record_equivalents.py` proves anew."""
    known, of = recorded_equivalents(game), described(game)
    openings = {of.between(opening): opening for opening in of.openings(game)}
    assert known.keys() <= openings.keys()
    opening = openings[min(known, key=lambda between: len(known[between].ids))]
    assert known[of.between(opening)].digest == digest_of(session_of(opening).game)
