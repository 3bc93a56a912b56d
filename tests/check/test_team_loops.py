"""Free loops in Dice Masters: planted ones are played, harmless neighbours and our own cards are proved."""

from __future__ import annotations

import json

import pytest
import yaml

from dicelaw.checker.dice_masters.free_loops import free_loops
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.dice_masters.cards.cards import Teams
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.oracle.dice_masters.checked_teams import teams_of
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.own_content import own_content

LOOPED = {("storms", "2018")}
"""The teams of ours that answer damage with damage for ever, as `finding/damage-answered-for-ever` says."""


def _write(folder, *abilities, prices=(), dice=1):
    """A file with teams in which a Basic Action Card has these Globals, and a character these prices."""
    basic = {"id": "altar", "name": "Altar", "cost": 2, "globals": [*abilities], "source": "a test"}
    character = {
        "id": "broker", "name": "Broker", "subtitle": "A Test", "cost": 2, "type": "mask", "maximum": 4,
        "levels": ["0 1 1", "0 1 2", "0 2 2"], "source": "a test", "prices": [*prices],
    }  # fmt: skip
    teams = {
        "id": "altar-teams", "name": "a test", "first": {"broker": dice}, "second": {"broker": dice},
        "basics": ["altar"],
    }  # fmt: skip
    path = folder / "teams.yaml"
    path.write_text(
        yaml.safe_dump({"source": "a test", "cards": [basic, character], "teams": [teams]}, sort_keys=False)
    )
    return path


def _content(*words, **more):
    return own_content(_write(*words, **more))


def _ability(does, cost=0, **more):
    return {"id": "altar", "cost": cost, "does": does, **more}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_global_for_nothing_is_played_again_and_again(tmp_path, edition):
    (teams,) = teams_of(_content(tmp_path, _ability(["opponent loses 1 life"])))
    found = free_loops(teams, edition)
    assert found.verdict.outcome is Outcome.REFUTED
    ((seat, id),) = found.uses
    assert id == "global/altar"
    assert found.gains == {f"damage to player {3 - seat}": 1}
    made = game(teams, edition)
    reader, state = Concrete(made.machine), found.verdict.witness.start
    lives = []
    for place, move in enumerate(found.verdict.witness.moves):
        if place >= found.before:
            lives.append(reader.value(made.table.life[2 - seat], state))
        state = reader.step(state, move)
    assert lives[0] - reader.value(made.table.life[2 - seat], state) == 3


@pytest.mark.parametrize(
    "ability",
    [
        _ability(["opponent loses 1 life"], cost=1),
        _ability(["gain 2 life"], cost=1, type="mask"),
        _ability(["opponent loses 1 life"], once_in_own_turn=True),
        _ability(["pay 1 life"]),
    ],
    ids=["one energy", "one energy for two life", "once a turn", "only a price"],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_harmless_neighbours_are_proved(tmp_path, ability, edition):
    (teams,) = teams_of(_content(tmp_path, ability))
    found = free_loops(teams, edition)
    assert found.verdict.outcome is Outcome.PROVED
    assert found.measures
    assert found.verdict.rests_on == ("turn/ends",)


def test_the_card_that_takes_the_price_off_is_brought_into_the_field_first(tmp_path):
    """Magic Missile costs energy, and starting dice alone are tried with it for long."""
    oracle = {
        "id": "oracle", "name": "Oracle", "subtitle": "A Test", "cost": 3, "type": "mask", "maximum": 4,
        "levels": ["1 1 1", "1 2 2", "1 3 3"], "source": "a test",
        "prices": [{"priced": "global", "dice": "any", "less": 1}],
        "globals": [{"id": "oracle", "cost": 1, "type": "mask", "does": ["gain 1 life"]}],
    }  # fmt: skip
    teams = {"id": "seers", "name": "a test", "first": {"oracle": 4}, "second": {"jubilee-wondra": 2},
             "basics": ["magic-missile"]}  # fmt: skip
    path = tmp_path / "teams.yaml"
    path.write_text(yaml.safe_dump({"source": "a test", "cards": [oracle], "teams": [teams]}))
    (made,) = teams_of(own_content(path))
    assert free_loops(made, "2018").verdict.outcome is Outcome.REFUTED


def test_a_card_that_takes_the_price_off_makes_a_loop(tmp_path):
    less = {"priced": "global", "dice": "any", "less": 1}
    (teams,) = teams_of(
        _content(tmp_path, _ability(["opponent loses 1 life"], cost=1), prices=[less], dice=4)
    )
    found = free_loops(teams, "2018")
    assert found.verdict.outcome is Outcome.REFUTED


def _character(id, when, **more):
    return {
        "id": id, "name": id.title(), "subtitle": "A Test", "cost": 2, "type": "mask", "maximum": 4,
        "levels": ["0 1 1", "0 1 2", "0 2 2"], "source": "a test", "when": when, **more,
    }  # fmt: skip


def _basic(does, *abilities, **more):
    when = {"used": [*does]}
    return {
        "id": "altar", "name": "Altar", "cost": 2, "when": when, "globals": [*abilities], "source": "a test",
        **more,
    }  # fmt: skip


def _teams(folder, basic, *characters):
    """Teams in which both players have each of ``characters`` three times."""
    dice = {one["id"]: 3 for one in characters}
    teams = {
        "id": "altar-teams", "name": "a test", "first": dice, "second": {**dice}, "basics": ["altar"],
    }  # fmt: skip
    path = folder / "teams.yaml"
    page = {"source": "a test", "cards": [basic, *characters], "teams": [teams]}
    path.write_text(yaml.safe_dump(json.loads(json.dumps(page)), sort_keys=False))
    (found,) = teams_of(own_content(path))
    return found


GAIN, DRAW = "gain 1 life", "draw and roll a die"
SACRIFICE = _ability(["ko own die as a cost", "opponent loses 1 life"])
EGG = {"id": "egg", "name": "Egg", "attack": 1, "defense": 1}
RELAY = ["own die to used", "field character from used", "damage 1 to opponent"]
BOTH, NONE = {*EDITIONS}, set[str]()
PLANTED = {
    "fielded again from the Used Pile": (
        _basic([GAIN]), _character("relay", {"fielded": RELAY}), {"2016"}),
    "only Sidekicks are fielded from there": (
        _basic([GAIN]),
        _character("relay", {"fielded": [RELAY[0], "field sidekick from used", RELAY[2]]}), NONE),
    "a used die that draws itself": (
        _basic([DRAW] * 5 + ["damage 1 to opponent"], keywords=["continuous"]), _character("idler", {}),
        {"2016"}),
    "one that goes Out of Play": (
        _basic([DRAW] * 5 + ["damage 1 to opponent"]), _character("idler", {}), NONE),
    "drawn energy pays for the next draw": (
        _basic([GAIN], _ability([DRAW, "opponent loses 1 life"], cost=1)), _character("idler", {}), BOTH),
    "no die has as much energy as a draw costs": (
        _basic([GAIN], _ability([DRAW, "opponent loses 1 life"], cost=3)), _character("idler", {}), NONE),
    "a KO brings the next token": (
        _basic([GAIN], SACRIFICE), _character("nest", {"own die ko'd": ["field a token"]}, token=EGG), BOTH),
    "the first KO alone does": (
        _basic([GAIN], SACRIFICE),
        _character("nest", {"own die ko'd, the first time": ["field a token"]}, token=EGG), NONE),
    "returns after each KO": (
        _basic([GAIN], SACRIFICE), _character("phoenix", {"ko'd": ["return this die on level 1"]}), BOTH),
    "returns for an energy": (
        _basic([GAIN], {**SACRIFICE, "cost": 1}),
        _character("phoenix", {"ko'd": ["return this die on level 1"]}), NONE),
    "damage answered with damage": (
        _basic([GAIN]), _character("nettle", {"damaged": ["damage 1 to opposing die"]}), {"2018"}),
    "answered once": (
        _basic([GAIN]),
        _character("nettle", {"damaged, the first time": ["damage 1 to opposing die"]}), NONE),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
@pytest.mark.parametrize("edition", EDITIONS)
def test_planted_loops_are_played_and_others_proved(tmp_path, name, edition):
    basic, character, where = PLANTED[name]
    teams = _teams(tmp_path, basic, character)
    found = free_loops(teams, edition)
    wanted = Outcome.REFUTED if edition in where else Outcome.PROVED
    assert found.verdict.outcome is wanted, found.verdict.evidence
    if wanted is Outcome.REFUTED:
        reader, state = Concrete(game(teams, edition).machine), found.verdict.witness.start
        for move in found.verdict.witness.moves:
            assert move in reader.enabled(state)
            state = reader.step(state, move)
        assert found.gains
        assert found.before < len(found.verdict.witness.moves)


@pytest.mark.parametrize("edition", EDITIONS)
def test_our_teams_have_no_free_loop_but_one(edition):
    found = {id: free_loops(teams, edition) for id, teams in load_pack().teams.items()}
    outcomes = {(id, edition): one.verdict.outcome for id, one in found.items()}
    assert {place for place, outcome in outcomes.items() if outcome is not Outcome.PROVED} == {
        place for place in LOOPED if place[1] == edition
    }
    assert all(outcomes[place] is Outcome.REFUTED for place in LOOPED if place[1] == edition)


@pytest.mark.parametrize(
    "id", ["batgirl-babs", "firestorm-matter-master", "hulk-green-goliath", "iron-man-playboy"]
)
def test_what_answers_damage_with_damage_goes_on_for_ever(id):
    """Hulk costs more than a turn has dice: starting dice have to fall first, to be rolled too."""
    card = load_pack().cards[id]
    row = ((card, card.maximum),)
    found = free_loops(Teams("two", "a test", 20, (row, row), ()), "2018")
    assert found.verdict.outcome is Outcome.REFUTED
    assert {act.rpartition(": ")[2] for _, act in found.uses} <= {"damaged", "you are damaged"}
    assert set(found.gains) == {f"damage of player {seat}'s dice" for seat in (1, 2)}
    machine = game(Teams("two", "a test", 20, (row, row), ()), "2018").machine
    reader, state = Concrete(machine), found.verdict.witness.start
    for move in found.verdict.witness.moves:
        assert move in reader.enabled(state)
        state = reader.step(state, move)


def test_the_verb_tells_it(run, tmp_path):
    path = _write(tmp_path, _ability(["opponent loses 1 life"]))
    code, out, err = run("check", path)
    assert code == ExitCode.REFUTED
    lines = out.splitlines()
    assert lines[0] == "refuted  Nothing can be repeated for free within a turn."
    assert lines[-1] == (
        "altar-teams: breaks something: global/altar can be repeated for free; "
        "who goes first can win before the other decides anything"
    )
    assert sum("altar" in line and "global" in line for line in lines) >= 3
    assert err == f"repeat: dicelaw check {path}\n"
    code, out, _ = run("check", path, "--format", "json", "--no-interactions")
    rows = [json.loads(line) for line in out.splitlines()]
    parts = ["loops", "locks", "first-turn"]
    told = [row["part"] for row in rows]
    assert [one for one in told if one != "odds"] == [*parts, *parts, "entries", "summary"]
    assert "odds" in told
    assert [row["edition"] for row in rows[:6:3]] == [*EDITIONS]
    assert len(rows[0]["play"]) > rows[0]["before"]


def test_a_wrong_team_is_named(run, tmp_path):
    path = _write(tmp_path, _ability(["gain much life"], cost=1))
    code, out, err = run("check", path)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith(f"error: {path}:")


@pytest.mark.parametrize("cards", ["teams: []", "cards: [{id: x, name: X, cost: 2}]"])
def test_content_without_teams_is_one_sentence(run, tmp_path, cards):
    path = tmp_path / "teams.yaml"
    path.write_text(f"source: a test\n{cards}\n")
    code, out, err = run("check", path)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith(f"error: {path}: there are no teams in it; add some")
    assert err.count("\n") == 1
