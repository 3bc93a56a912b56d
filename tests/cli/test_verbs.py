"""`legal`, `play` and `replay` as a user types them."""

import io
import json
import sys
from pathlib import Path

import pytest

from dicelaw.oracle.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]
BOTH_RANDOM = ("--seat", "1=random")
POSITION = """
game: dice-throne
players:
  - {hero: barbarian, cp: 1, hand: [get-some]}
  - {hero: paladin, tokens: {protect: 1}}
play:
  - roll: [1, 1, 1, 4, 6]
  - announce: smack
  - until: defense/start
"""


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("position.yaml").write_text(POSITION, encoding="utf-8")
    return run


def test_legal_lists_what_may_happen_and_by_whom(run):
    code, out, err = run("legal", "dice-throne", "position.yaml")
    assert code == ExitCode.OK
    assert out.splitlines() == [
        "at defense/start: an attack has landed",
        "  1 Barbarian: pass  [defense/start/pass]",
        "  2 Paladin: use status/protect/prevent-half, when 1 Barbarian has passed  [defense/start/declare]",
    ]
    assert err.splitlines()[-1] == "repeat: dicelaw legal dice-throne position.yaml"


def test_legal_as_json_cites_the_rules(run):
    code, out, _ = run("legal", "dice-throne", "position.yaml", "--format", "json")
    answer = json.loads(out)
    assert code == ExitCode.OK
    assert [(row["actor"], row["decision"], row["after_pass_of"]) for row in answer["legal"]] == [
        ("1", "pass", None),
        ("2", "use status/protect/prevent-half", "1"),
    ]
    assert "priority/active-player-first" in answer["legal"][0]["cites"]


def test_why_not_names_the_rule_and_what_it_says(run):
    code, out, _ = run("legal", "dice-throne", "position.yaml", "--why-not", "1 plays Get Some!")
    assert code == ExitCode.ILLEGAL
    assert "(defense/start/play) is not allowed at defense/start by cards/cost-paid" in out
    assert "  cards/cost-paid: Playing a card costs" in out


def test_why_not_looks_past_the_player_who_has_priority(run):
    code, out, _ = run("legal", "dice-throne", "position.yaml", "--why-not", "2 uses protect")
    assert code == ExitCode.OK
    assert out == "'2 uses protect' is legal as soon as Barbarian, who has the decision, has passed\n"


def test_why_not_of_a_legal_decision(run):
    code, out, _ = run("legal", "dice-throne", "position.yaml", "--why-not", "pass")
    assert (code, out) == (ExitCode.OK, "'pass' is legal now (defense/start/pass, at defense/start)\n")


def test_why_not_at_the_wrong_moment_says_when(run):
    code, out, _ = run("legal", "dice-throne", "position.yaml", "--why-not", "announce smack")
    assert code == ExitCode.ILLEGAL
    assert out.splitlines()[0] == (
        "'announce smack' does not happen at defense/start by offense/announce-intended-ability"
    )
    code, out, _ = run("legal", "dice-throne", "position.yaml", "--why-not", "1 sells get-some")
    assert out.splitlines()[0].endswith("by cards/sell-only-main-or-discard; from here it is legal at main-2")


ROLLING = """
game: dice-throne
players: [{hero: barbarian}, {hero: paladin}]
play: [{roll: [1, 2]}]
"""
GIVE = "  here: the attacker rolls: dice (`roll:`) must be given\n"


@pytest.mark.parametrize("asked", ["die 3", "chance: die 3"])
def test_what_dice_may_show_is_legal_as_it_is_listed_and_said_to_be_given(run, asked):
    Path("rolling.yaml").write_text(ROLLING, encoding="utf-8")
    code, out, _ = run("legal", "dice-throne", "rolling.yaml", "--why-not", asked)
    assert code == ExitCode.OK
    assert out == f"{asked!r} is legal now (offense/roll/die, at offense/roll)\n{GIVE}"


def test_why_not_while_dice_are_due_says_how_to_give_them(run):
    Path("rolling.yaml").write_text(ROLLING, encoding="utf-8")
    code, out, _ = run("legal", "dice-throne", "rolling.yaml", "--why-not", "announce smack")
    assert code == ExitCode.ILLEGAL
    assert out.endswith(GIVE)


@pytest.mark.parametrize("asked", ["roll 3", "1 rolls 3", "draw get-some", "toss 2", "chance: roll 3"])
def test_what_no_player_decides_is_said_to_fall_by_chance(run, asked):
    code, out, err = run("legal", "dice-throne", "position.yaml", "--why-not", asked)
    assert (code, out) == (ExitCode.UNKNOWN_NAME, "")
    assert "is nothing that a player decides: dice and cards fall by chance" in err
    assert "`roll: [1, 2]`" in err


def test_why_not_as_json(run):
    code, out, _ = run(
        "legal", "dice-throne", "position.yaml", "--why-not", "1 plays get-some", "--format", "json"
    )
    answer = json.loads(out)
    assert code == ExitCode.ILLEGAL
    assert [demand["rule"] for demand in answer["unmet"]] == ["cards/cost-paid"]


def test_a_scenario_at_fault_is_bad_input_as_json_too(run):
    Path("fault.yaml").write_text(
        "game: dice-throne\nplayers: [{hero: barbarian}, {hero: monk}]\nplay:\n  - until: defense/start\n",
        encoding="utf-8",
    )
    for verb in ("legal", "outcome"):
        code, out, err = run(verb, "dice-throne", "fault.yaml", "--format", "json")
        error = json.loads(out)["error"]
        assert (code, error["exit_code"], error["name"]) == (ExitCode.BAD_INPUT, 3, "BAD_INPUT")
        assert error["message"].startswith("fault.yaml:4: play[0]: defense/start is not reached")
        assert err == f"error: {error['message']}\n"


def test_an_outcome_that_hangs_on_a_reading_is_said_under_each(run):
    Path("hangs.yaml").write_text(
        "game: dice-throne\nplayers: [{hero: moon-elf}, {hero: barbarian}]\n"
        "play:\n  - roll: [1, 1, 1, 6, 6]\n  - announce: demising-shot\n  - decline\n",
        encoding="utf-8",
    )
    code, out, _ = run("outcome", "dice-throne", "hangs.yaml", "--format", "json")
    assert code == ExitCode.OK
    answer = json.loads(out)
    hangs = {one["point"]: one for one in answer["readings"]}
    rows = hangs["attack-bonus"]["answers"]
    assert {name: rows[name][0]["standing"]["players"][1]["health"] for name in rows} == {
        "landed": 44,
        "aimed": 46,
    }
    assert hangs["attack-bonus"]["followed"] == "landed"
    (applied,) = [row for row in answer["steps"] if row["transition"] == "conclusion/apply/all"]
    assert applied["decided_by"] == [
        "defense/apply-all-at-conclusion",
        "damage/total/computed-after-actions",
    ]
    assert len(applied["cites"]) > len(applied["decided_by"])


def test_a_random_play_is_saved_and_replays(run):
    code, out, err = run("play", "dice-throne", *BOTH_RANDOM, "--seed", 3, "--save", "play.jsonl")
    assert code == ExitCode.OK
    assert "the game is over; winner:" in out
    assert err.splitlines()[-1].startswith("repeat: dicelaw play dice-throne --seat 1=random --seed 3")
    assert "--seed 3" in err
    code, again, _ = run("replay", "play.jsonl")
    assert code == ExitCode.OK
    assert again.splitlines()[-3:] == out.splitlines()[-3:]
    steps = len(Path("play.jsonl").read_text(encoding="utf-8").splitlines()) - 2
    assert f"every step is legal: {steps:,} steps, to over" in again


def test_the_same_seed_is_the_same_play(run):
    short = ("play", "dice-throne", *BOTH_RANDOM, "--seed", 8)
    assert run(*short) == run(*short)


def test_a_play_that_is_too_long_is_no_success(run):
    code, _, err = run("play", "dice-throne", *BOTH_RANDOM, "--limit", 20, "--save", "play.jsonl")
    assert code == ExitCode.UNDECIDED
    assert "the play is not over after 20 steps" in err
    assert run("replay", "play.jsonl", "--format", "json")[0] == ExitCode.OK


def test_a_person_is_asked_and_told_why_not(run, monkeypatch):
    typed = ["help", "state", "hand", "list", "1", "why announce rage", "blah", "sell no-such", "quit"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    code, out, err = run("play", "dice-throne", "--seed", 4)
    assert code == ExitCode.OK
    assert "Barbarian" in out
    assert "type a decision or its number" in err
    assert "'announce rage' " in err
    assert "  offense/" in err
    assert "no decision is called 'blah'" in err
    assert "the play stops at" in err


def test_a_mirror_match_can_be_played(run):
    heroes = ("--heroes", "paladin", "paladin")
    code, out, _ = run("play", "dice-throne", *heroes, *BOTH_RANDOM, "--limit", 600, "--save", "play.jsonl")
    assert code in (ExitCode.OK, ExitCode.UNDECIDED)
    assert "Paladin (2)" in out
    assert run("replay", "play.jsonl")[0] == ExitCode.OK


def test_verbose_shows_every_step(run):
    code, out, _ = run("outcome", "dice-throne", "position.yaml", "--verbose")
    assert code == ExitCode.OK
    assert "\n1. By the rules: begin the Offensive Roll Phase" in out


def test_all_follows_what_players_may_do_besides_passing(run):
    _, passing, _ = run("outcome", "dice-throne", "position.yaml", "--limit", 1000)
    assert "use status/protect" not in passing
    text = POSITION.replace("until: defense/start", "until: defense/choose") + "  - decline\n"
    Path("declined.yaml").write_text(text, encoding="utf-8")
    code, out, _ = run("outcome", "dice-throne", "declined.yaml", "--all")
    assert code == ExitCode.OK
    assert "by choice: Paladin: use status/protect/prevent-half" in out


def test_a_choice_of_effects_says_what_it_does(run):
    text = POSITION.replace("announce: smack", "announce: walk-the-plank").replace(
        "barbarian", "cursed-pirate"
    )
    text = text.replace("[get-some]", "[]").replace("[1, 1, 1, 4, 6]", "[1, 4, 4, 6, 6]")
    Path("plank.yaml").write_text(text.replace("  - until: defense/start\n", ""), encoding="utf-8")
    _, out, _ = run("outcome", "dice-throne", "plank.yaml")
    assert "by choice: Cursed Pirate: first (steal 1 CP); Paladin: decline" in out


def test_a_reading_changes_the_outcome(run):
    text = POSITION.replace("tokens: {protect: 1}", "health: 4") + "  - decline\n"
    Path("duty.yaml").write_text(text, encoding="utf-8")
    assert run("outcome", "dice-throne", "duty.yaml")[0] == ExitCode.OK
    code, _, err = run("outcome", "dice-throne", "duty.yaml", "--reading", "defense-duty=must")
    assert code == ExitCode.ILLEGAL
    assert "defense/optional" in err


LONG = """
game: dice-throne
players:
  - {hero: barbarian, health: 3, tokens: {poison: 2}, hand: [double-up, smack-2], cp: 5, discard: [concuss]}
  - {hero: paladin, cp: 3, hand: [helping-hand, better-d], tokens: {protect: 1}}
start: upkeep/begin
play:
  - draw: [buh-bye]
  - 1 plays double-up
  - draw: [tip-it, getting-paid]
  - 1 upgrades smack-2
  - 1 sells tip-it
  - roll: [1, 2, 3, 4, 5]
  - reroll 4 5
  - roll: [6, 6]
  - 2 plays Helping Hand!
  - player 2 rerolls die 4
  - roll: 4
  - offense/choose/announce ability=barbarian/smack
  - pass
  - until: defense/choose
  - defend: divine-defense
  - roll: [1, 1, 3]
  - 2 plays Better D!
  - 2 chooses player 2
  - 2 rerolls all
  - roll: [6, 6, 6]
  - 1 passes
  - 2 uses protect
"""


def test_a_whole_turn_in_the_words_of_players(run):
    Path("turn.yaml").write_text(LONG, encoding="utf-8")
    code, out, err = run("outcome", "dice-throne", "turn.yaml", "--format", "json")
    assert code == ExitCode.OK, err
    barbarian, paladin = json.loads(out)["results"][0]["standing"]["players"]
    assert (barbarian["health"], barbarian["tokens"], barbarian["cp"]) == (1, {"poison": 2}, 4)
    assert (paladin["health"], paladin["tokens"]) == (48, {})


OF_OTHERS = """
players:
  - {hero: barbarian, tokens: {burn: 1, smoke-bomb: 1}}
  - {hero: paladin, companion: 6}
start: upkeep/begin
"""


def test_a_scenario_gives_status_effects_and_companions_of_other_heroes(run):
    Path("others.yaml").write_text(OF_OTHERS, encoding="utf-8")
    code, out, _ = run("outcome", "dice-throne", "others.yaml", "--format", "json")
    assert code == ExitCode.OK
    barbarian, paladin = json.loads(out)["results"][0]["standing"]["players"]
    assert (barbarian["health"], barbarian["tokens"]) == (48, {"burn": 1, "smoke-bomb": 1})
    assert (paladin["companion"], paladin["companion_active"]) == (6, True)
