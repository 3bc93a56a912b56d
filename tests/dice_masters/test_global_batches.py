"""Globals of 2016 that are paid for together: one by one, part by part, or with their numbers added up."""

import pytest
from planted import sound, with_bug
from tables import OLD, done, offers, players, settled

from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.specs.dice_masters.properties.properties import of_game

NOVA, OTHER = "nova-quasar/1", "ronan-treason/1"
PAID = """
teams: timing
players:
  - reserve: {npc/1: bolt, npc/2: bolt, npc/3: shield}
    field: {nova-quasar/1: level 1}
    bag: [npc/4, npc/5, npc/6]
  - field: {ronan-treason/1: level 1}
play: [global magic-missile, pay npc/1 1]
"""
"""A Global that damages a die by 1 is paid for; Nova, with 4 D, prepares a die when it is damaged."""


def prepped(session):
    """How many dice Nova has put into the Prep Area."""
    return len(players(session)[0]["prep"])


def on(session):
    """``session`` at the next point at which there is more than one decision, none of which passes."""
    while session.at not in ("main", "batch"):
        settle(session)
        moves = session.legal()
        if session.at != "damage/react" and len(moves) > 1 and session.actor(moves[0]) is not Agent.CHANCE:
            break
        passes = [move for move in moves if session.text(move) == "pass"]
        session.apply((passes or moves)[0])
    return session


def damaged(session, die):
    """``session`` when ``die`` is damaged, to which nobody reacts, and where play goes on."""
    session.decide(f"damage {die}")
    return on(session)


def two_missiles(answer):
    """Two uses of the Global, paid for together, at what ``answer`` makes of them."""
    return done(settled(PAID, OLD, global_batch=answer), "more magic-missile", "pay npc/2 1", "enough")


def damage(session, seat, die):
    """The damage on ``die``."""
    return players(session)[seat]["field"][die]["damage"]


def test_apart_each_use_resolves_before_the_next_is_paid_for():
    session = settled(PAID, OLD)
    assert f"damage {NOVA}" in offers(session)
    damaged(session, NOVA)
    assert prepped(session) == 1
    assert "global magic-missile" in offers(session)


def test_as_parts_each_has_a_target_and_what_it_sets_off_waits_for_all():
    session = two_missiles("parts")
    damaged(session, NOVA)
    assert (damage(session, 0, NOVA), prepped(session)) == (1, 0)
    damaged(session, NOVA)
    assert (damage(session, 0, NOVA), prepped(session)) == (2, 2)


def test_as_a_sum_there_is_one_target_and_one_event():
    session = two_missiles("sum")
    damaged(session, NOVA)
    assert (damage(session, 0, NOVA), prepped(session)) == (2, 1)
    assert "global barkskin" in offers(session)


@pytest.mark.parametrize(("answer", "other"), [("parts", True), ("sum", False)])
def test_whether_different_globals_are_one_effect(answer, other):
    session = settled(PAID, OLD, global_batch=answer)
    assert ("more barkskin" in offers(session)) == other
    assert {"more magic-missile", "enough"} <= offers(session)


def test_the_parts_follow_in_any_order():
    session = done(settled(PAID, OLD, global_batch="parts"), "more barkskin", "pay npc/3 1", "enough")
    assert offers(session) == {"part barkskin", "part magic-missile"}
    session.decide("part magic-missile")
    damaged(session, OTHER)
    assert {offer.partition(" ")[0] for offer in offers(session)} == {"toughen"}


@pytest.mark.parametrize("answer", ["parts", "sum"])
def test_that_all_uses_resolve_is_proved_and_its_bug_is_noticed(answer):
    readings = (("global-batch", answer),)
    found = {one.id: one for one in sound(OLD, readings).properties}["global/batch-resolved"]
    buggy, intact = with_bug(OLD, found, readings)
    assert intact.verdict(found).is_proof
    assert not buggy.verdict(found).is_proof


def test_two_uses_may_wait():
    session = settled(PAID, OLD, global_batch="sum")
    done(session, "more magic-missile", "pay npc/2 1")
    goal = {one.id: one for one in of_game(session.game)}["global/batch-resolved"].goal
    assert session.at == goal.at
    assert session.reader.value(goal.holds, session.state)


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["parts", "sum"])
def test_where_nobody_has_a_global_to_use_nothing_is_paid_together(answer):
    teams = load_pack().teams
    none = [one for one in teams.values() if all(g.reactive for g in game(one, "2016").table.dice.globals)]
    assert none
    for one in none:
        made = game(one, "2016", {"global-batch": answer})
        assert "batch" not in made.machine.point_index


def test_a_global_that_costs_a_die_is_paid_for_alone():
    costs_a_die = """
teams: prices
players:
  - reserve: {npc/1: bolt, npc/2: bolt}
    field: {npc/7: level 1, npc/8: level 1}
  - {}
play: [global blue-eyes, pay npc/1 1]
"""
    session = settled(costs_a_die, OLD, global_batch="parts")
    why = session.why_not("more blue-eyes")
    assert [need.rule for need in why.unmet] == ["cost/unavoidable"]
