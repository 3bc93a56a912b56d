"""`--content` with a folder or with files that are wrong, and traces that were made with other content."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from dicelaw.oracle.dice_throne.opening import pack_of
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import own_content

SCOUT = Path(__file__).resolve().parents[2] / "examples" / "content" / "scout" / "scout.yaml"
OWN = ("--content", "mine")
DUEL = ("--heroes", "scout", "paladin", "--seat", "1=random", "--limit", "40")
VERBS = {
    "verify": ("verify", "dice-throne"),
    "outcome": ("outcome", "dice-throne", "scene.yaml"),
    "legal": ("legal", "dice-throne", "scene.yaml"),
    "play": ("play", "dice-throne", *DUEL),
    "replay": ("replay", "play.jsonl"),
    "graph": ("graph", "dice-throne"),
    "hero": ("hero", "scout"),
    "list": ("list", "heroes"),
}
WANTED = "a folder with content files (*.yaml), or one of them, is wanted"
SCENE = "players: [{hero: scout}, {hero: paladin}]\n"


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    """Runs a command where the folder ``mine`` has the Scout."""
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    shutil.copy(SCOUT, "mine/scout.yaml")
    Path("scene.yaml").write_text(SCENE, encoding="utf-8")
    return run


def spoil(old, new):
    text = SCOUT.read_text(encoding="utf-8")
    assert old in text
    Path("mine/scout.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    ("folder", "says"),
    [
        ("nowhere", "error: nowhere: there is no such folder\n"),
        ("nowhere/card.yaml", "error: nowhere/card.yaml: there is no such file\n"),
        (
            "notes.txt",
            f"error: notes.txt: this is a file; {WANTED}\n",
        ),
        ("empty", "error: empty: this folder has no content file (*.yaml)\n"),
        ("odd", "error: odd/a.yaml: this is a folder; a file is wanted\n"),
        ("a" * 300, f"error: {'a' * 300}: this cannot be read: File name too long\n"),
    ],
    ids=["no folder", "no such file", "a file", "no content", "no file in it", "too long"],
)
def test_a_wrong_folder_is_one_sentence(run, verb, folder, says):
    Path("empty").mkdir()
    Path("empty/notes.txt").touch()
    Path("notes.txt").touch()
    Path("odd/a.yaml").mkdir(parents=True)
    assert run(*VERBS[verb], "--content", folder) == (ExitCode.BAD_INPUT, "", says)


def test_a_folder_of_folders_names_those_with_content(run):
    says = "error: .: this folder has no content file (*.yaml); name one in it that has: mine\n"
    Path("scene.yaml").unlink()
    assert run("check", ".") == (ExitCode.BAD_INPUT, "", says)


def test_content_of_two_games_in_one_folder_is_told_to_be(run):
    Path("mine/z.yaml").write_text("source: mine\nheroes: []\ntraps: []\n", encoding="utf-8")
    code, _, err = run("check", "mine")
    assert code == ExitCode.BAD_INPUT
    says = "'heroes' is a field of content of dice-conquest, and a folder has that of one game"
    assert err.startswith(f"error: mine/z.yaml:2: heroes: {says}; allowed here: rules, ")


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb != "replay"])
def test_all_that_is_wrong_with_the_files_is_in_one_report(run, verb):
    spoil("damage 4,", "damge 4,")
    Path("mine/more.yaml").write_text("source: mine\ncommon: [{id: a}]\n", encoding="utf-8")
    code, out, err = run(*VERBS[verb], *OWN)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    says = "'damge 4' is not an effect line; did you mean `damage 4`? allowed: "
    assert f"mine/scout.yaml:19: hero.offense[0].effect[0]: {says}" in err
    assert "mine/more.yaml:2: common[0].name: the field 'name' is missing; allowed: a text" in err


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "id: scout",
            "id: paladin",
            ":14: hero.id: 'paladin' is already the id of a hero, in dicelaw:content/paladin.yaml:",
        ),
        (
            "id: dazzled",
            "id: stun",
            ":4: statuses[0].id: 'stun' is already the id of a status effect, in dicelaw:content/status",
        ),
        ("upgrades:", "offence:", "hero.offence: unknown field 'offence'; did you mean 'offense'?"),
    ],
)
def test_a_clash_names_both_places(run, old, new, says):
    spoil(old, new)
    code, _, err = run("list", "heroes", *OWN)
    assert code == ExitCode.BAD_INPUT
    assert err.startswith("error: mine/scout.yaml:")
    assert says in err


@pytest.mark.parametrize("field", ["offense", "defense"])
def test_a_hero_needs_abilities(run, field):
    lines = SCOUT.read_text(encoding="utf-8").splitlines()
    first = lines.index(f"  {field}:")
    last = next(at for at in range(first + 1, len(lines)) if not lines[at].startswith("    "))
    lines[first:last] = [f"  {field}: []"]
    Path("mine/scout.yaml").write_text("\n".join(lines), encoding="utf-8")
    code, _, err = run("list", "heroes", *OWN)
    assert code == ExitCode.BAD_INPUT
    assert f"mine/scout.yaml:{first + 1}: hero.{field}: [] is empty; allowed: at least one ability" in err


def test_a_deck_may_be_too_large(run):
    cards = "\n".join(
        f"    - {{id: c{at}, name: C, timing: main, cost: 1, effect: [draw 1]}}" for at in range(60)
    )
    spoil("  cards:\n", f"  cards:\n{cards}\n")
    code, _, err = run("list", "cards", *OWN)
    assert code == ExitCode.BAD_INPUT
    assert "hero.cards: with the common cards the deck has " in err
    assert "cards; allowed: at most 60" in err


def test_content_is_about_no_fragments(run):
    code, _, err = run("verify", "fragments", *OWN)
    assert code == ExitCode.USAGE
    assert "proved here, only for dice-throne, dice-masters@2016, dice-masters@2018" in " ".join(err.split())


def test_numbers_that_are_too_large_are_the_fault_of_the_content(run):
    spoil("damage 4, damage 2 if 4 bow", "damage 99, damage 99, damage 99")
    play = "play:\n  - roll: [1, 1, 1, 4, 4]\n  - announce shot\n  - until: conclusion\n"
    Path("scene.yaml").write_text(SCENE + play, encoding="utf-8")
    code, _, err = run("outcome", "dice-throne", "scene.yaml", *OWN)
    assert code == ExitCode.BAD_INPUT
    assert "outside of 0..255; the content in mine makes more of it than the model can count" in err


@pytest.fixture
def recorded(run):
    """The lines of a play with the Scout, in the file play.jsonl as well."""
    run("play", "dice-throne", *OWN, *DUEL, "--save", "play.jsonl")
    assert run("replay", "play.jsonl", *OWN)[0] == ExitCode.OK
    return Path("play.jsonl").read_text(encoding="utf-8").splitlines()


def test_a_replay_without_the_content(run, recorded):
    assert recorded
    says = (
        "error: play.jsonl:1: content: this play needs own content (scout); name its folder with --content\n"
    )
    assert run("replay", "play.jsonl") == (ExitCode.BROKEN_TRACE, "", says)


def test_a_replay_with_changed_content(run, recorded):
    assert recorded
    spoil("damage 4,", "damage 5,")
    says = "play.jsonl:1: content: this play was made with other own content (scout) than mine has now\n"
    assert run("replay", "play.jsonl", *OWN) == (ExitCode.BROKEN_TRACE, "", f"error: {says}")


def test_a_replay_with_content_that_the_play_did_not_have(run):
    run("play", "dice-throne", *DUEL[3:], "--save", "play.jsonl")
    says = "error: play.jsonl:1: this play was made without own content; replay it without --content\n"
    assert run("replay", "play.jsonl", *OWN) == (ExitCode.BROKEN_TRACE, "", says)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("scout", "content: 'scout' is not an object"),
        ({}, "content: {} is not a `digest` with the list of `heroes`"),
        ({"digest": 7}, "content: {'digest': 7} is not a `digest`"),
        ({"digest": "7", "heroes": "scout"}, "is not a `digest` with the list of `heroes`"),
    ],
)
def test_a_header_that_is_wrong_about_content(run, recorded, content, says):
    header = {**json.loads(recorded[0]), "content": content}
    Path("play.jsonl").write_text("\n".join([json.dumps(header), *recorded[1:]]), encoding="utf-8")
    code, _, err = run("replay", "play.jsonl", *OWN)
    assert code == ExitCode.BAD_INPUT
    assert says in err


@pytest.mark.parametrize("trouble", [None, KeyError("scout")], ids=["read on", "crashed"])
@pytest.mark.parametrize(
    ("verb", "reader"),
    [
        (("verify", "dice-throne"), "dicelaw.checker.verify.verify.verify"),
        (("check", "mine"), "dicelaw.checker.dice_throne.checking.checked"),
    ],
    ids=["verify", "check"],
)
def test_nothing_is_decided_of_content_that_changes_meanwhile(run, monkeypatch, verb, reader, trouble):
    """Each process reads it by itself, so what they find would be about two contents."""

    def edited(*_, **__):
        spoil("name: Scout", "name: Scoot")
        if trouble:
            raise trouble
        return iter(())

    monkeypatch.setattr(reader, edited)
    code, out, err = run(*verb, *(() if verb[0] == "check" else OWN))
    says = "this content was changed while it was read, so nothing is decided about it; run it again"
    assert (code, out, err) == (ExitCode.BAD_INPUT, "", f"error: mine: {says}\n")


@pytest.mark.usefixtures("run")
def test_content_is_what_it_was_when_it_was_named():
    found = own_content(Path("mine"))
    pack_of.cache_clear()
    spoil("name: Scout", "name: Scoot")
    with pytest.raises(UserError, match="mine: this content was changed"):
        pack_of("later", found)
    assert pack_of("later", own_content(Path("mine"))).heroes["scout"].name == "Scoot"
