"""What is refused to a hero, why, and what of the position is said with it."""

from dicelaw.model.content.document import Document
from dicelaw.oracle.answers.hanging import beginning, hanging
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play, settle

GAME = "dice-conquest"


def asked(text, **fields):
    """Why ``text`` may not be done in a position, and the open points on which that hangs."""
    scenario = loaded(Document("here", {"game": GAME, **fields}), GAME)

    def ask(session):
        play(session, scenario.play, "here")
        settle(session)
        return session.why_not(text)

    session = open_scenario(scenario)
    why = ask(session)
    hangs = hanging(beginning(scenario, {}), session, lambda other: ask(other).legal, why.legal, why.rules)
    return why, session.refusal(why), [one.point for one in hangs]


def position(heroes, display, **dice):
    return {
        "players": [{"hero": hero} for hero in heroes],
        "display": display,
        "available": dice,
        "spent": [die for die in ("d4", "d6", "d8", "d10", "d10%", "d12", "d20") if die not in dice],
        "play": [f"{heroes[0]} chooses {next(iter(dice))}"],
    }


def test_an_even_number_is_not_refused_by_a_rule_about_the_spider():
    why, *_ = asked("knight places stone-golem", **position(["knight"], {"stone-golem": {}, "hag": {}}, d6=5))
    assert why.rules == ("clarify/odd-even-members",)
    assert why.facts == (
        "the d6 shows 5", "stone-golem takes numbers that are even", "stone-golem has suffered 0 of 20",
    )  # fmt: skip


def test_a_die_over_the_limit_of_a_creature_is_said_with_the_limit():
    """Rulebook, Clarifications d: a Troll has a number limit, which our card sets at 9."""
    why, *_ = asked("knight places troll", **position(["knight"], {"troll": {}, "hag": {}}, d12=12))
    assert why.rules == ("clarify/number-limit-members",)
    assert why.facts == (
        "the d12 shows 12", "troll takes numbers that are 9 or less", "troll has suffered 0 of 14",
    )  # fmt: skip


def test_a_die_too_high_for_an_exact_creature_is_refused_as_such_which_is_a_reading():
    why, _, points = asked("knight places gremlin", **position(["knight"], {"gremlin": {}, "hag": {}}, d6=4))
    assert (why.rules, points) == (("clarify/exact-members",), ["exact"])


def test_an_item_that_the_hero_does_not_hold_is_said_to_be_elsewhere():
    why, *_ = asked("rogue item gargoyle", **position(["rogue"], {"hag": {}}, d4=1))
    assert why.facts == ("gargoyle is not with rogue; its place is: deck",)


def test_nothing_is_said_of_the_position_to_who_has_no_decision():
    why, says, _ = asked("knight places hag", **position(["rogue", "knight"], {"hag": {}}, d4=1))
    assert says == "'knight places hag' is not for that player now: rogue has the decision"
    assert why.facts == ()
