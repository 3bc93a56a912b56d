"""`dicelaw check` of teams of Dice Masters: what is used in plays, strength, interactions, page and play."""

import json
import signal
import subprocess
import sys
from copy import deepcopy
from dataclasses import asdict, replace
from pathlib import Path

import pytest
import yaml
from sampled import sampled

from dicelaw.checker.dice_masters.entries import entries_of
from dicelaw.checker.dice_masters.sensible import COST, HARM, HELP, LEFT_ALONE, sensible
from dicelaw.checker.dice_masters.strength import FEW, POLICIES, against, arena, matchup, rivals, teams_in
from dicelaw.checker.duels import Meeting, Players
from dicelaw.checker.playing import Arena, playing
from dicelaw.checker.search.policy import evenly
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.kernel.expressions import where
from dicelaw.oracle.dice_masters.entries_used import seen_in_plays
from dicelaw.oracle.dice_masters.opening import table_pack
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.own_content import own_content

NIGHT = Path("examples/content/night-watch")
QUICK = ("--games", "0", "--no-interactions")
GAME = "dice-masters@2018"


@pytest.fixture
def night(tmp_path):
    """Makes a copy of the example in which something of the card with this number is otherwise."""

    def made(card=0, **more):
        data = yaml.safe_load((NIGHT / "night-watch.yaml").read_text(encoding="utf-8"))
        data["cards"][card] |= more
        path = tmp_path / "night-watch.yaml"
        path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
        return path

    return made


def test_entries_are_dice_effects_interrupts_and_globals():
    cards = load_pack().cards
    assert [*entries_of([cards["hulk-green-goliath"]])] == [
        "hulk-green-goliath", "hulk-green-goliath: damaged", "hulk-green-goliath: damaged *",
        "hulk-green-goliath: you are damaged", "hulk-green-goliath: you are damaged *",
    ]  # fmt: skip
    assert [*entries_of([cards["iron-man-inventor"]])][-1] == "global/iron-man"
    (one, act) = entries_of([cards["nova-bucket-head"]])
    assert (one, act.partition(": ")[2].split()[0]) == ("nova-bucket-head", "redirect")


@pytest.mark.parametrize("edition", ["2016", "2018"])
def test_each_entry_of_the_example_is_used(edition):
    content = own_content(NIGHT)
    pack = table_pack(content)
    cards = [pack.cards[id] for id in ("lamplighter", "night-porter", "curfew")]
    seen = seen_in_plays(f"dice-masters@{edition}", pack.teams["night-watchers"], cards, content, 0)
    assert seen.used == entries_of(cards).keys()
    assert "lamplighter: ko'd" in seen.used
    assert not seen.nothing


def test_a_reactive_global_and_an_interrupt_are_used():
    pack = load_pack()
    cards = [pack.cards[id] for id in ("iron-man-inventor", "nova-bucket-head")]
    seen = seen_in_plays(GAME, pack.teams["texts"], cards, None, 0)
    assert {"global/iron-man"} <= seen.used
    assert any(entry.startswith("nova-bucket-head: redirect") for entry in seen.used)


def test_what_waits_for_dice_that_nobody_has_is_never_used(run, night):
    path = night(1, when={"own villain die ko'd": ["gain 1 life"]})
    code, out, _ = run("check", path, *QUICK, "--format", "json")
    rows = [json.loads(line) for line in out.splitlines()]
    entries = next(row for row in rows if row["part"] == "entries")
    assert code == ExitCode.OK
    why = "no character of its player is villain"
    assert entries["never"] == {"night-porter: own villain die ko'd": why}
    assert entries["in_no_play"] == {}
    assert rows[-1]["says"].endswith("1 of 8 entries can never be used")


def test_what_comes_up_and_changes_nothing_is_said(run, night):
    """The limit: life cannot rise above what it was at the beginning, which is 1 here."""
    path = night(1, when={"fielded": ["gain 1 life"]})
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    data["teams"][0]["life"] = 1
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    code, out, _ = run("check", path, *QUICK, "--format", "json")
    rows = [json.loads(line) for line in out.splitlines()]
    entries = next(row for row in rows if row["part"] == "entries")
    assert entries["changed_nothing"] == {
        "lamplighter: ko'd": ["2016", "2018"], "night-porter: fielded": ["2016", "2018"],
    }  # fmt: skip
    assert code == ExitCode.REFUTED
    says = "breaks something: who goes first can win before the other decides anything"
    assert rows[-1]["says"] == f"night-watchers: {says}"


def test_games_are_the_same_compiled_or_not():
    made = game(against(teams_in(load_pack().teams["brawl"])[1], rivals()[0]), "2018")
    fast, slow = (playing(made.machine, sensible(made), compiled=compiled) for compiled in (True, False))
    assert [fast.play(7, number) for number in range(4)] == [slow.play(7, number) for number in range(4)]


def test_a_match_up_is_between_these_teams_and_the_same_again():
    (team, _), rival = teams_in(load_pack().teams["brawl"]), rivals()[-1]
    found = matchup(team, rival, "2018", FEW + 15, 3)
    assert found == matchup(team, rival, "2018", FEW + 15, 3)
    assert (found.games, found.rival) == (FEW + 15, "x-men-demo/2")
    assert found.won + found.lost <= found.games
    assert found.turns > found.games
    assert against(team, rival).seats == (team.cards, rival.cards)
    assert (team.life, rival.life, against(team, rival).life) == (20, 10, 20)


BOTH_POLICIES = [("2016", 0), ("2016", 1), ("2018", 1), ("2018", 0)]


@pytest.mark.parametrize("meets", sampled(BOTH_POLICIES, 2), ids=str)
def test_whole_match_ups_are_the_same_compiled_or_not(meets):
    edition, policy = meets
    meeting = Meeting(f"dice-masters@{edition}", None, POLICIES[policy], "x-men-demo/1", "texts/2")
    fast, slow = (arena(meeting, compiled=compiled).duels(range(4), 0) for compiled in (True, False))
    assert fast == slow
    assert sum(count for _, count in fast.won_by) == fast.won


def test_what_wins_is_what_takes_the_last_life():
    """Infiltrate is a keyword of Mastermind; no card but Jubilee and Magic Missile hurts a player here."""
    meeting = Meeting(GAME, None, POLICIES[1], "x-men-demo/1", "x-men-demo/2")
    found = arena(meeting, compiled=True).duels(range(300), 0)
    assert {way for way, _ in found.won_by} <= {"attack", "jubilee-wondra", "madelyne-pryor-anodyne"}
    assert "a keyword" in dict(found.lost_by)
    assert found.won_by[0][0] == found.lost_by[0][0] == "attack"


def test_who_hits_harder_wins_more():
    """A team against itself, but that the dice of the other hurt nobody."""
    teams = load_pack().teams["x-men-demo"]
    row = teams.seats[0]
    faces = tuple(replace(face, attack=0, defense=0) if face.level else face for face in row[0][0].faces)
    weak = tuple((replace(card, faces=faces, programs={}, bonuses=()), dice) for card, dice in row[:1])
    made = game(replace(teams, seats=(row, weak)), "2018")
    found = _of(made, sensible(made))
    assert found.interval[0] > 0.5
    assert asdict(found)["outside"] == 0


def _of(made, policy):
    """What comes of 200 games in which ``policy`` decides."""
    life = [int(cell.place) for cell in made.table.life]
    plays = playing(made.machine, policy, compiled=True)
    return Arena(plays, life, lambda _before, _loser: "", "0").duels(range(200), 0)


def _mirror(id, seat):
    """A game of the team of ``seat`` against itself."""
    teams = load_pack().teams[id]
    return game(replace(teams, seats=(teams.seats[seat],) * 2), "2018")


@pytest.mark.parametrize(("id", "seat"), [("x-men-demo", 1), ("faerun-demo", 1), ("brawl", 1)])
def test_sensible_players_beat_random_ones(id, seat):
    """The first player alone is sensible, and the teams are the same."""
    made = _mirror(id, seat)
    actors = [one.actor for one in made.machine.transitions]
    both = sensible(made)
    scores = {place: where(actors[place] == 0, score, 0) for place, score in both.scores.items()}
    found = _of(made, replace(both, scores=scores))
    assert found.interval[0] > 0.6


def test_another_policy_can_decide():
    (team, _), rival = teams_in(load_pack().teams["x-men-demo"]), rivals()[0]
    own = Players("own", "players of a test", lambda made: evenly(made.table.turn))
    found = [matchup(team, rival, "2018", FEW + 25, 0, players) for players in (POLICIES[0], own)]
    assert found[0] != found[1]
    assert found[0].turns < found[1].turns


MANY_WORDS = ("taking", "texts", "tokens", "brawl", "prices", "survivors", "unbroken", "drawing", "shields")
"""Teams that have all that is decided on between them; where that changes, others are built as well."""


def test_what_is_decided_on_are_steps_of_the_rules():
    words = {*(f"resolve/{word}" for word in HARM | HELP), *COST, *LEFT_ALONE}
    known = load_pack().teams
    for teams in (known[one] for one in dict.fromkeys((*MANY_WORDS, *known)) if one in known):
        words -= {one.id for one in game(teams, "2018").machine.transitions}
        if not words:
            break
    assert not words


def test_the_page_and_the_sentence(run, tmp_path):
    report = tmp_path / "report"
    words = ("--report", report, "--games", "2", "--no-interactions", "--verbose")
    code, out, err = run("check", NIGHT, *words)
    assert code == ExitCode.OK
    says = out.splitlines()[-1]
    assert says.startswith("night-watchers: no free loop, no lock, no win in the first turn; 7 entries")
    assert "its first team wins" in says
    assert out.count("x-men-demo/1") == 2
    page = (report / "index.html").read_text(encoding="utf-8")
    assert says.replace("'", "&#x27;") in page
    assert page.count("<td>faerun-demo/2</td>") == 2
    assert "http" not in page
    assert f"wrote {report / 'index.html'}" in err


def test_both_can_decide_by_another_policy(run):
    words = ("--policy", "random", "--games", "4", "--no-interactions", "--format", "json")
    code, out, _ = run("check", NIGHT, *words)
    strengths = [row for row in map(json.loads, out.splitlines()) if row["part"] == "strength"]
    assert code == ExitCode.OK
    assert [row["policy"] for row in strengths] == ["random", "random"]
    for one in (one for row in strengths for one in row["matchups"]):
        assert sum(one["won_by"].values()) == one["won"]
    code, out, err = run("check", NIGHT, "--policy", "greedy")
    assert (code, out) == (ExitCode.UNKNOWN_NAME, "")
    assert "no policy of dice-masters@2018 is called 'greedy'; there are: sensible, random" in err


def test_interactions_are_told_as_for_other_games(run, monkeypatch):
    monkeypatch.setattr("dicelaw.oracle.atlas.hunt.CHUNK", 2)
    code, out, _ = run("check", NIGHT, "--games", "0", "--pairs", "2", "--format", "json")
    rows = [json.loads(line) for line in out.splitlines()]
    (row,) = [row for row in rows if row["part"] == "interactions"]
    assert code == ExitCode.OK
    assert (row["game"], row["pairs"]) == (GAME, 2)
    assert row["not_looked_at"] == row["of"] - 2 > 600


def test_the_play_of_a_loop_is_written_and_replayed(run, night, tmp_path):
    path = night(2, globals=[{"id": "curfew", "cost": 0, "does": ["opponent loses 1 life"]}])
    saved, report = tmp_path / "loop.jsonl", tmp_path / "report"
    code, out, err = run("check", path, "--save", saved, "--report", report)
    assert code == ExitCode.REFUTED
    assert "   1. player 1: use the Global curfew. [global/main-window, " in out
    assert "; life of player 2: 20 -> 19. [" in out
    assert out.splitlines()[-1] == (
        "night-watchers: breaks something: global/curfew can be repeated for free; "
        "who goes first can win before the other decides anything"
    )
    assert "strength" not in out
    assert f"wrote {saved}" in err
    assert "The play before them" in (report / "index.html").read_text(encoding="utf-8")
    code, out, _ = run("replay", saved, "--content", path)
    assert code == ExitCode.OK
    assert "every step is legal" in out


def test_what_is_watched_is_checked_again_when_it_is_saved(night):
    path = night()
    command = [sys.executable, "-m", "dicelaw", "check", str(path), "--watch", *QUICK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as watching:
        lines = (line.rstrip("\n") for line in watching.stdout)
        first = next(line for line in lines if line.startswith("night-watchers:"))
        night(2, globals=[{"id": "curfew", "cost": 0, "does": ["opponent loses 1 life"]}])
        second = next(line for line in lines if line.startswith("night-watchers:"))
        watching.send_signal(signal.SIGINT)
        watching.stdout.read()
    assert "no free loop" in first
    assert "breaks something" in second
    assert watching.returncode == 130


def test_cards_that_are_in_no_team_are_named(run, night):
    path = night()
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    data["cards"].append({**deepcopy(data["cards"][0]), "id": "sleeper", "name": "Sleeper"})
    path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    code, out, _ = run("check", path, *QUICK)
    assert code == ExitCode.OK
    (told,) = [line for line in out.splitlines() if line.startswith("left out")]
    assert told.startswith("left out sleeper: in none of the teams")
    code, out, _ = run("check", path, *QUICK, "--format", "json")
    assert [row["cards"] for row in map(json.loads, out.splitlines()) if row["part"] == "left-out"] == [
        ["sleeper"]
    ]
