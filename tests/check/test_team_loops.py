"""Free loops of Globals in Dice Masters: planted ones are played, harmless neighbours and ours are proved."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
import yaml

from dicelaw.checker.dice_masters.global_loops import global_loops
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.dice_masters.cards.cards import Teams
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import constant
from dicelaw.oracle.dice_masters.checked_teams import teams_of
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.own_content import own_content

ROLLING = ("roll", "reroll")
OPEN = {"drawing"}
"""The teams of ours in which dice that are drawn and rolled may give energy between Globals."""
EARNING = {"anti-monitor-sixth-dimension", "bird-of-prey", "forge-inventor", "gambler"}
"""The cards of ours by which they are."""


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
    found = global_loops(teams, edition)
    assert found.verdict.outcome is Outcome.REFUTED
    ((seat, id),) = found.uses
    assert id == "altar"
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
    found = global_loops(teams, edition)
    assert found.verdict.outcome is Outcome.PROVED
    assert found.measure is not None


def test_a_card_that_takes_the_price_off_makes_a_loop(tmp_path):
    less = {"priced": "global", "dice": "any", "less": 1}
    (teams,) = teams_of(
        _content(tmp_path, _ability(["opponent loses 1 life"], cost=1), prices=[less], dice=4)
    )
    found = global_loops(teams, "2018")
    assert found.verdict.outcome is Outcome.REFUTED


@pytest.mark.parametrize("edition", EDITIONS)
def test_our_cards_have_no_free_loop_of_globals(edition):
    found = {id: global_loops(teams, edition) for id, teams in load_pack().teams.items()}
    assert {id for id, one in found.items() if one.verdict.outcome is not Outcome.PROVED} == OPEN
    assert {found[id].verdict.outcome for id in OPEN} == {Outcome.UNKNOWN}
    assert sum(one.count for one in found.values()) > 20


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_teams_of_our_cards_have_one_but_with_those_that_roll_dice(edition):
    """What holds of all cards at once, with both players, holds of any of them: each has fewer acts."""
    cards = [card for card in load_pack().cards.values() if card.id not in EARNING]
    row = tuple((card, card.maximum) for card in cards if not card.basic)
    every = Teams("all", "all cards", 20, (row, row), tuple(card for card in cards if card.basic))
    assert global_loops(every, edition).verdict.is_proof
    for card in (one for one in load_pack().cards.values() if one.id in EARNING):
        more = ((card, 1),) if not card.basic else ()
        some = replace(
            every, seats=((*row, *more), row), basics=every.basics if more else (*every.basics, card)
        )
        assert global_loops(some, edition).verdict.outcome is Outcome.UNKNOWN


def test_the_verb_tells_it(run, tmp_path):
    path = _write(tmp_path, _ability(["opponent loses 1 life"]))
    code, out, err = run("check", path)
    assert code == ExitCode.REFUTED
    lines = out.splitlines()
    assert lines[0] == "refuted  No Globals can be used again and again for free."
    assert lines[-1] == "altar-teams: breaks something: the Global altar can be repeated for free"
    assert sum("altar" in line and "global" in line for line in lines) >= 3
    assert err == f"repeat: dicelaw check {path}\n"
    code, out, _ = run("check", path, "--format", "json", "--no-interactions")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["part"] for row in rows] == ["loops", "locks", "loops", "locks", "entries", "summary"]
    assert [row["edition"] for row in rows[:4:2]] == [*EDITIONS]
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


@pytest.mark.parametrize(("id", "edition"), [("brawl", "2016"), ("turns", "2018")])
def test_no_step_but_the_roll_of_a_turn_brings_energy(id, edition):
    """What the proof rests on, seen in plays by chance."""
    made, draw = game(load_pack().teams[id], edition), Random(1)
    reader, state = Concrete(made.machine), made.machine.start
    stock = [reader.compiled(made.table.stock(constant(seat))) for seat in (0, 1)]
    uses = 0
    for _ in range(600):
        legal = reader.enabled(state)
        if not legal:
            break
        move = draw.choice(legal)
        after = reader.step(state, move)
        uses += made.machine.transitions[move[0]].id.endswith("/global")
        grown = [seat for seat in (0, 1) if stock[seat](after, {}) > stock[seat](state, {})]
        assert not grown or made.machine.points[state[0]].id.startswith(ROLLING)
        state = after
    assert uses or id == "turns"
