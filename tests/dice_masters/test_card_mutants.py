"""Mutants of cards: ids, what a mistake is, and that the quick judge sees what a rebuilt game shows."""

from __future__ import annotations

from functools import cache

import pytest

from dicelaw.checker.executors import processes
from dicelaw.mutation.by_hand.campaign import by_rulings
from dicelaw.mutation.content_kill_check import Shown
from dicelaw.mutation.content_trial import ContentTrial
from dicelaw.mutation.dice_masters.arena import TableArena
from dicelaw.mutation.dice_masters.card_mutants import card_mutants, cards_of
from dicelaw.mutation.ports import contents_of
from dicelaw.mutation.trial import untold
from dicelaw.mutation.worker import play_of
from dicelaw.oracle.dice_masters.opening import table_pack
from dicelaw.oracle.files.vectors import recorded

GAME, TEAMS = "dice-masters@2018", "x-men-demo"
PACK = table_pack()
MUTANTS = {one.id: one for one in card_mutants(PACK)}
RECORDS = [one for one in recorded(GAME) if one.between == (TEAMS,) and not one.setup.get("readings")]


@cache
def arena() -> TableArena:
    found = contents_of(GAME).arena(RECORDS[0].setup)
    assert isinstance(found, TableArena)
    return found


def test_ids_are_paths_and_unique_and_each_card_has_some() -> None:
    assert [one.id for one in card_mutants(PACK)] == [*MUTANTS]
    assert {one.owner for one in MUTANTS.values()} == set(PACK.cards)
    for one in MUTANTS.values():
        assert one.id.startswith(f"{one.owner}/{one.entry}")
        assert one.id.endswith(f"#{one.operator}")


@pytest.mark.parametrize("id", [*MUTANTS][::97])
def test_a_mutant_is_another_card_with_programs_of_the_same_length(id: str) -> None:
    mutant = MUTANTS[id]
    card, faulty = PACK.cards[mutant.owner], mutant.planted(PACK).cards[mutant.owner]
    assert faulty != card
    assert {moment: len(steps) for moment, steps in faulty.programs.items()} == {
        moment: len(steps) for moment, steps in card.programs.items()
    }
    assert [one for one in PACK.cards if mutant.planted(PACK).cards[one] != PACK.cards[one]] == [card.id]


def test_a_card_is_mistaken_in_each_of_its_parts() -> None:
    own = {id.partition("/")[2] for id in MUTANTS if id.startswith("jubilee-wondra/")}
    assert own >= {
        "card#cost-plus-one", "card#cost-minus-one", "card#other-energy", "level-1#attack-plus-one",
        "level-1#fee-plus-one", "level-2#fee-minus-one", "level-3#defense-minus-one", "fielded/1#left-out",
        "fielded/1#amount-plus-one", "fielded/1#amount-minus-one",
    }  # fmt: skip
    kinds = {one.operator for one in MUTANTS.values()}
    assert kinds >= {
        "other-target", "condition-left-out", "limit-turned-round", "order-swapped", "other-of", "other-to",
        "source-left-out", "must-left-out", "burst-minus-one", "returns-left-out",
    }  # fmt: skip
    assert "infiltrate" in MUTANTS["mastermind-fracturing-the-phoenix/keyword-infiltrate#left-out"].says


@pytest.mark.slow
def test_replaced_figures_tell_what_a_game_tells_that_is_built_with_the_mistake() -> None:
    plays = [play for stage, play in map(play_of, RECORDS[:12]) if stage is arena().usual]
    shown, told = [Shown(arena(), play) for play in plays], 0
    for id in ("card#cost-plus-one", "level-1#attack-plus-one", "level-2#fee-minus-one"):
        mutant = MUTANTS[f"jubilee-wondra/{id}"]
        assert arena().patch(mutant)
        teller, built = arena().teller(mutant), arena().built_teller(mutant)
        found = [built(one) for one in shown]
        assert [teller(one) for one in shown] == found
        told += sum(length is not None for length in found)
    assert told
    assert all(one.tells({}) is None for one in shown)


def test_what_no_figure_carries_is_built() -> None:
    mutant = MUTANTS["hope-summers-messiah-complex/bonus-1#attack-plus-one"]
    assert arena().patch(mutant) is None
    teller = arena().teller(mutant)
    plays = [play for stage, play in map(play_of, RECORDS) if stage is arena().usual]
    assert any(teller(Shown(arena(), play)) is not None for play in plays)


def test_vectors_of_any_teams_with_the_card_are_asked() -> None:
    found = {one.mutant.id: one for one in ContentTrial(GAME).judged(entry="jubilee-wondra/fielded")}
    assert found["jubilee-wondra/fielded/1#left-out"].vector
    for one in found.values():
        assert "jubilee-wondra" in cards_of(PACK.teams[one.between[0]])
    assert all(not one.vector for one in ContentTrial(GAME, []).judged(entry="jubilee-wondra/fielded"))


@pytest.mark.slow
def test_a_ruling_about_a_card_notices_what_is_mistaken_on_it() -> None:
    wanted = ("jubilee-wondra/fielded/1#left-out", "jubilee-wondra/fielded/1#amount-plus-one")
    mutants = [one for one in contents_of(GAME).mutants() if one.id in wanted]
    with processes(1) as executors:
        noticed = by_rulings(GAME, mutants, executors, untold)
    assert noticed
    assert all(id.startswith(("ruling/", "example/")) for id in noticed.values())
