"""Processes that do a part of the work, and that never outlast the one that began them.

A worker watches a pipe of which only its beginner holds the other end: however that ends, the pipe does too,
and the worker with it. What is pressed on a terminal is the beginner's matter, which ends its workers.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.context import BaseContext
from threading import Thread


@contextmanager
def pool(
    count: int, *, context: BaseContext | None = None, begin: Callable[[], None] | None = None
) -> Iterator[ProcessPoolExecutor]:
    """``count`` workers, each of which does ``begin`` first; in the end nothing more is begun.

    Where the block raises, they are ended whatever they do.
    """
    executor = ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=(begin,))
    try:
        yield executor
    except BaseException:
        for worker in [*(executor._processes or {}).values()]:
            worker.kill()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def processes(count: int) -> Iterator[list[Executor]]:
    """``count`` executors with a fresh process of its own each, so that what a worker holds stays with it."""
    fresh = get_context("spawn")
    with ExitStack() as stack:
        yield [stack.enter_context(pool(1, context=fresh)) for _ in range(count)]


def _begin(begin: Callable[[], None] | None) -> None:
    end_with_parent()
    if begin is not None:
        begin()


def end_with_parent() -> None:
    """Let this process, which another began by multiprocessing, be ended by that alone, or end with it."""
    signal.set_wakeup_fd(-1)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    # Blocked, not ignored: a solver sets a handler of its own, and would only say that it does not know.
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
