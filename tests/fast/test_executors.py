"""Executors with one worker each end soon, and hold what they are given."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from dicelaw.checker.executors import processes

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


def test_ctrl_c_ends_a_worker() -> None:
    with processes(1) as (executor,):
        worker = executor.submit(os.getpid).result()
        sleeping = executor.submit(time.sleep, 600)
        os.kill(worker, signal.SIGINT)
        with pytest.raises(BrokenProcessPool):
            sleeping.result(timeout=60)


def test_workers_end_when_the_process_that_began_them_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "busy.py"
    script.write_text(BUSY)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "busy\n"
        parent.kill()
        assert parent.communicate(timeout=60) == ("", None), "workers hold the other end of its output"
