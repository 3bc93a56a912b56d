"""Content that is kept as it was read: it is the same, and what is stale or broken is read anew."""

import os
import pickle
import re
from pathlib import Path

import pytest

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.oracle.dice_throne import kept_pack


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_pack, "cache_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def read(monkeypatch):
    """How often content was read."""
    times = []

    def counted(*asked):
        times.append(asked)
        return load_pack(*asked)

    monkeypatch.setattr("dicelaw.model.dice_throne.loader.load_pack", counted)
    return times


def _same(one, other):
    assert one.statuses == other.statuses
    assert one.companions == other.companions
    assert [*one.heroes] == [*other.heroes]
    assert all(one.heroes[id] == other.heroes[id] for id in other.heroes)


@pytest.mark.parametrize("edition", ["later", "2017"])
@pytest.mark.usefixtures("folder")
def test_what_is_kept_is_what_is_read(read, edition):
    _same(kept_pack.our_pack(edition), load_pack((), edition))
    _same(kept_pack.our_pack(edition), load_pack((), edition))
    assert len(read) == 1
    with pytest.raises(KeyError):
        kept_pack.our_pack(edition).heroes["../later/paladin"]


@pytest.mark.usefixtures("folder")
def test_a_hero_that_was_not_asked_for_yet_is_read_then(read):
    assert kept_pack.our_pack("later").heroes["barbarian"].id == "barbarian"
    again = kept_pack.our_pack("later")
    assert again.heroes["barbarian"].id == "barbarian"
    assert len(read) == 1
    assert again.heroes["paladin"] == load_pack().heroes["paladin"]
    assert len(read) == 2


def test_what_is_in_the_place_of_another_is_read_anew(folder, read):
    whole = kept_pack.our_pack("later")
    assert whole.heroes["barbarian"] != whole.heroes["paladin"]
    there = folder / "packs" / "later"
    (there / "barbarian").rename(there / "paladin")
    (folder / "packs" / "2017").mkdir()
    (there / kept_pack.REST).rename(folder / "packs" / "2017" / kept_pack.REST)
    _same(kept_pack.our_pack("later"), load_pack())
    _same(kept_pack.our_pack("2017"), load_pack((), "2017"))
    assert len(read) == 3


@pytest.mark.usefixtures("folder")
def test_what_is_of_other_sources_is_read_anew(read, monkeypatch):
    kept_pack.our_pack("later")
    monkeypatch.setattr(kept_pack, "model_digest", lambda: "other sources")
    kept_pack.our_pack("later")
    assert len(read) == 2


@pytest.mark.parametrize("spoil", [lambda data: data[:-9], lambda _: b"", lambda data: data[::-1]])
def test_what_is_broken_is_read_anew(folder, read, spoil):
    dict(kept_pack.our_pack("later").heroes)
    for place in (folder / "packs" / "later").iterdir():
        place.write_bytes(spoil(place.read_bytes()))
    _same(kept_pack.our_pack("later"), load_pack())
    assert len(read) == 2


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(kept_pack, "cache_folder", lambda: tmp_path / "file")
    _same(kept_pack.our_pack("later"), load_pack())


class Evil:
    """Would run a program where it is unpickled."""

    def __reduce__(self):
        return os.system, ("false",)


@pytest.mark.parametrize("evil", [Evil(), Path("x"), re.compile("a")], ids=lambda one: type(one).__name__)
def test_nothing_but_data_of_ours_is_taken(evil):
    with pytest.raises(pickle.UnpicklingError, match="is no kind of data of ours"):
        kept_pack._read(pickle.dumps(evil))


def test_no_name_leads_out_of_ours():
    data = pickle.dumps(load_pack().statuses[1]).replace(b"Status", b"re.sub")
    with pytest.raises((pickle.UnpicklingError, ValueError, EOFError)):
        kept_pack._read(data)
