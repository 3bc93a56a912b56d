"""Packs of content: ours are complete, and each mistake of a user's has one message that says where."""

import json
from pathlib import Path

import pytest

from dicelaw.model.content.document import ContentError
from dicelaw.model.dice_conquest.loader import PUBLISHED, load_pack
from dicelaw.oracle.cli import main

HERO = "{id: a, name: A, ability: heal 1, critical: {number: 4, effect: slay 20}}"
BOSS = "{id: k, name: K, boss: true, health: 40, damage: 3}"
LINES = ["source: mine", "heroes:", f"  - {HERO}", "creatures:", f"  - {BOSS}"]


ROOT = Path(__file__).resolve().parents[2]


def _written(tmp_path, *changes):
    lines = list(LINES)
    for number, line in changes:
        lines[number - 1] = line
    (tmp_path / "mine.yaml").write_text("\n".join(lines) + "\n")
    return tmp_path


def test_our_pack_has_as_many_cards_as_the_game():
    pack = load_pack()
    assert (len(pack.heroes), len(pack.creatures), len(pack.traps)) == (8, 23, 9)
    assert pack.creatures[-1].boss


def test_published_figures_are_told_from_made_up_ones():
    pack = load_pack(own=PUBLISHED)
    assert pack.cards["gremlin"].health == 3
    assert pack.heroes["wizard"].critical_number == 10


def test_a_pack_of_the_users_own_is_loaded_alone(tmp_path):
    pack = load_pack([_written(tmp_path)])
    assert list(pack.heroes) == ["a"]
    assert [card.id for card in pack.creatures] == ["k"]


@pytest.mark.parametrize(
    ("line", "text", "says"),
    [
        (3, "  - {id: a, name: A, ability: heal 1}", "heroes[0].critical: the field 'critical' is missing"),
        (
            3,
            f"  - {HERO.replace('heal 1', 'hael 7')}",
            "heroes[0].ability: 'hael 7' is not an effect line; did you mean `heal 7`? allowed: ",
        ),
        (
            3,
            f"  - {HERO.replace('heal 1', 'slay 9')}",
            "a hero ability cannot say 'slay 9', only a Critical Hit or magic item can; allowed: ",
        ),
        (
            3,
            f"  - {HERO.replace('heal 1', 'heal')}",
            "heroes[0].ability: 'heal' is not an effect line; did you mean `heal 1`? allowed: ",
        ),
        (
            3,
            f"  - {HERO.replace('heal 1', 'heal 61')}",
            "'heal 61': amount 61 is not allowed; allowed: amount from 1 to 60",
        ),
        (3, f"  - {HERO.replace('heal 1', 'heal ' + 900 * '9')}", "amount of 900 digits is not allowed"),
        (3, f"  - {HERO.replace('heal 1', 'fly')}", "'fly' is not an effect line; allowed: reroll AMOUNT"),
        (
            3,
            f"  - {HERO.replace('slay 20', 'pierce 2')}",
            "heroes[0].critical.effect: 'pierce 2' is not an effect line; allowed: change AMOUNT",
        ),
        (3, f"  - {HERO.replace('number: 4', 'number: 21')}", "heroes[0].critical.number: 21 is not allowed"),
        (
            5,
            "  - {id: k, name: K, health: 4, damage: 1}",
            "creatures: none is the boss; allowed: one",
        ),
        (
            5,
            f"  - {BOSS.replace('40', '0')}",
            "creatures[0].health: 0 is not allowed; allowed: a number from 1",
        ),
        (5, f"  - {BOSS.replace('}', ', takes: prime}')}", "creatures[0].takes: 'prime' is not allowed"),
        (5, f"  - {BOSS.replace('}', ', least: 9, most: 2}')}", "creatures[0].least: 9 is over `most`"),
        (5, f"  - {BOSS.replace('}', ', item: {name: I, effect: heal 1}}')}", "the boss has an item"),
        (
            3,
            f"  - {HERO.replace('number: ', 'number: 9')}",
            "heroes[0].critical.number: 94 is not allowed; allowed: a number from 1 to 20",
        ),
        (
            3,
            f"  - {HERO.replace('number', 'nummer')}",
            "heroes[0].critical.number: the field 'number' is missing; allowed: a number from 1 to 20",
        ),
        (
            3,
            f"  - {HERO.replace('heal 1', '[heal 1, 3]')}",
            "heroes[0].ability: ['heal 1', 3] is not allowed; allowed: a line, or a list",
        ),
        (2, "herose:", "herose: unknown field 'herose'"),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path, line, text, says):
    with pytest.raises(ContentError) as error:
        load_pack([_written(tmp_path, (line, text))])
    (problem, *_) = error.value.problems
    assert says in str(problem)
    assert problem.file.endswith("mine.yaml")
    assert problem.line in (line, line - 1)


def test_an_id_is_used_once(tmp_path):
    with pytest.raises(ContentError, match="'a' is there already"):
        load_pack([_written(tmp_path, (3, f"  - {HERO}\n  - {HERO}"))])


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(ContentError, match="there is no such folder"):
        load_pack([tmp_path / "nowhere"])


def test_a_play_with_a_pack_of_the_users_own_is_saved_and_replayed(tmp_path, capsys):
    ours = (ROOT / "model" / "dice_conquest" / "content" / "made-up.yaml").read_text(encoding="utf-8")
    pack, play = tmp_path / "pack", tmp_path / "play.jsonl"
    pack.mkdir()
    (pack / "own.yaml").write_text(ours.replace("id: scholar", "id: bookworm"), encoding="utf-8")
    made = ["play", "dice-conquest", "--heroes", "bookworm", "--seat", "1=random", "--content", str(pack)]
    assert main([*made, "--save", str(play)]) == 0
    assert "bookworm" in json.loads(play.read_text(encoding="utf-8").split("\n")[0])["content"]["heroes"]
    assert main(["replay", str(play), "--content", str(pack)]) == 0
    capsys.readouterr()
    assert main(["replay", str(play)]) == 6
    assert "this play needs own content (bookworm, " in capsys.readouterr().err
