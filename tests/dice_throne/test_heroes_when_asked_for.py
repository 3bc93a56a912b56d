"""Heroes of our own are made when they are asked for, and what is wrong with one is told then."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import designs
import pytest
import yaml

from dicelaw.model.content.document import ContentError, read
from dicelaw.model.dice_throne.entries import builder
from dicelaw.model.dice_throne.loader import EDITIONS, load_pack
from dicelaw.oracle.cli import main
from dicelaw.oracle.dice_throne import kept_pack, opening
from dicelaw.oracle.errors import ExitCode

SCENARIO = "{game: dice-throne, players: [{hero: barbarian}, {hero: paladin}], turn: 1}"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The heroes that are made, in order."""
    found: list[str] = []
    usual = builder.hero_of

    def noted(document, data, entries):
        found.append(data["id"])
        return usual(document, data, entries)

    monkeypatch.setattr(builder, "hero_of", noted)
    opening.pack_of.cache_clear(), opening._duel.cache_clear()
    yield found
    opening.pack_of.cache_clear(), opening._duel.cache_clear()


def test_a_question_about_two_heroes_makes_no_other_and_the_next_makes_none(
    made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_pack, "cache_folder", lambda: tmp_path / "cache")
    scenario = tmp_path / "duel.yaml"
    scenario.write_text(SCENARIO, encoding="utf-8")
    for _ in range(2):
        assert main(["legal", "dice-throne", str(scenario)]) == ExitCode.OK
        assert sorted(made) == ["barbarian", "paladin"]
        opening.pack_of.cache_clear(), opening._duel.cache_clear()


def test_each_hero_is_made_once_and_as_with_all_others(made: list[str], tmp_path: Path) -> None:
    pack = load_pack()
    assert not made
    names = [*pack.heroes]
    assert [pack.heroes[name] for name in names] == [*pack.heroes.values()]
    assert made == names
    assert load_pack([tmp_path]).heroes == dict(pack.heroes)


def test_with_content_of_ones_own_none_of_ours_is_made_but_where_it_adds_to_their_decks(
    made: list[str], tmp_path: Path
) -> None:
    path = designs.write(tmp_path, designs.token("cog", ["gain 1 cp"]))
    pack = load_pack([tmp_path])
    assert made == [designs.HERO]
    assert "paladin" in pack.heroes
    common = yaml.safe_load(path.read_text()) | {"common": [designs.card("rest", ["heal 1"])]}
    path.write_text(json.dumps(common))
    assert {*load_pack([tmp_path]).heroes} == {*made}


def test_what_is_wrong_with_a_hero_is_told_when_it_is_asked_for() -> None:
    content = files("dicelaw.model.dice_throne") / "content" / "barbarian.yaml"
    text = content.read_text(encoding="utf-8").replace("offense:", "offence:", 1)
    pack = builder.build([read("own.yaml", text.encode(), EDITIONS[1], EDITIONS)], [])
    assert "barbarian" in pack.heroes
    with pytest.raises(ContentError, match="offence"):
        pack.heroes["barbarian"]
