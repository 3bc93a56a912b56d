"""Campaigns of Dice Masters: cards and Globals of teams of ours, or drawn, meet; mistakes are found."""

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
import yaml
from sampled import sampled

from dicelaw.model.dice_masters.cards.card_names import plain_name
from dicelaw.model.dice_masters.cards.drawn_teams import drawn_teams, told_teams
from dicelaw.model.kernel.state import State
from dicelaw.oracle.atlas.hunt import units_of
from dicelaw.oracle.cli import main
from dicelaw.oracle.dice_masters.fuzzing import TableFuzzing
from dicelaw.oracle.dice_masters.opening import open_table, table_pack
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
from dicelaw.oracle.fuzz.corpus import Done
from dicelaw.oracle.fuzz.meetings import met_in
from dicelaw.oracle.fuzz.trail import Recorder
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.own_content import own_content
from dicelaw.specs.dice_masters.properties.properties import of_game

NIGHT = Path("examples/content/night-watch")
DRAWN = "wasp-pixie/beast-genetic-expert//sage-photographic-memory//distraction"
EDITIONS = ("dice-masters@2016", "dice-masters@2018")


@pytest.fixture(autouse=True)
def unasked(monkeypatch):
    """No play is asked what it comes to under other readings, which takes long."""
    monkeypatch.setattr("dicelaw.oracle.fuzz.judging.ASKED", 0)


def spoiled(id):
    """The mistake in the rules that is planted to see that the property ``id`` notices it."""

    def spoil(made):
        return next(one for one in of_game(made) if one.id == id).bug.planted(made.machine)

    return spoil


def test_any_two_cards_that_can_be_are_in_some_teams():
    pack = table_pack()
    cards = [*pack.cards.values()]
    together = set()
    for name in drawn_teams(pack):
        teams = told_teams(pack, name)
        assert teams is not None
        ids = [card.id for row in teams.seats for card, _ in row] + [card.id for card in teams.basics]
        together |= {frozenset(pair) for pair in combinations(ids, 2)}
    for one, other in combinations(cards, 2):
        same = plain_name(one.name) == plain_name(other.name) and one.basic and other.basic
        assert same or frozenset((one.id, other.id)) in together


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "no pair of teams"),
        ("wasp-pixie", "no pair of teams"),
        ("nobody//wasp-pixie//distraction", "no card is called 'nobody'"),
        ("wasp-pixie//distraction//distraction", "tells no teams"),
        ("wasp-pixie//beast-genetic-expert//wasp-pixie", "tells no teams"),
        ("wasp-pixie/wasp-pixie//sage//distraction", "no card is called 'sage'"),
    ],
)
def test_teams_that_cannot_be_are_unknown(name, says):
    with pytest.raises(UserError, match=says):
        open_table("dice-masters@2018", name)


def test_told_teams_are_played_like_any_others(capsys):
    words = ["list", "dice", "--game", "dice-masters@2018", "--teams", DRAWN]
    assert main(words) == 0
    assert "sage-photographic-memory/1" in capsys.readouterr().out


@pytest.mark.parametrize("game", sampled(EDITIONS, 2))
def test_a_planted_mistake_is_found_between_drawn_teams(game):
    id = "combat/attack-zone-empty"
    fuzzing = TableFuzzing(game, spoiled(id), [(DRAWN,)])
    finds = Campaign(fuzzing, Done(0), Bounds(plays=12)).run()
    find = next(one for one in finds if one.fault.id == f"property/{id}")
    assert len(find.decisions) <= 4


def test_cards_and_a_global_meet_and_what_is_sound_is_not_found():
    fuzzing = TableFuzzing("dice-masters@2018", None, [(DRAWN,)])
    campaign = Campaign(fuzzing, Done(0), Bounds(plays=40))
    assert not [*campaign.run()]
    met = {one for pair in campaign.done.met for one in pair}
    assert {"global/distraction", "wasp-pixie", "beast-genetic-expert", "sage-photographic-memory"} <= met


def test_what_is_taken_away_does_nothing():
    arena = TableFuzzing("dice-masters@2018", None, [("twin-professors",)]).arena(("twin-professors",))
    entries = [*TableFuzzing("dice-masters@2018").entries(("twin-professors",))]
    blunt, draw = arena.without(frozenset(entries)), Random(0)
    recorder = Recorder(blunt)
    for _ in range(12):
        blunt.play(tuple(sorted(draw.sample(entries, 2))), recorder, draw)
        hurt = [_hurt(blunt, state) for *_, state in recorder.trail.steps if state[0] == _main(blunt)]
        assert not any(hurt)
        assert met_in(blunt, recorder.trail) is not None


def _main(arena) -> int:
    return arena.machine.point_index["main"]


def _hurt(arena, state: State) -> int:
    """How much damage dice have in the Main Step, where only effects deal any."""
    index = arena.machine.slot_index
    return sum(state[place] for name, place in index.items() if name.startswith("damage["))


def test_pairs_of_own_content_have_a_new_card_or_its_global():
    content = own_content(NIGHT)
    fuzzing = description("dice-masters@2018").fuzzing("dice-masters@2018", content)
    new = {"lamplighter", "night-porter", "curfew"}
    assert fuzzing.own == new | {"global/curfew"}
    units, _ = units_of(fuzzing, "dice-masters@2018", 0)
    pairs = [pair for unit in units for pair in unit.groups]
    assert len(pairs) == len({*pairs})
    assert all(fuzzing.own & {*pair} for pair in pairs)
    ours = {card.id for card in table_pack().cards.values() if not card.basic}
    assert {("lamplighter", one) for one in ours} <= {(one, other) for one, other in map(_lamp_first, pairs)}


def _lamp_first(pair):
    return pair if pair[0] == "lamplighter" else pair[::-1]


def test_teams_of_our_cards_are_looked_at_by_themselves(tmp_path):
    path = tmp_path / "teams.yaml"
    teams = {"id": "mine", "name": "mine", "first": {"wasp-pixie": 2}, "second": {"oak": 1}, "basics": []}
    path.write_text(yaml.safe_dump({"source": "a test", "teams": [teams]}))
    fuzzing = description("dice-masters@2016").fuzzing("dice-masters@2016", own_content(path))
    assert fuzzing.pairings == [("mine",)]
    assert fuzzing.own == {"wasp-pixie", "oak"}


@pytest.mark.slow
def test_own_cards_are_played_and_a_find_would_be_theirs(capsys):
    words = ["fuzz", "dice-masters@2018", "--content", str(NIGHT), "--plays", "4", "--format", "json"]
    assert main(words) == 0
    end = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (end["plays"], end["finds"]) == (4, 0)
    assert end["pairs_new"] > 0
