import subprocess
import sys

import pytest

from dicelaw.checker.explicit.checkpoint import BrokenCheckpoint, resumed, save
from dicelaw.checker.explicit.frontier import Frontier
from dicelaw.checker.explicit.kernel import compiled
from dicelaw.checker.explicit.search import forecast, run, search
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground
from dicelaw.model.kernel.state import Field

MACHINE = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=2)
REACTIONS = MACHINE.slot_index["reactions"]
WATCHED = {
    "two": Field(REACTIONS, MACHINE.slots[REACTIONS]) == 2,
    "six": Field(REACTIONS, MACHINE.slots[REACTIONS]) == 6,
}
LAST = 24
FOREVER = """
import sys, time
from pathlib import Path
from dicelaw.checker.explicit.checkpoint import save
from dicelaw.checker.explicit.frontier import Frontier
from dicelaw.checker.explicit.kernel import compiled
from dicelaw.checker.explicit.search import run
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground

machine = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=2)
frontier = Frontier(compiled(machine, {}), most=1 << 24)
frontier.admit([machine.start])

def slowly(frontier, found):
    save(Path(sys.argv[1]), frontier, found)
    print(found.depth, flush=True)
    time.sleep(0.02)

run(frontier, after_layer=slowly)
"""


class Stop(Exception):
    """The search is to end here."""


def _stopped(path, depth, *, threads=1):
    """Write the search after the layer ``depth`` to ``path`` and give it up."""
    frontier = Frontier(compiled(MACHINE, WATCHED, shared=threads > 1), most=1 << 24, threads=threads)
    frontier.admit([MACHINE.start])

    def stop(frontier, found):
        if found.depth == depth:
            save(path, frontier, found)
            raise Stop

    with pytest.raises(Stop):
        run(frontier, stop_when_found=False, after_layer=stop)
    frontier.close()


def _went_on(path, kernel, threads=1):
    frontier, seen = resumed(path, kernel, most=1 << 24, threads=threads)
    found = run(frontier, seen, stop_when_found=False)
    frontier.close()
    return found


@pytest.mark.parametrize("depth", [0, 9, 18, LAST])
def test_a_search_goes_on_as_if_nothing_had_happened(tmp_path, depth):
    _stopped(tmp_path / "search", depth)
    went_on = _went_on(tmp_path / "search", compiled(MACHINE, WATCHED))
    assert went_on.depth == LAST
    assert went_on == search(MACHINE, WATCHED, stop_when_found=False)
    assert [file.name for file in tmp_path.iterdir()] == ["search"]


def test_the_number_of_threads_may_change(tmp_path):
    whole = search(MACHINE, WATCHED, stop_when_found=False)
    _stopped(tmp_path / "search", 15, threads=2)
    assert _went_on(tmp_path / "search", compiled(MACHINE, WATCHED)) == whole
    _stopped(tmp_path / "search", 15)
    assert _went_on(tmp_path / "search", compiled(MACHINE, WATCHED, shared=True), threads=3) == whole


def test_a_killed_search_goes_on(tmp_path):
    path = tmp_path / "search"
    with subprocess.Popen(
        [sys.executable, "-c", FOREVER, path], stdout=subprocess.PIPE, text=True
    ) as process:
        for line in process.stdout:
            if int(line) >= 8:
                break
        process.kill()
    kernel = compiled(MACHINE, {})
    frontier, seen = resumed(path, kernel, most=1 << 24)
    assert 8 <= seen.depth < 20
    assert not seen.complete
    assert run(frontier, seen) == search(MACHINE)
    frontier.close()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda _: b"", "is no checkpoint of a search"),
        (lambda _: b"[1]\n", "is no checkpoint of a search in format 1"),
        (lambda whole: whole.replace(b'"format": 1', b'"format": 9', 1), "in format 1"),
        (lambda whole: whole.replace(b'"depth": 9', b'"depth": 8', 1), "is damaged"),
        (lambda whole: whole.replace(b'"homes"', b'"house"', 1), "in format 1"),
        (lambda whole: whole[:-8], "is damaged"),
        (lambda whole: whole + b"x", "is damaged"),
        (lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]), "is damaged"),
    ],
)
def test_a_file_that_is_not_whole_is_refused(tmp_path, spoil, says):
    path = tmp_path / "search"
    _stopped(path, 9)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(BrokenCheckpoint, match=says):
        resumed(path, compiled(MACHINE, WATCHED), most=1 << 24)


def test_the_file_of_another_machine_is_refused(tmp_path):
    _stopped(tmp_path / "search", 9)
    other = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=3)
    for machine, watched in ((other, WATCHED), (MACHINE, {})):
        with pytest.raises(BrokenCheckpoint, match="of another machine"):
            resumed(tmp_path / "search", compiled(machine, watched), most=1 << 24)


def test_nothing_half_written_stays(tmp_path):
    frontier = Frontier(compiled(MACHINE, {}), most=1 << 24)
    frontier.admit([MACHINE.start])
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        save(tmp_path / "folder", frontier, run(frontier))
    frontier.close()
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


def test_a_forecast_needs_layers_that_shrink():
    assert forecast([1, 2]) is None
    assert forecast([1, 2, 4, 8]) is None
    assert forecast([5, 800, 400, 200, 100]) == 200
    assert forecast([800, 400, 200, 0]) == 0
