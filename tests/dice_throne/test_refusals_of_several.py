"""What is refused to a seat that others act before, and when it is said that something may be done."""

import pytest

from dicelaw.model.content.document import Document
from dicelaw.oracle.answers.offered import offered
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play, settle, settle_here
from dicelaw.oracle.games.refusal import with_moments

GAME = "dice-throne"
SMACK = [{"roll": [1, 1, 1, 4, 6]}, "announce smack", {"roll": [1]}, {"until": "defense/start"}]
TEAMS = [
    {"hero": "barbarian", "cp": 3},
    {"hero": "paladin", "cp": 3, "tokens": {"evasive": 1}},
    {"hero": "monk", "cp": 3, "tokens": {"cleanse": 1, "poison": 1}},
    {"hero": "ninja", "cp": 3, "hand": ["not-this-time", "poison-dart"], "tokens": {"retribution": 1}},
]


def at(players, entries=(), **fields):
    """The play of ``entries`` from a position."""
    scenario = loaded(
        Document("here", {"game": GAME, "players": players, "play": [*entries], **fields}), GAME
    )
    session = open_scenario(scenario)
    play(session, scenario.play, "here")
    (settle_here if entries and "until" in entries[-1] else settle)(session)
    return session


def refused(session, text):
    why = with_moments(session, session.why_not(text))
    return session.refusal(why), why


def test_a_seat_further_round_may_act_when_all_before_it_have_passed():
    session = at(TEAMS, SMACK, mode="2v2")
    says, why = refused(session, "4 plays not-this-time")
    assert (why.legal, why.passed, why.after_pass) == (True, (0, 1, 2), 2)
    assert says == "'4 plays not-this-time' is legal as soon as Barbarian, Paladin and Monk have passed"
    assert session.at == "defense/start"


def test_all_that_is_offered_is_legal_when_it_is_asked_about():
    session = at(TEAMS, SMACK, mode="2v2")
    rows = [row for row in offered(session) if row.text != "pass"]
    assert {row.actor for row in rows} == {"2", "3", "4"}
    for row in rows:
        why = session.why_not(f"{row.actor} {row.text}")
        assert why.legal
        assert str((why.after_pass or 0) + 1) == row.after_pass_of


def test_players_who_can_be_picked_are_named_and_it_is_said_why_others_cannot():
    players = [
        {"hero": "cursed-pirate", "cp": 3, "hand": ["feed-the-fish"]},
        {"hero": "monk"},
        {"hero": "ninja"},
    ]
    entries = ["1 plays feed-the-fish", {"until": "resolve/choose-player"}]
    session = at(players, entries, start="main-1")
    assert [(one.text, one.means) for one in offered(session)] == [("pick 2", "Monk"), ("pick 3", "Ninja")]
    session = at(players, [*entries, "1 chooses 3", entries[-1]], start="main-1")
    _, why = refused(session, "1 chooses 3")
    assert why.facts == ("Ninja has been picked for this effect already, and somebody else is meant",)
    waking = [{"roll": [6] * 5}, "announce wake-the-forest", {"until": "resolve/choose-player"}]
    session = at([{"hero": "treant"}, *TEAMS[1:]], waking, mode="2v2")
    _, why = refused(session, "1 chooses 2")
    assert why.facts == ("a teammate of Treant is meant, which Paladin is not",)


def test_what_is_asked_without_a_seat_is_for_whoever_comes_to_it():
    session = at(TEAMS, SMACK, mode="2v2")
    says, _ = refused(session, "uses evasive")
    assert says == "'uses evasive' is legal as soon as Barbarian, who has the decision, has passed"
    assert refused(session, "plays not-this-time")[1].passed == (0, 1, 2)
    _, why = refused(session, "plays so-wild")
    assert (why.legal, why.passed) == (False, ())


def test_what_is_refused_to_a_seat_is_refused_for_what_it_has_itself():
    session = at(TEAMS, SMACK, mode="2v2")
    says, why = refused(session, "4 uses retribution")
    assert why.rules == ("status/retribution/half-back",)
    assert says.endswith("half-back, even when Barbarian, Paladin and Monk have passed")
    _, why = refused(session, "3 plays not-this-time")
    assert why.facts == ("common/not-this-time is not in the hand of Monk; its place is: deck",)
    _, why = refused(session, "2 plays poison-dart")
    assert why.facts == ("ninja/poison-dart belongs to Ninja, not to Paladin",)


def test_moments_of_the_next_turn_are_said_to_be_of_that():
    session = at([{"hero": "barbarian"}, {"hero": "barbarian", "hand": ["tip-it"]}], start="main-1")
    says, why = refused(session, "2 sells tip-it")
    assert (why.turns, why.moments) == (1, ("main-1", "main-2"))
    assert says.endswith("even when Barbarian (1) has passed; in the next turn it is legal at main-1, main-2")
    own = at([{"hero": "barbarian", "hand": ["so-wild"]}, {"hero": "barbarian"}], start="main-1")
    says, why = refused(own, "1 plays so-wild")
    assert not why.turns
    assert "; from here it is legal at offense/rolled" in says


def test_where_a_seat_never_decides_who_does_is_all_that_is_said():
    session = at([{"hero": "barbarian"}, {"hero": "barbarian"}], [{"roll": [1, 1, 1, 4, 6]}, "pass"])
    says, why = refused(session, "2 rerolls 1")
    others = "'2 rerolls 1' is not for that player now: Barbarian (1) has the decision"
    assert says == f"{others}; in the next turn it is legal at offense/choose"
    assert (why.rules, why.facts) == ((), ())


def test_a_card_is_not_refused_to_its_owner_as_a_card_of_who_decides():
    """Discard Phase: who has more than 6 cards sells first; then instants may be played as at any time."""
    hand = ["double-up", "getting-paid", "tip-it", "triple-up", "six-it", "so-wild", "samesies"]
    session = at(
        [{"hero": "barbarian", "hand": hand}, {"hero": "monk", "hand": ["getting-paid"]}], start="discard"
    )
    says, why = refused(session, "2 plays getting-paid")
    assert (why.rules, why.facts) == ((), ())
    assert says.endswith("Barbarian has the decision; from here it is legal at discard")


def test_of_several_turns_the_one_that_is_meant_is_named():
    """The next turn is that of the Paladin, in which the Monk sells nothing."""
    team = [dict(one) for one in TEAMS]
    team[2]["hand"] = ["tip-it"]
    session = at(team, [{"roll": [1, 1, 1, 4, 6]}], mode="2v2")
    says, why = refused(session, "3 sells tip-it")
    assert (why.turns, why.in_turn_of) == (2, 2)
    assert says.endswith("; in the turn of Monk it is legal at main-1")


def test_to_play_an_upgrade_is_to_upgrade():
    player = {"hero": "barbarian", "cp": 1, "board": {"smack": 2}, "hand": ["smack-3"]}
    session = at([player, {"hero": "paladin"}], start="main-1")
    assert session.why_not("1 plays smack-3").transition == "main-1/upgrade"
    session.decide("1 plays smack-3")
    assert session.why_not("1 plays smack-3").rules
    late = at([player, {"hero": "paladin"}], [{"roll": [1, 1, 1, 4, 6]}, {"until": "offense/rolled"}])
    _, why = refused(late, "1 plays smack-3")
    assert (why.rules, why.moments) == (("upgrade/main-phase-only",), ("main-2",))


def test_a_roll_attempt_is_refused_by_what_takes_it():
    barbarian = {"hero": "barbarian", "tokens": {"entangle": 1}}
    rolls = [{"roll": [1, 1, 1, 4, 6]}, {"reroll": "5"}, {"roll": 6}, "pass"]
    session = at([barbarian, {"hero": "paladin"}], rolls)
    assert session.why_not("1 rerolls 5").rules == ("status/entangle/one-fewer-attempt",)
    more = [*rolls[:3], "1 plays one-more-time", "1 chooses player 1", {"reroll": "5"}, {"roll": 6}, "pass"]
    barbarian |= {"cp": 1, "hand": ["one-more-time"]}
    session = at([barbarian, {"hero": "paladin"}], more)
    assert session.why_not("1 rerolls 5").rules == ("offense/up-to-three-attempts",)


def test_a_status_effect_that_is_not_spent_is_told_to_be_none_to_spend():
    """Shadows: it is never spent."""
    session = at([{"hero": "barbarian"}, {"hero": "shadow-thief", "tokens": {"shadows": 1}}], start="main-1")
    with pytest.raises(UserError) as caught:
        session.why_not("2 uses shadows")
    assert caught.value.message == "no action is called 'shadows': it is nothing to be used or spent"
    assert caught.value.exit_code is ExitCode.UNKNOWN_NAME
    with pytest.raises(UserError, match="no action is called 'shadow-con'; near: shadow-thief/shadow-coin"):
        session.why_not("2 plays shadow-con")
