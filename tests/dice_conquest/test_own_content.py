"""Packs of the user's own: which cards open content can be, and what random games come upon."""

from pathlib import Path

import pytest
import yaml

from dicelaw.checker.dice_conquest import own_content
from dicelaw.checker.verdicts import Outcome
from dicelaw.checker.verify import games_row
from dicelaw.model.dice_conquest.loader import load_pack
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

OURS = Path(load_pack.__code__.co_filename).parent / "content" / "made-up.yaml"
GAME = "dice-conquest"
LONG, STRIKES = ["heal 1", "recover 2", "raise 3"], ["strike 1", "strike 2", "strike 3"]


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """Random games are short."""
    monkeypatch.setattr(games_row, "STEPS", 300)


def _pack(folder, change=lambda _: None):
    data = yaml.safe_load(OURS.read_text(encoding="utf-8"))
    change(data)
    (folder / "pack.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
    return folder


def _rows(folder, entry):
    return {row.id.rpartition("/")[2]: row for row in own_content.of_entry(GAME, folder, entry, None)}


def test_open_content_can_be_each_of_our_cards(tmp_path):
    pack = load_pack([_pack(tmp_path)])
    for entry in own_content.entries(tmp_path):
        kind, _, id = entry.partition("/")
        card = (pack.heroes if kind == own_content.HEROES else pack.cards)[id]
        row = own_content.covered(entry, card)
        assert (row.outcome, row.id) == (Outcome.PROVED, f"content/{entry}/open-content"), (
            row.verdict.evidence
        )
        assert row.id in own_content.rows_of(entry, [])


def test_a_hero_of_more_lines_than_proofs_leave_open_is_unknown(tmp_path):
    def change(data):
        data["heroes"][0] |= {"ability": LONG, "critical": {"number": 4, "effect": STRIKES}}

    hero = load_pack([_pack(tmp_path, change)]).heroes
    id = next(iter(hero))
    row = own_content.covered(f"heroes/{id}", hero[id])
    assert row.outcome is Outcome.UNKNOWN
    assert row.verdict.evidence == ("its programs take 6 further lines with their ends; open content has 3")
    assert row.unexpected


def test_a_hero_whose_lines_fit_is_proved(tmp_path):
    def change(data):
        data["heroes"][0]["ability"] = LONG

    heroes = load_pack([_pack(tmp_path, change)]).heroes
    id = next(iter(heroes))
    assert own_content.covered(f"heroes/{id}", heroes[id]).outcome is Outcome.PROVED


def test_random_games_of_a_hero_prove_nothing(tmp_path):
    entry = own_content.entries(_pack(tmp_path))[0]
    row = _rows(tmp_path, entry)["plays"]
    assert (row.outcome, row.unexpected) == (Outcome.UNKNOWN, False)
    assert "none was seen" in row.verdict.evidence


def test_the_rows_are_named_and_asked_for_one_by_one(tmp_path, capsys):
    folder = _pack(tmp_path)
    entry = own_content.entries(folder)[-1]
    row = f"content/{entry}/open-content"
    words = ["verify", GAME, "--content", str(folder), "--readings", "none", "--property", row, "--no-cache"]
    assert main(words) == ExitCode.OK
    out = capsys.readouterr().out
    assert "Open content can be this card" in out


def test_a_pack_with_a_mistake_is_refused_by_line(tmp_path, capsys):
    def change(data):
        data["heroes"][0]["ability"] = "fly 3"

    words = ["verify", GAME, "--content", str(_pack(tmp_path, change))]
    assert main(words) == ExitCode.BAD_INPUT
    assert "fly 3" in capsys.readouterr().err
