"""Executors with one worker each end soon, and hold what they are given."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from dicelaw.checker.executors import processes


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
