"""Wrong scenario files and command lines: an error with line and field, the right code, no traceback."""

from pathlib import Path

import pytest

from dicelaw.oracle.errors import ExitCode

START = "game: dice-throne\nplayers:\n  - {hero: barbarian}\n  - {hero: paladin}\n"
PLAYED = START + "play:\n  - roll: [1, 1, 1, 4, 6]\n"

WRONG = {
    "unknown hero": (
        START.replace("barbarian", "barbaran"),
        ExitCode.UNKNOWN_NAME,
        "file.yaml:3: players[0].hero: no hero is called 'barbaran'; near: barbarian",
    ),
    "unknown card": (
        START.replace("{hero: paladin}", "{hero: paladin, hand: [absoluton]}"),
        ExitCode.UNKNOWN_NAME,
        "players[1].hand[0]: no card of this deck is called 'absoluton'; near: paladin/absolution",
    ),
    "card twice": (
        START.replace("{hero: paladin}", "{hero: paladin, hand: [tip-it], discard: [tip-it]}"),
        ExitCode.BAD_INPUT,
        "file.yaml:4: players[1].discard[0]: 'tip-it' is somewhere else already",
    ),
    "unknown token": (
        START.replace("{hero: paladin}", "{hero: paladin, tokens: {protct: 1}}"),
        ExitCode.UNKNOWN_NAME,
        "file.yaml:4: players[1].tokens.protct: no status effect is called 'protct'; near: protect",
    ),
    "too many tokens": (
        START.replace("{hero: paladin}", "{hero: paladin, tokens: {protect: 2}}"),
        ExitCode.BAD_INPUT,
        "file.yaml:4: players[1].tokens.protect: 2 is over the stack limit of protect, which is 1",
    ),
    "too many tokens for who has a limit of her own": (
        START.replace("{hero: paladin}", "{hero: cursed-pirate, tokens: {cursed-doubloon: 6}}"),
        ExitCode.BAD_INPUT,
        "players[1].tokens.cursed-doubloon: 6 is over the stack limit of cursed-doubloon, which is 5",
    ),
    "nobody may act": (
        START.replace("barbarian}", "barbarian, tokens: {stun: 1}}").replace(
            "paladin}", "paladin, tokens: {stun: 1}}"
        ),
        ExitCode.BAD_INPUT,
        "file.yaml:4: players[1].tokens: both players are barred from acting, so nobody would ever decide",
    ),
    "unknown space": (
        START.replace("{hero: paladin}", "{hero: paladin, board: {tith: 2}}"),
        ExitCode.UNKNOWN_NAME,
        "file.yaml:4: players[1].board.tith: no board space is called 'tith'; near: tithe",
    ),
    "no such level": (
        START.replace("{hero: paladin}", "{hero: paladin, board: {tithe: 3}}"),
        ExitCode.BAD_INPUT,
        "file.yaml:4: players[1].board.tithe: no card brings tithe of Paladin to level 3",
    ),
    "companion neither active nor not": (
        START.replace("{hero: paladin}", "{hero: paladin, companion: 5, companion_active: 2}"),
        ExitCode.BAD_INPUT,
        "file.yaml:4: players[1].companion_active: 2 is not true or false",
    ),
    "unknown token of another hero": (
        START.replace("{hero: paladin}", "{hero: paladin, tokens: {smoke-bom: 1}}"),
        ExitCode.UNKNOWN_NAME,
        "file.yaml:4: players[1].tokens.smoke-bom: no status effect is called 'smoke-bom'; near: smoke-bomb",
    ),
    "health out of range": (
        START.replace("{hero: paladin}", "{hero: paladin, health: 99}"),
        ExitCode.BAD_INPUT,
        "file.yaml:4: players[1].health: 99 is not a number from 0 to 60",
    ),
    "lost already": (
        START.replace("{hero: paladin}", "{hero: paladin, health: 0}"),
        ExitCode.BAD_INPUT,
        "file.yaml:4: players[1].health: a player at 0 health has lost already",
    ),
    "unknown field": (
        START + "star: main-1\n",
        ExitCode.UNKNOWN_NAME,
        "file.yaml:5: star: no field of a scenario is called 'star'; near: start",
    ),
    "unknown field of a player": (
        START.replace("{hero: paladin}", "{hero: paladin, helth: 3}"),
        ExitCode.UNKNOWN_NAME,
        "file.yaml:4: players[1].helth: no field of a player is called 'helth'; near: health",
    ),
    "start under way": (
        START + "start: defense/start\n",
        ExitCode.UNKNOWN_NAME,
        "file.yaml:5: start: no timing point where a position can begin is called 'defense/start'",
    ),
    "unknown reading": (
        START + "readings: {heal-cp: net}\n",
        ExitCode.UNKNOWN_NAME,
        "file.yaml:5: readings.heal-cp: no open point is called 'heal-cp'; near: heal-cap",
    ),
    "unknown answer": (
        START + "readings: {heal-cap: nett}\n",
        ExitCode.UNKNOWN_NAME,
        "file.yaml:5: readings.heal-cap: no answer to heal-cap is called 'nett'; near: net",
    ),
    "unknown edition": (START + "edition: 2018\n", ExitCode.UNKNOWN_NAME, "file.yaml:5: edition: no edition"),
    "one player": (
        "players:\n  - {hero: barbarian}\n",
        ExitCode.BAD_INPUT,
        "file.yaml:1: players: there is a list of 2 to 6 players, each with a hero",
    ),
    "no players": ("turn: 1\n", ExitCode.BAD_INPUT, "players: there is a list of 2 to 6 players"),
    "player without hero": (
        START.replace("{hero: paladin}", "paladin"),
        ExitCode.BAD_INPUT,
        "file.yaml:4: players[1]: a player is `hero: name` with further fields",
    ),
    "not a mapping": (
        START.replace("{hero: paladin}", "{hero: paladin, tokens: 3}"),
        ExitCode.BAD_INPUT,
        "file.yaml:4: players[1].tokens: 3 is not a row of `name: value`",
    ),
    "not a list": (
        START.replace("{hero: paladin}", "{hero: paladin, hand: 3}"),
        ExitCode.BAD_INPUT,
        "file.yaml:4: players[1].hand: 3 is not a list of names",
    ),
    "hand that is open in other words": (
        START.replace("{hero: paladin}", "{hero: paladin, hand: any 10 cards}"),
        ExitCode.BAD_INPUT,
        "file.yaml:4: players[1].hand: 'any 10 cards' is neither a list of cards nor open as `any 3 cards`",
    ),
    "another game": (
        START.replace("dice-throne", "diceland"),
        ExitCode.BAD_INPUT,
        "file.yaml:1: game: this file is about 'diceland'; it was opened for 'dice-throne'",
    ),
    "turn": (START + "turn: 3\n", ExitCode.BAD_INPUT, "file.yaml:5: turn: 3 is not a number from 1 to 2"),
    "play is no list": (START + "play: x\n", ExitCode.BAD_INPUT, "file.yaml:5: play: this is not a list"),
    "face": (
        START + "play:\n  - roll: [1, 7]\n",
        ExitCode.BAD_INPUT,
        "file.yaml:6: play[0].roll[1]: 7 is not a number from 1 to 6",
    ),
    "two in one": (
        START + "play:\n  - {roll: [1], until: over}\n",
        ExitCode.BAD_INPUT,
        "file.yaml:6: play[0]: {'roll': [1], 'until': 'over'} is not a decision",
    ),
    "no yaml": ("players: [\n", ExitCode.BAD_INPUT, "file.yaml:"),
    "empty": ("", ExitCode.BAD_INPUT, "file.yaml:1: the file: this file is empty"),
    "unknown verb": (
        PLAYED + "  - anounce smack\n",
        ExitCode.UNKNOWN_NAME,
        "file.yaml:7: play[1]: no decision is called 'anounce'; near: announce",
    ),
    "unknown ability": (
        PLAYED + "  - announce: smak\n",
        ExitCode.UNKNOWN_NAME,
        "file.yaml:7: play[1]: no ability is called 'smak'; near: barbarian/smack",
    ),
    "unknown transition": (
        PLAYED + "  - offense/choose/anounce smack\n",
        ExitCode.UNKNOWN_NAME,
        "play[1]: no transition is called 'offense/choose/anounce'; near: offense/choose/announce",
    ),
    "a name without a verb": (
        PLAYED + "  - barbarian/rage\n",
        ExitCode.UNKNOWN_NAME,
        "file.yaml:7: play[1]: no decision is called 'barbarian/rage'; there are: ",
    ),
    "unknown point": (
        PLAYED + "  - until: defence\n",
        ExitCode.UNKNOWN_NAME,
        "file.yaml:7: play[1]: no timing point is called 'defence'; near:",
    ),
    "nothing chosen": (
        PLAYED + "  - announce\n",
        ExitCode.BAD_INPUT,
        "file.yaml:7: play[1]: 'announce' does not say what is to be chosen; write 'announce ABILITY'",
    ),
    "dice that are not rolled": (
        PLAYED + "  - announce: smack\n  - until: defense/choose\n  - decline\n  - roll: 3\n",
        ExitCode.BAD_INPUT,
        "file.yaml:10: play[4]:",
    ),
    "too many faces": (
        START + "play:\n  - roll: [1, 1, 1, 4, 6, 6]\n",
        ExitCode.BAD_INPUT,
        "file.yaml:6: play[0]: 6 faces are given for 5 dice to be rolled",
    ),
    "too few faces": (
        START + "play:\n  - roll: [1, 1, 1]\n  - announce: smack\n",
        ExitCode.BAD_INPUT,
        "file.yaml:7: play[1]: 'announce smack' does not happen before a decision or a roll that is missing",
    ),
    "illegal announcement": (
        PLAYED + "  - announce: rage\n",
        ExitCode.ILLEGAL,
        "not allowed at offense/choose by offense/requirement-must-be-met",
    ),
    "other player's decision": (
        PLAYED + "  - 2 announces smack\n",
        ExitCode.ILLEGAL,
        "file.yaml:7: play[1]: '2 announces smack' is not for that player now: Barbarian has the decision",
    ),
    "card not in hand": (
        PLAYED + "  - announce: smack\n  - 1 plays get-some\n",
        ExitCode.ILLEGAL,
        "cards/lost-card-unusable",
    ),
    "cannot pass": (
        PLAYED + "  - announce: smack\n  - pass\n  - pass\n  - pass\n  - pass\n",
        ExitCode.BAD_INPUT,
        "pass",
    ),
    "card that cannot come": (
        START + "start: income\nplay:\n  - draw: [buh-by]\n",
        ExitCode.UNKNOWN_NAME,
        "file.yaml:7: play[0]: no card that can come now is called 'buh-by'; near: common/buh-bye",
    ),
}


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return run


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_scenario_is_one_error_with_its_place(run, name):
    text, expected, says = WRONG[name]
    Path("file.yaml").write_text(text, encoding="utf-8")
    code, out, err = run("outcome", "dice-throne", "file.yaml")
    assert err.startswith("error: ")
    assert says in err
    assert (code, out) == (expected, "")


def test_what_a_rule_says_is_on_a_line_of_its_own(run):
    Path("file.yaml").write_text(PLAYED + "  - announce: rage\n", encoding="utf-8")
    _, _, err = run("outcome", "dice-throne", "file.yaml")
    assert "\\n" not in err
    assert err.splitlines()[1].startswith("  offense/requirement-must-be-met: ")


def test_all_problems_are_named_at_once(run):
    text = START.replace("{hero: paladin}", "{hero: paladin, health: 99, hand: 3}") + "star: 1\n"
    Path("file.yaml").write_text(text, encoding="utf-8")
    code, _, err = run("outcome", "dice-throne", "file.yaml")
    assert code == ExitCode.BAD_INPUT
    assert len(err.splitlines()) == 3


@pytest.mark.parametrize("verb", ["outcome", "legal"])
def test_an_unknown_game_lists_the_near_ones(run, verb):
    code, _, err = run(verb, "dice-trone", "file.yaml")
    assert (code, err.splitlines()[0]) == (
        ExitCode.UNKNOWN_NAME,
        "error: no game is called 'dice-trone'; near: dice-throne, dice-conquest",
    )


@pytest.mark.parametrize("game", ["diceland"])
def test_a_game_that_is_not_modelled_says_so(run, game):
    code, _, err = run("play", game)
    assert code == ExitCode.UNKNOWN_NAME
    assert "is not modelled yet" in err


@pytest.mark.parametrize("verb", [("outcome", "dice-throne"), ("legal", "dice-throne"), ("replay",)])
@pytest.mark.parametrize("kind", ["folder", "absent", "binary", "empty"])
def test_what_is_no_readable_file_is_bad_input(run, verb, kind):
    path = Path("thing")
    if kind == "folder":
        path.mkdir()
    elif kind != "absent":
        path.write_bytes(b"\x7fELF\x00\xff\xfe" if kind == "binary" else b"")
    code, out, err = run(*verb, path)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith("error: thing")


def test_an_unknown_hero_to_play_with(run):
    code, _, err = run("play", "dice-throne", "--heroes", "barbarian", "palladin")
    assert (code, err) == (ExitCode.UNKNOWN_NAME, "error: no hero is called 'palladin'; near: paladin\n")


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("heal-cap", ExitCode.USAGE),
        ("heal-cp=net", ExitCode.UNKNOWN_NAME),
        ("heal-cap=x", ExitCode.UNKNOWN_NAME),
    ],
)
def test_a_wrong_reading(run, reading, expected):
    Path("file.yaml").write_text(START, encoding="utf-8")
    assert run("legal", "dice-throne", "file.yaml", "--reading", reading)[0] == expected


def test_more_than_the_limit_is_no_answer(run):
    Path("file.yaml").write_text(PLAYED, encoding="utf-8")
    code, _, err = run("outcome", "dice-throne", "file.yaml", "--limit", 20)
    assert code == ExitCode.UNDECIDED
    assert "more than 20 situations are open" in err


def test_a_trace_cannot_be_saved_to_a_folder(run):
    Path("folder").mkdir()
    both = ("--seat", "1=random")
    code, _, err = run("play", "dice-throne", *both, "--limit", 5, "--save", "folder")
    assert code == ExitCode.BAD_INPUT
    assert "folder: this cannot be written" in err
