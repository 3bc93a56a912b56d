"""A refusal names the rule of what is asked about, or of the timing, and no other."""

import re

import pytest

from dicelaw.model.content.document import Document
from dicelaw.oracle.answers.offered import offered
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play, settle
from dicelaw.oracle.games.refusal import with_moments
from dicelaw.specs.dice_throne.rulings import load

GAME = "dice-throne"
ONES = [1, 1, 1, 6, 6]


def at(players, entries=(), **fields):
    """The play of ``entries`` from a position."""
    given = {"game": GAME, "players": players, "play": [*entries], **fields}
    scenario = loaded(Document("here", given), GAME)
    session = open_scenario(scenario)
    play(session, scenario.play, "here")
    if not (entries and "until" in entries[-1]):
        settle(session)
    return session


def barbarian(**fields):
    return {"hero": "barbarian", "cp": 5, **fields}


ASKED = {
    "a Main Phase card in the Roll Phase": (
        [barbarian(hand=["concuss"]), {"hero": "seraph"}],
        [{"roll": [1, 2, 3, 4, 6]}],
        {},
        "1 plays concuss",
        ["cards/main/own-main-phase-only"],
    ),
    "a Roll Phase card in the Main Phase": (
        [barbarian(hand=["six-it"]), {"hero": "seraph"}],
        [],
        {"start": "main-1"},
        "1 plays six-it",
        ["cards/roll/phases"],
    ),
    "a Main Phase card in the Main Phase of the other player": (
        [{"hero": "seraph"}, barbarian(hand=["concuss"])],
        [],
        {"start": "main-1"},
        "2 plays concuss",
        ["cards/main/own-main-phase-only"],
    ),
    "the Shock Bot twice in a turn": (
        [{"hero": "artificer", "tokens": {"shock-bot": 1, "synth": 7}}, {"hero": "paladin"}],
        [
            {"roll": [1, 2, 3, 4, 6]},
            "announce jolt",
            {"until": "defense/start"},
            "1 uses basic-shock-bot",
        ],
        {},
        "1 uses basic-shock-bot",
        ["companion/shock-bot/once-per-turn"],
    ),
    "a status effect that is never moved": (
        [barbarian(hand=["transference"]), {"hero": "seraph", "tokens": {"holy-presence": 1, "flight": 1}}],
        ["1 plays Transference", "pass", "1 chooses player 2"],
        {"start": "main-1"},
        "1 moves holy-presence",
        ["status/holy-presence/no-transfer"],
    ),
    "a sale in the turn of the other player": (
        [barbarian(hand=["smack-3"]), {"hero": "paladin", "hand": ["mighty"]}],
        ["1 sells smack-3"],
        {"start": "main-2"},
        "2 sells mighty",
        ["cards/sell-only-main-or-discard"],
    ),
    "a card against an Ultimate": (
        [{"hero": "pyromancer"}, {"hero": "artificer", "cp": 5, "hand": ["tip-it"]}],
        [{"roll": [6, 6, 6, 6, 6]}, "announce scorch-the-earth", {"until": "offense/end"}],
        {},
        "2 plays Tip It",
        ["ultimate/no-opponent-action"],
    ),
    "a defence that no moment to come allows": (
        [barbarian(), {"hero": "paladin"}],
        [{"roll": [1, 1, 6, 6, 4]}, "announce sturdy-blow", {"until": "defense/start"}],
        {},
        "2 defends divine-defense",
        ["defense/step2-activate-if-defendable"],
    ),
    "an ability that the dice do not show": (
        [barbarian(), {"hero": "paladin"}],
        [{"roll": ONES}, "pass"],
        {},
        "1 announces rage",
        ["offense/requirement-must-be-met"],
    ),
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_just_the_rule_in_the_way_is_named(asked):
    players, entries, fields, text, rules = asked
    why = at(players, entries, **fields).why_not(text)
    assert not why.legal
    assert list(why.rules) == rules


def test_the_moments_that_are_named_are_such_at_which_it_is_legal():
    players = [barbarian(hand=["concuss"]), {"hero": "seraph"}]
    session = at(players, [{"roll": [1, 2, 3, 4, 6]}])
    why = with_moments(session, session.why_not("1 plays concuss"))
    assert why.moments == ("main-2",)
    undefendable = at(*ASKED["a defence that no moment to come allows"][:2])
    why = with_moments(undefendable, undefendable.why_not("2 defends divine-defense"))
    assert (why.later, why.moments) == ("defense/choose", ())


def test_what_an_ability_needs_whose_it_is_and_what_the_dice_show_is_said():
    session = at([barbarian(), {"hero": "paladin"}], [{"roll": ONES}, "pass"])
    (needs,) = session.why_not("1 announces rage").facts
    assert needs == "Rage! needs 5 pow; the dice show 1, 1, 1, 6, 6"
    why = session.why_not("1 announces holy-light")
    assert why.facts == ("Holy Light is an ability of Paladin, not of Barbarian",)
    assert why.rules[:1] == ("def/ability",)


def test_an_ability_of_another_hero_is_refused_as_such_and_one_that_an_upgrade_adds_as_that():
    session = at([barbarian(), {"hero": "paladin"}], [{"roll": [1, 1, 1, 4, 6]}, {"announce": "smack"}])
    assert session.why_not("2 defends thick-skin").rules == ("def/ability",)
    assert "def/ability" in session.why_not("1 uses tithe-reroll").rules
    assert "cards/lost-card-unusable" not in session.why_not("1 uses tithe-reroll").rules
    session = at([barbarian(), {"hero": "paladin"}], [{"roll": ONES}, "pass"])
    assert "upgrade/permanent-same-name" in session.why_not("1 announces war-cry").rules


def test_the_options_of_a_choice_say_what_they_are():
    case = next(one for one in load().cases if one.id == "ruling/ninja/undefendable-too-late")
    scenario = loaded(case.scenario, GAME)
    session = open_scenario(scenario)
    play(session, scenario.play, "here")
    assert [(offer.text, offer.means) for offer in offered(session)] == [
        ("first", "inflict 1 Delayed Poison on the opponent")
    ]


def test_how_many_there_are_is_said():
    session = at(
        [{"hero": "monk", "tokens": {"cleanse": 1, "poison": 1}}, {"hero": "ninja"}],
        ["1 uses cleanse"],
        start="main-1",
    )
    why = session.why_not("1 removes delayed-poison")
    assert "has no Delayed Poison" in why.facts[0]


def test_a_roll_that_is_missing_is_a_fault_of_the_scenario():
    with pytest.raises(UserError) as wrong:
        at([barbarian(), {"hero": "moon-elf"}], [{"until": "defense/start"}])
    assert wrong.value.exit_code is ExitCode.BAD_INPUT
    assert re.search(r"here:\d+: play\[0\]: .*roll", wrong.value.message)


def test_an_illegal_decision_of_a_scenario_is_refused_by_its_rule():
    with pytest.raises(UserError, match="cards/roll/phases") as refused:
        at([barbarian(hand=["six-it"]), {"hero": "seraph"}], ["1 plays six-it"], start="main-1")
    assert refused.value.exit_code is ExitCode.ILLEGAL
