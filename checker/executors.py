"""Executors with one worker each, so that what a worker holds stays with it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context


@contextmanager
def processes(count: int) -> Iterator[list[Executor]]:
    """``count`` executors with a process of its own each; in the end nothing more is begun.

    Ctrl-C ends a worker whatever it does.
    """
    fresh, ending = get_context("spawn"), (signal.SIGINT, signal.SIG_DFL)
    executors: list[Executor] = [
        ProcessPoolExecutor(1, mp_context=fresh, initializer=signal.signal, initargs=ending)
        for _ in range(count)
    ]
    try:
        yield executors
    finally:
        for one in executors:
            one.shutdown(cancel_futures=True)
