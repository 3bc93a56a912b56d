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
    first, second = kept_pack.our_pack(edition), kept_pack.our_pack(edition)
    assert len(read) == 1
    _same(second, first)
    _same(second, load_pack((), edition))


def test_the_printings_are_not_mistaken_for_each_other(folder, read):
    (folder / "packs").mkdir()
    kept_pack.our_pack("later")
    (folder / "packs" / "dice-throne-later").rename(folder / "packs" / "dice-throne-2017")
    _same(kept_pack.our_pack("2017"), load_pack((), "2017"))
    assert len(read) == 2


@pytest.mark.usefixtures("folder")
def test_what_is_of_other_sources_is_read_anew(read, monkeypatch):
    kept_pack.our_pack("later")
    monkeypatch.setattr(kept_pack, "digest", lambda _place: "other sources")
    kept_pack.our_pack("later")
    assert len(read) == 2


@pytest.mark.parametrize("spoil", [lambda data: data[:-9], lambda _: b"", lambda data: data[::-1]])
def test_what_is_broken_is_read_anew(folder, read, spoil):
    kept_pack.our_pack("later")
    (place,) = (folder / "packs").iterdir()
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
