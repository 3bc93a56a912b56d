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

from dicelaw.model.dice_throne.declared.conditions import CONDITIONS
from dicelaw.model.dice_throne.declared.tests import TESTS
from dicelaw.model.dice_throne.declared.vocabulary import WORDS
from dicelaw.model.dice_throne.grammar.conditions import EVERY
from dicelaw.model.dice_throne.grammar.line_schema import step_schema
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.schema import content_schema
from dicelaw.model.effects.lines import read
from dicelaw.model.effects.made_up import line
from dicelaw.model.games import GAMES, game_of
from dicelaw.oracle.cli import main
from dicelaw.oracle.dice_throne.made_up import SYMBOLS
from dicelaw.oracle.dice_throne.made_up_lines import Lines
from dicelaw.oracle.fuzz import made_up
from dicelaw.oracle.fuzz.find import find_of
from dicelaw.oracle.fuzz.shrink import Player
from dicelaw.oracle.fuzz.trail import played
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.own_content import own_content

SPOILT = {"heal 1", "gain cog", "deal 3"}


OWN = ("spark", "rust")
SEEDS = 8
MAKING_UP = [name for name, game in GAMES.items() if game.has("oracle", "made_up")]


def lines_of(seed):
    return Lines(Random(seed), "action", SYMBOLS, OWN, ["chi"], ["knack"])


@given(word=st.sampled_from([word for word in (*WORDS, *EVERY) if word.lines]), seed=st.integers(0, 999))
def test_every_word_and_condition_is_said_so_that_it_is_read(word, seed):
    text = line(word, Random(seed), lines_of(seed).named)
    known = WORDS if word in WORDS else EVERY
    assert read(text, known) is not None, text


def test_lines_have_every_condition_and_every_kind_of_block_in_each_other():
    steps = [lines_of(seed).step() for seed in range(3000)]
    blocks = [step for step in steps if isinstance(step, dict)]
    ways = [one for one in step_schema("Step")["anyOf"] if one["type"] == "object"]
    assert {frozenset(way["properties"]) for way in ways} == {
        frozenset(way["properties"]) for way in ways for block in blocks if {*block} <= {*way["properties"]}
    }
    assert any(isinstance(inner, dict) for block in blocks for inner in block.get("choose", ()))
    texts = [step.partition(" if ")[2] for step in steps if isinstance(step, str) and " if " in step]
    said = {
        found[0].name
        for text in texts
        for part in text.split(" and ")
        if (found := read(part, (*TESTS, *CONDITIONS)))
    }
    assert said == {one.name for one in EVERY}


@pytest.mark.parametrize("game", MAKING_UP)
def test_nothing_is_made_up_that_is_refused(game):
    part = game_of(game).part("oracle", "made_up")
    refused = [
        seed for seed in range(SEEDS) if part.refused(part.document("made-up-a", Random(seed), first=True))
    ]
    assert refused == []


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
        "hero": {"symbols": ["x"] * 6, "cards": [{"effect": ["draw 1"]}]},
    }

    def shows(one):
        text = json.dumps(one)
        return '"cog"' in text and all(part in text for part in needed)

    least = made_up._lessened(document, content_schema(), shows, lambda _: False)
    assert "hero" not in least
    (status,) = least["statuses"]
    left = {part for way in status.get("spend", ()) for part in way["effect"]}
    assert left == needed
    assert not any("when" in way for way in status.get("spend", ()))


@pytest.mark.slow
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
    assert "cards" not in json.loads(text)["hero"]
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


def test_a_game_that_makes_nothing_up_says_so(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(made_up, "PART", "no_such_part")
    assert main(["fuzz", "dice-conquest", "--made-up", "2", "--out", str(tmp_path)]) == 4
    assert "dice-conquest has no made-up content yet" in capsys.readouterr().err


LIFE = {"fielded": ["gain 9 life", "damage 1 to opponent"], "attacks": ["ko this die"]}


def test_the_least_of_several_cards_still_shows_the_find():
    """Of two cards in the teams one is at fault; the other is left with nothing that it need not have."""
    documents = [
        {"source": "s", "cards": [{"id": f"made-up-{id}", "name": id, "cost": 1, "type": "fist",
                                   "levels": ["0 1 1"] * 3, "when": when, "keywords": ["fast"]}]}
        for id, when in (("a", LIFE), ("b", {"fielded": ["gain 1 life"]}))
    ]  # fmt: skip
    joined = made_up._joined(documents)
    schema = game_of("dice-masters").part("model", "schema").content_schema()
    least = made_up._lessened(
        joined, schema, lambda one: len(one["cards"]) == 2 and "gain 9 life" in json.dumps(one),
        game_of("dice-masters").part("oracle", "made_up").refused, {"made-up-a", "made-up-b"},
    )  # fmt: skip
    first, second = least["cards"]
    assert first["when"] == {"fielded": ["gain 9 life"]}
    assert set(second) == {"id", "name", "cost"}


def test_two_heroes_are_not_in_one_file():
    assert made_up._joined([{"hero": {"id": "a"}}, {"hero": {"id": "b"}}]) == {}


@pytest.mark.slow
def test_a_campaign_makes_cards_up(tmp_path, capsys):
    words = ["dice-masters@2018", "--made-up", "2", "--plays", "2", "--out", str(tmp_path)]
    assert main(["fuzz", *words]) in (0, 1)
    assert "2 plays; " in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.glob("content/*")) == ["made-up-a.yaml", "made-up-b.yaml"]


def test_a_companion_of_a_hero_of_ones_own_heals_up_to_its_own_health(tmp_path):
    path = designs.write(tmp_path, token("cog", ["gain nyras-bond"]))
    document = yaml.safe_load(path.read_text())
    document["hero"]["companion"] = {"health": 2, "max": 3, "plus": 0}
    path.write_text(json.dumps(document))
    pairing = (designs.HERO, "artificer")
    arena = description("dice-throne").fuzzing("dice-throne", own_content(tmp_path), "duel").arena(pairing)
    players = [{"hero": designs.HERO, "tokens": {"nyras-bond": 1}}, {"hero": "artificer"}]
    setup = {"game": "dice-throne", "players": players, "turn": "1", "start": "upkeep/begin"}
    player, use = Player(arena), {"action": "status/nyras-bond/heal-nyra"}
    decisions = [{"actor": "1", "transition": "upkeep/act", "choices": use, "text": "use"}]
    trail = played(arena, player.recorder, arena.state(setup), decisions)
    companion = int(arena.made.duel.companion[0].place)
    assert (trail.start[companion], trail.end[companion]) == (2, 3)
    assert [*player.faults.of(trail)] == []
