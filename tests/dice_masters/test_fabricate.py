"""Fabricate: characters that cost enough are KO'd for a die."""

from tables import EDITIONS, NEW, OLD, done, offers, players, settled

from dicelaw.checker.walks.breaches import Breaches
from dicelaw.oracle.dice_masters.fuzzing import TableFuzzing

GOLEM = "clay-golem-lesser-construct"


def at(game, field, play="", **more):
    """The session in the Main Step of the second player, who may fabricate a Clay Golem of 2-4."""
    rest = "".join(f", {zone}: {dice}" for zone, dice in more.items())
    text = f"""
teams: shields
turn: 2
players: [{{}}, {{field: {{{field}}}{rest}}}]
play: [{play}]
"""
    return settled(text, game)


STORM, FANTASTIC = "storm-lady-liberator", "mr-fantastic-the-invincible-man"
BOTH = f"{STORM}/1: level 1, {FANTASTIC}/1: level 1"


@EDITIONS
def test_the_characters_are_kod_and_the_die_is_purchased_without_energy(game):
    play = f"fabricate {GOLEM}/1, pick {STORM}/1, pick {FANTASTIC}/1"
    session = at(game, BOTH, play)
    second = players(session)[1]
    assert session.at == "main"
    assert sorted(second["prep"]) == sorted((f"{STORM}/1", f"{FANTASTIC}/1"))
    assert f"{GOLEM}/1" in second["used"]


@EDITIONS
def test_too_few_or_too_cheap_characters_do_not_pay(game):
    start = "npc" if game == OLD else "sidekick"
    rule = "keyword/fabricate" if game == OLD else "model/other-keywords"
    for field in (f"{STORM}/1: level 1", "sidekick/1: level 1, sidekick/2: level 1"):
        session = at(game, field.replace("sidekick", start))
        assert [need.rule for need in session.why_not(f"fabricate {GOLEM}/1").unmet] == [rule]


@EDITIONS
def test_only_such_dice_are_picked_as_leave_enough_to_pay(game):
    field = f"{BOTH}, {STORM}/2: level 1, sidekick/1: level 1, sidekick/2: level 1"
    session = at(game, field, f"fabricate {GOLEM}/1, pick sidekick/1")
    assert not any("sidekick" in text or "npc" in text for text in offers(session))


@EDITIONS
def test_it_is_no_purchase_for_the_inactive_player(game):
    text = f"""
teams: shields
players: [{{}}, {{field: {{{BOTH}}}}}]
play: [pass]
"""
    session = settled(text, game)
    assert not any(text.startswith("fabricate") for text in offers(session))


def test_a_token_pays_too_and_breaks_nothing_that_holds_of_tokens():
    teams = f"oak/{GOLEM}/{FANTASTIC}//wasp-pixie/beast-genetic-expert//distraction"
    session = settled(f"""
teams: {teams}
players: [{{field: {{acorn/1: level 1, {FANTASTIC}/1: level 1}}}}, {{}}]
""")
    properties = TableFuzzing(NEW, None, [(teams,)]).arena((teams,)).properties
    assert any(one.id == "token/field-only" for one in properties)
    breaches, before = Breaches(session.reader, properties), len(session.events)
    done(session, f"fabricate {GOLEM}/1", "pick acorn/1", f"pick {FANTASTIC}/1")
    assert not [id for step in session.events[before:] for id in breaches.at(step.after)]
    first = players(session)[0]
    assert (first["used"], first["field"]) == ([f"{GOLEM}/1"], {})
