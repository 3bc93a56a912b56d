"""Scenarios and content of Dice Masters that are wrong: each mistake has one message."""

from pathlib import Path

import pytest

from dicelaw.model.content.document import ContentError, read
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

GAME = "dice-masters@2018"
CARD = "{id: x, name: X, cost: 2, type: bolt, levels: ['0 1 1', '0 2 2', '1 3 3']"
GLOBAL = "{id: g, cost: 1, does: [gain 1 life]}"
DICE = "{id: t, name: t, basics: [], first: {x: 3}, second: {x: 0}}"
BASIC = "{id: b, name: B, cost: 2}"
TEAMS = "{id: t, name: t, basics: []"


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("star: main", ExitCode.UNKNOWN_NAME, "file.yaml:1: star: no field of a scenario is called 'star'"),
        ("game: dice-throne", ExitCode.BAD_INPUT, "this file is about 'dice-throne'"),
        ("start: over", ExitCode.UNKNOWN_NAME, "start: no timing point where a position can begin"),
        ("teams: nobody", ExitCode.UNKNOWN_NAME, "no pair of teams is called 'nobody'"),
        ("teams: one.yaml", ExitCode.BAD_INPUT, "'one.yaml' is no pair of teams; write its id, or two"),
        ("teams: {first: a}", ExitCode.BAD_INPUT, "{'first': 'a'} is no pair of teams"),
        ("players: [{}]", ExitCode.BAD_INPUT, "a game has a list of 2 players"),
        ("players: [{lif: 3}, {}]", ExitCode.UNKNOWN_NAME, "players[0].lif: no field of a player"),
        ("players: [{life: 30}, {}]", ExitCode.BAD_INPUT, "players[0].life: 30 is not a number from 1 to 10"),
        ("players: [{life: 0}, {}]", ExitCode.BAD_INPUT, "players[0].life: 0 is not a number from 1 to 10"),
        ("players: [{prep: 3}, {}]", ExitCode.BAD_INPUT, "players[0].prep: 3 is not a list of dice"),
        ("players: [{field: [x]}, {}]", ExitCode.BAD_INPUT, "is not a row of `die: face`"),
        (
            "players: [{prep: [wolverine]}, {}]",
            ExitCode.UNKNOWN_NAME,
            "no die of this player is called 'wolverine'",
        ),
        ("players: [{prep: [sidekick/1, sidekick/1]}, {}]", ExitCode.BAD_INPUT, "is somewhere else already"),
        (
            "players: [{bag: [], used: [], prep: [sidekick/1]}, {}]",
            ExitCode.BAD_INPUT,
            "starting dice that are named nowhere are in the Used Pile: 1/sidekick/2, 1/sidekick/3,",
        ),
        ("players: [{field: {sidekick/1: bolt}}, {}]", ExitCode.UNKNOWN_NAME, "there are: level 1"),
        ("players: [{reserve: {sidekick/1: 7}}, {}]", ExitCode.UNKNOWN_NAME, "no face of 1/sidekick/1"),
        ("players: [{copies: [x]}, {}]", ExitCode.BAD_INPUT, "is not a row of `die: what it copies`"),
        (
            "players: [{field: {sidekick/1: level 1}, copies: {sidekick/1: wolverine}}, {}]",
            ExitCode.UNKNOWN_NAME,
            "no thing that 1/sidekick/1 may copy is called 'wolverine'",
        ),
        (
            "players: [{copies: {sidekick/1: wolverine}}, {}]",
            ExitCode.UNKNOWN_NAME,
            "players[0].copies.sidekick/1: no die of this player in the field is called 'sidekick/1'",
        ),
        (
            "{start: clear, players: [{copies: {wolverine: x}}, {}]}",
            ExitCode.BAD_INPUT,
            "players[0].copies: at clear no die copies anything; begin at main or attack",
        ),
        ("readings: {procedure: casual}", ExitCode.UNKNOWN_NAME, "no open point is called 'procedure'"),
        ("turn: 3", ExitCode.BAD_INPUT, "turn: 3 is not a number from 1 to 2"),
        (
            "play: [buy wolverine]",
            ExitCode.UNKNOWN_NAME,
            "file.yaml:1: play[0]: no die is called 'wolverine'",
        ),
        ("[]", ExitCode.BAD_INPUT, "file.yaml"),
    ],
)
@pytest.mark.parametrize("verb", ["outcome", "legal"])
def test_each_mistake_in_a_scenario_is_named(monkeypatch, tmp_path, capsys, verb, text, code, says):
    monkeypatch.chdir(tmp_path)
    Path("file.yaml").write_text(text + "\n", encoding="utf-8")
    assert main([verb, GAME, "file.yaml"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert "Traceback" not in err


def test_a_mistake_in_content_of_ones_own_is_named(tmp_path, capsys):
    (tmp_path / "own.yaml").write_text("source: x\ncards: 3\n", encoding="utf-8")
    assert main(["play", GAME, "--content", str(tmp_path)]) == ExitCode.BAD_INPUT
    assert "own.yaml:2: cards" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("cards: []", "the field 'source' is missing"),
        ("source: x\ncards: [{id: x}]", "cards[0].name: the field 'name' is missing"),
        (f"source: x\ncards: [{CARD}, colour: red}}]", "unknown field 'colour'"),
        (f"source: x\ncards: [{CARD}}}, {CARD}}}]", "the card 'x' is there already"),
        (f"source: x\ncards: [{CARD}, when: {{used: [ko die]}}}}]", "unknown moment 'used'"),
        (f"source: x\ncards: [{CARD}, when: {{fielded: [win]}}}}]", "'win' is no effect line"),
        (
            f"source: x\ncards: [{CARD}, globals: [{{id: g, cost: 1, does: []}}]}}]",
            "at least one effect line",
        ),
        (
            f"source: x\ncards: [{CARD}, globals: [{{id: g, cost: 1, does: [prevent 1, gain 1 life]}}]}}]",
            "what interrupts damage does nothing else",
        ),
        (f"source: x\ncards: [{CARD}, keywords: [fats]}}]", "did you mean 'fast'?"),
        (f"source: x\ncards: [{CARD}, keywords: [equip]}}]", "'equip' is only for cards of action dice"),
        (
            "source: x\ncards: [{id: x, name: X, cost: 2, keywords: [cleave]}]",
            "'cleave' is only for cards of characters",
        ),
        (
            f"source: x\ncards: [{CARD}, fabricate: 2}}]",
            "allowed: a text of how many dice and what they cost, like '2-4'",
        ),
        (f"source: x\ncards: [{CARD}, keywords: [energize]}}]", "energize and `when: energize:` go together"),
        (
            f"source: x\ncards: [{CARD}, interrupts: [{{does: redirect 1 from you}}]}}]",
            "'redirect 1 from you' is no such line; allowed: prevent all from you or own die",
        ),
        (
            f"source: x\ncards: [{CARD}, interrupts: [{{does: prevent all from you, limit: week}}]}}]",
            "'week' is not allowed; allowed: turn or first",
        ),
        (
            f"source: x\ncards: [{CARD}, affiliations: [x-men], bonuses: [{{to: self, of: x-men}}]}}]",
            "cards[0].bonuses[0].of: only a bonus `to: own characters` can be for those of an affiliation",
        ),
        (
            f"source: x\ncards: [{CARD}, when: {{ko'd: [return this die on level 1 per active x-men]}}}}]",
            "'return this die on level 1 per active x-men' is no effect line",
        ),
        (
            f"source: x\ncards: [{CARD}, globals: [{{id: g, cost: 1, does: [prevent 1 per active foe]}}]}}]",
            "'prevent 1 per active foe' is no effect line",
        ),
        (f"source: x\ncards: [{CARD}, guard: {{amount: 0}}}}]", "allowed: a whole number from 1 to 63"),
        (
            "source: x\ncards: [{id: x, name: X, cost: 2, type: fist, levels: [0 10 1, 0 1 1, 0 1 1]}]",
            "'0 10 1' is not allowed; allowed: a text of fielding cost, A, D (0 to 9 each)",
        ),
        (
            "source: x\nteams: [{id: t, name: t, first: {y: 1}, second: {}, basics: []}]",
            "teams[0].first: unknown card 'y'",
        ),
        (
            f"source: x\ncards: [{CARD}, when: {{blocks: [ko die], is blocked: [gain 1 life]}}}}]",
            "cards[0].when.is blocked: 'is blocked' and 'blocks' are one moment to the rules; allowed: one ",
        ),
        (
            f"source: x\ncards: [{CARD}, affiliations: [X-Men]}}]",
            "cards[0].affiliations[0]: 'X-Men' is not allowed; allowed: lower-case words joined by hyphens",
        ),
        (
            f"source: x\ncards: [{CARD}, affiliations: [x-men], bonuses: [{{to: self, per: xmen}}]}}]",
            "cards[0]: no card has the affiliation or the name 'xmen'; did you mean 'x-men'?",
        ),
        (
            f"source: x\ncards: [{CARD}, globals: [{GLOBAL}, {GLOBAL}]}}]",
            "cards[0].globals[1].id: the Global 'g' is there already, on x; allowed: any other id",
        ),
        (
            f"source: x\ncards: [{CARD}, maximum: 2}}]\nteams: [{DICE}]",
            "teams[0].first.x: 3 dice of 'x' are not allowed; allowed: 1 to 2",
        ),
        (
            f"source: x\ncards: [{CARD}, maximum: 2}}]\nteams: [{DICE}]",
            "teams[0].second.x: 0 dice of 'x' are not allowed; allowed: 1 to 2",
        ),
        (
            f"source: x\nteams: [{TEAMS}, first: {{}}, second: {{}}}}, {TEAMS}, first: {{}}, second: {{}}}}]",
            "teams[1].id: the pair of teams 't' is there already; allowed: any other id",
        ),
        (
            f"source: x\ncards: [{BASIC}]\nteams: [{TEAMS[:-1]}b], first: {{b: 1}}, second: {{}}}}]",
            "teams[0].first: 'b' is a Basic Action Card; allowed: ",
        ),
        (
            f"source: x\ncards: [{BASIC}]\nteams: [{TEAMS[:-1]}b, b], first: {{}}, second: {{}}}}]",
            "teams[0].basics[1]: 'b' is there already; allowed: once",
        ),
    ],
)
def test_each_mistake_in_content_is_named(text, says):
    with pytest.raises(ContentError) as error:
        load_pack([read("own.yaml", text.encode())])
    assert says in str(error.value)


def test_what_is_wrong_in_effects_is_told_with_a_wrong_form():
    text = (
        f"source: x\ncards: [{CARD}, colour: red, keywords: [fats], when: {{feilded: [win], attacks: ko}}}}]"
    )
    with pytest.raises(ContentError) as error:
        load_pack([read("own.yaml", text.encode())])
    for says in (
        "'colour'",
        "'fast'",
        "unknown moment 'feilded'",
        "'win' is no effect line",
        "when.attacks: 'ko'",
    ):
        assert says in str(error.value)


def test_teams_are_not_said_to_lack_a_card_that_is_there_and_wrong():
    teams = "{id: t, name: t, first: {x: 1}, second: {xy: 1}, basics: [x]}"
    text = f"source: x\ncards: [{CARD}, kind: fists}}]\nteams: [{teams}]"
    with pytest.raises(ContentError) as error:
        load_pack([read("own.yaml", text.encode())])
    says = str(error.value).splitlines()
    assert len(says) == 2
    assert "cards[0].kind: unknown field" in says[0]
    assert "teams[0].second: unknown card 'xy'; did you mean 'x'?" in says[1]
