"""Free loops of our own heroes, of two heroes together, and of content that has no hero."""

from __future__ import annotations

import pytest
import yaml
from designs import HERO, action, card, token, write
from sampled import sampled

from dicelaw.checker.dice_throne.free_loops import free_loops, with_cards, without_cards
from dicelaw.checker.dice_throne.phases import DuelActs
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.dice_throne.loader import load_pack

PACK = load_pack()
FEW_CARDS = {"paladin"}
"""With seven cards or more, costs alone leave room for their deck to go round."""


@pytest.mark.parametrize("hero", sampled(PACK.heroes, 4))
def test_our_heroes_have_no_free_loop_against_any_of_ours(hero):
    found = free_loops(PACK, hero, [hero, *(other for other in PACK.heroes if other != hero)])
    assert [one.verdict.outcome for one in found] == [
        Outcome.PROVED,
        Outcome.UNKNOWN if hero in FEW_CARDS else Outcome.PROVED,
    ]
    assert len(found[0].measures) >= len(PACK.heroes)


@pytest.mark.parametrize("hero", ["tactician", "vampire-lord", "artificer"])
def test_a_measure_is_one_of_all_that_can_be_used(hero):
    (measure,) = without_cards(PACK, hero, [hero]).measures
    acts = DuelActs(PACK, (hero, hero))
    assert measure.proves(acts.without_cards(), acts.goods.counted)
    assert len(acts.without_cards()) >= 10


def test_a_loop_that_takes_two_heroes_is_found(tmp_path):
    statuses = [token("ebb", ["opponent gains flow"]), token("flow")]
    path = write(tmp_path, *statuses)
    other = yaml.safe_load(path.read_text())
    other["statuses"] = []
    other["hero"] |= {"id": "mender", "name": "Mender"}
    back = action("turn-back", ["opponent gains ebb", "heal 1"], spends="flow", tokens=1)
    other["hero"]["board"] = [back]
    (tmp_path / "mender.yaml").write_text(yaml.safe_dump(other))
    pack = load_pack([tmp_path])
    assert without_cards(pack, HERO, [HERO]).verdict.outcome is Outcome.PROVED
    found = without_cards(pack, HERO, [HERO, "mender"])
    assert found.verdict.outcome is Outcome.REFUTED
    assert found.loop.heroes == (HERO, "mender")
    assert {(seat, id) for seat, id, _ in found.loop.uses} == {
        (0, "status/ebb/use-1"),
        (1, "mender/turn-back"),
    }


def test_what_nothing_brings_about_is_undecided(tmp_path):
    document = {"source": "a test", "statuses": [token("focus", ["gain focus", "deal 5"])]}
    (tmp_path / "focus.yaml").write_text(yaml.safe_dump(document))
    pack = load_pack([tmp_path])
    assert without_cards(pack, "barbarian", ["barbarian"]).verdict.outcome is Outcome.PROVED
    found = without_cards(pack, "barbarian", ["barbarian"], ["focus"])
    assert found.verdict.outcome is Outcome.UNKNOWN
    assert "nothing in this duel brings about focus" in found.verdict.evidence


def test_a_common_card_brings_it_about(tmp_path):
    common = [{**card("study", ["gain focus"]), "id": "study"}]
    document = {"source": "a test", "statuses": [token("focus", ["gain focus", "deal 5"])], "common": common}
    (tmp_path / "focus.yaml").write_text(yaml.safe_dump(document))
    found = without_cards(load_pack([tmp_path]), "barbarian", ["barbarian"])
    assert found.verdict.outcome is Outcome.REFUTED


def test_a_deck_that_draws_more_than_it_has_is_not_proved(tmp_path):
    cards = [card(f"gift-{place}", ["draw 5", "gain 1 cp"]) for place in range(12)]
    pack = load_pack([write(tmp_path, token("focus"), cards=cards).parent])
    assert with_cards(pack, HERO, [HERO]).verdict.outcome is Outcome.UNKNOWN
    few = [card("gift", ["draw 1"])]
    pack = load_pack([write(tmp_path, token("focus"), cards=few).parent])
    assert with_cards(pack, HERO, [HERO]).verdict.outcome is Outcome.PROVED


def test_a_long_row_of_choices_is_followed(tmp_path):
    choices = [{"choose": ["gain 1 cp", "heal 1", "draw 1"]} for _ in range(9)]
    pack = load_pack([write(tmp_path, token("focus", choices)).parent])
    assert without_cards(pack, HERO, [HERO]).verdict.outcome is Outcome.PROVED


def test_too_many_ways_are_undecided_and_said(tmp_path):
    lines = ["transfer one status", "remove one status of chosen player", "transfer one status"]
    statuses = [token(f"t-{name}", [*lines, *lines]) for name in "abcdefghijkl"]
    pack = load_pack([write(tmp_path, *statuses)])
    found = without_cards(pack, HERO, [HERO])
    assert found.verdict.outcome is Outcome.UNKNOWN
    assert "more than" in found.verdict.evidence
    assert with_cards(pack, HERO, [HERO]).verdict.outcome is Outcome.UNKNOWN
