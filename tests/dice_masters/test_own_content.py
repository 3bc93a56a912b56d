"""What `verify --content` finds of cards of Dice Masters of the user's own."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from dicelaw.checker.dice_masters import own_content
from dicelaw.checker.dice_masters.own_content import entries, of_entry, proofs, rows_of
from dicelaw.checker.ports import GAMES, own
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.verdicts import Outcome
from dicelaw.checker.verify import games_row
from dicelaw.model.dice_masters.loader import load_folder
from dicelaw.model.dice_masters.machine import beside, open_game
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode
from dicelaw.specs.dice_masters.properties.properties import OPEN, of_game
from dicelaw.specs.property import matching_nothing

GAME = "dice-masters@2018"
SCOUT = Path(__file__).resolve().parents[2] / "examples" / "content" / "scout"
CARDS = """
source: our own
cards:
  - id: drummer
    name: Drummer
    cost: 3
    type: mask
    maximum: 4
    levels: [0 1 1, 1 2 2, 1 3 3 *]
    bonuses: [{to: other attackers, attack: 1}]
    when: {attacks: [field a token]}
    token: {id: drum, name: Drum, attack: 1, defense: 1}
    prices: [{priced: purchase, dice: own, less: 1, of: band}]
    globals: [{id: prevents, cost: 1, type: mask, does: [prevent 1]}]
  - id: encore-call
    name: Encore Call
    cost: 2
    maximum: 3
    when: {used: [gain 1 life]}
    globals: [{id: calls, cost: 1, type: fist, does: ["damage 1 to die", gain 1 life]}]
  - id: brass-storm
    name: Brass Storm
    cost: 2
    type: bolt
    maximum: 4
    levels: [0 1 8, 0 1 8, 0 1 8]
    when: {damaged: [damage 1 to each opposing die]}
teams:
  - {id: band, name: the band, life: 10, first: {drummer: 2}, second: {brass-storm: 2}, basics: [encore-call]}
"""


NOT_PROVED = {
    f"content/drummer/{id}"
    for id in ("global/reactive-once-per-event", "damage/assigned-equals-attack", "turn/ends")
}
"""What has no proof on a table with a second reactive Global and a bonus for other attackers."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with these cards and teams."""
    (tmp_path / "band.yaml").write_text(CARDS, encoding="utf-8")
    return tmp_path


def test_each_card_and_each_pair_of_teams_is_asked_about(folder):
    assert entries(folder) == ("drummer", "encore-call", "brass-storm", "band")


@pytest.mark.parametrize("name", ["drummer", "encore-call"])
def test_the_table_with_a_card_has_all_that_properties_speak_of(folder, name):
    teams, steps = beside(load_folder(folder).cards[name])
    table, few = open_game("2018", teams=teams, steps=steps), open_game("2018")
    assert {point.id for point in few.machine.points} <= {point.id for point in table.machine.points}
    stated = [one for one in of_game(table) if one.machine == OPEN]
    assert rows_of(name, stated)[:-1] == tuple(f"content/{name}/{one.id}" for one in stated)
    assert not [one.id for one in stated if [*matching_nothing(one.claim, table.machine)]]
    assert len(table.machine.slots) > len(few.machine.slots)
    assert f"one of them of {name}" in table.machine.scope
    assert ("which fields no token" in table.machine.scope) == (name == "drummer")


def test_random_games_show_a_card_that_drives_a_number_too_far(folder):
    found = {row.id: row for row in _plays(folder, "brass-storm")}["content/brass-storm/plays"]
    assert (found.outcome, found.unexpected) == (Outcome.REFUTED, True)
    assert re.search(
        r"steps, the last along [a-z/-]+: .* would become 64, outside of 0..63", found.verdict.evidence
    )
    assert found.verdict.witness is not None


def test_random_games_of_teams_are_played_as_they_are(folder, monkeypatch):
    monkeypatch.setattr(games_row, "STEPS", 500)
    (found,) = of_entry(GAME, folder, "band", Known())
    assert (found.id, found.outcome, found.unexpected) == ("content/band/plays", Outcome.UNKNOWN, False)
    assert "500 steps of the band" in found.verdict.scope


def test_content_is_that_of_its_game_alone(folder):
    assert [name for name in GAMES if own(name, folder)] == ["dice-masters@2016", "dice-masters@2018"]
    assert [name for name in GAMES if own(name, SCOUT)] == ["dice-throne"]
    assert own(GAME, None) is None


def test_content_of_another_game_is_refused_where_that_game_is_not_asked(capsys, folder):
    words = ("--property", "content/drummer/plays", "--content", str(folder))
    assert main(["verify", "dice-throne", *words]) == ExitCode.BAD_INPUT
    says = "'cards' is a field of content of dice-masters, and a folder has that of one game"
    assert says in capsys.readouterr().err


@pytest.mark.slow
def test_what_is_proved_of_any_cards_is_proved_with_a_card_and_does_not_hang_on_its_figures(folder):
    known, card = Known(), load_folder(folder).cards["drummer"]
    found = [*proofs(GAME, card, known)]
    assert len(found) > 200
    assert {row.id for row in found if row.unexpected} == NOT_PROVED
    before = [*known.entries()]
    again = [*proofs(GAME, replace(card, cost=9, programs={}, returns=True), known)]
    assert [row.outcome for row in again] == [row.outcome for row in found]
    assert [*known.entries()] == before


def _plays(folder, entry):
    pack = load_folder(folder)
    yield own_content.plays(GAME, entry, own_content._games(pack, pack.cards[entry], "2018"))


BURSTS = """
source: our own
cards:
  - id: bell
    name: Bell
    cost: 2
    type: bolt
    maximum: 4
    levels: [0 1 5, 0 1 5 *, 0 1 5 **]
    when: {damaged: [gain 1 life], damaged *: [gain 3 life]}
teams:
  - {id: bells, name: bells, life: 10, first: {bell: 2}, second: {bell: 2}, basics: [magic-missile]}
"""


@pytest.mark.parametrize(("level", "life"), [(1, 6), (2, 8), (3, 6)])
def test_a_text_for_one_burst_is_not_for_two(tmp_path, capsys, level, life):
    (tmp_path / "bells.yaml").write_text(BURSTS, encoding="utf-8")
    asked = tmp_path / "asked.txt"
    asked.write_text(
        f"teams: bells\nturn: 2\n"
        f"players:\n  - {{life: 5, field: {{bell/1: level {level}}}}}\n"
        f"  - {{reserve: {{magic-missile/1: action}}}}\n"
        f"play: [use magic-missile/1, damage 1/bell/1, until: main]\n",
        encoding="utf-8",
    )
    assert main(["outcome", GAME, str(asked), "--content", str(tmp_path / "bells.yaml")]) == ExitCode.OK
    assert f"player 1: {life} life" in capsys.readouterr().out.split("outcome, at main:")[1]
