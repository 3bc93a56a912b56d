"""A run that is ended leaves a manifest of what it proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dicelaw.checker.evidence import growing as module
from dicelaw.checker.evidence.evidence import Entry
from dicelaw.checker.evidence.growing import Growing, note, note_in, standing
from dicelaw.checker.recheck.manifest import load
from dicelaw.checker.recheck.recheck import recheck
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.verify import verify

PROPERTY = "fragment/pipeline/any-order"


def _entry(id: str, *rests_on: str) -> Entry:
    return Entry("game", id, "says", "scope", "induction", f"game/{id}.smt2", "0" * 64, (), rests_on)


def test_what_rests_on_something_that_is_not_there_waits() -> None:
    """Directly or not; what rests on itself, alone or with others, stands."""
    one, two, three, itself = _entry("a", "b"), _entry("b", "c"), _entry("c", "a"), _entry("d", "d")
    assert standing([one, two, itself]) == [itself]
    assert standing([one, two, three]) == [one, two, three]
    assert standing([one, two, replace(three, game="other")]) == []


@pytest.fixture
def noting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Growing:
    """A manifest that grows in `out` of what this process notes."""
    monkeypatch.setattr(module, "_notes", None)
    for name in ("out", "notes"):
        (tmp_path / name).mkdir()
    note_in(tmp_path / "notes")
    return Growing(tmp_path / "out", tmp_path / "notes")


def test_it_has_what_is_noted_so_far(noting: Growing) -> None:
    """Not at once where one was just written, but in the end."""
    noting.write(now=True)
    assert not [*noting.folder.iterdir()]
    note(_entry("a"))
    noting.write()
    assert [one.property for one in load(noting.folder).entries] == ["a"]
    note(_entry("b", "a"))
    noting.write()
    assert [one.property for one in load(noting.folder).entries] == ["a"]
    noting.write(now=True)
    assert [one.property for one in load(noting.folder).entries] == ["a", "b"]


def test_where_nothing_can_be_noted_the_run_goes_on(noting: Growing, tmp_path: Path) -> None:
    note_in(tmp_path / "nothing here")
    note(_entry("a"))
    noting.write(now=True)
    assert not [*noting.folder.iterdir()]


def _interrupts(_done: int, _whole: int) -> None:
    raise KeyboardInterrupt


def _when_there_is(place: Path, number: int) -> Callable[[int, int], None]:
    def tell(done: int, whole: int) -> None:
        if len([*place.rglob("*.smt2")]) >= number:
            _interrupts(done, whole)

    return tell


def test_an_interrupted_run_has_evidence_of_what_it_proved(tmp_path: Path) -> None:
    """All of it is confirmed."""
    with pytest.raises(KeyboardInterrupt):
        for _ in verify(["fragments"], evidence=tmp_path, processes=1, tell=_when_there_is(tmp_path, 3)):
            pass
    found = [*recheck(load(tmp_path))]
    assert found
    assert all(one.confirmed for one in found)
    assert len(found) < len(plan("fragments").properties)


def test_a_disk_that_is_full_in_the_end_hides_no_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(Growing, "write", full)
    with pytest.raises(KeyboardInterrupt):
        [*verify(["fragments"], [PROPERTY], evidence=tmp_path, tell=_interrupts)]
