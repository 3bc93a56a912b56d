"""`dicelaw search --from` and `dicelaw list goals` as a user types them."""

import json
from functools import partial

import pytest

from dicelaw.oracle.answers import question
from dicelaw.oracle.errors import ExitCode

DUEL = ("dice-throne", "--from", "examples/evasive-odds.yaml")
TABLE = ("dice-masters@2018", "--from", "examples/lethal-when-damaged.yaml")
FORCED = "whatever the others and the dice do"
SOON = ("--until", "defense/choose", "--until", "conclusion")


@pytest.fixture
def ask(run):
    return partial(run, "search")


def test_there_is_a_way_and_it_is_shown_with_its_rules(ask):
    code, out, err = ask(*DUEL, "--goal", "avoided[2]=1", *SOON)
    assert code == ExitCode.OK
    first, *steps, who, force, seen = out.splitlines()
    assert first == (
        "there is a way to avoided[2]=1 up to defense/choose or conclusion; a shortest takes 8 steps:"
    )
    assert "status/evasive/roll-avoid" in steps[-1]
    assert (who, force) == (
        "who can bring it about:", "  Paladin: whatever the others do, if the dice fall for it",
    )  # fmt: skip
    assert seen.endswith("states: all there are")
    assert err.splitlines()[-1].startswith("repeat: dicelaw search dice-throne --from examples/evasive-odds")


def test_no_is_about_every_choice_and_every_die(ask):
    code, out, _ = ask(*DUEL, "--goal", "announced=sturdy-blow", *SOON)
    assert code == ExitCode.REFUTED
    says, seen = out.splitlines()
    assert says == (
        "no way to announced=sturdy-blow up to defense/choose or conclusion, whatever is decided and rolled"
    )
    assert seen.endswith("states: all there are")
    assert ask(*DUEL, "--goal", "announced=mighty-blow", *SOON)[0] == ExitCode.OK


def test_what_must_not_come_on_the_way(ask):
    ends = ("--until", "conclusion")
    assert ask(*DUEL, "--goal", "conclusion", *ends, "--never", "avoided[2]=1")[0] == ExitCode.OK
    code, out, _ = ask(*DUEL, "--goal", "conclusion", *ends, "--never", "tokens[2/evasive]=0")
    assert code == ExitCode.REFUTED
    assert ", without tokens[2/evasive]=0, whatever" in out


def test_a_budget_that_runs_out_is_no_answer(ask):
    code, out, _ = ask(*DUEL, "--goal", "winner=2", "--budget", 50)
    assert code == ExitCode.UNDECIDED
    assert out.startswith(
        "unknown whether there is a way to winner=2 up to the end of the turn; raise --budget"
    )
    assert "not all there are" in out


def test_a_duel_that_can_still_be_won_this_turn(ask):
    code, out, _ = ask(*DUEL, "--goal", "winner=barbarian", "--format", "json")
    answer = json.loads(out)
    assert (code, answer["possible"]) == (ExitCode.OK, True)
    assert answer["play"][-1]["transition"].startswith("conclusion/")
    assert "defense/apply-all-at-conclusion" in answer["rules"]
    assert any("health of Paladin 9 -> 0" in line for line in answer["told"])
    assert set(answer["forces"]) == {"Paladin"}


@pytest.fixture
def compiled(monkeypatch):
    """Every question is one for the compiled search."""
    monkeypatch.setitem(question.ask.__kwdefaults__, "few", 1)
    monkeypatch.setattr(question, "SLOWLY", 1)


@pytest.mark.usefixtures("compiled")
def test_compiled_code_gives_the_same_answers(ask):
    code, out, _ = ask(*TABLE, "--goal", "zone[nova-quasar/1]=prep", "--format", "json")
    answer = json.loads(out)
    assert (code, answer["possible"]) == (ExitCode.OK, True)
    assert answer["forces"] == {"nobody decides": {"least": FORCED, "most": FORCED}}
    assert "ko/to-owner-prep" in answer["rules"]
    code, out, _ = ask(*TABLE, "--goal", "winner=1")
    assert code == ExitCode.REFUTED
    assert ": all there are" in out
    code, out, _ = ask(*TABLE, "--goal", "zone[nova-quasar/1]=prep", "--until", "cleanup")
    assert code == ExitCode.OK


def test_a_no_by_wishes_says_so(ask, monkeypatch):
    monkeypatch.setitem(question.ask.__kwdefaults__, "few", 1)
    monkeypatch.setattr(question, "SOON", 1)
    words = (*DUEL, "--goal", "announced=sturdy-blow", *SOON)
    code, out, _ = ask(*words)
    assert code == ExitCode.REFUTED
    assert out.splitlines()[1].endswith(": all there are even where dice show what is wished for")
    assert json.loads(ask(*words, "--format", "json")[1])["wished"]


def test_a_table(ask):
    code, out, _ = ask(*TABLE, "--goal", "zone[nova-quasar/1]=prep", "--format", "json")
    answer = json.loads(out)
    assert (code, answer["complete"]) == (ExitCode.OK, True)
    assert answer["forces"] == {"nobody decides": {"least": FORCED, "most": FORCED}}
    assert "ko/to-owner-prep" in answer["rules"]
    code, out, _ = ask(*TABLE, "--goal", "winner=1")
    assert code == ExitCode.REFUTED
    assert out.startswith("no way to winner=1 up to the end of the turn, whatever is decided and rolled\n")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ((*DUEL,), ExitCode.USAGE, "takes both --from and --goal"),
        (("dice-throne", "--goal", "over"), ExitCode.USAGE, "takes both --from and --goal"),
        ((*DUEL, "--goal", "over", "--threads", 2), ExitCode.USAGE, "--from goes without --threads"),
        ((*DUEL, "--goal", "winer=1"), ExitCode.UNKNOWN_NAME, "is called 'winer'; near: winner"),
        (
            (*DUEL, "--goal", "winner=3"),
            ExitCode.BAD_INPUT,
            "with a player (1, 2, barbarian, paladin); '=3' is",
        ),
        ((*DUEL, "--goal", "winner>1"), ExitCode.BAD_INPUT, "winner is compared by = or !="),
        ((*DUEL, "--goal", "announced=smak"), ExitCode.UNKNOWN_NAME, "near: barbarian/smack"),
        ((*DUEL, "--goal", "announced>smack"), ExitCode.BAD_INPUT, "compares 1 slot with"),
        ((*DUEL, "--goal", "zone[nothing]=hand"), ExitCode.UNKNOWN_NAME, "is called 'zone[nothing]'"),
        ((*DUEL, "--goal", "over", "--until", "lunch"), ExitCode.UNKNOWN_NAME, "is called 'lunch'"),
        ((*DUEL, "--goal", "over", "--until", "answer"), ExitCode.BAD_INPUT, "play is at answer already"),
        (("dice-throne", "--from", "none.yaml", "--goal", "over"), ExitCode.BAD_INPUT, "none.yaml"),
    ],
)
def test_wrong_words(ask, words, code, says):
    found, out, err = ask(*words)
    assert (found, out) == (code, "")
    assert says in err


def test_without_the_compiler_a_way_among_few_states_is_an_answer(ask, without):
    without("llvmlite")
    code, out, _ = ask(*DUEL, "--goal", "avoided[2]=1")
    assert code == ExitCode.OK
    assert "a shortest takes 8 steps" in out
    assert "states: not all there are" in out


@pytest.mark.usefixtures("compiled")
def test_without_the_compiler_it_says_what_to_install(ask, without):
    without("llvmlite")
    code, out, err = ask(*TABLE, "--goal", "winner=1", "--no-cache")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "cannot be searched from here" in err
    assert "install dicelaw[fast]" in err


def test_cards_go_by_their_names(run):
    code, out, _ = run("chance", *DUEL[:1], "zone[smack-2]=deck", *DUEL[1:], *SOON)
    assert code == ExitCode.OK
    assert "Paladin decides for it" in out


def test_goals_are_listed_by_name(run):
    rows = {row["id"]: row for row in json.loads(run("list", "goals", "--format", "json")[1])}
    assert rows["winner"]["values"] == ["1", "2"]
    assert "barbarian/mighty-blow" in rows["announced"]["values"]
    assert "1" in rows["health"]["of"]
    assert rows["over"]["says"] == "the game is over"
    assert all(not name.isdigit() for name in rows["zone"]["of"])
    rows = {row["id"] for row in json.loads(run("list", "goals", "--game", TABLE[0], "--format", "json")[1])}
    assert {"winner", "life", "zone", "over"} <= rows


def test_a_play_with_a_hand_that_was_left_open_is_told_with_its_rules(ask, tmp_path):
    """With 1 combat point, what alters a die saves from an announced Rage!, and Tip It! is such a card."""
    file = tmp_path / "open.yaml"
    players = "  - {hero: barbarian}\n  - {hero: paladin, health: 15, cp: 1, hand: any 1 card}\n"
    play = "  - roll: [6, 6, 6, 6, 6]\n  - announce: rage\n"
    file.write_text(f"game: dice-throne\nplayers:\n{players}play:\n{play}", encoding="utf-8")
    asked = ("dice-throne", "--from", file, "--goal", "main-2", "--never", "winner=1")
    code, out, _ = ask(*asked)
    said = out.splitlines()
    assert code == ExitCode.OK
    assert said[0].endswith("a way to main-2 up to the end of the turn, without winner=1:")
    place = said.index("with 1 hand there is (common/tip-it):") + 1
    assert said[place].startswith("  2. Paladin: declare common/tip-it. [priority/active-player-first")
    code, out, _ = ask(*asked, "--format", "json")
    report = json.loads(out)
    way = next(one for one in report["ways"] if one["hands"] == [[["common/tip-it"]]])
    assert way["told"] == [line[2:] for line in said[place : place + len(way["told"])]]
    assert "cards/instant/not-interruptible" in way["rules"]
    assert (report["until"], report["never"], len(report["without"])) == ([], ["winner=1"], 29)


def test_a_hand_can_be_left_open(ask, run, tmp_path):
    file = tmp_path / "open.yaml"
    players = "  - {hero: barbarian}\n  - {hero: paladin, cp: 1, hand: any 1 card}\n"
    file.write_text(f"game: dice-throne\nplayers:\n{players}", encoding="utf-8")
    code, out, _ = ask("dice-throne", "--from", file, "--goal", "cp[2]=1")
    assert (code, out.splitlines()[1]) == (ExitCode.OK, "with 33 hands there is:")
    assert out.startswith(
        "33 hands of Paladin, and whether there is a way to cp[2]=1 up to the end of the turn:"
    )
    code, out, err = run("chance", "dice-throne", "over", "--from", file)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == (
        f"error: {file}:4: players[1].hand: only `dicelaw search` answers for a hand left open; "
        "name its cards\n"
    )
