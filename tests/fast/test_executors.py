"""Executors with one worker each end soon, and hold what they are given."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from dicelaw.checker.executors import pool, processes

BUSY = """
import time
from dicelaw.checker.executors import processes

if __name__ == "__main__":
    with processes(2) as executors:
        for one in executors:
            one.submit(divmod, 1, 1).result()
            one.submit(time.sleep, 600)
        print("busy", flush=True)
        time.sleep(600)
"""


def test_each_has_one_worker_of_its_own() -> None:
    with processes(2) as executors:
        ids = [{one.submit(os.getpid).result() for _ in range(3)} for one in executors]
    assert [len(one) for one in ids] == [1, 1]
    assert ids[0] != ids[1]


def test_what_waits_in_the_end_is_not_begun(tmp_path: Path) -> None:
    with processes(1) as (executor,):
        executor.submit(os.getpid).result()
        executor.submit(time.sleep, 1)
        for number in range(20):
            executor.submit(Path.touch, tmp_path / str(number))
    assert len([*tmp_path.iterdir()]) < 5, "only what was handed to the worker already"


def test_ctrl_c_is_the_matter_of_who_began_a_worker() -> None:
    """A solver in it would else only say that it does not know."""
    with processes(1) as (executor,):
        worker = executor.submit(os.getpid).result()
        sleeping = executor.submit(time.sleep, 1)
        os.kill(worker, signal.SIGINT)
        assert sleeping.result(timeout=60) is None


@pytest.mark.parametrize("one", [KeyboardInterrupt, GeneratorExit])
def test_workers_are_ended_where_their_work_is_not_wanted_any_more(one: type[BaseException]) -> None:
    begin = time.monotonic()
    with pytest.raises(one), pool(2) as workers:  # noqa: PT012 (the block is what is tested)
        workers.submit(os.getpid).result()
        sleeping = workers.submit(time.sleep, 600)
        raise one
    assert time.monotonic() - begin < 60
    with pytest.raises((BrokenProcessPool, CancelledError)):
        sleeping.result(timeout=0)


def test_workers_end_when_the_process_that_began_them_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "busy.py"
    script.write_text(BUSY)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "busy\n"
        parent.kill()
        assert parent.communicate(timeout=60) == ("", None), "workers hold the other end of its output"
