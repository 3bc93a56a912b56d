import signal
import subprocess
import sys
from functools import partial

import pytest

from dicelaw.checker.search.checkpoint import BrokenCheckpoint, InUse, opened, save, states_beside
from dicelaw.checker.search.kernel import Reductions, compiled
from dicelaw.checker.search.search import forecast, run, search
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground
from dicelaw.model.kernel.state import Field

MACHINE = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=2)
REACTIONS = MACHINE.slot_index["reactions"]
WATCHED = {
    "two": Field(REACTIONS, MACHINE.slots[REACTIONS]) == 2,
    "six": Field(REACTIONS, MACHINE.slots[REACTIONS]) == 6,
}
LAST = 24
HELD = [1000, 1 << 24]
"""How many states are in memory: fewer than there are, and all."""
FOREVER = """
import sys, time
from pathlib import Path
from dicelaw.checker.search.checkpoint import opened, save
from dicelaw.checker.search.kernel import compiled
from dicelaw.checker.search.search import run
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground

machine = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=2)
path = Path(sys.argv[1])
frontier, _ = opened(path, compiled(machine, {}), most=1 << 24, held=int(sys.argv[2]))

def slowly(frontier, found):
    save(path, frontier, found)
    print(found.depth, flush=True)
    time.sleep(0.02)

run(frontier, after_layer=slowly)
"""


KILLED = """
import os, signal, sys
from pathlib import Path
from dicelaw.checker.search import checkpoint
from dicelaw.checker.search import disk
from dicelaw.checker.search.kernel import compiled
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground

def ending(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

owner, name = {
    "locked": (checkpoint, "DiskFrontier"), "written": (checkpoint, "save"),
    "admitted": (disk.DiskFrontier, "admit"), "expanded": (disk.DiskFrontier, "advance"),
}[sys.argv[2]]
setattr(owner, name, ending)
machine = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=2)
frontier, _ = checkpoint.opened(Path(sys.argv[1]), compiled(machine, {}), most=1 << 24, held=1 << 20)
frontier.advance()
"""
STOPS = ("locked", "written", "admitted", "expanded")
"""Which step of a search is its last."""
FULL = """
import resource, sys
from functools import partial
from pathlib import Path
from dicelaw.checker.search.checkpoint import opened, save
from dicelaw.checker.search.kernel import compiled
from dicelaw.checker.search.search import run
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground

machine = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=2)
frontier, _ = opened(Path(sys.argv[1]), compiled(machine, {}), most=1 << 24, held=1 << 20)
resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
try:
    run(frontier, after_layer=partial(save, Path(sys.argv[1])))
except OSError as error:
    print(error.strerror)
"""


class Stop(Exception):
    """The search is to end here."""


def _stopped(path, depth, *, held=1 << 24, threads=1):
    """Write the search after the layer ``depth`` to ``path``, and give it up in the next one."""
    kernel = compiled(MACHINE, WATCHED, shared=threads > 1)
    frontier, _ = opened(path, kernel, most=1 << 24, held=held, threads=threads)

    def stop(frontier, found):
        if found.depth == depth:
            save(path, frontier, found)
        if found.depth > depth or found.depth == LAST:
            raise Stop

    try:
        with pytest.raises(Stop):
            run(frontier, stop_when_found=False, after_layer=stop)
    finally:
        frontier.close()


def _went_on(path, kernel, *, held=1 << 24, threads=1):
    frontier, seen = opened(path, kernel, most=1 << 24, held=held, threads=threads)
    found = run(frontier, seen, stop_when_found=False)
    frontier.close()
    return found


@pytest.mark.parametrize("held", HELD)
@pytest.mark.parametrize("depth", [0, 9, 18, LAST])
def test_a_search_goes_on_as_if_nothing_had_happened(tmp_path, depth, held):
    _stopped(tmp_path / "search", depth, held=held)
    went_on = _went_on(tmp_path / "search", compiled(MACHINE, WATCHED), held=held)
    assert went_on.depth == LAST
    assert went_on == search(MACHINE, WATCHED, stop_when_found=False)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["search", "search.states"]


def test_threads_and_memory_may_change(tmp_path):
    whole = search(MACHINE, WATCHED, stop_when_found=False)
    _stopped(tmp_path / "one", 15, threads=2)
    assert _went_on(tmp_path / "one", compiled(MACHINE, WATCHED), held=1000) == whole
    _stopped(tmp_path / "two", 15, held=1000)
    assert _went_on(tmp_path / "two", compiled(MACHINE, WATCHED, shared=True), threads=3) == whole


@pytest.mark.parametrize("held", HELD)
def test_a_killed_search_goes_on(tmp_path, held):
    path = tmp_path / "search"
    command = [sys.executable, "-c", FOREVER, path, str(held)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if int(line) >= 8:
                break
        process.kill()
    frontier, seen = opened(path, compiled(MACHINE, {}), most=1 << 24, held=held)
    assert 8 <= seen.depth < 20
    assert not seen.complete
    assert run(frontier, seen) == search(MACHINE)
    frontier.close()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda _: b"", "is no checkpoint of a search"),
        (lambda _: b"\xff", "is no checkpoint of a search"),
        (lambda _: b"[1]\n", "is no checkpoint of a search in format 4"),
        (lambda whole: whole.replace(b'"format": 4', b'"format": 1', 1), "in format 4"),
        (lambda whole: whole.replace(b'"depth": 9', b'"depth": 8', 1), "is damaged"),
        (lambda whole: whole.replace(b'"layer"', b'"layers"', 1), "in format 4"),
        (lambda whole: whole[:-8], "is no checkpoint"),
    ],
)
def test_a_file_that_is_not_whole_is_refused(tmp_path, spoil, says):
    path = tmp_path / "search"
    _stopped(path, 9)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(BrokenCheckpoint, match=says):
        _went_on(path, compiled(MACHINE, WATCHED))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda _: b"", "missing or too short"),
        (lambda whole: bytes([whole[0] ^ 2]) + whole[1:], "is damaged"),
        (lambda whole: whole[:400] + bytes([whole[400] ^ 2]) + whole[401:], "is damaged"),
    ],
)
def test_states_that_are_not_what_was_written_are_refused(tmp_path, spoil, says):
    path = tmp_path / "search"
    _stopped(path, 9)
    states = states_beside(path)
    states.write_bytes(spoil(states.read_bytes()))
    with pytest.raises(BrokenCheckpoint, match=says):
        _went_on(path, compiled(MACHINE, WATCHED))
    states.unlink(missing_ok=True)
    with pytest.raises(BrokenCheckpoint, match="missing"):
        _went_on(path, compiled(MACHINE, WATCHED))


def test_what_was_not_finished_does_not_count(tmp_path):
    path = tmp_path / "search"
    _stopped(path, 9)
    with states_beside(path).open("ab") as file:
        file.write(b"half a layer")
    assert _went_on(path, compiled(MACHINE, WATCHED)) == search(MACHINE, WATCHED, stop_when_found=False)


def test_the_file_of_another_search_is_refused(tmp_path):
    _stopped(tmp_path / "search", 9)
    other = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=3)
    reduced = compiled(MACHINE, WATCHED, reductions=Reductions(skips=True))
    for kernel in (compiled(other, WATCHED), compiled(MACHINE, {}), reduced):
        with pytest.raises(BrokenCheckpoint, match="of another search"):
            _went_on(tmp_path / "search", kernel)


def test_a_file_that_is_there_is_kept(tmp_path):
    states_beside(tmp_path / "search").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError):
        _stopped(tmp_path / "search", 9)
    assert states_beside(tmp_path / "search").read_text(encoding="utf-8") == "mine"


def test_nothing_half_written_stays(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        _stopped(tmp_path / "folder", 9)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["folder"]


def test_a_search_has_its_checkpoint_to_itself(tmp_path):
    path, kernel = tmp_path / "search", compiled(MACHINE, {})
    first, _ = opened(path, kernel, most=1 << 24, held=1 << 20)
    with pytest.raises(InUse, match=f"another search is using {path} at the moment"):
        opened(path, kernel, most=1 << 24, held=1 << 20)
    run(first, after_layer=partial(save, path))
    first.close()
    assert _went_on(path, kernel) == search(MACHINE)


@pytest.mark.parametrize("held", HELD)
def test_a_checkpoint_is_free_once_its_search_is_killed(tmp_path, held):
    path, kernel = tmp_path / "search", compiled(MACHINE, {})
    command = [sys.executable, "-c", FOREVER, path, str(held)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        with pytest.raises(InUse):
            opened(path, kernel, most=1 << 24, held=held)
        process.kill()
    assert _went_on(path, kernel, held=held) == search(MACHINE)


def test_what_ended_before_its_first_layer_begins_anew(tmp_path):
    path, kernel = tmp_path / "search", compiled(MACHINE, {})
    states_beside(path).touch()  # killed once it had the lock
    frontier, seen = opened(path, kernel, most=1 << 24, held=1 << 20)
    assert not seen.states
    frontier.close()  # killed with the start, and perhaps more, written down
    with states_beside(path).open("ab") as file:
        file.write(bytes(40))
    assert _went_on(path, kernel) == search(MACHINE)


def test_a_search_killed_at_any_moment_of_its_first_layer_goes_on(tmp_path):
    kernel, whole = compiled(MACHINE, {}), search(MACHINE)
    for number, stop in enumerate(STOPS):
        path = tmp_path / f"search-{number}"
        killed = subprocess.run([sys.executable, "-c", KILLED, path, stop], check=False)
        assert killed.returncode == -signal.SIGKILL
        assert _went_on(path, kernel) == whole


def test_a_full_disk_leaves_a_checkpoint_that_can_be_gone_on_from(tmp_path):
    path = tmp_path / "search"
    ended = subprocess.run([sys.executable, "-c", FULL, path], capture_output=True, text=True, check=True)
    assert ended.stdout == "File too large\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["search", "search.states"]
    assert _went_on(path, compiled(MACHINE, {})) == search(MACHINE)


def test_a_forecast_needs_layers_that_shrink():
    assert forecast([1, 2]) is None
    assert forecast([1, 2, 4, 8]) is None
    assert forecast([5, 800, 400, 200, 100]) == 200
    assert forecast([800, 400, 200, 0]) == 0
