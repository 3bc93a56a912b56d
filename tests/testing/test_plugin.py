"""The plugin of pytest makes each vector a test of an implementation."""

import json
import sys
from pathlib import Path

import pytest
from engines import ENGINES, vectors

from dicelaw.oracle.errors import UserError
from dicelaw.testing.tests import sources

pytest_plugins = ["pytester"]

FAITHFUL = f"{sys.executable} {ENGINES / 'faithful.py'}"
FAKES = Path(__file__).resolve().parents[1] / "fakes.py"
FAULTS = ("sold-for-two", "stun-acts", "free-cards")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three vectors, and one of them as a regression; pytester would forget what this imports."""
    made = vectors(tmp_path_factory.mktemp("vectors"), FAULTS)
    row = json.loads((made / "vectors.jsonl").read_text(encoding="utf-8").splitlines()[0])
    (made.parent / "found.jsonl").write_text(
        json.dumps({**row, "id": "disagreement/1"}) + "\n", encoding="utf-8"
    )
    return made


@pytest.fixture
def asked(folder, pytester):
    """Runs pytest on the example engine with a fault, or on another command, with three vectors."""

    def run(fault, *more, known=None, game="dice-throne", impl=None, given=folder):
        command = impl or f"{FAITHFUL} --fault {fault}" if fault or impl else FAITHFUL
        if known is not None:
            (pytester.path / "known.txt").write_text(known, encoding="utf-8")
            more = (*more, "--dicelaw-known=known.txt")
        if given is not None:
            more = (*more, f"--dicelaw-vectors={given}")
        return pytester.runpytest_subprocess(
            "-p",
            "no:cacheprovider",
            "-p",
            "no:schemathesis",
            "--dicelaw",
            game,
            "--dicelaw-impl",
            command,
            *more,
        )

    return run


def test_each_vector_is_a_test_that_fails_with_its_rule_and_play(asked):
    result = asked("sold-for-two", "-rA")
    result.assert_outcomes(passed=2, failed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines([
        "collected 3 items",
        "cp of player 1 should be 3, and 4 is shown",
        "  main/sell-any-number: *",
        "  cards/sell-value: *",
        "  the play, from main-1 of player 1:",
        "    1. 1: sell barbarian/concuss  [[]main-1/sell[]]",
        "dicelaw: faithful 1: agrees: 2, disagrees: 1, *",
        "PASSED dice-throne::example/stun-acts",
        "FAILED dice-throne::example/sold-for-two - *",
    ])  # fmt: skip
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.slow
def test_tests_are_selected_by_id_and_mark(asked, pytester):
    chosen = asked("sold-for-two", "-k", "stun", "--collect-only")
    chosen.stdout.fnmatch_lines(["collected 3 items / 2 deselected / 1 selected", "*1/3 tests collected*"])
    asked("sold-for-two", "-k", "sold or stun").assert_outcomes(passed=1, failed=1, deselected=1)
    asked("sold-for-two", "--deselect", "dice-throne::example/sold-for-two").assert_outcomes(
        passed=2, deselected=1
    )
    pytester.makepyfile("def test_of_their_own(): pass")
    asked("sold-for-two", "--strict-markers", "-m", "not dicelaw").assert_outcomes(passed=1, deselected=3)
    asked(None).assert_outcomes(passed=4)


@pytest.mark.slow
def test_what_is_known_to_fail_is_expected_to(asked):
    known = "# our list\n\nfails example/sold-for-two  the price is under discussion\nskip example/st*\n"
    result = asked("sold-for-two", "-rxs", known=known)
    result.assert_outcomes(passed=1, xfailed=1, skipped=1)
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*example/sold-for-two*the price is under discussion*"])


def test_what_is_known_to_fail_and_passes_is_told(asked):
    result = asked(None, known="fails example/sold-for-two once upon a time\n")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*XPASS(strict)*once upon a time*"])


def test_an_adapter_that_breaks_is_no_known_failure(asked):
    result = asked(None, "-k", "sold", impl=f"{sys.executable} {FAKES} crasher", known="fails example/*\n")
    result.assert_outcomes(failed=1, deselected=2)
    result.stdout.fnmatch_lines(["*the adapter crashed: it ended with exit code 3*no such table*"])


def test_an_adapter_forges_no_line(asked):
    result = asked(None, "-rs", impl=f"{sys.executable} {FAKES} forger")
    result.assert_outcomes(skipped=3)
    result.stdout.fnmatch_lines([r"dicelaw: Ev\x1b[[]2Jil\nPASSED everything\u202e *"])
    assert not [line for line in result.outlines if line.startswith("PASSED") or not line.isprintable()]


def test_an_adapter_that_supports_nothing_passes_nothing(asked):
    result = asked(None, "-rs", impl=f"{sys.executable} {FAKES} unable")
    result.assert_outcomes(skipped=3)
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result.stdout.fnmatch_lines(["*not today*"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"known": "fail example/stun-acts\n"}, "known.txt:1: a line is `fails ID why` or `skip ID why`; *"),
        ({"known": "skip example/stun-atcs\n"}, "known.txt:1: no test is called 'example/stun-atcs'; *"),
        ({"impl": "no-such-program --at all"}, "the adapter 'no-such-program --at all' cannot be started: *"),
        ({"game": "dice-thrown"}, "no game is called 'dice-thrown'; near: dice-throne*"),
        ({"game": "dice-masters@2018"}, "*: this folder has no vectors*for dice-masters@2018*"),
        ({"given": "nowhere"}, "nowhere: there is no such file or folder"),
    ],
)  # fmt: skip
def test_what_is_given_wrong_is_told_in_a_sentence(asked, arguments, says):
    result = asked(None, **arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (result.stderr if result.errlines else result.stdout).fnmatch_lines([f"ERROR: {says}"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--dicelaw", "dice-throne"], "--dicelaw dice-throne needs --dicelaw-impl COMMAND, *"),
        *(
            (["--dicelaw", "dice-throne", "--dicelaw-impl", "true", f"--dicelaw-timeout={time}"], f"*{says}*")
            for time, says in (("nan", "'nan' is not a number of seconds"), ("0", "is not in the range"))
        ),
        (["--dicelaw-known", "x"], "--dicelaw-known says nothing without --dicelaw GAME"),
    ],
)
def test_options_that_need_others(pytester, arguments, says):
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-p", "no:schemathesis", *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (result.stderr if result.errlines else result.stdout).fnmatch_lines([f"ERROR: {says}"])


@pytest.mark.slow
def test_without_a_folder_all_vectors_and_totals_are_tests(asked):
    result = asked("half-rounded-down", "-k", "damage-total", "-rA", given=None)
    result.stdout.fnmatch_lines([
        "PASSED dice-throne::damage-total/damage/total/computed-after-actions",
        "FAILED dice-throne::damage-total/damage/total/division-rounds-up*",
    ])  # fmt: skip


@pytest.mark.parametrize("game", ["dice-throne", "dice-masters@2016", "dice-masters@2018"])
def test_the_vectors_of_a_game_have_ids_of_their_own(game):
    ids = [one.id for one in sources(game, [], [])]
    assert len(set(ids)) == len(ids) > 300
    assert all(id.startswith((f"vector/{game}/", "damage-total/")) for id in ids)


@pytest.mark.slow
def test_regressions_are_added(folder, asked):
    result = asked("sold-for-two", f"--dicelaw-regressions={folder.parent / 'found.jsonl'}")
    result.assert_outcomes(passed=2, failed=2)


def test_no_two_tests_have_the_same_id(folder):
    found = str(folder.parent / "found.jsonl")
    with pytest.raises(UserError, match="two vectors are called disagreement/1; give one of them another id"):
        sources("dice-throne", [found], [found])


@pytest.mark.slow
def test_several_workers_share_the_tests(asked):
    asked("sold-for-two", "-n", "2").assert_outcomes(passed=2, failed=1)


def test_who_does_not_use_it_loads_nothing_of_it(pytester):
    pytester.makepyfile("""
        import sys

        def test_one():
            print("loaded:", *sorted(name for name in sys.modules if name.partition(".")[0] == "dicelaw"))
    """)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-s")
    result.assert_outcomes(passed=1)
    result.stdout.re_match_lines([r".*loaded: dicelaw dicelaw\.testing dicelaw\.testing\.plugin$"])
