"""Locks: whether anybody can be kept from deciding, by what inflicts a status effect that bars from it."""

import pytest
import yaml
from designs import HERO, token, write

from dicelaw.checker.dice_throne.checking import Found
from dicelaw.checker.dice_throne.entries import EntriesFound
from dicelaw.checker.dice_throne.free_loops import WITHOUT_CARDS, LoopFound
from dicelaw.checker.dice_throne.locks import LockFound, locks
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.oracle.dice_throne.checked import summary
from dicelaw.specs.dice_throne.properties.odds import showing_in

OURS = load_pack()
FOCUS = token("focus", ["heal 1"])


def _pack(path, effect, **more):
    """The hero of the tests where the second ability does ``effect``, and has ``more``."""
    document = yaml.safe_load(path.read_text())
    document["hero"]["offense"][1] |= {"effect": effect, **more}
    path.write_text(yaml.safe_dump(document, sort_keys=False))
    return load_pack([path])


@pytest.mark.parametrize("hero", OURS.heroes)
def test_no_hero_of_ours_has_a_lock(hero):
    found = locks(OURS, hero)
    assert found.verdict.outcome is Outcome.PROVED
    assert bool(found.by) == (hero in ("barbarian", "pyromancer"))


def test_the_chain_of_the_barbarian_is_as_likely_as_four_of_one_face():
    assert locks(OURS, "barbarian").link == showing_in(3, 5, 4)


def test_an_ability_that_stuns_is_named_with_its_chance(tmp_path):
    found = locks(_pack(write(tmp_path, FOCUS), ["inflict stun", "then", "damage 2"]), HERO)
    assert found.verdict.outcome is Outcome.PROVED
    assert len(found.by) == 1
    assert 0 < found.link < 1
    assert f"{100 * float(found.link**2):.2f} %" in found.verdict.evidence


@pytest.mark.parametrize("gain", ["gain 2 cp", "draw 1"])
def test_what_pays_for_altered_dice_leaves_it_open(gain, tmp_path):
    found = locks(_pack(write(tmp_path, FOCUS), [gain, "inflict stun", "then", "damage 2"]), HERO)
    assert found.verdict.outcome is Outcome.UNKNOWN
    assert "may help the dice again" in found.verdict.evidence


def test_a_token_that_stuns_leaves_it_open(tmp_path):
    pack = _pack(write(tmp_path, token("focus", ["inflict stun"])), ["gain focus", "damage 2"])
    found = locks(pack, HERO)
    assert found.verdict.outcome is Outcome.UNKNOWN
    assert "without dice" in found.verdict.evidence


def test_a_token_that_only_damages_has_no_part_in_it(tmp_path):
    found = locks(load_pack([write(tmp_path, FOCUS)]), HERO)
    assert found.verdict.outcome is Outcome.PROVED
    assert found.by == ()


def test_the_last_line_says_what_is_undecided():
    unknown = Verdict(Outcome.UNKNOWN, "a test", "", "")
    loops = (LoopFound(WITHOUT_CARDS, "", unknown),)
    found = Found("warden", "Warden", loops, (), EntriesFound(2, {}, ()), lock=LockFound(unknown))
    assert summary(found) == (
        "Warden: undecided whether something can be repeated for free and whether it can keep the other from "
        "deciding for ever; 2 entries, of which each can be used"
    )
