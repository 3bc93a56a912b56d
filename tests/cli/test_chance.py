"""`dicelaw chance` as a user types it."""

import json
from collections import Counter
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product

import pytest

from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration
from dicelaw.oracle.errors import ExitCode


@pytest.fixture
def run(run):
    return partial(run, "chance")


def _gambler(top=4, weights=(1, 2)):
    """A player who may leave with what is in the purse, or bet on; the bank always lets the player bet."""
    lose, win = (Fraction(weight, sum(weights)) for weight in weights)
    declaration, timing = Declaration(), TimingGraph()
    purse = declaration.integer("purse", 0, top, "the purse")
    mood = declaration.choice_of("mood", ("calm", "keen"), "the mood")
    timing.point("table", Kind.DECISION, "at the table")
    timing.point("bet", Kind.CHANCE, "a bet")
    timing.point("end", Kind.FINAL, "the end")
    able = [(purse >= 1, "r"), (purse <= top - 1, "r")]
    timing.add("stay", "table", "bet", constant(0), "bet", requires=able, effect={mood: 1})
    timing.add("leave", "table", "end", constant(0), "leave")
    won = Choice("won", 0, 1)
    timing.add("bet", "bet", "table", Agent.CHANCE, "bet", choices=[won],
               effect={purse: purse + 2 * won - 1}, weights={0: lose, 1: win})  # fmt: skip
    start = {purse: top // 2}
    return build("gambler", declaration, timing, start_at="table", start=start, seats=("Ann", "Bank"))


@pytest.fixture
def gambler(monkeypatch):
    monkeypatch.setattr("dicelaw.specs.fragments.machines", lambda: {"gambler": _gambler()})


@pytest.mark.usefixtures("gambler")
def test_it_says_whether_play_ends_and_how_likely_a_goal_is(run):
    code, out, err = run("gambler", "end, purse=4")
    assert code == ExitCode.OK
    assert out.splitlines() == [
        "15 states: all there are",
        "play ends: almost surely (with probability 1), whatever is decided",
        "after 1 step, which may be repeated for ever:",
        "  bet (won 0)",
        "  stay",
        "  bet (won 1)",
        "  stay",
        "chance of end, purse=4:",
        "  Ann decides for it      0.800000 = 4/5",
        "  Ann decides against it  0.000000 = 0",
        "what Ann decides first, at table:",
        " decision   Ann decides for it",
        " ─────────────────────────────",
        " stay       0.800000 = 4/5",
        " and 1 decision without a chance (--format json has all)",
    ]
    assert err.splitlines()[-1] == ("repeat: dicelaw chance gambler 'end, purse=4'")


@pytest.mark.usefixtures("gambler")
def test_as_json_it_is_one_object(run):
    code, out, _ = run("gambler", "purse >= 3, mood = keen", "--format", "json")
    answer = json.loads(out)
    assert code == ExitCode.OK
    assert (answer["machine"], answer["states"], answer["complete"]) == ("gambler", 15, True)
    assert answer["ends"]["almost surely"] is True
    assert [step["transition"] for step in answer["ends"]["round"]] == ["bet", "stay", "bet", "stay"]
    assert answer["goal"] == "purse >= 3, mood = keen"
    assert answer["chances"][0] == {"when": "Ann decides for it", "exact": True, "low": "6/7", "high": "6/7"}


@pytest.mark.usefixtures("gambler")
def test_play_may_be_taken_as_ended_sooner(run):
    code, out, _ = run("gambler", "purse=3", "--until", "table", "--format", "json")
    assert (code, json.loads(out)["states"]) == (ExitCode.OK, 1)


@pytest.mark.usefixtures("gambler")
def test_a_budget_that_runs_out_leaves_bounds(run):
    code, out, _ = run("gambler", "purse=4", "--budget", 4)
    assert code == ExitCode.UNDECIDED
    assert out.splitlines()[0] == "7 states: not all there are"
    assert "play ends: unknown, for not all states were seen" in out
    assert "  Ann decides for it      from 0.000000000000 to 1.000000000000" in out


def test_fragments_end_surely(run):
    code, out, _ = run("queue/2", "over, entered=0")
    assert code == ExitCode.OK
    assert "play ends: surely, after 21 steps at most" in out
    assert "  whatever is decided  0.120000 = 3/25" in out


def test_it_goes_on_from_a_scenario(run, tmp_path):
    """Evasive works on 1 and 2, and each of two CP lets the Paladin roll the die again."""
    file = tmp_path / "evade.yaml"
    file.write_text(
        "game: dice-throne\nplayers:\n  - {hero: barbarian}\n  - {hero: paladin, tokens: {evasive: 1}}\n"
        "play:\n  - roll: [1, 2, 3, 4, 6]\n  - announce: mighty-blow\n  - until: defense/start\n"
        "  - 2 uses evasive\n",
        encoding="utf-8",
    )
    words = (
        "dice-throne",
        "avoided[2]=1",
        "--from",
        file,
        "--until",
        "defense/choose",
        "--until",
        "conclusion",
    )
    code, out, err = run(*words)
    assert code == ExitCode.OK
    assert out.splitlines()[-2:] == [
        f"  Paladin decides for it      0.703704 = {1 - Fraction(2, 3) ** 3}",
        f"  Paladin decides against it  0.037037 = {Fraction(1, 3) ** 3}",
    ]
    assert err.splitlines()[-1].endswith(f"--from {file} --until defense/choose --until conclusion")


def test_the_last_attempt_for_an_ultimate(run, tmp_path):
    """Three 6s are kept and two dice rolled again; five 6s are an Ultimate."""
    file = tmp_path / "rage.yaml"
    file.write_text(
        "game: dice-throne\nplayers:\n  - {hero: barbarian, cp: 0}\n  - {hero: paladin, cp: 0}\n"
        "play:\n  - roll: [6, 6, 6, 1, 2]\n  - until: offense/choose\n  - 1 reroll 4 5\n"
        "  - roll: [3, 4]\n  - until: offense/choose\n",
        encoding="utf-8",
    )
    words = ("dice-throne", "offense/announced, announced_ultimate=yes", "--from", file, *ANNOUNCED)
    code, out, _ = run(*words)
    assert code == ExitCode.OK
    assert "play ends: surely" in out
    for_it, against, _, _, _, *ways, others = out.splitlines()[3:]
    assert for_it == "  Barbarian decides for it      0.027778 = 1/36"
    assert against == "  Barbarian decides against it  0.000000 = 0"
    assert [way.split()[1] for way in ways] == ["4,5", "1,4,5", "1,2,4,5", "1,2,3,4,5"]
    assert [way.split()[-1] for way in ways] == ["1/36", "1/216", "1/1296", "1/7776"]
    assert others.endswith("without a chance (--format json has all)")


ANNOUNCED = [f"--until={point}" for point in ("offense/announced", "offense/end", "concluding/due")]
DUEL = "game: dice-throne\nstart: offense/begin\nplayers:\n  - {hero: barbarian}\n  - {hero: paladin}\n"


def _straight(dice, rerolls):
    """The chance of five dice in a row by the best rerolls."""
    if set(dice) in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}):
        return Fraction(1)
    if not rerolls:
        return Fraction(0)
    kept = {keep for number in range(5) for keep in combinations(dice, number)}
    return max(_rerolled(keep, rerolls - 1) for keep in kept)


@cache
def _rerolled(keep, rerolls):
    rolls = Counter(tuple(sorted(keep + roll)) for roll in product(range(1, 7), repeat=5 - len(keep)))
    return sum(number * _straight(roll, rerolls) for roll, number in rolls.items()) / rolls.total()


@pytest.mark.parametrize(
    ("play", "goal", "chance"),
    [
        ("play:\n  - roll: [1, 1, 1, 6, 6]\n", "announced=reckless", _straight((1, 1, 1, 6, 6), 2)),
        ("", "announced_ultimate=yes", Fraction(91, 216) ** 5),
    ],
    ids=["a large straight from two rerolls", "five sixes in three attempts"],
)
def test_the_best_of_all_rerolls_is_exact(run, tmp_path, play, goal, chance):
    file = tmp_path / "roll.yaml"
    file.write_text(DUEL + play, encoding="utf-8")
    code, out, _ = run("dice-throne", f"offense/announced, {goal}", "--from", file, *ANNOUNCED)
    assert code == ExitCode.OK
    assert f"  Barbarian decides for it      {float(chance):.6f} = {chance}" in out.splitlines()


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("queue/9",), ExitCode.UNKNOWN_NAME, "no machine is called 'queue/9'"),
        (
            ("queue/2", "nowhere"),
            ExitCode.UNKNOWN_NAME,
            "no timing point of fragment/queue is called 'nowhere'",
        ),
        (("queue/2", ""), ExitCode.BAD_INPUT, "'' is no part of a goal; write a timing point (over) or"),
        (("queue/2", "over,"), ExitCode.BAD_INPUT, "'' is no part of a goal"),
        (("queue/2", "health[1]="), ExitCode.BAD_INPUT, "'health[1]=' is no part of a goal"),
        (
            ("queue/2", "lef=1"),
            ExitCode.UNKNOWN_NAME,
            "no slot of fragment/queue is called 'lef'; near: left",
        ),
        (("queue/2", "left=999"), ExitCode.BAD_INPUT, "left is a number from 0 to"),
        (("queue/2", "left=many"), ExitCode.BAD_INPUT, "'many' is not"),
        (("queue/2", "left==1"), ExitCode.BAD_INPUT, "'left==1' is no part of a goal"),
        (("queue/2", "over", "--until", "never"), ExitCode.UNKNOWN_NAME, "called 'never'"),
        (("queue/2", "--budget", 0), ExitCode.USAGE, "--budget"),
        (("queue/2", "--from", "no.yaml"), ExitCode.UNKNOWN_NAME, "no game is called 'queue/2'"),
        (("dice-throne", "--from", "no.yaml"), ExitCode.BAD_INPUT, "no.yaml: this cannot be read"),
    ],
)
def test_wrong_words(run, words, code, says):
    found, out, err = run(*words)
    assert (found, out) == (code, "")
    assert says in err


def test_chances_that_do_not_add_up_are_no_chances(run, monkeypatch):
    from dataclasses import replace

    machine = _gambler()
    short = machine.rewritten(
        lambda one: replace(one, weights={0: Fraction(1, 2), 1: Fraction(1, 3)}) if one.weights else one
    )
    monkeypatch.setattr("dicelaw.specs.fragments.machines", lambda: {"gambler": short})
    code, out, err = run("gambler")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "gambler has no chances: at bet the chances of what may happen add up to 5/6, not to 1" in err


ROLLED = "examples/odds/which-dice-to-reroll.yaml"


def test_the_best_dice_to_roll_again(run):
    """2, 3 and 5 are kept, and four dice that are no 4 would be missed: 1 - (5/6)^4."""
    code, out, _ = run(
        "dice-throne", "announced=mighty-blow", "--from", ROLLED, *ANNOUNCED, "--format", "json"
    )
    found = json.loads(out)["decisions"]
    assert code == ExitCode.OK
    assert (found["seat"], found["at"]) == ("Barbarian", "offense/choose")
    best, *others = found["decisions"]
    assert best["decision"] == "reroll 2,4"
    assert best["move"]["transition"] == "offense/choose/reroll"
    assert Fraction(best["chances"][0]["low"]) == 1 - Fraction(5, 6) ** 4
    assert all(Fraction(one["chances"][0]["low"]) < 1 - Fraction(5, 6) ** 4 for one in others)


def test_where_dice_fall_first_nothing_is_advised(run):
    code, out, _ = run("queue/2", "over, entered=0", "--format", "json")
    assert (code, json.loads(out)["decisions"]) == (ExitCode.OK, None)


def test_two_seats_may_decide_for_it(run, monkeypatch):
    """Ann may stop at once, and after a bet that is won the bank may."""
    declaration, timing = Declaration(), TimingGraph()
    won = declaration.integer("won", 0, 2, "how often Ann has won")
    timing.point("ann", Kind.DECISION, "Ann")
    timing.point("bet", Kind.CHANCE, "a bet")
    timing.point("bank", Kind.DECISION, "the bank")
    timing.point("end", Kind.FINAL, "the end")
    face = Choice("face", 0, 1)
    timing.add("stop", "ann", "end", constant(0), "stop")
    timing.add("dare", "ann", "bet", constant(0), "dare")
    timing.add("fall", "bet", "bank", Agent.CHANCE, "a coin falls", choices=[face], effect={won: won + face})
    timing.add("pay", "bank", "end", constant(1), "pay", requires=[(won >= 1, "r")], effect={won: 2})
    timing.add("flee", "bank", "end", constant(1), "flee")
    machine = build("coin", declaration, timing, start_at="ann", start={}, seats=("Ann", "Bank"))
    monkeypatch.setattr("dicelaw.specs.fragments.machines", lambda: {"coin": machine})
    _, out, _ = run("coin", "won=2", "--format", "json")
    found = json.loads(out)["decisions"]
    rows = {one["decision"]: [row["low"] for row in one["chances"]] for one in found["decisions"]}
    assert rows == {"dare": ["1/2", "0"], "stop": ["0", "0"]}
    assert [row["when"] for row in found["decisions"][0]["chances"]] == [
        "all decide for it",
        "Ann decides for it, all others against it",
    ]
