"""However a command ends, no process that it started is left, and what it found is not lost."""

import json
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path

import httpx2
import pytest
from engines import ENGINES, vectors
from leftovers import SCRIPT, Marked

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc"),
]
ROOT = Path(__file__).resolve().parents[2]
FAKES = Path(__file__).resolve().parents[1] / "fakes.py"
FAITHFUL = shlex.join([sys.executable, str(ENGINES / "faithful.py")])
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
VERBS = {
    "verify": ("verify", "dice-throne", "--no-cache"),
    "evidence": ("verify", "dice-throne", "--no-cache", "--evidence", "out"),
    "vectors": ("vectors", "dice-throne", "--out", "out"),
    "check": ("check", ROOT / "examples" / "content" / "scout", "--report", "out"),
    "mutate": ("mutate", "dice-throne", "--processes", 2),
    "engines": ("verify", "fragments", "--no-cache", "--engine", "spacer", "--engine", "k-induction"),
}
ENDED = [
    *product(["verify"], SIGNALS),
    *product([*[*VERBS][1:], "recheck"], [signal.SIGKILL]),
]
"""What is ended by what: signals are heard in the same way whatever is done, but for what is left of it."""
HELD = [*product(["sleeper"], SIGNALS), *product(["setsid", "daemon"], [signal.SIGKILL]), ("daemon", None)]
"""What an adapter starts, and what ends the run with it, likewise."""


@pytest.fixture(scope="module")
def evidence(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evidence") / "new"
    subprocess.run([SCRIPT, "verify", "fragments", "--evidence", folder], check=True, capture_output=True)
    return folder


@pytest.mark.parametrize(("verb", "number"), ENDED, ids=lambda one: getattr(one, "name", one))
def test_no_worker_is_left(verb, number, evidence, tmp_path):
    """At a moment that differs from one to the other, and is the same each time."""
    dice = random.Random(f"{verb} {number.name}")
    with Marked(*VERBS.get(verb, ("recheck", evidence)), cwd=tmp_path) as run:
        assert run.has_others(1), run.process.communicate()[1]
        time.sleep(dice.uniform(0, 3 if verb in VERBS else 0.2))
        begin = time.monotonic()
        run.process.send_signal(number)
        _, err = run.process.communicate(timeout=60)
        assert run.process.returncode == (-number if number == signal.SIGKILL else 128 + number), err
        assert time.monotonic() - begin < 12
        if number != signal.SIGKILL:
            assert err.decode().splitlines()[-1].startswith(f"interrupted by {number.name}")
            assert b"Traceback" not in err
        assert run.left() == []
        assert not [
            one for one in tmp_path.rglob("*") if one.name.startswith(".") or one.name.endswith(".part")
        ] or (number == signal.SIGKILL)


@pytest.mark.parametrize("number", SIGNALS, ids=lambda one: one.name)
def test_what_was_proved_until_then_has_evidence(number, tmp_path):
    with Marked("verify", "fragments", "--no-cache", "--evidence", "out", cwd=tmp_path) as run:
        until = time.monotonic() + 60
        while not (tmp_path / "out" / "evidence.json").exists() and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(random.Random(f"evidence {number.name}").uniform(0, 1))
        run.process.send_signal(number)
        run.process.communicate(timeout=60)
        assert run.left() == []
    again = subprocess.run([SCRIPT, "recheck", "out"], cwd=tmp_path, capture_output=True, check=False)
    assert again.returncode == 0, again


@pytest.mark.parametrize(("way", "number"), HELD, ids=lambda one: getattr(one, "name", one))
def test_no_adapter_is_left(way, number, tmp_path):
    """Nor what it started, in a session of its own and as a daemon too."""
    held = tmp_path / "held"
    command = shlex.join([sys.executable, str(FAKES), way, str(held)])
    # A run that is to end by itself lasts as long as an adapter may take to begin on a busy machine.
    limits = ("--explore", 1 if number is None else 100, "--timeout", 8 if number is None else 60)
    with Marked("conform", "dice-throne", "--impl", command, *limits) as run:
        if number is not None:
            assert run.has_made(held), "the adapter has started something"
            time.sleep(random.Random(f"{way} {number}").uniform(0, 0.3))
            run.process.send_signal(number)
        run.process.communicate(timeout=60)
        assert held.exists(), "the adapter has started something"
        assert run.left() == []


@pytest.mark.parametrize(("way", "number"), HELD, ids=lambda one: getattr(one, "name", one))
def test_the_plugin_of_pytest_leaves_no_adapter(way, number, tmp_path):
    held = tmp_path / "held"
    command = shlex.join([sys.executable, str(FAKES), way, str(held)])
    given = vectors(tmp_path / "given", ["sold-for-two"])
    words = ("-m", "pytest", "-p", "no:cacheprovider", "--dicelaw", "dice-throne", "--dicelaw-impl", command,
             f"--dicelaw-vectors={given}", "--dicelaw-timeout", 8 if number is None else 60)  # fmt: skip
    with Marked(*words, program=sys.executable, cwd=tmp_path) as run:
        if number is not None:
            assert run.has_made(held), "the adapter has started something"
            run.process.send_signal(number)
        run.process.communicate(timeout=60)
        assert held.exists(), "the adapter has started something"
        assert run.left() == []


@pytest.mark.parametrize(
    ("op", "number"),
    [*product(["outcome"], SIGNALS), ("search", signal.SIGKILL)],
    ids=lambda one: getattr(one, "name", one),
)
def test_the_service_leaves_no_worker(op, number, tmp_path):
    """While it works something out for a client, who hears that the service is gone."""
    with Marked("serve", "--http", "--port", 0, cwd=tmp_path) as run:
        lines = (line.decode() for line in run.process.stderr)
        here = next(found[0] for line in lines if (found := re.search(r"http://127.0.0.1:\d+", line)))
        setup = {"game": "dice-throne", "players": [{"hero": "barbarian"}, {"hero": "paladin"}], "turn": "1",
                 "start": "offense/begin"}  # fmt: skip
        owner = httpx2.post(f"{here}/sessions", json={"setup": setup}).json()["keys"]["owner"]
        asked = (
            partial(httpx2.post, f"{here}/sessions/{owner}/search", json={"goal": "winner=1"}, timeout=30)
            if op == "search"
            else partial(httpx2.get, f"{here}/sessions/{owner}/outcome", timeout=30)
        )
        with ThreadPoolExecutor(1) as client:
            answer = client.submit(asked)
            assert run.has_others(1), "a worker"
            time.sleep(random.Random(f"{op} {number}").uniform(0, 0.5))
            run.process.send_signal(number)
            run.process.communicate(timeout=30)
            assert isinstance(answer.exception(), httpx2.HTTPError | None)
        assert run.left() == []


@pytest.mark.parametrize("number", SIGNALS, ids=lambda one: one.name)
def test_an_interrupted_run_loses_nothing(number, tmp_path):
    report = tmp_path / "report"
    given = vectors(tmp_path / "given", ["sold-for-two"])
    command = ("conform", "dice-throne", "--impl", f"{FAITHFUL} --fault sold-for-two", "--vectors", given,
               "--explore", 5000, "--report", report, "--format", "json")  # fmt: skip
    with Marked(*command, stdout=subprocess.PIPE) as run:
        told = []
        while not told or told[-1].get("result") != "disagrees":
            told.append(json.loads(run.process.stdout.readline()))
        time.sleep(random.Random(number.name).uniform(0, 1))
        begin = time.monotonic()
        run.process.send_signal(number)
        out, _ = run.process.communicate(timeout=60)
        assert time.monotonic() - begin < 12
        told += [json.loads(row) for row in out.decode().splitlines()]
        kept = [
            json.loads(row) for row in (report / "results.jsonl").read_text(encoding="utf-8").splitlines()
        ]
        cases = [row for row in told if "case" in row and "kind" not in row]
        assert [row for row in kept if "case" in row and "kind" not in row][: len(cases)] == cases
        assert any("kind" in row for row in kept)
        saved = (report / "vectors" / "disagreements.jsonl").read_text(encoding="utf-8").splitlines()
        assert all(json.loads(row)["id"].startswith("disagreement/") for row in saved)
        assert saved
        assert "Incomplete" in (report / "index.html").read_text(encoding="utf-8")
        assert 'type="incomplete"' in (report / "junit.xml").read_text(encoding="utf-8")
        if number != signal.SIGKILL:
            assert run.process.returncode == 128 + number
            assert (kept[-1]["complete"], kept[-1]["ended"]) == (False, f"interrupted by {number.name}")
            assert told[-1] == kept[-1]
        else:
            assert "complete" not in kept[-1]
        assert run.left() == []


@pytest.mark.parametrize("blocks", [20, 60, 108])
def test_a_full_disk_loses_nothing(blocks, tmp_path):
    """A limit of the size of files stands for the disk: results go up to it, and the page needs most."""
    report = tmp_path / "report"
    adapter = f"{FAITHFUL} --fault half-rounded-down"
    words = [SCRIPT, "conform", "dice-throne", "--impl", adapter, "--explore", "0", "--report", report]
    shell = f"ulimit -f {blocks} && exec {shlex.join(map(str, words))}"
    run = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False, timeout=120)
    assert "Traceback" not in run.stderr
    assert run.returncode == 3, run.stderr
    assert "cannot be written: File too large" in run.stderr
    assert "INCOMPLETE: " in run.stdout.splitlines()[-1]
    rows = [json.loads(row) for row in (report / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) > 100
    assert "complete" not in rows[-1]
    assert not [*report.rglob("*.part")]


def test_what_takes_nothing_at_all_is_found_before_the_run(tmp_path):
    report = tmp_path / "report"
    report.mkdir()
    (report / "results.jsonl").symlink_to("/dev/full")
    run = subprocess.run(
        [SCRIPT, "conform", "dice-throne", "--impl", FAITHFUL, "--explore", "1", "--report", report],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (3, "")
    assert "cannot be written" in run.stderr
