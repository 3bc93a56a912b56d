"""Cards that prevent, redirect or reduce damage on its way."""

import pytest
from tables import EDITIONS, done, offers, players, settled

from dicelaw.model.content.document import ContentError, read
from dicelaw.model.dice_masters.cards.interrupts import (
    EXAMPLES,
    Whom,
    every_line,
    interrupt_of,
    line_of_interrupt,
)
from dicelaw.model.dice_masters.loader import load_pack

HIT = """
teams: TEAMS
turn: TURN
players:
  - {life: 20, field: {FIRST}}
  - {life: 20, field: {SECOND}}
start: attack
play: [PLAY, until: attack/window]
"""


def hit(turn, first, second, plan, game, teams="shields"):
    """The session in which combat damage is on its way and somebody may act."""
    text = HIT.replace("TEAMS", teams).replace("TURN", str(turn)).replace("PLAY", plan)
    text = text.replace("FIRST", first).replace("SECOND", second)
    session = settled(text, game)
    return done(session, "pass", "pass", "close")


def zones(session, seat):
    """Where the dice of the cards of player ``seat`` lie, by name."""
    player = players(session)[seat - 1]
    return {die: zone for zone, dice in player.items() if isinstance(dice, (dict, list)) for die in dice}


@EDITIONS
def test_a_golem_takes_two_for_its_player(game):
    session = hit(
        1, "enchantress-spellbound: level 1", "clay-golem-lesser-construct: level 1",
        "send enchantress-spellbound, go, pass", game,
    )  # fmt: skip
    golem = "clay-golem-lesser-construct player-2 clay-golem-lesser-construct/1"
    assert offers(session) == {golem, "pass"}
    done(session, golem)
    assert players(session)[1]["life"] == 20 - 3
    assert zones(session, 2)["clay-golem-lesser-construct/1"] == "field"


@EDITIONS
def test_enchantress_has_to_prevent_the_first_damage_of_a_turn(game):
    session = hit(
        2, "enchantress-spellbound: level 1", "clay-golem-lesser-construct: level 1",
        "send clay-golem-lesser-construct, go, pass", game,
    )  # fmt: skip
    assert offers(session) == {"enchantress-spellbound player-1 enchantress-spellbound/1"}
    assert not session.why_not("pass").legal
    done(session, "enchantress-spellbound player-1 enchantress-spellbound/1")
    assert players(session)[0]["life"] == 20


@EDITIONS
def test_ronin_is_knocked_out_to_prevent_damage(game):
    session = hit(
        2, "ronin-lone-warrior: level 1", "clay-golem-lesser-construct: level 1",
        "send clay-golem-lesser-construct, go, pass", game,
    )  # fmt: skip
    done(session, "ronin-lone-warrior player-1 ronin-lone-warrior/1")
    assert players(session)[0]["life"] == 20
    assert zones(session, 1)["ronin-lone-warrior/1"] == "prep"


@EDITIONS
def test_mr_fantastic_sends_two_damage_to_whom_he_blocks_alone(game):
    session = hit(
        1, "enchantress-spellbound/1: level 1, ronin-lone-warrior: level 3",
        "mr-fantastic-the-invincible-man: level 1",
        "send ronin-lone-warrior, send enchantress-spellbound/1, go, "
        "block mr-fantastic-the-invincible-man ronin-lone-warrior, pass", game,
    )  # fmt: skip
    done(session, "enchantress-spellbound ronin-lone-warrior/1 enchantress-spellbound/1")
    back = "mr-fantastic-the-invincible-man mr-fantastic-the-invincible-man/1"
    assert {text for text in offers(session) if text.startswith(back)} == {f"{back} ronin-lone-warrior/1"}
    done(session, f"{back} ronin-lone-warrior/1")
    assert session.machine.value(session.state, "incoming[mr-fantastic-the-invincible-man/1]") == 1


@EDITIONS
def test_luke_cage_is_spun_up_and_takes_all_for_his_player_once(game):
    session = hit(
        2, "luke-cage-bodyguard: level 1", "iron-man-inventor: level 1", "send iron-man-inventor, go, pass",
        game, "redirections",
    )  # fmt: skip
    done(session, "luke-cage-bodyguard player-1 luke-cage-bodyguard/1")
    first = players(session)[0]
    assert (first["life"], first["field"]["luke-cage-bodyguard/1"]["face"]) == (20, "level 2")


@EDITIONS
def test_iron_man_takes_one_less_and_mastermind_no_combat_damage(game):
    session = hit(
        2, "mastermind-probationary-member: level 1", "clay-golem-lesser-construct: level 1",
        "send clay-golem-lesser-construct, go, "
        "block mastermind-probationary-member clay-golem-lesser-construct, pass", game,
    )  # fmt: skip
    assert zones(session, 1)["mastermind-probationary-member/1"] == "field"
    session = settled(
        """
teams: redirections
players:
  - {reserve: {magic-missile: action}}
  - {field: {iron-man-inventor: level 1}}
play: [act magic-missile, damage iron-man-inventor]
""",
        game,
    )
    assert players(session)[1]["field"]["iron-man-inventor/1"]["damage"] == 1


def test_storm_sends_damage_of_action_dice_alone():
    session = settled("""
teams: shields
players:
  - {reserve: {magic-missile: action, sidekick/1: bolt}}
  - {life: 20, field: {storm-lady-liberator: level 2}}
play: [act magic-missile, damage storm-lady-liberator]
""")
    done(session, "storm-lady-liberator storm-lady-liberator/1 player-1")
    assert players(session)[0]["life"] == 18
    done(session, "global magic-missile", "pay 1/sidekick/1 1", "damage storm-lady-liberator")
    assert session.at == "main"
    assert players(session)[1]["field"]["storm-lady-liberator/1"]["damage"] == 1


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_is_said_as_it_is_written(line):
    assert line_of_interrupt(interrupt_of(line)) == line


@pytest.mark.parametrize("line", ["prevent 1", "redirect 1 from you", "prevent 1 from you to this",
                                  "redirect 1 from you to what it blocks"])  # fmt: skip
def test_what_makes_no_sense_is_refused(line):
    assert interrupt_of(line) is None


def test_a_basic_action_card_which_both_have_interrupts_nothing():
    text = "cards: [{id: moat, name: Moat, cost: 2, interrupts: [{does: prevent 1 from you}]}]"
    document = read("test.yaml", f"source: test\n{text}".encode())
    with pytest.raises(ContentError, match="a Basic Action Card has none"):
        load_pack([document])


def test_every_line_is_said_and_read_once():
    lines = [*every_line()]
    assert len({*lines}) == len(lines)
    assert {*EXAMPLES} <= {*lines}
    assert [line_of_interrupt(interrupt_of(line)) for line in lines] == lines


def test_an_example_says_what_it_means():
    found = interrupt_of("redirect exactly 1 from own sidekick to this")
    assert (found.of, found.to, found.amount, found.exactly) == (Whom.SIDEKICK, Whom.THIS, 1, True)
