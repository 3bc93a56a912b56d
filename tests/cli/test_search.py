"""`dicelaw search` as a user types it."""

import errno
import fcntl
import json
from functools import partial
from pathlib import Path

import pytest

from dicelaw.oracle.errors import ExitCode

START = "first seat 1, locked[seat 1] no, locked[seat 2] no, energy[seat 1] 2, energy[seat 2] 2"


@pytest.fixture
def run(run):
    return partial(run, "search")


def test_it_says_what_was_seen(run):
    code, out, err = run("reaction-window/once")
    assert code == ExitCode.OK
    assert out.splitlines() == [
        "193 states stored, 672 passed through, 1,028 steps, depth 6: all there are from this start",
        f"start: {START}; starts with other values were not searched",
        "reduced: states with a single successor are passed through",
        "play gets stuck: never",
        "a value leaves its domain: never",
        "never taken: window/silent, window/close-silent",
        "never reached: nothing",
    ]
    assert err.splitlines()[-1] == ("repeat: dicelaw search reaction-window/once")


def test_as_json_it_counts_steps_and_states(run):
    code, out, _ = run("reaction-window/once", "--threads", 2, "--no-skips", "--format", "json")
    answer = json.loads(out)
    assert code == ExitCode.OK
    assert (answer["states"], answer["stuck"], answer["complete"]) == (801, None, True)
    assert answer["start"] == {
        "first": "seat 1",
        "locked[seat 1]": "no",
        "locked[seat 2]": "no",
        "energy[seat 1]": 2,
        "energy[seat 2]": 2,
    }
    assert sum(answer["taken"].values()) == answer["steps"]
    assert sum(answer["reached"].values()) == answer["states"]


def test_a_budget_that_runs_out_is_undecided_and_can_be_raised(run, tmp_path):
    file = tmp_path / "search"
    words = ("queue/3", "--no-skips", "--checkpoint", file)
    code, out, _ = run(*words, "--budget", 1000)
    assert code == ExitCode.UNDECIDED
    assert "not all there are" in out
    code, out, err = run(*words)
    assert code == ExitCode.OK
    assert f"going on from {file}: 982 states, depth 5" in err
    assert out == run("queue/3", "--no-skips")[1]


def test_a_checkpoint_that_another_search_uses_is_left_alone(run, tmp_path):
    file = tmp_path / "search"
    run("queue/3", "--checkpoint", file, "--budget", 1000)
    with Path(f"{file}.states").open("rb") as states:
        fcntl.flock(states, fcntl.LOCK_EX)
        code, out, err = run("queue/3", "--checkpoint", file)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    says = f"another search is using {file} at the moment; wait for it, or name another file"
    assert err == f"error: {says}\n"
    assert run("queue/3", "--checkpoint", file)[1] == run("queue/3")[1]


def test_what_was_finished_is_told_again_and_not_done_again(run, tmp_path):
    words = ("queue/3", "--checkpoint", tmp_path / "search", "--memory", 8)
    first, second = run(*words), run(*words)
    assert "going on from" in second[2]
    assert first[:2] == second[:2] == run("queue/3")[:2]


def test_little_memory_is_enough(run):
    code, out, err = run("dice-pool/5", "--no-symmetry", "--memory", 4)
    assert (code, out) == run("dice-pool/5", "--no-symmetry")[:2]
    assert err.splitlines()[-1].endswith("--no-symmetry --memory 4")
    code, out, err = run("dice-pool/3", "--memory", 1)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "dice-pool/3 cannot be searched: it takes at least" in err


def test_reductions_are_said_and_can_be_switched_off(run):
    _, out, _ = run("dice-pool/3", "--no-skips")
    assert out.splitlines()[:3] == [
        "1,820 states, 3,164 steps, depth 15: all there are from the only start",
        "reduced: up to exchanges of die[0]+kept[0], die[1]+kept[1], die[2]+kept[2]",
        "reduced: independent steps in one order at roll",
    ]
    _, plain, err = run("dice-pool/3", "--no-symmetry", "--no-order", "--no-skips")
    assert plain.splitlines()[0] == "8,373 states, 15,174 steps, depth 15: all there are from the only start"
    assert plain.splitlines()[1:] == out.splitlines()[3:]
    assert "dice-pool/3 --no-symmetry --no-order --no-skips" in err
    _, skipped, _ = run("dice-pool/3")
    assert skipped.splitlines()[0].startswith("1,484 states stored, 756 passed through, ")
    assert skipped.splitlines()[3] == "reduced: states with a single successor are passed through"
    assert skipped.splitlines()[4:] == out.splitlines()[3:]


def test_compiled_code_is_kept_and_taken_again(run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = run("pipeline")
    (kept,) = (tmp_path / "dicelaw" / "code").iterdir()
    whole = kept.read_bytes()
    assert run("pipeline")[:2] == first[:2]
    assert kept.read_bytes() == whole
    kept.write_bytes(whole[:-1])
    assert run("pipeline")[:2] == first[:2]
    assert kept.read_bytes() == whole
    kept.unlink()
    assert run("pipeline", "--no-cache")[:2] == first[:2]
    assert not kept.exists()


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("queue/9",), ExitCode.UNKNOWN_NAME, "no machine is called 'queue/9'; near: queue/"),
        (("diceland",), ExitCode.UNKNOWN_NAME, "is not modelled yet"),
        (("queue/2", "--threads", 0), ExitCode.USAGE, "--threads"),
        (("queue/2", "--budget", "many"), ExitCode.USAGE, "--budget"),
        (("queue/2", "--budget", 10**17), ExitCode.USAGE, "at most 15 of them"),
    ],
)
def test_wrong_words(run, words, code, says):
    found, out, err = run(*words)
    assert (found, out) == (code, "")
    assert says in err


def test_a_file_that_is_no_checkpoint_is_named_and_kept(run, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("mine", encoding="utf-8")
    code, out, err = run("queue/2", "--checkpoint", file)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == f"error: {file} is no checkpoint of a search; remove it to begin anew\n"
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_folder_that_is_not_there(run, tmp_path):
    file = tmp_path / "gone" / "search"
    code, out, err = run("queue/2", "--checkpoint", file)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.splitlines()[-1] == f"error: {file}.states cannot be used: No such file or directory"


@pytest.mark.parametrize("named", [True, False])
def test_a_disk_that_is_full_is_named(run, tmp_path, monkeypatch, named):
    def full(*_states):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("dicelaw.checker.search.disk.DiskFrontier.admit", full)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    file = tmp_path / "search"
    code, out, err = run("dice-conquest", "--memory", 64, *(["--checkpoint", file] if named else []))
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    place = f"{file}.states" if named else f"{tmp_path} (TMPDIR names another folder for the states on disk)"
    assert err.splitlines()[-1] == f"error: {place} cannot be used: No space left on device"


def test_a_budget_beyond_all_memory(run):
    code, out, err = run("queue/2", "--budget", 10**15 - 1)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "error: queue/2 cannot be searched: there is no address space for" in err


def test_without_the_compiler_it_says_what_to_install(run, without):
    without("llvmlite")
    code, out, err = run("queue/2")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "install dicelaw[fast]" in err


def test_states_without_their_checkpoint_are_kept(run, tmp_path):
    states = tmp_path / "search.states"
    states.write_text("mine", encoding="utf-8")
    code, out, err = run("queue/2", "--checkpoint", tmp_path / "search")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert (
        err
        == f"error: {states} is there already, and {tmp_path / 'search'} is not: remove it to begin anew\n"
    )
    assert states.read_text(encoding="utf-8") == "mine"
