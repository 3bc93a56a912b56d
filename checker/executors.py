"""Executors with one worker each, so that what a worker holds stays with it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread


@contextmanager
def processes(count: int) -> Iterator[list[Executor]]:
    """``count`` executors with a process of its own each; in the end nothing more is begun.

    Ctrl-C ends a worker whatever it does, and so does the end of the process that began it.
    """
    fresh = get_context("spawn")
    executors: list[Executor] = [
        ProcessPoolExecutor(1, mp_context=fresh, initializer=_begin) for _ in range(count)
    ]
    try:
        yield executors
    finally:
        for one in executors:
            one.shutdown(cancel_futures=True)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
