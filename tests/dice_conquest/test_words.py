"""The words of cards: what is made of their declarations, and a word that is added by the recipe."""

import json
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from dicelaw.model.content.document import ContentError
from dicelaw.model.dice_conquest.language import Card
from dicelaw.model.dice_conquest.loader import load_pack
from dicelaw.model.dice_conquest.machine import open_quest
from dicelaw.model.dice_conquest.schema import content_schema
from dicelaw.model.dice_conquest.standing import AT, CARDS, MOMENTS, STANDING, mistakes, said
from dicelaw.model.dice_conquest.vocabulary import ABILITIES, CONDITIONS, CRITICALS, ITEMS, NAMES, WORDS
from dicelaw.model.dice_conquest.wording import LINES, PLACES, POINTS
from dicelaw.model.effects.made import conditions_table, sentence, table
from dicelaw.mutation.by_hand.witnesses import Rulings
from dicelaw.mutation.ports import contents_of
from dicelaw.oracle.cli import main
from dicelaw.oracle.dice_conquest.opening import packs
from dicelaw.specs.statements import known_rules

GAME = "dice-conquest"
ROOT = Path(__file__).resolve().parents[2]
RECIPE = (
    (ROOT / "CONTRIBUTING.md")
    .read_text(encoding="utf-8")
    .partition("## Add a word to Dice Conquest")[2]
    .partition("\n## ")[0]
)
DRIVER = """
import sys
import dicelaw.model.dice_conquest.words as words
words.__path__.append(sys.argv[1])
from dicelaw.oracle.cli import main
sys.argv[1:] = sys.argv[2:]
sys.exit(main())
"""
PACK = """source: mine
heroes:
  - {id: nurse, name: Nurse, ability: every hero heals 3, critical: {number: 4, effect: slay 20}}
  - {id: guard, name: Guard, ability: guard 1, critical: {number: 6, effect: heal 1}}
creatures:
  - {id: rat, name: Rat, health: 9, damage: 1}
  - {id: king, name: King, boss: true, health: 40, damage: 3}
"""
SCENE = """players: [{hero: nurse, health: 4}, {hero: guard, health: 9}]
display: {rat: {}}
available: {d4: 1, d6: 5, d8: 1, d10: 1, d10%: 1, d12: 1, d20: 1}
play: [nurse chooses the d6, nurse ability, nurse mend, nurse places rat, nurse ends]
"""


def test_numbers_are_those_that_recorded_states_have():
    named = "nothing reroll guard raise change recover heal strike slay pierce spend"
    assert tuple(named.split()) == NAMES
    assert [len(ABILITIES), len(CRITICALS), len(ITEMS)] == [7, 6, 8]


def test_open_content_has_every_word_and_amount():
    machine = open_quest().machine
    slots = {slot.name: slot for slot in machine.slots}
    assert slots["hero.ability[1]"].hi == len(WORDS)
    assert (slots["card.item_amount[1]"].lo, slots["card.item_amount[1]"].hi) == (0, 60)
    used = {one.id for one in machine.transitions if one.source == "effect"}
    assert used == {f"effect/{word.name}" for word in WORDS if word.does} | {"effect/leave", "effect/other"}


def test_every_word_cites_rules_of_the_game():
    cited = {rule for word in WORDS for rule in word.cites}
    assert cited
    assert cited <= known_rules("dice-conquest")


def test_the_page_has_the_table_of_the_words():
    page = (ROOT / "docs" / "dice_conquest.md").read_text(encoding="utf-8")
    assert f"{table(WORDS, PLACES, POINTS)}\n{conditions_table(CONDITIONS)}" in page
    assert table(STANDING, CARDS, AT) in page


@pytest.mark.parametrize("word", STANDING, ids=lambda word: word.name)
def test_what_cards_do_by_themselves_is_declared_with_its_limits_and_sentence(word, tmp_path):
    (limit,) = word.arguments
    right = PACK.replace("every hero heals 3", "heal 3")
    for value in (limit.most, limit.most + 1):
        text = right.replace("damage: 1}", f"damage: 1, {word.name}: {value}}}")
        (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
        if value <= limit.most:
            assert getattr(load_pack([tmp_path]).cards["rat"], word.name) == value
        else:
            with pytest.raises(ContentError, match=f"allowed: a number from 0 to {limit.most}"):
                load_pack([tmp_path])
    card = Card("rat", "Rat", **{word.name: 2})
    assert any(sentence(word, {"amount": 2}) in text for text in said(card))
    assert {rule for one in MOMENTS for rule in one.cites} <= known_rules(GAME)


def test_the_schema_in_the_package_is_the_one_of_the_loader():
    text = (files("dicelaw.model.dice_conquest") / "content" / "schema.json").read_text(encoding="utf-8")
    assert json.loads(text) == content_schema()
    (hero,) = (part for name, part in content_schema()["$defs"].items() if name == "HeroEntry")
    line, rows = hero["properties"]["ability"]["anyOf"]
    assert (rows["maxItems"], rows["items"]) == (LINES, line)
    lines = [one["pattern"] for one in line["anyOf"]]
    for text, fits in (
        ("heal 60", True), ("heal 61", False), ("heal 0", False), ("slay 9", False),
        ("heal 1 if own health is at most 20 or change 2", True),
        ("heal 1 if own health is at most 21", False),
        ("heal 1 or slay 9", False), ("heal 1 or heal 2 or heal 3", False),
    ):  # fmt: skip
        assert any(re.search(pattern, text) for pattern in lines) == fits, text


def test_mistakes_in_lines_of_cards_are_planted_in_the_pack_that_has_them():
    mutants = contents_of(GAME).mutants()
    assert len({one.id for one in mutants}) == len(mutants)
    for one in mutants:
        pack = next(pack for pack in packs() if one.owner in {*pack.heroes, *pack.cards})
        assert one.planted(pack) != pack
    found = {one.id: one.says for one in mutants}
    assert found["wizard/critical#amount-minus-one"] == "Wizard, Critical Hit: “slay 20” is read as “slay 19”"
    assert "gargoyle/item#amount-plus-one" not in found


def test_what_cards_do_by_themselves_is_mistaken_in_amount_target_and_moment():
    spider, wailer = (Card("rat", "Rat", reveal_damage=2, reveal_all=to_all) for to_all in (False, True))
    found = dict(mistakes(spider))
    assert {*found} == {
        "reveal_damage-amount-plus-one", "reveal_damage-amount-minus-one", "reveal_damage-to-all-heroes",
        "reveal_damage-as-sting",
    }  # fmt: skip
    assert found["reveal_damage-as-sting"] == Card("rat", "Rat", sting=2)
    assert found["reveal_damage-to-all-heroes"] == wailer
    assert dict(mistakes(wailer))["reveal_damage-to-a-hero"] == spider
    assert all("sting" not in one for one, _ in mistakes(Card("pit", "Pit", trap=True, reveal_damage=1)))
    assert [*mistakes(Card("rat", "Rat"))] == []
    ids = {one.id for one in contents_of(GAME).mutants() if one.entry == "by-itself"}
    assert "hill-giant/by-itself#sting-as-reveal_damage" in ids


def test_examples_of_the_text_notice_mistakes_on_the_card_of_the_wizard():
    rulings, contents = Rulings(GAME), contents_of(GAME)
    (about,) = (one for one in rulings.cases if one.id == "example/facts/wizard-reroll-twice/no-third")
    mutants = [one for one in contents.mutants() if (one.owner, one.entry) == ("wizard", "ability")]
    assert {one.operator for one in mutants} >= {"amount-plus-one", "read-as-heal"}
    assert [one.id for one in mutants if not rulings.differs(about, one)] == []


@pytest.fixture(scope="module")
def added(tmp_path_factory):
    """Runs a command with the word of the recipe, in a folder with a pack that says it."""
    folder = tmp_path_factory.mktemp("added")
    (shown,) = re.findall(r"^```python\n(.*?)^```", RECIPE, re.MULTILINE | re.DOTALL)
    (folder / "words").mkdir()
    (folder / "words" / "mend.py").write_text(shown, encoding="utf-8")
    (folder / "mine").mkdir()
    (folder / "mine" / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "scene.yaml").write_text(SCENE, encoding="utf-8")

    def run(*arguments):
        command = [sys.executable, "-c", DRIVER, str(folder / "words"), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, timeout=120)
        return done.returncode, done.stdout, done.stderr

    return run


def test_a_hero_may_avoid_as_much_as_an_amount_can_be(tmp_path, capsys):
    (tmp_path / "pack.yaml").write_text(
        PACK.replace("every hero heals 3", "heal 3").replace("guard 1,", "guard 60,"), encoding="utf-8"
    )
    scene = SCENE.replace("{hero: nurse, health: 4}, ", "").partition("\nplay:")[0]
    scene += "\nplay: [guard passes, guard avoids]\n"
    (tmp_path / "scene.yaml").write_text(scene, encoding="utf-8")
    asked = ["outcome", GAME, str(tmp_path / "scene.yaml"), "--content", str(tmp_path / "pack.yaml")]
    assert main(asked) == 0
    assert "guard: 9 health, 59 to avoid" in capsys.readouterr().out


def test_what_items_do_is_listed_in_words(capsys):
    assert main(["list", "cards", "--game", GAME, "--format", "json"]) == 0
    says = {row["id"]: row["says"] for row in json.loads(capsys.readouterr().out)}
    assert "Dagger of Piercing: an Available die is turned to its highest number" in str(says["gargoyle"])


def test_without_its_file_there_is_no_such_word(tmp_path):
    (tmp_path / "pack.yaml").write_text(PACK, encoding="utf-8")
    with pytest.raises(ContentError, match="'every hero heals 3' is not an effect line"):
        load_pack([tmp_path])


def test_an_added_word_is_played(added):
    code, out, err = added("outcome", "dice-conquest", "scene.yaml", "--content", "mine")
    assert code == 0, err
    assert "nurse: heal every hero; health of nurse 4 -> 7; health of guard 9 -> 10. [clarify/heal" in out
    after = out.partition("outcome, at")[2]
    assert re.findall(r"(\d+) health", after) == ["7", "10"]


def test_an_added_word_is_listed_and_suggested(added, tmp_path):
    code, out, _ = added("list", "words", "--game", "dice-conquest")
    assert code == 0
    assert "every hero heals AMOUNT" in out
    (tmp_path / "pack.yaml").write_text(PACK.replace("every hero heals 3", "mned 3"), encoding="utf-8")
    code, _, err = added("list", "heroes", "--game", "dice-conquest", "--content", str(tmp_path))
    assert code == 3
    assert "heroes[0].ability: 'mned 3' is not an effect line; did you mean `mend 3`? allowed: " in err


def test_what_is_proved_is_proved_of_an_added_word(added):
    code, out, _ = added("verify", "dice-conquest", "--property", "health/never-above-start")
    assert code == 0
    assert "health/never-above-start" in out
    assert "proved" in out


def test_a_number_that_is_taken_is_refused(tmp_path):
    (shown,) = re.findall(r"^```python\n(.*?)^```", RECIPE, re.MULTILINE | re.DOTALL)
    (tmp_path / "mend.py").write_text(shown.replace("    11,", "    6,"), encoding="utf-8")
    command = [sys.executable, "-c", DRIVER, str(tmp_path), "list", "words", "--game", "dice-conquest"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode != 0
    assert "heal (6) and mend (6) clash" in done.stderr + done.stdout
