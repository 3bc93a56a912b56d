"""`dicelaw check-team` as a user types it, and what is wrong with a team."""

import json
from pathlib import Path

import pytest

from dicelaw.model.dice_masters.cards.team_building import FORMATS, cited_rules
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode
from dicelaw.specs.statements import known_rules

EXAMPLE = Path(__file__).parents[2] / "examples" / "teams" / "mutants.yaml"
TEAM = """
game: dice-masters@2018
cards:
  - {card: jubilee-wondra, dice: 4}
  - {card: hope-summers-messiah-complex, dice: 4}
  - {name: Storm, subtitle: Lady Liberator, maximum: 4, dice: 4}
basics: [way-out-west, counterstrike]
"""
DEMO = """
game: dice-masters@2016
format: demo
cards:
  - {card: bronze-dragon-apprentice, dice: 2}
  - {card: hell-hound-minion, dice: 2}
"""


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)

    def command(text, *arguments):
        Path("team.yaml").write_text(text, encoding="utf-8")
        code = main(["check-team", "team.yaml", *arguments])
        return (code, *capsys.readouterr())

    return command


def violated(out):
    """The rules that an answer names, each with its place."""
    rows = json.loads(out)["violations"]
    return [(row["where"], row["rules"][0]["id"]) for row in rows]


def test_the_example_is_legal(capsys):
    assert main(["check-team", str(EXAMPLE)]) == ExitCode.OK
    assert capsys.readouterr().out == ("dice-masters@2018, tournament (8 cards, 20 dice, 20 life): legal\n")


@pytest.mark.parametrize(("text", "size"), [(TEAM, (3, 12, 20)), (DEMO, (2, 4, 10))])
def test_legal_teams(run, text, size):
    code, out, err = run(text, "--format", "json")
    answer = json.loads(out)
    assert code == ExitCode.OK
    assert answer["legal"]
    assert (answer["cards"], answer["dice"], answer["life"]) == size
    assert err == "repeat: dicelaw check-team team.yaml --format json\n"


@pytest.mark.parametrize(
    ("before", "after", "where", "rule"),
    [
        ("maximum: 4, dice: 4", "maximum: 4, dice: 5", "6: cards[2].dice", "team/die-limit-per-card"),
        ("jubilee-wondra, dice: 4", "jubilee-wondra, dice: 6", "4: cards[0].dice", "team/die-limit-per-card"),
        ("maximum: 4, dice: 4", "maximum: 4, dice: 0", "6: cards[2].dice", "team/at-least-one-die-per-card"),
        ("name: Storm", "name: Jubilee", "6: cards[2]", "team/no-same-name"),
        (
            "Lady Liberator, maximum: 4, dice: 4",
            "Of My Own, maximum: 20, dice: 13",
            "3: cards",
            "team/twenty-dice@2018",
        ),
        ("[way-out-west, counterstrike]", "[way-out-west]", "7: basics", "team/two-basic-cards"),
        ("counterstrike]", "way-out-west]", "7: basics[1]", "team/two-basic-cards"),
        ("counterstrike]", "jubilee-wondra]", "7: basics[1]", "team/two-basic-cards"),
        ("card: jubilee-wondra, dice: 4", "card: barkskin, dice: 3", "4: cards[0]", "team/max-eight-cards"),
    ],
)
def test_each_violation_names_its_place_and_rule(run, before, after, where, rule):
    assert before in TEAM
    code, out, _ = run(TEAM.replace(before, after), "--format", "json")
    assert code == ExitCode.ILLEGAL
    assert violated(out) == [(f"team.yaml:{where}", rule)]


def test_nine_cards_are_too_many(run):
    more = "".join(f"  - {{name: Number {at}, maximum: 1, dice: 1}}\n" for at in range(6))
    code, out, _ = run(TEAM.replace("basics", more + "basics"))
    assert code == ExitCode.ILLEGAL
    assert out.startswith(
        "team.yaml:3: cards: there are 9 cards; at most 8 are allowed\n  team/max-eight-cards: A team"
    )
    assert out.endswith(
        "dice-masters@2018, tournament (9 cards, 18 dice, 20 life): not legal; violations: 1\n"
    )


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [
        (("--play", "casual"), None),
        ((), None),
        (("--reading", "team-dice=exactly"), "team/twenty-dice@2016"),
        (("--play", "casual", "--reading", "team-dice=exactly"), "setup/life-and-dice-casual"),
        (("--play", "demo"), "setup/demo-teams@2016"),
    ],
)
def test_formats_and_readings_of_2016(run, arguments, rule):
    code, out, _ = run(TEAM, "--game", "dice-masters@2016", *arguments, "--format", "json")
    assert code == (ExitCode.ILLEGAL if rule else ExitCode.OK)
    assert (rule is None and violated(out) == []) or rule in dict(map(reversed, violated(out)))


def test_the_demo_takes_two_dice_for_each_card(run):
    code, out, _ = run(DEMO.replace("hell-hound-minion, dice: 2", "hell-hound-minion, dice: 3"))
    assert code == ExitCode.ILLEGAL
    assert "team.yaml:6: cards[1].dice: Hell Hound, Minion Fiend has 3 dice; exactly 2 are allowed" in out
    assert "setup/demo-dice-per-card@2016" in out


@pytest.mark.parametrize(
    ("before", "after", "code", "says"),
    [
        ("game: dice-masters@2018", "about: none", ExitCode.BAD_INPUT, "game: this is missing; write the"),
        ("dice-masters@2018", "dice-throne", ExitCode.UNKNOWN_NAME, "dice-throne has no teams to build"),
        ("dice-masters@2018", "dice-masters@2017", ExitCode.UNKNOWN_NAME, "no game is called"),
        ("jubilee-wondra", "jubile-wondra", ExitCode.UNKNOWN_NAME, "team.yaml:4: cards[0].card: no card is"),
        ("wondra, dice: 4", "wondra, dice: four", ExitCode.BAD_INPUT, "team.yaml:4: cards[0].dice: 'four'"),
        ("maximum: 4, ", "", ExitCode.BAD_INPUT, "team.yaml:6: cards[2].maximum: an empty value"),
        ("name: Storm", "card: iceman-right-on-schedule, name: Storm", ExitCode.BAD_INPUT, "one of ours by"),
        ("  - {card: jubilee-wondra, dice: 4}", "  - jubilee-wondra", ExitCode.BAD_INPUT, "is not a card"),
        (
            "[way-out-west, counterstrike]",
            "way-out-west",
            ExitCode.BAD_INPUT,
            "basics: 'way-out-west' is not",
        ),
        ("counterstrike]", "{dice: 3}]", ExitCode.BAD_INPUT, "is not a Basic Action Card"),
        ("basics", "basic", ExitCode.UNKNOWN_NAME, "team.yaml:7: basic: no field of a team is called"),
        (
            "dice-masters@2018",
            "dice-masters@2018\nformat: casual",
            ExitCode.UNKNOWN_NAME,
            "no format of dice",
        ),
        ("cards:", "readings: {team-dice: exactly}\ncards:", ExitCode.UNKNOWN_NAME, "readings.team-dice: no"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(run, before, after, code, says):
    assert before in TEAM
    found, out, err = run(TEAM.replace(before, after))
    assert (found, out) == (code, "")
    assert says in err


def test_an_unknown_format_and_a_missing_file(run, capsys):
    code, _, err = run(TEAM, "--play", "casul", "--game", "dice-masters@2016")
    assert (code, "near: casual" in err) == (ExitCode.UNKNOWN_NAME, True)
    assert main(["check-team", "nothing.yaml"]) == ExitCode.BAD_INPUT
    assert "nothing.yaml: this cannot be read" in capsys.readouterr().err


def test_every_format_rests_on_known_rules():
    for edition in FORMATS:
        for rules in cited_rules(edition).values():
            assert set(rules) <= known_rules("dice-masters")


@pytest.mark.parametrize(
    "name",
    ["Emma  Frost", " emma frost ", "EMMA\u3000FROST", "\uff25\uff4d\uff4d\uff41 Frost", "Em\u200bma Frost",
     "Emma\u00a0Frost", "Emma Frost\u2122", "Emma Frost\u00ae", "Emma-Frost", "Emma\u2011Frost",
     "\u201cEmma Frost!\u201d"],
    ids=["two spaces", "spaces around", "wide space", "wide letters", "unseen space", "firm space",
         "trademark", "registered", "hyphen", "firm hyphen", "punctuation"],
)  # fmt: skip
def test_a_name_is_the_same_however_it_is_written(run, name):
    """The limit: two cards that really have different names stand side by side."""
    two = "cards:\n  - {{name: Emma Frost, maximum: 4, dice: 1}}\n  - {{name: {}, maximum: 4, dice: 1}}\n"
    text = TEAM.replace("cards:\n", two.format(json.dumps(name)))
    code, out, _ = run(text, "--format", "json")
    assert (code, violated(out)) == (ExitCode.ILLEGAL, [("team.yaml:5: cards[1]", "team/no-same-name")])
    assert run(text.replace(json.dumps(name), "Emma Grace Frost"))[0] == ExitCode.OK


def test_a_basic_action_card_is_there_twice_however_it_is_written(run):
    text = TEAM.replace("[way-out-west, counterstrike]", '[counterstrike, {name: "COUNTER\u200bSTRIKE "}]')
    code, out, _ = run(text, "--format", "json")
    assert code == ExitCode.ILLEGAL
    assert [where for where, _ in violated(out)] == ["team.yaml:7: basics[1]"]


def test_names_of_nothing_but_punctuation_stay_apart(run):
    """The limit of names that are compared without it."""
    two = "cards:\n  - {name: '!!!', maximum: 4, dice: 1}\n  - {name: '???', maximum: 4, dice: 1}\n"
    assert run(TEAM.replace("cards:\n", two))[0] == ExitCode.OK


@pytest.mark.parametrize("card", ["Jubilee Wondra", "'Jubilee: Wondra'", "JUBILEE-WONDRA", "jubilee  wondra"])
def test_a_card_of_ours_is_named_as_in_any_other_file(run, card):
    assert run(TEAM.replace("card: jubilee-wondra", f"card: {card}"))[0] == ExitCode.OK


@pytest.mark.parametrize("name", ["''", "' '", '"\\u200b"', "null", "[1, 2]", "{a: 1}", "true"])
@pytest.mark.parametrize("before", ["name: Storm", "subtitle: Lady Liberator", "counterstrike]"])
def test_what_is_no_name_is_refused(run, before, name):
    after = f"{{name: {name}}}]" if before.endswith("]") else f"{before.split(':')[0]}: {name}"
    code, out, err = run(TEAM.replace(before, after))
    if after == "subtitle: ''":
        assert code == ExitCode.OK
        return
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "is not a name" in err


def test_a_card_that_is_told_by_what_is_printed_on_it_is_ours_if_we_have_it(run):
    """Its limit is the printed one, whatever the file says, and it is a Basic Action Card or not."""
    storm = "name: Storm, subtitle: Lady Liberator, maximum: 4, dice: 4"
    said = TEAM.replace(storm, "name: HOPE SUMMERS, subtitle: Messiah Complex, maximum: 9, dice: 9")
    code, _, err = run(said)
    assert code == ExitCode.BAD_INPUT
    assert "cards[2].maximum: hope-summers-messiah-complex has at most 4 dice, not 9" in err
    code, out, _ = run(TEAM.replace(storm, "name: Barkskin, maximum: 3, dice: 3"), "--format", "json")
    assert (code, violated(out)) == (ExitCode.ILLEGAL, [("team.yaml:6: cards[2]", "team/max-eight-cards")])


def test_a_card_of_ours_takes_nothing_that_is_printed(run):
    code, _, err = run(TEAM.replace("card: jubilee-wondra,", "card: jubilee-wondra, maximum: 9,"))
    assert code == ExitCode.BAD_INPUT
    assert "one of ours by `card`, or any by `name`" in err
