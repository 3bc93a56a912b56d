"""Wins before the other decides anything: excluded by a bound that plays keep, or shown by a play."""

from __future__ import annotations

from random import Random

import pytest
import yaml
from designs import HERO, token, write

from dicelaw.checker.dice_throne.first_turn import bound
from dicelaw.checker.dice_throne.first_win import first_win
from dicelaw.checker.dice_throne.phases import DuelActs
from dicelaw.checker.dice_throne.sensible import sensible
from dicelaw.checker.search.policy import Decider
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.dice_throne.state.duel_state import HEALTH_START
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.graph import Agent

OURS = load_pack()
FOCUS = token("focus", ["heal 1"])


def _pack(path, effect):
    """The hero of the tests where the second ability does ``effect``."""
    document = yaml.safe_load(path.read_text())
    document["hero"]["offense"][1]["effect"] = effect
    path.write_text(yaml.safe_dump(document, sort_keys=False))
    return load_pack([path])


def test_a_plain_hero_is_proved_to_win_no_first_turn(tmp_path):
    found = first_win(load_pack([write(tmp_path, FOCUS)]), HERO, (HERO, "barbarian", "monk"))
    assert found.verdict.outcome is Outcome.PROVED
    assert found.heroes is None
    assert "costs and effects leave room for" in found.verdict.evidence


def test_an_attack_that_kills_at_once_is_shown_by_a_play(tmp_path):
    pack = _pack(write(tmp_path, FOCUS), ["damage 60 undefendable"])
    found = first_win(pack, HERO, ("monk",))
    assert found.verdict.outcome is Outcome.REFUTED
    assert found.heroes == (HERO, "monk")
    assert 0 <= found.won <= found.turns
    made = duel(pack, found.heroes)
    reader, state = Concrete(made.machine), found.verdict.witness.start
    for move in found.verdict.witness.moves:
        legal = reader.enabled(state)
        assert move in legal
        assert reader.actor(state, move) != 1 or len(legal) == 1
        state = reader.step(state, move)
    assert not reader.enabled(state)
    assert reader.value(made.duel.health[1], state) == 0


def test_what_can_be_defended_gives_the_other_a_decision(tmp_path):
    pack = _pack(write(tmp_path, FOCUS), ["damage 60"])
    found = first_win(pack, HERO, ("monk",))
    assert found.verdict.outcome is Outcome.UNKNOWN


@pytest.mark.parametrize("hero", ["moon-elf", "paladin"])
def test_no_first_turn_does_more_than_the_bound(hero):
    rival = "monk"
    most = bound(DuelActs(OURS, (hero, rival))).harm
    assert most is not None
    made = duel(OURS, (hero, rival))
    reader = Concrete(made.machine)
    players, turn = Decider(sensible(made), reader), made.duel.turn.place
    done = []
    for number in range(12):
        state, draw = reader.step(made.machine.start, reader.enabled(made.machine.start)[0]), Random(number)
        players.begin()
        while state[turn] == 0:
            legal = reader.enabled(state)
            actor = reader.actor(state, legal[0])
            chosen = (
                players.decide(state, legal, draw.getrandbits(64))
                if isinstance(actor, int)
                else draw.choice(legal)
            )
            state = reader.step(state, legal[0] if actor is Agent.RULES else chosen)
        done.append(HEALTH_START - reader.value(made.duel.health[1], state))
    assert 0 < max(done) <= most
