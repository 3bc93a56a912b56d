"""Content that nobody has written: it can always be loaded, and the least of it shows what was found."""

from __future__ import annotations

import json
from random import Random

import designs
import pytest
import yaml
from designs import token
from hypothesis import given, settings
from hypothesis import strategies as st

from dicelaw.model.dice_throne.declared.vocabulary import WORDS
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.effects.lines import read
from dicelaw.model.effects.made_up import line
from dicelaw.oracle.cli import main
from dicelaw.oracle.dice_throne.made_up import _Hero
from dicelaw.oracle.fuzz import made_up
from dicelaw.oracle.fuzz.find import find_of
from dicelaw.oracle.games.own_content import own_content

SPOILT = {"heal 1", "gain cog", "deal 3"}


@given(word=st.sampled_from([word for word in WORDS if word.lines]), seed=st.integers(0, 999))
def test_every_word_is_said_so_that_it_is_read(word, seed):
    draw = Random(seed)
    text = line(word, draw, _Hero("made-up", draw)._named)
    assert read(text, WORDS) is not None, text


@settings(max_examples=3)
@given(seed=st.integers(0, 10**6))
def test_heroes_that_are_made_up_can_be_loaded(seed, tmp_path_factory):
    folder = tmp_path_factory.mktemp("heroes")
    content = made_up.made_up("dice-throne", folder, 3, seed)
    assert content.folder == folder
    assert {"made-up-a", "made-up-b", "made-up-c"} <= set(load_pack([folder]).heroes)


def test_a_seed_makes_up_the_same_and_another_seed_something_else(tmp_path):
    digests = [made_up.made_up("dice-throne", tmp_path / name, 2, seed).digest for name, seed in
               (("a", 1), ("b", 1), ("c", 2))]  # fmt: skip
    assert digests[0] == digests[1] != digests[2]


def test_fewer_heroes_leave_no_file_of_an_earlier_run(tmp_path):
    made_up.made_up("dice-throne", tmp_path, 3, 1)
    made_up.made_up("dice-throne", tmp_path, 1, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["made-up-a.yaml"]


def test_files_are_named_by_letters():
    names = [made_up._letters(number) for number in (0, 25, 26, 51, 52, 701, 702)]
    assert names == ["a", "z", "aa", "az", "ba", "zz", "aaa"]


@given(needed=st.sets(st.sampled_from(sorted(SPOILT))))
def test_all_that_is_not_needed_is_left_out(needed):
    document = {
        "statuses": [
            {"id": "cog", "spend": [{"effect": sorted(SPOILT), "when": ["attacked"]}]},
            {"id": "nut"},
        ],
        "hero": {"symbols": ["x", "y"], "cards": [{"effect": ["draw 1"]}]},
    }

    def shows(one):
        text = json.dumps(one)
        return '"cog"' in text and all(part in text for part in needed)

    least = made_up._lessened(document, shows)
    assert least["hero"] == {"symbols": ["x", "y"], "cards": []}
    (status,) = least["statuses"]
    left = {part for way in status["spend"] for part in way["effect"]}
    assert left == needed
    assert len(status["spend"]) == bool(needed)


def test_the_least_content_still_shows_the_find(tmp_path, capsys):
    folder, out, least = (tmp_path / name for name in ("content", "out", "least"))
    folder.mkdir(), least.mkdir()
    path = designs.write(
        folder, token("cog", ["gain nut", "deal 1"]), token("nut", ["gain cog", "heal 2"]),
        cards=[designs.card("rest", ["heal 1", "draw 1"])],
    )  # fmt: skip
    path.write_text(json.dumps(yaml.safe_load(path.read_text())))
    assert main(["fuzz", "dice-throne", "--content", str(folder), "--out", str(out), "--plays", "2"]) == 1
    kept = (json.loads(path.read_text()) for path in out.glob("finds/*.json"))
    (find,) = (find_of(one) for one in kept if one["kind"] == "cycle")
    text = made_up.least_content("dice-throne", own_content(folder), find)
    assert json.loads(text)["hero"]["cards"] == []
    (least / "tinker.yaml").write_text(text)
    capsys.readouterr()
    assert main(["fuzz", "dice-throne", "--content", str(least), "--plays", "2"]) == 1
    assert "a round can be repeated" in capsys.readouterr().out


def test_a_campaign_makes_heroes_up_and_says_how_to_repeat_it(tmp_path, capsys):
    words = ["--plays", "1", "--seed", "5", "--out", str(tmp_path), "--made-up", "2"]
    assert main(["fuzz", "dice-throne", *words]) in (0, 1)
    told = capsys.readouterr()
    assert "1 play; " in told.out
    assert told.err.rstrip().endswith(f"repeat: dicelaw fuzz dice-throne {' '.join(words)}")
    assert sorted(path.name for path in tmp_path.glob("content/*")) == ["made-up-a.yaml", "made-up-b.yaml"]


@pytest.mark.parametrize(
    ("more", "says", "code"),
    [
        ((), "give a folder with --out", 3),
        (("--out", "x", "--content", "examples/content/tinker"), "leave out --content and --engine", 3),
        (("--out", "x", "--engine", "true"), "leave out --content and --engine", 3),
    ],
)
def test_what_does_not_go_with_made_up_heroes_is_refused(more, says, code, capsys, tmp_path):
    words = [str(tmp_path) if word == "x" else word for word in more]
    assert main(["fuzz", "dice-throne", "--made-up", "2", *words]) == code
    assert says in capsys.readouterr().err


def test_a_game_that_makes_nothing_up_says_so(capsys, tmp_path):
    assert main(["fuzz", "dice-masters@2018", "--made-up", "2", "--out", str(tmp_path)]) == 4
    assert "dice-masters@2018 has no made-up content yet" in capsys.readouterr().err
